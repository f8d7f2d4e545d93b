"""Rows and sample figures that tests of the analysis make up, without a dialogue."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hypothesis import strategies as st

from polar_bench.analysis.samples import SampleFigures
from polar_bench.attributes import Attribute, Condition, Kind, Role
from polar_bench.sample import Attack, PolicyLevel, Sample
from polar_bench.scoring.rows import ScoreRow
from polar_bench.scoring.score import Disclosure, from_disclosures
from polar_bench.trial import AttackerKind
from tests.support.samples import sample

CELLS = [(level, attack) for level in PolicyLevel for attack in Attack]
SCORED = (Role.PROTECTED, Role.TASK)


def figures_of(
    privacy: float,
    utility: float = 1.0,
    *,
    identity: str,
    group: str = "g",
    cell: tuple[PolicyLevel, Attack] = CELLS[0],
    domain: str = "medical",
) -> SampleFigures:
    means = (privacy, utility, (privacy + utility) / 2)
    return SampleFigures(identity, domain, *cell, group, 1, (means,), means)


@st.composite
def runs(draw: st.DrawFn, most: int = 14) -> list[SampleFigures]:
    """Return samples of a few profiles in a few cells, scored or not."""
    made = []
    for number in range(draw(st.integers(0, most))):
        kept, told = draw(st.integers(0, 6)) / 6, draw(st.integers(0, 5)) / 5
        cell, group = draw(st.sampled_from(CELLS[:7])), f"g{draw(st.integers(0, 4))}"
        one = figures_of(kept, told, identity=f"s{number:02d}", group=group, cell=cell)
        if draw(st.integers(0, 4)) == 0:
            one = SampleFigures(one.sample_id, one.domain, one.level, one.attack, one.group, 1, (), None)
        made.append(one)
    return made


def profile(name: str, *, first: int = 0, is_swapped: bool = False) -> list[Sample]:
    """Return a profile at all five levels, each under another attack, in the small: 3 protected, 3 task attributes.

    Always closed: name and town. Open: topic. A pair, phone and mail, of which P3 closes by condition the one that is
    open elsewhere where `is_swapped`. Pay is open, and at P4 its band alone, while the town rests. P5 contests the
    town.
    """
    made = []
    for place, level in enumerate(PolicyLevel):
        swaps = is_swapped and level is PolicyLevel.P3
        is_p3, is_p4 = level is PolicyLevel.P3, level is PolicyLevel.P4
        phone, mail = (Role.TASK, Role.PROTECTED) if swaps else (Role.PROTECTED, Role.TASK)
        condition = Condition("fact", "it is so", True) if is_p3 else None
        attributes = (
            _attribute("name", Kind.PERSON_NAME, Role.PROTECTED),
            _attribute(
                "town", Kind.CATEGORY, Role.PERMITTED if is_p4 else Role.PROTECTED, contested=level is PolicyLevel.P5
            ),
            _attribute("topic", Kind.PHRASE, Role.TASK),
            _attribute("phone", Kind.PHONE, phone, condition=condition),
            _attribute("mail", Kind.EMAIL, mail, condition=condition),
            _attribute("pay", Kind.MONEY, Role.PROTECTED if is_p4 else Role.TASK),
            _attribute("band", Kind.RANGE, Role.TASK if is_p4 else Role.PERMITTED, coarse_of="pay"),
        )
        attack = list(Attack)[(first + place) % 5]
        base = sample(f"{name}-{level}", level=level, attack=attack, group=name)
        made.append(_with(base, attributes))
    return made


def row_of(
    case: Sample,
    came_out: Iterable[str] = (),
    *,
    repeat: int = 0,
    turns: Sequence[int] | None = None,
    wrong: tuple[int, int] = (0, 0),
    attacker: AttackerKind = AttackerKind.SCRIPTED,
) -> ScoreRow:
    """Return the row of a trial in which the named attributes came out, in reply 0 or in those of `turns`."""
    by_name = {a.name: a for a in case.attributes}
    names = list(came_out)
    places = turns or [0] * len(names)
    strict = [
        Disclosure(name, by_name[name].value, by_name[name].role, turn=turn, rule="r")
        for name, turn in zip(names, places, strict=True)
        if by_name[name].role in SCORED
    ]
    paper = [Disclosure(found.attribute, found.value, found.role) for found in strict]
    scores = {
        "strict": from_disclosures(case, strict, 0.5, wrong_guesses=wrong[1], wrong_yes=wrong[0]),
        "paper": from_disclosures(case, paper, 0.5),
    }
    place = (case.domain, case.policy_level, case.attack, case.group)
    return ScoreRow(case.id, repeat, *place, attacker, 6, "", scores)


def _attribute(
    name: str,
    kind: Kind,
    role: Role,
    *,
    coarse_of: str | None = None,
    condition: Condition | None = None,
    contested: bool = False,
) -> Attribute:
    return Attribute(name, kind, f"the {name}", role, name, (), coarse_of, condition, None, contested)


def _with(base: Sample, attributes: tuple[Attribute, ...]) -> Sample:
    return Sample(
        base.id,
        base.domain,
        base.policy_level,
        base.attack,
        base.group,
        base.document,
        base.policy,
        base.task,
        base.script,
        attributes,
        base.origin,
    )
