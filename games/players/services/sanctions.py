"""Moderators' decisions about players, and what sanctioned players may not do.

Checks need no query, because the player's own row holds the dates. Suspended players may finish
their running games: turns are not checked.
"""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from games.players.models import Player, Sanction
from scrabble_site.shared.instants import write_instant
from scrabble_site.shared.refusals import Forbidden

SanctionKind = Sanction.Kind
LASTING_SANCTIONS = {SanctionKind.MUTE: "muted_until", SanctionKind.SUSPENSION: "suspended_until"}


def impose_sanction(
    player: Player,
    kind: Sanction.Kind,
    words: str,
    now: datetime,
    *,
    until: datetime | None = None,
    by: User | None = None,
) -> Sanction:
    """Sanction a player. If an earlier sanction of the kind lasts longer, its end stays."""
    with transaction.atomic():
        player = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if field := LASTING_SANCTIONS.get(kind):
            assert until is not None, "it lasts until some time"
            setattr(player, field, max(until, getattr(player, field) or until))
            player.save(update_fields=[field])
        return Sanction.objects.create(
            player=player, kind=kind, words=words, until=until, made_at=now, made_by=by
        )


def copy_sanctions(source: Player, player: Player, now: datetime) -> None:
    """Apply the sanctions of ``source`` that are still in force to ``player``.

    Both are the same person.
    """
    with transaction.atomic():
        locked = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        for kind, field in LASTING_SANCTIONS.items():
            until = getattr(source, field)
            if until is None or until <= now:
                continue
            # The player already has a sanction that lasts as long.
            if (getattr(locked, field) or now) >= until:
                continue
            latest = source.sanctions.filter(kind=kind).first()
            impose_sanction(locked, kind, latest.words if latest else "", now, until=until)
    player.refresh_from_db(fields=list(LASTING_SANCTIONS.values()))


def lift_sanction(player: Player, kind: Sanction.Kind) -> None:
    """End a sanction of a kind that lasts."""
    Player.objects.filter(pk=player.pk).update(**{LASTING_SANCTIONS[kind]: None})


def require_may_write(player: Player, now: datetime) -> None:
    """Raise ``Forbidden`` if the player is muted or suspended; it carries ``until`` and ``why``."""
    require_may_play(player, now)
    if player.muted_until is not None and player.muted_until > now:
        raise _refuse("player.muted", player, SanctionKind.MUTE, player.muted_until)


def require_may_play(player: Player, now: datetime) -> None:
    """Raise ``Forbidden`` if the player is suspended from sitting down, opening rooms and
    inviting."""
    if player.suspended_until is not None and player.suspended_until > now:
        raise _refuse("player.suspended", player, SanctionKind.SUSPENSION, player.suspended_until)


def _refuse(code: str, player: Player, kind: Sanction.Kind, until: datetime) -> Forbidden:
    latest = player.sanctions.filter(kind=kind).first()
    return Forbidden(code, until=write_instant(until), why=latest.words if latest else "")
