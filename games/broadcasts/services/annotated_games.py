"""Making annotated games, sharing the work with a second scorekeeper, and deleting them."""

import secrets
from dataclasses import asdict
from datetime import datetime
from uuid import UUID

from django.db.models import F

from games.broadcasts.models import AnnotatedGame, Scorekeeper
from games.broadcasts.services.access import find_owner, require_keeper
from games.broadcasts.services.locking import locked_annotated_game
from games.broadcasts.terms.settings import (
    MAX_NAME_LENGTH,
    MAX_SEATS,
    MIN_SEATS,
    AnnotationSettings,
)
from games.common.form_keys import SAME_FORM_WITHIN
from games.common.names import clean_title
from games.events.models import Event, EventTable
from games.events.services.access import is_director, require_director
from games.play.models.rooms import new_code
from games.play.services.locking import write_transaction
from games.players.models import Player
from games.players.services.sanctions import require_may_write
from games.rules.positions.variants import get_variant
from games.uploads.services import storage
from scrabble_site.shared.refusals import Conflict, Forbidden, InvalidRequest, NotFound

MAX_LIVE_GAMES = 20
"""How many games that are not over one player may write down."""
MAX_KEEPERS = 4


def create_annotated_game(
    owner: Player, chosen: AnnotationSettings, key: str, now: datetime
) -> AnnotatedGame:
    """Make a game of which its owner is the first scorekeeper. A form sent twice makes one game.

    Whoever directs an event may have a game at one of its tables written down; if it already is,
    they become a scorekeeper of that game. Raises ``InvalidRequest`` for missing names,
    ``Forbidden`` for someone who may not write or does not direct the event, and ``Conflict`` for
    too many live games or scorekeepers.
    """
    names = clean_seat_names(chosen)
    title = clean_title(chosen.title) or " – ".join(names)
    require_may_write(owner, now)
    if chosen.table is not None:
        require_director(chosen.table.round.event, owner)
    with write_transaction():
        # Two forms of one player, sent at the same moment, are handled one after the other.
        owner = Player.objects.select_for_update(no_key=True).get(pk=owner.pk)
        own = AnnotatedGame.objects.filter(keepers__player=owner)
        if key:
            same = own.filter(key=key, created_at__gt=now - SAME_FORM_WITHIN).first()
            if same is not None:
                return same
        if chosen.table is not None:
            known = AnnotatedGame.objects.filter(table=chosen.table).first()
            if known is not None:
                _add_keeper(known, owner, now)
                return known
        if own.filter(stage=AnnotatedGame.Stage.LIVE).count() >= MAX_LIVE_GAMES:
            raise Conflict("annotation.many", n=MAX_LIVE_GAMES)
        game = AnnotatedGame.objects.create(
            code=new_code(),
            title=title,
            names=list(names),
            variant=chosen.variant,
            edition=chosen.edition,
            options=asdict(chosen.options),
            revision=chosen.lexicon.current_revision if chosen.lexicon else None,
            listed=chosen.listed,
            shows_racks=chosen.shows_racks,
            table=chosen.table,
            invite=secrets.token_urlsafe(12),
            key=key,
            created_at=now,
            changed_at=now,
        )
        Scorekeeper.objects.create(game=game, player=owner, joined_at=now)
        if chosen.table is not None:  # its page links to the game
            event = Event.objects.filter(pk=chosen.table.round.event_id)
            event.update(stamp=F("stamp") + 1)
    return game


def clean_seat_names(chosen: AnnotationSettings) -> tuple[str, ...]:
    """Return the names of the players as they are stored. Raises ``InvalidRequest``."""
    names = tuple(clean_title(name)[:MAX_NAME_LENGTH].strip() for name in chosen.names)
    variant = get_variant(chosen.variant)
    if not MIN_SEATS <= len(names) <= min(MAX_SEATS, variant.max_seats) or not all(names):
        raise InvalidRequest("annotation.names", n=min(MAX_SEATS, variant.max_seats))
    return names


def join_scorekeepers(code: str, invite: str, player: Player, now: datetime) -> None:
    """Make whoever has the link a scorekeeper. Doing so again changes nothing.

    Raises ``NotFound`` for a wrong link, and ``Conflict`` if there are enough scorekeepers.
    """
    require_may_write(player, now)
    with locked_annotated_game(code) as game:
        if not secrets.compare_digest(game.invite, invite):
            raise NotFound("annotation.old_link")
        _add_keeper(game, player, now)


def _add_keeper(game: AnnotatedGame, player: Player, now: datetime) -> None:
    if game.keepers.filter(player=player).exists():
        return
    if game.keepers.count() >= MAX_KEEPERS:
        raise Conflict("annotation.keepers", n=MAX_KEEPERS)
    Scorekeeper.objects.create(game=game, player=player, joined_at=now)


def delete_annotated_game(code: str, player: Player) -> None:
    """Delete a game with its record. Raises ``Forbidden`` for everyone but its owner."""
    with write_transaction():
        player = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        with locked_annotated_game(code) as game:
            require_keeper(game, player)
            if find_owner(game) != player:
                raise Forbidden("annotation.owner_only")
            record = game.record_id
            if game.table is not None:
                # The broadcast's stamp counts that of the game, and must not become lower.
                events = Event.objects.filter(rounds__tables=game.table)
                events.update(stamp=F("stamp") + 1)
            game.delete()
            if record is not None:
                delete_record(player, record)


def delete_record(owner: Player, record: UUID) -> None:
    """Delete the record of a game, if its owner has not done so."""
    try:
        storage.delete_upload(owner, record)
    except NotFound:
        return


def find_table(
    event: Event, player: Player | None, round_number: int, table_number: int
) -> EventTable:
    """Return a table at which a director may have a game written down.

    Raises ``Forbidden`` for anyone but a director, ``Conflict`` for an event played here, and
    ``NotFound`` for a table that does not exist.
    """
    if player is None or not is_director(event, player):
        raise Forbidden("event.directors_only")
    if not event.on_boards:
        raise Conflict("annotation.played_here")
    rows = EventTable.objects.select_related("round__event__lexicon__current_revision")
    rows = rows.prefetch_related("seats__entrant__player")
    found = rows.filter(round__event=event, round__number=round_number, number=table_number).first()
    if found is None:
        raise NotFound("event.no_table")
    return found
