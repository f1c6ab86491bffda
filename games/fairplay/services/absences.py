"""Stores for how long players' pages were hidden during rated games."""

from datetime import UTC, datetime

from games.fairplay.models import PageAbsence
from games.live.absences import AbsencesByTopic
from games.play.models import Game, SeatMember
from games.ratings.models import RatingSpeed
from games.ratings.services.ladders import get_ladder_key

MOST = 400
"""Most absences stored of one player in one game."""


def store_absences(reported: AbsencesByTopic) -> int:
    """Store the absences reported by room pages. Return how many were stored.

    Only reports from players in a running rated game count, and correspondence games do not.
    """
    by_code = {topic.key: absences for topic, absences in reported.items() if topic.kind == "room"}
    running = (Game.Status.PLAYING, Game.Status.FINAL_CHALLENGE)
    holders = SeatMember.objects.filter(
        game__room__code__in=list(by_code), game__rated=True, game__status__in=running
    ).select_related("game__room__lexicon")
    rows = [
        PageAbsence(
            game_id=holder.game_id,
            player_id=holder.player_id,
            # Browsers report milliseconds since 1970.
            until=datetime.fromtimestamp(absence.until / 1000, UTC),
            length=absence.length,
        )
        for holder in holders
        if get_ladder_key(holder.game.room)[2] != RatingSpeed.CORRESPONDENCE
        for absence in by_code[holder.game.room.code]
        if absence.viewer == str(holder.player_id) and _has_room(holder)
    ]
    PageAbsence.objects.bulk_create(rows)
    return len(rows)


def _has_room(holder: SeatMember) -> bool:
    stored = PageAbsence.objects.filter(game=holder.game_id, player=holder.player_id)
    return stored.count() < MOST
