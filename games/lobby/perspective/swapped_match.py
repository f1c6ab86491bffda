"""The page of a swapped match: its two tables, their seats and, once both games are over, the
result."""

from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.common.names import isolate_name
from games.play.models import Game, Room, Seat
from games.play.perspective import describe_options, list_seat_people
from games.play.perspective.viewdata import PersonView
from games.play.terms.seating import is_free
from games.players.models import Player
from games.rules.equipment.json_codec import decode
from games.rules.flow.swapped_match import SIDES, TABLES, MatchResult, decide_match, get_seat
from games.rules.plays.events import Outcome
from scrabble_site.shared.refusals import NotFound
from scrabble_site.shared.wording import join_list

PROGRESS = {
    Game.Status.WAITING: gettext_lazy("Waiting for players"),
    Game.Status.HELD: gettext_lazy("Finished"),
    Game.Status.OVER: gettext_lazy("Finished"),
}


@dataclass(frozen=True, slots=True)
class MatchSeatView:
    """A side's seat at one table."""

    number: int
    people: tuple[PersonView, ...]
    mine: bool
    # Whether the viewer may sit down here.
    open_to_me: bool
    # The seat's score; ``None`` until the match is over.
    points: int | None


@dataclass(frozen=True, slots=True)
class MatchTableView:
    """One table of a match, its seats in the order of the sides."""

    code: str
    progress: str
    seats: tuple[MatchSeatView, ...]
    # Address of the room, for those who play there and, once the match is over, for all.
    url: str
    record_url: str


@dataclass(frozen=True, slots=True)
class MatchSideView:
    """One of the two sides, with its points once the match is over."""

    name: str
    points: int | None
    winner: bool


@dataclass(frozen=True, slots=True)
class MatchView:
    """A swapped match as one viewer sees it."""

    code: str
    summary: tuple[str, ...]
    tables: tuple[MatchTableView, ...]
    sides: tuple[MatchSideView, ...]
    # How the match ended; "" until it is over.
    result: str
    # Whether the match waits for people to sit down.
    has_open_seat: bool


@dataclass(frozen=True, slots=True)
class _Table:
    room: Room
    game: Game
    seats: list[Seat]


def build_match_view(code: str, player: Player | None) -> MatchView:
    """Return the match to which a room belongs. Raises ``NotFound`` unless it is a table of one."""
    tables = _load_tables(code)
    outcomes = [table.game.outcome for table in tables if table.game.status == Game.Status.OVER]
    result = None
    if len(outcomes) == len(TABLES):
        result = decide_match([decode(Outcome, outcome) for outcome in outcomes])
    names = [_name_side(tables, side) for side in SIDES]
    return MatchView(
        code=tables[0].room.code,
        summary=describe_options(tables[0].room, leaving_out=["separate_draws"]),
        tables=tuple(_build_table(tables, number, player, result) for number in TABLES),
        sides=tuple(
            MatchSideView(
                name=names[side],
                points=result.points[side] if result else None,
                winner=result is not None and result.winner == side,
            )
            for side in SIDES
        ),
        result=_describe_result(result, names) if result else "",
        has_open_seat=any(_is_open(table, seat) for table in tables for seat in table.seats),
    )


def _load_tables(code: str) -> list[_Table]:
    room = Room.objects.select_related("twin").filter(code=code, twin__isnull=False).first()
    if room is None or room.twin is None:
        raise NotFound("match.unknown")
    # The first table is the one that was made first.
    rooms = sorted((room, room.twin), key=lambda one: one.pk)
    found = Game.objects.filter(room__in=rooms).prefetch_related("seats__holders__player")
    newest: dict[int, Game] = {}
    for game in found.order_by("number"):
        newest[game.room_id] = game
    return [_Table(one, newest[one.pk], list(newest[one.pk].seats.all())) for one in rooms]


def _build_table(
    tables: list[_Table], number: int, player: Player | None, result: MatchResult | None
) -> MatchTableView:
    table = tables[number]
    plays_here = player is not None and any(_holds(seat, player) for seat in table.seats)
    plays = player is not None and any(_holds(s, player) for one in tables for s in one.seats)
    seats = tuple(
        _build_seat(table, get_seat(side, number), player, may_sit=not plays, result=result)
        for side in SIDES
    )
    room_url = reverse("games:room", args=[table.room.code])
    return MatchTableView(
        code=table.room.code,
        progress=str(PROGRESS.get(Game.Status(table.game.status), _("Playing"))),
        seats=seats,
        url=room_url if plays_here or result else "",
        record_url=reverse("games:record", args=[table.game.pk]) if result else "",
    )


def _build_seat(
    table: _Table,
    number: int,
    player: Player | None,
    *,
    may_sit: bool,
    result: MatchResult | None,
) -> MatchSeatView:
    seat = next((one for one in table.seats if one.number == number), None)
    outcome: Any = table.game.outcome
    return MatchSeatView(
        number=number,
        people=() if seat is None or is_free(seat) else list_seat_people(seat),
        mine=seat is not None and player is not None and _holds(seat, player),
        open_to_me=may_sit and seat is not None and _is_open(table, seat),
        points=outcome["scores"][number] if result and outcome else None,
    )


def _is_open(table: _Table, seat: Seat) -> bool:
    return table.game.status == Game.Status.WAITING and is_free(seat)


def _holds(seat: Seat, player: Player) -> bool:
    return any(holder.player_id == player.pk for holder in seat.holders.all())


def _name_side(tables: list[_Table], side: int) -> str:
    """Return the names of those who play for a side, each once."""
    names: dict[str, None] = {}
    for number, table in enumerate(tables):
        for seat in table.seats:
            if seat.number == get_seat(side, number) and not is_free(seat):
                names |= dict.fromkeys(isolate_name(one.name) for one in list_seat_people(seat))
    match list(names):
        case [first, second]:
            return _("%(first)s and %(second)s") % {"first": first, "second": second}
        case found:
            return join_list(found) if found else _("Open seat")


def _describe_result(result: MatchResult, names: list[str]) -> str:
    if result.reason == "annulled":
        return _("The match doesn't count because a game ended without a result.")
    if result.winner is None:
        return _("The match is a draw.")
    name = names[result.winner]
    if result.reason == "given_up":
        return _("%(name)s won the match because the other side resigned or forfeited a game.") % {
            "name": name
        }
    lead = abs(result.points[0] - result.points[1])
    text = ngettext(
        "%(name)s won the match by %(n)s point.", "%(name)s won the match by %(n)s points.", lead
    )
    return text % {"name": name, "n": lead}
