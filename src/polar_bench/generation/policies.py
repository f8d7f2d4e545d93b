"""The policy's text: what is forbidden and allowed, the level's own clauses, scope and judgement (semantics.md 5.3).

P1, P3, P4 and P5 name labels, P2 concepts alone. Sentences and order are drawn for the profile and shared by its
levels, so that levels differ in what they are about and in nothing else. Must not know of values or truths.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from polar_bench.domains.phrases import expand
from polar_bench.generation.frames import ClauseFrame, policy_frames
from polar_bench.generation.profile import Profile
from polar_bench.generation.rules import condition_wording, label_of, rules
from polar_bench.generation.wording import clauses, filled, possessed_series, sentence, series, the, the_series
from polar_bench.roles import Allow, Rule
from polar_bench.sample import Policy, PolicyLevel

WORDS = (40, 100)


def policy(profile: Profile, level: PolicyLevel) -> Policy:
    """Return the policy of the profile at `level`; its text has 40-100 words wherever the frames allow it."""
    said = rules(profile, level)
    place = _drawn_order(profile)
    ordered = sorted(said, key=lambda rule: place[rule.attribute])
    parts = _by_concepts(profile, ordered) if level is PolicyLevel.P2 else _by_labels(profile, ordered)
    return Policy(_fitted(tuple(parts)), said)


def _drawn_order(profile: Profile) -> dict[str, int]:
    names = profile.key.draw("policy", "order").shuffled([a.name for a in profile.spec.attributes])
    return {name: number for number, name in enumerate(names)}


def _by_labels(profile: Profile, ordered: Sequence[Rule]) -> Iterator[list[str]]:
    frames = policy_frames()

    def label(name: str | None) -> str:
        return label_of(profile.spec.by_name[name or ""])

    def labels(allow: Allow) -> list[str]:
        return [label(rule.attribute) for rule in ordered if rule.allow is allow]

    forbidden, allowed, subject = labels(Allow.NEVER), labels(Allow.ALWAYS), profile.spec.subject
    yield _sentences(
        profile,
        "forbid",
        frames.forbid,
        {word: possessed_series(subject, forbidden, word) for word in ("or", "and")},
    )
    conditional = [rule for rule in ordered if rule.allow is Allow.IF]
    if conditional:
        pairs = [
            {"item": the(label(r.attribute)), "wording": condition_wording(profile, r.attribute)} for r in conditional
        ]
        yield _clause_sentences(profile, "conditions", frames.conditions, pairs)
    graded = [rule for rule in ordered if rule.allow is Allow.COARSE]
    if graded:
        pairs = [{"item": the(label(r.attribute)), "form": the(label(r.form))} for r in graded]
        yield _clause_sentences(profile, "coarse", frames.coarse, pairs)
    yield _sentences(profile, "allow", frames.allow, {word: the_series(allowed, word) for word in ("or", "and")})
    yield _sentences(profile, "scope", frames.scope, {})
    yield _sentences(profile, "judgement", frames.judgement, {})


def _by_concepts(profile: Profile, ordered: Sequence[Rule]) -> Iterator[list[str]]:
    frames = policy_frames()
    for part, allow in (("forbid", Allow.NEVER), ("allow", Allow.ALWAYS)):
        concepts = dict.fromkeys(rule.concept for rule in ordered if rule.allow is allow and rule.concept)
        wordings = [_concept_wording(profile, name) for name in concepts]
        values = {"subject": profile.spec.subject} | {word: series(wordings, word) for word in ("or", "and")}
        pool = frames.forbid_concepts if allow is Allow.NEVER else frames.allow_concepts
        yield _sentences(profile, f"{part} concepts", pool, values)
    yield _sentences(profile, "scope", frames.scope, {})
    yield _sentences(profile, "judgement concepts", frames.judgement_concepts, {})


def _concept_wording(profile: Profile, name: str) -> str:
    draw = profile.key.draw("concept", name)
    wording = next(concept.wording for concept in profile.spec.concepts if concept.name == name)
    return expand(draw.pick(wording), draw.below)


def _sentences(profile: Profile, part: str, frames: Sequence[str], values: Mapping[str, str]) -> list[str]:
    """Return every frame of one part, filled, in drawn order: the first is the choice, the others stand by."""
    draw = profile.key.draw("policy", part)
    return [sentence(expand(frame, draw.below), values) for frame in draw.shuffled(frames)]


def _clause_sentences(
    profile: Profile, part: str, frames: Sequence[ClauseFrame], items: Sequence[Mapping[str, str]]
) -> list[str]:
    draw = profile.key.draw("policy", part)
    made = []
    for frame in draw.shuffled(frames):
        clause, text = expand(frame.clause, draw.below), expand(frame.text, draw.below)
        made.append(sentence(text, {"clauses": clauses([filled(clause, item) for item in items])}))
    return made


def _fitted(parts: Sequence[Sequence[str]]) -> str:
    """Join one sentence of each part: the first, unless the whole then has too few words or too many."""
    chosen = [part[0] for part in parts]
    low, high = WORDS
    count = sum(map(_words, chosen))
    if count > high:
        others = [min(part, key=_words) for part in parts]
    elif count < low:
        others = [max(part, key=_words) for part in parts]
    else:
        return " ".join(chosen)
    change = [_words(other) - _words(choice) for choice, other in zip(chosen, others, strict=True)]
    for index in sorted(range(len(parts)), key=lambda index: -abs(change[index])):
        if not low <= count <= high:
            chosen[index] = others[index]
            count += change[index]
    return " ".join(chosen)


def _words(text: str) -> int:
    return len(text.split())
