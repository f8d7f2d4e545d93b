"""Fetches axe-core, which looks for faults of accessibility in a page: `python tools/fetch_axe.py`.

The pinned package comes from the npm registry (or the one that npm_config_registry names), is checked against its
digest, and one file of it is put where the browser tests read it: build/axe/axe.min.js. Nothing of it is shipped.
"""

from __future__ import annotations

import base64
import hashlib
import io
import os
import sys
import tarfile
import urllib.request
from pathlib import Path

VERSION = "4.14.1"
INTEGRITY = "sha512-FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ=="
FILES = ("axe.min.js", "LICENSE")
PLACE = Path(__file__).resolve().parents[1] / "build" / "axe"
MARK = PLACE / f"version-{VERSION}"


def package() -> bytes:
    # npm reads its variables in small letters
    registry = os.environ.get("npm_config_registry") or "https://registry.npmjs.org"  # noqa: SIM112
    url = f"{registry.rstrip('/')}/axe-core/-/axe-core-{VERSION}.tgz"
    with urllib.request.urlopen(url, timeout=120) as answer:
        data: bytes = answer.read()
    digest = "sha512-" + base64.b64encode(hashlib.sha512(data).digest()).decode()
    if digest != INTEGRITY:
        sys.exit(f"{url} is not the pinned package: its digest is {digest}.")
    return data


def main() -> None:
    if MARK.exists():
        return
    PLACE.mkdir(parents=True, exist_ok=True)
    with tarfile.open(fileobj=io.BytesIO(package())) as archive:
        for name in FILES:
            member = archive.extractfile(f"package/{name}")
            if member is None:
                sys.exit(f"axe-core {VERSION} has no {name}.")
            (PLACE / name).write_bytes(member.read())
    MARK.touch()
    print(f"axe-core {VERSION}: {PLACE / FILES[0]}")


if __name__ == "__main__":
    main()
