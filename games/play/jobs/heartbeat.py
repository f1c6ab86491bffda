"""The heartbeat of a process that serves pages, a loop beside the server of ``manage.py serve``."""

from django.utils import timezone

from games.common.job_loops import JobLoops
from games.common.worker_threads import run_in_heartbeat_thread
from games.health.services import HEARTBEAT_INTERVAL, record_loop_heartbeats
from games.play.live.topics import publish_room
from games.play.services.outages import report_alive


async def send_heartbeat() -> None:
    """Record that the site is up, and publish the rooms whose clocks were put forward."""
    for code in await run_in_heartbeat_thread(report_alive, timezone.now()):
        await run_in_heartbeat_thread(publish_room, code)


async def run_heartbeat() -> None:
    """Send heartbeats until cancelled."""
    await JobLoops(record_loop_heartbeats).run_forever("heart", send_heartbeat, HEARTBEAT_INTERVAL)
