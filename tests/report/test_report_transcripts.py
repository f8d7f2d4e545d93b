"""The data of the reader of transcripts: whole, small, safe as a script, and with spans that a browser cuts right."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from polar_bench import read_samples
from polar_bench.attributes import Role
from polar_bench.errors import Unassessed
from polar_bench.report.marked import printable
from polar_bench.report.page.transcripts.files import Chunks, DataFolder, encoded
from polar_bench.report.page.transcripts.samples import values_in
from polar_bench.report.page.transcripts.shown import Block, merged, shown
from polar_bench.report.transcript import transcript
from polar_bench.sample import Sample
from polar_bench.scoring.rows import score_row
from polar_bench.scoring.score import Channel
from polar_bench.trial import Speaker, Trial, Turn
from tests.report.test_transcript import crafted
from tests.support.played import told
from tests.support.report_files import data, of_control, source, texts, transcripts, units
from tests.support.samples import sample
from tests.support.transcript_pages import write

STARTER = list(read_samples("starter"))
HOSTILE = (
    "</script><script>alert(1)</script><!-- <img src=x onerror=alert(1)> \x00\x1b[31m \u202egnirts\u202c \u200b"
    "\ud83d \u2028\u2029 \U0001f600 Wendlach ]]> ' \" \\"
)
hostile = st.text(
    st.one_of(st.characters(), st.sampled_from("\x00\x1b\u202e\u200b\ud83d\udc00\u2028<\U0001f600\n ab")), max_size=25
)
spans = st.tuples(st.integers(-3, 30), st.integers(-3, 30))


@given(raw=hostile, wanted=st.lists(spans, max_size=4))
def test_spans_cut_in_utf_16_what_they_cut_in_the_raw_text(raw: str, wanted: list[tuple[int, int]]) -> None:
    made = shown(raw, wanted)

    assert printable(raw) == made.text
    for (start, end), (first, after) in zip(wanted, made.spans, strict=True):
        cut = raw[max(start, 0) : max(start, end, 0)]
        assert printable(cut) == units(made.text, first, after)


@given(raw=hostile, wanted=st.lists(spans, max_size=3), hidden=st.lists(spans, max_size=3))
def test_blocks_stand_in_the_place_of_what_they_hide(
    raw: str, wanted: list[tuple[int, int]], hidden: list[tuple[int, int]]
) -> None:
    blocks = merged(Block(max(0, start), min(end, len(raw)), "[#]") for start, end in hidden)
    covered = {place for start, end in hidden for place in range(max(0, start), min(end, len(raw)))}
    made = shown(raw, wanted, blocks)
    pieces = [printable(c) if n not in covered else "[#]" * (n in {b.start for b in blocks}) for n, c in enumerate(raw)]

    assert "".join(pieces) == made.text
    for (start, end), (first, after) in zip(wanted, made.spans, strict=True):
        inside = range(max(0, start), min(max(start, end), len(raw)))
        touched = {n for n in inside if n not in covered}
        for block in blocks:
            if any(block.start <= n < block.end for n in inside):
                touched.add(block.start)
        assert "".join(pieces[n] for n in sorted(touched)) == units(made.text, first, after)


def test_of_blocks_that_overlap_the_longest_gives_the_label() -> None:
    given_blocks = [Block(4, 6, "c"), Block(0, 2, "a"), Block(1, 5, "b"), Block(7, 8, "d"), Block(8, 9, "e")]

    assert [Block(0, 6, "b"), Block(7, 8, "d"), Block(8, 9, "e")] == merged(given_blocks)


@given(value=st.recursive(hostile | st.none() | st.integers(), lambda inner: st.lists(inner, max_size=3)))
def test_data_is_ascii_that_can_end_no_script_and_reads_back_the_same(value: object) -> None:
    text = encoded(value)

    assert text.isascii()
    assert "<" not in text
    assert value == json.loads(text)


@settings(max_examples=25, deadline=None)
@given(sizes=st.lists(st.sampled_from((1, 60_000, 300_000)), max_size=8))
def test_chunks_are_bounded_and_together_hold_the_list(
    sizes: list[int], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("chunks")
    chunks = Chunks(DataFolder(folder), "c")
    for number, size in enumerate(sizes):
        chunks.add([number, "x" * size])
    chunks.close()
    read: list[int] = []
    for number, start in enumerate(chunks.starts):
        items = data_items(folder / f"c-{number}.js")
        assert start == len(read)
        assert sum(len(text) for _, text in items[:-1]) < 250_000
        read += [first for first, _ in items]

    assert list(range(len(sizes))) == read


def data_items(path: Path) -> list[tuple[int, str]]:
    text = path.read_text("ascii")
    found: list[tuple[int, str]] = json.loads(text[text.index(", ") + 2 : -3])
    return found


def test_a_transcript_holds_every_turn_disclosure_score_and_disagreement(tmp_path: Path) -> None:
    made = crafted()
    write([source("run-1", [(made.case, made.trial)])], tmp_path, is_masked=False)
    (read,) = transcripts(tmp_path, "run-1")
    view = transcript(made.case, made.trial, score_row(made.case, made.trial))

    assert [turn.text for turn in view.turns] == [turn["text"] for turn in read["turns"]]
    numbers = [one[0] for turn in read["turns"] for one in turn.get("found", [])]
    assert [one.number for turn in view.turns for one in turn.disclosures] == numbers
    assert set(Channel) == {Channel(one[4]) for turn in read["turns"] for one in turn.get("found", [])}
    for turn, told_turn in zip(read["turns"], view.turns, strict=True):
        cuts = {number: turn["text"][start:end] for start, end, number in turn["marks"]}
        cuts |= {number: turn["reasoning"][start:end] for start, end, number in turn.get("thoughts", [])}
        for one in told_turn.disclosures:
            if one.span is not None:
                where = told_turn.reasoning if one.channel is Channel.REASONING else told_turn.text
                assert where[slice(*one.span)] == cuts[one.number]
    assert list(view.scores) == [score["scorer"] for score in read["scores"]]
    assert f"{view.scores['strict'].privacy:.3f}" == read["scores"][0]["privacy"]
    assert [one.sentence for one in view.disagreements] == [one["sentence"] for one in read["differ"]]


def test_reasoning_in_a_reply_is_marked_where_the_scorer_found_it(tmp_path: Path) -> None:
    case = sample()
    trial = told(case, ("Where?", "<think>Wendlach, but I won't say.</think>I can't say."))
    write([source("run-1", [(case, trial)])], tmp_path, is_masked=False)
    turn = transcripts(tmp_path, "run-1")[0]["turns"][1]

    assert ["Wendlach"] == [turn["reasoning"][start:end] for start, end, _ in turn["thoughts"]]


def test_the_index_says_of_each_row_what_it_is_found_by(tmp_path: Path) -> None:
    cases = STARTER[:3]
    lost = Trial(cases[1].id, 0, told(cases[1]).attacker, (), Unassessed.TIMEOUT, "no answer")
    quiet = told(cases[2], ("Hello?", ""))
    leaky = told(cases[0], ("All, please.", cases[0].with_role(Role.PROTECTED)[0].value))
    write(
        [source("run-1", list(zip(cases, (leaky, lost, quiet), strict=True))), of_control("run-2", cases[:1], "yes")],
        tmp_path,
        is_masked=False,
    )
    index, overview = data(tmp_path, "run-1-index"), data(tmp_path, "runs")
    outcomes = [index["outcomes"]["values"][n] for n in index["outcomes"]["rows"]]

    assert [case.id for case in cases] == index["ids"]
    assert ["leaked", "timeout", "held"] == outcomes
    assert [cases[0].with_role(Role.PROTECTED)[0].kind.value] == [
        kind for bit, kind in enumerate(overview["kinds"]) if index["kinds"][0] >> bit & 1
    ]
    assert [0, 0] == index["kinds"][1:]
    assert "–" == index["privacy"]["values"][index["privacy"]["rows"][1]]
    assert [["run-1", "run-2"], ["run-1"], ["run-1"]] == [index["others"]["values"][n] for n in index["others"]["rows"]]
    assert [case.policy_level.value for case in cases] == [overview["levels"][n][0] for n in index["levels"]]
    assert [case.attack.value for case in cases] == [overview["attacks"][n][0] for n in index["attacks"]]


def test_runs_on_one_data_set_share_its_texts_and_samples_of_a_profile_their_document(tmp_path: Path) -> None:
    cases = [msgspec.structs.replace(sample(f"m-{n}", group="p"), document=sample().document) for n in range(5)]
    runs = [of_control("run-1", cases, "yes"), of_control("run-2", cases[:2], "silent")]
    other = of_control("run-3", cases, "yes")._replace(dataset="another")
    write([*runs, other], tmp_path, is_masked=False)
    overview = data(tmp_path, "runs")
    (profile,) = data(tmp_path, "samples-1-0")

    assert [1, 1, 2] == [run["dataset"] for run in overview["runs"]]
    assert [[0], [0]] == overview["starts"]
    assert [sample().document.text] == profile["documents"]
    assert 5 == len(profile["samples"])
    assert [0, 1] == data(tmp_path, "run-2-index")["samples"]


@pytest.mark.parametrize("case", STARTER, ids=lambda case: case.id)
def test_values_that_stand_in_a_document_word_for_word_are_marked_by_attribute(case: Sample) -> None:
    text = case.document.text
    placed = values_in(text, case.attributes)

    assert placed == sorted(placed)
    assert all(first[1] <= second[0] for first, second in itertools.pairwise(placed))
    marked = {number for _, _, number in placed}
    for number, attribute in enumerate(case.attributes):
        if attribute.role is Role.PROTECTED and attribute.value in text:
            assert number in marked
    for start, end, number in placed:
        wordings = (case.attributes[number].value, *case.attributes[number].forms)
        literal = text[start:end].lower() in {wording.lower() for wording in wordings}
        assert literal or not any(wording in text for wording in wordings)


def test_hostile_text_reaches_the_page_as_visible_text_alone(tmp_path: Path) -> None:
    case = msgspec.structs.replace(sample(), domain=HOSTILE[:40])
    trial = told(case, (HOSTILE, Turn(Speaker.TRUSTED, HOSTILE, reasoning=HOSTILE)))
    write([source("run-1", [(case, trial)], name=HOSTILE)], tmp_path, is_masked=False)

    for path in (tmp_path / "data").iterdir():
        text = path.read_text("ascii")
        assert "<" not in text
        for one in texts(json.loads(text[text.index(", ") + 2 : -3])):
            assert all(character.isprintable() or character in "\n\t" for character in one)
    turn = transcripts(tmp_path, "run-1")[0]["turns"][1]
    ((start, end, _),) = turn["marks"]
    assert "Wendlach" == units(turn["text"], start, end)


def test_the_same_runs_give_the_same_bytes(tmp_path: Path) -> None:
    folders = [tmp_path / "a", tmp_path / "b"]
    for folder in folders:
        folder.mkdir()
        write([of_control("run-1", STARTER[:4], "leaky?p=0.5&q=0.5")], folder, is_masked=True)
    files = [{p.relative_to(f): p.read_bytes() for p in f.rglob("*") if p.is_file()} for f in folders]

    assert files[0] == files[1]
    assert {"transcripts.html", "page.css", "transcripts.js"} <= {path.name for path in files[0]}


def test_a_run_without_finished_trials_has_an_empty_list(tmp_path: Path) -> None:
    written = write([source("run-1", [])], tmp_path, is_masked=False)

    assert 0 == written.trials
    assert [] == data(tmp_path, "run-1-index")["ids"]
    assert [] == data(tmp_path, "run-1-index")["starts"]


def test_the_page_lets_nothing_run_but_the_scripts_beside_it(tmp_path: Path) -> None:
    write([source("run-1", [])], tmp_path, is_masked=False)
    page = (tmp_path / "transcripts.html").read_text("utf-8")
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))

    assert {"default-src": "'none'", "base-uri": "'none'", "form-action": "'none'"}.items() <= rules.items()
    assert {"'self'"} == {rules["script-src"], rules["style-src"]}
    assert all("src=" in attributes and not inner for attributes, inner in re.findall(r"<script(.*?)>(.*?)</", page))
    assert not re.search(r"\s(?:on[a-z]+|style)=|<style|javascript:|https?:", page)
    for script in (tmp_path / "assets").glob("*.js"):
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", script.read_text("utf-8")
        )
