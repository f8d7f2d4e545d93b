"""The placeholders that the package fills: the value, pronouns, and small things that change from text to text."""

from __future__ import annotations

VALUE = "value"
COUNTERPART = "counterpart"
# What a maker's `of` may name beside attributes: the day on which the document is written.
DAY_OF_WRITING = "written_on"
PRONOUNS = ("he", "him", "his", "He", "Him", "His")
SUBJECT = ("subject", "Subject")
SMALL = ("weekday", "colleague", "clock", "room", "small")
RESERVED = (VALUE, COUNTERPART, *PRONOUNS, *SUBJECT, *SMALL)
