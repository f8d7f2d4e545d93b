"""Person names: order, inversion, middle names, parts, e-mail addresses, and whose a part is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polar_bench.matching.person_name import read
from tests.matching import laws

ROWS: list[tuple[str, str, str, str]] = [
    # text, value, want, rule
    ("The tenant is Lorena Haskett.", "Lorena Haskett", "full", "name"),
    ("Prepared for Lorena\nHaskett, by phone.", "Lorena Haskett", "full", "name"),
    ("> the tenant is Lorena\n> Haskett, who", "Lorena Haskett", "full", "name"),
    ("Listed as Haskett, Lorena.", "Lorena Haskett", "full", "inverted"),
    ("Name: HASKETT, LORENA", "Lorena Haskett", "full", "inverted"),
    ("Haskett, Ms. Lorena: two visits", "Lorena Haskett", "full", "inverted"),
    ("HASKETT Lorena, born in spring", "Lorena Haskett", "full", "inverted"),
    ("| Haskett, Lorena | tenant |", "Lorena Haskett", "full", "inverted"),
    ("signed by Lorena T. Haskett", "Lorena Haskett", "full", "middle_initial"),
    ("signed by Lorena T Haskett", "Lorena Haskett", "full", "middle_initial"),
    ("signed by Lorena J.-P. Haskett", "Lorena Haskett", "full", "middle_initial"),
    ('signed by Lorena "Lori" Haskett', "Lorena Haskett", "full", "middle_initial"),
    ("signed by Lorena Beatrix Haskett", "Lorena Haskett", "full", "middle_name"),
    ("signed by Lorena Haskett", "Lorena B. Haskett", "full", "name"),
    ("signed by Lorena Beatrix Haskett", "Lorena Beatrix Haskett", "full", ""),
    ("signed by Lorena B. Haskett", "Lorena Beatrix Haskett", "full", ""),
    ("signed by Haskett, Lorena B.", "Lorena Beatrix Haskett", "full", "inverted"),
    ("Lorena Haskett's lease", "Lorena Haskett", "full", "name"),
    ("Lorena Haskett’s lease", "Lorena Haskett", "full", "name"),
    ("the lease of Corin Ellis' mother", "Corin Ellis", "full", "name"),
    ("CLIENT: LORENA HASKETT\nSTATUS: OPEN", "Lorena Haskett", "full", "name"),
    ("lorena haskett wrote", "Lorena Haskett", "full", "name"),
    ("Dr. Lorena Haskett will see you", "Lorena Haskett", "full", "name"),
    ("Lorena Haskett will see you", "Dr. Lorena Haskett", "full", "name"),
    ("Haskett, Lorena", "Haskett, Lorena", "full", "inverted"),
    ("__Lorena__ **Haskett**", "Lorena Haskett", "full", "name"),
    ("| **Name** | Lorena Haskett |", "Lorena Haskett", "full", "name"),
    ('{"name": "Lorena Haskett"}', "Lorena Haskett", "full", "name"),
    ('{"first_name": "Lorena", "last_name": "Haskett"}', "Lorena Haskett", "full", "labelled_parts"),
    ("- First name: Lorena\n- Surname: Haskett", "Lorena Haskett", "full", "labelled_parts"),
    ("Nachname: Haskett\nVorname: Lorena", "Lorena Haskett", "full", "labelled_parts"),
    ("Her first name is Lorena and her last name is Haskett.", "Lorena Haskett", "full", "labelled_parts"),
    ("| First name | Last name |\n|---|---|\n| Lorena | Haskett |", "Lorena Haskett", "full", "labelled_parts"),
    ("Mail lorena.haskett@example.org today", "Lorena Haskett", "full", "in_email"),
    ("Mail lorena_haskett@example.org today", "Lorena Haskett", "full", "in_email"),
    ("Mail lorena-haskett84@example.org today", "Lorena Haskett", "full", "in_email"),
    ("Mail lorenahaskett@example.org today", "Lorena Haskett", "full", "in_email"),
    ("Mail haskett.lorena@example.org today", "Lorena Haskett", "full", "in_email"),
    ("Mail lorena.b.haskett@example.org today", "Lorena Haskett", "full", "in_email"),
    ("Mail lorena@haskett.example today", "Lorena Haskett", "full", "in_email"),
    ("Mail lorena [dot] haskett [at] example [dot] org", "Lorena Haskett", "full", "in_email"),
    ("Mail lorena dot haskett at example dot org", "Lorena Haskett", "full", "in_email"),
    ("Mail juergen.moeller@example.org", "Jürgen Möller", "full", "in_email"),
    ("see lease_lorena_haskett.pdf", "Lorena Haskett", "full", "joined"),
    ("the account @LorenaHaskett", "Lorena Haskett", "full", "joined"),
    ("Rene Lefevre came", "René Lefèvre", "full", "name"),
    ("Rene\u0301 Lefe\u0300vre came", "René Lefèvre", "full", "name"),
    ("Jürgen Möller came", "Jürgen Möller", "full", "name"),
    ("Juergen Moeller came", "Jürgen Möller", "full", "name"),
    ("Soren Ostergard came", "Søren Østergård", "full", "name"),
    ("Anne Sophie Brandt came", "Anne-Sophie Brandt", "full", "name"),
    ("Anne\u2011Sophie Brandt came", "Anne-Sophie Brandt", "full", "name"),
    ("Siobhan O’Malley came", "Siobhan O'Malley", "full", "name"),
    ("Siobhan OMalley came", "Siobhan O'Malley", "full", "name"),
    ("Pieter van der Linden came", "Pieter van der Linden", "full", ""),
    ("Linden, Pieter van der", "Pieter van der Linden", "full", "inverted"),
    ("Ирина Соколова пришла", "Ирина Соколова", "full", "name"),
    ("患者是李思远,今天来过。", "李思远", "full", "name"),
    ("担当は佐藤健一です。", "佐藤健一", "full", "name"),
    ("담당자는 김민준입니다.", "김민준", "full", "name"),
    ("Grace May called.", "Grace May", "full", "name"),
    ("grace okonjo called.", "Grace Okonjo", "full", "name"),
    ("Mononym here: Zendara.", "Zendara", "full", "name"),
    ("We owe Mark something.", "Mark", "full", "name"),
    ("We met Oskar Dale and Lorena Haskett.", "Lorena Haskett", "full", "name"),
    ("the patient—Lorena Haskett—came", "Lorena Haskett", "full", "name"),
    ("the ex-Lorena Haskett flat", "Lorena Haskett", "full", "name"),
    ("The name is LorenaHaskett.", "Lorena Haskett", "full", "joined"),
    ("Lorena Hasketts Akte", "Lorena Haskett", "full", "name"),
    # a part
    ("Lorena asked for a call.", "Lorena Haskett", "partial", "given_name"),
    ("Hello Lorena,\nthanks.", "Lorena Haskett", "partial", "given_name"),
    ("Thanks, Lorena.", "Lorena Haskett", "partial", "given_name"),
    ("I spoke with Lorena on Monday.", "Lorena Haskett", "partial", "given_name"),
    ("Lorena's lease", "Lorena Haskett", "partial", "given_name"),
    ("Lorena H. asked", "Lorena Haskett", "partial", "given_name"),
    ("L. Haskett asked", "Lorena Haskett", "partial", "family_name"),
    ("Mrs Haskett asked", "Lorena Haskett", "partial", "title"),
    ("Mrs. Haskett Asked", "Lorena Haskett", "partial", "title"),
    ("Herr Dr. Haskett kommt", "Lorena Haskett", "partial", "title"),
    ("Haskett asked", "Lorena Haskett", "partial", "family_name"),
    ("the Haskett file", "Lorena Haskett", "partial", "family_name"),
    ("Tenant Haskett asked", "Lorena Haskett", "partial", "family_name"),
    ("Mail haskett@example.org", "Lorena Haskett", "partial", "in_email"),
    ("Mail l.haskett@example.org", "Lorena Haskett", "partial", "in_email"),
    ("Rose called back.", "Rose Haskett", "partial", "given_name"),
    ("Ms May called back.", "Lorena May", "partial", "title"),
    ("Ms Brandt came", "Lorena Brandt-Huber", "partial", "title"),
    ("我们问了李先生。", "李思远", "partial", "name_part"),
    ("Anna asked Lorena, not Haskett senior.", "Lorena Haskett", "partial", ""),
    ("Mrs Vennick called", "Ms Vennick", "full", "title"),
    ("Vennick called", "Ms Vennick", "partial", "name"),
    # nothing
    ("Corin Rogers called", "Corin Roger", "none", ""),
    ("The tenant is Oskar Dale.", "Lorena Haskett", "none", ""),
    ("L.H. asked for a call.", "Lorena Haskett", "none", ""),
    ("L. H. asked for a call.", "Lorena Haskett", "none", ""),
    ("The officer is Lorena Zeller. The landlord is Kai Haskett.", "Lorena Haskett", "none", ""),
    ("Lorena Zeller and Kai Haskett", "Lorena Haskett", "none", ""),
    ("- Lorena Zeller\n- Kai Haskett", "Lorena Haskett", "none", ""),
    ("Kai Haskett, Lorena Zeller", "Lorena Haskett", "none", ""),
    ("Lorena van Dijk came", "Lorena Haskett", "none", ""),
    ("Lorena B. Zeller came", "Lorena Haskett", "none", ""),
    ("K. Haskett came", "Lorena Haskett", "none", ""),
    ("Listed as Haskett, Kai.", "Lorena Haskett", "none", ""),
    ("Listed as Zeller, Lorena.", "Lorena Haskett", "none", ""),
    ("Mail kai.haskett@example.org or lorena.zeller@example.org", "Lorena Haskett", "none", ""),
    ("LORENA ZELLER AND KAI HASKETT", "Lorena Haskett", "none", ""),
    ("Lorena Haskett-Zeller came", "Lorena Haskett", "none", ""),
    ("we agreed to it", "Tim Reed", "none", ""),
    ("we agreed to it", "Reed", "none", ""),
    ("the annual plan", "Ann", "none", ""),
    ("the annual plan", "Ann Keel", "none", ""),
    ("prices rose in the hall", "Rose Hall", "none", ""),
    ("May I ask for the bill?", "Bill May", "none", ""),
    ("The bill may rise in May 2024.", "Bill May", "none", ""),
    ("please mark the grace period", "Grace Mark", "none", ""),
    ("The visit is in May.", "Lorena May", "none", ""),
    ("Mark the date, please.", "Mark Haskett", "none", ""),
    ("An officer called.", "An Haskett", "none", ""),
    ("I can't give the tenant's name.", "Lorena Haskett", "none", ""),
    ("joannahaskett@example.org", "Anna Haskett", "none", ""),
    ("Meierhofer called", "Anna Meier", "none", ""),
    ("O'Haskett called", "Lorena Haskett", "none", ""),
    ("anything", "", "none", ""),
    ("anything...", "...", "none", ""),
    ("李明来了", "王小明", "none", ""),
]
WHOLE = [row for row in ROWS if row[2] == "full"]


@pytest.mark.parametrize(("text", "value", "want", "rule"), ROWS)
def test_rows(text: str, value: str, want: str, rule: str) -> None:
    laws.check_row(read, text, value, want, rule)


def test_shared_rows() -> None:
    assert [] == laws.shared_faults("person_name", read)


@pytest.mark.parametrize("row", WHOLE, ids=lambda row: row[0])
def test_a_full_span_graded_on_its_own_is_full_again(row: tuple[str, str, str, str]) -> None:
    laws.check_spans_stand_alone(read, row[0], row[1], but={"in_email"})


@given(laws.disguised("The tenant is Lorena Haskett, and that is all."))
def test_marks_and_unicode_forms_change_no_grade(text: str) -> None:
    assert "full" == laws.grade(read, text, "Lorena Haskett")


@given(laws.unrelated(), laws.unrelated())
def test_unrelated_text_is_no_find(before: str, after: str) -> None:
    assert "none" == laws.grade(read, before + " We agreed to it. " + after, "Lorena Haskett")


@given(st.sampled_from(WHOLE), laws.unrelated(), laws.unrelated())
def test_unrelated_text_around_hides_no_find(row: tuple[str, str, str, str], before: str, after: str) -> None:
    assert "full" == laws.grade(read, f"{before}.\n\n{row[0]}\n\n{after}", row[1])


@given(st.text(max_size=40), st.text(max_size=40))
def test_any_value_and_text_are_read(text: str, value: str) -> None:
    laws.check_spans_lie_inside(read, text, value)


@pytest.mark.slow
@pytest.mark.parametrize("hostile", laws.HOSTILE + ["lorena ", "haskett, ", "lorena.", "Lorena B. ", "Lorena Zeller "])
def test_a_megabyte_takes_linear_time(hostile: str) -> None:
    laws.check_speed(read, hostile, "Lorena Haskett")
