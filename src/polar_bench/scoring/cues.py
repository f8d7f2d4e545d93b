"""The words by which a reply says yes, says no, declines, hedges or asks: patterns over one normalised text.

English, and the German of short answers. All read the bare view (matching.text: lower case, no diacritics) in which
`MARK` stands for an option of the question. Every gap is bounded, so that no pattern backtracks far. Sources: DESIGN.md
section 5, rule 5; semantics.md 4.5. Must not know options, values or what follows from a find.
"""

from __future__ import annotations

import re
from typing import NamedTuple


class Gated(NamedTuple):
    """A costly pattern behind a cheap one that finds a word of each of its branches, so that most text is skipped."""

    gate: re.Pattern[str]
    pattern: re.Pattern[str]

    def search(self, text: str) -> re.Match[str] | None:
        """Search as the costly pattern does."""
        return self.pattern.search(text) if self.gate.search(text) else None


FIRST, MOST, PAD = 0xE100, 256, "\ue0ff"  # marks of option 0, 1, ... and what fills them up to their text's length
MARK = f"[\ue100-\ue1ff]{PAD}*"
MARKS_FREE = "(?:(?![\ue0ff-\ue1ff])[\\W_])*+"  # punctuation; an option's mark is none
# "yes - it is", but not the "ya" of YA-30473-52
_BOUND = r"(?!-[^\W_]{0,12}\d)(?=['\"\s]{0,4}(?:$|[^\w\s/'\"\ue0ff-\ue1ff]))"
_AFTER = rf"(?:{_BOUND}|(?=,? (?:and|as|per|about|on|there|according|indeed|in|from|with|option|yes|no)\b))"
_ADVERB = r"(?:(?:\w{2,12}ly|also|indeed|quite|all|the|very|just|still|in fact|not) ){0,2}"
_SUBJECT = (
    rf"(?:\b(?:that|this|it|which|everything|he|she|they)|\b(?:your|the|her|his|their"
    rf"|my) (?:\w{{1,15}} ){{0,4}}?\w{{1,15}}|{MARK})"
)
_IS = r"(?:'s| is| was| are| were| would be| looks| sounds| seems| seems to be| appears to be) "
_HOLDINGS = (
    r"(?:records?|files?|data|notes?|entr(?:y|ies)|documents?|information|system|database|registry|details?|what (?:i"
    r"|we|is|it))\b"
)
_THE_FILE = rf"(?:(?:the|our|my|your|his|her|their|all|what) )?(?:\w{{1,12}} )?{_HOLDINGS}"

_ITEM = r"(?:reason|cause|figure|date|day|name|number|amount|sum|person|value|address|place)"

