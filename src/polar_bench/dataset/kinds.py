"""The kind of a bare value, by fixed rules from its field's name and its own shape.

For data that says no kind (the released records). No clock, no locale, no dictionary of people: the same name
and value always give the same kind. Must not know records, roles, texts or matching.

The order is: shapes that can't be anything else (an e-mail address, a full date, a currency with its amount),
then the field's name where the value can be read that way (a `client_name` of two words, an `employer` with a
capital), then the rest of the shapes, and at last the number of words. A name never forces a kind on a value
that has another shape: `employer` = "university" is a category.
"""

from __future__ import annotations

import re
from functools import lru_cache

from polar_bench.attributes import Kind

_SHORTEST_PHRASE = 4  # words


def infer_kind(name: str, value: str) -> Kind:
    """Return the kind of `value`, which stands in the field `name` ("" where the field is unknown).

    Two capitalised words alone are no person's name: they are a category. A value that no rule knows is a
    phrase from four words on, else a category. "Visa ending in 4281" is a phrase: what gives it away is its
    words and not the whole string.

    Source: field names and formats of reference/generator-facts.md section 3; DESIGN.md section 5, rule 8.

    >>> infer_kind("client_name", "Lina Keller"), infer_kind("", "Lina Keller")
    (<Kind.PERSON_NAME: 'person_name'>, <Kind.CATEGORY: 'category'>)
    """
    text = " ".join(value.translate(_PLAIN).split())
    field = _field(name)
    return _unmistakable(text) or _by_name(field, text) or _by_shape(text)


_PLAIN = str.maketrans("\u2018\u2019\u02bc\u2010\u2011\u2012\u2013\u2014\u2212", "'''------")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _any_of(text: str) -> str:
    return "(?:" + "|".join(sorted(_words(text), key=lambda word: (-len(word), word))) + ")"


# Numbers, amounts and what they are counted in
_NUMBER = r"[-+]?(?:\d{1,3}(?:[,.' ]\d{3})+|\d+)(?:[.,]\d+)?"
_CURRENCY = r"(?:chf|eur|usd|gbp|jpy|cad|aud|sek|nok|dkk|pln|inr|s?fr\.?|francs?|euros?|dollars?|pounds?|[$€£¥])"
_PERIOD = r"(?: ?(?:/|per|an?|each) ?(?:hour|day|week|month|year|annum)| (?:monthly|yearly|annually))?"
_NUMBER_WORD = (
    _any_of(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
        "sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred"
    )
    + r"(?:[- ](?:one|two|three|four|five|six|seven|eight|nine|hundred))?"
)
_UNIT = (
    r"(?:%|°c?|per ?cent|(?:second|minute|hour|day|night|week|month|year|decade|point|credit|mile"
    r"|foot|inch|pound|stone|gram|kilogram|kilo|litre|liter|metre|meter|kilometre|kilometer|hectare|acre|time"
    r"|session|employee|people|person|room|bedroom|child)(?:e?s|ren)?|secs?|mins?|hrs?|h|d|wks?|mths?|yrs?"
    r"|kg|g|mg|ml|l|cm|mm|m|km|m2|m²|sqm|kwh|gb|mb|tb|feet|inches|lbs?)"
)
_SEPARATOR = r" ?(?:-|\.\.+|to|and|bis|until) ?"

_MONTH = _any_of(
    "jan feb mar apr may jun jul aug sep sept oct nov dec january february march april june july august "
    "september october november december januar februar märz maerz mai juni juli oktober dezember"
)
_YEAR = r"(?:1[89]|20|21)\d\d"
_STREET = (
    r"(?:\w*(?:strasse|straße|gasse|weg|platz|allee|quai|rain|hof)|\w+str\.|street|st\.?|road|rd\.?|avenue|ave\.?"
    r"|lane|row|way|drive|square|terrace|close|crescent|boulevard|blvd\.?|court|place|via|rue|piazza|am|im)"
)
_LEGAL_FORM = r"(?:gmbh|ag|kg|ltd\.?|limited|llp|llc|inc\.?|corp\.?|plc|s\.?a\.?r\.?l\.?|s\.?p\.?a\.?|s\.a\.?)"


