"""Generating daily games: the whole game follows from the secret, and anyone can check it."""

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.daily.jobs import runner
from games.daily.models import DailyGame, DailyGameSecret
from games.daily.services.daily_games import (
    list_missing_games,
    load_turns,
    make_daily_seed,
    save_daily_game,
)
from games.daily.services.draw_verification import verify_daily_draws
from games.daily.services.generation import generate_turns
from games.daily.terms.daily_turns import DAILY_OPTIONS, build_board, build_position
from games.rules.duplicate.game import judge_submission, make_best_play, start_duplicate
from games.rules.duplicate.simulation import check_duplicate_state
from games.rules.equipment.tiles import load_tile_set
from lexicon.graph.wordgraph import WordGraph
from lexicon.models import Lexicon
from lexicon.services.revisions import Author, publish_words
from tests.daily.handmade_games import SECRET, TURNS, add_daily_game
from tests.play.conftest import NOON

TODAY, DAY = NOON.date(), timedelta(days=1)
LATER = NOON + 2 * DAY


def test_the_same_secret_gives_the_same_game(english: WordGraph) -> None:
    turns = generate_turns(SECRET, "en", "standard", english)
    assert generate_turns(SECRET, "en", "standard", english) == turns
    assert generate_turns(bytes(32), "en", "standard", english)[0].rack != turns[0].rack


def test_a_game_is_whole_and_every_play_is_a_best_one(english: WordGraph) -> None:
    """It follows the rules from the first rack until the tiles are used up."""
    turns = generate_turns(SECRET, "en", "standard", english)
    assert len(turns) > 10
    game = DailyGame(variant="scrabble", tile_set="en", layout="standard")
    seed = make_daily_seed(SECRET)
    state = start_duplicate("scrabble", DAILY_OPTIONS, seed)
    for number, turn in enumerate(turns, 1):
        check_duplicate_state(state)
        position = build_position(game, turns, number)
        assert replace(position, shuffles=0, rejected=0) == replace(state, shuffles=0, rejected=0)
        play = turn.read_best_play(state.tile_set)
        judged = judge_submission(position, play, english)
        assert (judged.points, judged.invalid_words) == (turn.score, ())
        state = make_best_play(state, play, seed)
    assert state.end is not None
    assert build_board(turns, load_tile_set("en")) == state.board
    assert build_position(game, turns, len(turns) + 1).rack == ()


def test_every_language_with_words_has_one_game_a_day(lexicon: Lexicon) -> None:
    """The default dictionary of a language is taken, with the standard tiles."""
    for slug, language in (("other", "en"), ("wenig", "de"), ("secret", "fr")):
        made = Lexicon.objects.create(
            slug=slug, name=slug, language=language, hidden=slug == "secret"
        )
        publish_words(made, ["AB", "BA"], base=None, author=Author("tests"), note="made")
    Lexicon.objects.create(slug="empty", name="Empty", language="es")
    missing = list_missing_games([TODAY, TODAY + DAY])
    assert [(one.day, one.language) for one in missing] == [
        *((TODAY, "de"), (TODAY, "en"), (TODAY + DAY, "de"), (TODAY + DAY, "en")),
    ]
    assert {one.revision.lexicon_id for one in missing if one.language == "en"} == {lexicon.pk}
    assert {one.tile_set for one in missing} == {"en", "de"}


def test_two_workers_store_one_game(lexicon: Lexicon) -> None:
    (wanted,) = list_missing_games([TODAY])
    assert save_daily_game(wanted, SECRET, TURNS, NOON)
    assert not save_daily_game(wanted, bytes(32), TURNS[:1], NOON)
    assert load_turns(DailyGame.objects.get()) == TURNS
    assert bytes(DailyGameSecret.objects.get().secret) == SECRET
    assert not list_missing_games([TODAY])


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_kernels", "lexicon")
def test_the_worker_makes_todays_and_tomorrows_games(set_clock: Any) -> None:
    """One a round, and then none until the next day, when only the day after is missing."""
    worker = runner.DailyGameRunner()
    counts = []
    for at in (NOON, NOON, NOON, NOON + DAY, NOON + DAY):
        set_clock(at)
        asyncio.run(worker.run_round())
        counts.append(DailyGame.objects.count())
    assert counts == [1, 2, 2, 3, 3]
    days = DailyGame.objects.order_by("day").values_list("day", flat=True)
    assert list(days) == [TODAY, TODAY + DAY, TODAY + 2 * DAY]
    secrets = {bytes(one.secret) for one in DailyGameSecret.objects.all()}
    assert len(secrets) == 3
    assert all(
        verify_daily_draws(one.game, bytes(one.secret)) == []
        for one in DailyGameSecret.objects.select_related("game")
    )


@pytest.mark.django_db(transaction=True)
def test_a_failure_is_tried_again_on_the_next_day_only(
    lexicon: Lexicon, set_clock: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[datetime] = []

    def fail(*_given: object) -> None:
        tried.append(NOON)
        raise RuntimeError("the engine failed")

    monkeypatch.setattr(runner, "generate_turns", fail)
    worker = runner.DailyGameRunner()
    for at in (NOON, NOON, NOON, NOON + DAY):
        set_clock(at)
        asyncio.run(worker.run_round())
    assert len(tried) == 3, "today's and tomorrow's, and again on the next day"
    assert not DailyGame.objects.exists()


def test_a_false_secret_or_rack_is_found(game: DailyGame, english: WordGraph) -> None:
    turns = generate_turns(SECRET, "en", "standard", english)
    DailyGame.objects.all().delete()
    made = add_daily_game(game.revision.lexicon, turns=turns)
    assert verify_daily_draws(made, SECRET) == []
    assert verify_daily_draws(made, bytes(32)) == ["secret", "turn 1"]
    changed = (*turns[:3], replace(turns[3], rack=turns[2].rack), *turns[4:])
    DailyGame.objects.all().delete()
    assert verify_daily_draws(add_daily_game(game.revision.lexicon, turns=changed), SECRET) == [
        "turn 4"
    ]


def test_the_command_verifies_published_games(
    game: DailyGame, english: WordGraph, set_clock: Any
) -> None:
    turns = generate_turns(SECRET, "en", "standard", english)
    DailyGame.objects.all().delete()
    add_daily_game(game.revision.lexicon, turns=turns)
    set_clock(NOON)
    with pytest.raises(CommandError, match="when the day is over"):
        call_command("verify_daily", "2026-05-01", "en")
    set_clock(LATER)
    out = StringIO()
    call_command("verify_daily", "2026-05-01", "en", stdout=out)
    assert "All draws match" in out.getvalue()
    with pytest.raises(CommandError, match="no such"):
        call_command("verify_daily", "yesterday", "en")
    DailyGameSecret.objects.update(secret=bytes(32))
    with pytest.raises(CommandError, match="secret, turn 1"):
        call_command("verify_daily", "2026-05-01", "en", stdout=out)
