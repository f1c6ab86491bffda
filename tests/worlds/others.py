"""What others have for themselves alone, as it is in another world: for :mod:`.changing`."""

from datetime import timedelta
from uuid import UUID

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.db.models import F, QuerySet, Value
from django.db.models.functions import Concat

from games.api.models import Token
from games.chat.models import Channel, Message, Mute
from games.common.instants import to_ms
from games.mail.models import Letter
from games.moderation.models import Report
from games.people.models import Follow, Openness, Presence, Privacy
from games.play.calendars import DaysOff
from games.play.models import Holder
from games.players.models import Block, Notice, Player, Sanction, Telling
from games.push.models import Push, Subscription
from games.rules.breaks import Break
from games.uploads.models import Upload
from lexicon.models import Dispute
from tests.play.conftest import NOON
from tests.worlds.insights import change_insights
from tests.worlds.studies import LATER, change_studies

OTHER = "Something else altogether"


def change_others(me: Player | None, *, moderates: bool) -> None:
    """Replace what nobody but those others may know; a moderator sees reports and what followed."""
    _change_talk(me)
    mine = me.pk if me else None
    others = Player.objects.exclude(pk=mine) if mine else Player.objects.all()
    for other in others:
        _change_person(other, me)
    _change_company(mine)
    _change_news(mine)
    _change_accounts(others)
    change_studies(mine)
    change_insights(mine)
    Dispute.objects.exclude(author_key=f"player:{mine}").update(
        author_key=Concat(F("author_key"), Value("x")), game_ref=OTHER, game_url="/elsewhere/"
    )
    if not moderates:
        tomorrow = NOON + timedelta(days=1)
        others.update(muted_until=tomorrow, suspended_until=tomorrow)
        reports = Report.objects.exclude(reporter=mine)
        reports.update(words=OTHER, reason=Report.Reason.OTHER, subject=OTHER, context=[OTHER])
        reports.update(about_name=OTHER, state=Report.State.SETTLED, settled_at=LATER)
        told = Sanction.objects.exclude(player=mine)
        told.update(words=OTHER, kind=Sanction.Kind.MUTE, until=LATER, made_at=LATER)
        moderator = User.objects.get(username="Moderator")
        told.update(made_by=moderator)
        reports.update(made_at=LATER, reporter=Player.objects.get(nickname="Rust"))
        reports.update(settled_by=moderator)


def _change_talk(me: Player | None) -> None:
    for message in Message.objects.select_related("game"):
        if not _may_read(message, me):
            message.text, message.phrase = f"{OTHER} {message.pk}", "luck"
            message.key, message.sent_at = f"k{message.pk}", LATER
            message.save()


def _may_read(message: Message, me: Player | None) -> bool:
    sits = {one.game_id: one.seat_id for one in Holder.objects.filter(player=me)}
    plays = message.game_id in sits
    match message.channel:
        case Channel.ROOM:
            return True
        case Channel.PLAYERS:
            return plays
        case Channel.WATCHERS:
            return not plays
        case _:
            return plays and sits[message.game_id] == message.seat_id


def _change_person(other: Player, me: Player | None) -> None:
    begin = NOON + timedelta(days=320)
    off = Break(to_ms(begin), to_ms(begin + timedelta(days=1)))
    later = DaysOff(begin.date(), begin.date(), "Asia/Tokyo", off)  # the next ones are told
    Player.objects.filter(pk=other.pk).update(
        email=f"{other.pk}@elsewhere.example",
        email_asked="asked@elsewhere.example",
        epoch=other.epoch + 1,
        days_off=[*other.days_off, later.to_json()],
    )
    if me is not None:
        Mute.objects.create(player=other, other=me)
        Follow.objects.get_or_create(follower=other, followed=me, created_at=NOON)


def _change_company(mine: UUID | None) -> None:
    """Whom others follow and avoid; when one was here who tells nobody."""
    Follow.objects.filter(follower__nickname="Rust").exclude(follower=mine).delete()
    avoided = Block.objects.exclude(player=mine).exclude(other=mine)
    avoided.update(created_at=LATER, other=Player.objects.get(nickname="Cobalt"))
    Privacy.objects.exclude(player=mine).update(profile=Openness.FOLLOWED, online=Openness.FOLLOWED)
    Presence.objects.filter(player__nickname="Rust").exclude(player=mine).update(
        seen_at=NOON - timedelta(days=5)
    )


def _change_news(mine: UUID | None) -> None:
    """What others were told, how, and where."""
    Notice.objects.exclude(player=mine).update(
        text=OTHER, path="/elsewhere/", kind="ended", read_at=NOON, mailed_at=NOON, pushed_at=NOON
    )
    Notice.objects.exclude(player=mine).update(created_at=LATER)
    letters = Letter.objects.exclude(player=mine)
    letters.update(to="c@d.example", subject=OTHER, text=OTHER, kind="ended", sender=None)
    letters.update(due_at=LATER, claimed_until=LATER, attempts=3, sent_at=LATER, fault=OTHER)
    letters.update(created_at=LATER)
    Telling.objects.exclude(player=mine).update(
        chosen={"turn": ["mail"]}, sounds=False, volume=7, mail_hours=[3], zone="Asia/Tokyo"
    )
    browsers = Subscription.objects.exclude(player=mine)
    browsers.update(mark=Concat(F("mark"), Value("x")), endpoint="https://elsewhere.example/")
    browsers.update(p256dh="X", auth="X", service="elsewhere.example", epoch=9, created_at=LATER)
    browsers.update(failures=2, failing_since=LATER)
    pushes = Push.objects.exclude(subscription__player=mine)
    pushes.update(kind="ended", turn=99, created_at=LATER, due_at=LATER, claimed_until=LATER)
    pushes.update(attempts=4)
    tokens = Token.objects.exclude(owner=mine)
    tokens.update(bot=None, name=OTHER, scopes=[], mark=Concat(F("mark"), Value("x")), epoch=9)
    tokens.update(created_at=LATER, used_at=LATER, revoked_at=LATER)
    uploads = Upload.objects.exclude(owner=mine).filter(shared=False)
    uploads.update(text=f">{OTHER}: DOG 8G DOG +10 10\n", title=OTHER, names=[OTHER, OTHER], size=9)
    uploads.update(digest=Concat(F("digest"), Value("x")), variant="super", tile_set="en-super")
    uploads.update(layout="super", revision=None, created_at=LATER)


def _change_accounts(others: QuerySet[Player]) -> None:
    """How others log in."""
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
