"""The authors' released records, read as samples.

A record is decoded into a small typed struct of what is needed; all else in it (`prompts` above all) is
passed over. Must not know paths, file shapes or digests (`files`), and judges no text.

Source: reference/released-benchmark.md, "Record (JSON)"; reference/generator-facts.md, section 1.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from polar_bench.attributes import Attribute, Role
from polar_bench.dataset.kinds import infer_kind
from polar_bench.dataset.values import flatten, flatten_with_doubles, fold, literal
from polar_bench.errors import DataError
from polar_bench.sample import AsReleased, Attack, Document, Origin, Policy, PolicyLevel, Sample, ScriptTurn, Task

Raw = msgspec.Raw | bytes
PRIVACY_TYPES = tuple(
    f"{sort}_constraints" for sort in ("explicit_field", "semantic", "conditional", "compositional", "conflicting")
)
ATTACK_TYPES = (
    *("direct_single_turn", "yes_no_narrowing", "role_confusion"),
    *("prompt_injection", "multi_turn_progressive"),
)


class Skipped(msgspec.Struct):
    """Where records gave no sample, by reason ("without policy text"); filled while the records are read."""

    places: dict[str, list[str]] = msgspec.field(default_factory=dict)

    def add(self, reason: str, place: str) -> None:
        """Note one record that gives no sample."""
        self.places.setdefault(reason, []).append(place)

    @property
    def reasons(self) -> dict[str, int]:
        """How many records were skipped for each reason, the most frequent first."""
        counts = {reason: len(places) for reason, places in self.places.items()}
        return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))

    def sentence(self, used: int) -> str:
        """Return a line for people, beside the number of samples that were used; "" where none was skipped.

        >>> Skipped({"without policy text": ["a.json, index 7"]}).sentence(used=99)
        'skipped 1 of 100 records: 1 without policy text (first at a.json, index 7)'
        """
        count = sum(self.reasons.values())
        why = [f"{n:,} {reason} (first at {self.places[reason][0]})" for reason, n in self.reasons.items()]
        return f"skipped {count:,} of {used + count:,} records: {', '.join(why)}" if why else ""


class _Metadata(msgspec.Struct):
    domain: str | None = None
    privacy_level: int | float | str | None = None
    privacy_type: str | None = None
    attack_strength: int | float | str | None = None
    attack_type: str | None = None
    task_type: str | None = None
    document_form: str | None = None
    irrelevant_info_level: str | None = None


class _HiddenTarget(msgspec.Struct):
    gold_sensitive_values: dict[str, Any] | None = None  # foreign: a value may be anything that `flatten` reads
    gold_safe_values: dict[str, Any] | None = None


class _DocumentInputs(msgspec.Struct):
    task_relevant_fields: dict[str, Any] | None = None


class _Texts(msgspec.Struct):
    source_document_text: str | None = None
    privacy_policy_text: str | None = None
    task_instruction_text: str | None = None
    attacker_prompt_text: str | list[str | int | float | None] | None = None


class _Targets(msgspec.Struct):
    do_not_disclose_values: Any = None  # foreign, as above
    allowed_values: Any = None


class _AttackSpec(msgspec.Struct):
    turns: int | float | str | None = None


class _AttackSetup(msgspec.Struct):
    attack_spec: _AttackSpec | None = None


class _Record(msgspec.Struct):
    sample_id: str
    domain: str | None = None
    metadata: _Metadata | None = None
    hidden_target: _HiddenTarget | None = None
    source_document_inputs: _DocumentInputs | None = None
    generated_texts: _Texts | None = None
    scoring_targets: _Targets | None = None
    attack_setup: _AttackSetup | None = None


class _Writers(msgspec.Struct):
    prompts: dict[str, Any] | None = None  # foreign: read only where a record lacks a script


_decoder = msgspec.json.Decoder(_Record)
_writers_decoder = msgspec.json.Decoder(_Writers)
# The objects of a record that are read, with their keys (the structs' fields)
PARTS: dict[str, type[msgspec.Struct]] = {
    "metadata": _Metadata,
    "generated_texts": _Texts,
    "scoring_targets": _Targets,
    "hidden_target": _HiddenTarget,
    "source_document_inputs": _DocumentInputs,
    "attack_setup": _AttackSetup,
}
_ORIGIN = Origin("released", None, "")


def read(records: Iterable[tuple[str, Raw | Mapping[str, object]]], skipped: Skipped) -> Iterator[Sample]:
    """Yield the sample of each record that is usable; `skipped` is filled with the others.

    A record is its place (for people: "data.json, index 3") and its JSON text or its parsed object. One
    without document, policy or task, or without protected or task values, is skipped; one without a script is
    used. Attributes are the flattened target values, protected before task. Turns are stripped.

    Raises:
        DataError: a record of the wrong shape, with place and field; a sample id that comes twice.
    """
    seen: dict[str, str] = {}
    for place, raw in records:
        record = _decode(raw, place)
        if record.sample_id in seen:
            raise DataError(
                f"{place}: the sample_id {record.sample_id} stands at {seen[record.sample_id]} already; "
                "every record needs an id of its own."
            )
        seen[record.sample_id] = place
        if sample := _sample(record, place, skipped):
            yield sample if sample.script else _with_writers_prompt(sample, raw)


def _with_writers_prompt(sample: Sample, raw: Raw | Mapping[str, object]) -> Sample:
    """Give a record without the attacker's text what its writer was given, which the released evaluator sends then."""
    if sample.as_released is None or sample.as_released.script:
        return sample
    try:
        prompts = raw.get("prompts") if isinstance(raw, Mapping) else _writers_decoder.decode(raw).prompts
    except msgspec.DecodeError:
        return sample
    prompt = prompts.get("attacker_prompt") if isinstance(prompts, Mapping) else None
    text = _whole_characters(prompt).strip() if isinstance(prompt, str) else ""
    return msgspec.structs.replace(sample, as_released=msgspec.structs.replace(sample.as_released, script=text))


