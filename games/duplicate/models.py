"""Duplicate games, the people in them, and what they submit turn by turn.

Secrets have tables of their own: :class:`DuplicateSecret` holds the bag, the next rack and the best
play of the turn, :class:`DuplicateSubmission` what players submit. The plays of a turn are public
once the turn is over.
"""

import uuid

from django.db import models

from games.rules.equipment.fair_shuffle import SeedScheme

DEFAULT_TURN_SECONDS, DEFAULT_PAUSE_SECONDS = 120, 20


class DuplicateGame(models.Model):
    """One duplicate game, reached by its link. The row is the lock for everything in the game."""

    class Stage(models.TextChoices):
        WAITING = "waiting"
        STARTING = "starting"
        TURN = "turn"
        PAUSE = "pause"
        ENDED = "ended"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    code = models.CharField(max_length=12, unique=True)
    # The title that the host chose; blank for one made from the host's name.
    title = models.CharField(max_length=60, blank=True)
    host = models.ForeignKey(
        "games.Player", on_delete=models.PROTECT, related_name="hosted_duplicate_games"
    )
    variant = models.CharField(max_length=16)
    tile_set = models.CharField(max_length=16)
    # :class:`games.rules.duplicate.formats.DuplicateOptions` as JSON.
    options = models.JSONField(default=dict)
    lexicon = models.ForeignKey("lexicon.Lexicon", on_delete=models.PROTECT, related_name="+")
    # The dictionary revision that the game is played with. Null until the start.
    revision = models.ForeignKey(
        "lexicon.Revision", null=True, on_delete=models.PROTECT, related_name="+"
    )
    turn_seconds = models.PositiveSmallIntegerField(default=DEFAULT_TURN_SECONDS)
    pause_seconds = models.PositiveSmallIntegerField(default=DEFAULT_PAUSE_SECONDS)
    # Whether the list of open games shows it.
    public = models.BooleanField(default=True)
    stage = models.CharField(max_length=8, choices=Stage.choices, default=Stage.WAITING)
    # Number of the current turn, or of the last one during a pause. 0 until the start.
    turn = models.PositiveSmallIntegerField(default=0)
    # When the turn or the pause is over, or when a starting game is dealt.
    due_at = models.DateTimeField(null=True, db_index=True)
    # The public half of the rules state, as everyone may see it now: during a pause without the
    # next rack. Null until the start.
    state = models.JSONField(null=True)
    # How the bag's seed is computed; see :mod:`games.rules.equipment.fair_shuffle`.
    scheme = models.PositiveSmallIntegerField(default=SeedScheme.MIXED)
    # SHA-256 of the bag's secret, shown before the start.
    seed_hash = models.CharField(max_length=64)
    # What the pages of those present at the start added to the seed, in order of entry.
    contributions = models.JSONField(default=list)
    # Grows by one with every change that everyone in the game can see.
    stamp = models.PositiveIntegerField(default=1)
    # The key of the form that made the game, so that a form sent twice makes one game.
    key = models.CharField(max_length=64, blank=True)
    # The game that this one follows, with the same settings.
    previous = models.OneToOneField(
        "self", null=True, on_delete=models.SET_NULL, related_name="following"
    )
    # When an entrant was last seen in the game.
    seen_at = models.DateTimeField()
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "games"
        db_table = "games_duplicategame"
        ordering = ["-created_at"]
        indexes = [
            models.Index(fields=["public", "stage", "-seen_at"], name="duplicate_games_to_enter"),
        ]

    def __str__(self) -> str:
        return self.title or self.code

    @property
    def is_over(self) -> bool:
        return self.stage == self.Stage.ENDED


RUNNING_STAGES = (DuplicateGame.Stage.TURN, DuplicateGame.Stage.PAUSE)


class DuplicateSecret(models.Model):
    """What no one may know about a running game."""

    game = models.OneToOneField(DuplicateGame, on_delete=models.CASCADE, related_name="secret")
    # The random bytes that the seed of the bag is made from. Public once the game is over.
    secret = models.BinaryField()
    # The public half of the rules state of the turn that runs or comes next. Null until the start.
    state = models.JSONField(null=True)
    # The bag in that state, in tile notation.
    bag = models.JSONField(default=list)
    # The turn for which ``best`` has been computed; 0 before the first.
    best_turn = models.PositiveSmallIntegerField(default=0)
    # The best play of that turn; null if no play is possible.
    best = models.JSONField(null=True)

    class Meta:
        app_label = "games"
        db_table = "games_duplicatesecret"

    def __str__(self) -> str:
        return "secret"


