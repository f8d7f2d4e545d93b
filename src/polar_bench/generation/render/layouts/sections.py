"""Forms with headings: summaries, memos, profiles; and records with a log."""

from __future__ import annotations

from collections.abc import Iterator

from polar_bench.generation.render.content import Content, Paragraph
from polar_bench.generation.render.layouts.frame import Frame, clock
from polar_bench.generation.render.stock import stock


def summary(said: Content, frame: Frame) -> str:
    """A title, a line of who and when, and sections under headings."""
    draw, writer = frame.draw, frame.cast[0]
    head = f"{frame.title.upper()}\n{said.subject_line}\nPrepared by {writer.full} ({frame.roles[0]}), {frame.day()}"
    mark = draw.pick(("", "## ", "= "))
    sections = [_under(f"{mark}{heading}", text) for heading, text in _sections(said.paragraphs)]
    last = draw.pick(("Remarks", "To do", "Next", "Open points", "Before you go on"))
    return "\n\n".join([head, said.opening, *sections, _under(f"{mark}{last}", said.closing)])


def memo(said: Content, frame: Frame) -> str:
    """To, from, date, subject, and numbered paragraphs."""
    draw, (writer, other, _) = frame.draw, frame.cast
    head = [
        frame.title.upper(),
        f"To: {draw.pick((frame.desk, other.full))}",
        f"From: {writer.full}, {frame.roles[0]}",
        f"Date: {frame.day()}",
        f"Re: {said.subject_line}",
    ]
    texts = [said.opening, *(paragraph.text for paragraph in said.paragraphs), said.closing]
    numbered = [f"{number}. {text}" for number, text in enumerate(texts, 1)]
    return "\n\n".join(["\n".join(head), *numbered, draw.pick((writer.initials, writer.full))])


def profile(said: Content, frame: Frame) -> str:
    """A form that was filled in by hand: sections, each a heading and prose."""
    draw, writer = frame.draw, frame.cast[0]
    received = draw.pick(("Received", "Opened", "Filled in", "Taken down"))
    head = f"{frame.title}\n{said.subject_line}\n{received}: {frame.day()}, {frame.hour} ({writer.full})"
    letters = draw.chance(0.5)
    sections = []
    for number, (heading, text) in enumerate(_sections(said.paragraphs)):
        label = f"{chr(65 + number)}. {heading}" if letters else f"{heading}:"
        sections.append(_under(label, text))
    remark = draw.pick(("For the desk", "Remark of the desk", "Notes of the person who took this down", "Remarks"))
    return "\n\n".join([head, said.opening, *sections, _under(f"{remark}:", said.closing)])


def record(said: Content, frame: Frame) -> str:
    """Fields on top, then a log whose entries have a day, an hour and initials."""
    draw, cast = frame.draw, frame.cast
    head = [
        f"{frame.title.upper()}",
        f"Subject: {said.subject_line}",
        f"Opened: {frame.workdays[0]}",
        f"Owner: {cast[0].full} ({frame.roles[0]})",
        f"Queue: {frame.desk}",
        f"Channel: {draw.pick(('phone', 'e-mail', 'counter', 'web form', 'colleague'))}",
    ]
    texts = [said.opening, *(paragraph.text for paragraph in said.paragraphs), said.closing]
    days = sorted(draw.below(len(frame.workdays)) for _ in texts)
    minutes = sorted(draw.between(8 * 60, 17 * 60) for _ in texts)
    entries = []
    for number, (day, minute, text) in enumerate(zip(days, minutes, texts, strict=True)):
        who = cast[0] if number in (0, len(texts) - 1) else draw.pick(cast)
        action = frame.filler.clause(draw.pick(stock().log_actions), draw)
        entries.append(f"{frame.workdays[day]} {clock(minute)} {who.initials} ({action})\n{text}")
    return "\n\n".join(["\n".join(head), *entries])


def _sections(paragraphs: list[Paragraph]) -> Iterator[tuple[str, str]]:
    """Yield each heading with the text under it; a paragraph without heading goes on under the last one."""
    open_heading, texts = "", list[str]()
    for paragraph in paragraphs:
        if paragraph.heading and texts:
            yield open_heading, "\n\n".join(texts)
            texts = []
        open_heading = paragraph.heading or open_heading
        texts.append(paragraph.text)
    if texts:
        yield open_heading, "\n\n".join(texts)


def _under(heading: str, text: str) -> str:
    return f"{heading}\n{text}"
