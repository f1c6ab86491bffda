"""The heartbeat of a process that serves pages waits for no other work of that process."""

import asyncio
from threading import Event

import pytest

from games.common.worker_threads import run_in_database_thread
from games.health.models import LoopHeartbeat
from games.health.services import SITE_NAME
from games.play.jobs.heartbeat import send_heartbeat
from games.play.services import outages
from tests.processes import PATIENCE
from tests.site.test_worker_restarts import run_in_thread


@pytest.mark.django_db(transaction=True)
def test_slow_work_of_the_worker_looks_like_no_outage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outages, "_reported_at", None)  # and restored
    over = Event()

    async def work() -> None:
        slow = asyncio.create_task(run_in_database_thread(over.wait, PATIENCE))
        try:
            await asyncio.wait_for(send_heartbeat(), PATIENCE / 2)
        finally:
            over.set()
            await slow

    run_in_thread(work())
    assert LoopHeartbeat.objects.filter(loop=SITE_NAME).exists()
