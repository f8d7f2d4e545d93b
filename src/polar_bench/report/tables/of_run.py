"""The tables of one run: all that `analysis.analyse` has, each number in one place.

A cell without a sample shows a dash and n 0. A part that the data set doesn't have (released data has no core) and what
wasn't asked for (repeats, guesses) have no table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from polar_bench.analysis.course import Course
from polar_bench.analysis.evidence import Evidence
from polar_bench.analysis.intervals import Estimate
from polar_bench.analysis.parts import Part, PartSurface
from polar_bench.analysis.repeated import EverLeaked
from polar_bench.analysis.surface import MAX_UNASSESSED, Figures, ScorerSummary, Summary
from polar_bench.analysis.tradeoff import AtWeight
from polar_bench.report.labels import ALL, attack_label, level_label
from polar_bench.report.numbers import share
from polar_bench.report.subject import ReportedRun
from polar_bench.report.tables.table import Row, Table
from polar_bench.sample import Attack, PolicyLevel
from polar_bench.scoring.score import Channel

FIGURES = ("privacy", "utility", "overall")
INTERVALS = "Means over samples, with 95% intervals clustered by profile."


def tables(run: ReportedRun, scorer: str) -> list[Table]:
    """Return the tables of `run`; headline and bounds by every scorer, the rest by `scorer`."""
    summary = run.analysis.summary
    chosen, beside = summary.scorers[scorer], run.analysis.scorers[scorer]
    return [
        headline(summary, scorer),
        bounds(summary, scorer),
        *surfaces(chosen),
        _by("levels", "Policy levels", "level", {level_label(PolicyLevel(k)): v for k, v in chosen.levels.items()}),
        _by("attacks", "Attacks", "attack", {attack_label(Attack(k)): v for k, v in chosen.attacks.items()}),
        _by("domains", "Domains", "domain", chosen.domains),
        _kinds(beside.kinds),
        *_parts(beside.core, beside.focus, beside.contested),
        *_course(beside.courses),
        weights(beside.weights),
        *_repeated(summary, beside.ever_leaked),
        outcomes(summary),
        *_flags(summary),
        _samples(chosen),
        _channels(chosen.evidence),
        *_wrong_yes(chosen.evidence, beside.wrong_yes),
        _disagreements(summary),
        *_tokens(summary),
    ]


def headline(summary: Summary, scorer: str) -> Table:
    """Return the three figures by every scorer, `scorer` first; they are withheld above 5% unassessed."""
    note = f"{INTERVALS} Overall is lambda * privacy + (1 - lambda) * utility."
    if summary.headline_withheld:
        note = (
            f"No headline: {share(summary.trials.unassessed_share)} of the trials are unassessed, more than "
            f"{share(MAX_UNASSESSED)}. The bounds say what the missing ones could do."
        )
    own = {name: summary.scorers[name].headline for name in _first(scorer, summary)}
    rows = [Row(name, (each.privacy, each.utility, each.overall, each.overall.n)) for name, each in own.items()]
    return Table("headline", "Headline", note, "scorer", (*FIGURES, "samples"), tuple(rows))


def bounds(summary: Summary, scorer: str) -> Table:
    """Return what the headline could be, had every unassessed trial scored 0 or 1, by every scorer."""
    rows = []
    for name in _first(scorer, summary):
        own = summary.scorers[name].bounds
        rows.append(Row(name, (own.privacy, own.utility, own.overall)))
    note = "The headline, had every unassessed trial scored 0 (at worst) or 1 (at best). These are no intervals."
    return Table("bounds", "Bounds", note, "scorer", FIGURES, tuple(rows))


def surfaces(chosen: ScorerSummary) -> list[Table]:
    """Return the three 5x5 surfaces with their margins."""
    return [
        surface("privacy", "Privacy", chosen, lambda own: own.privacy),
        surface("utility", "Utility", chosen, lambda own: own.utility),
        surface("overall", "Overall", chosen, lambda own: own.overall),
    ]


def surface(name: str, title: str, chosen: ScorerSummary, pick: Callable[[Figures], Estimate]) -> Table:
    """Return one figure over policy levels (rows) and attacks (columns), with their margins."""
    rows = [
        Row(
            level_label(level),
            (*(pick(chosen.cells[level][attack]) for attack in Attack), pick(chosen.levels[level])),
        )
        for level in PolicyLevel
    ]
    rows.append(Row(ALL, (*(pick(chosen.attacks[attack]) for attack in Attack), pick(chosen.headline))))
    note = f"{title} by policy level and attack. {INTERVALS} n is the number of samples; a dash is a cell without any."
    note += withheld_note(pick(chosen.headline))
    return Table(name, title, note, "level", surface_columns(), tuple(rows), is_surface=True)


def withheld_note(over_all: Estimate) -> str:
    """Return the sentence that says why a mean over all samples isn't there, or "" where it is or there is none."""
    if over_all.mean is None and over_all.n:
        return " Means over all samples are withheld, as the headline is: too many trials are unassessed."
    return ""


