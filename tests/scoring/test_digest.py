"""What rows are made from: all modules that a scorer imports are in the digest, but those named as deciding none."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import polar_bench
from polar_bench.scoring.digest import deciding_files, scorers_digest

PACKAGE = Path(polar_bench.__file__).parent
# What is said of errors, and draws: no score holds either
DECIDE_NOTHING = {"errors.py", "seeding.py"}


def imported_by(path: Path) -> set[Path]:
    """The modules of the package that a module imports, wherever it does."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{each.name}" for each in node.names)]
        for name in names:
            if name.startswith("polar_bench."):
                place = PACKAGE.joinpath(*name.split(".")[1:])
                found |= {each for each in (place.with_suffix(".py"), place / "__init__.py") if each.exists()}
    return found


def test_every_module_that_a_scorer_imports_is_in_the_digest() -> None:
    reached, left = set(), {PACKAGE / "scoring" / "rows.py"}
    while left:
        path = left.pop()
        reached.add(path)
        left |= imported_by(path) - reached
    names = {path.relative_to(PACKAGE).as_posix() for path in reached - set(deciding_files())}
    packages = {name for name in names if name.endswith("__init__.py")}

    assert names - packages == DECIDE_NOTHING
    assert len(reached) > 40


def test_the_digest_has_a_fixed_form_and_covers_words_and_kinds() -> None:
    names = {path.relative_to(PACKAGE).as_posix() for path in deciding_files()}

    assert re.fullmatch("[0-9a-f]{64}", scorers_digest())
    assert {"data/words/common.txt", "dataset/kinds.py", "model/channels.py", "attributes.py"} <= names
