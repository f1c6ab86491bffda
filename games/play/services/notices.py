"""What the site tells people who may not be looking: on the site, and by mail where known."""

from datetime import datetime

from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.utils.translation import gettext as _

from games.play.models import Game, Room
from games.play.services.schedule import forfeit_at
from games.players.models import Notice, Player


def tell(player: Player, room: Room, kind: str, text: str, now: datetime) -> Notice:
    """Leave a notice; mail it, too, after the transaction, if an address is known."""
    notice = Notice.objects.create(player=player, room=room, kind=kind, text=text, created_at=now)
    if player.email:
        transaction.on_commit(lambda: _mail(notice, now))
    return notice


def tell_invited(room: Room, game: Game, now: datetime) -> None:
    """Tell every player invited to this game, once each."""
    text = _("%(name)s invites you to %(title)s.") % {
        "name": room.host.nickname,
        "title": room.title,
    }
    for invitation in game.invitations.select_related("player"):
        guest = invitation.player
        if not guest.notices.filter(room=room, kind="invitation").exists():
            tell(guest, room, "invitation", text, now)


def tell_result(room: Room, game: Game, now: datetime) -> None:
    """Tell everyone who sat in a game played over days how it ended."""
    if game.outcome is None or not _played_over_days(game):
        return
    text = _("The game at %(title)s has ended.") % {"title": room.title}
    for holder in game.holders.select_related("player"):
        tell(holder.player, room, "ended", text, now)


def mark_read(player: Player, room: Room, now: datetime) -> None:
    """Opening the room reads its notices."""
    player.notices.filter(room=room, read_at=None).update(read_at=now)


def _played_over_days(game: Game) -> bool:
    return forfeit_at(game) is not None


def _mail(notice: Notice, now: datetime) -> None:
    path = f"/r/{notice.room.code}/"
    send_mail(
        subject=_("Tileroom: %(title)s") % {"title": notice.room.title},
        message=f"{notice.text}\n\n{settings.SITE_URL.rstrip('/')}{path}",
        from_email=None,
        recipient_list=[notice.player.email],
        fail_silently=True,
    )
    Notice.objects.filter(pk=notice.pk).update(mailed_at=now)
