"""Missed words of duplicate games: main words of best plays that a player did not find."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from games.players.models import Player
from games.study.models import MissedWord
from lexicon.models import Lexicon
from tests.duplicate.conftest import _kernels, open_duplicate
from tests.duplicate.game_driver import GameDriver
from tests.play.conftest import _no_graphs_of_other_tests, client_of, lexicon, people

__all__ = ["_kernels", "_no_graphs_of_other_tests", "client_of", "lexicon", "people"]
__all__ += ["open_duplicate"]
pytestmark = pytest.mark.django_db(transaction=True)


def test_best_plays_that_cost_ten_points_are_collected(
    open_duplicate: Callable[..., GameDriver],
    people: list[Player],
    lexicon: Lexicon,
    client_of: Callable[..., Client],
) -> None:
    """Amber finds every best play, Cobalt sends no word in the first turn and then nothing."""
    game = open_duplicate(entrants=2)
    best, score = game.best(), game.best_score()
    assert game.submit(people[1], game.phony()).points == 0
    game.play_to_the_end()
    missed = MissedWord.objects.get()
    assert (missed.player, missed.record_id, missed.number) == (people[1], game.game.pk, 1)
    assert missed.word == best[1].upper()
    assert missed.equity_loss == score >= 10
    review = client_of(people[1]).get(reverse("games:duplicate_review", args=[game.code]))
    shown = review.content.decode()
    assert "Where you lost points" in shown
    assert f'href="/study/missed/?dictionary={lexicon.slug}"' in shown
    page = client_of(people[1]).get("/study/missed/", {"dictionary": lexicon.slug})
    shown = page.content.decode()
    assert f'href="/duplicate/{game.code}/review/1/"' in shown
    assert "turn 1" in shown
    game.game.delete()
    page = client_of(people[1]).get("/study/missed/", {"dictionary": lexicon.slug})
    shown = page.content.decode()
    assert missed.word in shown
    assert str(missed.record_id) not in shown, "the game is gone, so nothing leads to it"


def test_a_best_play_in_another_place_is_not_missed(
    open_duplicate: Callable[..., GameDriver], people: list[Player]
) -> None:
    game = open_duplicate(entrants=2)
    position, tiles = game.best()
    assert position != "8H"
    game.submit(people[1], ("8H", tiles))
    game.play_to_the_end()
    assert not MissedWord.objects.filter(number=1).exists()


def test_words_of_turns_without_a_play_are_missed_too(
    open_duplicate: Callable[..., GameDriver], people: list[Player]
) -> None:
    game = open_duplicate(entrants=2)
    game.submit(people[1], game.best())
    game.next_turn()
    skipped, score = game.best(), game.best_score()
    game.next_turn()
    game.submit(people[1], game.best())
    game.play_to_the_end()
    missed = {one.number: one for one in MissedWord.objects.filter(player=people[1])}
    assert (score >= 10) == (2 in missed)
    assert missed.keys() <= {2}, "nothing is missed after the last play"
    if missed:
        assert (missed[2].word, missed[2].equity_loss) == (skipped[1].upper(), score)
