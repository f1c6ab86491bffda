"""The lobby's three choices, the sections of the site, and the search of the navigation bar."""

import re

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.html import escape

from games.play.models import Room
from games.play.perspective.room_options import options_as_data
from games.players.models import Player
from games.players.services import blocks
from lexicon.models import Lexicon
from lexicon.services.revisions import Author, publish_words
from tests.lobby.test_room_opening import ROOM
from tests.play.conftest import NOON, noon, table_of
from tests.play.correspondence import act, open_slow

__all__ = ["noon", "open_slow"]

pytestmark = pytest.mark.django_db


def page_of(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return str(answer.content.decode())


def clock_of(room: Room | None) -> str:
    assert room is not None
    return str(options_as_data(Room.objects.select_related("lexicon").get(pk=room.pk))["clock"])


def test_each_form_of_the_lobby_loads_the_dictionaries_once(lexicon) -> None:
    with CaptureQueriesContext(connection) as captured:
        assert lexicon.name in page_of(Client(), "/")
    asked = [
        one["sql"] for one in captured.captured_queries if 'FROM "lexicon_lexicon"' in one["sql"]
    ]
    assert len(asked) == 2


def test_a_friend_is_invited_with_one_press(lexicon) -> None:
    client = Client()
    answer = client.post("/rooms/friend/", {"name": "Fern"})
    room = Room.objects.get()
    assert answer.headers["Location"] == f"/r/{room.code}/"
    assert (room.host.nickname, room.public, room.seats_total) == ("Fern", False, 2)
    assert [one.player.nickname for one in table_of(room).holders.all()] == ["Fern"]


def test_the_lobby_introduces_itself_until_the_first_game(lexicon) -> None:
    client = Client()
    assert "No account needed." in page_of(client, "/")
    client.post("/rooms/friend/", {"name": "Fern"})
    assert "No account needed." not in page_of(client, "/")


def test_a_second_press_of_the_same_page_opens_no_second_room(lexicon) -> None:
    client = Client()
    first, second = (client.post("/rooms/friend/", {"key": "k"}) for _ in range(2))
    assert first.headers["Location"] == second.headers["Location"]


def test_a_room_for_a_friend_has_the_settings_of_the_last_one(lexicon) -> None:
    client = Client()
    client.post("/rooms/", ROOM | {"challenge": "double", "clock": "15+0/1", "seats": "2"})
    client.post("/rooms/friend/")
    last = Room.objects.latest("pk")
    assert (last.options["challenge"], last.public) == ("double", False)
    assert clock_of(last) == "15+0/1"


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/rooms/friend/", {}),
        ("/rooms/now/", {"pace": "3+2"}),
        ("/rooms/now/", {"pace": ""}),
        ("/rooms/computer/", {"computer-level": "1", "computer-variant": "scrabble"}),
    ],
)
def test_a_newcomers_room_rejects_invalid_words(lexicon, path: str, fields) -> None:
    assert Client().post(path, fields).status_code == 302
    room = Room.objects.get()
    assert room.options["challenge"] == "void"
    page = page_of(Client(), f"/r/{room.code}/")
    assert "invalid words rejected" in page.lower()


def test_the_form_for_a_room_begins_with_invalid_words_rejected(lexicon) -> None:
    form = Client().get("/rooms/").context["form"]
    assert form["challenge"].value() == "void"
    chosen = re.search(r'name="challenge".*?</select>', page_of(Client(), "/rooms/"), re.DOTALL)
    assert chosen is not None
    assert re.search(r'value="void"\s+selected', chosen[0])


def test_a_room_for_a_friend_stays_while_its_host_looks_for_an_opponent(lexicon) -> None:
    client = Client()
    waiting = client.post("/rooms/now/", {"pace": "3+2"}).headers["Location"]
    friends = client.post("/rooms/friend/").headers["Location"]
    assert friends != waiting
    again = client.post("/rooms/now/", {"pace": "3+2"}).headers["Location"]
    assert again == waiting, "an unlisted room is not found"
    Client().post("/rooms/", ROOM | {"clock": "3+2"})
    found = client.post("/rooms/now/", {"pace": "3+2"}).headers["Location"]
    assert found not in (waiting, friends)
    codes = {f"/r/{code}/" for code in Room.objects.values_list("code", flat=True)}
    assert codes == {found, friends}


