"""The daily game, in one world and in another: later turns, the secret, and what others play."""

from hashlib import sha256
from uuid import UUID

from games.daily.models import DailyAttempt, DailyGame, DailyGameSecret, DailyPlay
from games.daily.services import daily_games, fairness
from games.daily.services.daily_attempts import start_turn
from games.players.models import Player
from lexicon.models import Lexicon
from tests.daily.handmade_games import BEST, GOOD, LATER_GOOD, add_daily_game, play_game, send
from tests.play.conftest import NOON
from tests.worlds.study_data import LATER


def add_daily_data(lexicon: Lexicon) -> None:
    """Add a game in which two are in the first turn and Rust has played all turns."""
    game = add_daily_game(lexicon)
    play_game(game, Player.objects.get(nickname="Rust"), BEST, LATER_GOOD)
    for playing in Player.objects.filter(nickname__in=("Amber", "Cobalt")):
        start_turn(game, playing, 1, NOON)
        send(game, playing, GOOD, 1)


def change_daily_data(mine: UUID | None) -> None:
    """Replace the secret, the turns that the viewer has not begun, and what others have sent."""
    for kept in DailyGameSecret.objects.all():
        own = DailyAttempt.objects.filter(game=kept.game, player=mine).first()
        kept.secret = sha256(bytes(kept.secret)).digest()
        for number, turn in enumerate(kept.turns, 1):
            if own is None or own.turn < number:
                turn["rack"] = "ABCDEFG"
            if own is None or len(own.turn_points) < number:
                turn |= {"position": "8H", "tiles": "BAD" if number == 1 else "S", "score": 99}
        kept.save()
    attempts = DailyAttempt.objects.exclude(player=mine)
    attempts.update(turn_points=[1], points=1, best_plays=9, began_at=LATER)
    running = attempts.filter(finished_at=None)
    running.update(turn=2, practice=True, turn_started_at=LATER)
    # How many have finished is shown to everyone.
    attempts.exclude(finished_at=None).update(finished_at=LATER)
    plays = DailyPlay.objects.filter(attempt__in=attempts)
    plays.update(position="1A", tiles="ZO", score=8, points=7, best=False, sent_at=LATER)
    plays.update(invalid_words=["ZO"])
    for play in plays:
        DailyPlay.objects.filter(pk=play.pk).update(turn=play.turn + 10)


def forget_daily_games() -> None:
    """Clear what this process keeps of games that never change on a real site."""
    daily_games._load_turns.cache_clear()
    fairness._list_boards.cache_clear()


def find_day() -> str:
    """Return the day of the game, for the addresses of its pages."""
    return DailyGame.objects.get().day.isoformat()