def surface_columns() -> tuple[str, ...]:
    """Return the heads of a surface's columns: the attacks, then all."""
    return (*(attack_label(attack) for attack in Attack), ALL)


def weights(curve: tuple[AtWeight, ...]) -> Table:
    """Return overall under each weight of privacy."""
    rows = tuple(Row(f"{each.weight:.1f}", (each.overall, each.overall.n)) for each in curve)
    note = f"Overall where privacy has the weight lambda and utility the rest. {INTERVALS}"
    note += withheld_note(curve[0].overall)
    return Table("weights", "Overall by lambda", note, "lambda", ("overall", "samples"), rows)


def outcomes(summary: Summary) -> Table:
    """Return what became of the trials: attempted, scored, and unassessed by reason."""
    counts = summary.trials
    told = {"attempted": counts.attempted, "scored": counts.scored, "unassessed": counts.attempted - counts.scored}
    told.update({f"unassessed: {reason}": count for reason, count in counts.unassessed.items()})
    rows = [Row(name, (count, count / counts.attempted if counts.attempted else None)) for name, count in told.items()]
    note = "Unassessed trials are in no mean: a failure of the infrastructure is not a score."
    if summary.s5_set_aside:
        rows.append(Row("S5 set aside", (summary.s5_set_aside, summary.s5_set_aside / counts.attempted)))
        note += " Scripted trials of S5 are set aside, since they are not pooled with adaptive ones."
    return Table("outcomes", "Outcomes of the trials", note, "outcome", ("trials", "share"), tuple(rows))


def _first(scorer: str, summary: Summary) -> list[str]:
    return sorted(summary.scorers, key=lambda name: name != scorer)


def _by(name: str, title: str, corner: str, own: Mapping[str, Figures]) -> Table:
    rows = tuple(Row(key, (each.privacy, each.utility, each.overall, each.overall.n)) for key, each in own.items())
    return Table(name, title, INTERVALS, corner, (*FIGURES, "samples"), rows)


def _kinds(kinds: Mapping[str, Part]) -> Table:
    note = f"The share of a sample's attributes of one kind, over the samples that have any. {INTERVALS}"
    return _part_table("kinds", "Attribute kinds", note, "kind", kinds)


def _parts(core: PartSurface, focus: PartSurface, contested: PartSurface) -> Iterator[Table]:
    for name, title, part, note in (
        ("core", "The core", core, "The attributes with the same role at every level, so that levels compare."),
        ("focus", "Each level's focus", focus, "The attributes that the level's own mechanism decides."),
        (
            "contested",
            "The contested attribute",
            contested,
            "The attribute that P5's task makes matter, by level.",
        ),
    ):
        if part.all.privacy.n or part.all.utility.n:
            own = {level_label(PolicyLevel(level)): each for level, each in part.levels.items()}
            yield _part_table(name, title, f"{note} {INTERVALS}", "level", {**own, ALL: part.all})


def _part_table(name: str, title: str, note: str, corner: str, parts: Mapping[str, Part]) -> Table:
    rows = tuple(Row(key, (own.privacy, own.privacy.n, own.utility, own.utility.n)) for key, own in parts.items())
    columns = ("privacy", "samples (privacy)", "utility", "samples (utility)")
    return Table(name, title, note, corner, columns, rows)


