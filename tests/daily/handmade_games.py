"""A hand-made daily game over the small dictionary, whose best plays are known."""

from datetime import date, datetime

from django.utils import timezone

from games.daily.models import DailyAttempt, DailyGame, DailyPlay
from games.daily.services.daily_attempts import end_turn, send_play, start_turn
from games.daily.services.daily_games import list_missing_games, save_daily_game
from games.daily.terms.daily_turns import DailyTurn
from games.players.models import Player
from games.puzzles.services.daily_puzzles import get_puzzle_day
from games.rules.plays.acts import Play
from lexicon.models import Lexicon
from tests.play.conftest import NOON

SECRET = bytes(range(32))
TODAY = NOON.date()
FIRST = DailyTurn("AEINRVX", "8D", "RAVEN", 18)
SECOND = DailyTurn("EIINOSZ", "9E", "IONIZES", 89)
TURNS = (FIRST, SECOND)
BEST, ALSO_BEST, GOOD, PHONY = ("8D", "RAVEN"), ("8H", "RAVEN"), ("8G", "VAN"), ("8G", "XNV")
"""Plays of the first turn: twice 18 points, 12 points, and 26 points for an invalid word."""
LATER_BEST, LATER_GOOD = ("9E", "IONIZES"), ("9G", "NIZ")
"""Plays of the second turn: 89 and 28 points."""


def add_daily_game(
    lexicon: Lexicon, day: date = TODAY, turns: tuple[DailyTurn, ...] = TURNS
) -> DailyGame:
    """Store the game of a day as the worker does."""
    (wanted,) = list_missing_games([day])
    assert wanted.revision.lexicon_id == lexicon.pk
    assert save_daily_game(wanted, SECRET, turns, NOON)
    return DailyGame.objects.get(day=day)


def add_finished_game(lexicon: Lexicon, player: Player) -> str:
    """Store today's game, which this player has finished, and return its day."""
    now = timezone.now()
    game = add_daily_game(lexicon, get_puzzle_day(now))
    play_game(game, player, GOOD, LATER_GOOD, now=now)
    return game.day.isoformat()


def play_game(
    game: DailyGame, player: Player, *plays: tuple[str, str] | None, now: datetime = NOON
) -> DailyAttempt:
    """Play the game with these plays, ``None`` for a turn in which nothing is sent."""
    for turn, play in enumerate(plays, 1):
        start_turn(game, player, turn, now)
        if play is not None:
            send(game, player, play, turn, now)
        end_turn(game, player, turn, now)
    return DailyAttempt.objects.get(game=game, player=player)


def send(
    game: DailyGame,
    player: Player,
    play: tuple[str, str],
    turn: int,
    arrived: datetime = NOON,
    round_trip: float | None = None,
) -> DailyPlay:
    return send_play(game, player, lambda tiles: Play.read(*play, tiles), turn, arrived, round_trip)
