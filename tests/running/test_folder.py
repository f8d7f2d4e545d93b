"""The run folder: what is refused, what goes on, and that no interruption changes a derived byte."""

from __future__ import annotations

import asyncio
import json
import warnings
from collections.abc import Sequence
from contextlib import aclosing
from pathlib import Path

import msgspec
import pytest

from polar_bench.agent import AgentFactory, control
from polar_bench.analysis import summarise
from polar_bench.dialogue import polar_seeds, scripted
from polar_bench.errors import ModelFailure, RunFolderError, Unassessed
from polar_bench.model.port import Sampling
from polar_bench.running.derived import write_derived
from polar_bench.running.folder import RunFolder, pending, read_manifest, read_states
from polar_bench.running.manifest import SCRIPTED, DatasetEntry, Manifest, ModelEntry, differences
from polar_bench.running.plan import Selection, ordered
from polar_bench.running.records import Record, TrialState, TurnRecord, end_record, fold, trials
from polar_bench.running.results import score_rows
from polar_bench.running.runner import Conduct, Job, play_all
from polar_bench.sample import Attack, PolicyLevel, Sample
from polar_bench.trial import AttackerKind, Speaker, Trial, TrialKey, Turn
from tests.support.samples import sample

SAMPLES = [
    sample(f"medical-{n}", turns=1 + n % 3, level=list(PolicyLevel)[n % 5], attack=list(Attack)[n % 4])
    for n in range(6)
]
MANIFEST = Manifest(
    schema=1,
    version="1.0",
    created="2026-01-01T00:00:00+00:00",
    protocol="polar",
    dataset=DatasetEntry("data.jsonl", "a" * 64, "polar", 6),
    prompts={"polar/trusted": "b" * 64},
    own_wording=("polar/trusted",),
    trusted=ModelEntry("control/leaky", "control/leaky"),
    attacker=SCRIPTED,
    sampling=Sampling(),
    seed=42,
    repeats=2,
    selection=Selection(),
    concurrency=2,
)
KEY = TrialKey(SAMPLES[0].id, 0)
replace = msgspec.structs.replace


class Stopped(Exception):
    """The process was killed here."""


def play(
    path: Path,
    agent: AgentFactory,
    *,
    samples: Sequence[Sample] = SAMPLES,
    manifest: Manifest = MANIFEST,
    stop_after: int | None = None,
) -> int:
    """Play what is left, as `polar-bench run` does; return how many replies were asked for."""
    asked = records = 0

    def count_record() -> None:
        nonlocal records
        if records == stop_after:
            raise Stopped
        records += 1

    async def go_on(folder: RunFolder) -> None:
        def keep(key: TrialKey, index: int, turn: Turn) -> None:
            nonlocal asked
            count_record()
            folder.keep_turn(key, index, turn)
            asked += turn.role is Speaker.TRUSTED

        jobs = [
            Job(case, repeat, so_far)
            for repeat in range(manifest.repeats)
            for case in samples
            if (so_far := pending(folder.states, TrialKey(case.id, repeat))) is not None
        ]
        conduct = Conduct(manifest.concurrency, polar_seeds(manifest.trusted.name, manifest.seed))
        async with aclosing(play_all(jobs, agent, scripted, conduct, keep)) as ended:
            async for trial in ended:
                count_record()
                folder.keep_trial(trial)

    with RunFolder(path, manifest) as folder:
        asyncio.run(go_on(folder))
    return asked


def derived(path: Path) -> tuple[bytes, bytes]:
    """Score the folder anew and return the bytes of its derived files."""
    rows = score_rows(SAMPLES, read_states(path))
    write_derived(path, rows, summarise(rows), dataset="d", weight=0.5)
    return (path / "scores.jsonl").read_bytes(), (path / "summary.json").read_bytes()


