"""The worker's loop for computer players and hints: it claims waiting work and does it.

The engine runs in its own threads, which hold no database locks and release the interpreter lock.
The resulting act goes through the same service as a person's. If the engine fails, the seat passes
so that the game does not stall.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from datetime import datetime
from typing import Any

from django.utils import timezone

from games.common.database_outages import is_outage
from games.common.metrics import MOVES_OF_COMPUTERS, WAITING
from games.common.worker_threads import (
    run_in_database_thread,
    run_in_engine_thread,
    run_in_hint_thread,
)
from games.computers.jobs import computer_turns
from games.computers.models import Hint
from games.computers.services.busy_notices import (
    count_waiting_games,
    list_games_kept_waiting,
    report_busy,
)
from games.computers.services.hints import save_hint
from games.computers.services.work_claims import (
    CLAIM_LEASE,
    FairQueue,
    WorkClaim,
    claim_games,
    claim_hints,
    postpone_after_failure,
    release_claim,
    renew_claim,
)
from games.play.live.topics import publish_room, publish_snapshot
from games.play.models import Game
from games.play.services.turns import apply_seat_act
from games.rules.equipment.errors import RuleError
from games.rules.plays.acts import Act
from scrabble_site.shared.refusals import NotFound, Refusal

logger = logging.getLogger(__name__)

COMPUTER_INTERVAL = 0.25
"""Seconds between two checks for work."""

GAMES_AT_ONCE = 4
"""Games claimed at once: two for the engine, and two whose rows are read or written meanwhile."""

HINTS_AT_ONCE = 1

BUSY_NOTICES_PER_ROUND = 2
"""Busy notices sent per round. Few, because the work itself comes first."""

ClaimFunction = Callable[[datetime, int, FairQueue], list[WorkClaim[Any]]]


class WorkSlots:
    """The current work of one kind. When a piece is done, the next starts at once."""

    def __init__(self, claim: ClaimFunction, at_once: int, threads: int) -> None:
        self._claim, self._at_once = claim, at_once
        self._fair_queue = FairQueue(threads)
        self._working: set[asyncio.Task[None]] = set()

    async def run_round(self) -> None:
        """Claim as much work as there is room for, and start it."""
        if room := self._at_once - len(self._working):
            for claim in await self._claim_work(room):
                task = asyncio.create_task(self._work_on(claim))
                self._working.add(task)
                task.add_done_callback(self._working.discard)

    async def _claim_work(self, limit: int) -> list[WorkClaim[Any]]:
        return await run_in_database_thread(self._claim, timezone.now(), limit, self._fair_queue)

    async def _work_on(self, claim: WorkClaim[Any]) -> None:
        claims = [claim]
        while claims:
            await work_on_claim(claims.pop())
            # A failure here recurs in the next round of the loop, which logs it.
            with contextlib.suppress(Exception):
                claims = await self._claim_work(1)


class ComputerJobRunner:
    """Runs computer turns and hints. Hints have a separate lane, so games do not delay them."""

    def __init__(self) -> None:
        self.games = WorkSlots(claim_games, GAMES_AT_ONCE, threads=2)
        self.hints = WorkSlots(claim_hints, HINTS_AT_ONCE, threads=1)

    async def run_round(self) -> None:
        """Start new work and send busy notices."""
        await self.games.run_round()
        await self.hints.run_round()
        await run_in_database_thread(_report_busy_computers)


def _report_busy_computers() -> None:
    now = timezone.now()
    WAITING.set(count_waiting_games(now))
    for code, game_id in list_games_kept_waiting(now, BUSY_NOTICES_PER_ROUND):
        with contextlib.suppress(NotFound):  # the room is locked by another transaction
            if report_busy(code, game_id, now):
                publish_room(code)


async def work_on_claim(claim: WorkClaim[Any]) -> None:
    """Do one piece of work.

    Failed work is postponed, so that it never blocks other work. During a database outage nothing
    is postponed, and the claim runs out.
    """
    work, failed = claim.work, False
    try:
        async with _renewed_claim(work):
            await (_make_move(claim) if isinstance(work, Game) else _answer_hint(claim))
    except (Refusal, RuleError):
        logger.info("The position changed while a computer player thought about it")
    except Exception as error:
        failed = True
        # Logged only for the first failure in a row, so that the log is not flooded.
        if not is_outage(error) and await _postpone(work) <= 1:
            logger.error("A computer player failed at %s", work, exc_info=error)
    finally:
        if not failed:
            with contextlib.suppress(Exception):
                await run_in_database_thread(release_claim, work)


async def _postpone(work: Game | Hint) -> int:
    """Postpone failed work and return its number of consecutive failures.

    Returns 0 if that cannot be saved; the claim then runs out.
    """
    try:
        return await run_in_database_thread(postpone_after_failure, work, timezone.now())
    except Exception:
        return 0


@contextlib.asynccontextmanager
async def _renewed_claim(work: Game | Hint) -> AsyncIterator[None]:
    """Renew the lease until the work is done."""

    async def keep() -> None:
        while True:
            await asyncio.sleep(CLAIM_LEASE.total_seconds() / 3)
            await run_in_database_thread(renew_claim, work, timezone.now())

    task = asyncio.create_task(keep())
    try:
        yield
    finally:
        task.cancel()


async def _make_move(claim: WorkClaim[Game]) -> None:
    task = await run_in_database_thread(computer_turns.find_next_turn, claim.work, claim.seconds)
    if task is not None:
        act = await run_in_engine_thread(computer_turns.decide_act, task)
        await run_in_database_thread(_apply_act, task, act)


def _apply_act(task: computer_turns.ComputerTurn, act: Act) -> None:
    snapshot = apply_seat_act(
        task.code,
        task.seat,
        act,
        game_id=task.game_id,
        turn=task.turn,
        now=timezone.now(),
        by_computer=True,
    )
    MOVES_OF_COMPUTERS.inc()
    publish_snapshot(snapshot)


async def _answer_hint(claim: WorkClaim[Hint]) -> None:
    question = await run_in_database_thread(
        computer_turns.build_hint_question, claim.work, claim.seconds
    )
    plays = await run_in_hint_thread(computer_turns.find_hint_plays, question)
    await run_in_database_thread(save_hint, claim.work, plays)
