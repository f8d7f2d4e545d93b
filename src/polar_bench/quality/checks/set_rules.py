"""Rules over a whole set: profiles stay whole, and no document is another one's twin.

Twins are found by MinHash over runs of eight words, and then counted exactly: what is reported is no estimate.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from datasketch import LeanMinHash, MinHash, MinHashLSH

from polar_bench.attributes import Role
from polar_bench.dataset.stats import ngrams
from polar_bench.quality.checks.rule import Described, released
from polar_bench.quality.findings import Finding
from polar_bench.sample import Sample

MOST_SHARED = 0.4
"""The greatest part (Jaccard, of all runs of eight words in two documents) that documents may have in common."""
_PERMUTATIONS = 128
_SHOWN = 12  # words of the first run that two documents share

PROFILE = Described(
    name="profile",
    protects="levels and attacks are compared over the same case",
    unanswerable=released("each record in the released format has a profile of its own"),
)
NEAR_DUPLICATE = Described(name="near-duplicate", protects="each profile is evidence of its own")
SET_RULES = (PROFILE, NEAR_DUPLICATE)


class _Place(NamedTuple):
    """What of a sample has to agree, or to differ, within its profile."""

    sample: str
    level: str
    attack: str
    document: int
    counts: tuple[int, int]


def signature(text: str) -> LeanMinHash:
    """Return the document's MinHash: what is compared with that of others, in half a kilobyte or one."""
    made = MinHash(num_perm=_PERMUTATIONS)
    made.update_batch([" ".join(gram).encode("utf-8", "surrogatepass") for gram in ngrams(text)])
    return LeanMinHash(made)


def profile_findings(samples: Iterable[Sample]) -> Iterator[Finding]:
    """Yield where samples of one profile have another document or other counts, or fill one level or attack twice."""
    groups: dict[str, list[_Place]] = defaultdict(list)
    for sample in samples:
        if not PROFILE.unanswerable(sample):
            counts = len(sample.with_role(Role.PROTECTED)), len(sample.with_role(Role.TASK))
            groups[sample.group].append(
                _Place(sample.id, sample.policy_level, sample.attack, hash(sample.document), counts)
            )
    for group, places in groups.items():
        first = places[0]
        for index, place in enumerate(places[1:], start=1):
            for fault in _profile_faults(first, places[:index], place):
                yield Finding(
                    rule=PROFILE.name,
                    sample_id=place.sample,
                    where="sample",
                    fault=fault,
                    evidence=f"profile {group}",
                )


def _profile_faults(first: _Place, before: Sequence[_Place], place: _Place) -> Iterator[str]:
    if place.document != first.document:
        yield f"its document is another one than that of {first.sample}, of the same profile"
    if place.counts != first.counts:
        yield "it has {} protected and {} task attributes, ".format(*place.counts) + (
            "{} of the same profile has {} and {}".format(first.sample, *first.counts)
        )
    twin = next((other for other in before if (other.level, other.attack) == (place.level, place.attack)), None)
    if twin is not None:
        yield f"{twin.sample}, of the same profile, fills the same cell {place.level}/{place.attack}"


class Twin(NamedTuple):
    """Why a document is another one's twin: in words, and the first words that both have."""

    fault: str
    evidence: str


class Documents:
    """Documents one after the other, each of which may be asked whether it is the twin of one before it."""

    def __init__(self) -> None:
        self._index = MinHashLSH(threshold=MOST_SHARED, num_perm=_PERMUTATIONS)
        self._told: list[tuple[str, str, str]] = []

    def twin(self, text: str, group: str, made: LeanMinHash | None = None) -> Twin | None:
        """Return why `text` shares more than MOST_SHARED of its runs with a document of another group, or None.

        `made` is its signature, where that is known.
        """
        for other in sorted(map(int, self._index.query(made or signature(text)))):
            sample_id, of, told = self._told[other]
            if of != group and (shared := _shared(text, told)) > MOST_SHARED:
                fault = f"the document shares {shared:.0%} of its runs of eight words with that of {sample_id}"
                return Twin(fault, _first_shared(text, told))
        return None

    def add(self, sample_id: str, text: str, group: str, made: LeanMinHash | None = None) -> None:
        """Take up a document, which goes by the id of a sample that has it."""
        self._index.insert(str(len(self._told)), made or signature(text))
        self._told.append((sample_id, group, text))


def near_duplicates(samples: Iterable[Sample], signatures: Iterable[LeanMinHash | None]) -> Iterator[Finding]:
    """Yield the documents that share more than MOST_SHARED of their runs of eight words with an earlier one.

    `signatures` has one for each sample, None where the document was seen before in the same profile.
    """
    documents = Documents()
    for sample, made in zip(samples, signatures, strict=True):
        if made is None:
            continue
        if twin := documents.twin(sample.document.text, sample.group, made):
            yield Finding(
                rule=NEAR_DUPLICATE.name,
                sample_id=sample.id,
                where="document",
                fault=twin.fault,
                evidence=twin.evidence,
            )
        documents.add(sample.id, sample.document.text, sample.group, made)


def _shared(one: str, other: str) -> float:
    of_one, of_other = ngrams(one), ngrams(other)
    both = len(of_one & of_other)
    return both / (len(of_one) + len(of_other) - both) if both else 0.0


def _first_shared(text: str, other: str) -> str:
    """Return the first words of `text` of which `other` has a run of eight, with what follows them."""
    known = ngrams(other)
    told = text.split()
    for start in range(len(told)):
        run = " ".join(told[start : start + _SHOWN])
        if ngrams(run) & known:
            return f"[[{run}]]..."
    return ""
