"""Standings, the review of a game turn by turn, and what a player misses."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from games.duplicate.models import DuplicateEntrant
from games.duplicate.perspective.missed_plays import find_kind
from games.duplicate.perspective.reviews import build_review
from games.duplicate.perspective.viewdata import DuplicatePlayView
from games.duplicate.services import entry
from games.duplicate.store import load_shown_state
from games.duplicate.store.replay import replay_turns
from games.duplicate.terms.plays import StoredPlay
from games.play.perspective.places import describe_place
from games.players.models import Player
from games.rules.duplicate.formats import DuplicateFormat
from scrabble_site.shared.refusals import NotFound
from tests.duplicate.game_driver import GameDriver

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]

Open = Callable[..., GameDriver]


def test_a_review_shows_every_closed_turn(open_duplicate: Open, people: list[Player]) -> None:
    game = open_duplicate(entrants=3)
    with pytest.raises(NotFound):
        build_review(game.game, None)
    amber, cobalt, jade = people[:3]
    weak = game.weak()
    game.submit(amber, game.best())
    game.submit(cobalt, weak)
    game.submit(jade, weak)
    game.next_turn()
    game.submit(amber, game.best())
    game.next_turn()
    review = build_review(game.game, cobalt, 1)
    assert [(step.number, step.shown) for step in review.steps] == [(1, True), (2, False)]
    assert (review.earlier, review.later) == (None, 2)
    best, second = review.plays
    assert (best.best, best.own, best.count) == (True, False, 1)
    assert [person.name for person in best.people] == ["Amber"]
    assert (second.best, second.own, second.count) == (False, True, 2)
    assert {person.name for person in second.people} == {"Cobalt", "Jade"}
    assert review.turn.own is not None
    assert review.steps[1].own_lost == review.steps[1].best.score
    assert sum(kind.chances for kind in review.missed) == 2
    assert sum(kind.lost for kind in review.missed) == -review.standings[1].difference
    later = build_review(game.game, None)
    assert (later.earlier, later.later, later.missed) == (1, None, ())
    assert len(later.tiles) > len(review.tiles)
    assert later.plays[0].count == 1
    with pytest.raises(NotFound):
        build_review(game.game, None, 3)


def test_a_best_play_that_no_one_found_is_listed_first(
    open_duplicate: Open, people: list[Player]
) -> None:
    game = open_duplicate()
    game.submit(people[0], game.phony())
    game.run_out()
    plays = build_review(game.game, people[0]).plays
    assert [(play.best, play.count) for play in plays] == [(True, 0), (False, 1)]
    assert plays[1].points == 0
    assert plays[1].invalid_words


def test_pages_write_places_as_the_rest_of_the_site_does(open_duplicate: Open) -> None:
    game = open_duplicate()
    game.submit(game.people[0], game.best())
    game.next_turn()
    best = StoredPlay.from_json(game.game.turns.get().best)
    place, word = describe_place(best.position), best.words[0]
    page = Client().get(reverse("games:duplicate_game", args=[game.code])).content.decode()
    assert f"Best play: <b><bdi>{word}</bdi></b> <bdi>{place}</bdi>" in page
    assert f"Last turn: <b><bdi>{word}</bdi></b> <bdi>{place}</bdi>" in page
    review = Client().get(reverse("games:duplicate_review", args=[game.code])).content.decode()
    assert review.count(f"{place} <bdi>{word}</bdi>") == 2  # among the plays and among the turns


@pytest.mark.parametrize("format_", DuplicateFormat)
def test_boards_are_rebuilt_from_the_best_plays_alone(
    open_duplicate: Open, format_: DuplicateFormat
) -> None:
    game = open_duplicate(entrants=1, format=format_)
    boards = []
    for _turn in range(4):
        game.submit(game.people[0], game.best())
        game.run_out()
        boards.append(load_shown_state(game.game).board)
        game.run_out()
        game.next_turn()
    replayed = list(replay_turns(game.game, game.game.turns.order_by("number")))
    by_turn = {one.turn.number: one.after for one in replayed}
    assert boards
    assert all(board in by_turn.values() for board in boards)


def test_equal_points_are_decided_by_best_plays_and_by_who_led_more_recently(
    open_duplicate: Open, people: list[Player]
) -> None:
    game = open_duplicate(entrants=4)
    for _turn in range(3):
        game.submit(people[0], game.best())
        game.next_turn()
    scores = {
        "Amber": ({"1": [10, 0, 0, 0], "2": [20, 0, 0, 0]}, 0),
        "Cobalt": ({"1": [20, 0, 0, 0], "2": [10, 0, 0, 0]}, 0),
        "Jade": ({"3": [30, 0, 1, 0]}, 1),
        "Rust": ({"1": [20, 0, 0, 0], "2": [10, 0, 0, 0]}, 0),
    }
    for name, (turns, best) in scores.items():
        entrant = DuplicateEntrant.objects.filter(player__nickname=name)
        entrant.update(scores=turns, points=30, best_plays=best)
    entry.enter_game(game.code, Player.objects.create(nickname="Late"), game.now)
    rows = [(row.place, row.person.name) for row in game.view().standings]
    assert rows == [(1, "Jade"), (2, "Cobalt"), (2, "Rust"), (4, "Amber"), (5, "Late")]


def test_no_more_than_twenty_are_listed_and_everyone_sees_themselves(
    open_duplicate: Open, people: list[Player]
) -> None:
    game = open_duplicate()
    for number in range(30):
        crowd = Player.objects.create(nickname=f"Solver {number}")
        entry.enter_game(game.code, crowd, game.now)
        game.submit(crowd, game.best())
    game.run_out()
    shown = game.view(people[0])
    assert (len(shown.standings), shown.entrants) == (20, 32)
    assert not any(row.own for row in shown.standings)
    assert shown.own is not None
    assert (shown.own.standing.place, shown.own.standing.own) == (31, True)


@pytest.mark.parametrize(
    ("tiles", "words", "bingo", "kind"),
    [
        ("IONIZES", ("IONIZES", "JACKS"), True, "bingo"),
        ("....S", ("JACKS",), False, "extension"),
        ("HI....", ("HIJACK",), False, "extension"),
        ("HI....ING", ("HIJACKING",), False, "extension"),
        ("ES", ("ES", "JACKS"), False, "extension"),
        ("CON", ("CON", "JO", "AN"), False, "parallel"),
        ("YEU.Y", ("YEUKY",), False, "through"),
        (".A.EN", ("RAVEN",), False, "through"),
        ("CAT", ("CAT",), False, "other"),
    ],
)
def test_kinds_of_plays(tiles: str, words: tuple[str, ...], bingo: bool, kind: str) -> None:
    play = DuplicatePlayView(words[0], "8H", tiles, 20, words, bingo)
    assert find_kind(play) == kind
