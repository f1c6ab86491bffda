"""The worker: the referee, the sweeper, computer players, analyses, puzzles, mail, pushes and word
lists, as loops.

It runs beside the web server or alone. What is due stands in the database
(:mod:`games.play.services.schedule`), so any number of workers may run and any may be killed at any
moment.
"""

import asyncio

from games.analysis import thinking as analyses
from games.common.loops import SIGN_EVERY, Loops
from games.common.threads import with_rows
from games.computers import thinking
from games.health.services import give_sign
from games.mail import post
from games.play import referee, sweeping
from games.push import post as push_post
from games.puzzles import thinking as cutting
from lexicon.services.jobs import revive_jobs

IMPORTS_ROUND = 5.0
"""Seconds between two looks after uploaded word lists."""


async def revive_imports() -> None:
    """One round of the loop that starts stopped imports again, each in a process of its own."""
    await with_rows(revive_jobs)


async def run() -> None:
    """Run all loops until cancelled."""
    loops, desk, analysts = Loops(give_sign), thinking.Desk(), analyses.Desk()
    cutter = cutting.Cutter()
    async with asyncio.TaskGroup() as group:
        group.create_task(loops.go_round("referee", referee.attend_all, referee.ROUND))
        group.create_task(loops.go_round("thinking", desk.take_work, thinking.ROUND))
        group.create_task(loops.go_round("analyses", analysts.look_after, analyses.ROUND))
        group.create_task(loops.go_round("mail", post.send_all, post.ROUND))
        group.create_task(loops.go_round("push", push_post.push_all, push_post.ROUND))
        group.create_task(loops.go_round("puzzles", cutter.take_work, cutting.ROUND))
        group.create_task(loops.go_round("imports", revive_imports, IMPORTS_ROUND))
        group.create_task(loops.go_round("sweeper", sweeping.sweep, sweeping.ROUND))
        group.create_task(loops.go_round("signs of life", loops.give_signs, SIGN_EVERY))
