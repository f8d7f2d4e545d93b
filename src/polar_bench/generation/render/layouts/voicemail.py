"""A message on the answering machine, written down by a machine."""

from __future__ import annotations

from polar_bench.generation import pools
from polar_bench.generation.render.content import Content, Paragraph
from polar_bench.generation.render.layouts.frame import Frame
from polar_bench.generation.render.stock import stock
from polar_bench.matching.words import is_common


def voicemail(said: Content, frame: Frame) -> str:
    """Fields of the machine, then one voice that says things as they come to mind."""
    draw, writer = frame.draw, frame.cast[0]
    seconds = 25 + draw.between(6, 8) * sum(len(paragraph.sentences) for paragraph in said.paragraphs)
    head = [
        f"{frame.title}",
        f"Received: {frame.day()}, {frame.hour}",
        f"Length: {seconds // 60} min {seconds % 60:02} s",
        f"Mailbox: {frame.desk}",
    ]
    hello = frame.filler.clause(draw.pick(stock().spoken_openings), draw)
    opening = f"{hello} {writer.given} here, {frame.roles[0]}. {said.opening}"
    body = [_spoken(paragraph, frame) for paragraph in said.paragraphs]
    closing = f"{said.closing} {frame.stock(stock().spoken_closings)}"
    end = draw.pick(("[end of message]", "[message ends]", "[tone]", "[hangs up]"))
    return "\n\n".join(["\n".join(head), opening, *body, closing, end])


def _spoken(paragraph: Paragraph, frame: Frame) -> str:
    told = list[str]()
    for index, text in enumerate(paragraph.sentences):
        if index == 0 or frame.draw.chance(0.22):
            turn = frame.filler.clause(frame.draw.pick(stock().spoken_turns), frame.draw)
            told.append(f"{turn} {_small(text) if turn.endswith((',', 'and')) else text}")
        else:
            told.append(text)
    return " ".join(told)


def _small(text: str) -> str:
    """Return `text` with a small first letter, unless its first word is a name or "I"."""
    first = text.split(" ", 1)[0].rstrip(",.")
    is_word = first not in ("I", "I'm", "I've", "I'll") and (is_common(first) or len(first) < 4)
    return text[0].lower() + text[1:] if is_word and first not in pools.slot("colleague") else text
