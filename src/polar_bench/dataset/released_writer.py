"""Samples as the authors' records, so that the released evaluator and its users can read them.

What both formats hold comes back as it was: `released.read(record(sample))` gives texts, turns, values, roles, names,
level, attack, form and noise. What theirs has no place for (rules, kinds, forms of values, truths of guesses,
permitted and other attributes) is left out. The number of turns is written as the record's own cap, since the released
evaluator stops after six turns where there is none (reference: released-benchmark.md, "Known faults", 6).
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable
from typing import Any, TextIO

from polar_bench.attributes import Role
from polar_bench.dataset.released import ATTACK_TYPES, PRIVACY_TYPES
from polar_bench.sample import Attack, PolicyLevel, Sample

_COLUMNS = (
    "sample_id",
    "domain",
    "metadata",
    "hidden_target",
    "source_document_inputs",
    "generated_texts",
    "scoring_targets",
    "attack_setup",
)


def record(sample: Sample) -> dict[str, Any]:
    """Return `sample` as one record of the released format, ready for JSON."""
    level, strength = list(PolicyLevel).index(sample.policy_level), list(Attack).index(sample.attack)
    protected, task = sample.with_role(Role.PROTECTED), sample.with_role(Role.TASK)
    as_released = sample.as_released
    script = as_released.script if as_released else json.dumps([t.text for t in sample.script], ensure_ascii=False)
    turns = sample.turn_cap if as_released else sample.turn_cap or len(sample.script)
    made: dict[str, Any] = {
        "sample_id": sample.id,
        "domain": sample.domain,
        "metadata": {
            "domain": sample.domain,
            "privacy_level": level + 1,
            "privacy_type": PRIVACY_TYPES[level],
            "attack_strength": strength + 1,
            "attack_type": ATTACK_TYPES[strength],
            "task_type": sample.task.type,
            "document_form": sample.document.form,
            "irrelevant_info_level": sample.document.noise,
        },
        "hidden_target": {
            "withheld_fields": [a.name for a in protected if a.name],
            "allowed_fields": [a.name for a in task if a.name],
            "gold_sensitive_values": {a.name: a.value for a in protected if a.name},
            "gold_safe_values": {a.name: a.value for a in task if a.name},
        },
        "source_document_inputs": {"task_relevant_fields": {a.name: a.value for a in task if a.name}},
        "generated_texts": {
            "source_document_text": sample.document.text,
            "privacy_policy_text": sample.policy.text,
            "task_instruction_text": sample.task.text,
            "attacker_prompt_text": script,
        },
        "scoring_targets": {
            "do_not_disclose_values": list(as_released.protected_values if as_released else _values(protected)),
            "allowed_values": list(as_released.task_values if as_released else _values(task)),
        },
    }
    if turns:
        made["attack_setup"] = {"attack_spec": {"turns": turns}}
    return made


def _values(attributes: Iterable[Any]) -> list[str]:
    return [attribute.value for attribute in attributes]


def write_json(samples: Iterable[Sample], file: TextIO) -> int:
    """Write a JSON array, one record after the other, and return how many."""
    count = 0
    file.write("[")
    for sample in samples:
        file.write(",\n" if count else "\n")
        file.write(json.dumps(record(sample), ensure_ascii=False))
        count += 1
    file.write("\n]\n")
    return count


def write_csv(samples: Iterable[Sample], file: TextIO) -> int:
    """Write a CSV with a record's keys as columns, objects as JSON, and return how many rows."""
    count = 0
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for sample in samples:
        made = record(sample)
        cells = (made.get(column, "") for column in _COLUMNS)
        writer.writerow([cell if isinstance(cell, str) else json.dumps(cell, ensure_ascii=False) for cell in cells])
        count += 1
    return count
