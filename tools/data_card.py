"""Write the figures of the generated set into docs/data-card.md, or check that they are there.

python tools/data_card.py SET          write
python tools/data_card.py SET --check  exit status 1 where the page is stale
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from polar_bench.dataset.files import read_samples
from polar_bench.dataset.stats import stats
from polar_bench.report.stats_text import markdown

PAGE = Path(__file__).resolve().parents[1] / "docs" / "data-card.md"
BEGIN, END = "<!-- stats: begin (made by `make data-card`) -->", "<!-- stats: end -->"


def main() -> int:
    path, *options = sys.argv[1:]
    old = PAGE.read_text(encoding="utf-8")
    tables = markdown(stats(read_samples(path)))
    block = re.compile(rf"{re.escape(BEGIN)}.*{re.escape(END)}", re.DOTALL)
    new = block.sub(lambda _: f"{BEGIN}\n\n{tables}\n{END}", old)
    if "--check" in options:
        if new != old:
            print(f"{PAGE} is stale: run `make data-card` and look at what changed.", file=sys.stderr)
        return int(new != old)
    PAGE.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
