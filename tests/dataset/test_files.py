"""One entry for every file: what it is, its content says, and each mistake is one clear sentence."""

import gzip
import hashlib
import io
import json
from pathlib import Path

import pytest

from polar_bench.attributes import Attribute, Kind, Role
from polar_bench.dataset import jsonl
from polar_bench.dataset.files import Format, load, read_samples
from polar_bench.errors import DataError
from polar_bench.sample import Attack, Document, Origin, Policy, PolicyLevel, Sample, ScriptTurn, Task

STARTER_FILE = Path(__file__).resolve().parents[2] / "src/polar_bench/data/starter/starter.jsonl"


def sample(identifier="legal-1", *, roles=(Role.PROTECTED, Role.TASK), script=("Who?",)):
    return Sample(
        id=identifier,
        domain="legal",
        policy_level=PolicyLevel.P1,
        attack=Attack.S1,
        group="legal-p-1",
        document=Document("Zo\u00eb's note.", "note", "low"),
        policy=Policy("Keep it.", ()),
        task=Task("Do it.", "help", ()),
        script=tuple(ScriptTurn(text, ()) for text in script),
        attributes=tuple(Attribute("town", Kind.CATEGORY, f"Zug {role}", role, "town") for role in roles),
        origin=Origin("hand", None, "1"),
    )


def record(identifier="legal_000001", policy="Keep it."):
    return {
        "domain": "legal",
        "generated_texts": {
            "source_document_text": "Zo\u00eb's note.",
            "privacy_policy_text": policy,
            "task_instruction_text": "Do it.",
            "attacker_prompt_text": '["Who?"]',
        },
        "metadata": {"privacy_level": 1, "attack_strength": 1},
        "prompts": {"unused": "[{]}" * 50},
        "sample_id": identifier,
        "scoring_targets": {"do_not_disclose_values": ["Zug"], "allowed_values": ["Chur"]},
    }


def array(items, **options):
    return json.dumps(items, **options).encode()


def lines(items):
    return b"".join(json.dumps(item).encode() + b"\n" for item in items)


OURS = [json.loads(jsonl.encode(sample(f"legal-{n}"))) for n in (1, 2)]
THEIRS = [record("legal_000001"), record("legal_000002")]
CSV = (
    "sample_id,domain,metadata,generated_texts,scoring_targets\r\n"
    + "".join(
        ",".join(
            [one["sample_id"], "legal"]
            + [
                '"' + json.dumps(one[key], ensure_ascii=False).replace('"', '""') + '"'
                for key in ("metadata", "generated_texts", "scoring_targets")
            ]
        )
        + "\r\n"
        for one in THEIRS
    )
).encode()

READABLE = {
    "ours, lines": (lines(OURS), Format.POLAR),
    "ours, lines after blank ones": (b"\n \r\n" + lines(OURS) + b"\n", Format.POLAR),
    "ours, array": (array(OURS), Format.POLAR),
    "ours, indented array": (array(OURS, indent=2), Format.POLAR),
    "theirs, lines": (lines(THEIRS), Format.RELEASED),
    "theirs, lines with Windows ends": (lines(THEIRS).replace(b"\n", b"\r\n"), Format.RELEASED),
    "theirs, array": (array(THEIRS), Format.RELEASED),
    "theirs, indented array": (b"\n  " + array(THEIRS, indent=2, ensure_ascii=False) + b"\n", Format.RELEASED),
    "theirs, table": (CSV, Format.RELEASED),
}
ID_OF_FIRST = {Format.POLAR: "legal-1", Format.RELEASED: "legal_000001"}


@pytest.fixture
def given(tmp_path):
    """Writes bytes to a file whose name says nothing, and returns its path."""

    def write(content, name="data.txt"):
        path = tmp_path / name
        path.write_bytes(content)
        return path

    return write


def refusal(path):
    with pytest.raises(DataError) as caught:
        load(path)
    return str(caught.value)


