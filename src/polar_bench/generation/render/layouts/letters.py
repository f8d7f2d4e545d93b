"""Mail, threads of mails, and letters."""

from __future__ import annotations

from collections.abc import Sequence

from polar_bench.generation.render.content import Content, Paragraph
from polar_bench.generation.render.layouts.frame import Frame, Person
from polar_bench.generation.render.stock import stock


def mail(said: Content, frame: Frame) -> str:
    """One e-mail: header, greeting, paragraphs, farewell, now and then a postscript."""
    writer = frame.cast[0]
    postscript = _postscript(said.paragraphs, frame)
    body = [said.opening, *(p.text for p in said.paragraphs if p.sentences), said.closing]
    parts = [
        _header(writer, frame, said.subject_line),
        _greeting(frame),
        *body,
        f"{_farewell(frame)}\n{writer.given}",
        *postscript,
    ]
    return "\n\n".join(parts)


def thread(said: Content, frame: Frame) -> str:
    """A mail that passes another one on, whose lines are quoted or stand under a ruler."""
    draw, (writer, other, _) = frame.draw, frame.cast
    cut = draw.between(1, max(1, len(said.paragraphs) - 2))
    upper, lower = said.paragraphs[:cut], said.paragraphs[cut:]
    top = [
        _header(writer, frame, f"{draw.pick(('Fwd', 'FW', 'Re'))}: {said.subject_line}"),
        frame.stock(stock().forward_openings),
        *(paragraph.text for paragraph in upper),
        said.closing,
        writer.given,
    ]
    before = frame.workdays[draw.between(-5, -2)]
    below = [
        f"From: {other.full}\nTo: {writer.full}\nDate: {before}, {frame.hour}\nSubject: {said.subject_line}",
        f"{draw.pick(('Dear', 'Hello', 'Hi'))} {writer.given},",
        said.opening,
        *(paragraph.text for paragraph in lower),
        f"{_farewell(frame)}\n{other.given}",
    ]
    if draw.chance(0.6):
        quoted = "\n".join(f"> {line}".rstrip() for line in "\n\n".join(below).split("\n"))
        return "\n\n".join([*top, quoted])
    ruler = draw.pick(("---------- Forwarded message ----------", "-----Original message-----", "_" * 32))
    return "\n\n".join([*top, f"{ruler}\n" + "\n\n".join(below)])


def letter(said: Content, frame: Frame) -> str:
    """A draft of a letter: place for remarks on top, then the letter itself."""
    writer = frame.cast[0]
    mark = frame.draw.pick(("DRAFT, not sent", "Draft for comments", "First draft", "Working draft"))
    parts = [
        f"{frame.title} ({mark})\n{frame.day()}\n{writer.full}, {frame.roles[0]}",
        frame.stock(stock().letter_openings),
        said.opening,
        *(paragraph.text for paragraph in said.paragraphs),
        said.closing,
        f"{_farewell(frame)}\n{writer.full}",
    ]
    return "\n\n".join(parts)


def _header(writer: Person, frame: Frame, subject: str) -> str:
    role = f" ({frame.roles[0]})" if frame.draw.chance(0.5) else ""
    lines = [f"From: {writer.full}{role}", f"To: {frame.desk}", f"Date: {frame.day()}, {frame.hour}"]
    if frame.draw.chance(0.3):
        lines.insert(2, f"Cc: {frame.cast[2].full}")
    return "\n".join([*lines, f"Subject: {subject}"])


def _greeting(frame: Frame) -> str:
    return frame.filler.clause(frame.draw.pick(stock().greetings), frame.draw)


def _farewell(frame: Frame) -> str:
    return frame.filler.clause(frame.draw.pick(stock().farewells), frame.draw)


def _postscript(paragraphs: Sequence[Paragraph], frame: Frame) -> list[str]:
    """Take the last sentence of a paragraph of no concern for a postscript, in one mail out of three."""
    around = [p for p in paragraphs if p.topic == "around" and len(p.sentences) > 2]
    if not around or not frame.draw.chance(0.33):
        return []
    return [f"PS: {frame.draw.pick(around).sentences.pop()}"]
