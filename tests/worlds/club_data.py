"""Clubs, in one world and in another: one that everyone sees, and one whose link no one has."""

from games.clubs.models import (
    Club,
    ClubCalendar,
    ClubMatch,
    ClubMessage,
    ClubNight,
    ClubRemoval,
    ClubRequest,
    ClubSeason,
)
from tests.clubs.sample_clubs import open_club_beside, open_hidden_club
from tests.play.conftest import NOON
from tests.worlds.event_data import BESIDE
from tests.worlds.world import World

HIDDEN_TITLE = "hidden club"


def add_clubs(world: World) -> None:
    """Add a club with a night, a season and a match, and one that is not listed.

    Whoever owns them is not among the viewers, so that what directors see stays secret.
    """
    owner, room = world.people["Rust"], world.rooms[BESIDE]
    open_club_beside(room, owner, (), NOON)
    hidden = open_hidden_club(owner, world.people["Rust"], HIDDEN_TITLE, NOON)
    ClubRemoval.objects.create(club=hidden, player=owner, removed_at=NOON)


def change_clubs() -> None:
    """Replace the links, the keys of forms, and what only members or directors read."""
    for club in Club.objects.all():
        Club.objects.filter(pk=club.pk).update(invite=f"other {club.pk}", key=f"other {club.pk}")
    for calendar in ClubCalendar.objects.all():
        ClubCalendar.objects.filter(pk=calendar.pk).update(token=f"other {calendar.pk}")
    for model in (ClubNight, ClubSeason, ClubMatch):
        for row in model._base_manager.all():
            model._base_manager.filter(pk=row.pk).update(key=f"other {row.pk}")
    Club.objects.update(chat_stamp=7)
    ClubRequest.objects.update(text="another text")
    for message in ClubMessage.objects.all():
        key = f"other {message.pk}"
        sent_at = message.sent_at.replace(year=2025)
        ClubMessage.objects.filter(pk=message.pk).update(text="other", key=key, sent_at=sent_at)
    ClubRemoval.objects.update(removed_at=NOON.replace(year=2025))
    ClubCalendar.objects.update(created_at=NOON.replace(year=2025))
