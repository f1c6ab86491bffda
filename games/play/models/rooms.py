"""The live place: a link, a host, options, seats. The games played in it are ``records``."""

import secrets

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

RACKS_HIDDEN, RACKS_OPEN = "hidden", "open"
RACKS_POLICIES = (RACKS_HIDDEN, RACKS_OPEN, *(str(turns) for turns in range(1, 21)))
"""Whether watchers see racks: never before the end, as long as everybody at the table agrees, or so
many turns late."""

CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def new_code() -> str:
    """Eight letters that are told apart when read aloud: 39 bits, so links are not guessed."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(8))


class Room(models.Model):
    """A live room. ``stamp`` grows by one with every write that anyone in the room can see.

    The row is the lock for everything in the room: a service takes it first, so two writes to
    one room never interleave. ``stage`` and ``seen_at`` (when somebody with a seat was last seen in
    the room) repeat what can be worked out, so that the lobby finds its rooms by an index.
    ``named``: the title was chosen; any other follows the host's name. ``team_size``: how many may
    share a seat, 1 in a room without teams; ``late_members``: anybody may join a team while the
    game goes on. ``locked``: nobody new sits down, and the lobby does not list it. ``removed``: the
    visitors whom the host has sent away, as pairs of id and name. ``starts_full``: the game starts
    once every seat is taken. ``racks``: what watchers see of them, of :data:`RACKS_POLICIES`.
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
    team_size = models.PositiveSmallIntegerField(default=1)
    late_members = models.BooleanField(_("teams take newcomers during the game"), default=False)
    lexicon = models.ForeignKey("lexicon.Lexicon", on_delete=models.PROTECT)
    public = models.BooleanField(default=True)
    rated = models.BooleanField(_("rated"), default=False)
    may_err = models.BooleanField(_("computers may err"), db_column="allow_errors", default=True)
    unhurried = models.BooleanField(_("computers take a moment"), default=True)
    racks = models.CharField(_("racks for watchers"), max_length=8, default=RACKS_HIDDEN)
    locked = models.BooleanField(_("locked"), default=False)
    removed = models.JSONField(default=list, blank=True)
    starts_full = models.BooleanField(default=False)
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

    def is_closed_to(self, visitor: object) -> bool:
        """Whether the host has sent this visitor (an id) away."""
        return any(pair[0] == str(visitor) for pair in self.removed)

    @property
    def racks_after(self) -> int:
        """How many turns late watchers see racks; 0 where they do not."""
        return int(self.racks) if self.racks.isdecimal() else 0

    @property
    def has_teams(self) -> bool:
        return self.team_size > 1


class Invitation(models.Model):
    """A known player asked to take a free seat, which is kept for them; gone once answered.

    With a ``seat`` it is a place in that seat's team. ``left``: the player has left that team
    while the game goes on, and may come back to it, but join no other.
    """

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="invitations")
    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="invitations")
    seat = models.ForeignKey("games.Seat", null=True, on_delete=models.CASCADE, related_name="+")
    left = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "player"], name="invited_once")]

    def __str__(self) -> str:
        return f"{self.player} · {self.game_id}"