def _shape(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_EMAIL = _shape(r"[^\s@,;]+@[^\s@,;]+\.[^\s@,;]+")
_DATE = _shape(
    rf"{_YEAR}[-/.]\d{{1,2}}[-/.]\d{{1,2}}|\d{{1,2}}[-/.] ?\d{{1,2}}[-/.] ?(?:{_YEAR}|\d\d)"
    rf"|\d{{1,2}}(?:st|nd|rd|th|\.)?[- ](?:of )?{_MONTH}\.?,?[- ]{_YEAR}"
    rf"|{_MONTH}\.? \d{{1,2}}(?:st|nd|rd|th)?,? {_YEAR}"
)
_MONEY = _shape(
    rf"[-+]?{_CURRENCY} ?{_NUMBER}(?: ?(?:k|m|million))?(?:\.?-+)?{_PERIOD}"
    rf"|{_NUMBER}(?: ?(?:k|m|million))?(?:\.?-+)? ?{_CURRENCY}{_PERIOD}"
)
_BOUND = rf"(?:{_CURRENCY} ?)?{_NUMBER}(?: ?k)?(?: ?{_CURRENCY})?(?: ?{_UNIT})?"
_RANGE = _shape(rf"(?:between |from )?(?P<low>{_BOUND}){_SEPARATOR}(?P<high>{_BOUND}){_PERIOD}")
_PHONE_ABROAD = _shape(r"(?:tel\.?:? ?)?(?:\+|00)[1-9][\d ()./-]{6,}\d")
_PHONE_AT_HOME = _shape(r"\(?0\d{1,4}\)?[ /-][\d /-]{5,}\d|(?:\(\d{3}\) ?|\d{3}[-.])\d{3}[-.]\d{4}")
_IP_ADDRESS = _shape(r"\d{1,3}(?:\.\d{1,3}){3}(?:/\d{1,2})?|[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){4,7}")
_IBAN = re.compile(r"[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?")
_PREFIXED = re.compile(r"[A-Z]{1,5}[- _.#]?\d{3,}(?:[-./ ]?[A-Z0-9]+)*")
_DIGIT_GROUPS = re.compile(r"\d+(?:[ .-]\d+)+")
_HOST = _shape(r"(?:https?://)?[a-z0-9_-]+(?:\.[a-z0-9_-]+){2,}(?:[:/]\S*)?|https?://\S+")
_CLOCK = re.compile(r"\d{1,2}[:.]\d{2}(?: ?-? ?\d{1,2}[:.]\d{2})?")
_PLAIN_NUMBER = re.compile(_NUMBER)
_QUANTITY = _shape(
    rf"(?:{_NUMBER}|{_NUMBER_WORD})[- ]?{_UNIT}(?: old)?|{_NUMBER} ?/ ?{_NUMBER}|{_NUMBER} out of {_NUMBER}"
)
_COUNT = re.compile(r"\d+ [a-z]+")
_STREET_WORD = _shape(rf"(?:^|\s){_STREET}(?:\s|,|$)")
_POSTCODE = re.compile(r"\b\d{4,5}\b")
_ORGANISATION = _shape(rf"\S.* {_LEGAL_FORM}")

# What the words of a field's name stand for
_LABELLING = _words("type category kind status level state class stage form sentiment priority")
_BANDED = _words("band bucket bracket range window tier")
_MAIL = _words("email mail mailbox")
_TELEPHONE = _words("phone telephone mobile cell landline tel fax switchboard")
_PLACE = _words("address addr residence street")
_NETWORK = _words("ip mac network wallet")
_NUMBERED = _words(
    "id number no nr num identifier token hostname host iban passport serial reference ref code key account "
    "plate vin ssn ahv password passphrase pin username login handle last4 digits ticket licence license"
)
_SECRET = _words("id identifier token hostname host key password username login handle serial")
_MEASURE = _words(
    "age year years month months week weeks day days hours duration experience count quantity weight height "
    "score gpa grade percentage percent rate ratio size length distance area mark"
)
_AMOUNT = _words(
    "income salary wage wages pay amount limit price cost fee budget rent balance payment premium deductible "
    "reserve refund deposit debt loan value revenue expense expenses allowance compensation turnover"
)
_BODY = _words(
    "employer company organisation organization university school college bank hospital clinic firm agency "
    "institution airline insurer manufacturer provider vendor supplier lender hotel practice pharmacy fund "
    "charity carrier"
)
_PERSON = _words(
    "person client patient customer applicant candidate student employee traveler traveller policyholder "
    "beneficiary companion claimant tenant landlord guarantor witness doctor physician dentist nurse "
    "therapist adjuster adviser advisor recruiter lawyer solicitor attorney judge teacher professor "
    "supervisor colleague neighbour neighbor spouse husband wife partner child son daughter mother father "
    "sibling contact manager referee agent officer identity surname forename firstname lastname fullname"
)
_NAMED_THINGS = _words(
    "user host file product project plan course program programme module drug medication city town country "
    "street event brand model device system team role job field domain ship pet disease package"
)

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_WORD = re.compile(r"[^\W_]+")


@lru_cache(maxsize=4096)
def _field(name: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(_CAMEL.sub(" ", name).lower()))


def _unmistakable(text: str) -> Kind | None:
    if _EMAIL.fullmatch(text):
        return Kind.EMAIL
    if _DATE.fullmatch(text):
        return Kind.DATE
    if _IP_ADDRESS.fullmatch(text):
        return Kind.IDENTIFIER
    if _is_phone(_PHONE_ABROAD, text):
        return Kind.PHONE
    if _MONEY.fullmatch(text):
        return Kind.MONEY
    return Kind.RANGE if _is_range(text, bare=False) else None


def _by_name(field: tuple[str, ...], text: str) -> Kind | None:
    if not field or not text or field[-1] in _LABELLING:
        return None
    said = frozenset(field)
    if said & _BANDED:
        return Kind.RANGE if _is_range(text, bare=True) else None
    if said & _TELEPHONE and sum(c.isdigit() for c in text) >= 5 and not re.search(r"[^\W\d_]{4}", text):
        return Kind.PHONE
    if said & _MAIL and "@" in text and " " not in text:
        return Kind.EMAIL
    if said & _PLACE and not said & (_NETWORK | _MAIL):
        return Kind.ADDRESS if re.search(r"\d|,", text) or _STREET_WORD.search(text) else None
    if field[:2] == ("number", "of") or field[0] == "num":
        return Kind.QUANTITY if text[:1].isdigit() or _QUANTITY.fullmatch(text) else None
    if field[-1] in _NUMBERED or said & _NETWORK:
        return Kind.IDENTIFIER if _is_identifier(field[-1], text) else None
    if said & _MEASURE:
        return Kind.QUANTITY if _is_measure(text) else None
    if said & _AMOUNT and _PLAIN_NUMBER.fullmatch(text):
        return Kind.MONEY
    return _named(field, text)


def _named(field: tuple[str, ...], text: str) -> Kind | None:
    """The kind of a person's or a body's name, None where the field or the value is neither."""
    head = field[-1]
    named = field[-2] if head == "name" and len(field) > 1 else head
    if not _is_proper(text) or re.search(r"[\d@]", text):
        # A body may have a number in its name ("Studio 54"), but begins with a capital as well.
        return Kind.ORGANISATION if named in _BODY and text[:1].isupper() and "@" not in text else None
    if named in _BODY or (_ORGANISATION.fullmatch(text) and (head == "name" or named in _PERSON)):
        return Kind.ORGANISATION
    if head == "name":
        is_person = named not in _NAMED_THINGS and len(text.split()) <= 6
        return Kind.PERSON_NAME if is_person else None
    return Kind.PERSON_NAME if named in _PERSON and 2 <= len(text.split()) <= 5 and _is_titled(text) else None


def _by_shape(text: str) -> Kind:
    words = text.split()
    if _is_phone(_PHONE_AT_HOME, text):
        return Kind.PHONE
    if _is_range(text, bare=True) and _is_narrow(text):
        return Kind.RANGE
    if _PLAIN_NUMBER.fullmatch(text):
        return Kind.IDENTIFIER if text.isdigit() and len(text) >= 4 else Kind.QUANTITY
    if _QUANTITY.fullmatch(text) or _COUNT.fullmatch(text):
        return Kind.QUANTITY
    if _is_numbered(text):
        return Kind.IDENTIFIER
    if _is_address(text):
        return Kind.ADDRESS
    if _ORGANISATION.fullmatch(text) and text[:1].isupper() and len(words) <= 6:
        return Kind.ORGANISATION
    return Kind.PHRASE if len(words) >= _SHORTEST_PHRASE else Kind.CATEGORY


def _is_phone(pattern: re.Pattern[str], text: str) -> bool:
    return bool(pattern.fullmatch(text)) and 9 <= sum(c.isdigit() for c in text) <= 15


def _is_range(text: str, *, bare: bool) -> bool:
    """Tell whether `text` has two bounds; where not `bare`, a currency or a unit has to stand with them."""
    found = _RANGE.fullmatch(text)
    if not found:
        return False
    if re.fullmatch(r"[\d,.' +-]+", found["low"] + found["high"]) and not bare:
        return bool(re.match(r"(?:between|from) ", text, re.IGNORECASE))
    return not re.match(r"0\d", text)


def _is_narrow(text: str) -> bool:
    """Tell whether the bare bounds of a range are short enough to be no identifier in two groups."""
    if re.search(r"\d[,'.]\d{3}|[^\W\d_]", text):
        return True
    low, *_, high = (len(digits) for digits in re.findall(r"\d+", text))
    return max(low, high) <= 3 or low == high == 4


def _is_measure(text: str) -> bool:
    if _QUANTITY.fullmatch(text):
        return True
    return len(text.split()) <= 4 and bool(re.search(r"(?<![\w-])\d", text)) and text[-1] != "+"


def _is_identifier(head: str, text: str) -> bool:
    plain_words = sum(word.isalpha() and len(word) > 2 for word in text.split())
    if any(c.isdigit() for c in text):
        return plain_words <= 1 and len(text.split()) <= 8
    return head in _SECRET and " " not in text


def _is_numbered(text: str) -> bool:
    digits = sum(c.isdigit() for c in text)
    if _IBAN.fullmatch(text) or _PREFIXED.fullmatch(text) or _HOST.fullmatch(text):
        return True
    if _DIGIT_GROUPS.fullmatch(text):
        return digits >= 8
    return " " not in text and digits >= 4 and not _CLOCK.fullmatch(text)


def _is_address(text: str) -> bool:
    first, _, rest = text.partition(",")
    if not re.search(r"\d", first) or not re.search(r"[A-Z\u00c0-\u00de]", first):
        return False
    if len(text.split()) > 10:
        return False
    return bool(_STREET_WORD.search(first)) or bool(_POSTCODE.search(rest) and len(first.split()) <= 4)


def _is_proper(text: str) -> bool:
    """Tell whether `text` can be a proper name: a capital, or letters of a script without capitals."""
    return any(c.isupper() or (c.isalpha() and c.lower() == c.upper()) for c in text)


def _is_titled(text: str) -> bool:
    """Tell whether each word but small particles has a capital (or no case at all)."""
    particles = {"de", "da", "la", "le", "van", "von", "der", "den", "di", "du", "el", "al", "bin", "zu", "y"}
    return all(word in particles or word[:1].isupper() or not word[:1].islower() for word in text.split())