class DuplicateEntrant(models.Model):
    """A player or a computer player in a duplicate game."""

    game = models.ForeignKey(DuplicateGame, on_delete=models.CASCADE, related_name="entrants")
    # Null for computer players, and for players whose row has been deleted.
    player = models.ForeignKey(
        "games.Player", null=True, on_delete=models.SET_NULL, related_name="duplicate_entries"
    )
    # The level of a computer player (its code); null for people.
    computer_level = models.PositiveSmallIntegerField(null=True)
    # The first turn in which the entrant could play.
    joined_turn = models.PositiveSmallIntegerField(default=1)
    # What the player's page has added to the seed of the bag, in hexadecimal.
    contribution = models.CharField(max_length=32, blank=True)
    # Totals of the turns that are over.
    points = models.PositiveIntegerField(default=0)
    best_plays = models.PositiveSmallIntegerField(default=0)
    lone_best_plays = models.PositiveSmallIntegerField(default=0)
    # What each turn brought, by its number: points, bonus, whether it was a best play, and whether
    # it was the only one. Turns without points are left out.
    scores = models.JSONField(default=dict)
    # When the player was last seen in the game. Updated rarely; see
    # :mod:`games.duplicate.services.presence`.
    seen_at = models.DateTimeField(null=True)
    entered_at = models.DateTimeField()

    class Meta:
        app_label = "games"
        db_table = "games_duplicateentrant"
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["game", "player"], name="one_entry_a_player"),
        ]

    def __str__(self) -> str:
        return str(self.player or self.computer_level)


class DuplicateTurn(models.Model):
    """A turn that is over: its rack and its best play. The board follows from the best plays."""

    game = models.ForeignKey(DuplicateGame, on_delete=models.CASCADE, related_name="turns")
    number = models.PositiveSmallIntegerField()
    # Everyone's rack, in tile notation.
    rack = models.CharField(max_length=64)
    # The best play: see :class:`games.duplicate.terms.plays.StoredPlay`.
    best = models.JSONField()
    # How many players submitted a play, and how many found a best play.
    submitted = models.PositiveIntegerField()
    finders = models.PositiveIntegerField()
    closed_at = models.DateTimeField()

    class Meta:
        app_label = "games"
        db_table = "games_duplicateturn"
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="duplicate_turn_once"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.number}"


class DuplicateSubmission(models.Model):
    """What an entrant last submitted in a turn. Secret until the turn is over."""

    game = models.ForeignKey(DuplicateGame, on_delete=models.CASCADE, related_name="submissions")
    entrant = models.ForeignKey(
        DuplicateEntrant, on_delete=models.CASCADE, related_name="submissions"
    )
    turn = models.PositiveSmallIntegerField()
    # The play: see :class:`games.duplicate.terms.plays.StoredPlay`. Null if nothing was submitted
    # or it was taken back.
    play = models.JSONField(null=True)
    # What the play scores in this turn: 0 if a word is invalid.
    points = models.PositiveSmallIntegerField(default=0)
    # The words of the play that are invalid.
    invalid_words = models.JSONField(default=list)
    # Extra points for the only player with a best play. Set when the turn is over.
    bonus = models.PositiveSmallIntegerField(default=0)
    # Whether the player has said that this is all for the turn.
    done = models.BooleanField(default=False)
    # The keys of the commands of this turn so far. Pages choose them, so that a command sent twice
    # is carried out once.
    keys = models.JSONField(default=list)
    # When the last play, or the command to take it back, reached the server. Null if neither has.
    arrived_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "games"
        db_table = "games_duplicatesubmission"
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["entrant", "turn"], name="one_submission_a_turn"),
        ]
        indexes = [models.Index(fields=["game", "turn"], name="submissions_of_a_turn")]

    def __str__(self) -> str:
        return f"{self.entrant_id} {self.turn}"
