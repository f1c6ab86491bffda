"""Rooms: readable by everyone, played in by members' programs."""

from collections.abc import Callable
from datetime import datetime

from django.http import HttpRequest
from django.utils import timezone
from ninja import Status

from games.api.perspective.rooms import serialize_lobby_entry, serialize_room
from games.api.services import room_actions
from games.api.terms.schemas.common import READ_ERRORS, WRITE_ERRORS, Problem
from games.api.terms.schemas.rooms import (
    AbsenceVoteRequest,
    ActIn,
    ActKind,
    MeOut,
    OwnRoom,
    RoomList,
    RoomOut,
    RoomRequest,
    SeatRequest,
    SeedPart,
)
from games.api.views.room_settings import parse_room_settings
from games.api.views.routers import StrictRouter, count_requests
from games.api.views.token_auth import (
    any_token,
    get_bot,
    get_token,
    may_play,
    maybe_token,
    require_active_bot,
)
from games.common.client_addresses import get_client_address
from games.common.metrics import MOVES_OF_PEOPLE
from games.common.rate_limits import enforce_rate_limit
from games.common.request_arrivals import get_arrival_time
from games.lobby.perspective import (
    MAX_ENTRIES,
    LobbyEntry,
    build_lobby_lists,
    build_own_entries,
    list_open_games,
)
from games.play.live.topics import publish_room, publish_snapshot
from games.play.services import absence, dealing, invitations, outages, rooms, seats, turns
from games.players.models import Player
from games.rules.equipment.tiles import TileSet
from games.rules.plays.acts import Abort, Accept, Act, Challenge, Exchange, Pass, Play, Resign
from scrabble_site.shared.refusals import InvalidRequest

router = StrictRouter(tags=["Rooms"])

MAX_KEY_LENGTH = 64

ANSWERS = {200: RoomOut, WRITE_ERRORS: Problem}

BARE: dict[ActKind, Callable[[], Act]] = {
    ActKind.PASS: Pass,
    ActKind.CHALLENGE: Challenge,
    ActKind.ACCEPT: Accept,
    ActKind.RESIGN: Resign,
    ActKind.ABORT: Abort,
}


@router.get("/me", response={200: MeOut, WRITE_ERRORS: Problem}, auth=any_token)
def me(request: HttpRequest) -> MeOut:
    """The owner of this token, and the open games of its bot."""
    token = get_token(request)
    assert token is not None
    own = _own_rooms(token.bot, timezone.now()) if token.bot else ()
    return MeOut(
        token=token.name,
        scopes=token.scopes,
        member=token.owner.shown_name,
        bot=token.bot.nickname if token.bot else None,
        rooms=[
            OwnRoom(code=one.code, title=one.title, status=one.status, my_turn=one.my_turn)
            for one in own
        ],
    )


def _own_rooms(bot: Player, now: datetime) -> tuple[LobbyEntry, ...]:
    return build_own_entries(bot, list_open_games(bot, now)[:MAX_ENTRIES], now, previews=0)


@router.get("/rooms", response={200: RoomList, 401: Problem}, auth=maybe_token)
def list_rooms(request: HttpRequest) -> RoomList:
    """The lobby: public rooms that wait for players, and games to watch.

    With a token, rooms are left out if their people have blocked the token's member, or have been
    blocked by that member.
    """
    lists, token = build_lobby_lists(timezone.now()), get_token(request)
    closed = lists.list_blocked_rooms(token.owner.pk) if token else frozenset()
    return RoomList(
        waiting=[serialize_lobby_entry(entry) for entry in lists.rooms if entry.code not in closed],
        playing=[serialize_lobby_entry(entry) for entry in lists.live if entry.code not in closed],
    )


@router.get(
    "/rooms/{slug:code}", response={200: RoomOut, READ_ERRORS | {401}: Problem}, auth=maybe_token
)
def room(request: HttpRequest, code: str) -> RoomOut:
    """A room as a spectator sees it, or as the seat of this token's bot does."""
    token = get_token(request)
    return serialize_room(code, token.bot if token else None)


@router.post("/rooms", response={201: RoomOut, WRITE_ERRORS: Problem}, auth=may_play)
@count_requests(also=("rooms", "computer_games"))
def open_room(request: HttpRequest, wish: RoomRequest) -> Status[RoomOut]:
    """Open an unrated room and take a seat in it."""
    now = timezone.now()
    bot = require_active_bot(request, now)
    limit = "computer_games" if wish.computer else "rooms"
    enforce_rate_limit(limit, player=bot.pk, address=get_client_address(request))
    opened = room_actions.open_room_for_bot(
        bot, parse_room_settings(wish), wish.computer, _key(wish.key), now
    )
    return Status(201, _publish_and_serialize(opened.code, bot))


