"""The live place: a link, a host, options, seats. The games played in it are ``records``."""

import secrets

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def new_code() -> str:
    """Eight letters that are told apart when read aloud: 39 bits, so links are not guessed."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(8))


class Room(models.Model):
    """A live room. ``stamp`` grows by one with every write that anyone in the room can see.

    The row is the lock for everything in the room: a service takes it first, so two writes to
    one room never interleave. ``stage`` and ``seen_at`` (when somebody with a seat was last seen in
    the room) repeat what can be worked out, so that the lobby finds its rooms by an index.
    ``named``: the title was chosen; any other follows the host's name.
    """

    class Stage(models.TextChoices):
        WAITING = "waiting", "not started, with a chair for anyone"
        GATHERING = "gathering", "not started, every chair taken or kept"
        OPEN = "open", "being played, with a chair for anyone"
        PLAYING = "playing", "being played"
        OVER = "over", "the game has ended"

    code = models.CharField(max_length=12, unique=True, default=new_code)
    title = models.CharField(_("title"), max_length=60)
    named = models.BooleanField(default=False)
    host = models.ForeignKey("games.Player", on_delete=models.PROTECT, related_name="hosted_rooms")
    variant = models.CharField(max_length=16)
    edition = models.CharField(_("tile set"), max_length=16)
    options = models.JSONField(default=dict)
    seats_total = models.PositiveSmallIntegerField(default=2)
    lexicon = models.ForeignKey("lexicon.Lexicon", on_delete=models.PROTECT)
    public = models.BooleanField(default=True)
    allow_errors = models.BooleanField(_("computers may err"), default=True)
    unhurried = models.BooleanField(_("computers take a moment"), default=True)
    stamp = models.PositiveIntegerField(default=1)
    stage = models.CharField(max_length=12, choices=Stage.choices, default=Stage.WAITING)
    seen_at = models.DateTimeField(null=True)
    key = models.CharField(max_length=64, blank=True)
    """The form it was made by: the same form, sent twice, makes one room."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at"]
        indexes = [
            models.Index(fields=["public", "stage", "-seen_at"], name="rooms_for_the_lobby"),
            models.Index(fields=["stage", "seen_at"], name="rooms_left_alone"),
            models.Index(fields=["host", "stage"], name="rooms_of_a_host"),
        ]

    def __str__(self) -> str:
        return self.title


class Invitation(models.Model):
    """A known player asked to take a free seat, which is kept for them; gone once answered."""

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="invitations")
    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="invitations")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "player"], name="invited_once")]

    def __str__(self) -> str:
        return f"{self.player} · {self.game_id}"
