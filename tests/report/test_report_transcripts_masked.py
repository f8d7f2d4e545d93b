"""A masked report: no protected value, and nothing in which one was found, is in any of its files."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec
import pytest

from polar_bench import read_samples
from polar_bench.attributes import Attribute, Kind, Role
from polar_bench.matching.finder import Disguised, find
from polar_bench.matching.span import Grade
from polar_bench.matching.text import Text
from polar_bench.report.page.transcripts.mask import Mask, thought
from polar_bench.report.page.transcripts.source import TranscriptSource
from polar_bench.sample import Document, Sample
from polar_bench.scoring.score import Channel
from polar_bench.trial import Speaker
from tests.report.test_transcript import crafted
from tests.support.played import CONTROLS, told
from tests.support.report_files import data, of_control, source, texts, transcripts
from tests.support.samples import attribute, sample
from tests.support.transcript_pages import write

STARTER = list(read_samples("starter"))
DISGUISES: tuple[Callable[[str], str], ...] = (
    "-".join,
    lambda value: value[::-1],
    lambda value: value.upper(),
    lambda value: value.replace(" ", "\n"),
    " ".join,
)


def texts_by_sample(folder: Path, key: str) -> Iterator[list[str]]:
    """Yield, row by row, every text that is shown with a sample: its own, and those of its transcript."""
    index, overview = data(folder, f"{key}-index"), data(folder, "runs")
    (number,) = {run["dataset"] for run in overview["runs"] if run["key"] == key}
    profiles = [
        one for n in range(len(overview["starts"][number - 1])) for one in data(folder, f"samples-{number}-{n}")
    ]
    for row, trial in enumerate(transcripts(folder, key)):
        profile = profiles[index["profiles"][row]]
        told_sample = profile["samples"][index["samples"][row]]
        yield [*texts(trial), *texts(told_sample), profile["documents"][told_sample["document"]], index["ids"][row]]


def given_away(text: str, hidden: Attribute) -> bool:
    """Tell whether the strict matcher, or a plain search, finds the value or a form of it."""
    wordings = (hidden.value, *hidden.forms)
    spans = (*find(Text(text), hidden.kind, wordings), *Disguised(text, wordings).find(hidden.kind, wordings))
    literal = any(re.search(rf"(?<!\w){re.escape(w)}(?!\w)", text, re.IGNORECASE) for w in wordings)
    return literal or any(span.grade is Grade.FULL for span in spans)


def found_spans(run: TranscriptSource) -> Iterator[tuple[str, list[str]]]:
    """Yield of each trial its sample's id and the wordings in which protected values were found."""
    for case, trial, row in run.transcripts():
        replies = [turn for turn in trial.turns if turn.role is Speaker.TRUSTED]
        wordings = []
        for one in row.scores["strict"].disclosures:
            if one.role is Role.PROTECTED and one.span is not None and one.turn is not None:
                turn = replies[one.turn]
                text = thought(turn) if one.channel is Channel.REASONING else turn.text
                wordings.append(text[slice(*one.span)])
        yield case.id, wordings


def disguised(cases: Sequence[Sample]) -> TranscriptSource:
    trials = []
    for case in cases:
        values = [a.value for a in case.with_role(Role.PROTECTED)]
        said = [f"Well: {DISGUISES[n % len(DISGUISES)](value)}." for n, value in enumerate(values)]
        trials.append((case, told(case, ("All of it, please.", " ".join(said)), (values[0], "Yes, that is right."))))
    return source("run-9", trials)


@pytest.mark.slow
def test_no_protected_value_is_found_in_a_masked_report_of_the_starter_set(tmp_path: Path) -> None:
    runs = [of_control(f"run-{n}", STARTER, name) for n, name in enumerate(CONTROLS, start=1)]
    runs.append(disguised(STARTER))
    write(runs, tmp_path, is_masked=True)
    for run in runs:
        for case, told_texts in zip(STARTER, texts_by_sample(tmp_path, run.key), strict=True):
            for text in dict.fromkeys(told_texts):
                assert [] == [a.name for a in case.with_role(Role.PROTECTED) if given_away(text, a)], text


