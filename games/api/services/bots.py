"""Programs at the table: players without an account whose names bear a mark, each a member's."""

from django.db import IntegrityError, transaction

from games.common.refusals import Conflict, Unsuitable
from games.play.services.naming import require_free
from games.players.models import Player
from games.players.names import clean_bot_name

MOST = 10
"""Bots of one member, by name."""


def find_or_make_bot(owner: Player, called: str) -> Player:
    """The owner's bot of this name, made at the first need. In the caller's transaction.

    Raises ``Unsuitable`` for a name that cannot be, or that is somebody else's.
    """
    name = clean_bot_name(called)
    if not name:
        raise Unsuitable("token.bot")
    known = owner.bots.filter(nickname=name, left_at=None).first()
    if known is not None:
        return known
    if owner.bots.filter(left_at=None).count() >= MOST:
        raise Conflict("token.many_bots", n=MOST)
    require_free(name)
    try:
        with transaction.atomic():
            return Player.objects.create(nickname=name, operator=owner)
    except IntegrityError as error:  # somebody has just taken it
        raise Unsuitable("nickname.member", name=name) from error
