"""Study data when accounts are merged, deleted or exported."""

from typing import Any

from django.db.models import F

from games.players.models import Player
from games.study.models import MissedWord, Quiz, StudyCard, StudyList, UploadOwnerSeat


def merge_study_data(guest: Player, member: Player, **_signal: Any) -> None:
    """Remove duplicates before a guest's rows become a member's.

    Of two cards for the same word, the one asked last stays. Of two unfinished quizzes, the
    member's stays.
    """
    theirs = {(card.lexicon_id, card.kind, card.word): card for card in member.cards.all()}
    for card in guest.cards.all():
        other = theirs.get((card.lexicon_id, card.kind, card.word))
        if other is not None:
            older = other if other.last_review < card.last_review else card
            StudyCard.objects.filter(pk=older.pk).delete()
    if member.quizzes.filter(done_at=None).exists():
        guest.quizzes.filter(done_at=None).delete()


def erase_study_data(player: Player, **_signal: Any) -> None:
    """Delete the study data of a player whose account is deleted."""
    for table in (StudyCard, StudyList, MissedWord, UploadOwnerSeat, Quiz):
        table.objects.filter(player=player).delete()


def export_study_data(player: Player, **_signal: Any) -> dict[str, Any]:
    """Return the stored study data of a player as plain data."""
    # The keys of the exported file stay the same, whatever the fields are called.
    cards = player.cards.order_by("made_at", "pk")
    return {
        "study": {
            "cards": list(
                cards.values(
                    *("lexicon__slug", "kind", "word", "due", "stability", "difficulty"),
                    "last_review",
                    asked=F("answers"),
                    known=F("right_answers"),
                )
            ),
            "lists": list(player.study_lists.values("lexicon__slug", "name", "words", "made_at")),
            "own_seats": list(player.upload_owner_seats.values("record_id", "seat")),
            "missed": list(
                player.missed.values("record_id", "number", "word", lost=F("equity_loss"))
            ),
            "quizzes": list(player.quizzes.values("kind", "questions", "made_at", "done_at")),
        }
    }
