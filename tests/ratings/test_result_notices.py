"""The notification of a game's result: the score, the reason and the change of the rating."""

import pytest

from games.play import store
from games.players.services.notifications import describe_notification
from games.rules.plays.acts import Exchange
from tests.play.conftest import NOON, table_of
from tests.ratings.conftest import act, pass_out, resign

pytestmark = pytest.mark.django_db


def result_of(player) -> str:
    return describe_notification(player.notices.get(kind="ended"), NOON)


def test_a_result_names_score_reason_and_rating(open_rated, people) -> None:
    room = open_rated()
    resign(room, people[1])
    rating = table_of(room).ratings[str(people[0].pk)]
    change, after = rating["change"], rating["after"]
    assert change > 0
    said = f"You won 0–0 against Cobalt by resignation. Your rating: {after} (+{change})."
    assert result_of(people[0]) == said
    assert not people[1].notices.filter(kind="ended").exists(), "who has ended it knows"


def test_each_player_gets_their_own_result(open_rated, people) -> None:
    room = open_rated()
    pass_out(room, {0: 412, 1: 356})
    ender = table_of(room).moves.order_by("-number")[0].player
    assert ender is not None
    other = people[1] if ender == people[0] else people[0]
    text = result_of(other)
    mine = "won 412–356" if other == people[0] else "lost 356–412"
    result = f"You {mine} against {ender.nickname} after everyone passed."
    assert text.startswith(f"{result} {ender.nickname} passed.")
    rating = table_of(room).ratings[str(other.pk)]
    assert f"({rating['change']:+d})".replace("-", "−") in text


def test_three_players_see_all_scores(open_rated, people) -> None:
    room = open_rated(seats=3)
    pass_out(room, {0: 30, 1: 90, 2: 60})
    ender = table_of(room).moves.order_by("-number")[0].player
    for player in people[:3]:
        if player != ender:
            assert "90" in result_of(player)
            assert "you" in result_of(player).lower()


def test_no_notice_holds_a_rack(open_rated, people) -> None:
    """It gives the number of exchanged tiles only, and no rack at the end."""
    room = open_rated()
    game = table_of(room)
    state = store.load_state(game)
    mover = state.to_move or 0
    racks = [state.tile_set.write(seat.rack) for seat in state.seats]
    act(room, people[mover], Exchange(state.seats[mover].rack[:3]))
    resign(room, people[1 - mover])
    notice = people[mover].notices.get(kind="ended")
    for rack in racks:
        assert rack not in str(notice.data)
        assert rack[:3] not in describe_notification(notice, NOON)
