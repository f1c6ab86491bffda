"""Rooms as a program sees them: what :mod:`games.play.perspective` shows its seat, or a watcher.

Racks of a running game other than the program's own are told to nobody here, even where watchers
of the page see them.
"""

from collections.abc import Sequence

from games.api.schemas.common import LexiconRef
from games.api.schemas.games import VerdictOut
from games.api.schemas.rooms import (
    BoardTileOut,
    RoomLine,
    RoomOut,
    TableChallenge,
    TableEnd,
    TableMove,
    TableSeat,
    UnseenTile,
)
from games.lobby.perspective.entries import Entry
from games.play.gameview import RackTileView, RoomView, SeatView, TileView
from games.play.models import Game
from games.play.topics import view_room
from games.players.models import Player
from games.players.names import BOT
from games.rules.tiles import BLANK, Letter, TileSet, load_tile_set
from games.rules.variants import get_variant


def tell_entry(entry: Entry) -> RoomLine:
    return RoomLine(
        code=entry.code,
        url=entry.url,
        title=entry.title,
        variant=entry.variant_name,
        summary=list(entry.summary),
        status=entry.status,
        seats_taken=entry.seats_taken,
        seats_total=entry.seats_total,
        players=[side.team or " & ".join(one.name for one in side.people) for side in entry.sides],
    )


def tell_room(code: str, bot: Player | None) -> RoomOut:
    """Raises ``Missing``, and ``Forbidden`` for a program that the host has sent away."""
    view = view_room(code, str(bot.pk) if bot else "")
    game = (
        Game.objects.select_related("room__lexicon__current_revision", "revision")
        .defer("state", "opening", "outcome")
        .get(pk=view.game_id)
    )
    room = game.room
    tile_set, outcome = load_tile_set(room.edition), view.outcome
    revision = game.revision or room.lexicon.current_revision
    return RoomOut(
        code=view.code,
        url=view.link,
        title=view.title,
        variant=view.variant,
        layout=get_variant(view.variant).layouts[0],
        tile_set=room.edition,
        lexicon=LexiconRef(
            code=room.lexicon.slug,
            name=room.lexicon.name,
            revision=revision.number if revision else None,
        ),
        challenge=str(room.options.get("challenge", "")),
        rated=view.rated,
        public=view.public,
        phase=view.phase,
        stamp=view.stamp,
        game=game.pk,
        number=view.number,
        turn=view.turn,
        to_move=view.to_move,
        seat=view.seat,
        rack=_write_rack(view.rack, tile_set) if view.rack is not None else None,
        can=sorted(view.can & OPEN_VERBS),
        seats=[_tell_seat(seat, view, tile_set) for seat in view.seats],
        board=[tell_tile(tile, tile_set) for tile in view.tiles],
        unseen=[UnseenTile(face=face, count=count) for face, count in view.unseen.groups],
        bag=view.unseen.bag,
        exchange_most=view.exchange_most,
        moves=_tell_moves(view),
        challenged=_tell_challenge(view),
        end=TableEnd(
            reason=outcome.reason,
            winner=outcome.winner,
            scores=[final.total for final in outcome.finals],
            record=outcome.record_url,
        )
        if outcome
        else None,
    )


OPEN_VERBS = frozenset(
    {"play", "exchange", "pass", "challenge", "accept", "resign"}
    | {"sit", "stand", "start", "rematch", "contribute"}
)
"""What a program can do here."""


def _tell_seat(seat: SeatView, view: RoomView, tile_set: TileSet) -> TableSeat:
    over = view.phase == "over"
    return TableSeat(
        number=seat.number,
        name=seat.name,
        taken=seat.taken,
        computer=seat.computer is not None,
        bot=any(name.endswith(BOT) for name in seat.names),
        score=seat.score,
        tiles=seat.tiles,
        rack=_write_rack(seat.rack, tile_set) if over and seat.rack is not None else None,
        in_play=seat.in_play,
        accepted=seat.accepted,
    )


def tell_tile(tile: TileView, tile_set: TileSet) -> BoardTileOut:
    return BoardTileOut(
        row=tile.row,
        col=tile.col,
        square=tile.square,
        tile=tile_set.marks.of(tile.face, blank=tile.blank),
        value=tile.value,
        blank=tile.blank,
        owner=tile.owner,
        safe=tile.safe,
    )


def _tell_moves(view: RoomView) -> list[TableMove]:
    return [
        TableMove(
            number=move.number,
            seat=move.seat,
            kind=move.kind,
            position=move.position,
            word=move.word,
            score=move.score,
            total=move.total,
            withdrawn=move.withdrawn,
        )
        for move in view.moves
    ]


def _tell_challenge(view: RoomView) -> TableChallenge | None:
    made = view.challenge
    if made is None:
        return None
    return TableChallenge(
        challenger=made.challenger,
        challenged=made.challenged,
        upheld=made.upheld,
        words=[VerdictOut(word=one.word, good=one.good) for one in made.words],
    )


def _write_rack(rack: Sequence[RackTileView], tile_set: TileSet) -> str:
    return tile_set.write(tuple(BLANK if one.blank else Letter(one.face) for one in rack))
