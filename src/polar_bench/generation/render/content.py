"""What a document says, before its form: paragraphs of sentences, in a drawn order.

Every value of the profile stands in one sentence; the two facts that decide the conditions stand away from what they
govern; sentences of no concern are mixed in by the profile's noise. No draw depends on which condition holds, so that
the documents of both truths differ in the fact sentences alone.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from polar_bench.domains.spec import AttributeSpec, Use
from polar_bench.generation.profile import Profile
from polar_bench.generation.render.filling import Filler, sentence
from polar_bench.generation.render.stock import stock

_ASIDES = {"low": (3, 5), "medium": (6, 8), "high": (9, 12)}
_TARGET_WORDS = (490, 690)
_LEAST_WORDS = 440
_MOST_SENTENCES = 5
_DEFAULT_TOPIC = {
    Use.OPEN: "matter",
    Use.GRADED: "background",
    Use.COARSE: "background",
    Use.CONDITIONAL: "matter",
    Use.GUARDED: "particulars",
    Use.FACT: "state",
    Use.NOISE: "around",
}


class Paragraph(msgspec.Struct):
    """Sentences that belong together; `heading` is shown by forms that have headings."""

    topic: str
    heading: str
    sentences: list[str]

    @property
    def words(self) -> int:
        """Number of words."""
        return _words(self.sentences)

    @property
    def text(self) -> str:
        """The sentences as running text."""
        return " ".join(self.sentences)


class Content(msgspec.Struct, frozen=True):
    """A document's sentences: how it opens, its paragraphs, how it closes; `subject_line` names it."""

    subject_line: str
    opening: str
    paragraphs: list[Paragraph]
    closing: str


def content(profile: Profile, filler: Filler, holds: str, *, overhead: int) -> Content:
    """Return what the profile's document says where the condition of `holds` is met.

    `overhead` is the number of words that the form itself will add.
    """
    spec, key = profile.spec, profile.key
    opening = filler.one_of(spec.document.openings or stock().openings, key.draw("opening"))
    closing = filler.one_of(spec.document.closings or stock().closings, key.draw("closing"))
    subjects = spec.document.subjects or stock().subjects
    draw = key.draw("subject line")
    subject_line = filler.clause(draw.pick(subjects), draw)
    told = {a.name: _told(profile, filler, a) for a in spec.attributes if a.tell and a.name in profile.facts}
    _join_coarse(profile, told)
    paragraphs = _paragraphs(profile, filler, told)
    target = key.draw("length").between(*_TARGET_WORDS)
    have = overhead + len(f"{opening} {closing}".split())
    phrases = key.draw("asides").shuffled((*spec.document.asides, *stock().asides))
    count = key.draw("number of asides").between(*_ASIDES[profile.noise_level])
    asides = [filler.filled(phrase, key.draw("aside", phrase)) for phrase in phrases[:count]]
    have += _words(asides) + sum(paragraph.words for paragraph in paragraphs)
    have += _elaborate(profile, filler, paragraphs, told, target - have)
    for phrase in phrases[count:]:
        if have >= _LEAST_WORDS:
            break
        asides.append(filler.filled(phrase, key.draw("aside", phrase)))
        have += _words(asides[-1:])
    _place_facts(profile, filler, paragraphs, holds)
    _mix_in(profile, filler, paragraphs, asides)
    return Content(subject_line, opening, [part for whole in paragraphs for part in _split(whole)], closing)


def _told(profile: Profile, filler: Filler, attribute: AttributeSpec) -> str:
    draw = profile.key.draw("tell", attribute.name)
    phrase = draw.pick([phrase for phrase in attribute.tell if filler.can_fill(phrase)])
    value = profile.facts[attribute.name].text
    is_clause = attribute.use is Use.COARSE and not phrase[:1].isupper() and not phrase.startswith(("{", "["))
    return filler.clause(phrase, draw, value) if is_clause else filler.filled(phrase, draw, value)


def _join_coarse(profile: Profile, told: dict[str, str]) -> None:
    """Put each coarse form behind its exact one: as a clause of that sentence, or as the next sentence."""
    for coarse in profile.spec.with_use(Use.COARSE):
        exact, text = coarse.coarse_of or "", told.pop(coarse.name, "")
        if text[:1].islower():
            value = profile.facts[exact].text
            at = told[exact].lower().find(value.lower()) + len(value)
            end = next((i for i in range(at, len(told[exact])) if told[exact][i : i + 2] in (". ", ".")), at)
            told[exact] = f"{told[exact][:end].rstrip('.')}, {text.rstrip('.')}.{told[exact][end + 1 :]}"
        else:
            told[exact] = f"{told[exact]} {sentence(text)}"


