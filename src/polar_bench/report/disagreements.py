"""Where the two scorers differ, one attribute after the other, as text."""

from __future__ import annotations

from rich.text import Text

from polar_bench.attributes import Role
from polar_bench.report.marked import one_line
from polar_bench.scoring.disagreement import Disagreement

_STYLES = {Role.PROTECTED: "red", Role.TASK: "green"}


def entry(found: Disagreement, *, with_trial: bool = True) -> Text:
    """Return one disagreement: what it is about, who found it and how, and the sentence on a line of its own."""
    text = Text()
    if with_trial:
        repeat = f", repeat {found.repeat}" if found.repeat else ""
        text.append(f"{one_line(found.sample_id)} {found.policy_level}/{found.attack}{repeat}: ")
    text.append(f"{found.role} {one_line(found.attribute) or 'value'}", style=_STYLES.get(found.role, ""))
    how = f" ({found.channel}, rule {found.rule})" if found.channel else ""
    text.append(f" ({one_line(found.value)}), found by {found.found_by} alone{how}")
    where = "" if found.turn is None else f"reply {found.turn + 1}: "
    note = f"  ({one_line(found.note)})" if found.note else ""
    text.append(f"\n    {where}{one_line(found.sentence) or '(silence)'}{note}", style="dim")
    return text