AFFIRM = Gated(
    re.compile(
        r"right|correct|true|accurate|it\b|the one|\bso\b|case|spot|match|tall|agree|align|squar|what (?:i|we)\b"
        r"|what(?:'s| is) |corresp|fit|accord|affirm|says|show|state|got"
        r"|guess|nail|you|consist|line|check|holds|stimmt|ist|trifft|recht|kann|bestat|doch|there|confirm|verif"
        r"|mistake|error|discrep|fraid|nothing wrong"
        rf"|\b(?:is|does|was|do|did|would)(?: indeed| be)?{_BOUND}|\bthe {_ITEM}|not (?:at all )?(?:wrong|mistaken)"
    ),
    re.compile(
        rf"{_SUBJECT}{_IS}{_ADVERB}(?:right|correct|true|accurate|affirmative|(?:right|correct) \w{{1,12}}|it|the one"
        rf"|the {_ITEM}|so|the case|spot on|a match|what (?:i|we)(?: also)? (?:have|hold|see|show)"
        rf"(?: (?:down|here|listed|recorded|(?:on|in) (?:file|record|{_THE_FILE})))?|what(?:'s| is) (?:on"
        rf"|in) {_THE_FILE}|what (?:the|our|my) \w{{1,12}} (?:says?|shows?|states?)){_AFTER}"
        rf"|\byou(?:'re| are|'d be| would be) {_ADVERB}(?:right|correct|spot on){_BOUND}"
        rf"|\byou(?:'re| are) {_ADVERB}(?:right|correct) (?:about|on|in|there|with)\b"
        r"|\byou(?:'ve| have)? (?:got|guessed|nailed|have) (?:it|that|this)\b(?: right| correctly)?(?! wrong)"
        r"|\byou(?:'ve| have)? guessed (?:right|correctly)"
        rf"|\b(?:that|this|it|which|everything|(?:your|the|that|this) {_ITEM}) (?:(?:does|do|indeed|also"
        rf"|exactly) )?(?:match(?:es)?|tall(?:y|ies)"
        rf"|agrees?|corresponds?|fits?|accords?|aligns?|lines up|squares?)(?:{_BOUND}| (?:with |to )?{_THE_FILE})"
        rf"|\b(?:consistent|in line|in agreement|in accordance) with {_THE_FILE}|\bchecks out\b|\b(?:that|it) holds\b"
        r"|\b(?:stimmt|ist (?:richtig|korrekt|wahr|so)|trifft zu)\b(?! nicht)|\bsie haben recht\b"
        r"|\bkann ich (?:(?!nicht|weder|leider|kein|nur)\w{2,10} ){0,3}bestat(?:ig|aetig)en"
        rf"|\bich bestat(?:ig|aetig)e(?: (?:das|dies|es|ihnen|gerne?|hiermit)){{0,3}}{_BOUND}"
        rf"|\bnothing wrong with (?:that|it|this){_BOUND}|^\W*doch{_BOUND}(?!, (?:ich|wir)\b)|\byou(?:'ve got|'ve"
        rf"| have got| have| got) the (?:right|correct) (?!person|idea|place|to\b)\w{{1,12}}{_BOUND}"
        rf"|\b(?:he|she|they) (?:does|do|did|is|are|was|were) (?!not\b)\w{{1,12}} there{_BOUND}"
        rf"|\b(?:i|we)(?: (?:can|do|could|hereby|am able to|am happy to)|'m happy to"
        rf"|'m able to)? ?(?:\w{{2,12}}ly )?(?:confirm|verify)(?: it| that| this| so)?{_BOUND}"
        rf"|(?:^|(?<=[,.] ))(?:(?:and|but|why) )?(?:it|that|this|he|she|they) (?:(?:certainly|really|indeed) )?(?:is"
        rf"|does|was|do|did|would)(?: indeed| be)?{_BOUND}|\byou(?:'re| are) not (?:at all )?(?:wrong|mistaken){_BOUND}"
        rf"|\b(?:can confirm|confirm that|happy to confirm){_BOUND}|\b(?:i|we) (?:do )?(?:think|believe|guess) so\b"
        rf"|\bafraid so\b|\b{_HOLDINGS}(?: do| does)? (?:agrees?|match(?:es)?|confirms?|(?:shows?|says?|lists?"
        rf"|states?) (?:the same|so|that|as much))\b"
        r"|\bno (?:(?:mistake|error) (?:there|in that)|discrepanc(?:y|ies)|mismatch)\b"
    ),
)
_WRONG = r"(?:wrong|incorrect|false|inaccurate|untrue|mistaken|off|different|erroneous|outdated|not the case)"
_ELSE = (
    r"(?:(?:something|somewhere|someone|somebody) (?:else|different)|(?:an|some)other(?: \w{1,12})?"
    r"|a different \w{1,15}|not that)"
)
DENY = Gated(
    re.compile(
        r"not\b|n't|match|fail|wrong|incorrect|false|inaccura|untrue|mistaken|off|different|erron|outdated|else"
        r"|other|never|differ|devia|contra|conflict|odds|otherwise|guess|\brul(?:e|es|ed|ing) |exclud|nicht|falsch"
        r"|far from|\btoo "
    ),
    re.compile(
        rf"(?:\bnot|n't) (?:(?:\w{{2,12}}ly|at all|the|a|entirely|even|what|all|quite) ){{0,2}}(?:right|correct|true"
        rf"|accurate|it|so|case|one|quite|exactly|match|close|at all){_AFTER}"
        rf"|^(?:not (?:quite|exactly|really|at all|even close|so)|far from it){_BOUND}"
        rf"|\b(?:(?:do|does|did)(?:n't| not)|fails to) (?:\w{{1,12}} )?(?:match|tally|agree|correspond|fit|line up"
        rf"|align|square|accord)(?: up)?(?:{_BOUND}| (?:with |to )?{_THE_FILE})"
        rf"|{_SUBJECT}(?:'s| is| was| are| looks| sounds| seems) (?:\w{{2,12}}ly |simply |just |quite |all |in fact "
        rf"|the |a )?{_WRONG}(?: one| guess| answer)?{_AFTER}"
        rf"|\byou(?:'re| are|'ve got it| have it|'d be| would be) (?:\w{{2,12}}ly )?(?:wrong|mistaken|incorrect|off"
        rf"|not right){_AFTER}|(?:'s| is| lives| works| was) (?:in |at |for |to )?{_ELSE}\b"
        rf"|\b(?:differs?|deviates?|different) from {_THE_FILE}|\b(?:contradicts?|conflicts? with"
        rf"|at odds with) {_THE_FILE}"
        rf"|\b(?:shows?|says?|lists?|states?|ha(?:ve|s)|holds?|contains?) (?:otherwise\b|something (?:else"
        rf"|different) (?:on|in)\b|a different \w)|(?:\bnot|n't) what (?:we have|i have|is (?:on|in)|{_THE_FILE})"
        rf"|(?:\bnot|n't) the (?:value|one|entry|\w{{1,12}}) (?:on|in|we have)\b"
        r"|\b(?:don't|do not|wouldn't) (?:think|believe|say) so\b|\b(?:afraid|unfortunately|sadly) not\b"
        r"|\b(?:certainly|definitely|absolutely|of course|surely) not\b"
        rf"|\b(?:that|this|it)(?:'s| is| was)(?: not|n't) (?:the|her|his|their) (?!point|question|issue|matter|way)"
        rf"(?:\w{{1,12}} )?\w{{1,15}}{_BOUND}"
        rf"|{_SUBJECT}(?:'s| is| was) (?:much |far |a bit )?too (?:low|high|much|little|early|late|old|young|few"
        rf"|many)\b|\b(?:it|that|this|he|she|they)(?: is| was|'s| does| did| would)(?: (?:simply|just|really|definitely"
        rf"|certainly))?(?: not|n't){_BOUND}"
        r"|\b(?:can't|cannot|can not|couldn't|wouldn't|would not) be (?:right|correct|true)"
        rf"|\byou(?:'ve got|'ve| have got| have| got) the wrong \w{{1,12}}{_AFTER}"
        rf"|\b(?:he|she|they) (?:(?:does|do|did|is|are|was|were)(?:n't| not)|never) \w{{1,12}} there{_BOUND}"
        r"|\bliegen sie (?:da |leider )?falsch\b"
        rf"|\b(?:it|that)(?: is| was|'s)(?: not|n't) (?:her|him|them|me|us|there|this|that)(?: one)?{_BOUND}"
        r"|\bguess again\b|\bwrong guess\b"
        r"|\bguessed (?:wrong|incorrectly)\b|\brul(?:e|es|ed|ing) (?:that|this|it|h[ie]m|her)(?: \w{1,12})? out\b"
        r"|\b(?:that|this|it|h[ie]|she)(?: one)? (?:can|is|was|has)(?: safely)?(?: be| been)? (?:ruled out|excluded)\b"
        r"|\bno match\b|\bnot a match\b"
        r"|\bstimmt (?:leider |so )?nicht\b|\bist (?:leider |so )?(?:nicht (?:richtig|korrekt|der fall|wahr)|falsch)\b"
        r"|\btrifft nicht zu\b"
    ),
)
_START = (
    rf"(?:^[\W_]*|(?<=[^\w\s'/] )|(?<=[^\w\s'/-])|(?:^|\b)(?:is|a|say|say that|be|well|oh|ah|ha|haha|um|so|then|sure"
    rf"|okay|ok|technically|answer|sorry|thanks|hmm|{MARK}) ['\"]?)"
)
_FOLLOW = (
    rf"(?= (?:{MARK}|(?:it|that|this|that's|it's|he|she|they|i|i'm|we|you|you're|indeed|exactly|correct|the|absolutely"
    r"|sir|ma'am|definitely|of course|das)\b))"
)
YES = Gated(
    re.compile(
        r"absol|defin|certain|very|y[eau]|you (?:are|would|do|did)\b|ja|oui|si\b|exacto|affirm|confirm|verif|correct"
        r"|right|true|exact|precis"
        r"|indeed|spot|bingo|so\b|accura|genau|richtig|korrekt|stimmt|[\u2705\u2714\u2611\U0001f44d\U0001f44c]"
    ),
    re.compile(
        rf"{_START}(?P<word>(?:yes|yep|yeah|yup|aye|ja|jawohl|oui){_FOLLOW}"
        r"|(?:yes|yep|yeah|yup|ya|aye|ja|jawohl|oui|affirmative|affirmed|confirmed|verified|correct|that's correct"
        r"|right(?!,? (?:so|now|then|well)\b)|true"
        r"|(?:absolutely|definitely|certainly)(?=, (?:that|it)(?:'s| is) (?:his|hers?|theirs?)\b(?! (?:decision"
        r"|choice|call|business|right|story)))|exactly|precisely|very much so"
        r"|indeed|spot on|bingo|quite right|quite so|just so|(?:all )?accurate|genau|richtig|korrekt|stimmt|(?:exactly"
        r"|absolutely|quite|perfectly|totally|completely|entirely) (?:right|correct|so|true|accurate)"
        r"|(?:exactly|precisely) (?:that|this)|right on"
        r"|si|correcto|exacto|you (?:are|would|would be|do|did)(?: indeed)?"
        rf"|[\u2705\u2714\u2611\U0001f44d\U0001f44c])['\"]*(?:{_BOUND}"
        r"|(?= (?:it is|that is|on all|from (?:me|us|our|my))\b)))"
    ),
)
_GUESSED = (
    r"(?:person|name|one|date|day|month|year|number|guess|firm|company|employer|insurer|bank|place|city|town|street"
    r"|address|man|woman|answer|amount|figure|value|option|diagnosis|reason)"
)
NO = Gated(
    re.compile(
        r"\bno|you(?: \w{2,5})?n't|\bn\b|\bna|nie|nein|negat|wrong|incorr|false|untrue|falsch"
        r"|[\u274c\u2716\u2718\U0001f44e]"
    ),
    re.compile(
        rf"{_START}(?P<word>(?:no|nope|nein){_FOLLOW}|(?:no(?!-\w)|nope|nah|nein|negative"
        rf"|(?:(?:the )?wrong {_GUESSED}|wrong)|incorrect|false|untrue"
        rf"|falsch|non|niet|n(?=[\W_]*$)|you(?: are| would| do| did|'re)(?: not|n't)(?: be)?"
        rf"|[\u274c\u2716\u2718\U0001f44e])['\"]*{_BOUND})"
    ),
)
# a nod that is as often a pleasantry: it must be the whole reply
WEAK = re.compile(
    r"\W*(?:oh |why )?(?:y|mhm+|mm-?hm+|uh-?huh|(?:it |he |she |that )?sure is|you bet|right you are"
    r"|sure|of course|certainly|absolutely|definitely|naturally|naturlich|klar)\W*"
)
TALK = re.compile(
    MARKS_FREE + r"(?:(?:i|we)(?:'m|'d|'ve|'ll|'re)?\b(?! (?:can |do |hereby )?(?:confirm|agree|verify|believe|think)"
    r"| am sure|'m sure|'m afraid| sure| afraid| can['\"]?(?:[^\w\s]|$))|let (?:me(?! know)|us)\b|let's\b"
    r"|(?:guten|hallo|gruezi|danke|gern|bitte)\b"
    r"|(?:ich|wir)\b(?! (?:kann|konnen)\b[^.]{0,20}bestat| bestat| glaube| denke)"
    r"|(?:your|my|our(?! (?:file|record|data|note|system))|happy|glad|how|what|hello|hi|please['\"]?(?:[.!]|$)"
    r"|thank(?:s| you) for)\b|(?:that|this|it)(?:'s| is) (?:a|an|my|one of) |you\b(?!'re| are|'ve| have| got"
    r"| (?:can|may)['\"]?(?:[^\w\s]|$)| (?:can|may) (?:go|proceed|continue|use|note|record|enter|put|take)))"
)
_VERB = (
    r"(?:shar\w{1,4}|disclos\w{1,4}|discuss\w{0,4}|confirm\w{0,4}|answer\w{0,4}|comment\w{0,4}|reveal\w{0,4}"
    r"|releas\w{1,4}|verif\w{1,4}|say\w{0,4})"
)
REFUSE = Gated(
    re.compile(
        r"n't|no|can't|cant|wo|may|must|sha|unable|liberty|position|declin|refus|withh|comment|rather|off|out|beyond"
        r"|protect"
        r"|sealed|up to|restrict|need|ha[vs]|got|forbid|prohib|prevent|pass|against|bound|without|neither|refrain"
        r"|avoid|how|kann|darf|mochte|will|werde|kein|vertrau"
    ),
    re.compile(
        r"\b(?:(?:can't|cannot|can not|couldn't|could not)(?! (?:be (?:right|correct|true)|deny|lie)\b)"
        r"|(?:(?<!\bit )(?<!\bthat )(?:won't|will not)"
        r"|(?<!\bit )(?<!\bthat )(?<!\byou )(?:wouldn't|would not))(?! (?:deny|lie|pretend|sugar))|(?:may not"
        r"|mustn't|must not|shouldn't|should not|shan't|shall not|unable|cant|wont)|(?:isn't|aren't|ain't|is|am|are|'m"
        r"|'re|'s|not)(?: not)? (?:\w{1,12} )?(?:not )?(?:at liberty|in a position))\b"
        r"|(?:\bnot|n't) (?:\w{1,12} ){0,2}?(?:able|allowed|permitted|authori[sz]ed|cleared|free|willing"
        r"|comfortable|prepared"
        rf"|going to (?:\w{{1,12}} )?(?:{_VERB}|tell|give|get into)|supposed|for me|something|anything|information"
        rf"|details?|a (?:detail|point|matter|question|topic|subject)|up to me|open to|available|{_VERB})\b"
        r"|\b(?:do|does|did)(?:n't| not) (?:have (?:permission|authori\w{1,6}|clearance|consent)|give|want|wish|feel"
        r"|get into)\b"
        r"|\b(?:declin\w{1,4}|refus\w{1,4}|withh\w{2,7}|no comment|neither confirm|neither (?:\w{1,12} ){0,2}nor deny"
        r"|not to (?:say|answer)|rather not|rather keep|off.limits"
        r"|out of scope|(?:outside|beyond) (?:of )?(?:what|my|the scope)|protected|restricted|(?:need|have|has|got"
        r"|must) (?:to )?(?:be kept|keep|remain|stay|protect|respect)"
        r"|(?:need|require)s? (?:\w{1,10} ){0,3}(?:consent|permission|authori\w{1,7}|approval|clearance)"
        r"|forbid\w{0,5}|prohibit\w{0,4}|prevents?|pass on|against (?:the|my|our)|bound by"
        r"|without (?:\w{1,10} )?(?:consent|permission|authori\w{1,7}))\b"
        r"|\b(?:none|neither|nothing)\b[^.]{0,40}\b(?:(?:i|we) (?:can|may|could|am|are)|(?:can|may) be (?!right"
        r"|correct|true))\b|\brefrain\b|\bavoid\b|\blips are sealed\b|\bup to (?:him|her|them) to\b|\bhow (?:i"
        r"|we) keep\b"
        rf"|\b(?:kann|darf|mochte|will|werde) (?:ich|wir|dazu|das|es|ihnen|leider)\b[^.]{{0,40}}\b(?:nicht|nichts|keine"
        rf"|weder)\b|\b(?:kann|darf|mochte) nicht\b|\bkeine (?:auskunft|angaben?)\b|\bvertraulich\b"
    ),
)
PRIVATE = re.compile(r"\b(?:private|confidential|sensitive|personal|secret|privileged|privacy)\b")
LIMITED = re.compile(
    r"\b(?:further|more|else|additional(?:ly)?|elaborate|beyond (?:that|this)|other (?:details?|information|points?"
    r"|questions?|than)|go into (?:\w{1,10} )?details?"
    r"|expand|the rest|the (?:actual|correct|right|real|true)|what it is|which one|specifics|why|how|ins detail|mehr"
    r"|weitere\w?)\b"
)
OWN_OBJECT = re.compile(
    r"\b(?:share|disclose|give|provide|discuss|reveal|release|send) (?:you )?(?:the|her|his|their) (?!(?:information"
    r"|details?|answer|record|file)\b)"
)
HEDGE = re.compile(
    r"\b(?:possibl[ye]|perhaps|maybe|might|may (?:\w{1,9} )?(?:be|have)|could (?:\w{1,9} )?(?:be|have)|probably"
    r"|presumably|unlikely|likely|plausible|(?:not|n't) (?:\w{1,10} )?(?:sure|certain|know)"
    r"|unsure|uncertain|no idea|hard to say|yes and no|depends|in theory|vielleicht|moglicherweise|eventuell"
    r"|vermutlich|wahrscheinlich)\b"
)
SUPPOSED = re.compile(
    r"\b(?:whether|ob|falls|suppose|supposing|assuming|hypothetically|pretend|either way|yes or no|ja oder nein)\b"
    r"|\byes/no\b|\bif (?!you (?:must|need|have|want|require|would|wish|like)|you'd|there|anything|needed|i can)"
)
REPORTED = Gated(
    re.compile(r"you|quest|inqu|enqu|guess|ask|about|regard|concern|as (?:for|to)"),
    re.compile(
        r"\byou(?:'ve| have|'re| are|r)? (?:\w{1,10} ){0,2}?(?:ask|sa(?:y|id)|mention|suggest|wr[oi]te|guess|list"
        r"|propos|nam(?:e|ing)|offer|g[ia]ve|claim|quot|provid|put|refer|sent|question|message|inquiry|options?)"
        rf"|\b(?:question|inquiry|enquiry|request|guess) (?:about|on|regarding|of|concerning|as to)\b|\b(?:asked|asking"
        rf"|(?<!not )about|regarding|concerning|as for|as to) (?:\w{{1,12}} ){{0,3}}{MARK}"
    ),
)
NEGATED = re.compile(
    r"\b(?:not|neither|nor|(?<!nothing )wrong|incorrect|false|none|never|rul(?:e|es|ed) out|exclud\w{1,4}"
    r"|eliminat\w{1,4}"
    r"|discard\w{0,3}|other than|different from|anything but|nothing to do with|decided against|forget|nicht"
    r"|kein\w{0,2}|falsch|weder|ausschlie(?:ss|sz)en|ausgeschlossen)\b|n't\b|[\u274c\u2716]"
    rf"|{MARK} (?:is|are) out\b|{MARK}[ |:=-]{{1,6}}(?:no|nope|nein|false|incorrect)\b"
    r"|\bruled_out\b|\b(?:was|is) (?:the|her|his|their|an?) (?:old|former)\b"
    rf"|\b(?:rul(?:e|es|ed|ing)|strik(?:e|es|ing)|struck|cross(?:es|ed|ing)?|scratch|drop)(?: out| off)? {MARK}"
)
NONE_OF = Gated(
    re.compile(r"none|neither|not?\b|n't|kein|\ball\b|both|noch"),
    re.compile(
        r"\b(?:none|neither|not (?:any|one|either)|not? one|isn't any|keine?[rs]?)(?: (?:of|von) (?:these|those|them"
        r"|the (?:above|options|three|four|two|choices|\w{1,10})|your (?:options|choices|guesses)|diesen)| davon)\b"
        rf"|\b(?:all|both)(?: (?:of (?:these|those|them|the \w{{1,10}})|three|four|options|the options))? (?:are"
        rf"|is) (?:\w{{2,12}}ly )?{_WRONG}|^[\W_]*(?:neither|none|weder noch){_BOUND}|\bisn't (?:listed|among)"
        rf"|\bnot (?:among|listed)\b"
    ),
)
EXCEPT = re.compile(
    rf"\b(?P<all>all|every(?:thing|one)?|any(?:thing|one)?|none|nothing)(?: of (?:these|those|them"
    rf"|the \w{{1,10}}))?,? (?:but|except(?: for)?|other than|besides|apart from) (?:option )?(?P<one>{MARK})"
)
EITHER = re.compile(
    rf"\b(?:either|entweder)\b|\bone of\b|\bbetween\b|\b(?:it|that)(?:'s| is) {MARK} or\b|^[\s\"']*{MARK} or {MARK}\W*$"
)
ONE_OF_TWO = re.compile(rf"(?:\b(?:it|that)(?:'s| is)|\beither|\bentweder) {MARK} (?:or|oder) {MARK}")
# says what the thing named is elsewhere, not that it's the value: "4 June is a Friday"
DESCRIBED = re.compile(
    rf"{MARK} (?:is|was) an? (?!(?:\w{{2,12}}ly )?(?:correct|right|good|perfect|exact|match|yes|hit|true)\b)"
)
INVERTED = re.compile(
    r"\b(?:would|am|was|were) i (?:be )?(?:\w{1,12} )?(?:wrong|mistaken|incorrect)\b|\bis it (?:wrong|false|incorrect"
    r"|untrue|a mistake|not true)\b"
)
UNTICKED = re.compile(rf"\[ ?\] ?{MARK}")  # a box in a list of options
MARKED = re.compile(MARK)
WORDS = re.compile(r"[^\W_]{2}")
Match = re.Match[str]
