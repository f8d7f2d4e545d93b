"""Trials a second of both scorers, and how long a whole run takes to be scored again.

    python benchmarks/bench_scoring.py [--rescore]

`strict` and `paper` score the transcripts of ../shared/cases/released_scored.jsonl (three replies and some eleven
values each) where that is there, else those of controls over the starter set. Process time of one core, in memory, the
best of several rounds, which take turns, since a machine has slow minutes:

- first: every cache is empty, as in a new process, patterns that all values share included;
- cold: no value was ever seen, as every profile of a generated set brings new ones;
- warm: every value was seen, in other replies.

With `--rescore`, `polar-bench score` on the run of a control over 7,852 samples of a generated set of full size, as a
whole command: data set and journal read, both scorers, scores and summary written, on as many processes as it takes.
"""

from __future__ import annotations

import asyncio
import functools
import gc
import itertools
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from polar_bench import Sample, Turn, read_samples, score_paper
from polar_bench.agent.controls import control
from polar_bench.dialogue import play, scripted
from polar_bench.scoring import replies, strict
from polar_bench.trial import Speaker, TrialKey

ROWS = Path(__file__).resolve().parents[2] / "shared" / "cases" / "released_scored.jsonl"
ROUNDS = 12
WANTED = 1_810  # ten times the released evaluator's rate on these rows
RUN = 7_852
CONTROL = "control/leaky?p=0.3&q=0.8"
# Kept for all values alike: patterns, word lists and what is made of units and currencies
SHARED_CACHES = frozenset(
    ("common_words", "compiled", "_whole", "_whole_place", "_pattern", "named", "initials", "german_numbers")
    + ("unit_pattern", "_rank", "_places", "_fitted_to_ascii")
)
Trials = list[tuple[Sample, list[Turn]]]


def released_trials(folder: Path) -> Trials:
    rows = [msgspec.json.decode(line) for line in ROWS.read_bytes().splitlines() if line]
    data = folder / "records.jsonl"
    data.write_bytes(b"\n".join(msgspec.json.encode(row["record"]) for row in rows))
    speakers = {"A": Speaker.TRUSTED, "B": Speaker.ATTACKER}
    transcripts = [[Turn(speakers[turn["role"]], turn["content"]) for turn in row["transcript"]] for row in rows]
    return list(zip(read_samples(data), transcripts, strict=True))


def starter_trials() -> Trials:
    async def played() -> Trials:
        trials: Trials = []
        for name in ("oracle", "tell-all", "echo", "leaky"):
            for sample in read_samples("starter"):
                trial = await play(TrialKey(sample.id, 0), control(name)(sample), scripted(sample))
                trials.append((sample, list(trial.turns)))
        return trials

    return asyncio.run(played())


def caches() -> dict[bool, list[functools._lru_cache_wrapper[object]]]:
    """Every cache of the package, by whether it holds what all values share."""
    found: dict[bool, list[functools._lru_cache_wrapper[object]]] = {True: [], False: []}
    for each in gc.get_objects():
        if isinstance(each, functools._lru_cache_wrapper) and "polar_bench" in (each.__module__ or ""):
            found[each.__name__ in SHARED_CACHES].append(each)
    return found


Scorer = Callable[[Sample, list[Turn]], object]


def best_rates(trials: Trials, measured: dict[str, tuple[Scorer, Callable[[], None]]]) -> dict[str, float]:
    """Return the trials a second of the best round of each; what is measured has a scorer, and what comes before."""
    rates = dict.fromkeys(measured, 0.0)
    for _ in range(ROUNDS):
        for name, (score, prepare) in measured.items():
            prepare()
            started = time.process_time()
            for sample, turns in trials:
                score(sample, turns)
            rates[name] = max(rates[name], len(trials) / (time.process_time() - started))
    return rates


def by_strict(sample: Sample, turns: list[Turn]) -> object:
    return strict.score_strict(sample, turns)


def by_paper(sample: Sample, turns: list[Turn]) -> object:
    return score_paper(sample, [turn.raw_text for turn in turns if turn.role is Speaker.TRUSTED])


def print_rates(trials: Trials) -> None:
    of = caches()
    # Texts that come again are kept; a warm round has to look in new ones
    of_texts = [each for each in of[False] if each in (replies.kept_text, replies.kept_turns, replies.kept_undone)]

    def forget(kept: list[functools._lru_cache_wrapper[object]]) -> None:
        for each in kept:
            each.cache_clear()

    def forget_all() -> None:
        forget(of[True] + of[False])
        re.purge()

    def score_all_by_paper() -> None:  # its own caches were emptied with the others
        for sample, turns in trials:
            by_paper(sample, turns)

    said = sum(turn.role is Speaker.TRUSTED for _, turns in trials for turn in turns) / len(trials)
    values = sum(len(sample.attributes) for sample, _ in trials) / len(trials)
    print(f"{len(trials)} trials, {said:.1f} replies and {values:.1f} values each")
    for _ in range(2):
        by_strict(*trials[0])
    rates = best_rates(
        trials,
        {
            "strict, first": (by_strict, forget_all),
            "strict, cold": (by_strict, lambda: forget(of[False])),
            "strict, warm": (by_strict, lambda: forget(of_texts)),
            "paper": (by_paper, score_all_by_paper),
        },
    )
    for name, rate in rates.items():
        print(f"{name}: {rate:,.0f} trials/s" + (f" (wanted: {WANTED:,})" if name == "strict, cold" else ""))


def command(*arguments: str) -> float:
    started = time.perf_counter()
    subprocess.run([sys.executable, "-m", "polar_bench", *arguments], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started


def print_rescoring(folder: Path) -> None:
    whole, data, run = folder / "whole.jsonl", folder / "data.jsonl", folder / "run"
    command("generate", "--out", str(whole), "--quiet")
    with whole.open("rb") as lines, data.open("wb") as file:
        file.writelines(itertools.islice(lines, RUN))
    command("run", str(data), "--model", CONTROL, "--out", str(run), "--json")
    print(f"polar-bench score, {RUN:,} trials: {command('score', str(run), '--json'):.1f} s (wanted: at most 20)")


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        print_rates(released_trials(Path(name)) if ROWS.exists() else starter_trials())
        if "--rescore" in sys.argv:
            print_rescoring(Path(name))


if __name__ == "__main__":
    main()
