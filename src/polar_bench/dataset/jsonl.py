"""Our own format: one sample a line, UTF-8 (schema: DESIGN.md section 6).

Reading is strict: an unknown key, a missing one or a wrong type is refused with its line and field.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import BinaryIO

import msgspec

from polar_bench.errors import DataError
from polar_bench.sample import Sample

_decoder = msgspec.json.Decoder(Sample)
_encoder = msgspec.json.Encoder()


def encode(sample: Sample) -> bytes:
    """Return the sample as one line of JSON, without the line's end."""
    return _encoder.encode(sample)


def write(samples: Iterable[Sample], file: BinaryIO) -> int:
    """Write `samples` to `file`, one a line, and return how many."""
    count = 0
    for sample in samples:
        file.write(encode(sample) + b"\n")
        count += 1
    return count


def read(file: BinaryIO, name: str) -> Iterator[Sample]:
    """Yield the samples of `file`; blank lines are passed over. `name` stands in error texts.

    Raises:
        DataError: a line that is no JSON or no sample, with its number and field; an id that comes twice.
    """
    seen: dict[str, int] = {}
    for number, line in enumerate(file, start=1):
        if not line.strip():
            continue
        sample = decode(line, f"{name}, line {number}")
        if sample.id in seen:
            raise DataError(
                f"{name}, line {number}: the id {sample.id} stands on line {seen[sample.id]} already; "
                "every sample needs an id of its own."
            )
        seen[sample.id] = number
        yield sample


def decode(line: bytes, place: str) -> Sample:
    """Return the sample that `line` holds.

    Raises:
        DataError: with `place` and the field at fault.
    """
    try:
        return _decoder.decode(line)
    except msgspec.ValidationError as error:
        raise DataError(f"{place}: not a sample of the schema: {error}.") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DataError(f"{place}: not JSON ({error}).") from None
