"""The page of a ladder: places, challenges, and whom the viewer may challenge."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from games.leagues.models import LadderChallenge, League
from games.leagues.perspective.league_views import describe_league
from games.leagues.perspective.people import build_player
from games.leagues.services.ladders import ACTIVE_STAGES, list_busy, load_places
from games.pairing.ladders import list_challengeable
from games.play.perspective.viewdata import PersonView
from games.players.models import Player

LATEST = 20
Stage = LadderChallenge.Stage


@dataclass(frozen=True, slots=True)
class LadderPlaceView:
    """A player's place on a ladder."""

    # The row, as forms name it.
    id: int
    place: int
    person: PersonView
    busy: bool
    challengeable: bool
    mine: bool


@dataclass(frozen=True, slots=True)
class LadderChallengeView:
    """A challenge, from the viewer's side if it is theirs."""

    id: int
    challenger: PersonView
    challenged: PersonView
    stage: str
    answer_by: datetime
    # The room while the game is played, and its record afterwards.
    url: str
    # Whether the challenger took the place; null until it is settled.
    won: bool | None
    may_answer: bool
    may_cancel: bool


@dataclass(frozen=True, slots=True)
class LadderView:
    code: str
    title: str
    summary: tuple[str, ...]
    places: tuple[LadderPlaceView, ...]
    going_on: tuple[LadderChallengeView, ...]
    latest: tuple[LadderChallengeView, ...]
    # Whether the viewer is on the ladder.
    joined: bool
    guest_may_enter: bool
    # Whether the league is closed, so that no one can join or challenge anyone.
    closed: bool
    # Whether the founder has removed the viewer.
    banned: bool


def build_ladder_view(league: League, viewer: Player | None) -> LadderView:
    """Return the ladder of a league as a viewer sees it."""
    places = load_places(league)
    own = next((one for one in places if viewer is not None and one.player_id == viewer.pk), None)
    busy = list_busy(league, places)
    may_challenge = own is not None and league.closed_at is None
    order = [one.pk for one in places]
    reach = list_challengeable(order, own.pk, busy) if own and may_challenge else ()
    rows = league.challenges.select_related("challenger", "challenged", "game__room")
    return LadderView(
        code=league.code,
        title=league.title,
        summary=describe_league(league),
        places=tuple(
            LadderPlaceView(
                id=one.pk,
                place=number,
                person=build_player(one.player),
                busy=one.pk in busy,
                challengeable=one.pk in reach,
                mine=one is own,
            )
            for number, one in enumerate(places, 1)
        ),
        going_on=_list_going_on(rows.filter(stage__in=ACTIVE_STAGES), viewer),
        latest=tuple(
            _build_challenge(row, viewer)
            for row in rows.exclude(stage__in=(*ACTIVE_STAGES, Stage.CANCELLED))[:LATEST]
        ),
        joined=own is not None,
        guest_may_enter=not league.rated,
        closed=league.closed_at is not None,
        banned=viewer is not None and league.bans.filter(player=viewer).exists(),
    )


def _list_going_on(
    rows: Iterable[LadderChallenge], viewer: Player | None
) -> tuple[LadderChallengeView, ...]:
    """Return the challenges that go on, the viewer's own first."""
    me = viewer.pk if viewer else None
    own = [row for row in rows if me is not None and me in (row.challenger_id, row.challenged_id)]
    others = [row for row in rows if row not in own]
    return tuple(_build_challenge(row, viewer) for row in (*own, *others))


def _build_challenge(row: LadderChallenge, viewer: Player | None) -> LadderChallengeView:
    is_open = row.stage == Stage.OPEN
    return LadderChallengeView(
        id=row.pk,
        challenger=build_player(row.challenger),
        challenged=build_player(row.challenged),
        stage=row.stage,
        answer_by=row.answer_by,
        url=_get_url(row),
        won=row.won,
        may_answer=is_open and viewer is not None and row.challenged_id == viewer.pk,
        may_cancel=is_open and viewer is not None and row.challenger_id == viewer.pk,
    )


def _get_url(row: LadderChallenge) -> str:
    if row.game is None:
        return ""
    if row.game.is_finished:
        return reverse("games:record", args=[row.game_id])
    return reverse("games:room", args=[row.game.room.code])
