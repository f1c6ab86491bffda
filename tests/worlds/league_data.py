"""A league, in one world and in another: nearly everything about it is public."""

from games.leagues.models import League, LeagueBan
from tests.leagues.sample_leagues import open_league_beside
from tests.play.conftest import NOON
from tests.worlds.world import World

BESIDE = "teams"
"""The room whose code the league has, so that viewers request it as they do the room."""


def add_leagues(world: World) -> None:
    """Add a league whose first season is open for sign-ups, and which Ivy may not join."""
    league = open_league_beside(world.rooms[BESIDE], ("Jade", "Cobalt"), NOON)
    LeagueBan.objects.create(league=league, player=world.people["Ivy"], banned_at=NOON)


def change_leagues() -> None:
    """Replace the keys of forms, and when someone was removed."""
    LeagueBan.objects.update(banned_at=NOON.replace(year=2025))
    for league in League.objects.all():
        League.objects.filter(pk=league.pk).update(key=f"other {league.pk}")
