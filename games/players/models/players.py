"""Players with or without an account, their sessions, and names that are reserved."""

import uuid
from typing import Any, NamedTuple
from urllib.parse import quote

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.common.generated_names import translate_name
from games.common.names import get_confusable_key, list_confusable_keys


class SessionValidity(NamedTuple):
    """Which sessions of a player are valid: those of the ``epoch`` whose number has not ended.

    ``last`` is the last number given out, and ``open_numbers`` are those in use. A number above
    ``last`` is newer than this reading of the row, and valid. Number 0 belongs to guests, and to
    sessions of releases that gave no numbers.
    """

    epoch: int
    last: int = 0
    open_numbers: frozenset[int] = frozenset()

    @classmethod
    def of(cls, epoch: int, last: int, written: str) -> "SessionValidity":
        """Build it from the columns of :class:`Player`."""
        return cls(epoch, last, frozenset(int(number) for number in written.split()))

    def is_valid(self, epoch: int, number: int) -> bool:
        """Return whether the session with this epoch and number is valid."""
        if epoch != self.epoch:
            return False
        return number == 0 or number > self.last or number in self.open_numbers


class Player(models.Model):
    """A person or program with a nickname.

    Guests are known only by a signed session (:mod:`games.players.services.identity`). Members have
    a ``user``. No nickname may look like that of a member or of another player at the same table.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    # Read :attr:`shown_name` instead where people see it.
    nickname = models.CharField(_("nickname"), max_length=24)
    # What the nickname looks like; see :mod:`games.common.names`.
    confusable_key = models.CharField(
        db_column="likeness", max_length=120, editable=False, db_index=True
    )
    # Confirmed for reminders in an earlier release. Mail goes here while the account has no
    # confirmed address (:mod:`games.mail`).
    email = models.EmailField(_("e-mail for reminders"), blank=True)
    # Given in an earlier release and never confirmed.
    email_asked = models.EmailField(_("unconfirmed e-mail"), blank=True)
    # The language of pages, e-mails and push messages, a code in ``settings.LANGUAGES``; blank for
    # the browser's own.
    language = models.CharField(_("language"), max_length=10, blank=True, default="", db_default="")
    # The time zone of the browser last used, as an IANA name; blank while it is unknown. Only the
    # player's own pages, e-mails and push messages use it.
    time_zone = models.CharField(
        max_length=64, blank=True, default="", db_default="", editable=False
    )
    # True if the player's name is left out of lists of spectators.
    hidden_as_spectator = models.BooleanField(
        _("hides name while watching"), db_column="watches_unnamed", default=False
    )
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL
    )
    # The member responsible for a program that plays under this name. The program has no account,
    # and its name ends with :data:`games.common.names.BOT_SUFFIX`.
    operator = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="bots"
    )
    operator_id: uuid.UUID | None
    # Days without deadlines, the oldest first; see :mod:`games.play.terms.days_off`.
    days_off = models.JSONField(default=list, editable=False)
    # Ends of the mute and the suspension, copied from the sanctions so that checks take no query.
    muted_until = models.DateTimeField(_("muted until"), null=True, blank=True)
    suspended_until = models.DateTimeField(_("suspended until"), null=True, blank=True)
    # Counted up to end all sessions; see :mod:`games.players.services.identity`.
    epoch = models.PositiveIntegerField(default=0, editable=False)
    # The last number given to a session of the member.
    session_count = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    # The numbers of the member's sessions that have not ended, separated by spaces.
    open_sessions = models.CharField(max_length=200, default="", db_default="", editable=False)
    # When the account was deleted or merged into a member. The row is kept for the games it played.
    left_at = models.DateTimeField(null=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "games"
        db_table = "games_player"
        indexes = [
            models.Index(
                fields=["created_at", "id"],
                condition=models.Q(user=None, operator=None),
                name="guests_by_age",
            )
        ]

    def __str__(self) -> str:
        return self.nickname

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.confusable_key = get_confusable_key(self.nickname)
        if "nickname" in (kwargs.get("update_fields") or ()):
            kwargs["update_fields"] = {*kwargs["update_fields"], "confusable_key"}
        is_new_guest = self._state.adding and not self.owns_name
        super().save(*args, **kwargs)
        written = kwargs.get("update_fields") or ("nickname", "user")
        if not is_new_guest and {"nickname", "user"} & set(written):
            self._reserve_names()

    def get_absolute_url(self) -> str:
        """Return a member's page, or "" for guests, who have none."""
        if self.user_id is None:
            return ""
        # reverse() leaves slashes alone, and a slash in a nickname must not split the path.
        return reverse("games:profile", args=["~"]).replace("~", quote(self.nickname, safe=""))

    @property
    def shown_name(self) -> str:
        """The nickname, or the name that the site gave, in the reader's language."""
        return translate_name(self.nickname)

    @property
    def session_validity(self) -> SessionValidity:
        """Which of this player's sessions are valid."""
        return SessionValidity.of(self.epoch, self.session_count, self.open_sessions)

    @property
    def owns_name(self) -> bool:
        """True if the name is reserved: it is a member's, or that of an active program."""
        return self.user_id is not None or (self.operator_id is not None and self.left_at is None)

    def _reserve_names(self) -> None:
        """Reserve the looks of a protected name, and release those of an earlier one.

        Raises ``IntegrityError`` if another player has reserved one of them.
        """
        wanted = list_confusable_keys(self.nickname) if self.owns_name else frozenset()
        known = set(self.reserved_names.values_list("confusable_key", flat=True))
        self.reserved_names.filter(confusable_key__in=known - wanted).delete()
        for key in sorted(wanted - known):
            ReservedName.objects.create(confusable_key=key, player=self)


class MemberSession(models.Model):
    """A browser in which a member is logged in, for the member's list of sessions.

    Whether it is still valid is decided by :class:`SessionValidity`, from the player's row.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="sessions")
    # Counts the sessions of the member; the session cookie contains it.
    number = models.PositiveIntegerField()
    browser = models.CharField(max_length=60, blank=True)
    started_at = models.DateTimeField()
    seen_at = models.DateTimeField()

    class Meta:
        app_label = "games"
        db_table = "games_membersession"
        ordering = ["-seen_at"]
        indexes = [models.Index(fields=["seen_at"], name="sessions_by_use")]
        constraints = [models.UniqueConstraint(fields=["player", "number"], name="session_once")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.number}"


class DeletedAccountHash(models.Model):
    """A hash of the name or address of a deleted account, kept for a while.

    See :mod:`games.players.services.deleted_accounts`.
    """

    # A keyed hash of the name's confusable key, or of the address.
    digest = models.CharField(db_column="mark", max_length=64, primary_key=True)
    # What is left of the account.
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="deleted_account_hashes"
    )
    # When the row stops counting.
    until = models.DateTimeField(db_index=True)

    class Meta:
        app_label = "games"
        db_table = "games_departure"

    def __str__(self) -> str:
        return self.digest


class ReservedName(models.Model):
    """One way to read the name of a member or a program, reserved by the primary key."""

    confusable_key = models.CharField(db_column="look", max_length=120, primary_key=True)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="reserved_names")

    class Meta:
        app_label = "games"
        db_table = "games_memberlook"

    def __str__(self) -> str:
        return self.confusable_key
