"""A saved talk between two people of the desk."""

from __future__ import annotations

from polar_bench.generation.render.content import Content
from polar_bench.generation.render.layouts.frame import Frame
from polar_bench.generation.render.stock import stock


def chat(said: Content, frame: Frame) -> str:
    """Lines with the hour and a name: one tells, the other asks on and answers."""
    draw, (teller, other, _) = frame.draw, frame.cast
    where = draw.pick(("desk channel", "direct messages", "team chat", "handover channel", "shift channel"))
    both = f"{teller.full} ({frame.roles[0]}), {other.full} ({frame.roles[1]})"
    head = f"{frame.title}, {where}\n{frame.day()}\nWith: {both}"
    style = draw.below(3)
    hours = frame.minutes()
    lines: list[str] = []

    def say(name: str, text: str) -> None:
        hour = next(hours)
        lines.append((f"[{hour}] {name}: {text}", f"{hour} {name}: {text}", f"{name} ({hour}): {text}")[style])

    say(teller.given, frame.stock(stock().chat_openings))
    say(other.given, frame.stock(stock().chat_prompts))
    say(teller.given, said.opening)
    for number, paragraph in enumerate(said.paragraphs):
        for index, text in enumerate(_lines_of(paragraph.sentences, frame)):
            if index or number:
                is_new = index == 0
                if is_new or draw.chance(0.45):
                    say(other.given, frame.stock(stock().chat_prompts if is_new else stock().chat_reactions))
            say(teller.given, text)
    say(teller.given, said.closing)
    say(other.given, frame.stock(stock().chat_closings))
    return head + "\n\n" + "\n".join(lines)


def _lines_of(sentences: list[str], frame: Frame) -> list[str]:
    lines, at = [], 0
    while at < len(sentences):
        count = frame.draw.pick((1, 1, 2))
        lines.append(" ".join(sentences[at : at + count]))
        at += count
    return lines