def test_custom_begins_with_the_chosen_language_and_game(lexicon) -> None:
    made = Lexicon.objects.create(slug="de-a", name="German", language="de")
    publish_words(made, ["AB"], base=None, author=Author("tests"), note="made for tests")
    client = Client()
    client.post("/rooms/", ROOM)
    words = client.get("/").content.decode()
    assert re.search(r'href="/rooms/" data-custom', words)
    form = client.get("/rooms/?language=de&game=qwibble").context["form"]
    assert (form["language"].value(), form["variant"].value()) == ("de", "qwibble")
    assert form["lexicon"].value() != lexicon.slug
    form = client.get("/rooms/?language=xx&game=chess").context["form"]
    assert (form["language"].value(), form["variant"].value()) == ("en", "scrabble")


def test_a_regional_dictionary_belongs_to_its_language(lexicon) -> None:
    client = Client()
    client.post("/rooms/", ROOM | {"challenge": "double"})
    Lexicon.objects.filter(pk=lexicon.pk).update(language="en-GB")
    client.post("/rooms/friend/", {"language": "en"})
    assert Room.objects.latest("pk").options["challenge"] == "double"


def test_a_guest_opens_a_casual_room_after_a_rated_one(lexicon, open_table) -> None:
    client = Client()
    assert client.post("/rooms/friend/").status_code == 302
    assert not Room.objects.get().rated


@pytest.mark.parametrize("path", ["/rooms/friend/", "/rooms/now/", "/rooms/computer/", "/name/"])
def test_a_refusal_page_can_be_reloaded(path: str) -> None:
    assert Client().get(path).headers["Location"] == "/"


