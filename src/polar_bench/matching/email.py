"""An e-mail address: as written, spaced out, or with "at" and "dot" in words or brackets.

Full: the whole address, no longer local part and no longer domain around it. Partial: the local part alone, where it
has a mark or a digit inside. The domain alone is nothing. Source: DESIGN.md section 5, rule 2.
Must not know other kinds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from polar_bench.matching.characters import runs_of
from polar_bench.matching.patterns import compiled
from polar_bench.matching.span import Grade, Span
from polar_bench.matching.text import Text, value_text

_BREAK = r"(?: {0,2}\n[ >]{0,6})?"
_DOT_WORD = "(?:dot|punkt|point|punto|period|full stop)"
_DOT = (
    rf"(?: ?\. ?{_BREAK}|,? {_DOT_WORD},? | ?[\[({{<\"'] ?(?:{_DOT_WORD}|\.) ?[\])}}>\"'] ?| ?[-_]{_DOT_WORD}[-_] ?"
    r"|%2e)"
)
_AT_WORD = "(?:at|ät|arobase|arroba|chiocciola)"
# What may stand between the two halves of an address that are told apart: ", domain: ", " and the host is "
_APART = (
    r"[\"')]{0,2}[,;]?(?: and)?[ \n]{1,2}(?:- )?(?:(?:at|followed by) )?(?:the )?(?:e-?mail )?"
    r"(?:domain|host|server|provider)(?:name| name| part)?(?: is| being)?[:=]? [\"'(]?@?"
)
_AT = (
    rf"(?:{_APART}|[\"']? ?@ ?{_BREAK}|,? {_AT_WORD}(?:[ -]sign)?,? | ?[\[({{<\"'] ?(?:{_AT_WORD}|@|a) ?[\])}}>\"'] ?"
    r"|%40"
    rf"| ?(?:&#64;|&#x40;|&commat;) ?| ?[-_]{_AT_WORD}[-_] ?|,? followed by (?:an )?@ ?)"
)
_HALF = re.compile(_APART)
_HOST = re.compile(rf"[\w-]+{_DOT}\w")
_WRITTEN = {
    ".": _DOT,
    "@": _AT,
    "-": r"(?: ?- ?| (?:dash|hyphen|minus|bindestrich) )",
    "_": r"(?:_| (?:underscore|unterstrich) | ?[\[(]underscore[\])] ?)",
    "+": r"(?:\+| plus |%2b)",
}
# What makes an address a longer one: on the left another piece of a local part, on the right more domain
_UNSPACED = r"\u3400-\u9fff\u3040-\u30ff\uac00-\ud7a3"
_LONGER_LOCAL = re.compile(rf"(?:[^\W{_UNSPACED}]|[+%]|\w[.&*/]|\w ?[\[(] ?dot ?[\])] ?|\w (?:dot|punkt|underscore) )$")
_LONGER_DOMAIN = re.compile(
    rf"[^\W{_UNSPACED}]|-\w|\.[^\W_]| ?[\[(] ?dot ?[\])] ?\w| dot (?:[a-z]{{2}}|com|org|net)\b|@"
)
_PIECES = re.compile(r"[^\W_]+")
_MARKS = re.compile(r"[\W_]")
_EVEN = re.compile(r"[^\W_]+(?:[\W_][^\W_]+)*")


def read(value: str) -> Email:
    """Read an address once; anything else is looked for as it stands."""
    address = value_text(value).plain.text.strip().removeprefix("mailto:").strip(" <>\"'\n")
    return Email(address)


def _goes_on(seen: str, at: int, rest: Iterable[tuple[re.Pattern[str], str]]) -> int | None:
    """Return where a run of marks and pieces ends that begins at `at`, None where it doesn't go on to the last."""
    for mark, piece in rest:
        found = mark.match(seen, at)
        if found is None or not seen.startswith(piece, found.end()):
            return None
        at = found.end() + len(piece)
    return at


def _finds(seen: str, sought: str) -> Iterator[tuple[int, int]]:
    at = seen.find(sought)
    while at >= 0:
        yield at, at + len(sought)
        at = seen.find(sought, at + len(sought))


