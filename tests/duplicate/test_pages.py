"""The pages and commands of duplicate games over HTTP."""

import json
import shutil
import subprocess
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from games.duplicate.live.topics import DuplicateTopicState, get_duplicate_topic
from games.duplicate.models import DuplicateEntrant, DuplicateGame
from games.live.state_cache import RenderedState, state_cache
from games.players.models import Player
from games.rules.duplicate.formats import DuplicateFormat
from lexicon.models import Lexicon
from tests.api.conftest import enrol
from tests.duplicate.game_driver import GameDriver

pytestmark = pytest.mark.django_db

Open = Callable[..., GameDriver]
ClientOf = Callable[[Player | None], Client]
RUNNER = Path(__file__).parent.parent / "front" / "bag_check_runner.js"
FORM = {"variant": "scrabble", "lexicon": "few", "format": "standard", "name": "Umber"}


@pytest.fixture(autouse=True)
def _no_known_states() -> None:
    state_cache.forget()


def go_on(driver: GameDriver) -> None:
    """Let the turn or the pause end in an hour of real time, which views read."""
    due_at = timezone.now() + timedelta(hours=1)
    DuplicateGame.objects.filter(code=driver.code).update(due_at=due_at)


def address_of(name: str, driver: GameDriver) -> str:
    return reverse(f"games:{name}", args=[driver.code])


def fields_of(driver: GameDriver, play: tuple[str, str], key: str = "k") -> dict[str, str]:
    return {"turn": str(driver.game.turn), "position": play[0], "tiles": play[1], "key": key}


def test_the_form_makes_a_game_and_leads_to_it(lexicon: Lexicon) -> None:
    browser = Client()
    page = browser.get("/duplicate/")
    assert b"Start a duplicate game" in page.content
    chosen = FORM | {"turn_seconds": "30", "pause_seconds": "5", "public": "on", "title": "Club"}
    answer = browser.post("/duplicate/new/", chosen)
    game = DuplicateGame.objects.get()
    assert answer.headers["Location"] == f"/duplicate/{game.code}/"
    assert (game.turn_seconds, game.pause_seconds, game.title, game.public) == (30, 5, "Club", True)
    assert game.lexicon == lexicon
    assert game.host.nickname == "Umber"
    assert b"Club" in Client().get("/duplicate/").content
    shown = browser.get(f"/duplicate/{game.code}/").content.decode()
    assert "You&#x27;re the host" in shown or "You're the host" in shown


@pytest.mark.parametrize(
    "faulty",
    [
        {"variant": "qwibble"},
        {"lexicon": "none"},
        {"turn_seconds": "19"},
        {"pause_seconds": "61"},
        {"format": "odd"},
    ],
)
def test_a_faulty_form_is_shown_again(lexicon: Lexicon, faulty: dict[str, str]) -> None:
    answer = Client().post("/duplicate/new/", FORM | faulty)
    assert answer.status_code == 422
    assert b"errorlist" in answer.content
    assert not DuplicateGame.objects.exists()


def test_a_refused_name_keeps_the_form(lexicon: Lexicon, people: list[Player]) -> None:
    enrol(people[0])
    answer = Client().post("/duplicate/new/", FORM | {"name": people[0].nickname})
    assert answer.status_code == 422
    assert b'role="alert"' in answer.content


def test_unlisted_games_are_not_listed(open_duplicate: Open) -> None:
    driver = open_duplicate(public=False, title="Private", started=False)
    DuplicateGame.objects.update(seen_at=timezone.now())
    assert b"Private" not in Client().get("/duplicate/").content
    assert Client().get(address_of("duplicate_game", driver)).status_code == 200


