"""The worker: the referee, computer players and hints, as loops beside the web server or alone.

What is due stands in the database (:mod:`games.play.services.schedule`), so any number of workers
may run and any may be killed at any moment.
"""

import asyncio

from games.common.loops import SIGN_EVERY, Loops
from games.computers import thinking
from games.health.services import give_sign
from games.mail import post
from games.play import referee


async def run() -> None:
    """Run all loops until cancelled."""
    loops, desk = Loops(give_sign), thinking.Desk()
    async with asyncio.TaskGroup() as group:
        group.create_task(loops.go_round("referee", referee.attend_all, referee.ROUND))
        group.create_task(loops.go_round("thinking", desk.take_work, thinking.ROUND))
        group.create_task(loops.go_round("mail", post.send_all, post.ROUND))
        group.create_task(loops.go_round("signs of life", loops.give_signs, SIGN_EVERY))
