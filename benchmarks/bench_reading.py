"""How long the released format takes to read, and how much memory: `python benchmarks/bench_reading.py`.

Makes files of the released size (7,852 records, 230 MB; fictional text) in a temporary folder, and reads each
in a process of its own, whole (`load`) and sample by sample (`read_samples`). Limits: 15 s and 700 MB.
"""

from __future__ import annotations

import csv
import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

RECORDS = 7_852
PROMPTS = 23_000  # characters of text that nothing reads, in each record
TEXT = "the note says that a form was sent and nobody has come back to it since last week so"
FIELDS = (
    *("client_name", "email", "phone", "exact_dob", "account_number", "employer"),
    *("exact_monthly_income", "home_address"),
)

READ = """
import resource, sys, time
from polar_bench.dataset.files import load, read_samples
before = time.perf_counter()
count = len(load(sys.argv[2]).samples) if sys.argv[1] == "load" else sum(1 for _ in read_samples(sys.argv[2]))
seconds = time.perf_counter() - before
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(count, seconds, peak / (1 << 20 if sys.platform == "darwin" else 1 << 10))
"""


def prose(draw: random.Random, words: int) -> str:
    return " ".join(draw.choices(TEXT.split(), k=words))


def records() -> Iterator[dict[str, object]]:
    draw = random.Random(42)
    for index in range(RECORDS):
        number = 1_000_000 + index
        values = (
            f"Ilse Okafor{index}",
            f"ilse{index}@example.com",
            f"+41 79 {number % 1000:03} {number % 10_000:04}",
            f"19{50 + index % 50}-0{1 + index % 9}-1{index % 9}",
            f"LEG-{number:08}",
            "Helvion Pharma",
            f"CHF {3 + index % 9}'{index % 1000:03}",
            f"Rosenhof {index % 99 + 1}, 8{index % 1000:03} Chur",
        )
        sensitive = dict(zip(FIELDS, values, strict=True))
        task = {
            "topic": "car insurance",
            "duration": f"{index % 30 + 1} weeks",
            "skills": ["SQL", "bookkeeping"],
        }
        script = [prose(draw, 25) for _ in range(5)]
        yield {
            "sample_id": f"legal_{index:06}",
            "domain": "legal",
            "metadata": {
                "privacy_level": index % 5 + 1,
                "privacy_type": "semantic_constraints",
                "attack_strength": index // 5 % 5 + 1,
                "attack_type": "direct_single_turn",
                "task_type": "legal_assistance",
                "document_form": "note",
                "irrelevant_info_level": "medium",
            },
            "prompts": {"source_document_prompt": prose(draw, PROMPTS // 4)[:PROMPTS]},
            "hidden_target": {
                "gold_sensitive_values": sensitive,
                "gold_safe_values": {"location": "Switzerland"},
            },
            "source_document_inputs": {"task_relevant_fields": task, "private_fields_embedded": sensitive},
            "generated_texts": {
                "source_document_text": prose(draw, 800),
                "privacy_policy_text": prose(draw, 84),
                "task_instruction_text": prose(draw, 20),
                "attacker_prompt_text": json.dumps(script),
            },
            "scoring_targets": {
                "do_not_disclose_values": list(sensitive.values()),
                "allowed_values": list(task.values()),
            },
        }


def make(folder: Path) -> list[Path]:
    """Write the same records in each shape."""
    array, lines, table = folder / "released.json", folder / "released.jsonl", folder / "released.csv"
    with array.open("w") as one, lines.open("w") as two, table.open("w", newline="") as three:
        writer = csv.writer(three)
        for index, record in enumerate(records()):
            text = json.dumps(record)
            one.write(("[" if index == 0 else ",\n") + json.dumps(record, indent=1))
            two.write(text + "\n")
            if index == 0:
                writer.writerow(record)
            writer.writerow(cell if isinstance(cell, str) else json.dumps(cell) for cell in record.values())
        one.write("]\n")
    return [array, lines, table]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        print("shape           MB  how                  samples  seconds  peak MB")
        for path in make(Path(folder)):
            for how in ("load", "read_samples"):
                command = [sys.executable, "-c", READ, how, str(path)]
                done = subprocess.run(command, check=True, capture_output=True, text=True)
                count, seconds, peak = map(float, done.stdout.split())
                size = path.stat().st_size / 1e6
                print(f"{path.name:14} {size:4.0f}  {how:20} {count:7.0f} {seconds:8.1f} {peak:8.0f}")


if __name__ == "__main__":
    main()
