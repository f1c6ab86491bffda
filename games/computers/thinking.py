"""The thinking loop: claims games that wait for a computer player, and hints, and works on them.

Thinking happens in threads of its own that hold no lock on the database and release the
interpreter's; the act then goes through the same service as a person's. If anything goes wrong
while thinking, the seat passes rather than stall the game.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator

from django.utils import timezone

from games.common.refusals import Refusal
from games.common.threads import with_rows, with_thought
from games.computers import tasks
from games.computers.models import Hint
from games.computers.services.claims import LEASE, claim_games, claim_hints, put_off, release, renew
from games.live.broadcast import publish
from games.play.models import Game
from games.play.services.turns import act_for_seat
from games.rules.errors import RuleError
from games.rules.moves import Act

logger = logging.getLogger(__name__)

ROUND = 0.25
"""Seconds between two looks for work."""

AT_ONCE = 4
"""Pieces of work in hand; most of the time they only wait out a moment of thought."""


class Desk:
    """The pieces of work in hand."""

    def __init__(self) -> None:
        self.working: set[asyncio.Task[None]] = set()

    async def take_work(self) -> None:
        """One round: claim as much as there is room for, and begin with it."""
        room = AT_ONCE - len(self.working)
        for work in await with_rows(_claim, room) if room else []:
            task = asyncio.create_task(_work_on(work))
            self.working.add(task)
            task.add_done_callback(self.working.discard)


def _claim(most: int) -> list[Game | Hint]:
    now = timezone.now()
    games: list[Game | Hint] = [*claim_games(now, most)]
    return [*games, *claim_hints(now, most - len(games))]


async def _work_on(work: Game | Hint) -> None:
    """Work that fails is put off for a while, so that it never takes the place of other work."""
    failed = False
    try:
        async with _kept_claim(work):
            await (_move(work) if isinstance(work, Game) else _answer(work))
    except (Refusal, RuleError):
        logger.info("The position changed while a computer player thought about it")
    except Exception as error:
        failed = True
        if await _put_off(work) <= 1:
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


async def _move(game: Game) -> None:
    task = await with_rows(tasks.next_task, game)
    if task is None:
        return
    started = asyncio.get_running_loop().time()
    act = await with_thought(tasks.decide, task)
    pause = task.pause - (asyncio.get_running_loop().time() - started)
    if pause > 0:
        await asyncio.sleep(pause)
    await with_rows(_make, task, act)


def _make(task: tasks.Task, act: Act) -> None:
    act_for_seat(
        task.code, task.seat, act, game_id=task.game_id, turn=task.turn, now=timezone.now()
    )
    publish(task.code)


async def _answer(hint: Hint) -> None:
    question = await with_rows(tasks.question_of, hint)
    plays = await with_thought(tasks.answer, question)
    await with_rows(_save_answer, hint, plays)


def _save_answer(hint: Hint, plays: list[dict[str, object]]) -> None:
    Hint.objects.filter(pk=hint.pk).update(plays=plays)
