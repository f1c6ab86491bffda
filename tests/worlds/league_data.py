"""A league, in one world and in another: everything about it is public but the key of its form."""

from games.leagues.models import League
from tests.leagues.sample_leagues import open_league_beside
from tests.play.conftest import NOON
from tests.worlds.world import World

BESIDE = "teams"
"""The room whose code the league has, so that viewers request it as they do the room."""


def add_leagues(world: World) -> None:
    """Add a league whose first season is open for sign-ups."""
    open_league_beside(world.rooms[BESIDE], ("Jade", "Cobalt"), NOON)


def change_leagues() -> None:
    """Replace the keys of forms."""
    for league in League.objects.all():
        League.objects.filter(pk=league.pk).update(key=f"other {league.pk}")