LEAKY = control("leaky?p=0.5&q=0.5")
REPLIES = 2 * sum(len(case.script) for case in SAMPLES)
RECORDS = 2 * REPLIES + 2 * len(SAMPLES)


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, bytes]:
    path = tmp_path_factory.mktemp("whole")
    play(path, LEAKY)
    return derived(path)


@pytest.mark.parametrize("stop_after", [*range(0, RECORDS, 2), RECORDS])
def test_a_run_stopped_after_any_record_ends_with_the_same_bytes(
    tmp_path: Path, uninterrupted: tuple[bytes, bytes], stop_after: int
) -> None:
    if stop_after < RECORDS:
        with pytest.raises(Stopped):
            play(tmp_path, LEAKY, stop_after=stop_after)
    else:
        play(tmp_path, LEAKY)
    answered = sum(
        turn.role is Speaker.TRUSTED for state in read_states(tmp_path).values() for turn in state.transcript
    )
    asked = play(tmp_path, LEAKY)

    assert REPLIES == answered + asked
    assert RECORDS == (tmp_path / "journal.jsonl").read_bytes().count(b"\n")
    assert uninterrupted == derived(tmp_path)


def test_a_run_killed_in_the_middle_of_a_line_ends_with_the_same_bytes(
    tmp_path: Path, uninterrupted: tuple[bytes, bytes]
) -> None:
    play(tmp_path, LEAKY)
    journal = tmp_path / "journal.jsonl"
    whole = journal.read_bytes()
    for cut in range(0, len(whole), 211):
        journal.write_bytes(whole[:cut])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            play(tmp_path, LEAKY)

        assert uninterrupted == derived(tmp_path), cut


