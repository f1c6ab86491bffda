"""Letters waiting to be sent: written in the transaction of what they tell, sent by the worker.

How much one person can have sent is limited here. :mod:`games.mail.post` does the sending.
"""

import re
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from games.mail.models import Letter
from games.mail.services.links import whole_address
from games.mail.services.times import leaves_at
from games.players.models import Notice, Player
from games.players.services.tellings import Channel, kind_of, telling_of, wants

DAY = timedelta(days=1)
MOST_TO_ONE = 8
"""Letters a day that one person can cause to another."""
MOST_BY_ONE = 40
"""Letters a day that one person can cause, to whomever."""
MOST_INVITATIONS = {"one": 3, "all": 12}
"""Invitations a day that are mailed to a person: by one other person, by all together."""

MOST_TOGETHER = 20
"""Letters in one mail, besides the first."""

LEASE = timedelta(minutes=2)
PAUSES = [timedelta(minutes=m) for m in (1, 5, 20, 60, 240, 720, 1440)]
"""Before the second try, the third ...; after the last the letter is given up."""
KEPT = timedelta(days=3)
"""Settled letters are forgotten after this; until then they count."""


def write_letter(
    notice: Notice,
    subject: str,
    text: str,
    now: datetime,
    *,
    sender: Player | None,
    wait: timedelta,
    by: datetime | None = None,
) -> None:
    """Put a letter that tells a notice into the outbox, if its player has a confirmed address.

    It leaves after ``wait``, or at the next of the hours that the player has chosen, unless the
    notice was read by then. ``by``: when it would be too late for what the player has to do.
    """
    player = notice.player
    if (
        not player.email
        or not _is_wanted(notice, player)
        or (sender and not _may_cause(sender, player, notice.kind, now))
    ):
        return
    telling = telling_of(player)
    leads_to = whole_address(notice.path or notice.get_absolute_url())
    Letter.objects.create(
        kind=notice.kind,
        to=player.email,
        player=player,
        sender=sender,
        notice=notice,
        subject=subject,
        text=f"{text}\n{leads_to}",
        created_at=now,
        due_at=leaves_at(now + wait, telling.mail_hours, telling.zone, by),
    )


def post_account_letter(to: str, subject: str, text: str, now: datetime) -> None:
    """A letter about an account (a link, a code), which leaves at once. How many may be asked for
    is bounded by whoever writes them."""
    Letter.objects.create(
        kind="account", to=to, subject=subject[:120], text=text, created_at=now, due_at=now
    )


def without_links(text: str) -> str:
    """What people wrote, so that no mail program makes an address of the web out of it."""
    return re.sub(r"([.:/@])(?=\S)", r"\1 ", text)


def take_letter(now: datetime) -> Letter | None:
    """The next letter to be sent, claimed for a while; those that are moot are settled."""
    due = _due(now)
    for letter in due.order_by("due_at")[:20]:
        if _is_moot(letter):
            _settle(letter)
        elif due.filter(pk=letter.pk).update(claimed_until=now + LEASE):
            return letter
    return None


def take_company(first: Letter, now: datetime) -> list[Letter]:
    """The other letters that tell the same player something and may leave by now, claimed, too."""
    if first.notice_id is None:
        return []
    due = _due(now).filter(player=first.player, to=first.to, notice__isnull=False)
    wanted = [letter for letter in due.order_by("due_at")[:MOST_TOGETHER] if not _is_moot(letter)]
    return [
        letter for letter in wanted if due.filter(pk=letter.pk).update(claimed_until=now + LEASE)
    ]


def note_sent(letter: Letter, now: datetime) -> None:
    """It is on its way."""
    _settle(letter, sent_at=now)
    if letter.notice_id is not None:
        Notice.objects.filter(pk=letter.notice_id).update(mailed_at=now)


def note_failed(letter: Letter, fault: str, now: datetime, *, for_good: bool) -> None:
    """Try again later, ever more rarely; ``for_good``: it can never be sent."""
    tries = letter.attempts + 1
    if for_good or tries > len(PAUSES):
        _settle(letter, attempts=tries, fault=fault[:200])
        return
    Letter.objects.filter(pk=letter.pk).update(
        attempts=tries,
        fault=fault[:200],
        due_at=now + PAUSES[tries - 1],
        claimed_until=None,
    )


def forget_letters(now: datetime) -> None:
    """Settled letters are not kept for ever."""
    Letter.objects.filter(due_at=None, created_at__lt=now - KEPT).delete()


def _settle(letter: Letter, **changes: object) -> None:
    """What it said is nobody's business any more."""
    Letter.objects.filter(pk=letter.pk).update(due_at=None, claimed_until=None, text="", **changes)


def _is_moot(letter: Letter) -> bool:
    """The notice was read, the player wants no such mail any more, or has another address."""
    if letter.player is None:
        return False
    if letter.notice is None:
        return letter.to != letter.player.email_asked
    is_news = letter.notice.read_at is None and _is_wanted(letter.notice, letter.player)
    return not is_news or letter.to != letter.player.email


def _is_wanted(notice: Notice, player: Player) -> bool:
    kind = kind_of(notice.kind)
    return kind is None or wants(player, kind, Channel.MAIL)


def _due(now: datetime) -> QuerySet[Letter]:
    """What may leave and is nobody's to send."""
    free = Q(claimed_until=None) | Q(claimed_until__lt=now)
    due = Letter.objects.filter(free, due_at__lte=now)
    return due.select_related("player__telling", "notice")


def _may_cause(sender: Player, player: Player, kind: str, now: datetime) -> bool:
    today = Letter.objects.filter(created_at__gt=now - DAY)
    caused = today.filter(sender=sender)
    to_one = caused.filter(player=player)
    if to_one.count() >= MOST_TO_ONE or caused.count() >= MOST_BY_ONE:
        return False
    if kind != "invitation":
        return True
    asked = today.filter(kind=kind, to=player.email).count()
    return (
        to_one.filter(kind=kind).count() < MOST_INVITATIONS["one"]
        and asked < MOST_INVITATIONS["all"]
    )
