"""Conditional replies that a seat has stored, shown to its holders only."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.play.models import ConditionalMove
from games.play.perspective.board_and_racks import build_rack_view, build_tile_view
from games.play.perspective.board_thumbnails import draw_thumbnail
from games.play.perspective.places import describe_placed_word
from games.play.perspective.viewdata import RackTileView, ReplyPositionView, ThumbnailView
from games.play.perspective.wording import explain
from games.play.services.replies import (
    MAX_REPLIES,
    ReplyRequest,
    build_reply_positions,
    evaluate_reply,
    may_depend_on_challenge,
    may_store_replies,
    read_replies,
)
from games.play.store.snapshots import RoomSnapshot, read_stable_snapshot
from games.players.models import Player
from games.rules.equipment.errors import RuleError
from games.rules.equipment.tiles import TileSet
from games.rules.flow.conditional_moves import ExpectedTurn
from games.rules.flow.game import GameState
from games.rules.plays.acts import Act, Exchange, Play, act_from_json
from scrabble_site.shared.refusals import Forbidden, Refusal


@dataclass(frozen=True, slots=True)
class ReplyView:
    """One stored reply in words."""

    # The reply's id.
    number: int
    # Its position in the list, from 1.
    place: int
    # The expected move and the reply to it, in words.
    guess: str
    answer: str
    # Whether the reply depends on the expected play being valid.
    only_if_valid: bool
    # Position of the reply that must have been played before.
    after: int | None


@dataclass(frozen=True, slots=True)
class RepliesView:
    """All replies that a seat has stored."""

    code: str
    game_id: str
    turn: int
    # Whether replies may be stored now.
    open: bool
    # Whether the maximum number is stored.
    full: bool
    stored: tuple[ReplyView, ...]
    # Whether plays may be challenged in this game.
    has_challenges: bool
    # Whether a reply may depend on the validity of the play it answers.
    may_depend_on_challenge: bool
    max_replies: int = MAX_REPLIES


@dataclass(frozen=True, slots=True)
class ReplyPreview:
    """What a reply would look like on the board and score, or why it is not possible."""

    picture: ThumbnailView | None
    score: int | None
    reason: str = ""
    # The position in which the expected play is laid, and the one in which its answer is.
    positions: tuple[ReplyPositionView, ...] = ()

    @property
    def own_rack(self) -> tuple[RackTileView, ...]:
        return self.positions[0].rack if self.positions else ()


def build_replies_view(code: str, player: Player | None) -> RepliesView:
    """Return the replies of the player's seat. Raises ``Forbidden`` for players without one."""
    snapshot, seat = _read_own_snapshot(code, player)
    state = snapshot.state
    stored = read_replies(snapshot, seat)
    return RepliesView(
        code=code,
        game_id=str(snapshot.game.pk),
        turn=snapshot.game.turn_number,
        open=may_store_replies(state, seat),
        full=len(stored) >= MAX_REPLIES,
        stored=_build_reply_views(stored, state.tile_set) if state else (),
        has_challenges=state is not None and state.options.challenge.has_challenges,
        may_depend_on_challenge=state is not None and may_depend_on_challenge(state),
    )


def preview_reply(code: str, player: Player | None, reply: ReplyRequest) -> ReplyPreview:
    """Preview a reply that is being entered.

    It does not reveal whether the words are valid, because the tiles in between are uncertain.
    """
    snapshot, seat = _read_own_snapshot(code, player)
    state = snapshot.state
    if state is None or not may_store_replies(state, seat):
        return ReplyPreview(None, None)
    stored = read_replies(snapshot, seat)
    positions = tuple(
        _build_position_view(one, seat)
        for one in build_reply_positions(snapshot, seat, reply, stored)
    )
    if not reply.guess.strip() or not reply.answer.strip():
        return ReplyPreview(draw_thumbnail(state, {}, written=True), None, positions=positions)
    try:
        outcome = evaluate_reply(snapshot, seat, reply, stored)
    except (RuleError, Refusal) as error:
        return ReplyPreview(
            draw_thumbnail(state, {}, written=True), None, explain(error), positions
        )
    theirs, mine = outcome.guess.play, outcome.act
    marked = {"opponent-play": _list_squares(theirs), "own-play": _list_squares(mine)}
    score = outcome.score.total if outcome.score else None
    return ReplyPreview(
        draw_thumbnail(outcome.state, marked, written=True), score, positions=positions
    )


def _build_position_view(state: GameState, seat: int) -> ReplyPositionView:
    tiles = sorted(state.board.items())
    return ReplyPositionView(
        tuple(build_tile_view(square, tile, state.tile_set) for square, tile in tiles),
        build_rack_view(state.seats[seat].rack, state.tile_set),
        state.layout.cols,
        state.variant.scoring.owned_tiles,
    )


def _read_own_snapshot(code: str, player: Player | None) -> tuple[RoomSnapshot, int]:
    snapshot = read_stable_snapshot(code)
    seat = snapshot.seat_of(player.pk) if player else None
    if seat is None:
        raise Forbidden("seat.not_yours")
    return snapshot, seat


def _list_squares(act: Act | None) -> frozenset[Any]:
    return (
        frozenset(square for square, _letter in act.placed())
        if isinstance(act, Play)
        else frozenset()
    )


def _build_reply_views(stored: list[ConditionalMove], tile_set: TileSet) -> tuple[ReplyView, ...]:
    places = {reply.pk: place for place, reply in enumerate(stored, 1)}
    return tuple(
        ReplyView(
            reply.pk,
            places[reply.pk],
            _describe_guess(ExpectedTurn.from_json(reply.guess, tile_set), tile_set),
            _describe_answer(act_from_json(reply.act, tile_set), tile_set),
            reply.only_if_valid,
            places.get(reply.after_id) if reply.after_id else None,
        )
        for reply in stored
    )


def _describe_guess(guess: ExpectedTurn, tile_set: TileSet) -> str:
    if guess.play is not None:
        return describe_placed_word(*guess.play.write(tile_set))
    if not guess.count:
        return _("pass")
    return ngettext("exchange %(n)s tile", "exchange %(n)s tiles", guess.count) % {"n": guess.count}


def _describe_answer(act: Act, tile_set: TileSet) -> str:
    if isinstance(act, Play):
        return describe_placed_word(*act.write(tile_set))
    if isinstance(act, Exchange):
        return _("exchange %(tiles)s") % {"tiles": tile_set.write(act.tiles)}
    return _("pass")
