"""Convert one line of a record to an act, its events and the state after it.

Hidden tiles are only counted here (``RackSizes``); ``history`` deals them and passes the turn on.
Scores are those that the record states.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from games.rules.equipment.tiles import Tile, tile_sort_key
from games.rules.equipment.word_lookup import WordLookup
from games.rules.gcg.pragmas import LeavePragma
from games.rules.gcg.rack_sizes import RackSizes
from games.rules.gcg.records import RecordEntry
from games.rules.gcg.replayed_entries import ReplayedEntry
from games.rules.plays.acts import (
    Abort,
    Act,
    Annul,
    Challenge,
    Exchange,
    Expire,
    Forfeit,
    Pass,
    Play,
)
from games.rules.plays.events import (
    Aborted,
    Annulled,
    Challenged,
    Event,
    Exchanged,
    Expired,
    Forfeited,
    Passed,
    Played,
    Rejected,
    Resigned,
    Voted,
    Withdrawn,
)
from games.rules.plays.scoring import PlayScore
from games.rules.positions.play_judgement import is_valid_word
from games.rules.positions.state import GameState, PendingPlay


@dataclass(frozen=True, slots=True)
class RecordedAct:
    """An act of ``seat`` and its result; ``sizes`` are the rack and bag sizes after it."""

    seat: int
    act: Act
    events: tuple[Event, ...]
    state: GameState
    sizes: RackSizes


@dataclass(frozen=True, slots=True)
class RevocablePlay:
    """A play with everything needed to take it back."""

    seat: int
    before: GameState
    sizes: RackSizes
    score: PlayScore
    misplaced: bool
    deltas: tuple[int, ...]


def make_play(
    state: GameState,
    sizes: RackSizes,
    seat: int,
    replayed: ReplayedEntry,
    play: Play,
    score: PlayScore,
) -> tuple[RecordedAct, RevocablePlay]:
    """Make a play; also return what is needed to take it back."""
    mover, placed = state.seats[seat], len(play.tiles())
    after = sizes.after_play(seat, placed, state.variant.rack_size)
    own = replayed.entry.total - mover.score
    deltas = tuple(own if n == seat else -score.stolen for n in range(len(state.seats)))
    position, tiles = play.write(state.tile_set)
    drew = after.racks[seat] - sizes.racks[seat] + placed
    event = Played(seat, position, tiles, score, drew, deltas, went_out=not after.racks[seat])
    changed = _add(replace(state, board=replayed.board, passes=0, scoreless=0), deltas).with_seat(
        seat,
        tiles_played=mover.tiles_played + placed,
        best_theft=max(mover.best_theft, score.stolen),
    )
    pending = None
    if state.options.challenge.has_challenges:
        pending = PendingPlay(
            seat=seat,
            position=position,
            tiles=tiles,
            score=score,
            deltas=deltas,
            seat_before=mover,
            squares_before=replayed.board.undo(state.board),
            drawn=(),
            scoreless=state.scoreless,
            misplaced=replayed.misplaced,
            went_out=event.went_out,
        )
    made = RecordedAct(seat, play, (event,), replace(changed, pending=pending), after)
    return made, RevocablePlay(seat, state, sizes, score, replayed.misplaced, deltas)


def make_exchange(
    state: GameState, sizes: RackSizes, seat: int, entry: RecordEntry, tiles: tuple[Tile, ...]
) -> RecordedAct:
    """Make an exchange; ``tiles`` are a guess if the record gives only their number."""
    after = replace(state, passes=0, scoreless=state.scoreless + 1, pending=None)
    scored = after.with_seat(seat, score=entry.total)
    return RecordedAct(seat, Exchange(tiles), (Exchanged(seat, len(tiles)),), scored, sizes)


def make_pass(state: GameState, sizes: RackSizes, seat: int, entry: RecordEntry) -> RecordedAct:
    after = replace(state, passes=state.passes + 1, scoreless=state.scoreless + 1, pending=None)
    return RecordedAct(
        seat, Pass(), (Passed(seat),), after.with_seat(seat, score=entry.total), sizes
    )


def take_back_play(
    state: GameState,
    revocable: RevocablePlay,
    challenger: int,
    entry: RecordEntry,
    lexicon: WordLookup | None,
) -> RecordedAct:
    """Make a successful challenge, or a vote against the play, which takes it back."""
    seat, before = revocable.seat, revocable.before.seats[revocable.seat]
    undone = _add(state, tuple(-delta for delta in revocable.deltas)).with_seat(
        seat, score=entry.total, tiles_played=before.tiles_played, best_theft=before.best_theft
    )
    after = replace(
        undone,
        board=revocable.before.board,
        pending=None,
        scoreless=revocable.before.scoreless + 1 + state.scoreless,
    )
    events = (
        *_explain_taking_back(state, revocable, challenger, lexicon),
        Withdrawn(seat, revocable.deltas[seat]),
    )
    return RecordedAct(challenger, Challenge(), events, after, revocable.sizes)


def _explain_taking_back(
    state: GameState, revocable: RevocablePlay, challenger: int, lexicon: WordLookup | None
) -> tuple[Event, ...]:
    seat, verdicts = revocable.seat, _judge_words(state, revocable, lexicon)
    if not state.options.challenge.votes:
        return (Challenged(challenger, seat, verdicts, upheld=True, misplaced=revocable.misplaced),)
    bad = {word for word, good in verdicts if not good}
    words = tuple(tuple(word.faces) for word in revocable.score.words if word.word in bad)
    return Rejected(challenger), Voted(seat, words, allowed=False)


def let_play_stand(
    state: GameState,
    sizes: RackSizes,
    revocable: RevocablePlay,
    challenger: int,
    entry: RecordEntry | None,
) -> RecordedAct:
    """Make a failed challenge; if it gives the challenged player points, ``entry`` is the line for
    them."""
    words = tuple((word.word, True) for word in revocable.score.words)
    bonus = entry.score if entry else 0
    event = Challenged(challenger, revocable.seat, words, upheld=False, bonus=bonus)
    score = entry.total if entry else state.seats[revocable.seat].score
    after = replace(state, pending=None).with_seat(revocable.seat, score=score)
    return RecordedAct(challenger, Challenge(), (event,), after, sizes)


def make_leave(state: GameState, sizes: RackSizes, leave: LeavePragma) -> RecordedAct:
    seat, act = leave.seat, leave.act
    match act:
        case Forfeit(cause):
            event: Event = Forfeited(seat, cause)
        case Abort():
            event = Aborted(seat)
        case Annul():
            event = Annulled(seat)
        case Expire():
            event = Expired(seat)
        case _:
            event = Resigned(seat)
    in_play = isinstance(act, Abort | Annul | Expire)
    after = replace(state.with_seat(seat, in_play=in_play), passes=0, scoreless=0)
    return RecordedAct(seat, act, (event,), after, sizes)


def guess_exchanged_tiles(
    rack: tuple[Tile, ...], named: Mapping[Tile, int], count: int
) -> tuple[Tile, ...]:
    """Return ``count`` tiles of the rack: the named ones first, then any others.

    >>> from games.rules.equipment.tiles import load_tile_set
    >>> english = load_tile_set("en")
    >>> rack, named = english.read("CATSEDO"), Counter(english.read("S"))
    >>> english.write(guess_exchanged_tiles(rack, named, 3))
    'SAC'
    """
    held = Counter(rack)
    known = held & Counter(named)
    rest = sorted((held - known).elements(), key=tile_sort_key)
    return tuple([*sorted(known.elements(), key=tile_sort_key), *rest][:count])


def _add(state: GameState, deltas: tuple[int, ...]) -> GameState:
    seats = tuple(
        replace(seat, score=seat.score + delta)
        for seat, delta in zip(state.seats, deltas, strict=True)
    )
    return replace(state, seats=seats)


def _judge_words(
    state: GameState, revocable: RevocablePlay, lexicon: WordLookup | None
) -> tuple[tuple[str, bool], ...]:
    words = revocable.score.words
    if lexicon is not None:
        tiles = state.tile_set
        return tuple((word.word, is_valid_word(word.faces, lexicon, tiles)) for word in words)
    return ((words[0].word, False),) if len(words) == 1 else ()
