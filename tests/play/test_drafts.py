"""Draft plays: only team mates see them, and data that no page would send is refused."""

import json
from collections.abc import Callable

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.play.models import Room
from games.play.services import rooms, seats, teams, turns
from games.play.services.drafts import list_team_drafts, save_draft
from games.players.models import Player
from games.rules.plays.acts import Resign
from tests.play.conftest import NOON

pytestmark = pytest.mark.django_db

DRAFT = [[112, "C", ""], [113, "A", ""], [114, "?", "T"]]
LetIn = Callable[[Player | None], Client]


@pytest.fixture(autouse=True)
def _no_drafts_of_other_tests() -> None:
    cache.clear()


def lay(client: Client, room: Room, draft: object = DRAFT) -> int:
    return client.post(f"/r/{room.code}/draft", {"laid": json.dumps(draft)}).status_code


def read(client: Client, room: Room) -> str:
    answer = client.get(f"/r/{room.code}/draft")
    assert "no-store" in answer.headers["Cache-Control"]
    page = client.get(f"/r/{room.code}/").content.decode()
    assert answer.content.decode() in page or '"_drafts"' not in page
    return answer.content.decode()


def read_members(html: str) -> list[int]:
    return [member for member, _name, _tiles in json.loads(html.split(">")[1].split("<")[0])]


def number_of(player: Player) -> int:
    return player.held_seats.get(game_over=False).pk


def test_a_draft_is_shown_only_to_team_mates(match, people, client_of: LetIn) -> None:
    amber, mate, *rivals = (client_of(player) for player in people)
    assert lay(amber, match) == 204
    draft = read(mate, match)
    assert f'[{number_of(people[0])},"",[[112,"C",""],[113,"A",""],[114,"?","T"]]]' in draft
    for other in (amber, *rivals, client_of(None)):
        assert read_members(read(other, match)) == []


def test_a_draft_is_read_under_its_members_name_in_the_readers_language(
    match, people, client_of: LetIn
) -> None:
    people[0].nickname = "Guest 482917"
    people[0].save()
    mate = client_of(people[1])
    mate.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
    assert lay(client_of(people[0]), match) == 204
    assert read_members(read(mate, match)) == [number_of(people[0])]
    page = mate.get(f"/r/{match.code}/").content.decode()
    state = json.loads(page.split('id="_state"')[1].split(">")[1].split("<")[0])
    assert [number_of(people[0]), "Gast 482917"] in state["team"]


def test_every_draft_names_its_recipients(match, people) -> None:
    draft, viewers = save_draft(match.code, str(people[2].pk), json.dumps(DRAFT))
    assert (draft.member, viewers) == (number_of(people[2]), [str(people[3].pk)])
    teams.leave_team(match.code, people[3], NOON)
    assert save_draft(match.code, str(people[2].pk), "[]")[1] == []


def test_a_member_who_left_neither_sends_nor_receives_drafts(
    match, people, client_of: LetIn
) -> None:
    amber, cobalt = client_of(people[0]), client_of(people[1])
    lay(cobalt, match)
    teams.leave_team(match.code, people[1], NOON)
    lay(amber, match)
    assert read_members(read(amber, match)) == read_members(read(cobalt, match)) == []
    assert lay(cobalt, match) == 403
    seats.take_seat(match.code, people[1], 0, NOON)
    assert read_members(read(cobalt, match)) == [number_of(people[0])]
    assert read_members(read(amber, match)) == [], "of who was here before"


def test_a_draft_ends_with_its_game(match, people, client_of: LetIn) -> None:
    amber, cobalt = client_of(people[0]), client_of(people[1])
    lay(amber, match)
    turns.apply_player_act(match.code, people[0].pk, Resign(), turn=0, key="", now=NOON)
    assert read_members(read(cobalt, match)) == []
    assert lay(cobalt, match) == 403
    for player in (people[0], people[2]):
        rooms.ask_rematch(match.code, player, NOON)
    assert read_members(read(cobalt, match)) == []


def test_strangers_rivals_and_unseated_players_send_no_drafts(
    match, people, client_of: LetIn
) -> None:
    late = Player.objects.create(nickname="Umber")
    assert [lay(client_of(who), match) for who in (None, late)] == [403, 403]
    assert lay(client_of(people[0]), Room(code="nowhere")) == 404


def test_no_drafts_are_accepted_before_the_start(open_table, people, client_of: LetIn) -> None:
    room = open_table(teams=True, started=False)
    assert lay(client_of(people[0]), room) == 409


@pytest.mark.parametrize(
    "draft",
    [
        "x",
        None,
        {"112": "C"},
        [112],
        [["112", "C", ""]],
        [[112, "C"]],
        [[112, "C", "D"]],
        [[225, "C", ""]],
        [[-1, "C", ""]],
        [[True, "C", ""]],
        [[112, "<b>", ""]],
        [[112, "?", "??"]],
        [[112, "C", ""], [112, "A", ""]],
        [[square, "C", ""] for square in range(8)],
    ],
)
def test_invalid_drafts_are_refused(match, people, client_of: LetIn, draft: object) -> None:
    amber = client_of(people[0])
    assert lay(amber, match) == 204
    assert lay(amber, match, draft) == 422
    assert amber.post(f"/r/{match.code}/draft", {"laid": "["}).status_code == 422
    assert read_members(read(client_of(people[1]), match)) == [number_of(people[0])], (
        "the last one stays"
    )


def test_drafts_are_rate_limited(match, people, client_of: LetIn, limited) -> None:
    amber = client_of(people[0])
    limited(drafts="3/1 hour | ")
    assert [lay(amber, match) for _ in range(4)] == [204] * 3 + [429]


def test_a_draft_takes_one_statement_and_writes_nothing(match, people) -> None:
    with CaptureQueriesContext(connection) as queries:
        save_draft(match.code, str(people[0].pk), json.dumps(DRAFT))
        list_team_drafts(match.code, str(people[1].pk))
    assert len(queries) == 2
    assert all(one["sql"].startswith("SELECT") for one in queries.captured_queries)
