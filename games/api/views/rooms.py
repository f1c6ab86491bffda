"""Rooms: looked at by everybody, played in by members' programs."""

from collections.abc import Callable
from datetime import datetime

from django.http import HttpRequest
from django.utils import timezone
from ninja import Router, Status

from games.api.identity import any_token, begin_as, bot_of, may_play, maybe_token, token_of
from games.api.perspective.rooms import tell_entry, tell_room
from games.api.schemas.common import READ_ERRORS, WRITE_ERRORS, Problem
from games.api.schemas.rooms import (
    ActIn,
    ActKind,
    MeOut,
    OwnRoom,
    RoomList,
    RoomOut,
    RoomWish,
    SeatWish,
    SeedPart,
)
from games.api.services import tables
from games.api.wishes import read_wishes
from games.common.addresses import address_of
from games.common.figures import MOVES_OF_PEOPLE
from games.common.rates import spend
from games.common.refusals import Unsuitable
from games.lobby.perspective import look_at_lists, look_at_own
from games.play.services import dealing, outages, rooms, seats, turns
from games.play.topics import publish_room, publish_scene
from games.players.models import Player
from games.rules.moves import Accept, Act, Challenge, Exchange, Pass, Play, Resign
from games.rules.tiles import TileSet

router = Router(tags=["Rooms"])

KEY_MOST = 64

ANSWERS = {200: RoomOut, WRITE_ERRORS: Problem}

BARE: dict[ActKind, Callable[[], Act]] = {
    ActKind.PASS: Pass,
    ActKind.CHALLENGE: Challenge,
    ActKind.ACCEPT: Accept,
    ActKind.RESIGN: Resign,
}


@router.get("/me", response={200: MeOut, WRITE_ERRORS: Problem}, auth=any_token)
def me(request: HttpRequest) -> MeOut:
    """Whom this token speaks for, and the open games of its bot."""
    token = token_of(request)
    assert token is not None
    own = look_at_own(token.bot, timezone.now()).mine if token.bot else ()
    return MeOut(
        token=token.name,
        scopes=token.scopes,
        member=token.owner.nickname,
        bot=token.bot.nickname if token.bot else None,
        rooms=[
            OwnRoom(code=one.code, title=one.title, status=one.status, my_turn=one.my_turn)
            for one in own
        ],
    )


@router.get("/rooms", response=RoomList)
def list_rooms(request: HttpRequest) -> RoomList:
    """The lobby: public rooms that wait for players, and games to watch."""
    lists = look_at_lists(timezone.now())
    return RoomList(
        waiting=[tell_entry(one) for one in lists.rooms],
        playing=[tell_entry(one) for one in lists.live],
    )


@router.get(
    "/rooms/{slug:code}", response={200: RoomOut, READ_ERRORS | {401}: Problem}, auth=maybe_token
)
def room(request: HttpRequest, code: str) -> RoomOut:
    """A room as a watcher sees it, or as the seat of this token's bot does."""
    token = token_of(request)
    return tell_room(code, token.bot if token else None)


@router.post("/rooms", response={201: RoomOut, WRITE_ERRORS: Problem}, auth=may_play)
def open_room(request: HttpRequest, wish: RoomWish) -> Status[RoomOut]:
    """Open an unrated room and sit down in it."""
    now = timezone.now()
    bot = _begin(request, "computer_games" if wish.computer else "rooms", now)
    opened = tables.open_room(bot, read_wishes(wish), wish.computer, _key(wish.key), now)
    return Status(201, _show(opened.code, bot))


@router.post("/rooms/{slug:code}/sit", response=ANSWERS, auth=may_play)
def sit_down(request: HttpRequest, code: str, wish: SeatWish) -> RoomOut:
    """Take a seat."""
    now = timezone.now()
    bot = _begin(request, "seats", now)
    tables.sit_down(code, bot, wish.seat, now)
    return _show(code, bot)


@router.post("/rooms/{slug:code}/stand", response=ANSWERS, auth=may_play)
def stand_up(request: HttpRequest, code: str) -> RoomOut:
    """Leave one's seat before the start; to leave a game that goes on, resign."""
    bot = _count(request, "seats")
    seats.stand(code, bot, timezone.now())
    return _show(code, bot)


@router.post("/rooms/{slug:code}/start", response=ANSWERS, auth=may_play)
def start_game(request: HttpRequest, code: str) -> RoomOut:
    """The host starts the game with everyone who sits."""
    now = timezone.now()
    bot = _begin(request, "deeds", now)
    rooms.start(code, bot, now)
    return _show(code, bot)


@router.post("/rooms/{slug:code}/rematch", response=ANSWERS, auth=may_play)
def ask_rematch(request: HttpRequest, code: str) -> RoomOut:
    """Ask for another game; it starts once everybody has."""
    now = timezone.now()
    bot = _begin(request, "deeds", now)
    rooms.ask_rematch(code, bot, now)
    return _show(code, bot)


@router.post("/rooms/{slug:code}/seed", response=ANSWERS, auth=may_play)
def add_to_seed(request: HttpRequest, code: str, part: SeedPart) -> RoomOut:
    """Add to the seed of the bag, as players' pages do. Where a seat has not, the start waits for
    some seconds."""
    bot = _count(request, "deeds")
    dealing.contribute(code, bot, part.game, part.added, timezone.now())
    return _show(code, bot)


@router.post("/rooms/{slug:code}/acts", response=ANSWERS, auth=may_play)
def act(request: HttpRequest, code: str, made: ActIn) -> RoomOut:
    """Play, exchange, pass, challenge, accept or resign."""
    bot = _count(request, "moves")
    outages.be_alive()
    tile_set = turns.prepare(code, str(bot.pk))
    scene = turns.act(
        code,
        bot.pk,
        _read_act(made, tile_set),
        game_id=str(made.game),
        turn=made.turn,
        key=_key(made.key),
        now=timezone.now(),
        epoch=bot.epoch,
    )
    MOVES_OF_PEOPLE.inc()
    publish_scene(scene)
    return tell_room(code, bot)


def _read_act(made: ActIn, tile_set: TileSet) -> Act:
    if made.act is ActKind.PLAY:
        return Play.read(_printable(made.position), _printable(made.tiles), tile_set)
    if made.act is ActKind.EXCHANGE:
        return Exchange(tile_set.read(_printable(made.tiles)))
    return BARE[made.act]()


def _printable(text: str) -> str:
    if not text.isprintable():
        raise Unsuitable("form.text")
    return text


def _key(text: str) -> str:
    return _printable(text)[:KEY_MOST]


def _begin(request: HttpRequest, limit: str, now: datetime) -> Player:
    """The bot, whose member may begin games."""
    bot = begin_as(request, now)
    spend(limit, player=bot.pk, address=address_of(request))
    return bot


def _count(request: HttpRequest, limit: str) -> Player:
    """The bot; what it does is counted as that of people."""
    bot = bot_of(request)
    spend(limit, player=bot.pk, address=address_of(request))
    return bot


def _show(code: str, bot: Player) -> RoomOut:
    """Publish a change, and tell the program how it stands."""
    publish_room(code)
    return tell_room(code, bot)
