"""The page on which the founder manages a league."""

from dataclasses import dataclass

from games.leagues.models import League, LeagueEntry, Season
from games.leagues.perspective.people import build_person, build_player
from games.play.perspective.viewdata import PersonView


@dataclass(frozen=True, slots=True)
class ManagedPerson:
    """A player who can be removed, or one who may be let in again."""

    # Of the row that the form names: an entry or a ban.
    id: int
    person: PersonView


@dataclass(frozen=True, slots=True)
class ManagementView:
    code: str
    title: str
    closed: bool
    # Those who play in the season that goes on, and those who have signed up for the next one.
    players: tuple[ManagedPerson, ...]
    signed_up: tuple[ManagedPerson, ...]
    banned: tuple[ManagedPerson, ...]


def build_management_view(league: League) -> ManagementView:
    entries = LeagueEntry.objects.filter(
        season__league=league, player__isnull=False, removed_at=None
    ).select_related("player", "season")
    by_stage: dict[str, list[ManagedPerson]] = {}
    for entry in entries.order_by("player__nickname", "pk"):
        managed = ManagedPerson(entry.pk, build_person(entry))
        by_stage.setdefault(entry.season.stage, []).append(managed)
    bans = league.bans.select_related("player")
    return ManagementView(
        code=league.code,
        title=league.title,
        closed=league.closed_at is not None,
        players=tuple(by_stage.get(Season.Stage.RUNNING, ())),
        signed_up=tuple(by_stage.get(Season.Stage.OPEN, ())),
        banned=tuple(ManagedPerson(ban.pk, build_player(ban.player)) for ban in bans),
    )
