"""Whole duplicate games over HTTP: other boards, alphabets and formats, from form to review."""

from collections.abc import Iterator
from datetime import timedelta
from itertools import product
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.duplicate.models import DuplicateGame
from games.duplicate.services.best_plays import prepare_best_plays
from games.duplicate.services.turns import run_due_steps
from games.duplicate.store import read_seed, serialize_public
from games.duplicate.terms.plays import StoredPlay
from games.live.state_cache import state_cache
from games.rules.duplicate.formats import DuplicateFormat, DuplicateOptions
from games.rules.duplicate.game import (
    DuplicateState,
    end_without_play,
    make_best_play,
    start_duplicate,
)
from games.rules.equipment.tiles import TileSet, load_tile_set
from lexicon.models import Lexicon
from lexicon.services.revisions import Author, publish_words

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_known_states() -> None:
    state_cache.forget()


def make_lexicon(language: str, tile_set: TileSet) -> Lexicon:
    """Return a dictionary in which every vowel and consonant make a word, in either order."""
    vowels = sorted(tile_set.vowels)
    consonants = sorted(tile_set.consonants)
    made = Lexicon.objects.create(slug="short", name="Short", language=language, default=True)
    words = {a + b for a, b in product(vowels, consonants)}
    words |= {a + b for a, b in product(consonants, vowels)}
    words |= {a + b + c for a, b, c in product(consonants[:9], vowels, consonants[9:])}
    publish_words(made, words, base=None, author=Author("tests"), note="made for tests")
    return made


@pytest.mark.usefixtures("_kernels")
@pytest.mark.sampled("es")
@pytest.mark.parametrize(
    ("language", "code", "variant", "format_"),
    [
        ("es", "es", "scrabble", "joker"),
        ("ru", "ru", "scrabble", "standard"),
        ("en", "en-super", "super", "seven_of_eight"),
    ],
)
def test_a_whole_game_in_another_language_or_on_a_larger_board(
    language: str, code: str, variant: str, format_: str, settings: Any
) -> None:
    """One player finds everything; the rules draw the same racks from the published seed."""
    settings.TEST_SEED = code
    tile_set = load_tile_set(code)
    make_lexicon(language, tile_set)
    browser = Client()
    form = {"variant": variant, "lexicon": "short", "format": format_, "name": "Umber"}
    address = browser.post("/duplicate/new/", form).headers["Location"]
    press(browser, f"{address}seed", added="5e" * 16)
    press(browser, f"{address}start")
    sent = list(play_every_turn(browser, address, tile_set))
    game = DuplicateGame.objects.get()
    assert game.tile_set == code
    assert game.state == serialize_public(replay(game, sent))
    page = browser.get(address).content.decode()
    assert f"scored {sum(play.score for play in sent)} points" in page
    review = browser.get(f"{address}review/{len(sent)}/")
    assert "You found the best score!" in review.content.decode()
    written = browser.get(f"{address}game.txt").content.decode()
    assert all(play.position in written for play in sent)
    assert len(browser.get(f"{address}bag.json").json()["turns"]) == len(sent)


def press(browser: Client, path: str, **fields: str) -> str:
    """Send a command as the page does. Returns the answer."""
    answer = browser.post(path, fields, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    return answer.content.decode()


def play_every_turn(browser: Client, address: str, tile_set: TileSet) -> Iterator[StoredPlay]:
    """Send the best play of each turn and end it, until the game is over. Yields the plays."""
    while not (game := DuplicateGame.objects.get()).is_over:
        prepare_best_plays(timezone.now())
        game.secret.refresh_from_db()
        if game.secret.best is None:
            end_running_turn()
            return
        best = StoredPlay.from_json(game.secret.best)
        assert best.read(tile_set).write(tile_set) == (best.position, best.tiles)
        turn = str(game.turn)
        fields = {"position": best.position, "tiles": best.tiles, "key": turn}
        answer = press(browser, f"{address}submit", turn=turn, **fields)
        assert f"{best.score} point" in answer
        press(browser, f"{address}done", turn=turn)
        yield best
        prepare_best_plays(timezone.now())
        if not DuplicateGame.objects.get().is_over:
            press(browser, f"{address}skip", turn=turn)


def end_running_turn() -> None:
    """Let the time of a turn run out in which no play is possible."""
    DuplicateGame.objects.update(due_at=timezone.now() - timedelta(minutes=1))
    run_due_steps(timezone.now())


def replay(game: DuplicateGame, sent: list[StoredPlay]) -> DuplicateState:
    """Return the state after these plays, by the rules alone and the seed that is public now."""
    tile_set = load_tile_set(game.tile_set)
    seed = read_seed(game, game.secret)
    options = DuplicateOptions(DuplicateFormat(game.options.get("format", "standard")))
    state = start_duplicate(game.variant, options, seed, tile_set=tile_set.code)
    for play in sent:
        state = make_best_play(state, play.read(tile_set), seed)
    return state if state.end else end_without_play(state)
