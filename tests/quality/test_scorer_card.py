"""Case files and the card made of them: every fault is named, every figure can be counted by hand."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from polar_bench.attributes import Kind
from polar_bench.errors import DataError, SetupError
from polar_bench.quality.case_file import Cases, MatchingCase, MatchingWant, Place, read_cases
from polar_bench.quality.scorer_card import Figures, below, judge
from polar_bench.report.card import page

ROOT = Path(__file__).resolve().parents[2]
OWN = ROOT / "cases"
SHARED = ROOT.parent / "shared" / "cases"

GOOD: dict[str, object] = {"kind": "money", "value": "CHF 5'290", "text": "It is CHF 5,290.", "want": "full"}
REPLY: dict[str, object] = {
    "question": "Is it Orrin?",
    "options": ["Orrin"],
    "value": "Orrin",
    "reply": "Yes.",
    "want": "full",
}
ROWS: list[dict[str, object]] = [
    GOOD,
    {**GOOD, "text": "It is EUR 5,290."},  # strict misses a full
    {**GOOD, "text": "5290 francs", "want": "none"},  # strict finds too much
    {**GOOD, "text": "It is CHF 5,291.", "want": "none"},
    {"kind": "person_name", "value": "Ida Kern", "text": "Ida called.", "want": "partial"},
    {"kind": "person_name", "value": "Ida Kern", "text": "Nobody called.", "want": "partial"},
    {"kind": "person_name", "value": "Ida Kern", "text": "Kern, Ida", "want": "full"},  # paper misses it
]


def write(folder: Path, *rows: Mapping[str, object] | str, name: str = "own.jsonl") -> Path:
    path = folder / name
    lines = [row if isinstance(row, str) else json.dumps(row, ensure_ascii=False) for row in rows]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def faults(folder: Path, *rows: Mapping[str, object] | str) -> list[str]:
    with pytest.raises(DataError) as error:
        read_cases([write(folder, *rows)])
    return [line.replace(f"{folder}/", "") for line in str(error.value).split("\n")[1:]]


def without(row: Mapping[str, object], key: str) -> dict[str, object]:
    return {k: v for k, v in row.items() if k != key}


def test_rows_are_read_in_order_with_their_places(tmp_path: Path) -> None:
    path = write(tmp_path, GOOD, "", REPLY, {**GOOD, "text": "no", "want": "none", "name": "pay"})
    cases = read_cases([path])

    assert [1, 4] == [row.place.line for row in cases.matching]
    assert [3] == [row.place.line for row in cases.confirmations]
    assert [(str(path), 3)] == [(file.name, file.rows) for file in cases.files]
    assert [None, "pay"] == [row.name for row in cases.matching]


def test_a_folder_gives_all_its_case_files_by_name_and_none_twice(tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    write(tmp_path, GOOD, name="b.jsonl")
    write(tmp_path, REPLY, name="a.jsonl")
    write(tmp_path / "more", {**GOOD, "text": "else", "want": "none"}, name="c.jsonl")
    (tmp_path / "README.md").write_text("no rows", encoding="utf-8")

    cases = read_cases([tmp_path, tmp_path / "a.jsonl"])

    assert ["a.jsonl", "b.jsonl", "more/c.jsonl"] == [
        str(Path(file.name).relative_to(tmp_path)) for file in cases.files
    ]


@pytest.mark.parametrize(
    ("row", "want"),
    [
        ("{", "own.jsonl, line 1: not JSON ("),
        ("[1]", "own.jsonl, line 1: a row is an object with keys, such as kind, value, text, want."),
        (without(GOOD, "want"), "own.jsonl, line 1: the key 'want' is missing."),
        ({**GOOD, "knid": 1}, "own.jsonl, line 1: the key 'knid' is unknown. Did you mean kind?"),
        ({**GOOD, "kind": "cash"}, "own.jsonl, line 1: 'kind' is 'cash'; it has to be one of person_name, email,"),
        ({**GOOD, "want": "ful"}, "own.jsonl, line 1: 'want' is 'ful'; it has to be one of full, partial, none."),
        ({**GOOD, "want": "narrowed"}, "own.jsonl, line 1: 'want' is 'narrowed'; it has to be one of full, partial,"),
        ({**GOOD, "value": " "}, "own.jsonl, line 1: 'value' is empty; give the value that is looked for."),
        ({**GOOD, "text": 7}, "own.jsonl, line 1: 'text' has to be a text."),
        ({**GOOD, "paper": 1}, "own.jsonl, line 1: 'paper' has to be true or false."),
        ({**GOOD, "want": "none", "found_by": "x"}, "own.jsonl, line 1: 'found_by' names a rule, but 'want' is none;"),
        (without(REPLY, "reply"), "own.jsonl, line 1: the key 'reply' is missing."),
        ({**REPLY, "options": []}, "own.jsonl, line 1: 'options' is empty; list what the question put"),
        ({**REPLY, "options": ["a", 1]}, "own.jsonl, line 1: 'options' has to be a list of texts."),
        ({**REPLY, "want": "partial"}, "own.jsonl, line 1: 'want' is 'partial'; it has to be one of full, narrowed,"),
        ({**REPLY, "true": 1}, "own.jsonl, line 1: 'true' is 1, but 'options' are numbered from 0 to 0."),
        ({**REPLY, "true": True}, "own.jsonl, line 1: 'true' has to be a whole number."),
        (
            {**REPLY, "form": "yes_no", "options": ["a", "b"]},
            "own.jsonl, line 1: 'form' is yes_no, but 'options' has 2",
        ),
    ],
)
def test_a_row_that_cannot_be_used_is_named(tmp_path: Path, row: Mapping[str, object] | str, want: str) -> None:
    [fault] = faults(tmp_path, row)
    assert fault.startswith(want)


def test_every_fault_of_every_row_is_named_at_once(tmp_path: Path) -> None:
    found = faults(tmp_path, {**GOOD, "kind": "cash", "want": "ful"}, GOOD, "{", {**GOOD, "want": "none"})

    assert [1, 1, 3, 4] == [int(fault.split("line ")[1].split(":")[0]) for fault in found]
    assert found[-1].endswith(" wants full, this one none; keep one.")


@pytest.mark.parametrize("name", ["nowhere", "empty"])
def test_a_path_without_case_files_says_what_to_give(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(SetupError, match="give case files"):
        read_cases([tmp_path / name])


def test_half_a_character_and_a_byte_order_mark_are_read(tmp_path: Path) -> None:
    path = tmp_path / "own.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps({**GOOD, "text": "half \ud83d", "want": "none"}).encode() + b"\r\n")
    card = judge(read_cases([path]))

    assert "half \ud83d" == read_cases([path]).matching[0].text
    assert () == tuple(c for c in card.confusions if c.scorer == "strict")


def test_figures_can_be_counted_by_hand(tmp_path: Path) -> None:
    card = judge(read_cases([write(tmp_path, *ROWS, REPLY, {**REPLY, "reply": "I can't say.", "want": "full"})]))
    names, money = card.kinds

    assert ("money", 4, 2, 0, 2) == (money.name, money.rows, money.full, money.part, money.none)
    assert Figures(2, 2, 1, 0.5, 0.5, 0, 0) == money.scorers["strict"]
    assert Figures(1, 1, 1, 1.0, 1.0, 2, 1) == names.scorers["strict"]
    assert Figures(1, 0, 0, None, 0.0, 2, None) == names.scorers["paper"]
    assert card.confirmations is not None
    assert Figures(2, 1, 1, 1.0, 0.5, 0, 0) == card.confirmations.scorers["strict"]
    assert ["strict"] == list(card.confirmations.scorers)
    assert [("money", 2), ("money", 3), ("person_name", 6), ("confirmations", 9)] == sorted(
        ((c.section, c.place.line) for c in card.confusions if c.scorer == "strict"), key=lambda pair: pair[1]
    )


def test_what_a_row_states_beside_its_want_is_listed_and_in_no_figure(tmp_path: Path) -> None:
    rows: list[dict[str, object]] = [
        {**GOOD, "found_by": "currency_before", "paper": True},
        {**GOOD, "text": "5290 francs", "found_by": "currency_before", "paper": False},
        {**GOOD, "text": "nothing", "found_by": "currency_before"},
    ]
    card = judge(read_cases([write(tmp_path, *rows)]))

    assert [("strict", 2, "currency_after"), ("paper", 2, "full")] == [
        (m.scorer, m.place.line, m.got) for m in card.mismatches
    ]
    bare = judge(read_cases([write(tmp_path, *({k: row[k] for k in GOOD} for row in rows))]))
    assert (card.kinds, card.total) == (bare.kinds, bare.total)


def test_below_names_each_measure_under_the_limit(tmp_path: Path) -> None:
    card = judge(read_cases([write(tmp_path, *ROWS)]))

    assert [
        "money: precision of strict is 0.5000, below 0.9.",
        "money: recall of strict is 0.5000, below 0.9.",
    ] == below(card, 0.9)
    assert [] == below(card, 0.5)


@given(st.data())
def test_counts_of_all_are_the_sums_of_the_kinds_and_of_the_confusions(data: st.DataObject) -> None:
    texts = st.sampled_from(["CHF 5,290", "EUR 5290", "Ida", "Kern, Ida", "Ida Kern", "12 weeks", "nothing"])
    values = st.sampled_from(
        [("money", "CHF 5'290"), ("person_name", "Ida Kern"), ("quantity", "12 weeks"), ("category", "Ida")]
    )
    drawn = data.draw(st.lists(st.tuples(values, texts, st.sampled_from(MatchingWant)), min_size=1, max_size=12))
    rows = tuple(
        MatchingCase(Place("f", at), Kind(kind), value, text, want)
        for at, ((kind, value), text, want) in enumerate(drawn)
    )
    card = judge(Cases((), rows, ()))

    assert card.total is not None
    for scorer in ("strict", "paper"):
        total, each = card.total.scorers[scorer], [kind.scorers[scorer] for kind in card.kinds]
        own = [c for c in card.confusions if c.scorer == scorer]
        assert (total.wanted, total.answered, total.right) == tuple(
            sum(getattr(figures, field) for figures in each) for field in ("wanted", "answered", "right")
        )
        assert total.wanted - total.right == sum(c.want == "full" for c in own)
        assert total.answered - total.right == sum(c.got == "full" for c in own)
    assert len(rows) == card.total.rows == card.total.full + card.total.part + card.total.none


def test_the_page_shows_what_cannot_be_seen_and_keeps_marks_apart(tmp_path: Path) -> None:
    row = {**GOOD, "text": "`a`\n\u200b| b", "rule": "a trial"}
    text = page(judge(read_cases([write(tmp_path, row)])))

    assert "- money, missed: `CHF 5'290` in `` `a`\\n\\u200b| b `` wants full, strict says none (a trial)\n" in text


def test_a_figure_is_never_rounded_up_to_one(tmp_path: Path) -> None:
    rows = [{**GOOD, "text": f"CHF 5,290 on day {day}."} for day in range(2999)]
    text = page(judge(read_cases([write(tmp_path, *rows, {**GOOD, "text": "no"})])))

    assert "| money | 3000 | 3000 | 0 | 0 | 1.000 | 0.999 | – |" in text


@pytest.mark.skipif(not SHARED.exists(), reason="the shared case files are not here")
def test_the_shared_files_are_read_as_they_stand() -> None:
    card = judge(read_cases([SHARED / "matching.jsonl", SHARED / "confirmations.jsonl"]))

    assert card.total is not None
    assert card.confirmations is not None
    assert (2400, 400) == (card.total.rows, card.confirmations.rows)
    assert () == card.mismatches


class TestOwnCases:
    """The rows in cases/."""

    def test_the_page_is_what_the_command_would_write_now(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(ROOT)
        fresh = page(judge(read_cases([Path("cases")])))

        assert fresh == (ROOT / "docs" / "scorer-card.md").read_text(encoding="utf-8"), "run make scorer-card"

    def test_there_are_enough_rows_of_every_kind_and_answer(self) -> None:
        cases = read_cases([OWN])
        counts = Counter((row.kind, row.want) for row in cases.matching)

        assert len(cases.matching) >= 1500
        assert len(cases.confirmations) >= 150
        assert [] == [kind for kind in Kind if counts[kind, MatchingWant.FULL] < 60]
        assert [] == [kind for kind in Kind if counts[kind, MatchingWant.NONE] < 25]
        assert [] == [kind for kind in Kind if 0 < counts[kind, MatchingWant.PARTIAL] < 10]

    def test_no_row_comes_twice_and_each_stands_in_the_file_of_its_kind(self) -> None:
        cases = read_cases([OWN])
        matching = Counter((row.kind, row.value, row.text, row.name) for row in cases.matching)
        settled = Counter((row.question, row.options, row.value, row.reply) for row in cases.confirmations)

        assert [] == [key for count in (matching, settled) for key, times in count.items() if times > 1]
        assert {(kind.value, kind.value) for kind in Kind} == {
            (row.kind.value, Path(row.place.file).stem) for row in cases.matching
        }
        assert {"confirmations"} == {Path(row.place.file).stem for row in cases.confirmations}

    @pytest.mark.skipif(not SHARED.exists(), reason="the shared case files are not here")
    def test_no_row_is_a_shared_one(self) -> None:
        own, shared = read_cases([OWN]), read_cases([SHARED / "matching.jsonl", SHARED / "confirmations.jsonl"])

        assert set() == {(row.value, row.text) for row in own.matching} & {
            (row.value, row.text) for row in shared.matching
        }
        assert set() == {(row.question, row.reply) for row in own.confirmations} & {
            (row.question, row.reply) for row in shared.confirmations
        }

    def test_the_card_survives_json(self) -> None:
        card = judge(read_cases([OWN]))

        assert card == msgspec.json.decode(msgspec.json.encode(card), type=type(card))
