"""Clubs, who belongs to them, and who would like to."""

from django.db import models
from django.urls import reverse


class Club(models.Model):
    """One club, reached by its link. The row is the lock for everything in the club."""

    class Joining(models.TextChoices):
        """How one becomes a member: at once, after a director has agreed, or by the club's link."""

        FREE = "free"
        REQUEST = "request"
        LINK = "link"

    code = models.CharField(max_length=12, unique=True)
    title = models.CharField(max_length=60)
    # What the club says about itself.
    about = models.TextField(max_length=2000, blank=True)
    # The code of the language that the club plays in, or blank.
    language = models.CharField(max_length=16, blank=True)
    # Where the club meets, in its own words; blank for a club that meets only here.
    place = models.CharField(max_length=120, blank=True)
    # An IANA time zone. Club nights begin at a time of day in it.
    zone = models.CharField(max_length=64)
    # Clubs that one joins by link are not listed.
    joining = models.CharField(max_length=7, choices=Joining.choices, default=Joining.FREE)
    # The secret last part of the link by which anyone can join. Only directors see it.
    invite = models.CharField(max_length=32)
    # Grows by one with every change of the chat that a member can see.
    chat_stamp = models.PositiveIntegerField(default=1)
    # The key of the form that made the club, so that a form sent twice makes one club.
    key = models.CharField(max_length=64, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        app_label = "games"
        db_table = "games_club"
        ordering = ["title"]
        indexes = [models.Index(fields=["joining", "title"], name="clubs_to_list")]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("games:club", args=[self.code])


class ClubMember(models.Model):
    """A player's membership of a club. Only players with an account can join."""

    class Role(models.TextChoices):
        OWNER = "owner"
        DIRECTOR = "director"
        MEMBER = "member"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="members")
    player = models.ForeignKey(
        "games.Player", on_delete=models.CASCADE, related_name="club_memberships"
    )
    role = models.CharField(max_length=8, choices=Role.choices, default=Role.MEMBER)
    joined_at = models.DateTimeField()

    class Meta:
        app_label = "games"
        db_table = "games_clubmember"
        ordering = ["joined_at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["club", "player"], name="joins_a_club_once"),
            models.UniqueConstraint(
                fields=["club"], condition=models.Q(role="owner"), name="one_owner_a_club"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club}: {self.player}"

    @property
    def directs(self) -> bool:
        return self.role != self.Role.MEMBER


class ClubRequest(models.Model):
    """A player's request to join a club. The row is deleted once a director has answered it."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="requests")
    player = models.ForeignKey(
        "games.Player", on_delete=models.CASCADE, related_name="club_requests"
    )
    # What the player writes to the directors.
    text = models.CharField(max_length=200, blank=True)
    made_at = models.DateTimeField()

    class Meta:
        app_label = "games"
        db_table = "games_clubrequest"
        ordering = ["made_at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["club", "player"], name="one_request_a_club"),
        ]

    def __str__(self) -> str:
        return f"{self.club}? {self.player}"


class ClubRemoval(models.Model):
    """A player whom the directors have removed: they can only come back on request."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="removals")
    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="+")
    removed_at = models.DateTimeField()

    class Meta:
        app_label = "games"
        db_table = "games_clubremoval"
        constraints = [
            models.UniqueConstraint(fields=["club", "player"], name="removed_from_a_club_once"),
        ]

    def __str__(self) -> str:
        return f"{self.club} without {self.player}"


class ClubCalendar(models.Model):
    """The address of a player's calendar, which calendar programs read without logging in."""

    player = models.OneToOneField(
        "games.Player", on_delete=models.CASCADE, related_name="club_calendar"
    )
    # Whoever knows it can read in which clubs the player is.
    token = models.CharField(max_length=32, unique=True)
    created_at = models.DateTimeField()

    class Meta:
        app_label = "games"
        db_table = "games_clubcalendar"

    def __str__(self) -> str:
        return f"calendar of {self.player}"