def test_a_run_stopped_again_and_again_ends_with_the_same_bytes(
    tmp_path: Path, uninterrupted: tuple[bytes, bytes]
) -> None:
    for _ in range(RECORDS // 3 - 1):
        with pytest.raises(Stopped):
            play(tmp_path, LEAKY, stop_after=3)
    play(tmp_path, LEAKY)

    assert uninterrupted == derived(tmp_path)


@pytest.mark.parametrize("concurrency", [1, 3, 32])
def test_concurrency_changes_no_derived_byte(
    tmp_path: Path, uninterrupted: tuple[bytes, bytes], concurrency: int
) -> None:
    play(tmp_path, LEAKY, manifest=replace(MANIFEST, concurrency=concurrency))

    assert uninterrupted == derived(tmp_path)


def test_order_of_trials_and_lines_that_come_twice_change_no_derived_byte(
    tmp_path: Path, uninterrupted: tuple[bytes, bytes]
) -> None:
    play(tmp_path, LEAKY)
    journal = tmp_path / "journal.jsonl"
    lines = journal.read_bytes().splitlines(keepends=True)
    by_trial = sorted(lines, key=lambda line: json.loads(line)["sample"], reverse=True)
    journal.write_bytes(b"".join([*by_trial, *lines, *by_trial[:20]]))

    assert uninterrupted == derived(tmp_path)
    assert 0 == play(tmp_path, LEAKY)


def test_derived_files_can_be_deleted(tmp_path: Path, uninterrupted: tuple[bytes, bytes]) -> None:
    play(tmp_path, LEAKY)
    derived(tmp_path)
    for name in ("scores.jsonl", "scores.from.json", "summary.json"):
        (tmp_path / name).unlink()

    assert uninterrupted == derived(tmp_path)
    assert ["journal.jsonl", "run.json", "scores.from.json", "scores.jsonl", "summary.json"] == sorted(
        entry.name for entry in tmp_path.iterdir()
    )


def test_rows_stand_in_playing_order_and_by_repeat(tmp_path: Path) -> None:
    play(tmp_path, LEAKY)
    expected = [(case.id, repeat) for case in ordered(SAMPLES) for repeat in range(2)]

    assert expected == [(row.sample_id, row.repeat) for row in score_rows(SAMPLES, read_states(tmp_path))]


def test_trials_under_way_have_no_row_and_finished_ones_do(tmp_path: Path) -> None:
    with pytest.raises(Stopped):
        play(tmp_path, LEAKY, stop_after=20)
    ended = (tmp_path / "journal.jsonl").read_bytes().count(b'"type":"trial"')

    assert 0 < ended == len(score_rows(SAMPLES, read_states(tmp_path)))


def test_a_trial_of_an_unknown_sample_is_named() -> None:
    states = fold([end_record(Trial("other-1", 0, AttackerKind.SCRIPTED, ()))])
    with pytest.raises(RunFolderError, match="sample other-1, which the data set doesn't hold"):
        score_rows(SAMPLES, states)


DIFFERENT = [
    (
        replace(MANIFEST, dataset=replace(MANIFEST.dataset, digest="c" * 64)),
        "data set: aaaaaaaaaaaa... -> cccccccccccc...",
    ),
    (
        replace(MANIFEST, prompts={"polar/trusted": "d" * 64}),
        "prompts polar/trusted: bbbbbbbbbbbb... -> dddddddddddd...",
    ),
    (replace(MANIFEST, prompts={}), "prompts polar/trusted: bbbbbbbbbbbb... -> unset"),
    (replace(MANIFEST, protocol="released"), "protocol: polar -> released"),
    (replace(MANIFEST, trusted=ModelEntry("openai/x", "control/leaky")), "model: control/leaky -> openai/x"),
    (replace(MANIFEST, trusted=ModelEntry("control/leaky", "x")), "model id: control/leaky -> x"),
    (replace(MANIFEST, attacker=ModelEntry("openai/y")), "attacker: scripted -> openai/y"),
    (replace(MANIFEST, attacker=replace(SCRIPTED, id="y")), "attacker's id:  -> y"),
    (replace(MANIFEST, seed=1), "seed: 42 -> 1"),
    (replace(MANIFEST, sampling=Sampling(max_tokens=100)), "sampling max_tokens: 2048 -> 100"),
    (replace(MANIFEST, sampling=Sampling(temperature=None)), "sampling temperature: 0.0 -> unset"),
]


@pytest.mark.parametrize(("other", "difference"), DIFFERENT, ids=[text for _, text in DIFFERENT])
def test_another_configuration_is_refused_with_the_difference_named(
    tmp_path: Path, other: Manifest, difference: str
) -> None:
    RunFolder(tmp_path, MANIFEST).close()
    before = {entry.name: entry.read_bytes() for entry in tmp_path.iterdir()}

    assert [difference] == differences(MANIFEST, other)
    with pytest.raises(RunFolderError) as raised:
        RunFolder(tmp_path, other)
    assert f"({difference});" in str(raised.value)
    assert before == {entry.name: entry.read_bytes() for entry in tmp_path.iterdir()}


def test_all_differences_are_named_at_once() -> None:
    other = replace(MANIFEST, seed=1, protocol="released", sampling=Sampling(temperature=1.0, max_tokens=5))

    assert [
        "protocol: polar -> released",
        "seed: 42 -> 1",
        "sampling max_tokens: 2048 -> 5",
        "sampling temperature: 0.0 -> 1.0",
    ] == differences(MANIFEST, other)


@pytest.mark.parametrize(
    "other",
    [
        MANIFEST,
        replace(MANIFEST, repeats=5),
        replace(MANIFEST, concurrency=1),
        replace(MANIFEST, selection=Selection(samples=3)),
        replace(MANIFEST, dataset=replace(MANIFEST.dataset, path="elsewhere.jsonl")),
        replace(MANIFEST, trusted=replace(MANIFEST.trusted, url="http://elsewhere/v1", sent=("seed",))),
        replace(MANIFEST, trusted=replace(MANIFEST.trusted, prices={"prompt": 1.0, "reply": 2.0})),
        replace(MANIFEST, attacker=replace(SCRIPTED, url="http://elsewhere/v1", sent=("seed",))),
        replace(MANIFEST, own_wording=()),
    ],
)
def test_selection_repeats_concurrency_and_places_may_change(tmp_path: Path, other: Manifest) -> None:
    RunFolder(tmp_path, MANIFEST).close()
    with RunFolder(tmp_path, replace(other, created="later", version="2.0")) as folder:
        assert folder.is_continued
    expected = replace(other, created=MANIFEST.created, version=MANIFEST.version)

    assert expected == read_manifest(tmp_path)


def test_the_fields_that_were_sent_stay_on_record_where_none_are_sent_anew(tmp_path: Path) -> None:
    sent = ("model", "messages", "seed")
    first = replace(
        MANIFEST, trusted=replace(MANIFEST.trusted, sent=sent), attacker=ModelEntry("b-1", "b-1", sent=sent[:2])
    )
    asks_nothing = replace(first, trusted=MANIFEST.trusted, attacker=ModelEntry("b-1", "b-1"))
    anew = replace(asks_nothing, trusted=replace(MANIFEST.trusted, sent=sent[:1]))
    found = []
    for manifest in (first, asks_nothing, anew):
        RunFolder(tmp_path, manifest).close()
        kept = read_manifest(tmp_path)
        found.append((kept.trusted.sent, kept.attacker.sent))

    assert [(sent, sent[:2]), (sent, sent[:2]), (sent[:1], sent[:2])] == found


def test_a_larger_selection_and_more_repeats_ask_only_for_what_is_new(tmp_path: Path) -> None:
    first = replace(MANIFEST, repeats=1, concurrency=1)
    asked = [
        play(tmp_path, LEAKY, samples=SAMPLES[:2], manifest=first),
        play(tmp_path, LEAKY, samples=SAMPLES, manifest=replace(first, concurrency=32)),
        play(tmp_path, LEAKY, samples=SAMPLES, manifest=MANIFEST),
        play(tmp_path, LEAKY, samples=SAMPLES, manifest=MANIFEST),
    ]
    two = sum(len(case.script) for case in SAMPLES[:2])

    assert [two, REPLIES // 2 - two, REPLIES // 2, 0] == asked


@pytest.mark.parametrize("reason", Unassessed)
def test_passing_failures_are_tried_again_from_the_last_turn_and_others_are_not(
    tmp_path: Path, reason: Unassessed
) -> None:
    case = sample("medical-7", turns=3)
    is_down = True
    rounds: list[int] = []

    class Flaky:
        async def reply(self, turns: Sequence[Turn], seed: int) -> Turn:
            rounds.append(len(turns))
            if is_down and len(turns) == 3:
                raise ModelFailure(reason, "down")
            return Turn(Speaker.TRUSTED, f"reply {seed}")

    key = TrialKey(case.id, 0)
    once = replace(MANIFEST, repeats=1)
    play(tmp_path, lambda _case: Flaky(), samples=[case], manifest=once)
    [failed] = trials(read_states(tmp_path))
    is_down = False
    play(tmp_path, lambda _case: Flaky(), samples=[case], manifest=once)
    [after] = trials(read_states(tmp_path))

    assert (reason, "down", 3) == (failed.unassessed, failed.detail, len(failed.turns))
    if reason.is_passing:
        assert (None, "", 6) == (after.unassessed, after.detail, len(after.turns))
        assert [1, 3, 3, 5] == rounds
        assert failed.turns == after.turns[:3]
    else:
        assert failed == after
        assert [1, 3] == rounds
    assert pending(read_states(tmp_path), key) is None


@pytest.mark.parametrize("reason", Unassessed)
def test_when_retrying_every_failure_is_tried_again_from_its_last_turn_and_no_score(reason: Unassessed) -> None:
    turns = (Turn(Speaker.ATTACKER, "a"), Turn(Speaker.TRUSTED, "b"), Turn(Speaker.ATTACKER, "c"))
    records = [TurnRecord("x", 0, n, turn) for n, turn in enumerate(turns)]
    failed = Trial("x", 0, AttackerKind.SCRIPTED, turns, reason, "down")
    scored = Trial("x", 0, AttackerKind.SCRIPTED, turns[:2])
    unassessed = fold([*records, end_record(failed)])
    done = fold([*records[:2], end_record(scored)])

    assert turns == pending(unassessed, TrialKey("x", 0), is_retrying=True)
    assert pending(done, TrialKey("x", 0), is_retrying=True) is None
    assert turns == pending(fold(records), TrialKey("x", 0), is_retrying=True)


def test_a_scored_end_is_never_replaced_by_an_unassessed_one() -> None:
    turns = (Turn(Speaker.ATTACKER, "a"), Turn(Speaker.TRUSTED, "b"))
    scored = Trial("x", 0, AttackerKind.SCRIPTED, turns)
    failed = Trial("x", 0, AttackerKind.SCRIPTED, turns[:1], Unassessed.TIMEOUT, "late")
    for records in ([scored, failed], [failed, scored], [failed, scored, failed]):
        state = fold([end_record(trial) for trial in records])[TrialKey("x", 0)]

        assert end_record(scored) == state.end


def test_a_line_taken_out_is_played_anew_and_no_mixture_is_scored(
    tmp_path: Path, uninterrupted: tuple[bytes, bytes]
) -> None:
    play(tmp_path, LEAKY)
    journal = tmp_path / "journal.jsonl"
    lines = journal.read_bytes().splitlines(keepends=True)
    for number, line in enumerate(lines):
        journal.write_bytes(b"".join([*lines[:number], *lines[number + 1 :]]))
        rows = score_rows(SAMPLES, read_states(tmp_path))
        play(tmp_path, LEAKY)

        assert 2 * len(SAMPLES) - 1 == len(rows), line
        assert uninterrupted == derived(tmp_path), line


def test_turns_after_a_missing_one_go_when_that_one_is_played_anew() -> None:
    old = [Turn(role, f"old {n}") for n, role in enumerate([Speaker.ATTACKER, Speaker.TRUSTED] * 2)]
    new = [Turn(turn.role, f"new {n}") for n, turn in enumerate(old)]
    end = end_record(Trial("x", 0, AttackerKind.SCRIPTED, tuple(old)))
    records: list[Record] = [TurnRecord("x", 0, n, turn) for n, turn in enumerate(old) if n != 1]
    torn = fold([*records, end])[TrialKey("x", 0)]
    going_on = fold([*records, end, TurnRecord("x", 0, 1, new[1])])[TrialKey("x", 0)]
    again = [TurnRecord("x", 0, n, new[n]) for n in (1, 2, 3)]
    not_ended = fold([*records, end, *again])[TrialKey("x", 0)]
    done = fold([*records, end, *again, end])[TrialKey("x", 0)]

    assert ((old[0],), None) == (torn.transcript, torn.finish)
    assert ((old[0], new[1]), None) == (going_on.transcript, going_on.finish)
    assert ((old[0], *new[1:]), None) == (not_ended.transcript, not_ended.finish)
    assert ((old[0], *new[1:]), end) == (done.transcript, done.finish)


def test_a_gap_in_the_turns_ends_the_transcript_before_it() -> None:
    turns = {0: Turn(Speaker.ATTACKER, "a"), 2: Turn(Speaker.ATTACKER, "c")}

    assert (turns[0],) == TrialState(turns).transcript


def test_a_new_trial_begins_without_turns() -> None:
    assert () == pending({}, KEY)


@pytest.mark.parametrize("name", ["notes.txt", ".git", "scores.jsonl"])
def test_a_folder_of_other_files_is_refused_and_left_alone(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("mine")
    with pytest.raises(RunFolderError, match="holds other files and no run; give an empty or a new folder"):
        RunFolder(tmp_path, MANIFEST)

    assert [name] == [entry.name for entry in tmp_path.iterdir()]


@pytest.mark.parametrize("inside", ["file", "file/run", "file/deeper/run"])
def test_a_file_in_place_of_the_folder_is_refused(tmp_path: Path, inside: str) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(RunFolderError, match=r"is a file; give a folder with --out\."):
        RunFolder(tmp_path / inside, MANIFEST)


def test_a_folder_in_use_is_refused_and_free_after(tmp_path: Path) -> None:
    with RunFolder(tmp_path, MANIFEST), pytest.raises(RunFolderError, match="is in use by another process"):
        RunFolder(tmp_path, MANIFEST)
    RunFolder(tmp_path, MANIFEST).close()


def test_a_refused_folder_is_not_kept_locked(tmp_path: Path) -> None:
    RunFolder(tmp_path, MANIFEST).close()
    with pytest.raises(RunFolderError, match="another configuration"):
        RunFolder(tmp_path, replace(MANIFEST, seed=1))
    RunFolder(tmp_path, MANIFEST).close()


def test_a_new_folder_is_made_with_its_parents(tmp_path: Path) -> None:
    with RunFolder(tmp_path / "runs" / "one", MANIFEST) as folder:
        assert not folder.is_continued

    assert MANIFEST == read_manifest(tmp_path / "runs" / "one")


def test_a_journal_whose_manifest_is_gone_is_refused(tmp_path: Path) -> None:
    with RunFolder(tmp_path, MANIFEST) as folder:
        folder.keep_turn(KEY, 0, Turn(Speaker.ATTACKER, "a"))
    (tmp_path / "run.json").unlink()
    with pytest.raises(RunFolderError, match=r"has a journal but no run\.json"):
        RunFolder(tmp_path, MANIFEST)


def test_a_folder_left_before_its_manifest_was_written_goes_on(tmp_path: Path) -> None:
    (tmp_path / "journal.jsonl").touch()
    with RunFolder(tmp_path, MANIFEST) as folder:
        assert not folder.is_continued


@pytest.mark.parametrize(
    "content",
    [b"{", b'{"schema": "\xff"}', b'{"schema": "one"}'],
    ids=["no JSON", "no UTF-8", "another shape"],
)
def test_a_manifest_that_cannot_be_read_is_named(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "run.json").write_bytes(content)
    with pytest.raises(RunFolderError, match=r"run\.json can't be read"):
        read_manifest(tmp_path)


def test_a_folder_without_a_run_is_told_from_one_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for path, text in (
        (tmp_path, "is no run folder"),
        (tmp_path / "no", "is not there"),
        (tmp_path / "file", "is a file"),
    ):
        with pytest.raises(RunFolderError, match=text):
            read_manifest(path)


def test_lone_surrogates_in_a_reply_stop_nothing(tmp_path: Path) -> None:
    class Strange:
        async def reply(self, _turns: Sequence[Turn], _seed: int) -> Turn:
            return Turn(Speaker.TRUSTED, "half \ud83d")

    play(tmp_path, lambda _case: Strange(), samples=SAMPLES[:1], manifest=replace(MANIFEST, repeats=1))
    [trial] = trials(read_states(tmp_path))

    assert ("half \ud83d",) == trial.replies
    assert json.loads(derived(tmp_path)[1])["trials"]["scored"] == 1


def test_derived_files_that_cannot_be_written_are_named_and_leave_nothing(tmp_path: Path) -> None:
    (tmp_path / "scores.jsonl").mkdir()
    with pytest.raises(RunFolderError, match=r"scores\.jsonl can't be written"):
        write_derived(tmp_path, [], summarise([]), dataset="d", weight=0.5)

    assert ["scores.jsonl"] == [entry.name for entry in tmp_path.iterdir()]
