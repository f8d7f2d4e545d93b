"""Judges behind a real endpoint: each ends where it should, and nothing is asked twice."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest

from polar_bench.dataset.files import load
from polar_bench.errors import ModelFailure, RunFolderError, Unassessed
from polar_bench.model.endpoints import Endpoint as Named
from polar_bench.model.openai_compatible import OpenAICompatible, Patience
from polar_bench.model.port import ChatReply, ChatRequest
from polar_bench.quality.judges import Judge, JudgeFolder, Judging, judge, plan
from polar_bench.quality.judges.questions import Ask
from polar_bench.quality.judges.records import JudgeEntry
from polar_bench.quality.judges.running import JOURNAL, read_kept
from polar_bench.roles import Allow
from tests.support.endpoint import Answer, Endpoint, completion
from tests.support.judges import by_text, right_answer, wrong_answer

SAMPLES = load("starter").samples[:5]
PLAN = plan(SAMPLES, seed=42, at_once=4)
ASKS = by_text(PLAN.asked.asks)
COUNT = len(PLAN.asked.asks)
SAID: dict[str, Callable[[Ask], Answer]] = {
    "accepting": lambda ask: completion(right_answer(ask)),
    "rejecting": lambda ask: completion(wrong_answer(ask)),
    "fencing": lambda ask: completion(f"```json\n{right_answer(ask)}\n```"),
    "refusing": lambda ask: completion(None, refusal="I'm sorry, I can't assess this."),
    "silent": lambda ask: completion(""),
    "slow": lambda ask: delayed(completion(right_answer(ask)), 1.0),
    "failing": lambda ask: Answer(b'{"error": {"message": "no such luck"}}', 500),
    "filtered": lambda ask: completion(None, finish="content_filter"),
}


def delayed(answer: Answer, seconds: float) -> Answer:
    return Answer(answer.body, answer.status, answer.headers, seconds)


def respond(body: dict[str, Any]) -> Answer:
    return SAID[body["model"]](ASKS[body["messages"][-1]["content"]])


async def no_preflight(one: Judge) -> JudgeEntry:
    return one.entry


def judged(path: Path, url: str, names: Iterable[str], planned: Any = PLAN) -> Judging:
    async def ask() -> Judging:
        async with AsyncExitStack() as stack:
            models = [
                await stack.enter_async_context(
                    OpenAICompatible(name, Named(url=url, model=name), None, Patience(timeout=0.4, tries=1))
                )
                for name in names
            ]
            judges = [Judge(JudgeEntry(model.name, model.model_id, "http://here/v1"), model) for model in models]
            return await judge(planned, judges, path, ready=no_preflight)

    return asyncio.run(ask())


class Scripted:
    """A judge in this process that answers right, after `before` was called with the number of the call."""

    name = "scripted"

    def __init__(self, before: Callable[[int], None] = lambda _: None) -> None:
        self.asked: list[ChatRequest] = []
        self._before = before

    async def complete(self, request: ChatRequest) -> ChatReply:
        self.asked.append(request)
        number = len(self.asked)
        await asyncio.sleep(0)
        self._before(number)
        said = right_answer(ASKS[request.messages[-1].content])
        return ChatReply(said, said, finish="stop", prompt_tokens=3, reply_tokens=2)

    def judged(self, path: Path, planned: Any = PLAN) -> Judging:
        return asyncio.run(judge(planned, [Judge(JudgeEntry("scripted", "s"), self)], path, ready=no_preflight))


def test_judges_of_all_sorts_end_where_they_should_and_the_counts_add_up(tmp_path: Path) -> None:
    expected: dict[str, dict[str, Any]] = {
        "accepting": {"accepted": COUNT},
        "rejecting": {"rejected": COUNT},
        "fencing": {"unjudged": {"unreadable": COUNT}},
        "refusing": {"unjudged": {"refused": COUNT}},
        "silent": {"unjudged": {"empty": COUNT}},
        "slow": {"unjudged": {"timeout": COUNT}},
        "failing": {"unjudged": {"unavailable": COUNT}},
        "filtered": {"unjudged": {"content_filter": COUNT}},
    }
    with Endpoint(respond) as endpoint:
        found = judged(tmp_path / "judges", endpoint.url, expected)
    for name, outcome in expected.items():
        counts = found.counts[name].values()
        total = {
            "accepted": sum(count.accepted for count in counts),
            "rejected": sum(count.rejected for count in counts),
            "unjudged": {reason: 0 for count in counts for reason in count.unjudged},
        }
        for count in counts:
            assert count.asked == count.accepted + count.rejected + sum(count.unjudged.values())
            for reason, number in count.unjudged.items():
                total["unjudged"][reason] += number
        assert {"accepted": 0, "rejected": 0, "unjudged": {}} | outcome == total, name
        assert len(SAMPLES) == found.scripts[name].asked
    assert COUNT * len(expected) == len(endpoint.chats)


def test_a_judge_is_told_the_material_under_the_first_words_and_with_its_own_seed(tmp_path: Path) -> None:
    with Endpoint(respond) as endpoint:
        judged(tmp_path / "judges", endpoint.url, ("accepting", "rejecting"))
    seeds = [(chat["model"], chat["messages"][1]["content"], chat["seed"]) for chat in endpoint.chats]
    assert len(seeds) == len({seed for *_, seed in seeds})
    for chat in endpoint.chats:
        assert ["system", "user"] == [message["role"] for message in chat["messages"]]
        assert "one JSON object" in chat["messages"][0]["content"]
        assert (0.0, 2048) == (chat["temperature"], chat["max_tokens"])


def test_concurrency_and_order_change_neither_seeds_nor_the_outcome(tmp_path: Path) -> None:
    made = []
    for at_once in (1, 7):
        model = Scripted()
        planned = plan(SAMPLES, seed=42, at_once=at_once)
        made.append(
            (
                model.judged(tmp_path / str(at_once), planned),
                sorted((r.messages[1].content, r.seed) for r in model.asked),
            )
        )
    assert made[0] == made[1]


class KilledError(Exception):
    """Stands for a process that ends."""


@pytest.mark.parametrize("moment", [1, 2, COUNT // 2, COUNT])
def test_a_judging_that_was_stopped_asks_nothing_twice_and_ends_the_same(moment: int, tmp_path: Path) -> None:
    whole = Scripted().judged(tmp_path / "whole")

    def stop(number: int) -> None:
        if number == moment:
            raise KilledError

    stopped, again = Scripted(stop), Scripted()
    with pytest.raises(KilledError):
        stopped.judged(tmp_path / "stopped")
    kept = read_kept(tmp_path / "stopped").answers
    end = again.judged(tmp_path / "stopped")
    assert msgspec.json.encode(whole) == msgspec.json.encode(end)
    assert COUNT == len(kept) + len(again.asked)


def test_a_torn_last_line_is_asked_again_and_no_other(tmp_path: Path) -> None:
    whole = Scripted().judged(tmp_path / "judges")
    journal = tmp_path / "judges" / JOURNAL
    journal.write_bytes(journal.read_bytes()[:-9])
    again = Scripted()
    with pytest.warns(UserWarning, match="torn last line"):
        end = again.judged(tmp_path / "judges")
    assert (1, whole) == (len(again.asked), end)


def test_what_was_answered_is_never_asked_again_and_what_failed_in_passing_is(tmp_path: Path) -> None:
    path = tmp_path / "judges"
    names = ("accepting", "fencing", "refusing", "filtered", "slow", "failing")
    with Endpoint(respond) as endpoint:
        first = judged(path, endpoint.url, names)
        endpoint.seen.clear()
        second = judged(path, endpoint.url, names)
    assert first == second
    assert {"slow": COUNT, "failing": COUNT} == {
        name: sum(chat["model"] == name for chat in endpoint.chats)
        for name in names
        if any(chat["model"] == name for chat in endpoint.chats)
    }


def test_what_failed_in_passing_takes_its_answer_later(tmp_path: Path) -> None:
    def fail(number: int) -> None:
        if number <= 3:
            raise ModelFailure(Unassessed.RATE_LIMITED, "slow down")

    model = Scripted(fail)
    assert 3 == sum(sum(c.unjudged.values()) for c in model.judged(tmp_path / "judges").counts["scripted"].values())
    end = model.judged(tmp_path / "judges")
    assert COUNT + 3 == len(model.asked)
    assert COUNT == sum(count.accepted for count in end.counts["scripted"].values())


def test_a_changed_sample_is_asked_about_anew_and_no_other(tmp_path: Path) -> None:
    Scripted().judged(tmp_path / "judges")
    changed = msgspec.structs.replace(
        SAMPLES[0], policy=msgspec.structs.replace(SAMPLES[0].policy, text=SAMPLES[0].policy.text + " Thank you.")
    )
    planned = plan([changed, *SAMPLES[1:]], seed=42, at_once=4)
    new = by_text(planned.asked.asks)
    added = [text for text in new if text not in ASKS]
    model = Scripted()
    ASKS.update({text: new[text] for text in added})
    try:
        model.judged(tmp_path / "judges", planned)
    finally:
        for text in added:
            del ASKS[text]
    assert added == [request.messages[1].content for request in model.asked]
    assert 1 == len(added)


@pytest.mark.parametrize("change", [{"id": "other"}, {"extra": {"reasoning_effort": "low"}}, {"name": "other"}])
def test_another_judge_is_asked_all_anew(change: dict[str, Any], tmp_path: Path) -> None:
    Scripted().judged(tmp_path / "judges")
    model = Scripted()
    entry = msgspec.structs.replace(JudgeEntry("scripted", "s"), **change)
    asyncio.run(judge(PLAN, [Judge(entry, model)], tmp_path / "judges", ready=no_preflight))
    assert COUNT == len(model.asked)


def test_what_reads_the_same_is_asked_once_though_other_answers_are_right(tmp_path: Path) -> None:
    loose = [msgspec.structs.replace(rule, allow=Allow.ALWAYS) for rule in SAMPLES[0].policy.rules]
    twin = msgspec.structs.replace(
        SAMPLES[0], id="twin", policy=msgspec.structs.replace(SAMPLES[0].policy, rules=tuple(loose))
    )
    planned = plan([SAMPLES[0], twin], seed=42, at_once=4)
    model = Scripted()
    found = model.judged(tmp_path / "judges", planned)
    assert len({ask.text for ask in planned.asked.asks}) == len(model.asked) == len(planned.asked.asks) - 1
    assert (1, 1) == (found.counts["scripted"]["policy"].accepted, found.counts["scripted"]["policy"].rejected)


def test_another_address_or_number_at_a_time_asks_nothing_anew(tmp_path: Path) -> None:
    Scripted().judged(tmp_path / "judges")
    model = Scripted()
    entry = JudgeEntry("scripted", "s", url="http://elsewhere/v1")
    planned = plan(SAMPLES, seed=42, at_once=1)
    asyncio.run(judge(planned, [Judge(entry, model)], tmp_path / "judges", ready=no_preflight))
    assert [] == model.asked


def test_a_judge_takes_no_more_calls_at_a_time_than_it_can(tmp_path: Path) -> None:
    running, most = 0, 0

    class Counting(Scripted):
        async def complete(self, request: ChatRequest) -> ChatReply:
            nonlocal running, most
            running += 1
            most = max(most, running)
            reply = await super().complete(request)
            await asyncio.sleep(0.001)
            running -= 1
            return reply

    asyncio.run(
        judge(PLAN, [Judge(JudgeEntry("c"), Counting(), most_at_once=2)], tmp_path / "judges", ready=no_preflight)
    )
    assert 2 == most


def test_a_folder_that_holds_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    (tmp_path / "file").write_text("")
    for path, what in ((tmp_path, "holds other files"), (tmp_path / "file", "is a file")):
        with pytest.raises(RunFolderError, match=rf"{what}.*--judge-folder"):
            Scripted().judged(path)


def test_a_folder_in_use_is_refused_with_the_option_that_helps(tmp_path: Path) -> None:
    def second(number: int) -> None:
        if number == 1:
            with pytest.raises(RunFolderError, match=r"in use by another process.*--judge-folder"):
                JudgeFolder(tmp_path / "judges")

    Scripted(second).judged(tmp_path / "judges")


def test_the_journal_keeps_what_was_said(tmp_path: Path) -> None:
    Scripted().judged(tmp_path / "judges")
    lines = [json.loads(line) for line in (tmp_path / "judges" / JOURNAL).read_text().splitlines()]
    assert ["judge", *["answer"] * COUNT] == [line["type"] for line in lines]
    assert {right_answer(ask) for ask in PLAN.asked.asks} == {line["raw"] for line in lines[1:]}
