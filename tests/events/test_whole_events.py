"""Whole events of computer players on the deployed site, with the worker killed in the middle."""

import json
import os
from collections import Counter
from typing import Any

import pytest

from tests.processes import wait_until
from tests.site_processes import Site

IN_FULL = os.environ.get("WHOLE_EVENTS", "") == "true"
"""Whether the events have the size of real ones; usually they are small."""
PLAYERS, ROUNDS = (40, 7) if IN_FULL else (6, 2)
ARENA_PLAYERS, ARENA_GAMES = (16, 40) if IN_FULL else (6, 9)
PATIENCE = 1800.0 if IN_FULL else 400.0
"""Seconds for a whole event; all that counts is that it goes on."""

CREATE = """
from django.utils import timezone
from games.events.services.director_entries import add_computer
from games.events.services.events import create_event
from games.events.terms.settings import EventSettings, plan_rounds
from games.pairing.event import Method
from games.play.services.rooms import RoomSettings
from games.players.models import Player
from games.rules.positions.variants import get_variant
from lexicon.models import Lexicon

now = timezone.now()
director = Player.objects.create(nickname="Director")
room = RoomSettings(
    "scrabble", "en", Lexicon.objects.get(slug="en-open"), 2, get_variant("scrabble").options()
)
event = create_event(director, EventSettings(room_settings=room, SETTINGS), "form", now)
for number in range(COUNT):
    add_computer(event.code, director, 1 + number % 3, now)
print(event.code)
"""

READ = """
import json
from games.events.models import Event, EventTable
from games.play.models import Game
from games.play import store

event = Event.objects.get(code="CODE")
tables = EventTable.objects.filter(round__event=event).select_related("round", "game")
print(json.dumps({
    "stage": event.stage,
    "rounds": event.rounds.count(),
    "byes": sum(one.byes.count() for one in event.rounds.all()),
    "moves": sum(table.game.turn_number for table in tables if table.game),
    "finished": sum(table.has_result for table in tables),
    "tables": [
        {
            "round": table.round.number,
            "players": [seat.entrant_id for seat in table.seats.all()],
            "results": [seat.score for seat in table.seats.all()],
            "result_from": table.result_from,
            "over": table.game.status == Game.Status.OVER,
            "scores": [seat.score for seat in store.load_public_state(table.game).seats],
        }
        for table in tables.prefetch_related("seats")
        if WHOLE and table.game
    ],
}))
"""

START = """
from django.utils import timezone
from games.events.models import Event
Event.objects.filter(code="CODE").update(starts_at=timezone.now())
"""

STOP = """
from django.utils import timezone
from games.events.services.arenas import stop_arena
from games.players.models import Player
stop_arena("CODE", Player.objects.get(nickname="Director"), timezone.now())
"""


class WholeEvent:
    """An event of computer players on a site, which goes on by itself."""

    def __init__(self, site: Site, count: int, settings: str) -> None:
        self.site = site
        script = CREATE.replace("COUNT", str(count)).replace("SETTINGS", settings)
        self.code = site.run(script).split()[-1]
        site.run(START.replace("CODE", self.code))

    def read(self, *, whole: bool = False) -> dict[str, Any]:
        script = READ.replace("CODE", self.code).replace("WHOLE", str(whole))
        found: dict[str, Any] = json.loads(self.site.run(script).splitlines()[-1])
        return found

    def wait(self, what: str, **least: Any) -> None:
        """Wait until the counts that are named are at least so large, or the stage is named."""

        def has_come() -> bool:
            found = self.read()
            return all(
                found[name] == value if name == "stage" else found[name] >= value
                for name, value in least.items()
            )

        wait_until(has_come, what, PATIENCE)

    def kill_worker(self) -> None:
        """Kill the process with the worker, in the middle of a round, and start another one."""
        process = (self.site.workers or self.site.webs)[0]
        process.kill()
        self.site.start()


def check_results(found: dict[str, Any]) -> None:
    """Check that every game has ended, and that its scores are those of the event."""
    for table in found["tables"]:
        assert table["over"] and table["result_from"] == "game"
        assert table["results"] == table["scores"]


@pytest.mark.servers
@pytest.mark.slow
@pytest.mark.timeout(2 * PATIENCE)
def test_a_swiss_goes_on_when_the_worker_is_killed(fresh_site: Site) -> None:
    plan = f"plan=plan_rounds(Method.SWISS, {ROUNDS}), break_minutes=0"
    event = WholeEvent(fresh_site, PLAYERS, f'title="Swiss", {plan}')
    event.wait("the second round", rounds=2, moves=8 * PLAYERS)
    event.kill_worker()
    event.wait("the end", stage="over")
    found = event.read(whole=True)
    check_results(found)
    tables = PLAYERS // 2 * ROUNDS
    assert (found["rounds"], found["byes"], len(found["tables"])) == (ROUNDS, 0, tables)
    for number in range(1, ROUNDS + 1):
        players = [
            player for one in found["tables"] if one["round"] == number for player in one["players"]
        ]
        assert len(players) == len(set(players)) == PLAYERS
    assert len({frozenset(one["players"]) for one in found["tables"]}) == tables, (
        "no two meet twice"
    )


@pytest.mark.full  # the Swiss runs the same steps of the worker
@pytest.mark.servers
@pytest.mark.slow
@pytest.mark.timeout(2 * PATIENCE)
def test_an_arena_goes_on_when_the_worker_is_killed(fresh_site: Site) -> None:
    plan = "plan=plan_rounds(Method.ARENA, 1), arena_minutes=600"
    event = WholeEvent(fresh_site, ARENA_PLAYERS, f'title="Arena", {plan}')
    event.wait("the first results", finished=3)
    event.kill_worker()
    event.wait("more results", finished=ARENA_GAMES)
    fresh_site.run(STOP.replace("CODE", event.code))
    event.wait("the end", stage="over")
    found = event.read(whole=True)
    check_results(found)
    assert found["finished"] == len(found["tables"]) >= ARENA_GAMES
    games = Counter(player for one in found["tables"] for player in one["players"])
    assert len(games) == ARENA_PLAYERS
    assert max(games.values()) <= 3 * min(games.values())
