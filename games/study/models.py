"""What players study, and how well they know it. Written by :mod:`games.study.services` alone."""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _

LONGEST_WORD = 120
"""Of a word in notation, in which tiles of several letters stand in brackets."""


class Kind(models.TextChoices):
    """What is asked about a word."""

    ANAGRAM = "anagram", _("Anagrams")
    JUDGE = "judge", _("Good or phony")
    HOOKS = "hooks", _("Hooks")


class Card(models.Model):
    """One thing a player learns in one dictionary: ``word`` is a word, or the sorted tiles whose
    words are asked for.

    From ``due`` on it is to be asked again; ``state`` to ``last_review`` are what
    :mod:`games.study.memory` needs to say when. ``asked`` and ``known`` count answers.
    """

    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="cards")
    lexicon = models.ForeignKey("lexicon.Lexicon", on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    word = models.CharField(max_length=LONGEST_WORD)
    due = models.DateTimeField()
    state = models.PositiveSmallIntegerField()
    step = models.PositiveSmallIntegerField(null=True)
    stability = models.FloatField()
    difficulty = models.FloatField()
    last_review = models.DateTimeField()
    made_at = models.DateTimeField()
    asked = models.PositiveIntegerField(default=0)
    known = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player", "lexicon", "kind", "word"], name="card_once_a_player"
            )
        ]
        indexes = [models.Index(fields=["player", "lexicon", "due"], name="cards_due")]

    def __str__(self) -> str:
        return f"{self.kind} {self.word}"


class WordSet(models.Model):
    """Words somebody wants to learn, in notation."""

    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="word_sets")
    lexicon = models.ForeignKey("lexicon.Lexicon", on_delete=models.CASCADE, related_name="+")
    name = models.CharField(_("Name"), max_length=60)
    words = models.JSONField(default=list)
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["-made_at"]

    def __str__(self) -> str:
        return self.name


class MissedWord(models.Model):
    """The main word of a play that would have been better by ``lost`` points than what the player
    did on turn ``number`` of a record."""

    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="missed")
    lexicon = models.ForeignKey("lexicon.Lexicon", on_delete=models.CASCADE, related_name="+")
    word = models.CharField(max_length=LONGEST_WORD)
    record_id = models.UUIDField(db_index=True)
    number = models.PositiveIntegerField()
    lost = models.FloatField()
    missed_at = models.DateTimeField()

    class Meta:
        ordering = ["-missed_at", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["player", "record_id", "number"], name="missed_once_a_turn"
            )
        ]

    def __str__(self) -> str:
        return self.word


class OwnSeat(models.Model):
    """Which player of an uploaded game its owner was."""

    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="own_seats")
    record_id = models.UUIDField()
    seat = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "record_id"], name="own_seat_once")
        ]

    def __str__(self) -> str:
        return f"{self.record_id} {self.seat}"


class Quiz(models.Model):
    """Some questions, asked one after another; a player has one at a time that is not done.

    ``questions`` are those of :mod:`games.study.questions` as plain data; the first ``answered`` of
    them have been answered.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="quizzes")
    lexicon = models.ForeignKey("lexicon.Lexicon", on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    source = models.CharField(max_length=40)
    questions = models.JSONField(default=list)
    answered = models.PositiveSmallIntegerField(default=0)
    made_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-made_at"]
        verbose_name_plural = "quizzes"

    def __str__(self) -> str:
        return f"{self.kind} {self.made_at:%Y-%m-%d}"
