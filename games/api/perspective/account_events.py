"""The state of a bot's account: its games, the actions expected of it, and its invitations."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from games.api.terms.schemas.events import AccountEvent
from games.play.live.topics import get_room_view
from games.play.models import Game, Invitation, SeatMember
from games.players.models import Player
from scrabble_site.shared.refusals import Refusal

AWAITED_ACTIONS = frozenset({"play", "accept", "challenge", "rematch"})
"""Actions for which a game may be waiting for the bot."""

# Most games reported as ended after a reconnection.
MAX_ENDED = 200
RUNNING_STATUSES = (Game.Status.PLAYING, Game.Status.FINAL_CHALLENGE)


@dataclass(frozen=True, slots=True)
class BotGame:
    """A game in which the bot has a seat.

    ``stamp`` is the room's; ``can`` lists the awaited actions.
    """

    room: str
    game: UUID
    stamp: int
    running: bool
    started_at: datetime | None
    turn: int
    can: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BotAccount:
    """A bot's open games and invitations at one moment, by the game's id."""

    games: Mapping[UUID, BotGame] = field(default_factory=dict)
    invitations: Mapping[UUID, AccountEvent] = field(default_factory=dict)


def read_account(bot: Player, known: BotAccount) -> BotAccount:
    """Read the current state of the account. Rooms unchanged since ``known`` are not read again."""
    holders = SeatMember.objects.filter(player=bot, game_over=False).select_related("game__room")
    # These columns are large and not needed here.
    holders = holders.defer("game__state", "game__opening", "game__outcome")
    games = {row.game_id: _read_game(row.game, bot, known) for row in holders}
    invitations = Invitation.objects.filter(player=bot, left=False).exclude(game__in=list(games))
    invitations = invitations.exclude(game__status=Game.Status.OVER).select_related(
        "game__room__host"
    )
    invitations = invitations.defer("game__state", "game__opening", "game__outcome")
    return BotAccount(
        games,
        {invitation.game_id: _build_invitation_event(invitation) for invitation in invitations},
    )


def list_account_events(
    bot: Player, before: BotAccount, after: BotAccount, since: datetime | None
) -> Iterator[AccountEvent]:
    """Yield what happened between two reads: games that ended first, then what is new.

    ``since`` is used by the first read after a reconnection. Games that ended after it are
    included; a game that started before it is reported only if it waits for the bot.
    """
    ended_pks = before.games.keys() - after.games.keys()
    yield from _list_end_events(bot, ended_pks, since)
    for pk in before.invitations.keys() - after.invitations.keys():
        if pk not in after.games:
            yield AccountEvent(type="invitation_gone", room=before.invitations[pk].room, game=pk)
    yield from (one for pk, one in after.invitations.items() if pk not in before.invitations)
    for pk, now in after.games.items():
        was = before.games.get(pk)
        began = now.running and (was is None or not was.running)
        if began and (since is None or (now.started_at is not None and now.started_at > since)):
            yield AccountEvent(type="game_start", room=now.room, game=pk, turn=now.turn)
        if now.can and (was is None or (was.turn, was.can) != (now.turn, now.can)):
            yield AccountEvent(
                type="turn", room=now.room, game=pk, turn=now.turn, can=list(now.can)
            )


def _read_game(game: Game, bot: Player, known: BotAccount) -> BotGame:
    was = known.games.get(game.pk)
    if was is not None and was.stamp == game.room.stamp:
        return was
    try:
        view = get_room_view(game.room.code, str(bot.pk))
        can = tuple(sorted(view.actions & AWAITED_ACTIONS)) if view.game_id == str(game.pk) else ()
    except Refusal:  # the host has removed the bot, or the room is gone
        can = ()
    # A challenge is optional: it is listed only where the bot has another action to take.
    can = can if {"play", "accept", "rematch"} & set(can) else ()
    return BotGame(
        room=game.room.code,
        game=game.pk,
        stamp=game.room.stamp,
        running=game.status in RUNNING_STATUSES,
        started_at=game.started_at,
        turn=game.turn_number,
        can=can,
    )


def _list_end_events(bot: Player, ended_pks: Any, since: datetime | None) -> Iterator[AccountEvent]:
    rows = Game.objects.filter(status=Game.Status.OVER, holders__player=bot)
    ended = rows.filter(ended_at__gt=since).order_by("ended_at") if since else rows.none()
    reported = set[UUID]()
    for some in (ended[:MAX_ENDED], rows.filter(pk__in=list(ended_pks))):
        for game in some.select_related("room").defer("state", "opening"):
            # After a reconnection a game may be in both lists.
            if game.pk not in reported:
                reported.add(game.pk)
                outcome: dict[str, Any] = game.outcome or {}
                yield AccountEvent(
                    type="game_end",
                    room=game.room.code,
                    game=game.pk,
                    turn=game.turn_number,
                    reason=outcome.get("reason", ""),
                    scores=outcome.get("scores"),
                )


def _build_invitation_event(invitation: Invitation) -> AccountEvent:
    room = invitation.game.room
    return AccountEvent(
        type="invitation", room=room.code, game=invitation.game_id, by=room.host.shown_name
    )
