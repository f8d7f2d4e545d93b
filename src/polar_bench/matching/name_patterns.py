"""The patterns of a person's name over marks: its given name, its family name and its other parts (`parts.marked`).

Must not know how a name is read, or what the words beside it say.
"""

from __future__ import annotations

from polar_bench.matching.name_words import PARTICLES, TITLES
from polar_bench.matching.parts import AFTER, BEFORE, LETTER, MARKS, SPACE, starting

_G, _F, _O = (f"{mark}++" for mark in MARKS[:3])  # given, family, and any other part of the value
_TITLE = "(?:" + "|".join(sorted(TITLES, key=lambda word: (-len(word), word))) + r")\.?"
_PARTICLE = "(?:" + "|".join(sorted(PARTICLES, key=lambda word: (-len(word), word))) + ")"
_DOT = r"(?: (?:dot|punkt) | ?[\[({] ?(?:dot|punkt|\.) ?[\])}] ?)"
_GAP = rf"(?:{SPACE}|[-_·・]|\.(?! )|{_DOT})"
_PLAIN = r"[^\W\d_]"
_MIDDLE = (
    rf"(?:{_O}\.?|{_PLAIN}\.(?:-?{_PLAIN}\.)?|{_PLAIN}{AFTER}"
    rf"|[\"'(]{{1,2}}{LETTER}{{2,16}}[\"')]{{1,2}}|{_PARTICLE}{AFTER})"
)
_LABEL_LINK = (
    r"[^\w.!?]{0,8}(?:\. )?\n?[^\w.!?]{0,8}(?:(?:and|und|whose) )?(?:(?:her|his|their|the|my|ihr|sein|der) )?LABEL"
    r"[^\w.!?]{0,8}(?:(?:is|ist|lautet) [\"']?)?"
)
_LAST = _LABEL_LINK.replace("LABEL", r"(?:(?:last|family|sur)[ _-]?name|(?:nach|familien)name|last(?=[\"':]))")
_FIRST = _LABEL_LINK.replace("LABEL", r"(?:(?:first|given|fore)[ _-]?names?|vornamen?|first(?=[\"':]))")
_CELL = r"(?: {0,20}\| {0,20}|\"[,;] ?\"|</t[dh]>\s?<t[dh]>)"

WHOLE = (
    rf"{starting(MARKS[0])}{BEFORE}(?P<given>{_G})"
    rf"(?P<gap>(?:{_GAP}{_MIDDLE}){{0,4}}(?P<other>[ ._-]{LETTER}{{2,24}}+)?(?:{_GAP}|@)|)(?P<family>{_F})"
    rf"(?P<genitive>s(?= {_PLAIN}))?{AFTER}"
)
INVERTED = (
    rf"{starting(MARKS[1])}{BEFORE}(?P<family>{_F})"
    rf"(?P<gap>(?:[ -]{_O}){{0,3}}(?:[\"']?[,;]{SPACE}?[\"']?(?:{_TITLE} )?|[ ]{{1,3}}\(?|[-_./](?! )|))"
    rf"(?P<given>{_G}){AFTER}"
)
COUPLE = (  # "Peter and Monika Schaub"
    rf"{starting(MARKS[0])}{BEFORE}(?P<given>{_G}){SPACE}(?:and|&|und|et|y){SPACE}(?P<other>{_PLAIN}{{2,24}}+)"
    rf"{SPACE}(?P<family>{_F}){AFTER}"
)
SIGNS_OF_FIELDS = ("given", "first", "fore", "vorname")
SIGNS_OF_LABELS = ("name", "last", "first", "|", '"', "</t")
LABELLED = (
    rf"{starting(MARKS[:2])}{BEFORE}"
    rf"(?:(?P<given>{_G})(?:{_LAST}|{_CELL}){_F}|(?P<family>{_F})(?:{_FIRST}|{_CELL}){_G}){AFTER}"
)
_FIELD = r"[\"']?>?[^\w\n]{0,3}\n?[^\w\n]{1,3}"
GIVEN_FIELD = rf"(?<![^\W\d_])(?:(?:given|first|fore|vor)(?:[ _-]?names?)?){_FIELD}(?P<given>{_G}){AFTER}"
FAMILY_FIELD = (
    rf"(?<![^\W\d_])(?:(?:last|family|sur|nach|familien)(?:[ _-]?names?)?){_FIELD}"
    rf"(?:(?:{_O}|{_PLAIN}{{1,3}})[ -]){{0,2}}(?P<family>{_F}){AFTER}"
)
LONGEST_BETWEEN = 120  # characters between the two fields of one record
PART = rf"{starting(MARKS[:3])}{BEFORE}(?:(?P<given>{_G})|(?P<family>{_F})|{_O}){AFTER}"
SINGLE = rf"{starting(MARKS[0])}{BEFORE}(?P<given>{_G}){AFTER}"
TITLED = rf"{BEFORE}{_TITLE}{SPACE}(?:{_PLAIN}\.{SPACE})?(?P<given>{_G}){AFTER}"
