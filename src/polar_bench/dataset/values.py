"""Target values of a released record, as strings, the way the released evaluator reads them.

Knows the authors' loose typing (a value may be text, a number, a list, an object, or a list written as text)
and their normaliser. Must not know texts, matching, kinds or roles.
"""

import ast
import json
import warnings
from collections.abc import Iterator, Mapping

_STRAIGHTENED = (
    *(("\u2018", "'"), ("\u2019", "'"), ("\u201c", '"'), ("\u201d", '"')),
    *(("\u2013", "-"), ("\u2014", "-")),
)


def fold(text: str) -> str:
    """Text in the one form in which the released evaluator compares.

    Lower case; curly quotes, en and em dashes straightened (no other quote, no other hyphen); a space on both
    sides of `/` and `-`; `_` read as a
    space; white space folded to single spaces and trimmed. Accents, full-width forms and format characters
    stay as they are. `fold(fold(text)) == fold(text)`.

    Source: reference/released-benchmark.md, "The released evaluator's protocol", scored text, rule 1.
    """
    straight = text.lower()
    if not straight.isascii():
        # Searches that mostly fail at once are ten times as fast as one str.translate.
        for curly, plain in _STRAIGHTENED:
            straight = straight.replace(curly, plain)
    spread = straight.replace("_", " ").replace("/", " / ").replace("-", " - ")
    return " ".join(spread.split())


def flatten(raw: object) -> list[str]:
    """The values in `raw` as trimmed strings, in order, without blanks and without a second copy of any.

    Lists give their items and objects their values, at any depth; text in square brackets that is a list in JSON
    or in Python's notation is read as one; any other text stays whole, and so does anything else as Python
    writes it. Two values are the same when they `fold` to the same text: the first wording stays. Never raises.

    Source: reference/released-benchmark.md, "Record (JSON)", `scoring_targets`.
    """
    wordings: dict[str, str] = {}
    for leaf in flatten_with_doubles(raw):
        wordings.setdefault(fold(leaf), leaf)
    return list(wordings.values())


def flatten_with_doubles(raw: object) -> list[str]:
    """The same as `flatten`, with every copy of a value: what the released evaluator hands to its attacker."""
    return [leaf for leaf in _leaves(raw) if leaf]


def _leaves(raw: object) -> Iterator[str]:
    pending = [raw]
    while pending:
        item = pending.pop()
        if isinstance(item, str):
            listed = _list(item)
            if listed is None:
                yield item.strip()
            else:
                pending.append(listed)
        elif isinstance(item, Mapping):
            pending.extend(reversed(list(item.values())))
        elif isinstance(item, list):
            pending.extend(reversed(item))
        elif item is not None:
            yield str(item).strip()


def _list(text: str) -> list[object] | None:
    text = text.strip()
    if text[:1] + text[-1:] != "[]":
        return None
    parsed = literal(text)
    return parsed if isinstance(parsed, list) else None


def literal(text: str) -> object:
    """What `text` says in JSON or as a Python literal, None where it is neither."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the record's own odd escapes are no business of the user's
            return ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        return None
