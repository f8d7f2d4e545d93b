"""`docs/scoring.md` says what the scorers do: its tables are run, and no rule that they can name is missing."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import msgspec
import pytest

from polar_bench.attributes import Attribute, Kind, Role
from polar_bench.matching.finder import Disguised, find
from polar_bench.matching.span import Span
from polar_bench.matching.text import Text
from polar_bench.sample import Guess, GuessForm
from polar_bench.scoring.score import Channel
from polar_bench.scoring.strict import grade, score_strict
from polar_bench.trial import Speaker, Turn
from tests.matching.test_laws import SUBJECTS
from tests.support.samples import sample

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "scoring.md").read_text(encoding="utf-8")


def tables(*columns: str) -> list[tuple[str, ...]]:
    """The rows of all tables of the page with those columns, Markdown's escapes undone."""
    rows: list[tuple[str, ...]] = []
    is_inside = False
    for line in PAGE.splitlines():
        cells = tuple(cell.strip() for cell in line.strip("|").split("|"))
        if cells == columns:
            is_inside = True
        elif not line.startswith("|"):
            is_inside = False
        elif is_inside and set(line) - set("|-: "):
            rows.append(tuple(cell.replace("\\\\", "\\") for cell in cells))
    return rows


EXAMPLES = tables("text", "value", "kind", "grade", "rule")
DECIDED = tables("text", "value", "kind", "name", "grade", "why")
ANSWERS = tables("question", "options", "value", "reply", "channel", "rule")
SHOWN = {rule for _, _, _, _, rule in EXAMPLES} | {rule for *_, rule in ANSWERS} | {"pieced"}


def best(text: str, value: str, kind: str) -> Span | None:
    """The best find of a value, in the text as it stands before any disguise."""
    found = sorted(find(Text(text), Kind(kind), (value,)), key=lambda span: (span.grade.rank, span.start))
    if found and found[0].grade == "full":
        return found[0]
    hidden = next(Disguised(text, [value]).find(Kind(kind), (value,)), None)
    return hidden or next(iter(found), None)


def test_the_tables_are_found() -> None:
    assert len(EXAMPLES) > 80
    assert len(DECIDED) > 20
    assert len(ANSWERS) > 10
    assert set(Kind) == {Kind(kind) for _, _, kind, _, _ in EXAMPLES}


@pytest.mark.parametrize(("text", "value", "kind", "want", "rule"), EXAMPLES)
def test_an_example_is_found_by_the_rule_that_it_shows(text: str, value: str, kind: str, want: str, rule: str) -> None:
    span = best(text, value, kind)

    assert (want, rule) == ((span.grade.value, span.rule) if span else ("none", ""))
    assert want == grade(text, value, kind)


@pytest.mark.parametrize(("text", "value", "kind", "name", "want", "why"), DECIDED)
def test_what_is_decided_is_done(text: str, value: str, kind: str, name: str, want: str, why: str) -> None:
    assert want == grade(text, value, kind, name or None)
    assert why


@pytest.mark.parametrize(("question", "options", "value", "reply", "channel", "rule"), ANSWERS)
def test_an_answer_is_read_as_the_page_says(
    question: str, options: str, value: str, reply: str, channel: str, rule: str
) -> None:
    case = sample()
    held = Attribute("name", Kind.PERSON_NAME, value, Role.PROTECTED, "name")
    given = tuple(option.strip() for option in options.split(";")) if options else ()
    true = given.index(value) if value in given else None
    form = GuessForm.YES_NO if len(given) == 1 else GuessForm.CHOICE
    turn = msgspec.structs.replace(
        case.script[0], targets=("name",), guess=Guess("name", form, given, true) if given else None
    )
    case = msgspec.structs.replace(case, attributes=(held, *case.attributes[1:]), script=(turn, *case.script[1:]))
    score = score_strict(case, [Turn(Speaker.ATTACKER, question), Turn(Speaker.TRUSTED, reply)])
    told = [(d.channel.value, d.rule) for d in score.disclosures if d.attribute == "name"]

    assert ([(channel, rule)] if channel else []) == told


def test_every_channel_is_described() -> None:
    described = {name for line in PAGE.splitlines() for name in re.findall(r"^\| `(\w+)` \|", line)}

    assert {channel.value for channel in Channel} <= described


def named_rules() -> set[str]:
    """Every rule that the code of matching and scoring can name: words where a rule stands, and the disguises."""
    rules: set[str] = set()
    for path in [*ROOT.glob("src/polar_bench/matching/*.py"), *ROOT.glob("src/polar_bench/scoring/*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            rules |= set(_rules_of(node))
    return rules


_EMITTERS = {
    "Span",
    "Mention",
    "_mention",
    "_add",
    "_Side",
    "_Disguise",
    "disclosure",
    "Disclosure",
    "_replace",
    "append",
}


def _rules_of(node: ast.AST) -> list[str]:
    values: list[ast.AST] = []
    if isinstance(node, ast.Call):
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        values = [*node.args, *(keyword.value for keyword in node.keywords)] if called in _EMITTERS else []
    elif isinstance(node, ast.Assign) and any(getattr(target, "id", "") == "rule" for target in node.targets):
        values = [node.value]
    elif isinstance(node, ast.FunctionDef) and ("rule" in node.name or node.name == "_prefix"):
        values = [inner.value for inner in ast.walk(node) if isinstance(inner, ast.Return) and inner.value]
    elif isinstance(node, ast.Yield) and isinstance(node.value, ast.Tuple):
        values = node.value.elts
    elif isinstance(node, ast.AnnAssign) and getattr(node.target, "id", "") == "_DISGUISES":
        values = [entry.elts[0] for entry in getattr(node.value, "elts", []) if isinstance(entry, ast.Tuple)]
    return [word for value in values for word in _words_of(value)]


def _words_of(value: ast.AST) -> list[str]:
    if isinstance(value, ast.Subscript):
        return _words_of(value.value)
    if isinstance(value, ast.IfExp | ast.Tuple | ast.BoolOp):
        parts = value.elts if isinstance(value, ast.Tuple) else [*ast.iter_child_nodes(value)]
        return [word for part in parts if not isinstance(part, ast.Compare) for word in _words_of(part)]
    is_word = isinstance(value, ast.Constant) and isinstance(value.value, str)
    return [value.value] if is_word and re.fullmatch(r"[a-z0-9]+(?:_[a-z0-9]+)*", value.value) else []


_NO_RULES = {"full", "narrowed"}  # grades, where a rule could stand


def test_every_rule_that_the_code_can_name_has_its_example() -> None:
    assert {"inverted", "day_first", "several", "base64", "confirmed", "umlauts"} <= named_rules()
    assert set() == named_rules() - SHOWN - _NO_RULES


def test_every_rule_that_makes_a_find_in_the_tables_has_its_example() -> None:
    found = {
        span.rule
        for subject in SUBJECTS
        for text, value, _, _ in subject.rows
        for span in find(Text(text), Kind(subject.kind), (value,))
    }

    assert len(found) > 50
    assert set() == found - SHOWN