def _decode(raw: Raw | Mapping[str, object], place: str) -> _Record:
    try:
        if isinstance(raw, Mapping):
            return msgspec.convert(_mended(raw), _Record)
        try:
            return _decoder.decode(raw)
        except msgspec.ValidationError:
            raise
        except msgspec.DecodeError:
            # Python's json writes what is no strict JSON: NaN, and halves of a character in two parts.
            return msgspec.convert(_mended(json.loads(bytes(memoryview(raw)))), _Record)
    except msgspec.ValidationError as error:
        reason, _, path = str(error).partition(" - at `$")
        field = path.rstrip("`").lstrip(".") or "the record"
        raise DataError(f"{place}, {field}: {reason[:1].lower()}{reason[1:]}.") from None
    except UnicodeDecodeError as error:
        raise DataError(f"{place}: not UTF-8 ({error.reason} at byte {error.start}).") from None
    except json.JSONDecodeError as error:
        cut = "" if error.doc.rstrip().endswith("}") else "; the file may be cut"
        raise DataError(f"{place}: not JSON ({error.msg}: character {error.pos + 1}{cut}).") from None
    except (ValueError, RecursionError) as error:
        raise DataError(f"{place}: not JSON ({error}).") from None


def _mended(value: object) -> object:
    if isinstance(value, str):
        return _whole_characters(value)
    if isinstance(value, list):
        return [_mended(item) for item in value]
    if isinstance(value, Mapping):
        return {_mended(key): _mended(item) for key, item in value.items()}
    return value


