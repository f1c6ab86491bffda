"""Creates rows of every kind that is deleted after a term, as old as a test needs them."""

from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import count
from typing import Any
from uuid import uuid4

from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.db.models import Model

from games.accounts.models import UsedDeviceLink
from games.accounts.services.account_merging import create_member
from games.analysis.models import Analysis
from games.api.models import ApiToken
from games.chat.models import Chat, ChatChannel, Message
from games.computers.models import Hint
from games.duplicate.models import DuplicateGame
from games.fairplay.models import MeasuredGame, PageAbsence
from games.mail.models import OutgoingMail
from games.moderation.models import ModerationReport
from games.play.models import Room
from games.players.models import MemberSession, Notification, NotificationSettings, Player
from games.players.services.sessions import open_session
from games.push.models import OutgoingPush, PushSubscription
from games.ratings.models import Ladder
from games.study.models import Quiz
from tests.play.conftest import NOON, table_of

numbers = count(1)

DAY, SECOND = timedelta(days=1), timedelta(seconds=1)


class Table:
    """A running game between members, and everything else that the rows refer to."""

    def __init__(self, room: Room, member: Player) -> None:
        self.room, self.game, self.member = room, table_of(room), member
        self.chat, _made = Chat.objects.get_or_create(room=room)

    def say(self, at: datetime) -> Message:
        return Message.objects.create(
            chat=self.chat,
            channel=ChatChannel.ROOM,
            game=self.game,
            author=self.member,
            text="Hello",
            key=str(next(numbers)),
            sent_at=at,
        )

    def notify(self, at: datetime) -> Notification:
        return Notification.objects.create(
            player=self.member, room=self.room, kind="ended", created_at=at
        )

    def guest(self, at: datetime) -> Player:
        made = Player.objects.create(nickname=f"Guest {next(numbers)}")
        Player.objects.filter(pk=made.pk).update(created_at=at)
        NotificationSettings.objects.create(player=made)
        return made

    def account(self, at: datetime) -> User:
        number = next(numbers)
        user = User.objects.create_user(f"u{number}", f"u{number}@tiles.example")
        User.objects.filter(pk=user.pk).update(date_joined=at, last_login=at)
        EmailAddress.objects.create(user=user, email=user.email, primary=True)
        create_member(user, None, f"Member {number}")
        return user

    def session(self, at: datetime) -> MemberSession:
        number = open_session(self.member, "Firefox", at)
        return self.member.sessions.get(number=number)

    def token(self, at: datetime, **more: Any) -> ApiToken:
        given = {"revoked_at": at, "epoch": self.member.epoch, "created_at": at - DAY} | more
        secret_hash = str(next(numbers))
        return ApiToken.objects.create(
            owner=self.member, name="bot", secret_hash=secret_hash, **given
        )

    def push(self, at: datetime) -> OutgoingPush:
        browser, _made = PushSubscription.objects.get_or_create(
            endpoint_hash="one", defaults={"player": self.member, "epoch": 0, "created_at": at}
        )
        turn = next(numbers)
        return OutgoingPush.objects.create(
            subscription=browser, kind="turn", turn=turn, created_at=at
        )

    def letter(self, at: datetime, **more: Any) -> OutgoingMail:
        return OutgoingMail.objects.create(kind="account", to="a@b.example", created_at=at, **more)

    def hint(self, at: datetime) -> Hint:
        made = Hint.objects.create(game=self.game, turn=next(numbers), seat=0)
        Hint.objects.filter(pk=made.pk).update(asked_at=at)
        return made

    def analysis(self, at: datetime, **more: Any) -> Analysis:
        given = {"state": Analysis.State.DONE, "asked_at": NOON - 999 * DAY, "read_at": at} | more
        return Analysis.objects.create(record_id=uuid4(), level="quick", **given)

    def page_absence(self, at: datetime) -> PageAbsence:
        return PageAbsence.objects.create(game=self.game, player=self.member, until=at, length=3000)

    def measured_game(self, at: datetime) -> MeasuredGame:
        ladder, _made = Ladder.objects.get_or_create(
            variant="scrabble", language="en", speed="live"
        )
        guest = self.guest(NOON)
        return MeasuredGame.objects.create(
            game=self.game, player=guest, ladder=ladder, points=1500, turns=[], ended_at=at
        )

    def report(self, at: datetime) -> ModerationReport:
        return ModerationReport.objects.create(
            kind=ModerationReport.Kind.NICKNAME,
            subject=str(next(numbers)),
            reason=ModerationReport.Reason.RUDE,
            reporter=self.member,
            about_name="Rust",
            made_at=at - DAY,
            settled_at=at,
            state=ModerationReport.State.SETTLED,
        )

    def quiz(self, at: datetime) -> Quiz:
        guest = self.guest(NOON - 999 * DAY)
        lexicon = self.room.lexicon
        return Quiz.objects.create(player=guest, lexicon=lexicon, kind="judge", made_at=at)

    def duplicate_game(self, at: datetime) -> DuplicateGame:
        number = str(next(numbers))
        times = {"seen_at": at, "created_at": at - DAY, "ended_at": at}
        return DuplicateGame.objects.create(
            code=f"over{number}",
            host=self.member,
            variant="scrabble",
            tile_set="en",
            lexicon=self.room.lexicon,
            stage=DuplicateGame.Stage.ENDED,
            **times,
        )

    def link(self, at: datetime) -> UsedDeviceLink:
        return UsedDeviceLink.objects.create(number=str(next(numbers)), followed_at=at)


MADE: dict[str, Callable[[Table, datetime], Model]] = {
    "guests": Table.guest,
    "guest_practice": Table.quiz,
    "accounts": Table.account,
    "sessions": Table.session,
    "links": Table.link,
    "tokens": Table.token,
    "notices": Table.notify,
    "chat": Table.say,
    "emails": Table.letter,
    "pushes": Table.push,
    "hints": Table.hint,
    "analyses": Table.analysis,
    "page_absences": Table.page_absence,
    "signals": Table.measured_game,
    "reports": Table.report,
    "duplicate_plays": Table.duplicate_game,
}
"""Creates a row of each kind whose term began at the given instant."""
