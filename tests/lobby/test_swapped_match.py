"""A swapped match: two tables with the same draws, kept from each other until both have ended."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.chat.live.topics import get_chat_state
from games.play import store
from games.play.live.topics import CLOSE_FORBIDDEN, get_close_code, get_room_state
from games.play.models import Game, Room, SeatMember
from games.play.services.referee import find_due_games, referee_game
from games.play.signals import game_ended
from games.players.models import Player
from lexicon.models import Lexicon
from tests.play.conftest import client_of, lexicon, people, table_of

__all__ = ["client_of", "lexicon", "people"]
pytestmark = pytest.mark.django_db

FORM = "/rooms/swapped-match/"
Clients = Callable[[Player | None], Client]


@pytest.fixture
def values(lexicon: Lexicon) -> dict[str, str]:
    chosen = {"opponents": "people", "level": "3", "clock": "none", "challenge": "void"}
    return chosen | {"lexicon": lexicon.slug}


def open_match(client: Client, values: dict[str, str]) -> tuple[Room, Room]:
    sent = client.post(FORM, values)
    assert sent.status_code == 302, sent.content.decode()
    first, second = Room.objects.order_by("pk")
    assert sent["location"] == f"/match/{first.code}/"
    return first, second


def sit_down(client: Client, rooms: tuple[Room, Room], table: int, seat: int, **more: str) -> Any:
    place = f"{rooms[table].code}-{seat}"
    return client.post(f"/match/{rooms[0].code}/", {"place": place, **more})


@pytest.fixture(autouse=True)
def _known_draws(settings: Any) -> None:
    settings.TEST_SEED = "two tables"


@pytest.fixture
def match(values: dict[str, str], people: list[Player], client_of: Clients) -> tuple[Room, Room]:
    """Amber and Cobalt against Jade and Rust: Amber meets Jade, and Rust meets Cobalt."""
    rooms = open_match(client_of(people[0]), values)
    for room, seat, player in ((0, 1, 2), (1, 0, 3), (1, 1, 1)):
        sit = sit_down(client_of(people[player]), rooms, room, seat)
        assert sit["location"] == f"/r/{rooms[room].code}/"
    for one in rooms:
        one.refresh_from_db()
    return rooms


def rack_of(room: Room, seat: int) -> str:
    return table_of(room).seats.get(number=seat).rack.tiles


def resign(room: Room, player: Player, client_of: Clients) -> None:
    game = table_of(room)
    fields = {"game": game.pk, "turn": game.turn_number, "key": f"resign {room.pk}"}
    assert client_of(player).post(f"/r/{room.code}/resign", fields).status_code in (200, 302)


def referee() -> None:
    now = timezone.now()
    for code, game in list(find_due_games(now)):
        referee_game(code, game, now)


def test_both_tables_have_the_same_draws_and_start_once_they_are_full(
    match: tuple[Room, Room],
) -> None:
    games = [table_of(room) for room in match]
    assert [game.status for game in games] == ["playing", "playing"]
    assert games[0].seed_hash == games[1].seed_hash
    assert store.read_seed(games[0]) == store.read_seed(games[1])
    assert [rack_of(match[0], seat) for seat in (0, 1)] == [
        rack_of(match[1], seat) for seat in (0, 1)
    ]
    assert not any(room.public or room.rated for room in match)
    assert [room.twin for room in match] == [match[1], match[0]]


def test_one_person_plays_the_computer_at_both_tables(
    values: dict[str, str], people: list[Player], client_of: Clients
) -> None:
    client = client_of(people[0])
    first, second = open_match(client, values | {"opponents": "computer", "level": "2"})
    held = SeatMember.objects.filter(player=people[0]).order_by("game__room__pk")
    assert list(held.values_list("seat__number", flat=True)) == [0, 1]
    assert [table_of(room).status for room in (first, second)] == ["playing", "playing"]
    page = client.get(f"/match/{first.code}/").content.decode()
    assert page.count("Go to your table") == 2
    assert client.get(f"/match/{second.code}/")["location"] == f"/match/{first.code}/"


def test_a_form_sent_twice_makes_one_match(
    values: dict[str, str], people: list[Player], client_of: Clients
) -> None:
    client = client_of(people[0])
    sent = [client.post(FORM, values | {"key": "once"}) for _ in range(2)]
    assert sent[0]["location"] == sent[1]["location"]
    assert Room.objects.count() == 2


@pytest.mark.parametrize(
    "wrong",
    [{"opponents": "dogs"}, {"level": "10"}, {"clock": "own"}, {"challenge": "triple"}],
)
def test_a_refused_form_opens_nothing(
    values: dict[str, str], wrong: dict[str, str], people: list[Player], client_of: Clients
) -> None:
    answer = client_of(people[0]).post(FORM, values | wrong)
    assert answer.status_code == 422
    assert not Room.objects.exists()


def test_no_one_sits_at_both_tables(
    values: dict[str, str], people: list[Player], client_of: Clients
) -> None:
    client = client_of(people[0])
    rooms = open_match(client, values)
    refused = sit_down(client, rooms, 1, 1)
    assert refused.status_code == 409
    assert "You already play at the other table" in refused.content.decode()
    assert SeatMember.objects.count() == 1


def test_a_seat_that_is_taken_is_not_swapped_for_one_of_the_other_side(
    values: dict[str, str], people: list[Player], client_of: Clients
) -> None:
    rooms = open_match(client_of(people[0]), values)
    assert sit_down(client_of(people[1]), rooms, 1, 0).status_code == 302
    late = Client()
    refused = sit_down(late, rooms, 1, 0, name="Ochre")
    assert refused.status_code == 409
    page = refused.content.decode()
    assert 'role="alert"' in page
    assert 'value="Ochre"' in page
    assert not Player.objects.filter(nickname="Ochre").exists()
    assert sit_down(late, rooms, 1, 1, name="Ochre")["location"] == f"/r/{rooms[1].code}/"
    assert SeatMember.objects.get(player__nickname="Ochre").seat.number == 1


@pytest.mark.parametrize("place", ["", "1", "{code}-", "{code}-9", "{code}-x", "abc-0"])
def test_a_seat_that_does_not_exist_is_refused(
    place: str, values: dict[str, str], people: list[Player], client_of: Clients
) -> None:
    first, _second = open_match(client_of(people[0]), values)
    sent = {"place": place.format(code=first.code)}
    refused = client_of(people[1]).post(f"/match/{first.code}/", sent)
    assert refused.status_code == 404
    assert SeatMember.objects.count() == 1


def test_nobody_else_sees_a_table_while_the_match_goes_on(
    match: tuple[Room, Room], people: list[Player], client_of: Clients
) -> None:
    room, other = match
    amber, cobalt = people[0], people[1]
    for outsider in (client_of(cobalt), Client()):
        for path in ("", "rack/", "table/"):
            sent = outsider.get(f"/r/{room.code}/{path}")
            assert (sent.status_code, sent["location"]) == (302, f"/match/{room.code}/"), path
        game = table_of(room)
        for path in ("rooms", "stream/rooms"):
            assert outsider.get(f"/api/1/{path}/{room.code}").status_code == 403, path
        for path in ("bundle", "table/bundle", "qr", "earlier", "moves/1/", "chat/"):
            assert outsider.get(f"/r/{room.code}/{path}").status_code in (403, 404), path
        steps = outsider.get(f"/r/{room.code}/games/{game.pk}/steps/1/")
        assert steps.status_code == 403
        page = outsider.get(f"/match/{room.code}/").content.decode()
        assert 'role="grid"' not in page
    for viewer in (str(cobalt.pk), ""):
        assert get_close_code(get_room_state(room.code).state, viewer) == CLOSE_FORBIDDEN
        assert get_chat_state(room.code).state.perspective_of(viewer) == "closed"
    assert get_close_code(get_room_state(room.code).state, str(amber.pk)) == 0
    assert client_of(amber).get(f"/r/{room.code}/").status_code == 200
    assert client_of(amber).get(f"/r/{other.code}/").status_code == 302


def test_a_result_is_held_until_the_other_table_has_ended(
    match: tuple[Room, Room],
    people: list[Player],
    client_of: Clients,
    django_capture_on_commit_callbacks: Any,
) -> None:
    ended: list[Any] = []

    def record(game: Game, **_signal: Any) -> None:
        ended.append(game.room.code)

    game_ended.connect(record)
    try:
        resign(match[0], people[0], client_of)
        referee()
        game = table_of(match[0])
        assert (game.status, game.ended_at, ended) == ("held", None, [])
        page = client_of(people[0]).get(f"/r/{match[0].code}/").content.decode()
        assert "The other table is still playing" in page
        assert store.read_secret(game).hex() not in page
        assert client_of(people[0]).get(f"/games/{game.pk}/").status_code == 404
        assert client_of(people[1]).get(f"/r/{match[0].code}/").status_code == 302
        shown = client_of(people[1]).get(f"/match/{match[0].code}/").content.decode()
        assert "won the match" not in shown
        resign(match[1], people[1], client_of)
        with django_capture_on_commit_callbacks(execute=True):
            referee()
        referee()
    finally:
        game_ended.disconnect(record)
    assert sorted(ended) == sorted(room.code for room in match)
    assert [table_of(room).status for room in match] == ["over", "over"]


def test_both_tables_are_public_once_the_match_is_over(
    match: tuple[Room, Room],
    people: list[Player],
    client_of: Clients,
    django_capture_on_commit_callbacks: Any,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        resign(match[0], people[0], client_of)
        resign(match[1], people[3], client_of)
        referee()
        referee()
    page = Client().get(f"/match/{match[0].code}/").content.decode()
    assert "The match is a draw." in page  # each side has given up a game
    for room in match:
        game = table_of(room)
        assert Client().get(f"/r/{room.code}/").status_code == 200
        assert Client().get(f"/games/{game.pk}/").status_code == 200
        assert f"/games/{game.pk}/" in page
        assert "Rematch" not in client_of(people[0]).get(f"/r/{room.code}/").content.decode()


def act(room: Room, seats: tuple[Client, Client], verb: str) -> None:
    """Let the player to move pass, or exchange all tiles."""
    game = table_of(room)
    seat = store.load_state(game).to_move
    assert seat is not None
    fields = {"game": game.pk, "turn": game.turn_number, "key": f"{verb} {game.turn_number}"}
    fields["tiles"] = rack_of(room, seat)
    assert seats[seat].post(f"/r/{room.code}/{verb}", fields).status_code == 200


def test_the_sum_of_both_tables_decides(
    match: tuple[Room, Room],
    people: list[Player],
    client_of: Clients,
    django_capture_on_commit_callbacks: Any,
) -> None:
    """Both games end by passes. At one table a player swaps tiles first, so the sums differ."""
    amber, cobalt, jade, rust = (client_of(player) for player in people)
    act(match[0], (amber, jade), "exchange")
    with django_capture_on_commit_callbacks(execute=True):
        for room, seats in zip(match, ((amber, jade), (rust, cobalt)), strict=True):
            while table_of(room).status == "playing":
                act(room, seats, "pass")
        referee()
        referee()
    scores = [table_of(room).outcome["scores"] for room in match]  # type: ignore[index]
    ours, theirs = scores[0][0] + scores[1][1], scores[0][1] + scores[1][0]
    assert ours != theirs, "with these draws"
    winners = "Amber and Cobalt" if ours > theirs else "Jade and Rust"
    page = re.sub(r"[\u2066-\u2069]", "", Client().get(f"/match/{match[0].code}/").content.decode())
    lead = abs(ours - theirs)
    assert f"{winners} won the match by {lead} point{'s' if lead > 1 else ''}." in page
    assert f"<b>{ours}</b>".replace("-", "−") in page


def test_a_table_whose_twin_is_gone_ends_like_any_other(
    match: tuple[Room, Room], people: list[Player], client_of: Clients
) -> None:
    resign(match[0], people[0], client_of)
    match[1].delete()
    referee()
    assert table_of(match[0]).status == "over"
    assert client_of(None).get(f"/match/{match[0].code}/").status_code == 404


def test_a_rematch_is_refused(
    match: tuple[Room, Room], people: list[Player], client_of: Clients
) -> None:
    resign(match[0], people[0], client_of)
    resign(match[1], people[3], client_of)
    referee()
    answer = client_of(people[0]).post(f"/r/{match[0].code}/rematch", {})
    assert answer.status_code == 409
    assert "no rematch" in answer.content.decode()
