"""Plays that are written together, but fail one by one."""

import asyncio
from collections.abc import Sequence
from uuid import uuid4

import pytest
from django.db import OperationalError
from django.utils import timezone

from games.duplicate.live import socket_plays
from games.duplicate.live.socket_plays import WaitingPlay, receive_play, render_answer
from games.live.readers import Reader
from games.live.topics import PageMessage

PLAY = '{"turn": "1", "position": "8H", "tiles": "AB", "key": "KEY"}'


def send_together(*keys: str) -> dict[str, str]:
    """Send plays with these keys at the same moment; return their answers."""
    answers: dict[str, str] = {}

    async def send() -> None:
        done = asyncio.Event()

        def take(key: str, answer: str) -> None:
            answers[key] = answer
            if len(answers) == len(keys):
                done.set()

        for key in keys:
            message = PageMessage(
                key="game",
                reader=Reader(str(uuid4()), "en"),
                address="192.0.2.7",
                text="play " + PLAY.replace("KEY", key),
                arrived=timezone.now(),
                round_trip=None,
                reply=lambda answer, key=key: take(key, answer),  # type: ignore[misc]
            )
            assert receive_play(message)
        await asyncio.wait_for(done.wait(), 30)

    asyncio.run(send())
    return answers


@pytest.mark.parametrize(
    ("error", "failed", "batches"),
    [(ZeroDivisionError(), {"bad"}, 4), (OperationalError(), {"good", "bad", "better"}, 1)],
)
def test_a_play_that_fails_takes_no_others_with_it(
    monkeypatch: pytest.MonkeyPatch, error: Exception, failed: set[str], batches: int
) -> None:
    """Without a database each of them would wait for it."""
    written: list[list[str]] = []

    def write(_code: str, plays: Sequence[WaitingPlay]) -> list[str]:
        written.append([play.sent.key for play in plays])
        if "bad" in written[-1]:
            raise error
        return [render_answer(key, 200) for key in written[-1]]

    monkeypatch.setattr(socket_plays, "write_plays", write)
    answers = send_together("good", "bad", "better")
    assert {key for key, answer in answers.items() if 'data-status="503"' in answer} == failed
    assert len(written) == batches
