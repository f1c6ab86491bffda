"""Pages report how long they were hidden; reports are batched, limited and passed on once."""

import asyncio
from collections.abc import Callable

import pytest

from games.live import absences
from games.live.absences import MAX_NOTED, AbsencesByTopic, note_absence
from games.live.topics import Topic

ROOM = Topic("room", "abc")


@pytest.fixture
def delivered(monkeypatch: pytest.MonkeyPatch) -> list[AbsencesByTopic]:
    """Collect the reports that listeners receive."""
    reports: list[AbsencesByTopic] = []

    def at_once(
        listener: Callable[[AbsencesByTopic], object],
    ) -> Callable[[AbsencesByTopic], object]:
        async def call(said: AbsencesByTopic) -> object:
            return listener(said)

        return call

    monkeypatch.setattr(absences, "SOON", 0.0)
    monkeypatch.setattr(absences, "database_sync_to_async", at_once)
    monkeypatch.setattr(absences, "_listeners", [reports.append])
    return reports


async def deliver() -> None:
    while absences._tasks:
        await asyncio.gather(*absences._tasks)


def test_simultaneous_reports_of_pages_are_delivered_once(delivered: list[AbsencesByTopic]) -> None:
    async def pages() -> None:
        for length in (2000, 3000):
            note_absence(ROOM, "amber", length)
        note_absence(ROOM, "", 9000)
        await deliver()
        note_absence(ROOM, "cobalt", 4000)
        await deliver()

    asyncio.run(pages())
    assert [[(one.viewer, one.length) for one in said[ROOM]] for said in delivered] == [
        [("amber", 2000), ("amber", 3000)],
        [("cobalt", 4000)],
    ]


def test_a_page_that_reports_endlessly_writes_little(delivered: list[AbsencesByTopic]) -> None:
    async def pages() -> None:
        for _ in range(1000):
            note_absence(ROOM, "amber", 2000)
        note_absence(ROOM, "cobalt", 2000)
        await deliver()

    asyncio.run(pages())
    (said,) = delivered
    assert len(said[ROOM]) == MAX_NOTED + 1
