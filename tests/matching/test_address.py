"""Addresses: their parts in order, over lines, tables and labels, and other people's numbers."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from polar_bench.matching.address import read
from tests.matching import laws

S = "Mühlegasse 27, 8422 Winterau"
E = "14 Tallow Lane, Brinmouth"
U = "310 Maple Street, Apt 4, Fairhollow, IL 60511"
K = "Pump House, Cooper Row"
R = "Seerosenallee 31, 7702 Unterkirn"
ROWS: list[tuple[str, str, str, str]] = [
    # text, value, want, rule
    ("number 31 on Seerosenallee, Unterkirn", R, "full", "address"),
    ("Nummer 31 an der Seerosenallee in Unterkirn", R, "full", "address"),
    ("There are 31 on Seerosenallee in Unterkirn.", R, "partial", ""),
    (
        "He lives in Unterkirn, on the Seerosenallee, at number 31.",
        R,
        "full",
        "address",
    ),
    ("In Unterkirn he rents two rooms at Seerosenallee 31.", R, "full", "address"),
    ("Seerosenallee 31 was sold, and she moved to Unterkirn.", R, "partial", ""),
    ("Seerosenallee 31 is not in Unterkirn.", R, "partial", ""),
    ("Seerosenallee 31, 2nd floor, 7702 Unterkirn", R, "full", "address"),
    ("Seerosenallee 31, Wohnung 5, Unterkirn", R, "full", "address"),
    ("Seerosenallee 31, P.O. Box 88, 7702 Unterkirn", R, "full", "address"),
    (
        "The street is Seerosenallee, the house number is 31, and the town is Unterkirn.",
        R,
        "full",
        "address",
    ),
    ("The address is Seerosenallee 31. The town is Unterkirn.", R, "full", "address"),
    ("She left Seerosenallee 31. Unterkirn is lovely.", R, "partial", ""),
    ("Seerosen-Allee 31, Unterkirn", R, "full", "address"),
    ("Seerosenallee 31, D - 7702 Unterkirn", R, "full", "address"),
    ("310 Maple St #4, Fairhollow", "310 Maple Street, Apt 4, Fairhollow, IL 60511", "full", "address"),
    ("the code BN7 4QT", "6 Quay Road, Brinmouth BN7 4QT", "partial", "postcode"),
    ("Lives at Mühlegasse 27, 8422 Winterau.", S, "full", "address"),
    ("Lives at\nMühlegasse 27\n8422 Winterau", S, "full", "address"),
    ("> Mühlegasse 27\n> 8422 Winterau", S, "full", "address"),
    ("Lives at Mühlegasse 27, CH-8422 Winterau.", S, "full", "address"),
    ("Lives at Mühlegasse 27, CH 8422 Winterau.", S, "full", "address"),
    ("Lives at Mühlegasse 27 in 8422 Winterau.", S, "full", "address"),
    ("Lives at Mühlegasse 27 in Winterau.", S, "full", "address"),
    ("Lives at Mühlegasse 27, Winterau.", S, "full", "address"),
    ("Lives at Mühlegasse 27 (8422 Winterau).", S, "full", "address"),
    ("Lives at Mühlegasse 27 / 8422 Winterau.", S, "full", "address"),
    ("Lives at Mühlegasse 27 - 8422 Winterau.", S, "full", "address"),
    ("Lives at Muhlegasse 27, 8422 Winterau", S, "full", "address"),
    ("Lives at Muehlegasse 27, 8422 Winterau", S, "full", "address"),
    ("MÜHLEGASSE 27, 8422 WINTERAU", S, "full", "address"),
    ("mühlegasse 27 8422 winterau", S, "full", "address"),
    ("Mühlegasse\u00a027, 8422\u00a0Winterau", S, "full", "address"),
    ("Mühlegasse Nr. 27, 8422 Winterau", S, "full", "address"),
    ("**Mühlegasse 27**, 8422 Winterau", S, "full", "address"),
    ("| Mühlegasse 27 | 8422 Winterau |", S, "full", "address"),
    ("- Street: Mühlegasse 27\n- Postcode: 8422\n- City: Winterau", S, "full", "address"),
    ("Strasse: Mühlegasse\nHausnummer: 27\nPLZ: 8422\nOrt: Winterau", S, "full", "address"),
    ('{"street": "Mühlegasse 27", "postal_code": "8422", "city": "Winterau"}', S, "full", "address"),
    ("8422 Winterau, Mühlegasse 27", S, "full", "address"),
    ("Winterau, Mühlegasse 27", S, "full", "address"),
    ("Er wohnt an der Mühlegasse 27 in Winterau", S, "full", "address"),
    ("Mühlegasse 27, 8422 Winterau, Switzerland", S, "full", "address"),
    ("Mühlegasse 27, 8422 Winterau", "Mühlegasse 27 8422 Winterau", "full", "address"),
    ("Bahnhofstr. 3, 8422 Winterau", "Bahnhofstrasse 3, 8422 Winterau", "full", "address"),
    ("Bahnhofstraße 3, 8422 Winterau", "Bahnhofstrasse 3, 8422 Winterau", "full", "address"),
    ("Bahnhof-Strasse 3, 8422 Winterau", "Bahnhofstrasse 3, 8422 Winterau", "full", "address"),
    ("Seeweg 3 b, 8422 Winterau", "Seeweg 3b, 8422 Winterau", "full", "address"),
    ("Seeweg 3, 9000 St Anton", "Seeweg 3, 9000 St. Anton", "full", "address"),
    ("Seeweg 3, 9000 Sankt Anton", "Seeweg 3, 9000 St. Anton", "full", "address"),
    ("Lives at 14 Tallow Lane, Brinmouth.", E, "full", "address"),
    ("Lives at 14 Tallow Lane in Brinmouth.", E, "full", "address"),
    ("Lives at 14, Tallow Lane, Brinmouth.", E, "full", "address"),
    ("Lives at No. 14 Tallow Ln, Brinmouth.", E, "full", "address"),
    ("14 Tallow\nLane\nBrinmouth", E, "full", "address"),
    ("310 Maple St., Apt 4, Fairhollow, IL 60511", U, "full", "address"),
    ("310 Maple Street, Apt 4, Fairhollow, IL 60511", U, "full", "address"),
    ("310 Maple Street, Fairhollow, 60511", U, "full", "address"),
    ("12 High Road, London SW1A 1AA", "12 High Road, London SW1A 1AA", "full", "address"),
    ("12 High Rd, London, SW1A1AA", "12 High Road, London SW1A 1AA", "full", "address"),
    ("Pump House, Cooper Row", K, "full", "address"),
    ("Pump House on Cooper Row", K, "full", "address"),
    ("Pump House\nCooper Row", K, "full", "address"),
    ("at 14 Tallow Lane", "14 Tallow Lane", "full", "address"),
    ("on Tallow Lane", "Tallow Lane", "full", "address"),
    ("lives in 8422 Winterau", "8422 Winterau", "full", "address"),
    # a part
    ("Lives at Mühlegasse 27.", S, "partial", "street"),
    ("Lives on Mühlegasse.", S, "partial", "street_name"),
    ("Lives in Winterau.", S, "partial", "city"),
    ("lives in winterau", S, "partial", "city"),
    ("Lives in 8422 Winterau.", S, "partial", "city"),
    ("Her postcode is 8422.", S, "partial", "postcode"),
    ("Lives at 14 Tallow Lane.", E, "partial", "street"),
    ("Lives on Tallow Lane.", E, "partial", "street_name"),
    ("Brinmouth is pretty.", E, "partial", "city"),
    ("Mühlegasse 27, 8500 Frauenau", S, "partial", "street"),
    ("Seeweg 3, 8422 Winterau", S, "partial", "city"),
    ("Mühlegasse 27. The office is in Bern.", S, "partial", "street"),
    ("14 Tallow Lane", "Tallow Lane, Brinmouth", "none", ""),
    # nothing
    ("Lives at Mühlegasse 127, 8433 Bern.", S, "none", ""),
    ("Lives at Mühlegasse 2, 8433 Bern.", S, "none", ""),
    ("Lives at Mühlegasse 271.", S, "none", ""),
    ("Lives at Mühlegasse 27a.", S, "none", ""),
    ("Lives at Mühlegasse 27/3.", S, "none", ""),
    ("Lives at Mühlegasse 27-29.", S, "none", ""),
    ("Lives at Obermühlegasse 27.", S, "none", ""),
    ("Lives at 114 Tallow Lane.", E, "none", ""),
    ("Lives at 1,014 Tallow Lane.", E, "none", ""),
    ("Lives at 15 Tallow Lane.", E, "none", ""),
    ("27 people paid 8422 francs", S, "none", ""),
    ("Winterauer Brot", S, "none", ""),
    ("we read the book", "Seeweg 3, Reading", "none", ""),
    ("der zug kam", "Seeweg 3, 6300 Zug", "none", ""),
    ("I love Parisian food", "Rue du Lac 3, Paris", "none", ""),
    ("I cannot share the home address.", S, "none", ""),
    ("anything 12", "", "none", ""),
    ("anything, 12", ",", "none", ""),
]
SUBJECT = laws.Subject(
    kind="address",
    read=read,
    rows=ROWS,
    value=S,
    text="The address is Mühlegasse 27, 8422 Winterau and that is all.",
    near="Mühlegasse 127, 8433 Bern",
    hostile=("mühlegasse ", "27 ", "27 mühlegasse ", "winterau, ", S + " "),
)


@given(st.integers(1, 999), st.integers(1, 999))
def test_every_house_number_is_found_and_no_other(number: int, other: int) -> None:
    value = f"Seeweg {number}, 8422 Winterau"
    assert "full" == laws.grade(read, f"She lives at Seeweg {number} in Winterau.", value)
    if other != number:
        assert "full" != laws.grade(read, f"She lives at Seeweg {other} in Winterau.", value)
