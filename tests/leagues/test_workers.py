"""Workers, one of them killed, take each step of two seasons once, on both kinds of site."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.processes import wait_until
from tests.site_processes import Site

PLAYERS = 16
GAMES = PLAYERS * 14 // 2

FOUND = f"""
from datetime import timedelta
from django.utils import timezone
from games.leagues.services.entries import sign_up
from games.leagues.services.leagues import create_league
from games.leagues.terms.settings import LeagueSettings
from games.play.services.rooms import RoomSettings
from games.players.models import Player
from games.rules.positions.variants import get_variant
from games.rules.time.clock import TimeControl
from lexicon.models import Lexicon
now = timezone.now()
options = get_variant("scrabble").options(clock=TimeControl.read("2d"))
lexicon = Lexicon.objects.get(slug="en-open")
players = [Player.objects.create(nickname=f"Player{{n:03}}") for n in range({PLAYERS})]
chosen = LeagueSettings(
    title="Slow League",
    room_settings=RoomSettings("scrabble", "en", lexicon, 2, options),
    starts_at=now + timedelta(days=7),
)
league = create_league(players[0], chosen, "", now)
for player in players:
    sign_up(league.code, player, now)
print(league.code)
"""
DUE = """
from django.utils import timezone
from games.leagues.models import Season
Season.objects.filter(stage="STAGE").update(COLUMN=timezone.now())
"""
SIGN_UP_AGAIN = """
from django.utils import timezone
from games.leagues.services.entries import sign_up
from games.players.models import Player
for player in Player.objects.filter(nickname__startswith="Player"):
    sign_up("CODE", player, timezone.now())
"""
LOOK = """
import json
from games.leagues.models import LeagueEntry, LeagueGame, Season
from games.play.models import Game, Room
from games.players.models import Notification
print(json.dumps({
    "seasons": [season.stage for season in Season.objects.order_by("number")],
    "games": LeagueGame.objects.count(),
    "rooms": Room.objects.filter(prepared=True).count(),
    "begun": Game.objects.filter(room__prepared=True, status="playing").count(),
    "starts": Notification.objects.filter(kind="league_season").count(),
    "ends": Notification.objects.filter(kind="league_end").count(),
    "moves": sorted(LeagueEntry.objects.exclude(moves="stay").values_list("moves", flat=True)),
}))
"""


@pytest.mark.parametrize("kind", ["embedded", "scaled"])
def test_workers_take_each_step_of_a_season_once(make_site: Callable[..., Site], kind: str) -> None:
    site = make_site(kind, workers=2)
    code = site.run(FOUND).strip()

    def look() -> dict[str, Any]:
        found: dict[str, Any] = json.loads(site.run(LOOK))
        return found

    site.run(DUE.replace("STAGE", "open").replace("COLUMN", "starts_at"))
    wait_until(lambda: look()["rooms"] > 0, "the first rooms are open")
    site.workers[0].kill()
    wait_until(lambda: look()["begun"] == GAMES, "all games have begun")
    site.workers[0].launch()
    first = look()
    assert first["seasons"] == ["running", "open"]
    assert (first["games"], first["rooms"], first["starts"]) == (GAMES, GAMES, PLAYERS)

    site.run(SIGN_UP_AGAIN.replace("CODE", code))
    site.run(DUE.replace("STAGE", "running").replace("COLUMN", "ends_at"))
    wait_until(lambda: look()["ends"] == PLAYERS, "the season has ended")
    site.run(DUE.replace("STAGE", "open").replace("COLUMN", "starts_at"))
    wait_until(lambda: look()["begun"] == 2 * GAMES, "the next season has begun")
    second = look()
    assert second["seasons"] == ["over", "running", "open"]
    assert (second["games"], second["rooms"]) == (2 * GAMES, 2 * GAMES)
    assert (second["starts"], second["ends"]) == (2 * PLAYERS, PLAYERS)
    assert second["moves"].count("up") == second["moves"].count("down") == 2
    assert site.tracebacks() == []
