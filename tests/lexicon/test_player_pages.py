"""The players' pages: looking words up, closed during a game, disputing a word."""

from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpRequest
from django.test import Client

from games.play.models import Game, Seat, SeatMember
from games.players.models import Player
from lexicon.models import Definition, Dispute, Lexicon, Revision
from lexicon.services.revisions import Author, change_words
from lexicon.terms.running_games import RunningGameLink

LOOK, DISPUTE = "/dictionaries/few/", "/dictionaries/few/dispute/"
REASON = {"word": "zax", "reason": "Nobody says it.", "name": "Amber"}


def always(_request: HttpRequest) -> list[RunningGameLink]:
    return [RunningGameLink("Club night", "/r/club-night/")]


@pytest.fixture
def closed(settings: Any) -> None:
    settings.LEXICON_CLOSED_BY = "tests.lexicon.test_player_pages.always"


def test_words_are_looked_up_with_their_definitions(client: Client, lexicon: Lexicon) -> None:
    Definition.objects.create(language="en", word="ZAX", text="A tool for slates.")
    page = client.get(LOOK, {"words": "zax, xyzzy don't"}).content.decode()
    assert page.count("is valid") == 1
    assert "A tool for slates." in page
    assert "is not in this dictionary" in page
    assert "be spelled with this tile set" in page


def test_htmx_gets_only_the_verdicts(client: Client, lexicon: Lexicon) -> None:
    part = client.get(LOOK, {"words": "cat"}, headers={"HX-Request": "true"}).content.decode()
    assert part.startswith('<div id="_verdicts"')
    assert "is valid" in part


def test_a_games_revision_can_be_looked_up(client: Client, lexicon: Lexicon) -> None:
    change_words(
        lexicon, remove=["ZAX"], base=lexicon.current_revision, author=Author("x"), note="n"
    )
    assert "is not in" in client.get(LOOK, {"words": "zax"}).content.decode()
    old = client.get(LOOK, {"words": "zax", "revision": "1"}).content.decode()
    assert "is valid" in old
    assert "older revision" in old
    assert client.get(LOOK, {"revision": "9"}).status_code == 404


def test_the_list_offers_what_rooms_can_choose(client: Client, lexicon: Lexicon) -> None:
    Lexicon.objects.create(slug="empty", name="Empty one", language="en")
    Lexicon.objects.filter(pk=lexicon.pk).update(description="Seven of them.")
    page = client.get("/dictionaries/").content.decode()
    assert "Few words" in page
    assert "Seven of them." in page
    assert "Empty one" not in page
    assert client.get("/dictionaries/empty/").status_code == 404


def test_the_list_names_more_languages_and_shows_staff_how_to_add_them(
    client: Client, client_of: Callable[[str], Client], lexicon: Lexicon
) -> None:
    page = client.get("/dictionaries/").content.decode()
    more = page.partition('id="more"')[2]
    assert "manage.py" not in page
    assert "install_language" in client_of("editor").get("/dictionaries/").content.decode()
    assert more.index("Deutsch") < more.index("Українська")
    assert "English" not in more
    assert "Ελληνικά" in more


def test_only_editors_see_a_hidden_dictionary(
    client_of: Callable[[str], Client], lexicon: Lexicon
) -> None:
    Lexicon.objects.filter(pk=lexicon.pk).update(hidden=True)
    answers = {who: client_of(who).get(LOOK).status_code for who in ("owner", "editor", "nobody")}
    assert answers == {"owner": 200, "editor": 200, "nobody": 404}
    assert "Few words" not in client_of("nobody").get("/dictionaries/").content.decode()


def test_all_pages_are_closed_to_players_in_a_game(
    client: Client, lexicon: Lexicon, closed: None
) -> None:
    for answer in (
        client.get(LOOK, {"words": "cat"}),
        client.get(LOOK, {"words": "cat"}, headers={"HX-Request": "true"}),
        client.post(DISPUTE, REASON),
    ):
        assert answer.status_code == 403
        assert "Closed while you play" in answer.content.decode()
        assert "is valid" not in answer.content.decode()
    assert Dispute.objects.count() == 0
    assert "Closed while you play" in client.get("/dictionaries/").content.decode()


def test_pages_are_also_closed_to_editors_in_a_game(
    client_of: Callable[[str], Client], lexicon: Lexicon, closed: None
) -> None:
    editor = client_of("editor")
    for page in ("words/?q=ca", "export/", "compare/"):
        answer = editor.get(f"/admin/lexicon/lexicon/{lexicon.pk}/{page}")
        assert answer.status_code == 403
        assert "CATS" not in answer.content.decode()


def test_a_seat_in_a_running_game_closes_the_page(
    client: Client, lexicon: Lexicon, pin: Callable[[Revision], Game]
) -> None:
    assert lexicon.current_revision is not None
    game = pin(lexicon.current_revision)
    player = Player.objects.create(nickname="Amber")
    seat = Seat.objects.create(game=game, number=0)
    SeatMember.objects.create(seat=seat, game=game, player=player)
    session = client.session
    session["player"] = str(player.pk)
    session.save()
    client.cookies["sessionid"] = session.session_key or ""
    assert client.get(LOOK).status_code == 200
    state = {"seats": [{"in_play": True}, {"in_play": True}]}
    for running in (Game.Status.PLAYING, Game.Status.FINAL_CHALLENGE):
        Game.objects.filter(pk=game.pk).update(status=running, state=state)
        assert client.get(LOOK, {"words": "cat"}).status_code == 403
        assert client.post(DISPUTE, REASON).status_code == 403
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER)
    assert client.get(LOOK).status_code == 200


def test_a_dispute_is_queued_with_its_game(client: Client, lexicon: Lexicon) -> None:
    form = client.get(DISPUTE, {"word": "zax", "game": "Kitchen", "game_url": "/games/7/"})
    assert 'value="/games/7/"' in form.content.decode()
    sent = REASON | {"game": "Kitchen", "game_url": "/games/7/"}
    answer = client.post(DISPUTE, sent, follow=True)
    assert "ZAX" in answer.content.decode()
    made = Dispute.objects.get()
    assert (made.word, made.author, made.game_url) == ("ZAX", "Amber", "/games/7/")


@pytest.mark.parametrize("address", ["https://evil.example/", "//evil.example/", "javascript:x"])
def test_a_url_of_another_site_is_dropped(client: Client, lexicon: Lexicon, address: str) -> None:
    client.post(DISPUTE, REASON | {"game_url": address})
    assert Dispute.objects.get().game_url == ""


@pytest.mark.parametrize("wrong", [{"word": ""}, {"reason": ""}, {"word": "two words"}])
def test_an_incomplete_dispute_is_refused(
    client: Client, lexicon: Lexicon, wrong: dict[str, str]
) -> None:
    assert client.post(DISPUTE, REASON | wrong).status_code == 422
    assert Dispute.objects.count() == 0


def test_answers_are_public(client: Client, lexicon: Lexicon) -> None:
    Dispute.objects.create(
        lexicon=lexicon,
        word="ZAX",
        was_valid=True,
        reason="r",
        state="declined",
        answer="A fine tool.",
    )
    page = client.get(LOOK).content.decode()
    assert "remains valid" in page
    assert "A fine tool." in page


@pytest.mark.parametrize("words", ["\x00", "😀", "?" * 900, "a " * 400, "<script>"])
def test_unusual_queries_are_answered(client: Client, lexicon: Lexicon, words: str) -> None:
    answer = client.get(LOOK, {"words": words})
    assert answer.status_code == 200
    assert "<script>alert" not in answer.content.decode()
