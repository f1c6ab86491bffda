"""Score cards: an entrant's rounds one below the other, with the totals after each."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from games.events.models import Entrant, EventRound
from games.events.perspective.reason_texts import explain_reasons, write_points
from games.events.perspective.standings import (
    build_person,
    describe_team,
    list_own_rounds,
    score_entrant,
)
from games.events.store.event_state import EventRows, build_event_state
from games.events.terms.reasons import read_reasons
from games.pairing.event import EventPlayer, EventState
from games.pairing.reasons import Reason
from games.pairing.standings import rank_players
from games.play.perspective.viewdata import PersonView


@dataclass(frozen=True, slots=True)
class CardOpponent:
    """Someone at the same table. ``number`` leads to their own card."""

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class CardLine:
    """One round on a score card, or one game of an arena."""

    round: int
    opponents: tuple[CardOpponent, ...]
    starts: bool
    bye: bool
    absent: bool
    # What the round was worth: "1", "½" or "0" and so on, "" while there is no result.
    points: str
    # The own score and the best of the others; ``None`` without a game.
    score: int | None
    against: int | None
    # Points and spread after this round.
    total: str
    spread: int
    # Why the entrant met these players, or no one.
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EntrantCard:
    """The score card of an entrant."""

    number: int
    person: PersonView
    team: str
    division: str
    # Points that a director has taken away, "" for none. They are missing from the first total on.
    penalty: str
    penalty_spread: int
    lines: tuple[CardLine, ...]


def build_entrant_cards(rows: EventRows, chosen: Iterable[Entrant]) -> list[EntrantCard]:
    """Return the score cards of these entrants of an event, in their order."""
    state = build_event_state(rows)
    players = {player.id: player for player in state.players}
    numbers = {one.pk: number for number, one in enumerate(rows.entrants, 1)}
    names = rows.list_names()
    return [
        EntrantCard(
            number=numbers[one.pk],
            person=build_person(one),
            team=describe_team(one),
            division=one.division,
            penalty=write_points(one.penalty_half_points) if one.penalty_half_points else "",
            penalty_spread=one.penalty_spread,
            lines=tuple(_list_lines(rows, state, players[one.pk], numbers, names)),
        )
        for one in chosen
    ]


def _list_lines(
    rows: EventRows,
    state: EventState,
    player: EventPlayer,
    numbers: Mapping[int, int],
    names: Mapping[int, str],
) -> Iterator[CardLine]:
    own = list_own_rounds(state, player.id)
    reasons = [one for found in rows.rounds for one in _list_reasons(found, player.id)]
    for number, (past, why) in enumerate(zip(own, reasons, strict=True), 1):
        result = score_entrant(state, past, player.id)
        (total,) = rank_players([player], own[:number], state.scoring)
        yield CardLine(
            round=number,
            opponents=tuple(CardOpponent(numbers[one], names[one]) for one in result.opponents),
            starts=result.starts,
            bye=result.bye,
            absent=result.absent,
            points=result.points,
            score=result.score,
            against=result.against,
            total=write_points(total.half_points),
            spread=total.spread,
            reasons=tuple(explain_reasons(why, names)),
        )


def _list_reasons(found: EventRound, entrant: int) -> list[list[Reason]]:
    """Return the reasons of each table that the entrant had in a round, or of having had none."""
    tables = [
        read_reasons(table.reasons)
        for table in found.tables.all()
        if any(seat.entrant_id == entrant for seat in table.seats.all())
    ]
    about = [one for one in read_reasons(found.reasons) if one.arguments.get("player") == entrant]
    return tables or [about]