def _topic(attribute: AttributeSpec) -> str:
    return attribute.topic or _DEFAULT_TOPIC[attribute.use]


def _paragraphs(profile: Profile, filler: Filler, told: dict[str, str]) -> list[Paragraph]:
    spec, draw = profile.spec, profile.key.draw("order")
    topics: dict[str, list[str]] = {}
    for attribute in spec.attributes:
        if attribute.name in told and attribute.use is not Use.NOISE:
            topics.setdefault(_topic(attribute), []).append(attribute.name)
    order = draw.shuffled(list(topics))
    principal = spec.principal
    if principal is not None and draw.chance(0.7):  # most writers say first whom it is about
        first = _topic(principal)
        order.sort(key=lambda topic: topic != first)
    known = {topic.name: topic for topic in spec.topics}
    made: list[Paragraph] = []
    for topic in order:
        names = draw.shuffled(topics[topic])
        if principal is not None:
            names.sort(key=lambda name: name != principal.name)
        heading = known[topic].heading if topic in known else topic.replace("_", " ").capitalize()
        sentences = [told[name] for name in names]
        if topic in known and known[topic].lead and draw.chance(0.6) and (not made or topic != _topic_of(principal)):
            sentences.insert(0, filler.one_of(known[topic].lead, draw))
        made.append(Paragraph(topic, heading, sentences))
    return made


def _topic_of(attribute: AttributeSpec | None) -> str:
    return _topic(attribute) if attribute is not None else ""


def _place_facts(profile: Profile, filler: Filler, paragraphs: list[Paragraph], holds: str) -> None:
    """Put the sentence of each fact at a drawn place, away from the attribute that it governs."""
    for condition in profile.spec.conditions:
        draw = profile.key.draw("fact", condition.fact)
        governed = profile.spec.by_name[condition.governs]
        away = [p for p in paragraphs if p.topic != _topic(governed)] or paragraphs
        paragraph = draw.pick(away)
        place = draw.between(1, len(paragraph.sentences))
        number = draw.below(len(condition.say_holds))
        phrase = condition.say_holds[number] if condition.governs == holds else condition.say_fails[number]
        paragraph.sentences.insert(place, filler.filled(phrase, profile.key.draw("say", condition.fact)))


def _words(texts: list[str]) -> int:
    return sum(len(text.split()) for text in texts)


def _elaborate(
    profile: Profile, filler: Filler, paragraphs: list[Paragraph], told: dict[str, str], missing: int
) -> int:
    """Let sentences without values follow what they belong to, until the document has its length; return the words."""
    draw, added = profile.key.draw("more"), 0
    for name in draw.shuffled([name for name in told if profile.spec.by_name[name].more]):
        if added >= missing:
            break
        for paragraph in paragraphs:
            if told[name] in paragraph.sentences:
                follows = filler.one_of(profile.spec.by_name[name].more, profile.key.draw("more", name))
                paragraph.sentences[paragraph.sentences.index(told[name])] += f" {follows}"
                added += len(follows.split())
    return added


def _mix_in(profile: Profile, filler: Filler, paragraphs: list[Paragraph], asides: list[str]) -> None:
    """Spread the sentences of no concern: some behind a paragraph's own, the rest in paragraphs of theirs."""
    draw = profile.key.draw("mix")
    noise = [(_told(profile, filler, profile.spec.by_name[name]), 0.4) for name in profile.noise]
    apart: list[str] = []
    for text, chance in draw.shuffled([*noise, *((aside, 0.12) for aside in asides)]):
        if draw.chance(chance):
            draw.pick(paragraphs).sentences.append(text)
        else:
            apart.append(text)
    for group in _groups(apart):
        lead = filler.one_of(stock().aside_leads, draw)
        sentences = [lead, *group] if draw.chance(0.5) else group
        place = draw.between(1, len(paragraphs))
        paragraphs.insert(place, Paragraph("around", draw.pick(stock().aside_headings), sentences))


def _groups(sentences: list[str]) -> Iterator[list[str]]:
    size = -(-len(sentences) // max(1, -(-len(sentences) // 5)))
    for start in range(0, len(sentences), size or 1):
        yield sentences[start : start + size]


def _split(paragraph: Paragraph) -> Iterator[Paragraph]:
    """Halve a long paragraph; judged by its number of sentences, which is the same for both truths."""
    if len(paragraph.sentences) <= _MOST_SENTENCES:
        yield paragraph
        return
    half = len(paragraph.sentences) // 2
    yield Paragraph(paragraph.topic, paragraph.heading, paragraph.sentences[:half])
    yield Paragraph(paragraph.topic, "", paragraph.sentences[half:])
