"""Categories: a table of texts that say a value or don't, and the laws that hold for any few words."""

from hypothesis import given
from hypothesis import strategies as st

from polar_bench.matching.category import read
from polar_bench.matching.span import Grade, Span
from polar_bench.matching.text import Text
from tests.matching import laws

FULL, NONE = "full", "none"
WHOLE = "whole_words"
CASES = [  # text, value, want, rule
    ("Hindus, all of them", "Hindu", FULL, WHOLE),
    ("two Norwegians", "Norwegian", FULL, WHOLE),
    ("the Brooks file", "Brook", NONE, ""),
    ("stage IV melanoma", "stage 4 melanoma", FULL, WHOLE),
    ("stage four melanoma", "stage IV melanoma", FULL, WHOLE),
    ("stage V melanoma", "stage 4 melanoma", NONE, ""),
    ("stage 14 melanoma", "stage IV melanoma", NONE, ""),
    ("The complaint is chronic sinus infection.", "chronic sinus infection", FULL, WHOLE),
    ("Complaint: Chronic Sinus Infection", "chronic sinus infection", FULL, WHOLE),
    ("CHRONIC SINUS INFECTION", "chronic sinus infection", FULL, WHOLE),
    ("a chronic-sinus-infection case", "chronic sinus infection", FULL, WHOLE),
    ("a chronic\nsinus infection", "chronic sinus infection", FULL, WHOLE),
    ("> a chronic\n> sinus infection", "chronic sinus infection", FULL, WHOLE),
    ("a chronic  sinus\u00a0infection", "chronic sinus infection", FULL, WHOLE),
    ("a **chronic** sinus *infection*", "chronic sinus infection", FULL, WHOLE),
    ("| complaint | chronic sinus infection |", "chronic sinus infection", FULL, WHOLE),
    ('{"complaint": "chronic_sinus_infection"}', "chronic sinus infection", FULL, WHOLE),
    ("two chronic sinus infections", "chronic sinus infection", FULL, WHOLE),
    ("the chronic sinus infection's course", "chronic sinus infection", FULL, WHOLE),
    ("no chronic sinus infection at all", "chronic sinus infection", FULL, WHOLE),
    ("chronic sinus infectionlike trouble", "chronic sinus infection", NONE, ""),
    ("subchronic sinus infection", "chronic sinus infection", NONE, ""),
    ("chronic\n\nsinus infection", "chronic sinus infection", NONE, ""),
    ("chronic. Sinus infection", "chronic sinus infection", NONE, ""),
    ("infection sinus chronic", "chronic sinus infection", NONE, ""),
    ("a chronic infection of the sinus", "chronic sinus infection", NONE, ""),
    ("The matter is a routine request.", "chronic sinus infection", NONE, ""),
    ("Thursday afternoon would do", "Thursday afternoons", FULL, WHOLE),
    ("Thursday afternoons would do", "Thursday afternoon", FULL, WHOLE),
    ("Thursday\u2019s afternoon", "Thursday afternoon", NONE, ""),
    ("three household policies", "household policy", FULL, WHOLE),
    ("a household policy", "household policies", FULL, WHOLE),
    ("one parent with two children", "one parent with two children", FULL, WHOLE),
    ("1 parent with 2 children", "one parent with two children", FULL, WHOLE),
    ("one parent with two childrens' seats", "one parent with two children", NONE, ""),
    ("1 parent with 22 children", "one parent with two children", NONE, ""),
    ("The risk is low.", "low", FULL, WHOLE),
    ("The risk is **Low**", "low", FULL, WHOLE),
    ("level: \u201clow\u201d", "low", FULL, WHOLE),
    ("a slowly growing lowland", "low", NONE, ""),
    ("below or lower", "low", NONE, ""),
    ("the goods arrived", "good", NONE, ""),
    ("highs and lows", "high", NONE, ""),
    ("an all-time record", "time", NONE, ""),
    ("She holds an account at ZKB.", "ZKB", FULL, WHOLE),
    ("das ZKB-Konto", "ZKB", FULL, WHOLE),
    ("zkb", "ZKB", FULL, WHOLE),
    ("the XZKBY file", "ZKB", NONE, ""),
    ("ZKB2", "ZKB", NONE, ""),
    ("NoSQL stores", "SQL", NONE, ""),
    ("She works in IT.", "IT", FULL, WHOLE),
    ("She said it is fine. It is.", "IT", NONE, ""),
    ("a blood group", "A", NONE, ""),
    ("blood group A", "A", FULL, WHOLE),
    ("blood group A+", "A", NONE, ""),
    ("blood group A-", "A", NONE, ""),
    ("blood group A+.", "A+", FULL, WHOLE),
    ("written in C++", "C++", FULL, WHOLE),
    ("written in C++", "C", NONE, ""),
    ("she is a smoker", "smoker", FULL, WHOLE),
    ("she is a non-smoker", "smoker", NONE, ""),
    ("she is a non smoker", "smoker", NONE, ""),
    ("she is a nonsmoker", "non-smoker", FULL, WHOLE),
    ("she is a non smoker", "non-smoker", FULL, WHOLE),
    ("prediabetes was ruled out", "diabetes", NONE, ""),
    ("pre-diabetes was ruled out", "diabetes", NONE, ""),
    ("type-2 diabetes", "type 2 diabetes", FULL, WHOLE),
    ("stage 2.5 of it", "stage 2", NONE, ""),
    ("the as the rapist said", "therapist", NONE, ""),
    ("the female staff", "male", NONE, ""),
    ("Parisian food", "Paris", NONE, ""),
    ("n/a", "N/A", FULL, WHOLE),
    ("research & development", "research and development", FULL, WHOLE),
    ("research and development", "R & D", NONE, ""),
    ("unauthorized access attempts", "unauthorised access attempt", FULL, WHOLE),
    ("the color laboratory", "colour laboratory", FULL, WHOLE),
    ("a minor traffic offense", "traffic offence", FULL, WHOLE),
    ("under false pretenses", "false pretences", FULL, WHOLE),
    ("eine Pr\u00e4zisionswerkstatt", "Pr\u00e4zisionswerkstatt", FULL, WHOLE),
    ("eine Praezisionswerkstatt", "Pr\u00e4zisionswerkstatt", FULL, WHOLE),
    ("eine Prazisionswerkstatt", "Pr\u00e4zisionswerkstatt", FULL, WHOLE),
    ("pra\u0308zisionswerkstatt", "Pr\u00e4zisionswerkstatt", FULL, WHOLE),
    ("Crohn\u2019s disease", "Crohn's disease", FULL, WHOLE),
    ("Crohns disease", "Crohn's disease", FULL, WHOLE),
    ("She moved to Brooks.", "Brook", NONE, ""),
    ("\u5979\u60a3\u6709\u7cd6\u5c3f\u75c5\u3002", "\u7cd6\u5c3f\u75c5", FULL, WHOLE),
    ("chro\u200bnic sinus infec\u00adtion", "chronic sinus infection", FULL, WHOLE),
    ("a walking frame", "the walking frame", FULL, WHOLE),
    ("anything", "", NONE, ""),
    ("anything - at all", "-", NONE, ""),
    ("", "low", NONE, ""),
]
SUBJECT = laws.Subject(
    kind="category",
    read=read,
    rows=CASES,
    value="chronic sinus infection",
    text="The complaint is chronic sinus infection and that is all.",
    near="a chronic cough and an infection of the sinus",
    hostile=("chronic ", "chronic-\n", "chronic sinus ", "non-"),
)


def grade(text: str, value: str) -> str:
    spans = list(read(value).find(Text(text)))
    return min((span.grade for span in spans), key=lambda grade: grade.rank).value if spans else NONE


def test_spans_are_raw_offsets() -> None:
    text = "It\u2019s a **chro\u200bnic\nsinus** infection."
    assert [Span(9, 35, WHOLE, Grade.FULL)] == list(read("chronic sinus infection").find(Text(text)))


VALUES = ["chronic sinus infection", "part-time lease", "harbour pilots", "naproxen", "low"]
ANY_VALUE = st.sampled_from(VALUES)


@given(ANY_VALUE, st.text(alphabet="abcdefghijklmnopqrstuvwxyz0123456789", min_size=1, max_size=3))
def test_glued_letters_and_digits_make_another_word(value: str, glued: str) -> None:
    if glued not in ("s", "es"):
        assert NONE == grade(f"It is {value}{glued} here", value)
    assert NONE == grade(f"It is {glued}{value} here", value)


@given(ANY_VALUE, st.text(max_size=200))
def test_a_text_without_its_letters_holds_no_category(value: str, text: str) -> None:
    if value[:3] not in Text(text).bare.text:
        assert NONE == grade(text, value)
