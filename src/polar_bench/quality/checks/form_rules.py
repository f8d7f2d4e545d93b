"""The rule on forms: a document looks like what it is said to be, by small recognisers, one a layout.

They ask for what no document of that sort lacks, not for our own templates' ways. They see lines, not content.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache

from polar_bench.domains.shipped import layouts_of_forms
from polar_bench.quality.checks.reading import Reading
from polar_bench.quality.checks.rule import Rule
from polar_bench.quality.findings import Fault
from polar_bench.sample import Sample

_FIELD = re.compile(r"^[\W_]*([A-Z][\w'/-]*(?: [\w'/()-]+){0,3})[*_]*:[*_]*(?=\s|$)")
_MAIL_FIELDS = frozenset(("from", "to", "date", "sent", "subject", "cc"))
_MEMO_FIELDS = frozenset(("to", "from", "date", "re", "subject", "cc", "regarding"))
_CALENDAR_FIELDS = frozenset(
    ("title", "event", "subject", "when", "date", "time", "start", "end", "where", "place", "location", "room")
    + ("invited", "attendees", "participants", "with", "entered by", "organiser", "organizer", "reminder", "notes")
)
_GREETING = re.compile(
    r"^[>\s]*(?:dear|hello|hi|hey|good (?:morning|afternoon|evening|day)|to whom)\b.{0,60}[,:!.]?$", re.IGNORECASE
)
_FAREWELL = re.compile(
    r"^[>\s]*(?:(?:best|kind|warm|many|with)\b.{0,30}|regards|sincerely|yours\b.{0,20}|thanks\b.{0,20}"
    r"|thank you\b.{0,20}|all the best|cheers|until then|have a good .{0,10}|respectfully.{0,10})[,.!]?$",
    re.IGNORECASE,
)
_CLOCK = r"\d{1,2}[:.]\d{2}(?::\d{2})?(?:\s?[ap]m)?"
_NAME = r"[A-Z][\w.'-]*(?: [A-Z][\w.'-]*){0,2}"
_SPEECH = re.compile(
    rf"^(?:\W{{0,3}}\[?\(?{_CLOCK}\)?\]?[\s,-]*)?\W{{0,3}}({_NAME})(?: \([^)]{{1,30}}\))?"
    rf"(?:\s*[\[(]?{_CLOCK}[\])]?)?[*_]*:"
)
_FORWARD = re.compile(
    r"^[\s>-]*(?:-{3,}|_{5,}|begin forwarded|forwarded message|original message|on .{5,60} wrote:)", re.IGNORECASE
)
_NUMBERED = re.compile(r"^\d{1,2}[.)]\s")
_VOICE = re.compile(
    r"\b(?:voice ?mail|voice message|mailbox|answering machine|beep|tone|message (?:ends|left|received))\b",
    re.IGNORECASE,
)
_ENTRY = re.compile(rf"\b{_CLOCK}\b|^\W*(?:\d{{4}}-\d\d-\d\d|\d{{1,2}}[./]\d{{1,2}}\b|\d{{1,2}} [A-Z][a-z]{{2,8}}\b)")


class _Lines:
    """A document as recognisers see it: its lines that are not empty, and the names of the fields among them."""

    def __init__(self, text: str) -> None:
        self.lines = [line.strip() for line in text.splitlines() if line.strip()]
        found = (_FIELD.match(line.lstrip("> ")) for line in self.lines)
        self.fields = Counter(match[1].lower() for match in found if match)

    def known(self, names: frozenset[str]) -> int:
        """Return how many of the fields in `names` there are."""
        return sum(name in self.fields for name in names)

    def number(self, pattern: re.Pattern[str]) -> int:
        """Return how many lines match."""
        return sum(pattern.search(line) is not None for line in self.lines)

    @property
    def headings(self) -> int:
        """The number of short lines without an end mark that have a longer one below them."""
        return sum(
            len(above.split()) <= 8 and above[-1] not in ".,;!?" and len(below) > len(above)
            for above, below in zip(self.lines, self.lines[1:], strict=False)
        )

    @property
    def speakers(self) -> Counter[str]:
        """The number of lines that each speaker begins."""
        found = (_SPEECH.match(line) for line in self.lines)
        return Counter(match[1] for match in found if match and match[1].lower() not in _MAIL_FIELDS)


def _is_mail(seen: _Lines) -> bool:
    has_both_ends = seen.number(_GREETING) > 0 and seen.number(_FAREWELL) > 0
    return seen.known(_MAIL_FIELDS) >= 2 or has_both_ends


def _is_thread(seen: _Lines) -> bool:
    messages = max(seen.fields["from"], seen.fields["subject"])
    return messages >= 2 or messages + seen.number(_FORWARD) >= 2


def _is_letter(seen: _Lines) -> bool:
    return seen.number(_FAREWELL) + seen.number(_GREETING) > 0


def _is_chat(seen: _Lines) -> bool:
    often = [count for count in seen.speakers.values() if count >= 2]
    return len(often) >= 2 and sum(often) >= 6


def _is_voicemail(seen: _Lines) -> bool:
    return seen.number(_VOICE) > 0 and not _is_chat(seen)


def _is_calendar(seen: _Lines) -> bool:
    return seen.known(_CALENDAR_FIELDS) >= 2


def _is_note(seen: _Lines) -> bool:
    return not _is_chat(seen) and not _is_thread(seen) and seen.known(_MAIL_FIELDS) < 3


def _is_memo(seen: _Lines) -> bool:
    return seen.known(_MEMO_FIELDS) >= 3 or seen.number(_NUMBERED) >= 3


def _has_sections(seen: _Lines) -> bool:
    return seen.headings >= 3 and not _is_chat(seen)


def _is_record(seen: _Lines) -> bool:
    return len(seen.fields) >= 3 and seen.number(_ENTRY) >= 2


RECOGNISERS: dict[str, tuple[Callable[[_Lines], bool], str]] = {
    "mail": (_is_mail, "no header of a mail, nor a greeting and a farewell"),
    "thread": (_is_thread, "fewer than two messages"),
    "letter": (_is_letter, "no greeting and no farewell"),
    "chat": (_is_chat, "fewer than two people who speak in turn"),
    "voicemail": (_is_voicemail, "no word of a machine that took a message"),
    "calendar": (_is_calendar, "fewer than two fields of an entry (when, where, who)"),
    "note": (_is_note, "it is laid out as a mail, a thread or a chat"),
    "summary": (_has_sections, "fewer than three headings"),
    "profile": (_has_sections, "fewer than three headings"),
    "memo": (_is_memo, "fewer than three of To, From, Date, Re, and no numbered points"),
    "record": (_is_record, "fewer than three fields, or no entries with a day or an hour"),
}


def _form(reading: Reading) -> Iterator[Fault]:
    document = reading.sample.document
    is_recognised, missing = RECOGNISERS[layouts_of_forms()[document.form]]
    if not is_recognised(_lines(document.text)):
        first = " ".join(document.text.split()[:12])
        name = document.form.replace("_", " ")
        yield Fault("document", f"the document doesn't look like its form, {name}: {missing}", f"[[{first}]]...")


@lru_cache(maxsize=16)
def _lines(text: str) -> _Lines:
    return _Lines(text)


def _unknown(sample: Sample) -> str:
    return "" if layouts_of_forms().get(sample.document.form) in RECOGNISERS else "the package doesn't know the form"


RULES = (
    Rule(
        name="form", protects="forms differ in more than their name", find=_form, is_must=False, unanswerable=_unknown
    ),
)