def test_someone_new_enters_with_a_name(open_duplicate: Open) -> None:
    driver = open_duplicate()
    newcomer = Client()
    page = newcomer.get(address_of("duplicate_game", driver)).content.decode()
    assert 'id="enter"' in page
    assert "I'm done" not in page
    for _press in range(2):
        answer = newcomer.post(address_of("enter_duplicate", driver), {"name": "Umber"})
        assert answer.status_code == 302
    assert DuplicateEntrant.objects.filter(player__nickname="Umber").count() == 1
    page = newcomer.get(address_of("duplicate_game", driver)).content.decode()
    assert 'id="enter"' not in page
    assert 'id="done"' in page


def test_a_play_is_answered_to_its_player_alone(
    open_duplicate: Open, people: list[Player], client_of: ClientOf
) -> None:
    driver = open_duplicate()
    go_on(driver)
    before = {who: ask_everything(driver, client_of(who)) for who in (people[1], None)}
    answer = client_of(people[0]).post(
        address_of("submit_duplicate_play", driver), fields_of(driver, driver.best())
    )
    assert answer.status_code == 200
    assert f"{driver.best_score()} points" in answer.content.decode()
    assert 'id="_state"' not in answer.content.decode()
    assert answer.headers["Cache-Control"] == "no-store, private"
    own = client_of(people[0]).get(address_of("own_duplicate_parts", driver)).content.decode()
    assert "Sent:" in own
    for who, known in before.items():
        assert ask_everything(driver, client_of(who)) == known


def ask_everything(driver: GameDriver, browser: Client) -> list[str]:
    """Return what the addresses of a running game answer, without tokens that change."""
    names = ("duplicate_bundle", "own_duplicate_parts")
    return [browser.get(address_of(name, driver)).content.decode() for name in names]


def test_a_play_for_another_turn_brings_the_page_up_to_date(
    open_duplicate: Open, people: list[Player], client_of: ClientOf
) -> None:
    driver = open_duplicate()
    play = fields_of(driver, driver.best())
    driver.run_out()
    go_on(driver)
    answer = client_of(people[0]).post(address_of("submit_duplicate_play", driver), play)
    assert answer.status_code == 409
    text = answer.content.decode()
    assert text.startswith('<script id="_state"')
    assert "That turn is over." in text
    assert "Best play:" in text
    assert "You sent no play." in text


def test_a_play_after_the_end_of_the_turn_is_refused(
    open_duplicate: Open, people: list[Player], client_of: ClientOf
) -> None:
    driver = open_duplicate()
    past = timezone.now() - timedelta(seconds=2)
    DuplicateGame.objects.filter(code=driver.code).update(due_at=past)
    answer = client_of(people[0]).post(
        address_of("submit_duplicate_play", driver), fields_of(driver, driver.best())
    )
    assert answer.status_code == 409
    assert "Time is up." in answer.content.decode()


@pytest.mark.parametrize(
    ("play", "status"),
    [(("8H", ""), 422), (("8H", "[" * 9), 422), (("1A", "AB"), 422), (("8H", "A" * 999), 422)],
)
def test_an_unlawful_play_is_refused_with_the_reason(
    open_duplicate: Open,
    people: list[Player],
    client_of: ClientOf,
    play: tuple[str, str],
    status: int,
) -> None:
    driver = open_duplicate()
    go_on(driver)
    answer = client_of(people[0]).post(
        address_of("submit_duplicate_play", driver), fields_of(driver, play)
    )
    assert answer.status_code == status
    assert 'id="_message"' in answer.content.decode()


def test_a_preview_scores_tiles_without_judging_words(open_duplicate: Open) -> None:
    driver = open_duplicate()
    shown = Client().post(
        address_of("preview_duplicate_play", driver), fields_of(driver, driver.phony())
    )
    assert shown.status_code == 200
    text = shown.content.decode()
    assert 'data-lawful="1"' in text
    assert "Words are checked when time is up" in text
    played = fields_of(driver, driver.best())
    driver.run_out()
    late = Client().post(address_of("preview_duplicate_play", driver), played)
    assert late.status_code == 200
    assert 'data-lawful="0"' in late.content.decode()


