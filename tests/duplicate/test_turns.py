"""Turns of a duplicate game: submitting, closing, pauses, and the end."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from games.common.names import isolate_name
from games.common.waiting_commands import hold_arrival
from games.duplicate.models import DuplicateTurn
from games.duplicate.perspective.wording import explain
from games.duplicate.services import submissions, turns
from games.players.models import Player
from games.rules.equipment.errors import RuleError
from lexicon.models import Lexicon
from scrabble_site.shared.refusals import Conflict, Forbidden, InvalidRequest, NotFound
from tests.duplicate.game_driver import A_MOMENT, PAUSE, TURN, GameDriver
from tests.play.conftest import NOON

pytestmark = pytest.mark.django_db

Open = Callable[..., GameDriver]


def test_a_turn_from_the_rack_to_the_standings(open_duplicate: Open, people: list[Player]) -> None:
    game = open_duplicate()
    amber, cobalt = people[:2]
    best, worth = game.best(), game.best_score()
    game.submit(amber, best)
    weak = game.submit(cobalt, game.weak())
    game.run_out()
    shown = game.view(cobalt)
    assert (shown.stage, shown.turn, shown.rack) == ("pause", 1, ())
    assert shown.due_at == game.now + PAUSE
    result = shown.last_turn
    assert result is not None
    assert (result.best.position, result.best.tiles) == best
    assert result.best.score == worth
    assert (result.finders, result.submitted, result.entrants) == (1, 2, 2)
    assert result.lone_finder is not None
    assert result.lone_finder.name == "Amber"
    assert result.own is not None
    assert (result.own.points, result.own.lost) == (weak.points, worth - weak.points)
    rows = [(row.place, row.person.name, row.points, row.own) for row in shown.standings]
    assert rows == [(1, "Amber", worth, False), (2, "Cobalt", weak.points, True)]
    assert shown.standings[1].difference == weak.points - worth
    assert {tile.square for tile in shown.tiles if tile.last} == {
        tile.square for tile in shown.tiles
    }
    game.run_out()
    after = game.view()
    assert (after.stage, after.turn, len(after.rack)) == ("turn", 2, 7)


def test_the_last_play_of_a_turn_counts(open_duplicate: Open, people: list[Player]) -> None:
    game = open_duplicate()
    game.submit(people[0], game.best())
    game.now += A_MOMENT
    game.submit(people[0], game.weak())
    assert game.sent(people[0]).points < game.best_score()
    game.submit(people[0], game.best(), at=game.now - timedelta(milliseconds=500))
    assert game.sent(people[0]).points < game.best_score(), "that one arrived before"


def test_a_fallback_counts_only_if_nothing_was_sent(
    open_duplicate: Open, people: list[Player]
) -> None:
    game = open_duplicate()
    game.submit(people[0], game.best())
    game.now += A_MOMENT
    game.submit(people[0], game.weak(), key="last moment", fallback=True)
    assert game.sent(people[0]).points == game.best_score()
    submissions.withdraw_submission(game.code, people[0], 1, "back", game.now + A_MOMENT)
    game.now += 2 * A_MOMENT
    game.submit(people[0], game.weak(), key="last moment", fallback=True)
    assert game.sent(people[0]).play is None, "this command has been answered before"
    game.submit(people[0], game.weak(), fallback=True)
    assert game.sent(people[0]).play is not None


def test_a_game_without_words_does_not_start(open_duplicate: Open, people: list[Player]) -> None:
    game = open_duplicate(started=False)
    Lexicon.objects.update(current_revision=None)
    with pytest.raises(InvalidRequest, match=r"room\.lexicon_empty"):
        game.start()
    assert game.game.stage == "waiting"


def test_a_turn_does_not_end_early_while_a_command_waits(
    open_duplicate: Open, people: list[Player]
) -> None:
    game = open_duplicate(entrants=1)
    game.submit(people[0], game.weak())
    with hold_arrival(game.code, game.now.timestamp()):
        assert not turns.mark_done(game.code, people[0], 1, game.now)
    assert game.game.stage == "turn"
    assert game.run_out() == [game.code]


def test_a_play_that_came_before_everyone_was_done_counts(
    open_duplicate: Open, people: list[Player]
) -> None:
    """It is still being judged while the player says that this is all."""
    game = open_duplicate(entrants=1)
    game.submit(people[0], game.weak())
    came = game.now + A_MOMENT
    game.now = came + A_MOMENT
    with hold_arrival(game.code, came.timestamp()):
        assert not turns.mark_done(game.code, people[0], 1, game.now)
        game.submit(people[0], game.best(), at=came)
    assert game.run_out() == [game.code]
    assert game.sent(people[0]).points == game.best_score()


def test_an_overtaken_play_stays_overtaken_when_it_is_sent_again(
    open_duplicate: Open, people: list[Player]
) -> None:
    game = open_duplicate()
    game.now += A_MOMENT
    game.submit(people[0], game.best())
    game.submit(people[0], game.weak(), key="slow", at=game.now - timedelta(milliseconds=500))
    game.submit(people[0], game.weak(), key="slow", at=game.now + A_MOMENT)
    assert game.sent(people[0]).points == game.best_score()


def test_a_command_sent_twice_is_carried_out_once(
    open_duplicate: Open, people: list[Player]
) -> None:
    game = open_duplicate()
    game.submit(people[0], game.weak(), key="first")
    game.now += A_MOMENT
    game.submit(people[0], game.best(), key="second")
    game.now += A_MOMENT
    game.submit(people[0], game.weak(), key="first")
    assert game.sent(people[0]).points == game.best_score()
    weak, turn = game.weak(), game.game.turn
    game.run_out()
    game.submit(people[0], weak, key="first", turn=turn)
    with pytest.raises(Conflict, match=r"duplicate\.moved_on"):
        game.submit(people[0], weak, key="third", turn=turn)
    assert game.sent(people[0], turn).points == DuplicateTurn.objects.get().best["score"]


def test_a_play_counts_until_the_end_of_the_turn(
    open_duplicate: Open, people: list[Player]
) -> None:
    game = open_duplicate()
    due_at = NOON + TURN
    game.submit(people[0], game.weak(), at=due_at - timedelta(milliseconds=1))
    with pytest.raises(Conflict, match=r"duplicate\.too_late"):
        game.submit(people[0], game.best(), at=due_at)
    game.submit(people[0], game.best(), at=due_at + timedelta(milliseconds=300), credit_ms=301)
    assert game.sent(people[0]).points == game.best_score()
    late = due_at + timedelta(milliseconds=700)
    with pytest.raises(Conflict, match=r"duplicate\.too_late"):
        game.submit(people[0], game.weak(), at=late, credit_ms=60_000)


def test_a_turn_is_not_closed_before_every_credit_has_passed(open_duplicate: Open) -> None:
    game = open_duplicate()
    early = NOON + TURN + timedelta(milliseconds=499)
    assert turns.close_due_turns(early) == []
    assert turns.close_due_turns(early + timedelta(milliseconds=1)) == [game.code]
    assert turns.close_due_turns(early + timedelta(milliseconds=1)) == []


def test_a_play_with_an_invalid_word_scores_nothing_and_is_named_afterwards(
    open_duplicate: Open, people: list[Player]
) -> None:
    game = open_duplicate()
    phony = game.phony()
    game.submit(people[0], game.best())
    game.submit(people[0], phony)
    own = game.view(people[0]).own
    assert own is not None
    assert own.sent is not None
    assert own.sent.score > 0
    game.run_out()
    result = game.view(people[0]).last_turn
    assert result is not None
    assert result.own is not None
    assert (result.own.points, result.own.invalid_words) == (0, (phony[1],))
    assert result.submitted == 1


def test_invalid_words_are_refused_at_once_where_the_host_wants_it(
    open_duplicate: Open, people: list[Player]
) -> None:
    game = open_duplicate(refuses_invalid_words=True)
    phony = game.phony()
    with pytest.raises(RuleError) as refused:
        game.submit(people[0], phony)
    assert explain(refused.value) == f"Not in the dictionary: {isolate_name(phony[1])}."
    assert not game.game.submissions.exists()


@pytest.mark.parametrize("play", [("1A", "{weak}"), ("8H", "ZZZZZZ")])
def test_a_play_that_breaks_the_rules_is_refused(
    open_duplicate: Open, people: list[Player], play: tuple[str, str]
) -> None:
    game = open_duplicate()
    with pytest.raises(RuleError):
        game.submit(people[0], (play[0], play[1].format(weak=game.weak()[1])))
    assert not game.game.submissions.exists()


def test_only_those_who_have_entered_submit(open_duplicate: Open, people: list[Player]) -> None:
    game = open_duplicate()
    with pytest.raises(Forbidden):
        game.submit(people[2], game.weak())
    with pytest.raises(NotFound):
        submissions.withdraw_submission("nowhere", people[0], 1, "", NOON)


def test_a_play_can_be_taken_back(open_duplicate: Open, people: list[Player]) -> None:
    game = open_duplicate()
    game.submit(people[0], game.best())
    game.now += A_MOMENT
    submissions.withdraw_submission(game.code, people[0], 1, "back", game.now)
    own = game.view(people[0]).own
    assert own is not None
    assert own.sent is None
    game.run_out()
    turn = DuplicateTurn.objects.get()
    assert (turn.submitted, turn.finders) == (0, 0)
