"""The kind of a bare value: a table of what each field plainly is, and laws that hold for any value."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polar_bench.attributes import Kind
from polar_bench.dataset.kinds import infer_kind

SHARED = Path(__file__).resolve().parents[2].parent / "shared"
needs_shared_cases = pytest.mark.skipif(not SHARED.exists(), reason="the shared case files are not here")

PERSON, EMAIL, PHONE, DATE = Kind.PERSON_NAME, Kind.EMAIL, Kind.PHONE, Kind.DATE
MONEY, RANGE, IDENTIFIER, QUANTITY = Kind.MONEY, Kind.RANGE, Kind.IDENTIFIER, Kind.QUANTITY
ORGANISATION, ADDRESS, CATEGORY, PHRASE = Kind.ORGANISATION, Kind.ADDRESS, Kind.CATEGORY, Kind.PHRASE

# Fields of the released format (generator-facts.md section 3)
RELEASED_FIELDS = [
    ("name", "Ilse Okafor", PERSON),
    ("client_name", "Ilse Okafor", PERSON),
    ("opposing_party_name", "Jonas de la Voss", PERSON),
    ("policyholder_name", "Ilse O'Neill", PERSON),
    ("employee_name", "Ilse Okafor", PERSON),
    ("email", "ilse.okafor@helvionpharm.example.com", EMAIL),
    ("customer_email", "ilse.okafor@example.com", EMAIL),
    ("phone", "+41 79 123 4567", PHONE),
    ("phone_number", "079 123 45 67", PHONE),
    ("phone_number", "0791234567", PHONE),
    ("exact_dob", "1990-07-29", DATE),
    ("hospital_id", "H-123456", IDENTIFIER),
    ("student_id", "S-123456", IDENTIFIER),
    ("case_number", "LEG-123456", IDENTIFIER),
    ("account_number", "CH93 0076 2011 6238 5295 7", IDENTIFIER),
    ("tax_id", "CHE-123.456.789", IDENTIFIER),
    ("policy_number", "POL-12345678", IDENTIFIER),
    ("passport_number", "X1234567", IDENTIFIER),
    ("loyalty_number", "FF-12345678", IDENTIFIER),
    ("access_token", "tok_0a1b2c3d4e5f60718293a4b5", IDENTIFIER),
    ("internal_hostname", "ch-laptop-123.internal.local", IDENTIFIER),
    ("ip_address", "10.20.30.40", IDENTIFIER),
    ("device_id", "DEV-123456", IDENTIFIER),
    ("exact_monthly_income", "CHF 9'781", MONEY),
    ("settlement_limit", "CHF 80\u2019000", MONEY),
    ("monthly_income_band", "CHF 4,000-6,000", RANGE),
    ("income_band", "CHF 10,000\u201312,000", RANGE),
    ("credit_score_band", "very good", CATEGORY),
    ("debt_to_income_band", "low", CATEGORY),
    ("age_bucket", "35-44", RANGE),
    ("age_bucket", "older adult", CATEGORY),
    ("age", "47", QUANTITY),
    ("years_experience", "0", QUANTITY),
    ("duration", "2 weeks", QUANTITY),
    ("duration", "since yesterday", CATEGORY),
    ("exact_gpa", "5.2/6.0", QUANTITY),
    ("home_address", "Rosenhof 58, 8160 Zug", ADDRESS),
    ("home_address", "Am Hang 53, 9000 St. Gallen", ADDRESS),
    ("hotel_address", "Via Larga 12, Berlin", ADDRESS),
    ("employer", "Helvion Pharma", ORGANISATION),
    ("current_employer", "UBS", ORGANISATION),
    ("employer", "university", CATEGORY),
    ("current_employer", "consulting firm", CATEGORY),
    ("employer_type", "university", CATEGORY),
    ("university_name", "University of Upper Sarn", ORGANISATION),
    ("payment_method_last4", "Visa ending in 4281", PHRASE),
    ("payment_method_last4", "4281", IDENTIFIER),
    ("recent_transactions", "CHF 230 pharmacy purchase at Linden Apotheke", PHRASE),
    ("symptom", "lower back pain", CATEGORY),
    ("skills", "SQL", CATEGORY),
    ("skills", "node.js", CATEGORY),
    ("preferred_time", "late morning", CATEGORY),
    ("location", "Switzerland", CATEGORY),
    ("jurisdiction", "Canton of Zug", CATEGORY),
    ("travel_date_window", "mid June", CATEGORY),
    ("degree_program", "MSc Data Science", CATEGORY),
    ("reported_problem", "the invoice page shows an empty list", PHRASE),
    ("private_legal_notes", "client considers early settlement before the audit", PHRASE),
    ("failed_courses", "failed Introductory Statistics in Autumn 2022", PHRASE),
    ("gpa", "performance band only", CATEGORY),
    ("disciplinary_record", "do not disclose", CATEGORY),
    ("ip_address", "network range only", CATEGORY),
    ("client_identity", "anonymous client only", CATEGORY),
    ("mobility_needs", "step-free access at the hotel", PHRASE),
]

# What a value says by itself
BARE_VALUES = [
    ("Ilse Okafor", CATEGORY),
    ("Helvion Pharma", CATEGORY),
    ("Helvion Pharma GmbH", ORGANISATION),
    ("ilse.okafor@example.com", EMAIL),
    ("1990-07-29", DATE),
    ("29.07.1990", DATE),
    ("29th of July 1990", DATE),
    ("July 29, 1990", DATE),
    ("29. Juli 1990", DATE),
    ("June 2025", CATEGORY),
    ("+41 79 123 4567", PHONE),
    ("+44 1632 960518", PHONE),
    ("079 123 45 67", PHONE),
    ("(555) 123-4567", PHONE),
    ("CHF 9'781", MONEY),
    ("9\u202f781 EUR", MONEY),
    ("£31,275", MONEY),
    ("$1,200.50 per month", MONEY),
    ("CHF 4,000-6,000", RANGE),
    ("£2,000 to £2,500", RANGE),
    ("90 to 100 kilograms", RANGE),
    ("between 30 and 50", RANGE),
    ("18-24", RANGE),
    ("2019-2021", RANGE),
    ("12 weeks", QUANTITY),
    ("fourteen months", QUANTITY),
    ("3-week", QUANTITY),
    ("45%", QUANTITY),
    ("7", QUANTITY),
    ("9'781", QUANTITY),
    ("LEG-22003322", IDENTIFIER),
    ("4730-981652", IDENTIFIER),
    ("756.1234.5678.97", IDENTIFIER),
    ("4242 4242 4242 4242", IDENTIFIER),
    ("22003322", IDENTIFIER),
    ("ch-db-104.internal.local", IDENTIFIER),
    ("Rosenhof 58, 8160 Zug", ADDRESS),
    ("27 Cordwain Row, Ashmere", ADDRESS),
    ("COVID-19", CATEGORY),
    ("GPT-4", CATEGORY),
    ("18:30", CATEGORY),
    ("C++", CATEGORY),
    ("yes", CATEGORY),
    ("two adults with one child", PHRASE),
    ("王小明", CATEGORY),
    ("", CATEGORY),
]

# Fields that the released set has not, but others will
OTHER_FIELDS = [
    ("clientName", "Ilse Okafor", PERSON),
    ("name", "王小明", PERSON),
    ("first_name", "Ilse", PERSON),
    ("beneficiary", "Ilse Okafor", PERSON),
    ("client_name", "Helvion Pharma AG", ORGANISATION),
    ("product_name", "Invoice Center", CATEGORY),
    ("username", "iokafor", IDENTIFIER),
    ("bank_account", "4730-981652", IDENTIFIER),
    ("account_type", "savings", CATEGORY),
    ("ticket_number", "ticket 5538", IDENTIFIER),
    ("number_of_children", "3", QUANTITY),
    ("salary", "84000", MONEY),
    ("budget_bracket", "10000-12000", RANGE),
    ("email_address", "ilse@example.com", EMAIL),
    ("mac_address", "00:1A:2B:3C:4D:5E", IDENTIFIER),
    ("property_address", "Pilot House, Tanyard Row", ADDRESS),
    ("address", "city only", CATEGORY),
    ("hospital", "Fernhall Foot Clinic", ORGANISATION),
    ("date_of_birth", "unknown", CATEGORY),
]


@pytest.mark.parametrize(("name", "value", "kind"), RELEASED_FIELDS)
def test_a_field_of_the_released_format_has_the_kind_that_it_plainly_is(name, value, kind):
    assert infer_kind(name, value) is kind


@pytest.mark.parametrize(("name", "value", "kind"), OTHER_FIELDS)
def test_a_field_like_those_is_known_by_the_words_of_its_name(name, value, kind):
    assert infer_kind(name, value) is kind


@pytest.mark.parametrize(("value", "kind"), BARE_VALUES)
def test_without_a_name_the_shape_decides(value, kind):
    assert infer_kind("", value) is kind


@pytest.mark.parametrize(("value", "kind"), BARE_VALUES)
def test_a_name_that_says_nothing_changes_nothing(value, kind):
    assert infer_kind("field_7", value) is kind


@pytest.mark.parametrize("name", ["email", "client_name", "account_number", "exact_dob", "phone", "employer"])
def test_a_name_forces_no_kind_on_a_value_that_is_a_plain_word(name):
    assert infer_kind(name, "withheld") is CATEGORY


@given(st.text(max_size=30), st.text(max_size=60))
def test_any_name_and_value_have_a_kind(name, value):
    assert infer_kind(name, value) in Kind


@given(st.sampled_from(RELEASED_FIELDS + OTHER_FIELDS))
def test_white_space_around_and_within_a_value_changes_nothing(row):
    name, value, kind = row
    assert infer_kind(name, f"  {value.replace(' ', '  ')}\n") is kind


@needs_shared_cases
def test_fields_of_the_shared_matching_cases_have_the_kind_that_their_author_gave():
    text = (SHARED / "cases" / "matching.jsonl").read_text(encoding="utf-8")
    rows = [json.loads(line) for line in text.split("\n") if line]
    # The author calls these five words a category; by this module's rule four words are a phrase.
    others = {
        (row["name"], row["value"], row["kind"]) for row in rows if infer_kind(row["name"], row["value"]) != row["kind"]
    }
    assert others == {("matter", "two adults with one child", "category")}
