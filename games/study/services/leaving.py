"""What goes, and what is handed on, with a player."""

from typing import Any

from games.players.models import Player
from games.study.models import Card, MissedWord, OwnSeat, Quiz, WordSet


def combine(guest: Player, member: Player, **_said: Any) -> None:
    """Before a guest's rows become a member's: of two cards for the same word the one that was
    asked last is kept, of two quizzes that are not done the member's."""
    theirs = {(card.lexicon_id, card.kind, card.word): card for card in member.cards.all()}
    for card in guest.cards.all():
        other = theirs.get((card.lexicon_id, card.kind, card.word))
        if other is not None:
            older = other if other.last_review < card.last_review else card
            Card.objects.filter(pk=older.pk).delete()
    if member.quizzes.filter(done_at=None).exists():
        guest.quizzes.filter(done_at=None).delete()


def take_away(player: Player, **_said: Any) -> None:
    """The player leaves for good."""
    for table in (Card, WordSet, MissedWord, OwnSeat, Quiz):
        table.objects.filter(player=player).delete()


def hand_out(player: Player, **_said: Any) -> dict[str, Any]:
    """What is kept of a player here, in plain data."""
    cards = player.cards.order_by("made_at", "pk")
    return {
        "study": {
            "cards": list(
                cards.values(
                    *("lexicon__slug", "kind", "word", "due", "stability", "difficulty"),
                    *("last_review", "asked", "known"),
                )
            ),
            "lists": list(player.word_sets.values("lexicon__slug", "name", "words", "made_at")),
            "own_seats": list(player.own_seats.values("record_id", "seat")),
            "missed": list(player.missed.values("record_id", "number", "word", "lost")),
            "quizzes": list(player.quizzes.values("kind", "questions", "made_at", "done_at")),
        }
    }
