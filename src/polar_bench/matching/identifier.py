"""Identifiers: numbers, tokens and host names that stand for one thing; case and separators are free.

The leading letters are optional from six digits on. A longer run of letters or digits is another identifier, and so is
the same number behind other letters. O and 0 are two characters. Must not know names of attributes.

Source: DESIGN.md section 5, rules 2-4; reference/users-reports.md rows 55-61.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from polar_bench.matching import numbers
from polar_bench.matching.money import ANY_AFTER, ANY_BEFORE
from polar_bench.matching.span import Grade, Grammar, Span
from polar_bench.matching.spelling import LETTER
from polar_bench.matching.text import Text

_ENOUGH = 6  # digits that say an identifier without its letters
_LEAST = 3  # last characters that give a part of it
_BETWEEN = r"(?:[ \n]?[-./_:#\\][ \n]?|\[\.\]|[ \n]{1,2})?"
_ADDRESS = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}(?:/\d{1,2})?")
_DATE = re.compile(r"\d{1,2}[-.]\d{1,2}[-.](?:\d\d|\d{4})|\d{4}[-.]\d\d[-.]\d\d")
# Words that introduce a number and are no part of another identifier
_INTRODUCING = frozenset(
    [
        "no",
        "nr",
        "num",
        "number",
        "nummer",
        "ref",
        "reference",
        "id",
        "ids",
        "uid",
        "sn",
        "acct",
        "account",
        "konto",
        "case",
        "file",
        "policy",
        "claim",
        "ticket",
        "order",
        "invoice",
        "member",
        "customer",
        "patient",
        "passport",
        "iban",
        "ahv",
        "host",
        "hostname",
        "token",
        "serial",
        "tel",
        "is",
        "the",
        "key",
        "code",
        "pin",
        "aktenzeichen",
        "az",
    ]
)
_LAST_WORD = re.compile(rf"({LETTER}+)[-_]?$")
_STARRED = re.compile(r"\*{4,}[ -]?([0-9A-Za-z]{3,12})(?![\w*])")  # on the raw text: a Markdown mark is no asterisk
_LAST = re.compile(
    r"(?<![a-z])(?:end(?:et|end)[ \n](?:auf|mit|in)"
    r"|(?:end|finish)(?:s|ed|ing)?(?![a-z])(?:[ \n](?:in|with|on|is))?(?:[ \n]the[ \n]digits)?"
    r"|(?:last|final|letzten?|trailing)[ \n](?:(?:three|four|five|six|drei|vier|fünf|sechs|[3-9])(?![^\s:])"
    r"(?:[ \n](?:digits|characters|numbers|figures|ziffern|stellen|zahlen))?"
    r"|digits|characters|numbers|figures|ziffern|stellen|zahlen)"
    r"(?:[ \n](?:are|is|of[^.\n]{1,40}?are|sind|lauten|being))?)"
    r"[ \n]?:?[ \n]?[\"']?(?:\.{2,3}|-)?([a-z0-9]++(?:[-./ _][a-z0-9]++)?+)"
    r"|(?:\.{3}|(?<![a-z])x{2,8}|(?<!\.)\u2022{2,8})[- ]?([a-z0-9]{3,12}+)"
)


def read(value: str) -> Grammar:
    """Return the grammar of an identifier ("LEG-62992380", "zt_8kd41-pwq66-mrv", "10.3.4.5"); any string will do."""
    text = " ".join(Text(value[:200]).plain.text.split())
    groups = re.findall(r"\d+|[^\W\d_]+", text)
    return _Identifier(text, groups) if groups else _Identifier("", [])


def _spread(groups: list[str], between: str) -> str:
    """Return a pattern of the groups, with a mark allowed between them and between the digits of one."""
    return between.join(_BETWEEN_DIGITS.join(group) if group.isdigit() else re.escape(group) for group in groups)


_BETWEEN_DIGITS = r"[ .-]?"


class _Identifier:
    def __init__(self, text: str, groups: list[str]) -> None:
        self._groups = groups
        self._whole = "".join(groups)
        self._is_address = bool(_ADDRESS.fullmatch(text))
        self._has_marks = text != self._whole
        self._is_digits = self._whole.isdigit()
        self._patterns: list[tuple[str, re.Pattern[str], Grade]] = []
        if not groups:
            return
        if self._is_address:
            dotted = r"(?:\.|\[\.\]|[ ]dot[ ])".join(text.partition("/")[0].split("."))
            self._add("digits", dotted)
            return
        between = _BETWEEN
        if groups[0] in {"a", "i"} and sum(map(len, groups)) < _ENOUGH + 1:
            between = between.replace(r"|[ \n]{1,2}", "")  # "a 186-page file" isn't A-186
        self._add("digits" if self._is_digits else "verbatim", _spread(groups, between))
        self._add_without_letters()

    def _add_without_letters(self) -> None:
        first = 0 if self._groups[0].isdigit() else 1
        rest = self._groups[first:]
        if not first or sum(len(group) for group in rest if group.isdigit()) < _ENOUGH or not rest[0].isdigit():
            return
        self._add("without_prefix", _spread(rest, _BETWEEN))
        digits = [group for group in rest if group.isdigit()]
        if rest != digits and rest[: len(digits)] == digits:
            self._add("without_suffix", _spread(digits, _BETWEEN), Grade.PARTIAL)

    def _add(self, rule: str, pattern: str, grade: Grade = Grade.FULL) -> None:
        before = r"(?<!\d)" if rule in {"digits", "without_prefix", "without_suffix"} else numbers.NO_WORD_BEFORE
        ends_with_digit = self._whole[-1:].isdigit() or rule == "without_suffix"
        after = rf"(?![0-9]|{LETTER})" if not self._is_digits or not ends_with_digit else r"(?![0-9])"
        self._patterns.append((rule, re.compile(before + pattern + after), grade))

    def find(self, text: Text) -> Iterator[Span]:
        view = text.plain
        for rule, pattern, grade in self._patterns:
            for hit in pattern.finditer(view.text):
                start, end = view.raw_span(hit.start(), hit.end())
                if self._stands(view.text, hit, rule) and not self._goes_on(text.raw, view.text, hit.end(), end):
                    yield Span(start, end, self._rule(hit[0], rule), grade)
        if self._groups and not self._is_address:
            yield from self._last(text)

    def _rule(self, written: str, rule: str) -> str:
        if rule != "verbatim" or _groups(written) == self._groups:
            return rule
        return "regrouped"

    def _stands(self, text: str, hit: re.Match[str], rule: str) -> bool:
        """Tell whether nothing before the hit makes it the end of something longer, and its digits are in one piece."""
        start, written = hit.start(), hit[0]
        if not self._is_address and not self._is_in_one_piece(written):
            return False
        before = text[max(0, start - 24) : start]
        if rule == "verbatim":
            if re.search(r"\d[-_.]$", before):
                return False
            word = re.search(rf"({LETTER}+)[-_]$", before)
            return not word or len(word[1]) > 3 or word[1] in _INTRODUCING
        if re.search(r"\d[-_./:',+ ]$|\+$", before) or (before.endswith("-") and before[-2:-1] == ")"):
            return False
        word = _LAST_WORD.search(before)
        own = self._groups[0] if rule == "without_suffix" else ""
        if word and (word[1] not in {*_INTRODUCING, own} and not _is_spaceless(text, start)):
            return False
        if ANY_BEFORE.search(before[-6:]) or ANY_AFTER.match(text, hit.end()):
            return False
        return (self._has_marks and self._is_digits) or not _DATE.fullmatch(written.strip())

    def _is_in_one_piece(self, written: str) -> bool:
        """Tell whether the digits within each of the value's own groups are joined by one kind of separator.

        Digits one by one are a disguise, which other views find.
        """
        at = 0
        marks: set[str] = set()
        for group in self._groups if len(_alnum(written)) == len(self._whole) else _groups_of(self._groups, written):
            sizes, size = [], 0
            for place, character in enumerate(group):
                while written[at] != character:
                    if place and size:
                        marks.add(written[at])
                        sizes.append(size)
                        size = 0
                    at += 1
                at += 1
                size += 1
            if group.isdigit() and any(one < 2 for one in sizes[1:]):
                return False
            if len(sizes) > 1 and len(sizes) + 1 == len(group):
                return False
        return len(marks) <= 1

    def _goes_on(self, raw: str, text: str, end: int, raw_end: int) -> bool:
        """Tell whether the run goes on behind the hit: more digits, or a short code behind a mark."""
        after = text[end : end + 8]
        if self._is_address:
            return bool(re.match(r"\.\d|[0-9a-z]", after))
        if raw[raw_end : raw_end + 1] == "\u2014" or after.startswith("--"):
            return False
        if re.match(r"[-_/.:,']\d", after) or re.match(r"[-_/][a-z]{1,2}(?![a-z'])", after):
            return True
        return self._is_digits and bool(re.match(r"[ ]\d", after))

    def _last(self, text: Text) -> Iterator[Span]:
        """Yield the last characters, where the text says that they are the last."""
        view = text.plain
        for hit in _STARRED.finditer(text.raw):
            if len(hit[1]) < len(self._whole) and self._whole.endswith(hit[1].casefold()):
                yield Span(*hit.span(), "last_digits", Grade.PARTIAL)
        for hit in _LAST.finditer(view.text):
            place = 1 if hit[1] else 2
            for end in (hit.end(place), hit.start(place) + len(re.split(r"[-./ _]", hit[place])[0])):
                said = _alnum(view.text[hit.start(place) : end])
                if _LEAST <= len(said) < len(self._whole) and self._whole.endswith(said):
                    yield Span(*view.raw_span(hit.start(), end), "last_digits", Grade.PARTIAL)
                    break


def _alnum(written: str) -> str:
    return re.sub(r"[\W_]", "", written)


def _groups(written: str) -> list[str]:
    return re.findall(r"\d+|[^\W\d_]+", written)


def _groups_of(groups: list[str], written: str) -> list[str]:
    """Return those of the value's groups that a shortened writing holds."""
    digits_only = [group for group in groups if group.isdigit()]
    return groups[1:] if len(_alnum(written)) == len("".join(groups[1:])) else digits_only


def _is_spaceless(text: str, start: int) -> bool:
    """Tell whether the character before belongs to a script that puts no spaces between words."""
    return start > 0 and not re.match(LETTER, text[start - 1]) and text[start - 1] not in "-_"