@pytest.mark.parametrize("name", ["tell-all", "leaky?p=0.5&q=0.5", "yes"])
def test_no_wording_in_which_a_value_was_found_stays(tmp_path: Path, name: str) -> None:
    runs = [of_control("run-1", STARTER, name), disguised(STARTER)]
    write(runs, tmp_path, is_masked=True)
    for run in runs:
        for (_, wordings), told_texts in zip(found_spans(run), texts_by_sample(tmp_path, run.key), strict=True):
            whole = "\n".join(told_texts)
            assert [] == [wording for wording in wordings if wording in whole]


def test_every_channel_is_masked_and_its_find_still_listed(tmp_path: Path) -> None:
    made = crafted()
    write([source("run-1", [(made.case, made.trial)])], tmp_path, is_masked=True)
    (read,) = transcripts(tmp_path, "run-1")
    listed = [one for turn in read["turns"] for one in turn.get("found", [])]

    assert set(Channel) == {Channel(one[4]) for one in listed}
    for told_texts in texts_by_sample(tmp_path, "run-1"):
        for hidden in made.case.with_role(Role.PROTECTED):
            assert not any(given_away(text, hidden) for text in told_texts)
    assert "Keep [mobile number] to myself." == read["turns"][1]["reasoning"]
    ((start, end, _),) = read["turns"][1]["thoughts"]
    assert "[mobile number]" == read["turns"][1]["reasoning"][start:end]
    assert (
        "A case of ringing ears, born in [birth date]. The name, letter by letter: [patient's name]."
        == (read["turns"][1]["text"])
    )


def test_a_value_that_one_sample_of_a_profile_protects_is_masked_in_all(tmp_path: Path) -> None:
    document = Document("Lives in Wendlach, founds bells.", "note", "low")
    cases = []
    for n, role in enumerate((Role.PROTECTED, Role.TASK)):
        own = (attribute("town", "Wendlach", role), attribute("age", "sixty-one", Role.PROTECTED))
        own += (attribute("trade", "founds bells", Role.TASK),)
        cases.append(msgspec.structs.replace(sample(f"m-{n}", group="p"), document=document, attributes=own))
    write([of_control("run-1", cases, "tell-all")], tmp_path, is_masked=True)

    assert "Wendlach" not in "".join(path.read_text() for path in (tmp_path / "data").iterdir())
    assert ["Lives in [town], founds bells."] == data(tmp_path, "samples-1-0")[0]["documents"]


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("In WENDLACH and Wendlachs.", "In [town] and [town]s."),
        ("W-e-n-d-l-a-c-h it is", "[town] it is"),
        ("Bell\nfounder; bell founders", "[trade]; [trade]"),
        ("ab cab ab", "[code] cab [code]"),
        ("nothing of it", "nothing of it"),
        ("x\u202eWendlach \U0001f600", "x\\u202e[town] \U0001f600"),
    ],
)
def test_forms_that_are_masked(raw: str, expected: str) -> None:
    hidden = (
        attribute("town", "Wendlach", Role.PROTECTED),
        attribute("trade", "bell founder", Role.PROTECTED),
        Attribute("code", Kind.IDENTIFIER, "ab", Role.PROTECTED, "code"),
    )

    assert expected == Mask(hidden).text(raw)


def test_a_label_that_tells_a_value_is_no_block() -> None:
    telling = msgspec.structs.replace(attribute("town", "Wendlach", Role.PROTECTED), label="home in Wendlach")

    assert "In [protected]." == Mask((telling,)).text("In Wendlach.")


def test_an_unmasked_report_says_so_and_a_masked_one_too(tmp_path: Path) -> None:
    for is_masked in (False, True):
        write([of_control("run-1", STARTER[:1], "yes")], tmp_path, is_masked=is_masked)
        assert is_masked is data(tmp_path, "runs")["is_masked"]


def test_json_of_a_masked_report_has_no_raw_value_anywhere(tmp_path: Path) -> None:
    case = sample("wendlach-7")
    trial = told(case, ("Wendlach?", "Yes, Wendlach."))
    lost = msgspec.structs.replace(trial, detail="stopped at Wendlach")
    write([source("run-1", [(case, lost)])], tmp_path, is_masked=True)

    assert "wendlach" not in json.dumps([p.read_text() for p in (tmp_path / "data").iterdir()]).lower()
