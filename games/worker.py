"""The worker: all background loops, from the referee and computer players to e-mail and imports.

It runs beside the web server or separately. Work to do is found in the database (see
:mod:`games.play.services.schedule`), so any number of workers may run, and any of them may be
killed at any moment.
"""

import asyncio

from games.analysis.jobs import runner as analysis_jobs
from games.clubs import jobs as club_jobs
from games.common.job_loops import HEARTBEAT_INTERVAL, JobLoops
from games.common.worker_threads import run_in_database_thread
from games.computers.jobs import runner as computer_jobs
from games.daily.jobs import runner as daily_jobs
from games.duplicate import jobs as duplicate_jobs
from games.events import jobs as event_jobs
from games.fairplay import jobs as fairplay_jobs
from games.health.services import record_loop_heartbeats
from games.leagues import jobs as league_jobs
from games.mail.jobs import outbox_delivery as mail_delivery
from games.people import jobs as people_jobs
from games.play.jobs import referee, room_cleanup
from games.push.jobs import outbox_delivery as push_delivery
from games.puzzles.jobs import runner as puzzle_jobs
from games.retention.jobs.cleanup import CLEANUP_INTERVAL as RETENTION_INTERVAL
from games.retention.jobs.cleanup import RetentionCleaner
from lexicon.services.import_jobs import restart_lost_jobs

IMPORTS_INTERVAL = 5.0
"""Seconds between two searches for stopped imports of word lists."""


async def restart_stalled_imports() -> None:
    """Restart imports whose process has died, each in a separate process."""
    await run_in_database_thread(restart_lost_jobs)


async def run_loops() -> None:
    """Run all loops until cancelled."""
    loops, computer_moves, analyses = (
        JobLoops(record_loop_heartbeats),
        computer_jobs.ComputerJobRunner(),
        analysis_jobs.AnalysisProcessRunner(),
    )
    puzzles, daily_games = puzzle_jobs.PuzzleJobRunner(), daily_jobs.DailyGameRunner()
    async with asyncio.TaskGroup() as group:
        group.create_task(
            loops.run_forever("referee", referee.referee_due_games, referee.REFEREE_INTERVAL)
        )
        group.create_task(
            loops.run_forever("thinking", computer_moves.run_round, computer_jobs.COMPUTER_INTERVAL)
        )
        group.create_task(
            loops.run_forever("analyses", analyses.run_round, analysis_jobs.ANALYSIS_INTERVAL)
        )
        group.create_task(
            loops.run_forever("mail", mail_delivery.send_due_mail, mail_delivery.MAIL_INTERVAL)
        )
        group.create_task(
            loops.run_forever("push", push_delivery.send_due_pushes, push_delivery.PUSH_INTERVAL)
        )
        group.create_task(
            loops.run_forever("puzzles", puzzles.run_round, puzzle_jobs.EXTRACTION_INTERVAL)
        )
        group.create_task(
            loops.run_forever("daily games", daily_games.run_round, daily_jobs.DAILY_INTERVAL)
        )
        group.create_task(
            loops.run_forever("fair play", fairplay_jobs.run_round, fairplay_jobs.ROUND)
        )
        group.create_task(
            loops.run_forever("totals", people_jobs.run_round, people_jobs.TOTALS_INTERVAL)
        )
        group.create_task(loops.run_forever("imports", restart_stalled_imports, IMPORTS_INTERVAL))
        group.create_task(
            loops.run_forever("retention", RetentionCleaner().run_round, RETENTION_INTERVAL)
        )
        group.create_task(
            loops.run_forever("sweeper", room_cleanup.clean_up_rooms, room_cleanup.CLEANUP_INTERVAL)
        )
        group.create_task(
            loops.run_forever(
                "duplicate", duplicate_jobs.run_due_turns, duplicate_jobs.DUPLICATE_INTERVAL
            )
        )
        group.create_task(
            loops.run_forever("events", event_jobs.run_events, event_jobs.EVENTS_INTERVAL)
        )
        group.create_task(loops.run_forever("clubs", club_jobs.run_clubs, club_jobs.CLUBS_INTERVAL))
        group.create_task(
            loops.run_forever("leagues", league_jobs.run_leagues, league_jobs.LEAGUES_INTERVAL)
        )
        group.create_task(
            loops.run_forever(
                "best plays", duplicate_jobs.find_best_plays, duplicate_jobs.BEST_PLAYS_INTERVAL
            )
        )
        group.create_task(
            loops.run_forever(
                "empty duplicates",
                duplicate_jobs.clean_up_duplicate_games,
                room_cleanup.CLEANUP_INTERVAL,
            )
        )
        group.create_task(
            loops.run_forever("signs of life", loops.report_loops, HEARTBEAT_INTERVAL)
        )
