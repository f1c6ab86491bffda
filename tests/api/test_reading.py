"""What everybody may read: pages that hold still, answers that are not sent twice, and privacy."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from games.analysis.models import Analysis
from games.engine.analysis.report import VERSION, Level, Report
from games.people.models import Openness
from games.people.services.privacy import choose_privacy
from games.play.models import Game, Room
from games.players.models import Player
from tests.api.conftest import Program, end, enrol, table_of
from tests.play.conftest import NOON

pytestmark = pytest.mark.django_db

OpenTable = Callable[..., Room]


@pytest.fixture
def ended(open_table: OpenTable, people: list[Player]) -> Callable[..., Game]:
    """``ended(days=3)``: a game of Amber and Cobalt that was over so many days after noon."""

    def make(days: int = 0, **options: Any) -> Game:
        game = end(open_table(**options), people[0])
        Game.objects.filter(pk=game.pk).update(ended_at=NOON + timedelta(days=days))
        return Game.objects.get(pk=game.pk)

    return make


def ids(page: Any) -> list[str]:
    return [one["id"] for one in page.json()["items"]]


def test_pages_hold_still_while_games_end(ended: Callable[..., Game], anybody: Program) -> None:
    games = [str(ended(days).pk) for days in range(5)]
    first = anybody.get("games", limit=2)
    assert ids(first) == games[:2:-1]
    newer = str(ended(9).pk)
    second = anybody.get("games", limit=2, cursor=first.json()["next"])
    assert ids(second) == games[2:0:-1]
    link = second["Link"]
    assert link.endswith('>; rel="next"')
    third = anybody.client.get(link[1 : link.index(">")])
    assert ids(third) == games[:1]
    assert third.json()["next"] is None
    assert "Link" not in third
    assert ids(anybody.get("games", limit=1)) == [newer]


def test_games_of_one_instant_are_told_once_each(
    ended: Callable[..., Game], anybody: Program
) -> None:
    games = {str(ended().pk) for _ in range(4)}
    found: list[str] = []
    cursor: str | None = ""
    while cursor is not None:
        page = anybody.get("games", limit=1, cursor=cursor)
        found += ids(page)
        cursor = page.json()["next"]
    assert len(found) == len(games)
    assert set(found) == games


def test_a_cursor_is_good_for_its_own_list(ended: Callable[..., Game], anybody: Program) -> None:
    ended(), ended()
    cursor = anybody.get("games", limit=1).json()["next"]
    for wrong in ({"variant": "qwibble", "cursor": cursor}, {"cursor": f"{cursor}x"}):
        answer = anybody.get("games", **wrong)
        assert (answer.status_code, answer.json()["code"]) == (422, "cursor.invalid")
    elsewhere = anybody.get("dictionaries/few/revisions", cursor=cursor)
    assert elsewhere.json()["code"] == "cursor.invalid"


def test_games_are_found_by_variant_player_and_day(
    ended: Callable[..., Game], anybody: Program, amber: Player
) -> None:
    scrabble, qwibble = ended(1), ended(3, variant="qwibble")
    assert ids(anybody.get("games", variant="qwibble")) == [str(qwibble.pk)]
    assert ids(anybody.get("games", player=amber.nickname)) == [str(qwibble.pk), str(scrabble.pk)]
    assert ids(anybody.get("games", until="2026-05-02")) == [str(scrabble.pk)]
    assert ids(anybody.get("games", since="2026-05-04")) == [str(qwibble.pk)]
    assert ids(anybody.get("games", language="de")) == []
    assert anybody.get("games", since="soon").status_code == 422
    assert anybody.get("games", player="Nobody").status_code == 404


def test_who_hides_their_page_is_in_no_list(
    ended: Callable[..., Game], anybody: Program, amber: Player
) -> None:
    game = ended()
    assert anybody.get("players/Amber").json()["total"]["games"] == 1
    choose_privacy(amber, profile=Openness.MEMBERS, online=Openness.ALL)
    assert ids(anybody.get("games")) == []
    for answer in (anybody.get("players/Amber"), anybody.get("games", player="Amber")):
        assert (answer.status_code, answer.json()["code"]) == (403, "player.closed")
    assert anybody.get(f"games/{game.pk}").status_code == 200, "as its page is"


def test_private_rooms_and_running_games_are_not_listed(
    ended: Callable[..., Game], open_table: OpenTable, anybody: Program
) -> None:
    hidden = ended()
    Room.objects.update(public=False)
    running = table_of(open_table())
    assert ids(anybody.get("games")) == []
    assert anybody.get(f"games/{running.pk}").json()["code"] == "record.unknown"
    assert anybody.get(f"games/{running.pk}/gcg").status_code == 404
    assert anybody.get(f"games/{hidden.pk}").status_code == 200


def test_a_record_tells_the_whole_game(ended: Callable[..., Game], anybody: Program) -> None:
    game = ended()
    told = anybody.get(f"games/{game.pk}").json()
    assert told["dictionary"] == {"name": "Few words", "revision": 1}
    assert [move["kind"] for move in told["moves"]] == ["resign"]
    assert {seat["name"] for seat in told["seats"]} == {"Amber", "Cobalt"}
    assert [len(rack) for rack in told["moves"][0]["racks"]] == [7, 7]
    assert told["end"]["reason"] == "resigned"
    page = Client().get(f"/games/{game.pk}.json").json()
    assert told.keys() == page.keys()
    assert told["end"] == page["end"]
    text = anybody.get(f"games/{game.pk}/gcg")
    assert text["Content-Type"].startswith("text/plain")
    assert "#player1" in text.content.decode()


@pytest.mark.parametrize(
    "path", ["games", "variants", "tile-sets/en", "dictionaries", "dictionaries/few", "rooms"]
)
def test_nothing_is_sent_twice(lexicon: object, anybody: Program, path: str) -> None:
    first = anybody.get(path)
    assert first["Cache-Control"].startswith("public, max-age=")
    assert first["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in first
    again = anybody.client.get(f"/api/1/{path}", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == first["ETag"]
    head = anybody.client.head(f"/api/1/{path}")
    assert (head.status_code, head.content, head["ETag"]) == (200, b"", first["ETag"])
    if path == "games":
        changed = anybody.client.get("/api/1/games?limit=3", headers={"If-None-Match": '"x"'})
        assert changed.status_code == 200


def test_words_are_closed_to_whoever_plays(
    open_table: OpenTable,
    people: list[Player],
    anybody: Program,
    client_of: Callable[..., Any],
    make_program: Callable[..., Program],
) -> None:
    path = "/api/1/dictionaries/few/words?words=cat,zzq"
    told = anybody.client.get(path)
    assert [word["good"] for word in told.json()["words"]] == [True, False]
    assert "no-store" in told["Cache-Control"]
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
    many = anybody.get("dictionaries/few/words", words=" ".join(f"a{n}" for n in range(21)))
    assert many.json()["code"] == "words.many"
    assert anybody.get("dictionaries/few/words", words=" , ").json()["code"] == "words.none"
    assert anybody.get("dictionaries/none/words", words="cat").status_code == 404
    assert anybody.get("dictionaries/few/words", words="cat", revision=7).status_code == 404


@pytest.mark.usefixtures("limited")
def test_reading_has_a_limit(anybody: Program) -> None:
    answers = [anybody.get("rooms/none") for _ in range(210)]
    assert answers[0].status_code == 404
    last = answers[-1]
    assert (last.status_code, last.json()["code"]) == (429, "api.too_soon")
    assert int(last["Retry-After"]) > 0


def test_an_analysis_is_told_once_it_is_there(ended: Callable[..., Game], anybody: Program) -> None:
    game = ended()
    path = f"games/{game.pk}/analysis"
    assert anybody.get(path).json()["code"] == "analysis.none"
    report = Report(Level.QUICK, "scrabble", "en", (), ())
    Analysis.objects.create(
        record_id=game.pk,
        level="quick",
        state=Analysis.State.DONE,
        asked_at=NOON,
        version=VERSION,
        report=report.to_json(),
    )
    told = anybody.get(path).json()
    assert told["report"]["level"] == "quick"
    assert anybody.get(path, level="thorough").status_code == 404
    assert anybody.get(path, level="deep").status_code == 422


GCG = """#player1 Amber Amber
#player2 Cobalt Cobalt
>Amber: CATSEIR 8G CAT +10 10
>Cobalt: DOGSEIR I7 D.. +0 0
"""
GOOD = "#player1 Amber Amber\n#player2 Cobalt Cobalt\n>Amber: CATSEIR 8G CAT +10 10\n"


def test_a_game_is_uploaded_and_its_owners_until_shared(
    make_program: Callable[..., Program], amber: Player, people: list[Player], anybody: Program
) -> None:
    program = make_program("", amber, "upload")
    sent = {"gcg": GOOD, "tile_set": "en", "dictionary": "few"}
    kept = program.post("games", **sent)
    assert kept.status_code == 201, kept.content
    told = kept.json()
    assert (told["names"], told["slips"]) == (["Amber", "Cobalt"], [])
    assert program.post("games", **sent).json()["id"] == told["id"]
    path = f"games/{told['id']}"
    assert anybody.get(path).status_code == 404
    other = make_program("", enrol(people[1]), "upload")
    assert other.get(path).status_code == 404
    own = program.get(path)
    assert own.json()["moves"][0]["words"][0]["word"] == "CAT"
    assert "no-store" in own["Cache-Control"]
    shared = program.post("games", **sent, shared=True).json()
    assert shared["shared"]
    assert anybody.get(path).status_code == 200
    assert "CAT" in anybody.get(f"{path}/gcg").content.decode()


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
def test_nothing_is_guessed_about_an_upload(
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
    """Text of two megabytes is taken, as on the page, and is in no encoding by then."""
    program = make_program("", amber, "upload")
    said = {"tile_set": "en", "dictionary": "few"}
    told = GOOD.replace("Cobalt Cobalt", "Cobalt Wojciech Żółć")
    long = f"#character-encoding ISO-8859-2\n{told}" + f"#note {'x' * 1990}\n" * 1000
    kept = program.post("games", gcg=long, **said)
    assert kept.status_code == 201, kept.content
    assert "Żółć" in program.get(f"games/{kept.json()['id']}/gcg").content.decode()
    larger = program.post("games", gcg=long + "#note 0\n" * 20_000, **said)
    assert larger.status_code == 422
    assert program.post("games", gcg="\ud800", **said).status_code == 422


def test_a_token_that_plays_uploads_nothing(make_program: Callable[..., Program]) -> None:
    answer = make_program().post("games", gcg=GOOD)
    assert (answer.status_code, answer.json()["code"]) == (403, "token.scope")


def test_the_description_is_served_with_its_page(anybody: Program) -> None:
    described = anybody.get("openapi.json").json()
    assert described["openapi"].startswith("3.")
    assert {"/api/1/games", "/api/1/rooms/{code}/acts"} <= described["paths"].keys()
    page = anybody.get("docs")
    assert page.status_code == 200
    assert b"/static/ninja/swagger-ui-bundle" in page.content
    assert b"//cdn" not in page.content
    assert "script-src 'self'" in page["Content-Security-Policy"]
    assert anybody.client.get("/api/").status_code == 200
    assert "Bearer" in json.dumps(described["components"]["securitySchemes"]).title()