def test_everyone_gets_one_bundle_for_each_language(
    open_duplicate: Open, people: list[Player]
) -> None:
    driver = open_duplicate()
    rendered = RenderedState(get_duplicate_topic(driver.code), DuplicateTopicState(driver.code))
    texts = {rendered.text_for(who) for who in ("", *(str(player.pk) for player in people))}
    assert len(texts) == 1
    with translation.override("de"):
        assert rendered.text_for("") not in texts


def test_the_review_and_its_files(
    open_duplicate: Open, people: list[Player], client_of: ClientOf
) -> None:
    driver = open_duplicate()
    assert Client().get(address_of("duplicate_review", driver)).status_code == 404
    driver.submit(people[0], driver.best())
    driver.next_turn()
    page = client_of(people[0]).get(address_of("duplicate_review", driver)).content.decode()
    assert "Who found what" in page
    assert "You found the best score!" in page
    first = reverse("games:duplicate_review_turn", args=[driver.code, 1])
    assert Client().get(first).status_code == 200
    missing = reverse("games:duplicate_review_turn", args=[driver.code, 2])
    assert Client().get(missing).status_code == 404
    assert Client().get(address_of("duplicate_json", driver)).status_code == 409
    driver.play_to_the_end()
    data = Client().get(address_of("duplicate_json", driver))
    assert data.headers["Content-Disposition"] == f'attachment; filename="{driver.code}.json"'
    assert data.json()["code"] == driver.code
    text = Client().get(address_of("duplicate_text", driver))
    assert text.headers["Content-Type"] == "text/plain; charset=utf-8"
    shown = Client().get(address_of("duplicate_game", driver)).content.decode()
    assert "Final standings" in shown


@pytest.mark.parametrize("format_", list(DuplicateFormat))
def test_a_browser_draws_every_rack_again(
    open_duplicate: Open, people: list[Player], format_: DuplicateFormat
) -> None:
    """The script's draws agree with the record, and not with a changed one."""
    driver = open_duplicate(format=format_)
    assert Client().get(address_of("duplicate_bag_data", driver)).status_code == 409
    driver.play_to_the_end()
    assert Client().get(address_of("check_duplicate_bag", driver)).status_code == 200
    record = Client().get(address_of("duplicate_bag_data", driver)).json()
    assert len(record["turns"]) > 5
    assert find_faults(record) == []
    record["turns"][4]["rack"] = record["turns"][3]["rack"]
    assert find_faults(record) == ["move 5"]
    record["secret"] = "00" * 32
    assert "hash" in find_faults(record)


def find_faults(record: dict[str, Any]) -> list[str]:
    """Return what the page's script finds wrong with a bag."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node: install Debian's package nodejs")
    done = subprocess.run(
        [node, RUNNER], input=json.dumps(record), capture_output=True, text=True, check=True
    )
    faults: list[str] = json.loads(done.stdout)
    return faults


def test_an_unknown_game_is_not_found(client_of: ClientOf, people: list[Player]) -> None:
    for browser in (Client(), client_of(people[0])):
        assert browser.get("/duplicate/unknown/").status_code == 404
        assert browser.post("/duplicate/unknown/enter", {"name": "Umber"}).status_code == 404
        assert browser.post("/duplicate/unknown/submit", {"turn": "1"}).status_code in (403, 404)
    assert not Player.objects.filter(nickname="Umber").exists()


@pytest.mark.parametrize("turn", ["", "x", "-1", "9" * 30])
def test_a_faulty_number_of_a_turn_is_refused(
    open_duplicate: Open, people: list[Player], client_of: ClientOf, turn: str
) -> None:
    driver = open_duplicate()
    go_on(driver)
    for name in ("submit_duplicate_play", "withdraw_duplicate_play", "end_duplicate_turn"):
        answer = client_of(people[0]).post(address_of(name, driver), {"turn": turn})
        assert answer.status_code in (409, 422)
