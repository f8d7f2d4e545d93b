"""The head of a GGUF file: is it one, and how long a context was its model trained with.

Reads the metadata up to the one entry that it needs, never the weights. Knows nothing of llama.cpp.
Format: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md (versions 2 and 3, little endian).
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import BinaryIO

from polar_bench.errors import SetupError

MAGIC = b"GGUF"
_NUMBERS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
_STRING, _ARRAY = 8, 9


def training_context(path: Path) -> int | None:
    """Return the number of tokens that the model of `path` was trained with; None where the file tells none.

    Raises:
        SetupError: the file is missing, is no GGUF file, or its head is damaged.
    """
    try:
        with path.open("rb") as file:
            if file.read(len(MAGIC)) != MAGIC:
                raise SetupError(f"{path} is not a GGUF file: give a model in llama.cpp's format.")
            return _find_context_length(file)
    except FileNotFoundError:
        raise SetupError(f"There is no model file {path}: check the path after `local/`.") from None
    except OSError as error:
        raise SetupError(f"{path} can't be read ({error.strerror}): name a .gguf file.") from None
    except (struct.error, KeyError, OverflowError, MemoryError, UnicodeDecodeError):
        raise SetupError(f"{path} is a damaged GGUF file: fetch it again.") from None


def _find_context_length(file: BinaryIO) -> int | None:
    _version, _tensors, entries = struct.unpack("<IQQ", file.read(20))
    for _ in range(entries):
        key = file.read(_number(file, "Q")).decode()
        kind = _number(file, "I")
        if key.endswith(".context_length") and kind in _NUMBERS:
            return _number(file, _NUMBERS[kind])
        _skip(file, kind)
    return None


def _skip(file: BinaryIO, kind: int) -> None:
    if kind == _STRING:
        file.seek(_number(file, "Q"), 1)
    elif kind == _ARRAY:
        inner, count = _number(file, "I"), _number(file, "Q")
        if inner in _NUMBERS:
            file.seek(struct.calcsize(_NUMBERS[inner]) * count, 1)
        else:
            for _ in range(count):
                _skip(file, inner)
    else:
        file.seek(struct.calcsize(_NUMBERS[kind]), 1)


def _number(file: BinaryIO, code: str) -> int:
    (number,) = struct.unpack(f"<{code}", file.read(struct.calcsize(f"<{code}")))
    return int(number)
