"""Standings and the cross-table of an event."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from games.common.names import isolate_name
from games.events.models import Entrant
from games.events.perspective.reason_texts import write_points
from games.events.store.event_state import EventRows, build_event_state
from games.pairing.event import EventState, PastRound, PlayedTable
from games.pairing.scoring import score_bye, score_table
from games.pairing.standings import Standing, rank_players
from games.play.perspective.viewdata import PersonView


@dataclass(frozen=True, slots=True)
class EventStanding:
    """One line of the standings."""

    place: int
    entrant: int
    # The number in the event, in the order of entry, which leads to the score card.
    number: int
    person: PersonView
    team: str
    rating: int
    points: str
    half_points: int
    spread: int
    wins: int
    draws: int
    losses: int
    withdrawn: bool
    # Whether the place wins a prize as things stand.
    prize: bool


@dataclass(frozen=True, slots=True)
class RoundResult:
    """What an entrant has made of a round; the defaults are those of a round without a table."""

    # "1", "½" or "0" and so on, "" while there is no result.
    points: str = ""
    # By id.
    opponents: tuple[int, ...] = ()
    # The own score and the best of the others; ``None`` without a game.
    score: int | None = None
    against: int | None = None
    starts: bool = False
    bye: bool = False
    absent: bool = False


@dataclass(frozen=True, slots=True)
class ResultCell:
    """One round of an entrant in the cross-table."""

    round: int
    # "1", "½" or "0" and so on, "" while there is no result.
    points: str
    # Places of the opponents in the standings, and their names.
    opponents: tuple[tuple[int, str], ...]
    # The own score and the best of the others; ``None`` without a game.
    score: int | None
    against: int | None
    starts: bool
    bye: bool
    absent: bool

    @property
    def meeting(self) -> str:
        """The opponents' places as cross-tables write them: "+3" for who started against third."""
        if self.bye:
            return str(_("bye"))
        places = ", ".join(str(place) for place, _name in self.opponents)
        return f"+{places}" if self.starts and places else places


@dataclass(frozen=True, slots=True)
class CrossTableRow:
    """Everything that an entrant has played, in one row."""

    row: EventStanding
    cells: tuple[ResultCell, ...]

    def pad(self, games: int) -> "CrossTableRow":
        """Return the row with empty cells up to so many games, which differ in an arena."""
        blank = ResultCell(0, "", (), None, None, starts=False, bye=False, absent=False)
        return replace(self, cells=(*self.cells, *[blank] * (games - len(self.cells))))


def build_standings(rows: EventRows, division: str = "") -> list[EventStanding]:
    """Return the standings of one division, or of all entrants of an event without divisions."""
    entrants = {one.pk: one for one in _list_ranked(rows, division)}
    state = build_event_state(rows)
    ranked = rank_players(
        [player for player in state.players if player.id in entrants],
        state.rounds,
        state.scoring,
        state.seed,
    )
    numbers = {one.pk: number for number, one in enumerate(rows.entrants, 1)}
    prizes = rows.event.prize_places
    return [
        _build_row(line, entrants[line.player], numbers[line.player], prizes) for line in ranked
    ]


def build_cross_table(rows: EventRows, division: str = "") -> list[CrossTableRow]:
    """Return the results of a division in the order of the standings."""
    standings = build_standings(rows, division)
    state = build_event_state(rows)
    places = {row.entrant: row.place for row in standings}
    names = {one.pk: one.shown_name for one in rows.entrants}
    found = [
        CrossTableRow(row, tuple(_list_cells(state, row.entrant, places, names)))
        for row in standings
    ]
    games = max((len(row.cells) for row in found), default=0)
    return [row.pad(games) for row in found]


def _list_ranked(rows: EventRows, division: str) -> Iterable[Entrant]:
    """Return those of a division who have played or may still play."""
    started = bool(rows.rounds)
    return (
        one
        for one in rows.entrants
        if one.division == division
        and not (started and (one.unconfirmed or (rows.event.checks_in and not one.checked_in_at)))
    )


def _build_row(line: Standing, entrant: Entrant, number: int, prizes: int) -> EventStanding:
    return EventStanding(
        place=line.place,
        entrant=entrant.pk,
        number=number,
        person=build_person(entrant),
        team=describe_team(entrant),
        rating=entrant.rating,
        points=write_points(line.half_points),
        half_points=line.half_points,
        spread=line.spread,
        wins=line.wins,
        draws=line.draws,
        losses=line.losses,
        withdrawn=entrant.withdrawn_from is not None,
        prize=line.place <= prizes and bool(line.half_points),
    )


def build_person(entrant: Entrant) -> PersonView:
    """Return an entrant's name and page. Teams that share a rack have no page."""
    has_page = entrant.player is not None and not entrant.name
    page = entrant.player.get_absolute_url() if has_page and entrant.player is not None else ""
    return PersonView(entrant.shown_name, page)


def describe_team(entrant: Entrant) -> str:
    """Return the name of an entrant's team, or who shares the rack."""
    if not entrant.event.shared_racks or entrant.team:
        return entrant.team
    if not entrant.name and len(entrant.list_people()) == 1:
        return ""  # the same as the name
    return join_names(entrant)


def join_names(entrant: Entrant) -> str:
    """Return the names of those who share the rack of an entrant."""
    return " & ".join(isolate_name(player.shown_name) for player in entrant.list_people())


def _list_cells(
    state: EventState, entrant: int, places: Mapping[int, int], names: Mapping[int, str]
) -> Iterable[ResultCell]:
    for number, past in enumerate(list_own_rounds(state, entrant), 1):
        result = score_entrant(state, past, entrant)
        yield ResultCell(
            round=number,
            points=result.points,
            opponents=tuple(
                (places.get(other, 0), names.get(other, "")) for other in result.opponents
            ),
            score=result.score,
            against=result.against,
            starts=result.starts,
            bye=result.bye,
            absent=result.absent,
        )


def list_own_rounds(state: EventState, entrant: int) -> list[PastRound]:
    """Return the rounds with an entrant's own table or bye only; of an arena, a round for each
    game."""
    own: list[PastRound] = []
    for past in state.rounds:
        tables = [table for table in past.tables if entrant in table.players]
        if tables:
            own += [PastRound((table,)) for table in tables]
        else:
            own.append(PastRound(byes=(entrant,) if entrant in past.byes else ()))
    return own


def score_entrant(state: EventState, past: PastRound, entrant: int) -> RoundResult:
    """Return what an entrant has made of a round that has been paired."""
    table = next((one for one in past.tables if entrant in one.players), None)
    if table is not None:
        return _score_at_table(state, table, entrant)
    if entrant in past.byes:
        return RoundResult(points=write_points(score_bye(state.scoring).half_points), bye=True)
    return RoundResult()


def _score_at_table(state: EventState, table: PlayedTable, entrant: int) -> RoundResult:
    others = tuple(player for player in table.players if player != entrant)
    scores = dict(zip(table.players, table.scores, strict=False))
    points = ""
    if table.has_result:
        points = write_points(score_table(table, state.scoring)[entrant].half_points)
    return RoundResult(
        points=points,
        opponents=others,
        score=scores.get(entrant) if table.was_played else None,
        against=max((scores[other] for other in others if other in scores), default=None),
        starts=table.players[0] == entrant,
        absent=entrant in table.absent,
    )
