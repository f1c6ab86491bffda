"""What the site tells people who may not be looking: on the site, and by mail where known."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from games.common.rates import spend
from games.common.refusals import TooSoon
from games.mail.services.outbox import without_links, write_letter
from games.play.chairs import is_away
from games.play.models import Game, Holder, Room
from games.play.services.schedule import turn_days
from games.players.models import Notice, Player
from games.players.names import isolate
from games.players.services.blocks import are_apart
from games.rules.variants import get_variant

MOST_INVITATIONS = 6
"""Notices of invitations that one person can have put before another in a day."""

DAY = timedelta(days=1)
BEFORE_MAIL = {"reminder": timedelta(0), "invitation": timedelta(minutes=1)}
"""How long a letter waits for its notice to be read; :data:`USUAL_WAIT` for the others."""
USUAL_WAIT = timedelta(minutes=10)

TURN_KINDS = ("turn", "reminder")


def tell(
    player: Player,
    room: Room,
    kind: str,
    text: str,
    now: datetime,
    *,
    sender: Player | None = None,
    letter: str = "",
    by: datetime | None = None,
) -> None:
    """Leave a notice, and a letter where an address is known. ``sender``: whose doing it is, of
    which nobody hears who is kept apart from them, but for turns; ``letter``: what to write there
    instead of ``text``; ``by``: when a letter would be too late."""
    if sender is not None and kind not in TURN_KINDS and not may_tell(sender, player):
        return
    notice = Notice.objects.create(player=player, room=room, kind=kind, text=text, created_at=now)
    wait = BEFORE_MAIL.get(kind, USUAL_WAIT)
    body = without_links(letter or text)
    write_letter(notice, _subject(kind), body, now, sender=sender, wait=wait, by=by)


def may_tell(sender: Player, player: Player) -> bool:
    """Whether one person may have another told one thing more; it is counted."""
    if are_apart(player.pk, sender.pk):
        return False
    try:
        spend("notices", player=f"{sender.pk} {player.pk}")
    except TooSoon:
        return False
    return True


def tell_invited(room: Room, game: Game, now: datetime) -> None:
    """Tell every player invited to this game, once each. The letter says nothing that the host
    has chosen but the name; whoever was told too often today finds the rest in the lobby."""
    text = _("%(name)s invites you to %(title)s.") % {
        "name": isolate(room.host.nickname),
        "title": isolate(room.title),
    }
    letter = _("%(name)s invites you to a game of %(game)s.") % {
        "name": isolate(room.host.nickname),
        "game": get_variant(room.variant).name,
    }
    for invitation in game.invitations.filter(left=False).select_related("player"):
        guest = invitation.player
        told = guest.notices.filter(kind="invitation")
        today = told.filter(room__host=room.host, created_at__gt=now - DAY).count()
        if today < MOST_INVITATIONS and not told.filter(room=room).exists():
            tell(guest, room, "invitation", text, now, sender=room.host, letter=letter)


def tell_turn(room: Room, game: Game, seat: int, mover: Player | None, now: datetime) -> None:
    """Tell whoever is to move in a game over days, unless they have been told already, or have
    left a reply that is looked at first."""
    if is_over_days(game) and seat not in game.replying:
        text = _("It is your turn at %(title)s.") % {"title": isolate(room.title)}
        _tell_mover(room, game, seat, text, mover, now)


def tell_unanswered(room: Room, game: Game, seat: int, *, lawful: bool, now: datetime) -> None:
    """Tell whoever is to move that no stored reply was made: none fits, or it cannot be made."""
    if lawful:
        text = _("It is your turn at %(title)s: none of your stored replies fits.")
    else:
        text = _("It is your turn at %(title)s: your stored reply could not be made.")
    _tell_mover(room, game, seat, text % {"title": isolate(room.title)}, None, now)


def _tell_mover(
    room: Room, game: Game, seat: int, text: str, mover: Player | None, now: datetime
) -> None:
    for holder in game.holders.filter(seat__number=seat).select_related("player"):
        unread = holder.player.notices.filter(room=room, read_at=None)
        if not unread.filter(kind__in=TURN_KINDS).exists():
            tell(holder.player, room, "turn", text, now, sender=mover)


def forget_invitation(room: Room, guest: Player, now: datetime) -> None:
    """An invitation that was answered or taken back is no news any more."""
    guest.notices.filter(room=room, kind="invitation", read_at=None).update(read_at=now)


def tell_result(room: Room, game: Game, ender: Player | None, now: datetime) -> None:
    """Tell those who sit in a game, and are not in the room, that it has ended; whose act has ended
    it knows."""
    text = _("The game at %(title)s has ended.") % {"title": isolate(room.title)}
    for holder in game.holders.select_related("player"):
        if holder.player != ender and is_away(holder, now):
            tell(holder.player, room, "ended", text, now)


def tell_rematch(room: Room, game: Game, asker: Player, now: datetime) -> None:
    """Tell the others at the table that somebody would like another game."""
    text = _("%(name)s would like another game at %(title)s.") % {
        "name": isolate(asker.nickname),
        "title": isolate(room.title),
    }
    for holder in game.holders.exclude(player=asker).select_related("player"):
        tell(holder.player, room, "rematch", text, now, sender=asker)


def tell_started(room: Room, game: Game, starter: Player, now: datetime) -> None:
    """Tell those at the table who are not in the room that a game has begun."""
    text = _("The game at %(title)s has begun.") % {"title": isolate(room.title)}
    room.notices.filter(kind="rematch", read_at=None).update(read_at=now)
    for holder in game.holders.exclude(player=starter).select_related("player"):
        if is_away(holder, now):
            tell(holder.player, room, "started", text, now, sender=starter)


def mark_read(player: Player, room: Room, now: datetime) -> None:
    """Opening the room, or taking a turn there, reads its notices."""
    player.notices.filter(room=room, read_at=None).update(read_at=now)


def mark_seen(holders: Sequence[int], now: datetime) -> None:
    """Who is in the room, by the holders' ids, sees there what its notices tell."""
    here = Holder.objects.filter(pk__in=holders)
    told = Notice.objects.filter(read_at=None, player__in=here.values("player"))
    in_it = here.filter(player=OuterRef("player"), game__room=OuterRef("room"))
    told.filter(Exists(in_it)).update(read_at=now)


def is_over_days(game: Game) -> bool:
    """Whether turns of this game have days."""
    return turn_days(game.room) is not None and game.moved_at is not None


def _subject(kind: str) -> str:
    subjects = {
        "invitation": _("Tileroom: you are invited"),
        "turn": _("Tileroom: it is your turn"),
        "reminder": _("Tileroom: your turn runs out"),
        "lapsing": _("Tileroom: a game is given up soon"),
        "rematch": _("Tileroom: another game is wanted"),
        "started": _("Tileroom: your game has begun"),
        "ended": _("Tileroom: a game has ended"),
    }
    return subjects.get(kind) or _("Tileroom: news from your table")
