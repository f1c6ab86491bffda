"""Rooms, where people meet to play, and the invitations to their games."""

import secrets

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.common.names import isolate_name

RACKS_HIDDEN, RACKS_OPEN = "hidden", "open"
RACKS_POLICIES = (RACKS_HIDDEN, RACKS_OPEN, *(str(turns) for turns in range(1, 21)))
"""When spectators see the racks: never during a game, as long as everyone at the table agrees, or a
given number of turns late."""

# Without i, l, o, 0 and 1, which are easily confused.
ROOM_CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def new_code() -> str:
    """Return a random room code of eight characters that are hard to confuse when read aloud.

    It holds 39 bits of randomness, so links cannot be guessed.
    """
    return "".join(secrets.choice(ROOM_CODE_LETTERS) for _ in range(8))


class Room(models.Model):
    """A place to play, reached by its link, with a host, game options and one game at a time.

    The row is the lock for everything in the room. A service takes it first, so two writes to one
    room never interleave.
    """

    class Stage(models.TextChoices):
        WAITING = "waiting", "not started, with an open seat"
        GATHERING = "gathering", "not started, every seat taken or reserved"
        OPEN = "open", "in progress, with an open seat"
        PLAYING = "playing", "in progress"
        OVER = "over", "the game has ended"

    code = models.CharField(max_length=12, unique=True, default=new_code)
    # The title that the host chose, or blank; earlier releases stored a default one as a sentence.
    # Read :attr:`shown_title` instead.
    title = models.CharField(_("title"), max_length=60)
    # True if the title was chosen. Otherwise the room is called after its host.
    named = models.BooleanField(default=False)
    host = models.ForeignKey("games.Player", on_delete=models.PROTECT, related_name="hosted_rooms")
    variant = models.CharField(max_length=16)
    edition = models.CharField(_("tile set"), max_length=16)
    options = models.JSONField(default=dict)
    seats_total = models.PositiveSmallIntegerField(default=2)
    # How many people may share a seat; 1 in a room without teams.
    team_size = models.PositiveSmallIntegerField(default=1)
    # True if anyone may join a team while the game goes on.
    late_members = models.BooleanField(_("players can join a team mid-game"), default=False)
    lexicon = models.ForeignKey("lexicon.Lexicon", on_delete=models.PROTECT)
    public = models.BooleanField(default=True)
    rated = models.BooleanField(_("rated"), default=False)
    allow_computer_errors = models.BooleanField(
        _("computers may play invalid words"), db_column="allow_errors", default=True
    )
    simulate_thinking = models.BooleanField(
        _("computers take a moment to think"), db_column="unhurried", default=True
    )
    # When spectators see the racks; one of RACKS_POLICIES.
    racks = models.CharField(_("racks shown to spectators"), max_length=8, default=RACKS_HIDDEN)
    # In a locked room only invited players may still sit down, and the lobby does not list it.
    locked = models.BooleanField(_("locked"), default=False)
    # Visitors whom the host has sent away, as [id, nickname] pairs, the earliest first.
    removed = models.JSONField(default=list, blank=True)
    # True if the game starts as soon as every seat is taken.
    start_when_full = models.BooleanField(db_column="starts_full", default=False)
    # The player on whose device everyone plays, passing it on; null where each has a device. All
    # other seats are then held by people without a browser of their own.
    device_owner = models.ForeignKey(
        "games.Player", null=True, on_delete=models.PROTECT, related_name="device_rooms"
    )
    # Who has that device, as [game, seat, moves made before, whether the tiles are covered]; null
    # if no one has said so yet. Read it through :mod:`games.play.store.shared_device`, since it
    # only holds until the next seat's turn.
    uncovered = models.JSONField(null=True)
    # The room of the other table of a swapped match; null in other rooms. See
    # :mod:`games.play.services.twin_tables`.
    twin = models.OneToOneField("self", null=True, on_delete=models.SET_NULL, related_name="+")
    # True if the players were settled before the room opened, as at a table of an event: seat 0
    # starts without a draw, no one else sits down, and there is no rematch.
    prepared = models.BooleanField(default=False, db_default=False)
    # Grows by one with every change that anyone in the room can see.
    stamp = models.PositiveIntegerField(default=1)
    # Derived from the game and its seats, and stored so that the lobby can find rooms by an index.
    stage = models.CharField(max_length=12, choices=Stage.choices, default=Stage.WAITING)
    # When a player with a seat was last seen in the room. Derived from the seats, as ``stage`` is.
    seen_at = models.DateTimeField(null=True)
    # The key of the form that made the room, so that a form sent twice makes only one room.
    key = models.CharField(max_length=64, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "games"
        db_table = "games_room"
        ordering = ["-created_at"]
        indexes = [
            models.Index(fields=["public", "stage", "-seen_at"], name="rooms_for_the_lobby"),
            models.Index(fields=["stage", "seen_at"], name="rooms_left_alone"),
            models.Index(fields=["host", "stage"], name="rooms_of_a_host"),
            models.Index(fields=["variant", "lexicon"], name="rooms_of_a_kind"),
        ]

    def __str__(self) -> str:
        return self.title or self.code

    def is_closed_to(self, visitor: object) -> bool:
        """Return whether the host has sent this visitor (an id) away."""
        return any(pair[0] == str(visitor) for pair in self.removed)

    @property
    def shown_title(self) -> str:
        """The title the host chose, or one of the host's name in the reader's language."""
        if self.named:
            return self.title
        return gettext("%(name)s's table") % {"name": isolate_name(self.host.shown_name)}

    @property
    def racks_after(self) -> int:
        """How many turns late spectators see the racks; 0 unless the policy is such a delay."""
        return int(self.racks) if self.racks.isdecimal() else 0

    @property
    def has_teams(self) -> bool:
        return self.team_size > 1


class Invitation(models.Model):
    """A seat, or a place in a team, that is kept for one player. Deleted once it is answered."""

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="invitations")
    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="invitations")
    # The seat whose team the player is invited to join. Null for an invitation to any free seat.
    seat = models.ForeignKey("games.Seat", null=True, on_delete=models.CASCADE, related_name="+")
    # True if the player has left that team while the game goes on. They may come back to it, but
    # must not join another team, because they have seen its tiles.
    left = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        app_label = "games"
        db_table = "games_invitation"
        constraints = [models.UniqueConstraint(fields=["game", "player"], name="invited_once")]

    def __str__(self) -> str:
        return f"{self.player} · {self.game_id}"
