"""Replaces the private data of other people, for :mod:`tests.worlds.alternate_world`."""

from datetime import timedelta
from uuid import UUID

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.db.models import F, QuerySet, Value
from django.db.models.functions import Concat

from games.api.models import ApiToken
from games.chat.models import ChatChannel, Message, Mute
from games.mail.models import OutgoingMail
from games.moderation.models import ModerationReport
from games.people.models import Follow, MemberPresence, PrivacySettings, Visibility
from games.play.models import SeatMember
from games.play.terms.days_off import DaysOffPeriod
from games.players.models import (
    Block,
    MemberSession,
    Notification,
    NotificationSettings,
    Player,
    Sanction,
)
from games.push.models import OutgoingPush, PushSubscription
from games.rules.time.breaks import Break
from games.uploads.models import UploadedGame
from lexicon.models import Dispute
from scrabble_site.shared.instants import to_ms
from tests.play.conftest import NOON
from tests.worlds.analysis_data import change_analyses
from tests.worlds.daily_data import change_daily_data
from tests.worlds.study_data import LATER, change_studies

OTHER = "Something else altogether"


def change_others(me: Player | None, *, moderates: bool) -> None:
    """Replace everything that only other people may know.

    A moderator sees reports and their outcome.
    """
    _change_talk(me)
    mine = me.pk if me else None
    others = Player.objects.exclude(pk=mine) if mine else Player.objects.all()
    for other in others:
        _change_person(other, me)
    _change_relations(mine)
    _change_notifications(mine)
    _change_accounts(others)
    change_studies(mine)
    change_analyses(mine)
    change_daily_data(mine)
    Dispute.objects.exclude(author_key=f"player:{mine}").update(
        author_key=Concat(F("author_key"), Value("x")), game_ref=OTHER, game_url="/elsewhere/"
    )
    if not moderates:
        tomorrow = NOON + timedelta(days=1)
        others.update(muted_until=tomorrow, suspended_until=tomorrow)
        reports = ModerationReport.objects.exclude(reporter=mine)
        reports.update(
            words=OTHER, reason=ModerationReport.Reason.OTHER, subject=OTHER, context=[OTHER]
        )
        reports.update(about_name=OTHER, state=ModerationReport.State.SETTLED, settled_at=LATER)
        sanctions = Sanction.objects.exclude(player=mine)
        sanctions.update(words=OTHER, kind=Sanction.Kind.MUTE, until=LATER, made_at=LATER)
        moderator = User.objects.get(username="Moderator")
        sanctions.update(made_by=moderator)
        reports.update(made_at=LATER, reporter=Player.objects.get(nickname="Rust"))
        reports.update(settled_by=moderator)


def _change_talk(me: Player | None) -> None:
    for message in Message.objects.select_related("game"):
        if not _may_read(message, me):
            message.text, message.phrase = f"{OTHER} {message.pk}", "luck"
            message.key, message.sent_at = f"k{message.pk}", LATER
            message.save()


def _may_read(message: Message, me: Player | None) -> bool:
    sits = {one.game_id: one.seat_id for one in SeatMember.objects.filter(player=me)}
    plays = message.game_id in sits
    match message.channel:
        case ChatChannel.ROOM:
            return True
        case ChatChannel.PLAYERS:
            return plays
        case ChatChannel.SPECTATORS:
            return not plays
        case _:
            return plays and sits[message.game_id] == message.seat_id


def _change_person(other: Player, me: Player | None) -> None:
    begin = NOON + timedelta(days=320)
    off = Break(to_ms(begin), to_ms(begin + timedelta(days=1)))
    later = DaysOffPeriod(begin.date(), begin.date(), "Asia/Tokyo", off)  # earlier ones are public
    Player.objects.filter(pk=other.pk).update(
        email=f"{other.pk}@elsewhere.example",
        email_asked="asked@elsewhere.example",
        language="sv",
        time_zone="Asia/Tokyo",
        epoch=other.epoch + 1,
        session_count=7,
        open_sessions="7",
        days_off=[*other.days_off, later.to_json()],
    )
    if me is not None:
        Mute.objects.create(player=other, other=me)
        Follow.objects.get_or_create(follower=other, followed=me, created_at=NOON)


