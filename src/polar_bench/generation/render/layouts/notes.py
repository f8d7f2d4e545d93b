"""Notes for the file, and entries of a calendar."""

from __future__ import annotations

from polar_bench.generation.render.content import Content
from polar_bench.generation.render.layouts.frame import Frame, clock


def note(said: Content, frame: Frame) -> str:
    """A note: a line on top, paragraphs, initials."""
    writer, draw, role = frame.cast[0], frame.draw, frame.roles[0]
    subject = said.subject_line
    heads = (
        f"{frame.title}, {frame.day()}\n{subject}",
        f"{frame.title}\nWritten by: {writer.full}, {role}\nOn: {frame.day()}, {frame.hour}\nAbout: {subject}",
        f"{frame.day()}, {frame.hour} / {writer.initials}\n{frame.title}: {subject}",
        f"{frame.title.upper()}\n{subject}\n{frame.day()}, {writer.given} ({role})",
    )
    parts = [draw.pick(heads), said.opening, *(paragraph.text for paragraph in said.paragraphs), said.closing]
    if draw.chance(0.7):
        parts.append(draw.pick((writer.initials, writer.full, f"({writer.given})", f"{writer.given}, {frame.hour}")))
    return "\n\n".join(parts)


def calendar(said: Content, frame: Frame) -> str:
    """An entry of a calendar: when, where, with whom, and the notes under it."""
    draw, (writer, other, _) = frame.draw, frame.cast
    end = clock(frame.minute + draw.pick((15, 20, 30, 45)))
    place = frame.filler.clause("{room}", draw)
    head = [
        f"Title: {said.subject_line}",
        f"When: {frame.day()}, {frame.hour} to {end}",
        f"Where: {place}",
        f"Invited: {writer.full}, {other.full}" if draw.chance(0.6) else f"Entered by: {writer.full}",
        f"Reminder: {draw.pick(('10 minutes', '15 minutes', 'half an hour', 'one hour', 'one day'))} before",
    ]
    bullet = draw.pick(("", "- ", "* "))
    notes = [f"{bullet}{paragraph.text}" for paragraph in said.paragraphs]
    return "\n\n".join(["\n".join(head), "Notes:", said.opening, *notes, said.closing])
