"""The live place: a link, a host, options, seats. The games played in it are ``records``."""

import secrets

from django.db import models
from django.utils.translation import gettext_lazy as _

CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def new_code() -> str:
    """Eight letters that are told apart when read aloud: 39 bits, so links are not guessed."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(8))


class Room(models.Model):
    """A live room. ``stamp`` grows by one with every write that anyone in the room can see.

    The row is the lock for everything in the room: a service takes it first, so two writes to
    one room never interleave.
    """

    code = models.CharField(max_length=12, unique=True, default=new_code)
    title = models.CharField(_("title"), max_length=60)
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
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.title


class Invitation(models.Model):
    """A known player asked to take the free seat of a game that has begun without them."""

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="invitations")
    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="invitations")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "player"], name="invited_once")]

    def __str__(self) -> str:
        return f"{self.player} · {self.game_id}"
