"""The page for a human: whole, marked, and no text of a data set gets out of its place."""

from __future__ import annotations

import base64
import hashlib
import re
from html.parser import HTMLParser

import msgspec

from polar_bench import read_samples
from polar_bench.attributes import Role
from polar_bench.quality.findings import Finding
from polar_bench.report.check_page import QUESTIONS, page, pieces
from polar_bench.report.marked import printable
from polar_bench.sample import Attack, Guess, GuessForm, Sample

STARTER = list(read_samples("starter"))
replace = msgspec.structs.replace
HOSTILE = (
    '</div></style></script><script>alert(1)</script><img src=x onerror=alert(2)>" \' onclick="x" {{ 7*7 }} \u202e\x1b['
)
VOID = {"meta", "input", "link", "img", "br", "hr"}


class Seen(HTMLParser):
    """Elements with their attributes, the text of each script and style, and whether all tags pair."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.own: dict[str, list[str]] = {"script": [], "style": []}
        self.open: list[str] = []
        self.texts: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in self.own:
            self.own[self.open[-1]].append(data)
        else:
            self.texts.append(data)

    def number(self, tag: str) -> int:
        return sum(name == tag for name, _ in self.elements)


def hostile(sample: Sample) -> Sample:
    attributes = tuple(
        replace(a, name=f"{a.name}{HOSTILE}", value=f"{a.value} {HOSTILE}", label=HOSTILE) for a in sample.attributes
    )
    turn = replace(
        sample.script[0],
        text=f"{HOSTILE} x",
        aim=HOSTILE,
        guess=Guess("x", GuessForm.YES_NO, (HOSTILE,), 0),
    )
    return replace(
        sample,
        id=HOSTILE,
        domain=HOSTILE,
        document=replace(sample.document, text=f"{HOSTILE} {attributes[0].value}", form=HOSTILE),
        policy=replace(sample.policy, text=HOSTILE),
        task=replace(sample.task, text=HOSTILE),
        script=(turn, *sample.script[1:]),
        attributes=attributes,
    )


def made(samples: list[Sample], found: list[Finding] = []) -> str:  # noqa: B006 # read only
    return page(samples, found, "a set", "0" * 64, 42)


def test_a_sample_has_its_texts_its_marks_and_its_questions() -> None:
    seen = Seen(made(STARTER[:3]))
    text = "".join(seen.texts)

    assert [] == seen.open
    assert 3 == seen.number("article")
    assert 3 * len(QUESTIONS) == seen.number("fieldset")
    assert 3 * 2 * len(QUESTIONS) == sum(a.get("type") == "radio" for t, a in seen.elements if t == "input")
    for sample in STARTER[:3]:
        for part in (sample.document.text, sample.policy.text, sample.task.text, *(t.text for t in sample.script)):
            assert part in text


def test_hostile_texts_stay_texts() -> None:
    finding = Finding(rule=HOSTILE, sample_id=HOSTILE, where=HOSTILE, fault=HOSTILE, evidence=HOSTILE)
    plain, planted = Seen(made(STARTER[:1])), Seen(page([hostile(STARTER[0])], [finding], HOSTILE, "0" * 64, 42))

    assert [] == planted.open
    assert (1, 1, 0) == tuple(planted.number(tag) for tag in ("script", "style", "img"))
    assert plain.own == planted.own
    allowed = {name for _, attributes in plain.elements for name in attributes}
    assert allowed >= {name for _, attributes in planted.elements for name in attributes}
    text = "".join(planted.texts)
    assert printable(HOSTILE) in text
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "{{ 7*7 }}" in text


def test_nothing_is_fetched_and_only_the_pages_own_script_may_run() -> None:
    seen = Seen(made(STARTER[:2]))
    [policy] = [a["content"] for t, a in seen.elements if t == "meta" and a.get("http-equiv")]
    assert policy is not None
    for tag in ("script", "style"):
        [text] = seen.own[tag]
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy
        assert not re.search(r"https?:|//[a-z]|url\(|@import", re.sub(r"(?m)^\s*// .*$", "", text))
    assert policy.startswith("default-src 'none'")
    fetching = {"src", "href", "srcset", "data", "action", "poster", "style"}
    assert not [a for _, a in seen.elements if fetching & set(a) or any(name.startswith("on") for name in a)]


def test_values_are_marked_by_role_where_they_stand() -> None:
    for sample in STARTER:
        told = pieces(sample.document.text, sample.attributes)
        assert printable(sample.document.text) == "".join(piece.text for piece in told)
        named = {piece.name for piece in told if piece.role == Role.PROTECTED}
        assert {a.name for a in sample.with_role(Role.PROTECTED)} == named


def test_of_values_that_overlap_the_longer_one_is_marked() -> None:
    sample = STARTER[0]
    one, other = sample.with_role(Role.PROTECTED)[0], sample.with_role(Role.TASK)[0]
    holder = replace(other, value=f"{one.value} and company", forms=())
    told = pieces(f"It is {one.value} and company. It is {one.value}.", (one, holder))

    assert [Role.TASK, Role.PROTECTED] == [piece.role for piece in told if piece.role]


def test_guesses_are_shown_with_their_truth() -> None:
    sample = next(s for s in STARTER if s.attack is Attack.S2)
    text = "".join(Seen(made([sample])).texts)
    for turn in sample.script:
        if turn.guess and turn.guess.true is not None:
            assert f"true: {turn.guess.options[turn.guess.true]}" in text
    assert "no guess is true" in text


def test_the_page_is_the_same_for_the_same_samples() -> None:
    assert made(STARTER[:2]) == made(STARTER[:2])
