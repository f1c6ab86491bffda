"""Bots: players without an account, run by a member and marked as bots in their name."""

from django.db import IntegrityError, transaction

from games.common.names import clean_bot_name
from games.play.services.naming import require_free_name
from games.players.models import Player
from scrabble_site.shared.refusals import Conflict, InvalidRequest

MAX_BOTS = 10
"""Maximum number of bots per member."""


def get_or_create_bot(owner: Player, called: str) -> Player:
    """Return the owner's bot with this name, creating it if needed. Call it in a transaction.

    Raises ``InvalidRequest`` if the name is invalid or taken, and ``Conflict`` if the owner has too
    many bots.
    """
    name = clean_bot_name(called)
    if not name:
        raise InvalidRequest("token.bot")
    known = owner.bots.filter(nickname=name, left_at=None).first()
    if known is not None:
        return known
    if owner.bots.filter(left_at=None).count() >= MAX_BOTS:
        raise Conflict("token.many_bots", n=MAX_BOTS)
    require_free_name(name)
    try:
        with transaction.atomic():
            return Player.objects.create(nickname=name, operator=owner)
    except IntegrityError as error:  # taken since the check above
        raise InvalidRequest("nickname.member", name=name) from error
