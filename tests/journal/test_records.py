"""The append-only file: whole lines, torn ends, one writer."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from polar_bench.errors import RunFolderError
from polar_bench.journal import Journal, codec, read_records


class Note(msgspec.Struct, frozen=True):
    number: int
    text: str


decoder = msgspec.json.Decoder(Note)
NOTES = [
    Note(0, "first"),
    Note(1, 'quotes " and \\ and {"number":9}\n'),
    Note(2, "é\u2028\U0001f600"),
    Note(3, "\ud800"),
]
ANY_NOTES = st.lists(st.builds(Note, st.integers(0, 99), st.text(st.characters(exclude_categories=["Cs"]))), max_size=6)


def write(path: Path, *notes: Note) -> None:
    with Journal[Note](path) as journal:
        for note in notes:
            journal.append(note)


def read(path: Path) -> list[Note]:
    return list(read_records(path, decoder))


@settings(deadline=None)
@given(notes=ANY_NOTES, later=ANY_NOTES)
def test_records_are_read_back_in_order_over_several_openings(notes: list[Note], later: list[Note]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "journal.jsonl")
        write(path, *notes)
        write(path, *later)

        assert notes + later == read(path)


def test_a_cut_at_any_byte_loses_at_most_the_last_record_and_appending_works_after(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    write(path, *NOTES)
    whole = path.read_bytes()
    after = Note(9, "after")
    for cut in range(len(whole) + 1):
        path.write_bytes(whole[:cut])
        is_complete = [cut >= len(b"\n".join(whole.split(b"\n")[: n + 1])) for n in range(len(NOTES))]
        expected = [note for note, complete in zip(NOTES, is_complete, strict=True) if complete]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            before_mending = read(path)
            write(path, after)

        assert expected == before_mending, cut
        assert [*expected, after] == read(path), cut


@settings(max_examples=40, deadline=None)
@given(notes=ANY_NOTES.filter(bool), data=st.data())
def test_any_journal_cut_anywhere_keeps_every_whole_record(notes: list[Note], data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        path = Path(folder, "journal.jsonl")
        write(path, *notes)
        whole = path.read_bytes()
        cut = data.draw(st.integers(0, len(whole)))
        path.write_bytes(whole[:cut])
        write(path)
        kept = read(path)

        assert notes[: len(kept)] == kept
        assert whole[:cut].count(b"\n") <= len(kept)


def test_a_torn_end_is_dropped_with_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_bytes(codec.encode(NOTES[0]) + b'\n{"number":1,"te')

    with pytest.warns(UserWarning, match=r"journal.jsonl: the torn last line \(2\) is left out"):
        assert [NOTES[0]] == read(path)
    with pytest.warns(UserWarning, match=r"journal.jsonl: the torn last line is dropped"):
        write(path)
    assert codec.encode(NOTES[0]) + b"\n" == path.read_bytes()


def test_a_last_line_that_lacks_only_its_end_is_kept_without_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_bytes(codec.encode(NOTES[0]))
    write(path, NOTES[1])

    assert NOTES[:2] == read(path)


def test_a_torn_end_longer_than_a_block_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_bytes(codec.encode(NOTES[0]) + b"\n" + codec.encode(Note(1, "x" * 200_000))[:-5])
    with pytest.warns(UserWarning, match="torn last line"):
        write(path, NOTES[2])

    assert [NOTES[0], NOTES[2]] == read(path)


@pytest.mark.parametrize("damage", [b'{"number":1,"te', b"", b"\x00\x00\x00", b'{"number":1,"text":"\xff"}', b"[]"])
def test_a_damaged_middle_line_is_named(tmp_path: Path, damage: bytes) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_bytes(b"\n".join([codec.encode(NOTES[0]), damage, codec.encode(NOTES[2]), b""]))

    with pytest.raises(RunFolderError, match=r"journal\.jsonl, line 2 is damaged"):
        read(path)


@pytest.mark.parametrize("options", [{}, {"option": "--judge-folder"}])
def test_every_error_at_opening_names_the_option_of_its_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: dict[str, str]
) -> None:
    def without_locks(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    path = tmp_path / "journal.jsonl"
    said = []
    with Journal[Note](path), pytest.raises(RunFolderError) as in_use:
        Journal[Note](path, **options)
    said.append(str(in_use.value))
    with pytest.raises(RunFolderError) as no_file:
        Journal[Note](tmp_path, **options)
    said.append(str(no_file.value))
    monkeypatch.setattr("fcntl.flock", without_locks)
    with pytest.raises(RunFolderError) as no_locks:
        Journal[Note](path, **options)
    said.append(str(no_locks.value))
    named, other = ("--judge-folder", "--out") if options else ("--out", "--judge-folder")
    assert [True] * 3 == [named in text and other not in text for text in said], said


def test_a_second_writer_in_the_same_process_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    with Journal[Note](path), pytest.raises(RunFolderError, match="in use by another process"):
        Journal[Note](path)
    write(path, NOTES[0])

    assert [NOTES[0]] == read(path)


WRITER = """
import sys
from pathlib import Path
from polar_bench.errors import RunFolderError
from polar_bench.journal.records import Journal
try:
    journal = Journal(Path(sys.argv[1]))
