"""Players of a running correspondence game have no access to any kind of analysis."""

import pytest

from games.play import store
from games.play.models import ConditionalMove, Room
from games.play.services import rooms, seats, turns
from games.play.services.room_settings import RoomSettings
from games.rules.plays.acts import Exchange, Resign
from games.rules.positions.variants import get_variant
from games.rules.time.clock import TimeControl
from tests.play.conftest import NOON, table_of
from tests.play.correspondence import LATER, act, attend, keep, moves_of, open_slow

__all__ = ["attend", "open_slow"]
pytestmark = pytest.mark.django_db


@pytest.fixture(params=["3d", "none"])
def room(open_slow, request) -> Room:
    return open_slow(challenge="single", clock=TimeControl.read(request.param))


DOORS: tuple[tuple[str, str, dict[str, object], int], ...] = (
    ("GET", "/dictionaries/few/", {"words": "cat"}, 403),
    ("GET", "/dictionaries/few/", {}, 403),
    ("GET", "/dictionaries/few/dispute/", {}, 403),
    ("POST", "{room}hint", {"turn": 0, "step": 3}, 403),
    ("GET", "{record}", {}, 404),
    ("GET", "{record}gcg", {}, 404),
    ("GET", "{record}bag.json", {}, 404),
)


@pytest.mark.parametrize(("method", "path", "sent", "status"), DOORS)
def test_analysis_is_closed_during_the_game(
    room, people, client_of, method, path, sent, status
) -> None:
    where = path.format(room=f"/r/{room.code}/", record=f"/games/{table_of(room).pk}/")
    for player in people[:2]:
        browser = client_of(player)
        asked = browser.get(where, sent) if method == "GET" else browser.post(where, sent)
        assert asked.status_code == status, where


def test_analysis_opens_after_the_game(room, people, client_of) -> None:
    act(room, people[0], Resign())
    for player in people[:2]:
        asked = client_of(player).get("/dictionaries/few/", {"words": "cat"})
        assert asked.status_code == 200


def test_a_preview_judges_words_only_under_the_void_rule(open_slow, people, client_of) -> None:
    said = {"position": "8G", "tiles": "CTA"}
    for challenge, judged in (("single", False), ("void", True)):
        room = open_slow(challenge=challenge)
        shown = client_of(people[0]).post(f"/r/{room.code}/preview", said).content
        assert (b"not in the dictionary" in shown) == judged, challenge


def test_a_move_does_not_reveal_the_best_play(room, people, client_of) -> None:
    act(room, people[0], "8G CAT")
    for player in (*people[:2], None):
        shown = client_of(player).get(f"/r/{room.code}/moves/1/").content
        assert b"best play" not in shown


def test_qwibble_has_conditional_moves(lexicon, people, attend) -> None:
    room_settings = RoomSettings(
        "qwibble", "qwibble-en", lexicon, 2, get_variant("qwibble").options()
    )
    room = rooms.open_room(people[0], room_settings, NOON)
    seats.take_seat(room.code, people[1], 1, NOON)
    keep(room, people[1], "-1", "-")
    state = store.load_state(table_of(room))
    swap = Exchange(state.seats[0].rack[:1])
    turns.apply_player_act(room.code, people[0].pk, swap, turn=0, key="", now=LATER)
    attend()
    assert moves_of(room) == [(0, "exchange", False), (1, "pass", True)]
    assert not ConditionalMove.objects.exists()
