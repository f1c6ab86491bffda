"""What cannot be paired is refused, with a code and the players concerned."""

from dataclasses import replace

import pytest

from games.pairing.errors import (
    InvalidEventError,
    MissingResultsError,
    NoPairingError,
    PairingError,
)
from games.pairing.event import (
    EventPlayer,
    EventState,
    Method,
    PlayedTable,
    RoundPlan,
    ScoringSettings,
)
from games.pairing.pairings import pair_round
from tests.pairing.events import add_round, make_event, win

EVENT = make_event(4, [Method.SWISS] * 3)


def refuse(state: EventState, **pinned: object) -> PairingError:
    with pytest.raises(PairingError) as caught:
        pair_round(state, **pinned)  # type: ignore[arg-type]
    return caught.value


@pytest.mark.parametrize(
    ("state", "code", "players"),
    [
        (replace(EVENT, players=(*EVENT.players, EventPlayer(3))), "players.twice", (3,)),
        (replace(EVENT, plan=()), "plan.finished", ()),
        (replace(EVENT, forbidden=frozenset({(2, 2)})), "forbidden.same_player", (2,)),
        (add_round(EVENT, win(1, 9)), "players.unknown", (9,)),
        (add_round(EVENT, byes=[8]), "players.unknown", (8,)),
        (add_round(EVENT, win(1, 1)), "table.players", (1, 1)),
        (add_round(EVENT, PlayedTable((1,))), "table.players", (1,)),
        (add_round(EVENT, PlayedTable((1, 2), (300,))), "table.scores", (1, 2)),
        (
            add_round(EVENT, PlayedTable((1, 2), (300, 400), places=(1,))),
            "table.places",
            (1, 2),
        ),
        (replace(EVENT, scoring=ScoringSettings(table_size=5)), "settings.table_size", ()),
        (replace(EVENT, scoring=ScoringSettings(missed_round=3)), "settings.missed_round", ()),
        (
            replace(
                EVENT,
                scoring=ScoringSettings(table_size=3),
                plan=(RoundPlan(Method.ROUND_ROBIN),),
            ),
            "plan.two_seats",
            (),
        ),
    ],
)
def test_contradictions_are_refused(state: EventState, code: str, players: tuple[int, ...]) -> None:
    error = refuse(state)
    assert isinstance(error, InvalidEventError)
    assert (error.code, error.players) == (code, players)


@pytest.mark.parametrize(
    ("pinned", "byes", "code", "players"),
    [
        ([(1, 9)], [], "players.unknown", (9,)),
        ([(1, 2), (2, 3)], [], "pinned.twice", (2,)),
        ([(1, 2)], [1], "pinned.twice", (1,)),
        ([(1,)], [], "pinned.table_size", (1,)),
        ([(1, 2, 3)], [], "pinned.table_size", (1, 2, 3)),
        ([(2, 1)], [4], "pinned.forbidden", (2, 1)),
        ([(3, 5)], [], "pinned.not_playing", (5,)),
    ],
)
def test_pinned_tables_that_cannot_be_are_refused(
    pinned: list[tuple[int, ...]], byes: list[int], code: str, players: tuple[int, ...]
) -> None:
    state = replace(
        EVENT,
        players=(*EVENT.players, EventPlayer(5, withdrawn_from=1)),
        forbidden=frozenset({(1, 2)}) if code == "pinned.forbidden" else frozenset(),
    )
    error = refuse(state, pinned=pinned, pinned_byes=byes)
    assert (error.code, error.players) == (code, players)


def test_a_missing_result_is_named() -> None:
    state = add_round(EVENT, win(1, 3), PlayedTable((4, 2)))
    error = refuse(state)
    assert isinstance(error, MissingResultsError)
    assert (error.code, error.players) == ("results.missing", (4, 2))


def test_a_result_missing_in_another_division_does_not_matter() -> None:
    players = tuple(
        replace(player, division="B" if player.id in (2, 4) else "") for player in EVENT.players
    )
    state = add_round(replace(EVENT, players=players), win(1, 3), PlayedTable((4, 2)))
    others = tuple(
        replace(player, withdrawn_from=2) for player in players if player.division == "B"
    )
    state = replace(state, players=(*players[::2], *others))
    assert len(pair_round(state).tables) == 1


@pytest.mark.parametrize(
    "method", [Method.SWISS, Method.KING_OF_THE_HILL, Method.AUSTRALIAN, Method.ROUND_ROBIN]
)
def test_forbidden_pairs_that_leave_no_way_are_refused(method: Method) -> None:
    forbidden = frozenset({(1, 2), (1, 3), (1, 4)})
    error = refuse(make_event(4, [method], forbidden=forbidden))
    assert isinstance(error, NoPairingError)
    assert error.code == "pairing.impossible"
    assert set(error.players) == {1, 2, 3, 4}


def test_a_manual_round_names_who_is_left() -> None:
    error = refuse(make_event(4, [Method.MANUAL]), pinned=[(1, 2)])
    assert (error.code, error.players) == ("manual.players_left", (3, 4))
