"""States as JSON, what is secret in them, and refused acts."""

import json
from dataclasses import replace

import pytest

from games.rules.equipment.errors import RuleError
from games.rules.flow.game import GameState, start_game
from games.rules.plays.acts import Challenge, Exchange, Pass, Resign
from games.rules.plays.events import NO_DRAW, event_from_json, event_to_json
from games.rules.positions.variants import VARIANTS
from tests.rules.positions import SEED, AllExcept, do, lay, table


def samples() -> list[GameState]:
    start = table("CAT?OGS", "AEIOULN", bag="XYZEEEE")
    played = lay(start, 0, "8F", "CaT").state
    out = lay(table("CAT", "QA"), 0, "8F", "CAT").state
    fresh = [start_game(v.id, v.options(), 2, SEED).state for v in VARIANTS.values()]
    return [start, played, out, do(out, 1, Challenge()).state, *fresh]


@pytest.mark.parametrize("number", range(7))
def test_json_keeps_everything(number: int) -> None:
    state = samples()[number]
    assert GameState.from_json(json.loads(json.dumps(state.to_json()))) == state
    public, secrets = state.to_public_and_secret_json()
    assert GameState.join(json.loads(json.dumps(public)), json.loads(json.dumps(secrets))) == state


def test_the_public_part_has_no_rack_bag_or_draw() -> None:
    state = lay(table("CATQQZZ", "JJJXXXX", bag="VVVWWWW"), 0, "8F", "CAT").state
    state = replace(state, draw=NO_DRAW)  # those tiles were shown to everyone
    public, _secrets = state.to_public_and_secret_json()
    text = json.dumps(public, ensure_ascii=False)
    assert not set("QZJXVW") & set(text)
    assert "secrets" not in public


def test_hidden_tiles_look_blank() -> None:
    for state in samples():
        down = state.hide_tiles()
        text = json.dumps(down.to_public_and_secret_json()[1])
        assert not set("ABCDEFGHIJKLMNOPQRSTUVWXYZ") & set(text)
        assert [len(seat.rack) for seat in down.seats] == [len(seat.rack) for seat in state.seats]
        assert (len(down.bag), down.board) == (len(state.bag), state.board)
        assert down.to_public_and_secret_json()[0] == state.to_public_and_secret_json()[0]


def test_events_hold_no_secret_and_survive_json() -> None:
    state = table("CATQQZZ", "JJJXXXX", bag="VVVWWWWWW")
    played = lay(state, 0, "8F", "CAT")
    exchanged = do(state, 0, Exchange(state.seats[0].rack[-2:]))
    withdrawn = do(played.state, 1, Challenge(), AllExcept("CAT"))
    ended = do(played.state, 1, Resign())
    for done in (played, exchanged, withdrawn, ended):
        for event in done.events:
            data = json.loads(json.dumps(event_to_json(event)))
            assert event_from_json(data) == event
            assert not set("QZJXVW") & set(json.dumps(data))


def test_the_start_event_survives_json() -> None:
    for variant in VARIANTS.values():
        (event,) = start_game(variant.id, variant.options(), 2, SEED).events
        assert event_from_json(event_to_json(event)) == event


def test_a_refused_act_leaves_the_state_as_it_was() -> None:
    state = table("CATDOGS", "A", bag="EEE")
    copy = GameState.from_json(state.to_json())
    for seat, act in ((1, Pass()), (0, Challenge()), (0, Exchange(()))):
        with pytest.raises(RuleError):
            do(state, seat, act)
    assert state == copy
