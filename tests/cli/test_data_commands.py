"""`generate`, `stats` and `convert` as a user meets them."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

from polar_bench import read_samples
from polar_bench.sample import Attack, PolicyLevel
from tests.cli.conftest import PolarBench
from tests.support.domains import as_toml, pet_boarding

pytestmark = pytest.mark.slow  # whole commands, each a process of its own


@pytest.fixture
def pets(tmp_path: Path) -> Path:
    path = tmp_path / "pets.toml"
    path.write_text(as_toml(pet_boarding()), encoding="utf-8")
    return path


def test_generate_stats_selfcheck_run_and_score_take_a_domain_of_ones_own(
    polar_bench: PolarBench, tmp_path: Path, pets: Path
) -> None:
    made = polar_bench("generate", "--domain-file", pets, "--out", "pets.jsonl", "--repeats", 1)
    assert 0 == made.returncode, made.stderr
    samples = list(read_samples(tmp_path / "pets.jsonl"))
    assert {(level, attack) for level in PolicyLevel for attack in Attack} == {
        (sample.policy_level, sample.attack) for sample in samples
    }
    told = polar_bench("stats", "pets.jsonl", "--json")
    assert len(samples) == json.loads(told.stdout)["samples"]
    played = polar_bench("run", "pets.jsonl", "--model", "control/oracle", "--out", "run")
    assert 0 == played.returncode, played.stderr
    summary = json.loads((tmp_path / "run" / "summary.json").read_text(encoding="utf-8"))
    for scorer in ("strict", "paper"):
        headline = summary["scorers"][scorer]["headline"]
        assert (1.0, 1.0) == (headline["privacy"]["mean"], headline["utility"]["mean"])
    assert 0 == polar_bench("score", "run").returncode


def test_same_seed_same_bytes_and_another_seed_another_set(polar_bench: PolarBench, tmp_path: Path, pets: Path) -> None:
    for name, seed in (("a", 7), ("b", 7), ("c", 8)):
        out = f"{name}.jsonl"
        made = polar_bench("generate", "--domain-file", pets, "--out", out, "--repeats", 1, "--seed", seed)
        assert 0 == made.returncode, made.stderr
    content = {name: (tmp_path / f"{name}.jsonl").read_bytes() for name in "abc"}
    assert content["a"] == content["b"]
    assert not set(content["a"].splitlines()) & set(content["c"].splitlines())
    manifests = [(tmp_path / f"{name}.jsonl.manifest.json").read_bytes() for name in "ab"]
    assert manifests[0] == manifests[1]
    manifest = json.loads(manifests[0])
    assert hashlib.sha256(content["a"]).hexdigest() == manifest["sha256"]
    assert {"pet_boarding": hashlib.sha256(pets.read_bytes()).hexdigest()} == manifest["domains"]
    assert len(content["a"].splitlines()) == manifest["samples"] == 5 * manifest["profiles"]


def test_an_existing_file_is_not_written_over_unasked(polar_bench: PolarBench, tmp_path: Path, pets: Path) -> None:
    (tmp_path / "mine.jsonl").write_text("precious", encoding="utf-8")
    made = polar_bench("generate", "--domain-file", pets, "--out", "mine.jsonl", "--repeats", 1)
    assert 2 == made.returncode
    assert "--force" in made.stderr
    assert "precious" == (tmp_path / "mine.jsonl").read_text(encoding="utf-8")


def test_a_bad_domain_file_lists_its_faults_and_leaves_no_file(
    polar_bench: PolarBench, tmp_path: Path, pets: Path
) -> None:
    text = pets.read_text(encoding="utf-8").replace('use = "graded"', 'use = "grated"')
    pets.write_text(text, encoding="utf-8")
    made = polar_bench("generate", "--domain-file", pets, "--out", "pets.jsonl")
    assert 2 == made.returncode
    assert 2 <= made.stderr.count("grated")
    assert ["pets.toml"] == [path.name for path in tmp_path.iterdir()]


def test_an_unknown_domain_is_named_with_a_neighbour(polar_bench: PolarBench) -> None:
    made = polar_bench("generate", "--domains", "medicla", "--out", "x.jsonl")
    assert 2 == made.returncode
    assert "medical" in made.stderr


def test_a_full_disk_leaves_no_half_file(tmp_path: Path, pets: Path) -> None:
    code = (
        "import resource, runpy, signal, sys\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (65536, 65536))\n"
        f"sys.argv = ['polar-bench', 'generate', '--domain-file', {str(pets)!r}, '--out', 'p.jsonl']\n"
        "runpy.run_module('polar_bench', run_name='__main__')\n"
    )
    made = subprocess.run([sys.executable, "-B", "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert 2 == made.returncode, made.stderr
    assert "can't be written" in made.stderr
    assert ["pets.toml"] == [path.name for path in tmp_path.iterdir()]


def test_stats_prints_tables_and_draws_the_same_figures_twice(polar_bench: PolarBench, tmp_path: Path) -> None:
    shown = polar_bench("stats", "starter", "--figures", "one")
    assert 0 == shown.returncode, shown.stderr
    assert "signal to noise" in shown.stdout
    assert 0 == polar_bench("stats", "starter", "--figures", "two").returncode
    names = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert 6 == len(names)
    for name in names:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes(), name
    assert "| document |" in polar_bench("stats", "starter", "--markdown").stdout


def test_convert_there_and_back(polar_bench: PolarBench, tmp_path: Path) -> None:
    for source, out in (("starter", "a.json"), ("a.json", "b.jsonl"), ("b.jsonl", "c.csv"), ("c.csv", "d.jsonl")):
        made = polar_bench("convert", source, out)
        assert 0 == made.returncode, made.stderr
        assert "25 samples" in made.stdout
    assert (tmp_path / "b.jsonl").read_bytes() == (tmp_path / "d.jsonl").read_bytes()
    assert 2 == polar_bench("convert", "starter", "a.json").returncode
    assert "--to" in polar_bench("convert", "starter", "x.dat").stderr
