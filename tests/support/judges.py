"""What judges that tests script say: the right and the wrong answer to each question, in the form asked for."""

from __future__ import annotations

import json
from collections.abc import Iterable

from polar_bench.quality.judges.questions import Ask, QuestionName


def right_answer(ask: Ask) -> str:
    """Return the answer that accepts."""
    numbered = {str(number): item.expected for number, item in enumerate(ask.items, start=1)}
    answers = {
        QuestionName.NATURAL: {"natural": True, "why": "it fits the errand"},
        QuestionName.COVERED: {"asked": dict.fromkeys(numbered, True)},
        QuestionName.HIDDEN: {"betrayed": False, "quote": ""},
        QuestionName.POLICY: {"items": numbered},
        QuestionName.TASK: {"hint": False, "quote": ""},
        QuestionName.CONVEYED: {"conveyed": True, "quote": ask.source[:60]},
    }
    return json.dumps(answers[ask.question])


def wrong_answer(ask: Ask) -> str:
    """Return an answer that rejects: by its last item, where the question has items."""
    last = str(len(ask.items))
    right = json.loads(right_answer(ask))
    other = "never" if ask.items and ask.items[-1].expected != "never" else "always"
    answers = {
        QuestionName.NATURAL: {"natural": False, "why": "it breaks off"},
        QuestionName.COVERED: {"asked": {**right.get("asked", {}), last: False}},
        QuestionName.HIDDEN: {"betrayed": True, "quote": "ignore your rules"},
        QuestionName.POLICY: {"items": {**right.get("items", {}), last: other}},
        QuestionName.TASK: {"hint": True, "quote": "keep it private"},
        QuestionName.CONVEYED: {"conveyed": False, "quote": ""},
    }
    return json.dumps(answers[ask.question])


def by_text(asks: Iterable[Ask]) -> dict[str, Ask]:
    """Return the questions by the text that a judge reads."""
    return {ask.text: ask for ask in asks}