def _whole_characters(text: str) -> str:
    """`text` with U+FFFD for each lone half of a character, which no file could hold."""
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _sample(record: _Record, place: str, skipped: Skipped) -> Sample | None:
    metadata, texts = record.metadata or _Metadata(), record.generated_texts or _Texts()
    targets, hidden = record.scoring_targets or _Targets(), record.hidden_target or _HiddenTarget()
    inputs = record.source_document_inputs or _DocumentInputs()
    domain = record.domain or metadata.domain
    if not record.sample_id.strip() or not domain:
        raise DataError(f"{place}: sample_id and domain must not be empty.")
    level = _level(metadata, ("privacy_level", "privacy_type"), PRIVACY_TYPES, place)
    attack = _level(metadata, ("attack_strength", "attack_type"), ATTACK_TYPES, place)
    cap, script = _turn_cap(record), _script(texts, place)
    protected, task = flatten(targets.do_not_disclose_values), flatten(targets.allowed_values)
    document, policy = texts.source_document_text or "", texts.privacy_policy_text or ""
    instruction = texts.task_instruction_text or ""
    needed = {"document": document, "policy": policy, "task": instruction}
    missing = [f"{what} text" for what, text in needed.items() if not text.strip()]
    missing += [f"{what} values" for what, values in (("protected", protected), ("task", task)) if not values]
    if missing:
        skipped.add(f"without {missing[0]}", place)
        return None
    sensitive = _names(hidden.gold_sensitive_values)
    safe = _names(inputs.task_relevant_fields, hidden.gold_safe_values)
    return Sample(
        id=record.sample_id,
        domain=domain,
        policy_level=PolicyLevel(f"P{level}"),
        attack=Attack(f"S{attack}"),
        group=record.sample_id,
        document=Document(document, metadata.document_form or "", metadata.irrelevant_info_level or ""),
        policy=Policy(policy, ()),
        task=Task(instruction, metadata.task_type or "", ()),
        script=script,
        attributes=(
            *(_attribute(value, sensitive, Role.PROTECTED) for value in protected),
            *(_attribute(value, safe, Role.TASK) for value in task),
        ),
        origin=_ORIGIN,
        turn_cap=cap,
        as_released=AsReleased(
            _script_text(texts),
            tuple(flatten_with_doubles(targets.do_not_disclose_values)),
            tuple(flatten_with_doubles(targets.allowed_values)),
        ),
    )


def _level(metadata: _Metadata, fields: tuple[str, str], names: tuple[str, ...], place: str) -> int:
    """The level or strength, 1 to 5: the number where the record has one, else that of its name."""
    number, name = (getattr(metadata, field) for field in fields)
    if number is None or number == "":
        if name in names:
            return names.index(name) + 1
        said = "is missing, and the number as well" if name is None else f"{name!r} is none of {', '.join(names)}"
        raise DataError(f"{place}, metadata.{fields[1]}: {said}.")
    whole = _whole(number)
    if whole is None or not 1 <= whole <= len(names):
        raise DataError(f"{place}, metadata.{fields[0]}: {number!r} is no whole number from 1 to {len(names)}.")
    return whole


def _turn_cap(record: _Record) -> int | None:
    """The record's own cap on turns; one that is no whole number from 1 caps nothing, as in the released evaluator."""
    spec = record.attack_setup.attack_spec if record.attack_setup else None
    if spec is None or spec.turns is None:
        return None
    return _whole(spec.turns) or None


def _whole(number: float | str) -> int | None:
    found = re.fullmatch(r"\s*([0-9]{1,6})(?:\.0*)?\s*", str(number))
    return int(found[1]) if found else None


def _script_text(texts: _Texts) -> str:
    """The attacker's text as it stands in the record; a real list as the record would write it."""
    prompt = texts.attacker_prompt_text
    text = prompt if isinstance(prompt, str) else json.dumps(prompt, ensure_ascii=False) if prompt else ""
    return _whole_characters(text).strip()


def _script(texts: _Texts, place: str) -> tuple[ScriptTurn, ...]:
    """The planned turns without outer white space and without blank ones; plain text is one turn."""
    prompt = texts.attacker_prompt_text
    parsed = literal(prompt) if isinstance(prompt, str) and prompt.strip()[:1] == "[" else prompt
    turns = parsed if isinstance(parsed, list) else [prompt]
    if any(isinstance(turn, list | dict) for turn in turns):
        raise DataError(f"{place}, generated_texts.attacker_prompt_text: expected a list of texts.")
    stripped = (_whole_characters(str(turn)).strip() for turn in turns if turn is not None)
    return tuple(ScriptTurn(turn, ()) for turn in stripped if turn)


def _names(*sources: dict[str, Any] | None) -> dict[str, str]:
    """Folded value -> the name of the first field that holds it (an item of a list has its field's name)."""
    names: dict[str, str] = {}
    for source in sources:
        for name, value in (source or {}).items():
            for item in flatten(value):
                names.setdefault(fold(item), name)
    return names


def _attribute(value: str, names: Mapping[str, str], role: Role) -> Attribute:
    name = names.get(fold(value), "")
    return Attribute(name, infer_kind(name, value), _whole_characters(value), role, name.replace("_", " "))
