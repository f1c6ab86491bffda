"""What one line of a record does to a state, as act, events and the state after it.

Hidden tiles are counted here (``Sizes``) and dealt in ``course``; the turn is handed on there too.
Scores are those the record states.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from games.rules.events import (
    Annulled,
    Challenged,
    Event,
    Exchanged,
    Forfeited,
    Lapsed,
    Passed,
    Played,
    Resigned,
    Withdrawn,
)
from games.rules.gcg.holdings import Sizes
from games.rules.gcg.pragmas import Leave
from games.rules.gcg.records import Entry
from games.rules.gcg.replay import ReplayedEntry
from games.rules.judging import is_good
from games.rules.lexicon import Lexicon
from games.rules.moves import Act, Annul, Challenge, Exchange, Forfeit, Lapse, Pass, Play
from games.rules.scoring import PlayScore
from games.rules.state import GameState, PendingPlay
from games.rules.tiles import Tile, tile_key


@dataclass(frozen=True, slots=True)
class Made:
    """An act of ``seat`` with what it led to; ``sizes`` are those of what is hidden then."""

    seat: int
    act: Act
    events: tuple[Event, ...]
    state: GameState
    sizes: Sizes


@dataclass(frozen=True, slots=True)
class Laid:
    """A play with all that taking it back leads to."""

    seat: int
    before: GameState
    sizes: Sizes
    score: PlayScore
    misplaced: bool
    deltas: tuple[int, ...]


def make_play(
    state: GameState, sizes: Sizes, seat: int, told: ReplayedEntry, play: Play, score: PlayScore
) -> tuple[Made, Laid]:
    here, laid = state.seats[seat], len(play.tiles())
    after = sizes.after_play(seat, laid, state.variant.rack_size)
    own = told.entry.total - here.score
    deltas = tuple(own if n == seat else -score.stolen for n in range(len(state.seats)))
    position, tiles = play.write(state.tile_set)
    drew = after.racks[seat] - sizes.racks[seat] + laid
    event = Played(seat, position, tiles, score, drew, deltas, went_out=not after.racks[seat])
    changed = _add(replace(state, board=told.board, passes=0, scoreless=0), deltas).with_seat(
        seat,
        tiles_played=here.tiles_played + laid,
        best_theft=max(here.best_theft, score.stolen),
    )
    pending = None
    if not state.options.challenge.judges_at_once:
        pending = PendingPlay(
            seat=seat,
            position=position,
            tiles=tiles,
            score=score,
            deltas=deltas,
            seat_before=here,
            squares_before=told.board.undo(state.board),
            drawn=(),
            scoreless=state.scoreless,
            misplaced=told.misplaced,
            went_out=event.went_out,
        )
    made = Made(seat, play, (event,), replace(changed, pending=pending), after)
    return made, Laid(seat, state, sizes, score, told.misplaced, deltas)


def make_exchange(
    state: GameState, sizes: Sizes, seat: int, entry: Entry, tiles: tuple[Tile, ...]
) -> Made:
    """``tiles`` are a guess where the record tells their number alone."""
    after = replace(state, passes=0, scoreless=state.scoreless + 1, pending=None)
    scored = after.with_seat(seat, score=entry.total)
    return Made(seat, Exchange(tiles), (Exchanged(seat, len(tiles)),), scored, sizes)


def make_pass(state: GameState, sizes: Sizes, seat: int, entry: Entry) -> Made:
    after = replace(state, passes=state.passes + 1, scoreless=state.scoreless + 1, pending=None)
    return Made(seat, Pass(), (Passed(seat),), after.with_seat(seat, score=entry.total), sizes)


def take_back(
    state: GameState, laid: Laid, challenger: int, entry: Entry, lexicon: Lexicon | None
) -> Made:
    """The play was challenged, and is taken back."""
    seat, before = laid.seat, laid.before.seats[laid.seat]
    verdicts = _judge_words(state, laid, lexicon)
    undone = _add(state, tuple(-delta for delta in laid.deltas)).with_seat(
        seat, score=entry.total, tiles_played=before.tiles_played, best_theft=before.best_theft
    )
    after = replace(
        undone,
        board=laid.before.board,
        pending=None,
        scoreless=laid.before.scoreless + 1 + state.scoreless,
    )
    events = (
        Challenged(challenger, seat, verdicts, upheld=True, misplaced=laid.misplaced),
        Withdrawn(seat, laid.deltas[seat]),
    )
    return Made(challenger, Challenge(), events, after, laid.sizes)


def let_stand(
    state: GameState, sizes: Sizes, laid: Laid, challenger: int, entry: Entry | None
) -> Made:
    """The play was challenged in vain, which may bring its player points: then there is a line."""
    words = tuple((word.word, True) for word in laid.score.words)
    bonus = entry.score if entry else 0
    event = Challenged(challenger, laid.seat, words, upheld=False, bonus=bonus)
    score = entry.total if entry else state.seats[laid.seat].score
    after = replace(state, pending=None).with_seat(laid.seat, score=score)
    return Made(challenger, Challenge(), (event,), after, sizes)


def make_leave(state: GameState, sizes: Sizes, leave: Leave) -> Made:
    seat, act = leave.seat, leave.act
    match act:
        case Forfeit(cause):
            event: Event = Forfeited(seat, cause)
        case Annul():
            event = Annulled(seat)
        case Lapse():
            event = Lapsed(seat)
        case _:
            event = Resigned(seat)
    in_play = isinstance(act, Annul | Lapse)
    after = replace(state.with_seat(seat, in_play=in_play), passes=0, scoreless=0)
    return Made(seat, act, (event,), after, sizes)


def guess_exchanged(
    rack: tuple[Tile, ...], named: Mapping[Tile, int], count: int
) -> tuple[Tile, ...]:
    """As many tiles of the rack: those that are named, then any."""
    held = Counter(rack)
    known = held & Counter(named)
    rest = sorted((held - known).elements(), key=tile_key)
    return tuple([*sorted(known.elements(), key=tile_key), *rest][:count])


def _add(state: GameState, deltas: tuple[int, ...]) -> GameState:
    seats = tuple(
        replace(seat, score=seat.score + delta)
        for seat, delta in zip(state.seats, deltas, strict=True)
    )
    return replace(state, seats=seats)


def _judge_words(
    state: GameState, laid: Laid, lexicon: Lexicon | None
) -> tuple[tuple[str, bool], ...]:
    words = laid.score.words
    if lexicon is not None:
        tiles = state.tile_set
        return tuple((word.word, is_good(word.faces, lexicon, tiles)) for word in words)
    return ((words[0].word, False),) if len(words) == 1 else ()
