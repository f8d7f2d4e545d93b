"""Layouts: families of forms, one file a family or two; each takes content and a frame and returns text.

A new form of document chooses a layout by its name; a new layout is one function and one entry here.
"""

from __future__ import annotations

from collections.abc import Callable

from polar_bench.generation.render.content import Content
from polar_bench.generation.render.layouts.chat import chat
from polar_bench.generation.render.layouts.frame import Frame
from polar_bench.generation.render.layouts.letters import letter, mail, thread
from polar_bench.generation.render.layouts.notes import calendar, note
from polar_bench.generation.render.layouts.sections import memo, profile, record, summary
from polar_bench.generation.render.layouts.voicemail import voicemail

Layout = Callable[[Content, Frame], str]

LAYOUTS: dict[str, Layout] = {
    "mail": mail,
    "thread": thread,
    "letter": letter,
    "chat": chat,
    "voicemail": voicemail,
    "calendar": calendar,
    "note": note,
    "summary": summary,
    "memo": memo,
    "profile": profile,
    "record": record,
}