def _course(courses: Mapping[str, Course] | None) -> Iterator[Table]:
    if courses is None:
        return
    course = courses["all"]
    within = {each.replies: each for each in course.within}
    rows = [
        Row(str(reply), (course.first.get(reply, 0), each.any_protected, each.protected, each.task))
        for reply, each in within.items()
    ]
    rows.append(Row("never", (course.never, None, None, None)))
    note = (
        "Trials by the reply in which the first protected attribute came out, and what was out by then: the share of "
        f"samples with any protected attribute out, and the mean shares of attributes. {INTERVALS}"
    )
    note += withheld_note(course.within[0].protected) if course.within else ""
    columns = ("first disclosures", "any protected", "protected", "task")
    yield Table("first-disclosure", "First disclosure", note, "reply", columns, tuple(rows))


def _repeated(summary: Summary, leaked: tuple[EverLeaked, ...]) -> Iterator[Table]:
    if leaked:
        rows = tuple(Row(str(each.k), (each.attributes, each.samples, each.samples.n)) for each in leaked)
        note = f"What came out at least once where the same sample is played k times. {INTERVALS}"
        note += withheld_note(leaked[0].attributes)
        columns = ("protected attributes", "samples with any", "samples")
        yield Table("ever-leaked", "Ever leaked in k repeats", note, "repeats", columns, rows)
    if summary.repeats.samples:
        own = summary.repeats
        rows = (
            Row("played more than once", (own.samples,)),
            Row("every repeat the same, word for word", (own.identical,)),
        )
        note = "At temperature 0 repeats often come back identical; such repeats add nothing."
        yield Table("repeats", "Repeats", note, "repeats", ("samples",), rows)


def _flags(summary: Summary) -> Iterator[Table]:
    if summary.trials.flags:
        rows = tuple(Row(flag, (count,)) for flag, count in summary.trials.flags.items())
        note = "Trials in which something about a turn is worth knowing; they are scored all the same."
        yield Table("flags", "Flagged trials", note, "flag", ("trials",), rows)


def _samples(chosen: ScorerSummary) -> Table:
    rows = [
        Row(
            level_label(level),
            (*(chosen.cells[level][attack].overall.n for attack in Attack), chosen.levels[level].overall.n),
        )
        for level in PolicyLevel
    ]
    rows.append(Row(ALL, (*(chosen.attacks[attack].overall.n for attack in Attack), chosen.headline.overall.n)))
    note = "Scored samples of each cell."
    return Table("samples", "Scored samples", note, "level", surface_columns(), tuple(rows))


def _channels(evidence: Evidence) -> Table:
    rows = tuple(
        Row(channel.value, (evidence.protected[channel], evidence.task[channel], "yes" if channel.is_counted else "no"))
        for channel in Channel
    )
    note = "Attributes by the way in which they came out, trial by trial; those that aren't counted are in no figure."
    return Table("channels", "Channels", note, "channel", ("protected", "task", "counted"), rows)


def _wrong_yes(evidence: Evidence, rate: Estimate) -> Iterator[Table]:
    if evidence.wrong_guesses:
        rows = (Row("wrong guesses", (evidence.wrong_guesses, evidence.wrong_yes, rate, rate.n)),)
        note = "How often a wrong yes/no guess got a yes: an agent that says yes to all is seen by it."
        yield Table("wrong-yes", "Yes to wrong guesses", note, "guesses", ("put", "yes", "rate", "samples"), rows)


def _disagreements(summary: Summary) -> Table:
    own = summary.disagreements
    rows = (Row("trials", (own.trials, summary.trials.scored)), Row("attributes", (own.attributes, None)))
    note = "Where the two scorers differ: in how many of the scored trials, and on how many attributes in all of them."
    return Table("disagreements", "Disagreements of the scorers", note, "of", ("differ", "scored"), rows)


def _tokens(summary: Summary) -> Iterator[Table]:
    if summary.tokens:
        rows = tuple(Row(speaker, (own["prompt"], own["reply"])) for speaker, own in summary.tokens.items())
        note = "Tokens as the endpoints counted them."
        yield Table("tokens", "Tokens", note, "speaker", ("prompt", "reply"), rows)
