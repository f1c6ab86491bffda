"""What a seat has stored in case another does exactly this; for those who hold it alone."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.refusals import Forbidden, Refusal
from games.play.gameview import PictureView
from games.play.models import Reply
from games.play.perspective.pictures import draw
from games.play.scenes import Scene, read_steadily
from games.play.services.replies import (
    MOST,
    Wish,
    may_doubt,
    may_reply,
    read_replies,
    weigh,
)
from games.play.wording import explain
from games.players.models import Player
from games.rules.errors import RuleError
from games.rules.guessing import Guess
from games.rules.moves import Act, Exchange, Play, act_from_json
from games.rules.tiles import TileSet


@dataclass(frozen=True, slots=True)
class ReplyView:
    """One reply in words; ``after``: the place in the list of the one that it comes after."""

    number: int
    place: int
    guess: str
    answer: str
    if_good: bool
    after: int | None


@dataclass(frozen=True, slots=True)
class RepliesView:
    """All that a seat has stored. ``open``: replies may be stored now. ``doubts``: plays may be
    challenged here; ``may_doubt``: a reply may depend on whether the play it answers is good."""

    code: str
    game_id: str
    turn: int
    open: bool
    full: bool
    stored: tuple[ReplyView, ...]
    doubts: bool
    may_doubt: bool
    most: int = MOST


@dataclass(frozen=True, slots=True)
class ReplyLook:
    """What a reply would come to on the board, or why it cannot be."""

    picture: PictureView | None
    score: int | None
    reason: str = ""


def look_at_replies(code: str, player: Player | None) -> RepliesView:
    scene, seat = _own_scene(code, player)
    state = scene.state
    stored = read_replies(scene, seat)
    return RepliesView(
        code=code,
        game_id=str(scene.game.pk),
        turn=scene.game.turn_number,
        open=may_reply(state, seat),
        full=len(stored) >= MOST,
        stored=_list(stored, state.tile_set) if state else (),
        doubts=state is not None and not state.options.challenge.judges_at_once,
        may_doubt=state is not None and may_doubt(state),
    )


def look_at_wish(code: str, player: Player | None, wish: Wish) -> ReplyLook:
    """What a reply that is being written would do. Whether words are good is not told: nobody
    could be sure of the tiles in between."""
    scene, seat = _own_scene(code, player)
    state = scene.state
    if state is None or not may_reply(state, seat):
        return ReplyLook(None, None)
    if not wish.guess.strip() or not wish.answer.strip():
        return ReplyLook(draw(state, {}, written=True), None)
    try:
        weighed = weigh(scene, seat, wish, read_replies(scene, seat))
    except (RuleError, Refusal) as error:
        return ReplyLook(draw(state, {}, written=True), None, explain(error))
    theirs, mine = weighed.guess.play, weighed.act
    marked = {"theirs": _squares(theirs), "mine": _squares(mine)}
    score = weighed.score.total if weighed.score else None
    return ReplyLook(draw(weighed.state, marked, written=True), score)


def _own_scene(code: str, player: Player | None) -> tuple[Scene, int]:
    scene = read_steadily(code)
    seat = scene.seat_of(player.pk) if player else None
    if seat is None:
        raise Forbidden("seat.not_yours")
    return scene, seat


def _squares(act: Act | None) -> frozenset[Any]:
    return (
        frozenset(square for square, _letter in act.placed())
        if isinstance(act, Play)
        else frozenset()
    )


def _list(stored: list[Reply], tile_set: TileSet) -> tuple[ReplyView, ...]:
    places = {reply.pk: place for place, reply in enumerate(stored, 1)}
    return tuple(
        ReplyView(
            reply.pk,
            places[reply.pk],
            _say_guess(Guess.from_json(reply.guess, tile_set), tile_set),
            _say_answer(act_from_json(reply.act, tile_set), tile_set),
            reply.if_good,
            places.get(reply.after_id) if reply.after_id else None,
        )
        for reply in stored
    )


def _say_guess(guess: Guess, tile_set: TileSet) -> str:
    if guess.play is not None:
        return " ".join(guess.play.write(tile_set))
    if not guess.count:
        return _("pass")
    return ngettext("exchange %(n)s tile", "exchange %(n)s tiles", guess.count) % {"n": guess.count}


def _say_answer(act: Act, tile_set: TileSet) -> str:
    if isinstance(act, Play):
        return " ".join(act.write(tile_set))
    if isinstance(act, Exchange):
        return _("exchange %(tiles)s") % {"tiles": tile_set.write(act.tiles)}
    return _("pass")
