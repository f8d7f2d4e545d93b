"""Data as scripts: a page from a folder can't fetch a file, but it can load a script, which hands its data over.

The text is ASCII and holds no "<", so that it is the same in every encoding and nothing in it can end a script. What
comes from users and models is never a key.
"""

from __future__ import annotations

import json
from pathlib import Path

_MOST, _LARGEST = 100, 250_000


class DataFolder:
    """The folder of data files; counts what is written."""

    def __init__(self, path: Path) -> None:
        """Make the folder."""
        self.path = path
        self.files = self.bytes = 0
        path.mkdir(parents=True, exist_ok=True)

    def put(self, name: str, encoded: str) -> None:
        """Write JSON text under `name`, by which the page asks for it."""
        script = f'polarData("{name}", {encoded});\n'.encode("ascii")
        (self.path / f"{name}.js").write_bytes(script)
        self.files += 1
        self.bytes += len(script)


class Chunks:
    """A list in files of up to 100 items and some 250 kB, written as it grows; `starts` is each file's first item."""

    def __init__(self, folder: DataFolder, prefix: str) -> None:
        """Begin the list; files are named PREFIX-0 and so on."""
        self.starts: list[int] = []
        self.count = 0
        self._folder, self._prefix = folder, prefix
        self._items: list[str] = []
        self._size = 0

    def add(self, item: object) -> None:
        """Add an item."""
        self._items.append(encoded(item))
        self._size += len(self._items[-1])
        self.count += 1
        if len(self._items) >= _MOST or self._size >= _LARGEST:
            self.close()

    def close(self) -> None:
        """Write what is left."""
        if self._items:
            self._folder.put(f"{self._prefix}-{len(self.starts)}", f"[{','.join(self._items)}]")
            self.starts.append(self.count - len(self._items))
            self._items, self._size = [], 0


def encoded(value: object) -> str:
    """Return `value` as JSON that stands in a script."""
    return json.dumps(value, ensure_ascii=True, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")
