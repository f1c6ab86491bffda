"""What players study, and how well they know it.

Only :mod:`games.study.services` writes these tables.
"""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _

MAX_WORD_LENGTH = 120
"""Maximum length of a word in notation, where tiles of several letters are in brackets."""


class QuestionKind(models.TextChoices):
    """The kind of question about a word."""

    ANAGRAM = "anagram", _("Anagrams")
    JUDGE = "judge", _("Valid or invalid")
    HOOKS = "hooks", _("Hooks")


class StudyCard(models.Model):
    """One item that a player learns in one dictionary, with its spaced-repetition state."""

    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="cards")
    lexicon = models.ForeignKey("lexicon.Lexicon", on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=10, choices=QuestionKind.choices)
    # A word in notation; for anagrams, the sorted tiles whose words are asked for.
    word = models.CharField(max_length=MAX_WORD_LENGTH)
    # When it should be asked again. The fields from here to ``last_review`` are the state of
    # :mod:`games.study.terms.recall`.
    due = models.DateTimeField()
    state = models.PositiveSmallIntegerField()
    step = models.PositiveSmallIntegerField(null=True)
    stability = models.FloatField()
    difficulty = models.FloatField()
    last_review = models.DateTimeField()
    made_at = models.DateTimeField()
    # Number of answers so far, and how many of them were right.
    answers = models.PositiveIntegerField(db_column="asked", default=0)
    right_answers = models.PositiveIntegerField(db_column="known", default=0)

    class Meta:
        app_label = "games"
        db_table = "games_card"
        constraints = [
            models.UniqueConstraint(
                fields=["player", "lexicon", "kind", "word"], name="card_once_a_player"
            )
        ]
        indexes = [models.Index(fields=["player", "lexicon", "due"], name="cards_due")]

    def __str__(self) -> str:
        return f"{self.kind} {self.word}"


class StudyList(models.Model):
    """A player's own list of words to learn. ``words`` are in notation."""

    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="study_lists")
    lexicon = models.ForeignKey("lexicon.Lexicon", on_delete=models.CASCADE, related_name="+")
    name = models.CharField(_("Name"), max_length=60)
    words = models.JSONField(default=list)
    made_at = models.DateTimeField()
    # The key of the form that made the list, so that a form sent twice makes only one.
    key = models.CharField(max_length=64, blank=True, default="", db_default="")

    class Meta:
        app_label = "games"
        db_table = "games_wordset"
        ordering = ["-made_at"]

    def __str__(self) -> str:
        return self.name


class MissedWord(models.Model):
    """A word that a player could have played in an analysed or a duplicate game, but did not."""

    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="missed")
    lexicon = models.ForeignKey("lexicon.Lexicon", on_delete=models.CASCADE, related_name="+")
    word = models.CharField(max_length=MAX_WORD_LENGTH)
    record_id = models.UUIDField(db_index=True)
    # Number of the move, or of the turn of a duplicate game, on which it was missed.
    number = models.PositiveIntegerField()
    # By how many points the missed play was better: of equity in an analysed game, of score in a
    # duplicate game.
    equity_loss = models.FloatField(db_column="lost")
    missed_at = models.DateTimeField()

    class Meta:
        app_label = "games"
        db_table = "games_missedword"
        ordering = ["-missed_at", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["player", "record_id", "number"], name="missed_once_a_turn"
            )
        ]

    def __str__(self) -> str:
        return self.word


class UploadOwnerSeat(models.Model):
    """The seat that the owner of an uploaded game had in it."""

    player = models.ForeignKey(
        "games.Player", on_delete=models.CASCADE, related_name="upload_owner_seats"
    )
    record_id = models.UUIDField()
    seat = models.PositiveSmallIntegerField()

    class Meta:
        app_label = "games"
        db_table = "games_ownseat"
        constraints = [
            models.UniqueConstraint(fields=["player", "record_id"], name="own_seat_once")
        ]

    def __str__(self) -> str:
        return f"{self.record_id} {self.seat}"


class Quiz(models.Model):
    """A sequence of questions. A player has at most one unfinished quiz."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="quizzes")
    lexicon = models.ForeignKey("lexicon.Lexicon", on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=10, choices=QuestionKind.choices)
    source = models.CharField(max_length=40)
    # Serialized :class:`games.study.services.questions.Question` objects, in order.
    questions = models.JSONField(default=list)
    # Number of questions answered so far, from the start of the list.
    answered = models.PositiveSmallIntegerField(default=0)
    made_at = models.DateTimeField()
    # Null until the last question is answered.
    done_at = models.DateTimeField(null=True)
    # The key of the form that began the quiz, so that a form sent twice begins only one.
    key = models.CharField(max_length=64, blank=True, default="", db_default="")

    class Meta:
        app_label = "games"
        db_table = "games_quiz"
        ordering = ["-made_at"]
        verbose_name_plural = "quizzes"

    def __str__(self) -> str:
        return f"{self.kind} {self.made_at:%Y-%m-%d}"
