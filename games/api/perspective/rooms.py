"""Rooms as a program sees them: what :mod:`games.play.perspective` shows its seat, or a spectator.

During a game, a program sees no rack but its own, even where spectators of the page see the racks.
"""

from collections.abc import Sequence

from games.api.terms.schemas.common import LexiconRef
from games.api.terms.schemas.games import VerdictOut
from games.api.terms.schemas.rooms import (
    AbsenceVote,
    BoardTileOut,
    RoomLine,
    RoomOut,
    TableAbsence,
    TableChallenge,
    TableEnd,
    TableMove,
    TableSeat,
    TableVote,
    UnseenTile,
)
from games.common.names import BOT_SUFFIX
from games.lobby.perspective.entries import LobbyEntry
from games.play.live.topics import get_room_view
from games.play.models import Game
from games.play.perspective.room_options import options_as_data
from games.play.perspective.viewdata import RackTileView, RoomView, SeatView, TileView
from games.players.models import Player
from games.rules.equipment.tiles import BLANK, LetterTile, TileSet, load_tile_set
from games.rules.positions.variants import get_variant


def serialize_lobby_entry(entry: LobbyEntry) -> RoomLine:
    return RoomLine(
        code=entry.code,
        url=entry.url,
        title=entry.title,
        variant=entry.variant_name,
        summary=list(entry.summary),
        status=entry.status,
        seats_taken=entry.seats_taken,
        seats_total=entry.seats_total,
        players=[
            side.team or " & ".join(person.name for person in side.people) for side in entry.sides
        ],
    )


def serialize_room(code: str, bot: Player | None) -> RoomOut:
    """Return a room as the bot, or a spectator, sees it.

    Raises ``NotFound``, and ``Forbidden`` for a bot that the host has removed.
    """
    # The view is already masked for this seat. Nothing below may read the game's own state.
    view = get_room_view(code, str(bot.pk) if bot else "")
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
        options=options_as_data(room),
        phase=view.phase,
        stamp=view.stamp,
        game=game.pk,
        number=view.number,
        turn=view.turn,
        to_move=view.to_move,
        seat=view.seat,
        rack=_write_rack(view.rack, tile_set) if view.rack is not None else None,
        can=sorted(view.actions & PROGRAM_ACTIONS),
        seats=[_serialize_seat(seat, view, tile_set) for seat in view.seats],
        board=[serialize_tile(tile, tile_set) for tile in view.tiles],
        unseen=[UnseenTile(face=face, count=count) for face, count in view.unseen.groups],
        bag=view.unseen.bag,
        exchange_most=view.exchange_most,
        moves=_serialize_moves(view),
        challenged=_serialize_challenge(view),
        absence=_serialize_absence(view),
        vote=_serialize_vote(view),
        end=TableEnd(
            reason=outcome.reason,
            winner=outcome.winner,
            scores=[final.total for final in outcome.finals],
            record=outcome.record_url,
        )
        if outcome
        else None,
    )


PROGRAM_ACTIONS = frozenset(
    {"play", "exchange", "pass", "challenge", "accept", "resign", "abort", "vote_absence"}
    | {"sit", "stand", "start", "rematch", "contribute"}
)
"""Actions that the API offers."""


def _serialize_seat(seat: SeatView, view: RoomView, tile_set: TileSet) -> TableSeat:
    over = view.phase == "over"
    return TableSeat(
        number=seat.number,
        name=seat.name,
        taken=seat.taken,
        computer=seat.computer is not None,
        bot=any(name.endswith(BOT_SUFFIX) for name in seat.names),
        score=seat.score,
        tiles=seat.tiles,
        rack=_write_rack(seat.rack, tile_set) if over and seat.rack is not None else None,
        in_play=seat.in_play,
        accepted=seat.accepted,
        rejected=seat.rejected,
    )


def serialize_tile(tile: TileView, tile_set: TileSet) -> BoardTileOut:
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


def _serialize_moves(view: RoomView) -> list[TableMove]:
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


def _serialize_challenge(view: RoomView) -> TableChallenge | None:
    made = view.challenge
    if made is None:
        return None
    return TableChallenge(
        challenger=made.challenger,
        challenged=made.challenged,
        upheld=made.upheld,
        words=[VerdictOut(word=word_score.word, good=word_score.good) for word_score in made.words],
    )


def _serialize_absence(view: RoomView) -> TableAbsence | None:
    missed = view.absence
    if missed is None:
        return None
    votes = [(seat, one.choice) for one in missed.choices for seat in one.seats]
    return TableAbsence(
        seat=missed.seat,
        choices=[one.choice for one in missed.choices],
        votes=[AbsenceVote(seat=seat, choice=choice) for seat, choice in sorted(votes)],
    )


def _serialize_vote(view: RoomView) -> TableVote | None:
    votes = view.votes
    if votes is None:
        return None
    return TableVote(seat=votes.seat, words=list(votes.words), accepted_words=list(votes.accepted))


def _write_rack(rack: Sequence[RackTileView], tile_set: TileSet) -> str:
    return tile_set.write(tuple(BLANK if tile.blank else LetterTile(tile.face) for tile in rack))
