"""Public reading: paging while games end, conditional requests, and privacy."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from games.analysis.models import Analysis
from games.engine.analysis.report import VERSION, AnalysisLevel, GameReport
from games.people.models import Visibility
from games.people.services.privacy import save_privacy
from games.play.models import Game, Room
from games.players.models import Player
from tests.api.conftest import Program, end, enrol, table_of
from tests.play.conftest import NOON

pytestmark = pytest.mark.django_db

OpenTable = Callable[..., Room]


@pytest.fixture
def ended(open_table: OpenTable, people: list[Player]) -> Callable[..., Game]:
    """``ended(days=3)``: a game of Amber and Cobalt that ended that many days after noon."""

    def make(days: int = 0, **options: Any) -> Game:
        game = end(open_table(**options), people[0])
        Game.objects.filter(pk=game.pk).update(ended_at=NOON + timedelta(days=days))
        return Game.objects.get(pk=game.pk)

    return make


def ids(page: Any) -> list[str]:
    return [one["id"] for one in page.json()["items"]]


def test_pages_do_not_shift_while_games_end(ended: Callable[..., Game], anonymous: Program) -> None:
    games = [str(ended(days).pk) for days in range(5)]
    first = anonymous.get("games", limit=2)
    assert ids(first) == games[:2:-1]
    newer = str(ended(9).pk)
    second = anonymous.get("games", limit=2, cursor=first.json()["next"])
    assert ids(second) == games[2:0:-1]
    link = second["Link"]
    assert link.endswith('>; rel="next"')
    third = anonymous.client.get(link[1 : link.index(">")])
    assert ids(third) == games[:1]
    assert third.json()["next"] is None
    assert "Link" not in third
    assert ids(anonymous.get("games", limit=1)) == [newer]


def test_games_of_one_instant_are_listed_once_each(
    ended: Callable[..., Game], anonymous: Program
) -> None:
    games = {str(ended().pk) for _ in range(4)}
    found: list[str] = []
    cursor: str | None = ""
    while cursor is not None:
        page = anonymous.get("games", limit=1, cursor=cursor)
        found += ids(page)
        cursor = page.json()["next"]
    assert len(found) == len(games)
    assert set(found) == games


def test_a_cursor_is_valid_only_for_its_own_list(
    ended: Callable[..., Game], anonymous: Program
) -> None:
    ended(), ended()
    cursor = anonymous.get("games", limit=1).json()["next"]
    for wrong in ({"variant": "qwibble", "cursor": cursor}, {"cursor": f"{cursor}x"}):
        answer = anonymous.get("games", **wrong)
        assert (answer.status_code, answer.json()["code"]) == (422, "cursor.invalid")
    elsewhere = anonymous.get("dictionaries/few/revisions", cursor=cursor)
    assert elsewhere.json()["code"] == "cursor.invalid"


def test_games_are_found_by_variant_player_and_day(
    ended: Callable[..., Game], anonymous: Program, amber: Player
) -> None:
    scrabble, qwibble = ended(1), ended(3, variant="qwibble")
    assert ids(anonymous.get("games", variant="qwibble")) == [str(qwibble.pk)]
    assert ids(anonymous.get("games", player=amber.nickname)) == [str(qwibble.pk), str(scrabble.pk)]
    assert ids(anonymous.get("games", until="2026-05-02")) == [str(scrabble.pk)]
    assert ids(anonymous.get("games", since="2026-05-04")) == [str(qwibble.pk)]
    assert ids(anonymous.get("games", language="de")) == []
    assert anonymous.get("games", since="soon").status_code == 422
    assert anonymous.get("games", player="Nobody").status_code == 404


def test_members_with_a_hidden_page_are_not_listed(
    ended: Callable[..., Game], anonymous: Program, amber: Player
) -> None:
    game = ended()
    assert anonymous.get("players/Amber").json()["total"]["games"] == 1
    save_privacy(amber, profile=Visibility.MEMBERS, online=Visibility.ALL)
    assert ids(anonymous.get("games")) == []
    for answer in (anonymous.get("players/Amber"), anonymous.get("games", player="Amber")):
        assert (answer.status_code, answer.json()["code"]) == (403, "player.closed")
    assert anonymous.get(f"games/{game.pk}").status_code == 200, "as its page is"


def test_private_rooms_and_running_games_are_not_listed(
    ended: Callable[..., Game], open_table: OpenTable, anonymous: Program
) -> None:
    hidden = ended()
    Room.objects.update(public=False)
    running = table_of(open_table())
    assert ids(anonymous.get("games")) == []
    assert anonymous.get(f"games/{running.pk}").json()["code"] == "record.unknown"
    assert anonymous.get(f"games/{running.pk}/gcg").status_code == 404
    assert anonymous.get(f"games/{hidden.pk}").status_code == 200


def test_a_record_holds_the_whole_game(ended: Callable[..., Game], anonymous: Program) -> None:
    game = ended()
    data = anonymous.get(f"games/{game.pk}").json()
    assert data["dictionary"] == {"name": "Few words", "revision": 1}
    assert [move["kind"] for move in data["moves"]] == ["resign"]
    assert {seat["name"] for seat in data["seats"]} == {"Amber", "Cobalt"}
    assert [len(rack) for rack in data["moves"][0]["racks"]] == [7, 7]
    assert data["end"]["reason"] == "resigned"
    page = Client().get(f"/games/{game.pk}.json").json()
    assert data.keys() == page.keys()
    assert data["end"] == page["end"]
    text = anonymous.get(f"games/{game.pk}/gcg")
    assert text["Content-Type"].startswith("text/plain")
    assert "#player1" in text.content.decode()


@pytest.mark.parametrize(
    "path", ["games", "variants", "tile-sets/en", "dictionaries", "dictionaries/few", "rooms"]
)
def test_an_unchanged_answer_is_not_sent_again(
    lexicon: object, anonymous: Program, path: str
) -> None:
    first = anonymous.get(path)
    assert first["Cache-Control"].startswith("public, max-age=")
    assert first["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in first
    again = anonymous.client.get(f"/api/1/{path}", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == first["ETag"]
    head = anonymous.client.head(f"/api/1/{path}")
    assert (head.status_code, head.content, head["ETag"]) == (200, b"", first["ETag"])
    if path == "games":
        changed = anonymous.client.get("/api/1/games?limit=3", headers={"If-None-Match": '"x"'})
        assert changed.status_code == 200


def test_words_are_closed_to_players_in_a_game(
    open_table: OpenTable,
    people: list[Player],
    anonymous: Program,
    client_of: Callable[..., Any],
    make_program: Callable[..., Program],
) -> None:
    path = "/api/1/dictionaries/few/words?words=cat,zzq"
    verdicts = anonymous.client.get(path)
    assert [word["good"] for word in verdicts.json()["words"]] == [True, False]
    assert "no-store" in verdicts["Cache-Control"]
    program = make_program("Umber", people[0])
    assert program.client.get(path).status_code == 200
    room = open_table()
    for asker in (program.client, client_of(people[1])):
        answer = asker.get(path)
        assert (answer.status_code, answer.json()["code"]) == (403, "dictionary.closed")
    end(room, people[0])
    assert program.client.get(path).status_code == 200
    program.post("rooms", computer=1)
    assert program.client.get(path).status_code == 403
    many = anonymous.get("dictionaries/few/words", words=" ".join(f"a{n}" for n in range(21)))
    assert many.json()["code"] == "words.many"
    assert anonymous.get("dictionaries/few/words", words=" , ").json()["code"] == "words.none"
    assert anonymous.get("dictionaries/none/words", words="cat").status_code == 404
    assert anonymous.get("dictionaries/few/words", words="cat", revision=7).status_code == 404


@pytest.mark.usefixtures("limited")
def test_reading_is_rate_limited(anonymous: Program) -> None:
    assert anonymous.get("rooms/none").status_code == 404
    answers = (anonymous.get("rooms/none") for _ in range(2 * 200))  # a minute may begin in between
    last = next(answer for answer in answers if answer.status_code != 404)
    assert (last.status_code, last.json()["code"]) == (429, "api.too_soon")
    assert int(last["Retry-After"]) > 0


def test_an_analysis_is_returned_once_it_is_complete(
    ended: Callable[..., Game], anonymous: Program
) -> None:
    game = ended()
    path = f"games/{game.pk}/analysis"
    assert anonymous.get(path).json()["code"] == "analysis.none"
    report = GameReport(AnalysisLevel.QUICK, "scrabble", "en", (), ())
    Analysis.objects.create(
        record_id=game.pk,
        level="quick",
        state=Analysis.State.DONE,
        asked_at=NOON,
        version=VERSION,
        report=report.to_json(),
    )
    data = anonymous.get(path).json()
    assert data["report"]["level"] == "quick"
    assert anonymous.get(path, level="thorough").status_code == 404
    assert anonymous.get(path, level="deep").status_code == 422


GCG = """#player1 Amber Amber
#player2 Cobalt Cobalt
>Amber: CATSEIR 8G CAT +10 10
>Cobalt: DOGSEIR I7 D.. +0 0
"""
GOOD = "#player1 Amber Amber\n#player2 Cobalt Cobalt\n>Amber: CATSEIR 8G CAT +10 10\n"


def test_an_uploaded_game_is_private_until_shared(
    make_program: Callable[..., Program], amber: Player, people: list[Player], anonymous: Program
) -> None:
    program = make_program("", amber, "upload")
    sent = {"gcg": GOOD, "tile_set": "en", "dictionary": "few"}
    kept = program.post("games", **sent)
    assert kept.status_code == 201, kept.content
    data = kept.json()
    assert (data["names"], data["slips"]) == (["Amber", "Cobalt"], [])
    assert program.post("games", **sent).json()["id"] == data["id"]
    path = f"games/{data['id']}"
    assert anonymous.get(path).status_code == 404
    other = make_program("", enrol(people[1]), "upload")
    assert other.get(path).status_code == 404
    own = program.get(path)
    assert own.json()["moves"][0]["words"][0]["word"] == "CAT"
    assert "no-store" in own["Cache-Control"]
    shared = program.post("games", **sent, shared=True).json()
    assert shared["shared"]
    assert anonymous.get(path).status_code == 200
    assert "CAT" in anonymous.get(f"{path}/gcg").content.decode()


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"gcg": "no record"}, "upload.faults"),
        ({"tile_set": ""}, "upload.tile_set"),
        ({"dictionary": ""}, "upload.dictionary"),
        ({"dictionary": "unheard"}, "dictionary.unknown"),
        ({"tile_set": "klingon"}, "upload.faults"),
        ({"gcg": GCG}, "upload.faults"),
    ],
)
def test_missing_facts_about_an_upload_are_not_guessed(
    make_program: Callable[..., Program], amber: Player, change: dict[str, str], code: str
) -> None:
    program = make_program("", amber, "upload")
    sent = {"gcg": GOOD, "tile_set": "en", "dictionary": "few"} | change
    answer = program.post("games", **sent)
    assert answer.json()["code"] == code, answer.content
    assert answer.status_code in (404, 422)
    if code == "upload.faults":
        assert answer.json()["details"]["faults"][0]["code"]


def test_a_record_may_be_long_and_name_any_encoding(
    make_program: Callable[..., Program], amber: Player
) -> None:
    """Two megabytes of text are accepted, as on the page. Text in JSON is already decoded, so the
    encoding that the record names is ignored."""
    program = make_program("", amber, "upload")
    said = {"tile_set": "en", "dictionary": "few"}
    renamed = GOOD.replace("Cobalt Cobalt", "Cobalt Wojciech Żółć")
    long = f"#character-encoding ISO-8859-2\n{renamed}" + f"#note {'x' * 1990}\n" * 1000
    kept = program.post("games", gcg=long, **said)
    assert kept.status_code == 201, kept.content
    assert "Żółć" in program.get(f"games/{kept.json()['id']}/gcg").content.decode()
    larger = program.post("games", gcg=long + "#note 0\n" * 20_000, **said)
    assert larger.status_code == 422
    assert program.post("games", gcg="\ud800", **said).status_code == 422


def test_a_playing_token_cannot_upload(make_program: Callable[..., Program]) -> None:
    answer = make_program().post("games", gcg=GOOD)
    assert (answer.status_code, answer.json()["code"]) == (403, "token.scope")


def test_the_schema_is_served_with_its_page(anonymous: Program) -> None:
    described = anonymous.get("openapi.json").json()
    assert described["openapi"].startswith("3.")
    assert {"/api/1/games", "/api/1/rooms/{code}/acts"} <= described["paths"].keys()
    page = anonymous.get("docs")
    assert page.status_code == 200
    assert b"/static/ninja/swagger-ui-bundle" in page.content
    assert b"//cdn" not in page.content
    assert "script-src 'self'" in page["Content-Security-Policy"]
    assert anonymous.client.get("/api/").status_code == 200
    assert "Bearer" in json.dumps(described["components"]["securitySchemes"]).title()
