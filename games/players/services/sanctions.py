"""What moderators decide about somebody, and who may therefore not do what.

Asking costs no statement: it stands in the player's own row. Who is suspended finishes the games
that go on: no turn asks.
"""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.formats import date_format

from games.common.refusals import Forbidden
from games.players.models import Player, Sanction

Kind = Sanction.Kind
LASTING = {Kind.MUTE: "muted_until", Kind.SUSPENSION: "suspended_until"}


def impose(
    player: Player,
    kind: Sanction.Kind,
    words: str,
    now: datetime,
    *,
    until: datetime | None = None,
    by: User | None = None,
) -> Sanction:
    """Decide something about a player; of two that last, the longer holds."""
    with transaction.atomic():
        player = Player.objects.select_for_update().get(pk=player.pk)
        if field := LASTING.get(kind):
            assert until is not None, "it lasts until some time"
            setattr(player, field, max(until, getattr(player, field) or until))
            player.save(update_fields=[field])
        return Sanction.objects.create(
            player=player, kind=kind, words=words, until=until, made_at=now, made_by=by
        )


def lift(player: Player, kind: Sanction.Kind) -> None:
    """End what still lasts."""
    Player.objects.filter(pk=player.pk).update(**{LASTING[kind]: None})


def require_voice(player: Player, now: datetime) -> None:
    """Raise ``Forbidden`` ("player.muted", with ``until`` and ``why``) for who may not write."""
    require_standing(player, now)
    if player.muted_until is not None and player.muted_until > now:
        raise _refuse("player.muted", player, Kind.MUTE, player.muted_until)


def require_standing(player: Player, now: datetime) -> None:
    """Raise ``Forbidden`` ("player.suspended") for who may not sit down, open rooms or invite."""
    if player.suspended_until is not None and player.suspended_until > now:
        raise _refuse("player.suspended", player, Kind.SUSPENSION, player.suspended_until)


def _refuse(code: str, player: Player, kind: Sanction.Kind, until: datetime) -> Forbidden:
    latest = player.sanctions.filter(kind=kind).first()
    return Forbidden(code, until=in_words(until), why=latest.words if latest else "")


def in_words(until: datetime) -> str:
    """An instant as people are told it; the site's time is UTC."""
    return f"{date_format(until, 'DATETIME_FORMAT')} UTC"
