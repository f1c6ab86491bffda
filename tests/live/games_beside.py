"""What else has the code of the room of the access table: a duplicate game, an event, a club and an
annotated game."""

from collections.abc import Iterable

from django.utils import timezone

from games.clubs.services.calendars import renew_calendar
from games.events.services.shared_racks import make_team_token
from games.play.models import Room
from games.players.models import Player
from tests.api.conftest import enrol
from tests.broadcasts.sample_games import open_annotated_beside
from tests.clubs.sample_clubs import open_club_beside
from tests.events.sample_events import open_games_beside, open_team_event


def open_all_beside(room: Room, owner: Player, names: Iterable[str]) -> dict[str, str]:
    """Open them, with the players of these names, and a club and an annotated game of this owner.

    Returns the values for their addresses. A key that begins with the name of an address is for it
    alone.
    """
    if owner.user_id is None:  # a guest owns no club
        enrol(owner)
    open_games_beside(room, names)
    club = open_club_beside(room, owner, (), timezone.now())
    now = timezone.now()
    game = open_annotated_beside(room, owner, (), now)
    team = open_team_event(owner, room, now)
    return {
        "games:clubs_calendar token": renew_calendar(owner, now).token,
        "games:event_of_room code": team.event.rounds.get().tables.get().game.room.code,
        "games:join_team code": team.event.code,
        "games:join_team number": str(team.pk),
        "games:join_team token": make_team_token(team),
        "games:league_season number": "1",
        "invitation": game.invite,
        "season": str(club.seasons.get().pk),
        "match": str(club.home_matches.get().pk),
        "invite": club.invite,
        "club": str(club.messages.get().pk),
    }