def _change_relations(mine: UUID | None) -> None:
    """Replace other people's follows and blocks, and the last visit of a member who hides it."""
    Follow.objects.filter(follower__nickname="Rust").exclude(follower=mine).delete()
    avoided = Block.objects.exclude(player=mine).exclude(other=mine)
    avoided.update(created_at=LATER, other=Player.objects.get(nickname="Cobalt"))
    PrivacySettings.objects.exclude(player=mine).update(
        profile=Visibility.FOLLOWED, online=Visibility.FOLLOWED
    )
    MemberPresence.objects.filter(player__nickname="Rust").exclude(player=mine).update(
        seen_at=NOON - timedelta(days=5)
    )


def _change_notifications(mine: UUID | None) -> None:
    """Replace other people's notifications and their delivery, tokens and uploads."""
    Notification.objects.exclude(player=mine).update(
        text=OTHER, path="/elsewhere/", kind="ended", read_at=NOON, mailed_at=NOON, pushed_at=NOON
    )
    Notification.objects.exclude(player=mine).update(data={"scores": [7, 8], "own": 0})
    Notification.objects.exclude(player=mine).update(created_at=LATER)
    letters = OutgoingMail.objects.exclude(player=mine)
    letters.update(to="c@d.example", subject=OTHER, text=OTHER, kind="ended", sender=None)
    letters.update(due_at=LATER, claimed_until=LATER, attempts=3, sent_at=LATER, last_error=OTHER)
    letters.update(created_at=LATER)
    NotificationSettings.objects.exclude(player=mine).update(
        chosen={"turn": ["mail"]},
        sounds=False,
        volume=7,
        mail_hours=[3],
        zone="Asia/Tokyo",
        bounced={"email": "other@tiles.example", "kinds": ["turn"]},
    )
    browsers = PushSubscription.objects.exclude(player=mine)
    browsers.update(
        endpoint_hash=Concat(F("endpoint_hash"), Value("x")), endpoint="https://elsewhere.example/"
    )
    browsers.update(p256dh="X", auth="X", service="elsewhere.example", epoch=9, created_at=LATER)
    browsers.update(failures=2, failing_since=LATER)
    pushes = OutgoingPush.objects.exclude(subscription__player=mine)
    pushes.update(kind="ended", turn=99, created_at=LATER, due_at=LATER, claimed_until=LATER)
    pushes.update(attempts=4)
    tokens = ApiToken.objects.exclude(owner=mine)
    tokens.update(
        bot=None, name=OTHER, scopes=[], secret_hash=Concat(F("secret_hash"), Value("x")), epoch=9
    )
    tokens.update(created_at=LATER, used_at=LATER, revoked_at=LATER)
    uploads = UploadedGame.objects.exclude(owner=mine).filter(shared=False)
    uploads.update(text=f">{OTHER}: DOG 8G DOG +10 10\n", title=OTHER, names=[OTHER, OTHER], size=9)
    uploads.update(digest=Concat(F("digest"), Value("x")), variant="super", tile_set="en-super")
    uploads.update(layout="super", revision=None, created_at=LATER)


def _change_accounts(others: QuerySet[Player]) -> None:
    """Replace how others log in."""
    sessions = MemberSession.objects.filter(player__in=others)
    sessions.update(number=F("number") + 7, browser=OTHER, started_at=LATER, seen_at=LATER)
    User.objects.filter(player__in=others).update(
        email="user@elsewhere.example", password="!", last_login=LATER, first_name=OTHER
    )
    User.objects.filter(player__in=others).update(
        username=Concat(F("username"), Value("x")), last_name=OTHER, date_joined=LATER
    )
    EmailAddress.objects.filter(user__player__in=others).update(
        email=Concat(Value("x"), F("email")), verified=True, primary=True
    )
    Authenticator.objects.filter(user__player__in=others).update(
        type="totp", data={"secret": OTHER}, last_used_at=LATER, created_at=LATER
    )
