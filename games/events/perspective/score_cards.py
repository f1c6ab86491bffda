"""Score cards: an entrant's rounds one below the other, with the totals after each."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.events.models import Entrant, EventRound, EventTable
from games.events.perspective.reason_texts import explain_reasons, write_points
from games.events.perspective.standings import build_person, score_entrant
from games.events.store.event_state import EventRows, build_event_state
from games.events.terms.reasons import read_reasons
from games.pairing.event import EventState
from games.pairing.standings import Standing, rank_players
from games.play.perspective.viewdata import PersonView


@dataclass(frozen=True, slots=True)
class CardOpponent:
    """Someone at the same table. ``number`` leads to their own card."""

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class CardLine:
    """One round on a score card."""

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
    totals = _rank_after_rounds(state)
    numbers = {one.pk: number for number, one in enumerate(rows.entrants, 1)}
    names = {one.pk: one.shown_name for one in rows.entrants}
    return [
        EntrantCard(
            number=numbers[one.pk],
            person=build_person(one),
            team=one.team,
            division=one.division,
            penalty=write_points(one.penalty_half_points) if one.penalty_half_points else "",
            penalty_spread=one.penalty_spread,
            lines=tuple(
                _build_line(state, found, one, totals[found.number - 1], numbers, names)
                for found in rows.rounds
            ),
        )
        for one in chosen
    ]


def _rank_after_rounds(state: EventState) -> list[dict[int, Standing]]:
    """Return everyone's line of the standings after each round."""
    return [
        {
            line.player: line
            for line in rank_players(state.players, state.rounds[:played], state.scoring)
        }
        for played in range(1, len(state.rounds) + 1)
    ]


def _build_line(
    state: EventState,
    found: EventRound,
    entrant: Entrant,
    totals: Mapping[int, Standing],
    numbers: Mapping[int, int],
    names: Mapping[int, str],
) -> CardLine:
    result = score_entrant(state, found.number, entrant.pk)
    table = _find_table(found, entrant.pk)
    if table is not None:
        reasons = read_reasons(table.reasons)
    else:
        known = read_reasons(found.reasons)
        reasons = [one for one in known if one.arguments.get("player") == entrant.pk]
    return CardLine(
        round=found.number,
        opponents=tuple(CardOpponent(numbers[one], names[one]) for one in result.opponents),
        starts=result.starts,
        bye=result.bye,
        absent=result.absent,
        points=result.points,
        score=result.score,
        against=result.against,
        total=write_points(totals[entrant.pk].half_points),
        spread=totals[entrant.pk].spread,
        reasons=tuple(explain_reasons(reasons, names)),
    )


def _find_table(found: EventRound, entrant: int) -> EventTable | None:
    return next(
        (
            table
            for table in found.tables.all()
            if any(seat.entrant_id == entrant for seat in table.seats.all())
        ),
        None,
    )
