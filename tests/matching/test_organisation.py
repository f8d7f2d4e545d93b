"""Organisations: legal forms, conjunctions, hyphens, domains, and words that are no names."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from polar_bench.matching.organisation import read
from tests.matching import laws

B = "Pale Heron Bank"
M = "Maple & Thrush"
ROWS: list[tuple[str, str, str, str]] = [
    # text, value, want, rule
    ("The way leads over a spur.", "Spur", "none", ""),
    ("She is paid by Spur.", "Spur", "full", "organisation"),
    ("The spur office wrote", "The Spur", "none", ""),
    ("at St Agnes' Clinic", "St. Agnes' Clinic", "full", "organisation"),
    ("at Saint Agnes Clinic", "St. Agnes' Clinic", "full", "organisation"),
    ("at St. Agnes' Clinic", "Saint Agnes' Clinic", "full", "organisation"),
    ("at Dr. Perle Labor", "Dr. Perle Labor", "full", "organisation"),
    ("at Dr Perle Labor", "Dr. Perle Labor", "full", "organisation"),
    ("bought at Kite.ly", "Kite.ly", "full", "organisation"),
    ("Kite. Ly is a town.", "Kite.ly", "none", ""),
    ("jobs@maplethrush.example", "Maple & Thrush", "full", "in_domain"),
    ("see maple-thrush.example", "Maple & Thrush", "full", "in_domain"),
    ("mapleandthrush.example", "Maple & Thrush", "full", "in_domain"),
    ("paleheronbank.example", "Pale Heron Bank", "full", "in_domain"),
    ("Maple-Thrush is a colour.", "Maple & Thrush", "none", ""),
    ("MapleThrush", "Maple & Thrush", "none", ""),
    ("24Seven Care", "4Seven Care", "none", ""),
    ("Works at Pale Heron Bank.", B, "full", "organisation"),
    ("Works at Pale\nHeron Bank.", B, "full", "organisation"),
    ("> at Pale\n> Heron Bank", B, "full", "organisation"),
    ("EMPLOYER: PALE HERON BANK", B, "full", "organisation"),
    ("works at pale heron bank", B, "full", "organisation"),
    ("Works at Pale Heron Bank AG.", B, "full", "organisation"),
    ("Works at Pale Heron Bank Ltd. since May", B, "full", "organisation"),
    ("Works at Pale Heron Bank", "Pale Heron Bank AG", "full", "organisation"),
    ("Works at Pale Heron Bank GmbH", "Pale Heron Bank AG", "full", "organisation"),
    ("Works at Pale Heron Bank", "Pale Heron Bank GmbH & Co. KG", "full", "organisation"),
    ("Works at Pale Heron Bank", "Pale Heron Bank S.A.", "full", "organisation"),
    ("Works at Pale Heron Bank", "Pale Heron Bank, Inc.", "full", "organisation"),
    ("Works at the Pale Heron Bank", "The Pale Heron Bank", "full", "organisation"),
    ("Works at Pale-Heron-Bank", B, "full", "organisation"),
    ("Works at Pale\u2011Heron Bank", B, "full", "organisation"),
    ("Works at Pale\u00a0Heron\u00a0Bank", B, "full", "organisation"),
    ("Works at PaleHeronBank", B, "full", "organisation"),
    ("Works at **Pale Heron** Bank", B, "full", "organisation"),
    ("Works at *Pale Heron Bank*", B, "full", "organisation"),
    ("| Employer | Pale Heron Bank |", B, "full", "organisation"),
    ('{"employer": "Pale Heron Bank"}', B, "full", "organisation"),
    ("Pale Heron Bank's staff", B, "full", "organisation"),
    ("die Pale Heron Bank-Filiale", B, "full", "organisation"),
    ("a Pale Heron Bank-owned house", B, "full", "organisation"),
    ("not Pale Heron Bank, but another", B, "full", "organisation"),
    ("write to hr@paleheronbank.example", B, "full", "in_domain"),
    ("write to hr@pale-heron-bank.example", B, "full", "in_domain"),
    ("see www.paleheronbank.example", B, "full", "in_domain"),
    ("Works at Maple & Thrush", M, "full", "organisation"),
    ("Works at Maple and Thrush", M, "full", "organisation"),
    ("Works at Maple&Thrush", M, "full", "organisation"),
    ("Works at Maple &amp; Thrush", M, "full", "organisation"),
    ("Arbeitet bei Maple und Thrush", M, "full", "organisation"),
    ("Works at Maple + Thrush", M, "full", "organisation"),
    ("Works at Maple-&-Thrush", M, "full", "organisation"),
    ("Works at MAPLE AND THRUSH LLP", M, "full", "organisation"),
    ("Works at Maple & Thrush", "Maple and Thrush", "full", "organisation"),
    ("Works at Züri Kranbau", "Züri Kranbau", "full", "organisation"),
    ("Works at Zuri Kranbau", "Züri Kranbau", "full", "organisation"),
    ("Works at Zueri Kranbau", "Züri Kranbau", "full", "organisation"),
    ("the Weir Lane Renters’ Aid", "Weir Lane Renters' Aid", "full", "organisation"),
    ("the Weir Lane Renters Aid", "Weir Lane Renters' Aid", "full", "organisation"),
    ("asked O’Dowd & Sons", "O'Dowd & Sons", "full", "organisation"),
    ("asked T Lattice", "T-Lattice", "full", "organisation"),
    ("asked Quillmark today", "Quillmark", "full", "organisation"),
    ("asked QUILLMARK today", "Quillmark", "full", "organisation"),
    ("asked Orange today", "Orange AG", "full", "organisation"),
    ("asked ZKX today", "ZKX", "full", "organisation"),
    ("她在星河银行工作。", "星河银行", "full", "organisation"),
    ("Works at Studio 54 Prints", "Studio 54 Prints", "full", "organisation"),
    ("Works at Pale Heron Bank (PHB)", "Pale Heron Bank (PHB)", "full", "organisation"),
    ("Works at Pale Heron Bank", "Pale Heron Bank (PHB)", "full", "organisation"),
    # nothing
    ("Works at a mid-sized bank.", B, "none", ""),
    ("Works at a bank with a pale heron.", B, "none", ""),
    ("Pale Heron is a song.", B, "none", ""),
    ("a storm over paleern waters", B, "none", ""),
    ("Works at Pale Heron Banking", B, "none", ""),
    ("Works at Impale Heron Bank", B, "none", ""),
    ("Pale. Heron Bank", B, "none", ""),
    ("Heron Pale Bank", B, "none", ""),
    ("Pale Grey Heron Bank", B, "none", ""),
    ("thepaleheronbankers", B, "none", ""),
    ("Maple Thrush", M, "none", ""),
    ("Maple, and a thrush", M, "none", ""),
    ("a maple andthrush", M, "none", ""),
    ("an orange a day", "Orange AG", "none", ""),
    ("mind the gap", "Gap", "none", ""),
    ("in the greenland", "Green Land", "none", ""),
    ("Quillmarker", "Quillmark", "none", ""),
    ("Studio 5 4 Prints", "Studio 54 Prints", "none", ""),
    ("Studio 154 Prints", "Studio 54 Prints", "none", ""),
    ("Neo-Quillmark", "Quillmark", "none", ""),
    ("The AG met.", "Pale Heron Bank AG", "none", ""),
    ("I cannot name the employer.", B, "none", ""),
    ("anything", "", "none", ""),
    ("anything & more", "&", "none", ""),
]
SUBJECT = laws.Subject(
    kind="organisation",
    read=read,
    rows=ROWS,
    value=B,
    text="The employer is Pale Heron Bank and that is all.",
    near="a bank with a heron",
    leaning=frozenset({"in_domain"}),
    hostile=("pale ", "pale heron ", B + " ", "bank", "palepale"),
)


FORMS = st.sampled_from(["", " AG", " GmbH", " Ltd.", " Inc", ", LLC", " S.A."])


@given(FORMS, FORMS)
def test_legal_forms_are_free_on_both_sides(said: str, value: str) -> None:
    assert "full" == laws.grade(read, f"She works at {B}{said} now.", f"{B}{value}")


@given(st.text("abcdefghijklmnopqrstuvwxyz", min_size=2, max_size=8))
def test_another_word_inside_makes_another_name(word: str) -> None:
    assert "none" == laws.grade(read, f"at Pale {word.title()} Heron Bank", B)