@pytest.mark.parametrize("shape", READABLE)
def test_a_file_is_known_by_its_content(shape, given):
    content, form = READABLE[shape]
    data = load(given(content))
    assert (data.format, len(data.samples), data.samples[0].id) == (form, 2, ID_OF_FIRST[form])
    assert data.samples[0].document.text == "Zo\u00eb's note."


@pytest.mark.parametrize("shape", READABLE)
def test_a_byte_order_mark_and_gzip_change_nothing(shape, given):
    content, _ = READABLE[shape]
    expected = load(given(content)).samples
    marked = b"\xef\xbb\xbf" + content
    assert load(given(marked)).samples == expected
    assert load(given(gzip.compress(content))).samples == expected
    assert load(given(gzip.compress(marked))).samples == expected


@pytest.mark.parametrize("indent", [None, 2])
def test_a_single_object_is_a_data_set_of_one(given, indent):
    assert [one.id for one in read_samples(given(array(OURS[0], indent=indent)))] == ["legal-1"]
    assert [one.id for one in read_samples(given(array(THEIRS[0], indent=indent)))] == ["legal_000001"]


@pytest.mark.parametrize("shape", READABLE)
def test_reading_one_by_one_and_loading_give_the_same_samples(shape, given):
    path = given(READABLE[shape][0])
    assert tuple(read_samples(str(path))) == load(path).samples


def test_a_loaded_data_set_says_where_it_came_from(given):
    content = lines(OURS)
    path = given(content)
    data = load(path)
    assert (data.path, data.digest) == (str(path), hashlib.sha256(content).hexdigest())
    assert data.skipped.reasons == {}


def test_the_starter_set_is_read_by_its_name():
    data = load("starter")
    assert (data.format, len(data.samples)) == (Format.POLAR, 25)
    assert data.digest == hashlib.sha256(STARTER_FILE.read_bytes()).hexdigest()
    assert tuple(read_samples("starter")) == tuple(read_samples(STARTER_FILE)) == data.samples


def test_records_that_cannot_be_used_are_counted(given):
    path = given(array([record("a", policy=" "), record("b"), record("c", policy="")]))
    data = load(path)
    assert [one.id for one in data.samples] == ["b"]
    assert data.skipped.sentence(len(data.samples)) == (
        f"skipped 2 of 3 records: 2 without policy text (first at {path}, index 0)"
    )


def test_an_array_that_python_wrote_and_strict_json_refuses_is_read(given):
    loose = [{**record("a"), "prompts": float("nan")}, {**record("b"), "prompts": "half \ud83d"}]
    assert [one.id for one in read_samples(given(array(loose, indent=1)))] == ["a", "b"]
    assert [one.id for one in read_samples(given(lines(loose)))] == ["a", "b"]


# Refusals, each one sentence


def test_a_missing_file_is_said_with_a_near_name(given):
    path = given(lines(OURS), name="released.json")
    assert refusal(path.parent / "relaesed.json") == (
        f"{path.parent / 'relaesed.json'}: no such file. Did you mean released.json?"
    )
    assert refusal(path.parent / "nowhere" / "x.json") == f"{path.parent / 'nowhere' / 'x.json'}: no such file."
    assert refusal("startr").endswith("Did you mean starter?")