@router.post("/rooms/{slug:code}/sit", response=ANSWERS, auth=may_play)
@count_requests("seats", of="bot")
def sit_down(request: HttpRequest, code: str, wish: SeatRequest) -> RoomOut:
    """Take a seat."""
    now = timezone.now()
    bot = require_active_bot(request, now)
    room_actions.take_seat_for_bot(code, bot, wish.seat, now)
    return _publish_and_serialize(code, bot)


@router.post(
    "/rooms/{slug:code}/decline", response={204: None, WRITE_ERRORS: Problem}, auth=may_play
)
@count_requests("seats", of="bot")
def decline_invitation(request: HttpRequest, code: str) -> Status[None]:
    """Decline an invitation. To accept it, take a seat."""
    invitations.decline_invitation(code, get_bot(request), timezone.now())
    publish_room(code)
    return Status(204, None)


@router.post("/rooms/{slug:code}/stand", response=ANSWERS, auth=may_play, summary="Leave Seat")
@count_requests("seats", of="bot")
def stand_up(request: HttpRequest, code: str) -> RoomOut:
    """Leave your seat before the start. To leave a running game, resign."""
    bot = get_bot(request)
    seats.leave_seat(code, bot, timezone.now())
    return _publish_and_serialize(code, bot)


@router.post("/rooms/{slug:code}/start", response=ANSWERS, auth=may_play)
@count_requests("other_commands", of="bot")
def start_game(request: HttpRequest, code: str) -> RoomOut:
    """Start the game with everyone who has a seat. Only the host may do this."""
    now = timezone.now()
    bot = require_active_bot(request, now)
    rooms.start_game(code, bot, now)
    return _publish_and_serialize(code, bot)


@router.post("/rooms/{slug:code}/rematch", response=ANSWERS, auth=may_play)
@count_requests("other_commands", of="bot")
def ask_rematch(request: HttpRequest, code: str) -> RoomOut:
    """Ask for another game. It starts once all players have asked."""
    now = timezone.now()
    bot = require_active_bot(request, now)
    rooms.ask_rematch(code, bot, now)
    return _publish_and_serialize(code, bot)


@router.post("/rooms/{slug:code}/absence", response=ANSWERS, auth=may_play)
@count_requests("other_commands", of="bot")
def vote_absence(request: HttpRequest, code: str, wish: AbsenceVoteRequest) -> RoomOut:
    """Vote on what happens to the seat of an absent player.

    All players present must choose the same.
    """
    bot = get_bot(request)
    absence.cast_vote(code, bot, wish.seat, wish.choice, timezone.now())
    return _publish_and_serialize(code, bot)


@router.post("/rooms/{slug:code}/seed", response=ANSWERS, auth=may_play)
@count_requests("other_commands", of="bot")
def add_to_seed(request: HttpRequest, code: str, part: SeedPart) -> RoomOut:
    """Contribute to the seed of the bag, as players' pages do.

    The start waits a few seconds for seats that have not contributed.
    """
    bot = get_bot(request)
    dealing.contribute(code, bot, part.game, part.added, timezone.now())
    return _publish_and_serialize(code, bot)


@router.post("/rooms/{slug:code}/acts", response=ANSWERS, auth=may_play)
@count_requests("moves", of="bot")
def act(request: HttpRequest, code: str, made: ActIn) -> RoomOut:
    """Play, exchange, pass, challenge, accept, resign or abort."""
    bot = get_bot(request)
    # Time during an outage is not counted against the player, so it has to be noted before the
    # move.
    outages.ensure_reported_alive()
    tile_set = turns.prepare_turn(code, str(bot.pk))
    snapshot = turns.apply_player_act(
        code,
        bot.pk,
        _read_act(made, tile_set),
        game_id=str(made.game),
        turn=made.turn,
        key=_key(made.key),
        now=timezone.now(),
        session=(bot.epoch, 0),
        arrived=get_arrival_time(request),
    )
    MOVES_OF_PEOPLE.inc()
    publish_snapshot(snapshot)
    return serialize_room(code, bot)


def _read_act(made: ActIn, tile_set: TileSet) -> Act:
    if made.act is ActKind.PLAY:
        return Play.read(_printable(made.position), _printable(made.tiles), tile_set)
    if made.act is ActKind.EXCHANGE:
        return Exchange(tile_set.read(_printable(made.tiles)))
    return BARE[made.act]()


def _printable(text: str) -> str:
    if not text.isprintable():
        raise InvalidRequest("form.text")
    return text


def _key(text: str) -> str:
    return _printable(text)[:MAX_KEY_LENGTH]


def _publish_and_serialize(code: str, bot: Player) -> RoomOut:
    """Publish a change and return the room as the bot sees it."""
    publish_room(code)
    return serialize_room(code, bot)
