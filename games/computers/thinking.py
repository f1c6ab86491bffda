"""The thinking loop: claims games that wait for a computer player, and hints, and works on them.

Thinking happens in threads of its own that hold no lock on the database and release the
interpreter's; the act then goes through the same service as a person's. If anything goes wrong
while thinking, the seat passes rather than stall the game.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from datetime import datetime
from typing import Any

from django.utils import timezone

from games.common.figures import MOVES_OF_COMPUTERS, WAITING
from games.common.outages import is_outage
from games.common.refusals import Missing, Refusal
from games.common.threads import with_advice, with_rows, with_thought
from games.computers import tasks
from games.computers.models import Hint
from games.computers.services.claims import (
    LEASE,
    Claim,
    Rota,
    claim_games,
    claim_hints,
    put_off,
    release,
    renew,
)
from games.computers.services.hints import answer_hint
from games.computers.services.waiting import games_kept_waiting, games_waiting, keep_waiting
from games.play.models import Game
from games.play.services.turns import act_for_seat
from games.play.topics import publish_room, publish_scene
from games.rules.errors import RuleError
from games.rules.moves import Act

logger = logging.getLogger(__name__)

ROUND = 0.25
"""Seconds between two looks for work."""

GAMES_AT_ONCE = 4
"""Games in hand: two that are thought about, and two whose rows are read or written meanwhile."""

HINTS_AT_ONCE = 1

TOLD_AT_ONCE = 2
"""Rooms in which a round says that the computer is busy: the work itself comes first."""

Claimer = Callable[[datetime, int, Rota], list[Claim[Any]]]


class Lane:
    """Work of one kind in hand: whoever ends a piece goes on with the next at once."""

    def __init__(self, claim: Claimer, at_once: int, thinkers: int) -> None:
        self._claim, self._at_once = claim, at_once
        self._rota = Rota(thinkers)
        self._working: set[asyncio.Task[None]] = set()

    async def take_work(self) -> None:
        """Claim as much as there is room for, and begin with it."""
        if room := self._at_once - len(self._working):
            for claim in await self._next(room):
                task = asyncio.create_task(self._work_on(claim))
                self._working.add(task)
                task.add_done_callback(self._working.discard)

    async def _next(self, most: int) -> list[Claim[Any]]:
        return await with_rows(self._claim, timezone.now(), most, self._rota)

    async def _work_on(self, claim: Claim[Any]) -> None:
        claims = [claim]
        while claims:
            await work_on(claims.pop())
            # What fails here fails in the next round of the loop too, which tells the log.
            with contextlib.suppress(Exception):
                claims = await self._next(1)


class Desk:
    """The pieces of work in hand. Hints have a lane of their own, so no game keeps them waiting."""

    def __init__(self) -> None:
        self.games = Lane(claim_games, GAMES_AT_ONCE, thinkers=2)
        self.hints = Lane(claim_hints, HINTS_AT_ONCE, thinkers=1)

    async def take_work(self) -> None:
        """One round."""
        await self.games.take_work()
        await self.hints.take_work()
        await with_rows(_tell_who_waits)


def _tell_who_waits() -> None:
    now = timezone.now()
    WAITING.set(games_waiting(now))
    for code, game_id in games_kept_waiting(now, TOLD_AT_ONCE):
        with contextlib.suppress(Missing):  # somebody else has the room just now
            if keep_waiting(code, game_id, now):
                publish_room(code)


async def work_on(claim: Claim[Any]) -> None:
    """Work that fails is put off for a while, so that it never takes the place of other work. While
    the database is away nothing is at fault: the claim runs out."""
    work, failed = claim.work, False
    try:
        async with _kept_claim(work):
            await (_move(claim) if isinstance(work, Game) else _answer(claim))
    except (Refusal, RuleError):
        logger.info("The position changed while a computer player thought about it")
    except Exception as error:
        failed = True
        if not is_outage(error) and await _put_off(work) <= 1:
            logger.error("A computer player failed at %s", work, exc_info=error)
    finally:
        if not failed:
            with contextlib.suppress(Exception):
                await with_rows(release, work)


async def _put_off(work: Game | Hint) -> int:
    """How often in a row the work has failed; where that cannot be written, the claim runs out."""
    try:
        return await with_rows(put_off, work, timezone.now())
    except Exception:
        return 0


@contextlib.asynccontextmanager
async def _kept_claim(work: Game | Hint) -> AsyncIterator[None]:
    """Renew the lease until the work is done."""

    async def keep() -> None:
        while True:
            await asyncio.sleep(LEASE.total_seconds() / 3)
            await with_rows(renew, work, timezone.now())

    task = asyncio.create_task(keep())
    try:
        yield
    finally:
        task.cancel()


async def _move(claim: Claim[Game]) -> None:
    task = await with_rows(tasks.next_task, claim.work, claim.seconds)
    if task is not None:
        act = await with_thought(tasks.decide, task)
        await with_rows(_make, task, act)


def _make(task: tasks.Task, act: Act) -> None:
    scene = act_for_seat(
        task.code, task.seat, act, game_id=task.game_id, turn=task.turn, now=timezone.now()
    )
    MOVES_OF_COMPUTERS.inc()
    publish_scene(scene)


async def _answer(claim: Claim[Hint]) -> None:
    question = await with_rows(tasks.question_of, claim.work, claim.seconds)
    plays = await with_advice(tasks.answer, question)
    await with_rows(answer_hint, claim.work, plays)
