"""A run's folder: manifest and journal, which are the record; what is made from them is in `running.derived`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from polar_bench.errors import RunFolderError
from polar_bench.journal import codec, read_records
from polar_bench.journal.folder import JOURNAL, JournalFolder, write_whole
from polar_bench.running.manifest import Manifest, ModelEntry, differences
from polar_bench.running.records import Record, TrialState, TurnRecord, decoder, end_record, fold
from polar_bench.trial import Trial, TrialKey, Turn

MANIFEST = "run.json"
_manifest_decoder = msgspec.json.Decoder(Manifest)


class RunFolder(JournalFolder[Record]):
    """A run folder open for writing: one process at a time."""

    def __init__(self, path: Path, manifest: Manifest) -> None:
        """Create the folder, or go on with the one that is there.

        Raises:
            RunFolderError: not a run folder, of another configuration (with the difference), without the manifest
            of what it holds, or in use.
        """
        self.manifest = manifest
        _check_usable(path)
        super().__init__(path)

    def _take_up(self) -> None:
        path = self.path
        self.is_continued = (path / MANIFEST).exists()
        if self.is_continued:
            self.manifest = _continued(path, read_manifest(path), self.manifest)
        self.states: dict[TrialKey, TrialState] = read_states(path)
        if self.states and not self.is_continued:
            raise RunFolderError(
                f"{path} has a journal but no run.json to say what was played; put that file back or give "
                "another --out."
            )
        write_whole(path / MANIFEST, codec.pretty(self.manifest))

    def keep_turn(self, key: TrialKey, index: int, turn: Turn) -> None:
        """Journal a finished turn."""
        self.journal.append(TurnRecord(key.sample_id, key.repeat, index, turn))

    def keep_trial(self, trial: Trial) -> None:
        """Journal the end of a trial."""
        self.journal.append(end_record(trial))


def read_manifest(path: Path) -> Manifest:
    """Return the manifest of the run folder `path`.

    Raises:
        RunFolderError: no such folder, no manifest in it, or one that can't be read.
    """
    try:
        return codec.decode((path / MANIFEST).read_bytes(), _manifest_decoder)
    except FileNotFoundError:
        what = "no run folder: it has no run.json" if path.is_dir() else "not there"
        raise RunFolderError(f"{path} is {what}; give the folder that `polar-bench run` named.") from None
    except NotADirectoryError:
        raise RunFolderError(f"{path} is a file; give the folder that `polar-bench run` named.") from None
    except (OSError, msgspec.DecodeError) as error:
        raise RunFolderError(f"{path / MANIFEST} can't be read: {error}.") from None


def read_states(path: Path) -> dict[TrialKey, TrialState]:
    """Return the state of every trial in the folder's journal."""
    journal = path / JOURNAL
    return fold(read_records(journal, decoder)) if journal.exists() else {}


def pending(
    states: Mapping[TrialKey, TrialState], key: TrialKey, *, is_retrying: bool = False
) -> tuple[Turn, ...] | None:
    """Return the turns to go on from, or None where the trial is finished for good.

    A trial that ended unassessed for a passing reason is tried again from its last turn; with `is_retrying` so is one
    that ended unassessed for any reason.
    """
    state = states.get(key)
    if state is None:
        return ()
    end = state.finish
    if end is not None and (end.unassessed is None or not (is_retrying or end.unassessed.is_passing)):
        return None
    return state.transcript


def _check_usable(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
        names = {entry.name for entry in path.iterdir()}
    except (FileExistsError, NotADirectoryError):
        raise RunFolderError(f"{path} is a file; give a folder with --out.") from None
    except OSError as error:
        raise RunFolderError(f"{path} can't be used as a run folder ({error.strerror}); give another --out.") from None
    if names and not names & {MANIFEST, JOURNAL}:
        raise RunFolderError(f"{path} holds other files and no run; give an empty or a new folder with --out.")


def _continued(path: Path, old: Manifest, new: Manifest) -> Manifest:
    if found := differences(old, new):
        raise RunFolderError(
            f"{path} holds a run of another configuration ({'; '.join(found)}); "
            "repeat the old settings to go on, or give another --out."
        )
    return msgspec.structs.replace(
        new,
        created=old.created,
        version=old.version,
        trusted=_with_what_was_sent(old.trusted, new.trusted),
        attacker=_with_what_was_sent(old.attacker, new.attacker),
    )


def _with_what_was_sent(old: ModelEntry, new: ModelEntry) -> ModelEntry:
    """Keep the request fields on record where nothing is left to play and no preflight call found them anew."""
    return new if new.sent else msgspec.structs.replace(new, sent=old.sent)
