"""Build the wheel, install it in an environment of its own away from the checkout, and run the product there."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def call(*command: str, cwd: Path) -> str:
    return subprocess.run(command, cwd=cwd, check=True, stdout=subprocess.PIPE, text=True).stdout


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        call(sys.executable, "-m", "build", "--wheel", "--outdir", str(place), str(ROOT), cwd=place)
        (wheel,) = place.glob("*.whl")
        venv.create(place / "venv", with_pip=True)
        python = str(place / "venv" / "bin" / "python")
        call(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(wheel), cwd=place)
        polar = str(place / "venv" / "bin" / "polar-bench")
        for control, wanted in (("oracle", (1.0, 1.0)), ("tell-all", (0.0, 1.0)), ("silent", (1.0, 0.0))):
            text = call(polar, "run", "starter", "--model", f"control/{control}", "--json", cwd=place)
            headline = json.loads(text)["scorers"]["paper"]["headline"]
            found = (headline["privacy"]["mean"], headline["utility"]["mean"])
            if found != wanted:
                sys.exit(f"control/{control} scores {found}, not {wanted}")
            print(f"{wheel.name}: control/{control} scores {found[0]} / {found[1]} on the starter set")


if __name__ == "__main__":
    main()