def test_a_refused_name_stays_with_its_reason(lexicon) -> None:
    answer = Client().post("/rooms/friend/", {"name": "Administrator"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'value="Administrator"' in page and 'aria-invalid="true"' in page
    assert not Player.objects.exists()


def test_the_grid_counts_rooms_by_clock_and_language(lexicon) -> None:
    Client().post("/rooms/", ROOM | {"clock": "3+2"})
    Client().post("/rooms/", ROOM | {"clock": "3+2"})
    grid = page_of(Client(), "/").split('id="_paces"')[1].split("</div>")[0]
    found = dict(re.findall(r'data-pace="([^"]*)"\s+data-waiting="([^"]*)"', grid))
    assert found["3+2"] == found[""] == "{&quot;en&quot;:2}"
    assert found["5+5"] == "{}"


def test_the_grid_finds_the_waiting_room_with_this_clock(lexicon) -> None:
    Client().post("/rooms/", ROOM | {"clock": "5+5"})
    Client().post("/rooms/", ROOM | {"clock": "3+2"})
    answer = Client().post("/rooms/now/", {"pace": "3+2", "only-time": ""})
    room = Room.objects.get(code=answer.headers["Location"].split("/")[2])
    assert clock_of(room) == "3+2"
    assert table_of(room).holders.count() == 2


def test_any_clock_overrides_the_filters_clock(lexicon) -> None:
    Client().post("/rooms/", ROOM | {"clock": "5+5"})
    answer = Client().post("/rooms/now/", {"pace": "", "only-time": "3+2"})
    room = Room.objects.get(code=answer.headers["Location"].split("/")[2])
    assert clock_of(room) == "5+5"


def test_the_form_for_a_new_room_explains_every_option(lexicon) -> None:
    page = page_of(Client(), "/rooms/")
    form = Client().get("/rooms/").context["form"]
    for fields in form.sections().values():
        for field in fields:
            if field.name != "rated":  # offered to members only
                assert escape(str(field.help_text)) in page, field.name
    assert "Sign up to play rated games." in page


def test_an_invalid_form_is_shown_at_an_address_that_can_be_reloaded(lexicon) -> None:
    client = Client()
    answer = client.post("/rooms/", ROOM | {"challenge": "quintuple", "title": "Attic"})
    assert answer.status_code == 422
    assert 'value="Attic"' in answer.content.decode()
    assert client.get("/rooms/").status_code == 200


@pytest.mark.parametrize(
    ("path", "section"),
    [
        *(("/", "Play"), ("/rooms/", "Play"), ("/watch/", "Watch"), ("/puzzles/", "Puzzles")),
        *(("/learn/", "Learn"), ("/study/", "Learn"), ("/dictionaries/", "Learn")),
        *(("/community/", "Community"), ("/ratings/", "Community"), ("/search/", "Community")),
    ],
)
def test_each_page_marks_its_section(lexicon, path: str, section: str) -> None:
    navigation = page_of(Client(), path).split('class="site-nav"')[1].split("</nav>")[0]
    assert re.findall(r'aria-current="true">\s*(\w+)', navigation) == [section]


def test_a_running_game_is_on_the_lobbys_board_and_the_watch_page(open_slow, people, noon) -> None:
    room = open_slow("CATDOGS", "ONEXIAB")
    assert f'href="/r/{room.code}/"' in page_of(Client(), "/watch/").split('id="_live"')[1]
    before = board_of(page_of(Client(), "/"))
    assert f'href="/r/{room.code}/"' in before
    assert "Amber</bdi> 0" in before
    act(room, people[0], "8G CAT")
    after = board_of(page_of(Client(), "/"))
    assert "Amber</bdi> 10" in after
    assert all(f">{letter}</text>" in after for letter in "CAT")


def test_the_lobbys_board_is_hidden_from_blocked_players(
    open_slow, people, noon, client_of
) -> None:
    open_slow()
    blocks.block_player(people[2], people[0], NOON)
    tags = [
        board_of(client_of(one).get("/").content.decode()).split(">")[0]
        for one in (people[2], people[3], None)
    ]
    assert [tag.endswith(" hidden") for tag in tags] == [True, False, False]


def board_of(page: str) -> str:
    return page.split('id="_featured"')[1].split("</a>")[0]


def test_the_search_finds_members_by_the_beginning_of_a_name(people) -> None:
    amber = people[0]
    amber.user = User.objects.create_user("amber")
    amber.save()
    page = page_of(Client(), "/search/?q=amb")
    assert f'href="{amber.get_absolute_url()}"' in page
    assert "Cobalt" not in page, "guests have no profile"
    assert "No member" in page_of(Client(), "/search/?q=mber")


def test_the_search_finds_a_generated_name_in_every_language(people) -> None:
    for number, stored in ((0, "Guest 482917"), (1, "Gast 482918")):
        member = people[number]
        member.nickname, member.user = stored, User.objects.create_user(f"member{number}")
        member.save()
    for query in ("Guest 482917", "Gast 482917", " gast 482917 ", "ضيف 482917", "Gast 48291"):
        wanted = people[1] if query == "Gast 48291" else people[0]
        answer = Client().get("/search/", {"q": query})
        assert f'href="{wanted.get_absolute_url()}"' in answer.content.decode(), query
    answer = Client().get("/search/", {"q": "Gast 482918"})
    assert f'href="{people[1].get_absolute_url()}"' in answer.content.decode(), "an old row"


def test_the_search_opens_links_and_codes(open_table) -> None:
    room = open_table()
    link = f"https://tiles.example/r/{room.code}/"
    long_link = f"https://{'tiles.' * 12}example/r/{room.code}"
    for query in (
        room.code,
        room.code.upper(),
        *(link, f"{link}?game=2", f"{link}#chat", long_link),
    ):
        answer = Client().get("/search/", {"q": query})
        assert answer.headers["Location"] == f"/r/{room.code}/", query
    assert Client().get("/search/", {"q": "zzzzzzzz"}).status_code == 200


def test_the_search_accepts_any_text(people) -> None:
    for query in (
        "",
        " ",
        "%",
        "_" * 500,
        "\x00",
        "é" * 90,
        "00000000-0000-0000-0000-000000000000",
    ):
        assert Client().get("/search/", {"q": query}).status_code == 200, query