except RunFolderError as error:
    print("refused:", error)
else:
    journal.append({"number": 7, "text": "from the other process"})
    print("open", flush=True)
    sys.stdin.read()
"""


def test_a_second_process_is_refused_and_a_killed_one_leaves_no_lock(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    command = [sys.executable, "-c", WRITER, str(path)]
    with Journal[Note](path):
        other = subprocess.run(command, capture_output=True, text=True, check=True, input="")
        assert other.stdout.startswith(f"refused: {tmp_path} is in use by another process")
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert "open\n" == holder.stdout.readline()
        with pytest.raises(RunFolderError, match="in use by another process"):
            Journal[Note](path)
        holder.kill()
    write(path, NOTES[0])

    assert [Note(7, "from the other process"), NOTES[0]] == read(path)


def test_a_record_is_in_the_file_when_append_returns(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    with Journal[Note](path) as journal:
        for count in range(1, 4):
            journal.append(NOTES[count])
            assert NOTES[1 : count + 1] == read(path)


def test_records_of_one_append_are_written_in_one_piece(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, real = tmp_path / "journal.jsonl", os.write
    pieces: list[bytes] = []

    def write_and_keep(file: int, data: bytes) -> int:
        pieces.append(bytes(data))
        return real(file, data)

    monkeypatch.setattr(os, "write", write_and_keep)
    with Journal[Note](path) as journal:
        journal.append(*NOTES)

    assert [b"".join(codec.encode(note) + b"\n" for note in NOTES)] == pieces
    assert NOTES == read(path)


def test_short_writes_are_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, real = tmp_path / "journal.jsonl", os.write
    monkeypatch.setattr(os, "write", lambda file, data: real(file, bytes(data)[:3]))
    write(path, *NOTES)

    assert NOTES == read(path)


def test_an_append_that_fails_midway_leaves_whole_lines_and_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, real, is_full = tmp_path / "journal.jsonl", os.write, False

    def write_until_full(file: int, data: bytes) -> int:
        nonlocal is_full
        if is_full:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        is_full = True
        return real(file, bytes(data)[:10])

    with Journal[Note](path) as journal:
        journal.append(NOTES[0])
        with monkeypatch.context() as patch:
            patch.setattr(os, "write", write_until_full)
            with pytest.raises(RunFolderError, match=r"can't be written \(No space left on device\)"):
                journal.append(NOTES[1])
        journal.append(NOTES[2])

    assert [NOTES[0], NOTES[2]] == read(path)


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(RunFolderError, match=r"nowhere/journal\.jsonl can't be written"):
        Journal[Note](tmp_path / "nowhere" / "journal.jsonl")
