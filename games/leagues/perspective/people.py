"""Players as the pages of leagues name them."""

from games.leagues.models import LeagueEntry
from games.play.perspective.viewdata import PersonView
from games.players.models import Player


def build_player(player: Player | None) -> PersonView:
    """Return a player as pages show them; a deleted one has no name."""
    if player is None:
        return PersonView("", "")
    return PersonView.of(player)


def build_person(entry: LeagueEntry) -> PersonView:
    """Return who an entry belongs to. Merged and deleted players have no page."""
    page = entry.player.get_absolute_url() if entry.player is not None else ""
    return PersonView(entry.shown_name, page)
