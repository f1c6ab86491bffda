"""Joining a duplicate game: refusals, and people with the same name."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.duplicate.perspective.reviews import build_review
from games.play.services.naming import rename_player
from games.players.models import Player
from tests.duplicate.game_driver import GameDriver

pytestmark = pytest.mark.django_db

Open = Callable[..., GameDriver]
ClientOf = Callable[[Player | None], Client]


def join(driver: GameDriver, name: str) -> Player:
    """Join as someone new, through the page's form."""
    browser = Client()
    answer = browser.post(reverse("games:enter_duplicate", args=[driver.code]), {"name": name})
    assert answer.status_code == 302
    player = driver.game.entrants.latest("pk").player
    assert player is not None
    return player


def list_names(text: str) -> list[str]:
    """Return the names in the standings of a page, in order."""
    rows = re.findall(r'<th scope="row">\s*(?:<a[^>]*>)?<bdi>([^<]*)</bdi>', text)
    return [name for name in rows if name]


def test_each_namesake_is_shown_with_a_number(open_duplicate: Open) -> None:
    game = open_duplicate(started=False)
    first, second, third, fourth = (
        join(game, name) for name in ("Anna", "ANNA", "Anna (2)", "Anna")
    )
    game.start()
    for one in (first, second, third, fourth):
        game.submit(one, game.best())
    game.run_out()
    page = Client().get(reverse("games:duplicate_game", args=[game.code])).content.decode()
    shown = {"Anna", "ANNA (2)", "Anna (2) (2)", "Anna (3)"}
    assert shown <= set(list_names(page))
    review = Client().get(reverse("games:duplicate_review", args=[game.code])).content.decode()
    assert shown <= set(list_names(review))
    (found,) = (play for play in build_review(game.game, None).plays if play.best)
    assert shown == {person.name for person in found.people}


def test_the_lone_finder_is_shown_with_the_number(open_duplicate: Open) -> None:
    game = open_duplicate(started=False)
    _first, second = join(game, "Anna"), join(game, "Anna")
    game.start()
    game.submit(second, game.best())
    game.run_out()
    page = Client().get(reverse("games:duplicate_game", args=[game.code])).content.decode()
    assert "Only <bdi>Anna (2)</bdi> found it." in page


def test_a_player_with_a_new_name_is_numbered_too(
    open_duplicate: Open, people: list[Player]
) -> None:
    game = open_duplicate(started=False)
    rename_player(people[1], "Amber")
    assert [row.person.name for row in game.view().standings] == ["Amber", "Amber (2)"]


def test_computers_of_one_level_are_numbered_in_every_language(
    open_duplicate: Open, people: list[Player], client_of: ClientOf
) -> None:
    game = open_duplicate(entrants=1, started=False)
    add = reverse("games:add_duplicate_computer", args=[game.code])
    for present in ("0", "0", "1"):  # one of them is sent twice
        answer = client_of(people[0]).post(add, {"level": "3", "computers": present})
        assert answer.status_code == 200
    assert [one.name for one in game.view().computers] == ["Steady bot", "Steady bot (2)"]
    with translation.override("de"):
        first, second = (one.name for one in game.view().computers)
    assert second == f"{first} (2)"


def test_a_refused_name_is_explained_at_the_form_that_keeps_it(open_duplicate: Open) -> None:
    game = open_duplicate()
    enter = reverse("games:enter_duplicate", args=[game.code])
    answer = Client().post(enter, {"name": "Computer"})
    assert answer.status_code == 422
    form = re.search(r'<form\s+id="enter".*?</form>', answer.content.decode(), re.DOTALL)
    assert form is not None
    assert 'value="Computer"' in form[0]
    assert "“Computer” is not available." in form[0]
    assert 'role="alert"' in form[0]
    assert 'aria-label="Board"' in answer.content.decode()


def test_reloading_a_page_with_a_refusal_leads_to_the_game(open_duplicate: Open) -> None:
    game = open_duplicate()
    answer = Client().get(reverse("games:enter_duplicate", args=[game.code]))
    assert answer.headers["Location"] == reverse("games:duplicate_game", args=[game.code])
    assert Client().get(reverse("games:enter_duplicate", args=["nowhere"])).status_code == 404


def test_a_game_that_is_over_says_so_on_its_page(open_duplicate: Open) -> None:
    game = open_duplicate()
    game.play_to_the_end()
    answer = Client().post(reverse("games:enter_duplicate", args=[game.code]), {"name": "Umber"})
    assert answer.status_code == 409
    assert 'role="alert"' in answer.content.decode()
    assert "Final standings" in answer.content.decode()