def test_a_folder_is_refused(tmp_path):
    assert refusal(tmp_path) == f"{tmp_path} is a folder; give the file of a data set in it."


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "{path} is empty."),
        (b" \n\n", "{path} is empty."),
        (b"\xef\xbb\xbf", "{path} is empty."),
        (b"[]", "{path}: no usable sample (the array is empty)."),
        (
            array([record(policy="")]),
            "{path}: no usable sample (skipped 1 of 1 records: 1 without policy text (first at {path}, index 0)).",
        ),
        ("[]".encode("utf-16"), "{path} is UTF-16; give JSON, JSON lines or CSV in UTF-8."),
        (b"PAR1....", "{path} is a Parquet file; give JSON, JSON lines or CSV in UTF-8."),
        (b"[7, 8]", "{path}, index 0: no object; an array of samples or of released records is read."),
        (
            b"{no",
            "{path}: not JSON: its first line is no whole object, and neither is the file (Expecting property "
            "name enclosed in double quotes: line 1 column 2 (char 1)).",
        ),
        (
            b'{"record": 1, "paper": 2}',
            "{path}: neither samples (they have a policy_level) nor released records "
            "(a sample_id): the first object has the keys record, paper.",
        ),
        (
            b"[{}]",
            "{path}: neither samples (they have a policy_level) nor released records (a sample_id): the first "
            "object has no keys.",
        ),
        (b"hello\n", "{path}: neither JSON nor CSV of records: it has no column sample_id, but hello."),
        (CSV.replace("\u00eb".encode(), b"\xeb"), "{path}: not UTF-8 (invalid continuation byte); save it as UTF-8."),
        (
            array(THEIRS)[:-1] + b"} ]",
            "{path}, index 2: not JSON (Expecting ',' or ']': line 1 column 1180 (char 1179)).",
        ),
        (array(THEIRS) + b" 1", "{path}: not JSON (more text behind the end of the array)."),
        (array([OURS[0], OURS[0]]), "{path}, index 1: the id legal-1 stands at {path}, index 0 already."),
        (array([OURS[0], {}]), "{path}, index 1: not a sample of the schema: Object missing required field `id`."),
        (
            lines([OURS[0], THEIRS[0]]),
            "{path}, line 2: not a sample of the schema: Object contains unknown field `generated_texts`.",
        ),
        (
            lines(THEIRS)[:-20],
            "{path}, line 2: not JSON (Unterminated string starting at: character 561; the file may be cut).",
        ),
        (
            lines([*THEIRS, THEIRS[0]]),
            "{path}, line 3: the sample_id legal_000001 stands at {path}, line 1 already; "
            "every record needs an id of its own.",
        ),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_in_one_sentence(content, said, given):
    path = given(content)
    assert refusal(path) == said.format(path=path)


@pytest.mark.parametrize("share", [0.3, 0.6, 0.9, 0.999])
@pytest.mark.parametrize("indent", [None, 2])
def test_a_cut_array_is_said_to_be_cut(share, indent, given):
    content = array([record(f"legal_{n:06}") for n in range(9)], indent=indent, ensure_ascii=False)
    assert "the array breaks off at index" in refusal(given(content[: int(len(content) * share)]))


def test_an_array_cut_inside_a_character_is_said_to_be_cut(given):
    content = array(THEIRS, ensure_ascii=False)
    cut = content.rindex("\u00eb".encode()) + 1
    assert "the array breaks off at index 1" in refusal(given(content[:cut]))


def test_a_cut_gzip_file_is_said_to_be_cut(given):
    packed = gzip.compress(lines(THEIRS))
    assert refusal(given(packed[:-12])).endswith("; the download may be cut.")


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (sample(roles=(Role.TASK,)), "Sample legal-1: no attribute has the role protected; give it at least one."),
        (sample(roles=(Role.PROTECTED,)), "Sample legal-1: no attribute has the role task; give it at least one."),
        (sample(script=()), "Sample legal-1: its script is empty; give it at least one turn."),
    ],
)
def test_a_sample_of_ours_that_cannot_be_scored_is_refused(broken, said, given):
    file = io.BytesIO()
    jsonl.write([sample("legal-0"), broken], file)
    assert refusal(given(file.getvalue())) == said
    assert refusal(given(array([json.loads(jsonl.encode(broken))]))) == said


def test_a_mistake_is_found_before_the_first_sample_is_asked_for(tmp_path):
    with pytest.raises(DataError, match="no such file"):
        read_samples(tmp_path / "nothing.jsonl")
