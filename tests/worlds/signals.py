"""Fair-play figures and their sources, in one world and in another.

Only moderators see them, except for what players find in the export of their data.
"""

from django.db.models import F

from games.fairplay.models import (
    FindRate,
    MeasuredGame,
    PageAbsence,
    PendingGame,
    PlayerSignals,
)
from games.play.models import Game
from games.players.models import Player
from games.ratings.models import Ladder
from lexicon.models import Lexicon
from tests.play.conftest import NOON
from tests.worlds.study_data import LATER

TURNS = [[1, 2.0, 1, 9000, 3000]]


def add_signals(_lexicon: Lexicon) -> None:
    """Add a game that waits to be measured, and figures on everyone with an account."""
    ladder = Ladder.objects.create(variant="scrabble", language="en", speed="live")
    FindRate.objects.create(ladder=ladder, band=1400, turns=3, found=1, expected=0.5)
    game = Game.objects.order_by("pk").first()
    assert game is not None
    PendingGame.objects.create(game=game, asked_at=NOON)
    for player in Player.objects.filter(user__isnull=False):
        PageAbsence.objects.create(game=game, player=player, until=NOON, length=3000)
        MeasuredGame.objects.create(
            game=game, player=player, ladder=ladder, points=1500, turns=TURNS, ended_at=NOON
        )
        PlayerSignals.objects.create(player=player, ladder=ladder, games=1, updated_at=NOON)


def change_signals(me: Player | None, *, moderates: bool) -> None:
    """Replace the figures and their sources, except for what the viewer may see."""
    mine = me.pk if me else None
    PendingGame.objects.update(asked_at=LATER, claimed_until=LATER, failures=2)
    PageAbsence.objects.exclude(player=mine).update(until=LATER, length=7000)
    if moderates:
        return
    measured = MeasuredGame.objects.exclude(player=mine)
    measured.update(points=1900, turns=[], ended_at=LATER)
    FindRate.objects.update(band=600, turns=F("turns") + 9, found=F("found") + 9, expected=7.5)
    signals = PlayerSignals.objects.all()
    signals.update(
        games=9, finds=4.5, thinking_time=3.5, page_hidden=5.5, highest=5.5, updated_at=LATER
    )