class Email:
    """The grammar of one address."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._local = address.partition("@")[0] if "@" in address else ""
        self._needle = max(runs_of(self._local or address), key=len, default="")

    def may_stand_in(self, text: Text) -> bool:
        """Tell, fast, whether it pays to look."""
        return self._needle != "" and self._needle in text.plain.text

    def find(self, text: Text) -> Iterator[Span]:
        """Yield every place of the address (full) and of its local part alone (partial)."""
        if self._needle:
            is_even = _EVEN.fullmatch(self._address) is not None
            places = self._places(text.plain.text, self._address) if is_even else self._by_pattern(text.plain.text)
            yield from self._found(text, places)

    def find_by_pattern(self, text: Text) -> Iterator[Span]:
        """Find by the pattern of the whole address."""
        if self._needle:
            yield from self._found(text, self._by_pattern(text.plain.text))

    def _found(self, text: Text, places: Iterable[tuple[int, int]]) -> Iterator[Span]:
        view = text.plain
        for start, end in places:
            if not self._is_longer(text, start, end):
                rule = "address" if view.text[start:end] == self._address else "spelled_out"
                yield Span(*view.raw_span(start, end), rule)
        if len(self._local) > 5 and not self._local.isalpha():
            yield from self._locals(text)

    def _by_pattern(self, seen: str) -> Iterator[tuple[int, int]]:
        pattern = "".join(_WRITTEN.get(c) or re.escape(c) for c in self._address)
        return (hit.span() for hit in re.finditer(pattern, seen))

    @staticmethod
    def _places(seen: str, sought: str) -> Iterator[tuple[int, int]]:
        """Yield what the pattern finds, piece by piece: where pieces and single marks alternate, one way is open."""
        pieces, marks = _PIECES.findall(sought), _MARKS.findall(sought)
        written = [compiled(_WRITTEN.get(mark) or re.escape(mark)) for mark in marks]
        at = seen.find(pieces[0])
        while at >= 0:
            end = _goes_on(seen, at + len(pieces[0]), list(zip(written, pieces[1:], strict=True)))
            if end is not None:
                yield at, end
            at = seen.find(pieces[0], at + 1 if end is None else end)

    def _locals(self, text: Text) -> Iterator[Span]:
        """Yield the local part where no address follows."""
        seen = text.plain.text
        for at, end in self._places(seen, self._local) if _EVEN.fullmatch(self._local) else _finds(seen, self._local):
            joint = compiled(_AT).match(seen, end)
            is_alone = self._is_right_clear(text, end) if joint is None else _leads_nowhere(text, joint)
            if is_alone and not self._is_left_longer(text, at):
                yield Span(*text.plain.raw_span(at, end), "local_part", Grade.PARTIAL)

    def _is_longer(self, text: Text, start: int, end: int) -> bool:
        return self._is_left_longer(text, start) or not self._is_right_clear(text, end)

    @staticmethod
    def _is_left_longer(text: Text, start: int) -> bool:
        view = text.plain
        seen = view.text
        if start and seen[start - 1] == "-" and start > 1 and (seen[start - 2].isalnum() or seen[start - 2] in "._"):
            return text.raw[view.starts[start - 1]] not in "–—―"
        return _LONGER_LOCAL.search(seen, max(0, start - 14), start) is not None

    @staticmethod
    def _is_right_clear(text: Text, end: int) -> bool:
        view = text.plain
        seen = view.text
        longer = _LONGER_DOMAIN.match(seen, end)
        if longer is None:
            return True
        if longer[0][0] == "-" and text.raw[view.starts[end]] in "–—―":
            return True
        # "...@example.com.We met": a sentence's end without its space
        is_sentence_end = longer[0][0] == "." and text.raw[view.starts[end + 1]].isupper()
        return is_sentence_end and text.raw[view.starts[end - 1]].islower()


def _leads_nowhere(text: Text, joint: re.Match[str]) -> bool:
    """Tell whether a mask or nothing follows the sign of an address, so that its local part is told alone."""
    seen = text.plain.text
    if "@" not in joint[0]:
        return _HALF.fullmatch(joint[0]) is not None and _HOST.match(seen, joint.end()) is None
    if text.raw[text.plain.ends[seen.index("@", joint.start())] :].startswith(("**", "__")):
        return True  # what the view leaves out as Markdown's
    after = seen[joint.end() : joint.end() + 2]
    return after in ("xx", "[r", "[h") or not (after[:1].isalnum() or after[:1] in ("[", "(", "{", "<", '"', "@"))
