"""Make a record of a game that was played by these rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from games.rules.equipment.tiles import Tile, tile_sort_key
from games.rules.equipment.word_lookup import WordLookup
from games.rules.flow.game import apply
from games.rules.gcg.pragmas import write_challenge, write_ending, write_leave, write_options
from games.rules.gcg.records import EntryKind, GcgRecord, RecordEntry, RecordPlayer
from games.rules.plays.acts import Act, Exchange
from games.rules.plays.events import (
    Aborted,
    Adjusted,
    Annulled,
    Challenged,
    Ended,
    Event,
    Exchanged,
    Expired,
    Forfeited,
    OvertimeCharged,
    Passed,
    Played,
    Rejected,
    Resigned,
    TurnLost,
    Voted,
    Withdrawn,
    get_event_kind,
)
from games.rules.positions.state import GameState


def record_game(
    start: GameState,
    log: Iterable[tuple[int, Act]],
    players: Sequence[RecordPlayer],
    *,
    lexicon: WordLookup,
    seed: bytes,
    headers: Iterable[tuple[str, str]] = (),
) -> GcgRecord:
    """Replay the log and write down what a scorekeeper would.

    Nicknames are made unique single words.
    """
    writer = _EntryWriter(tidy_players(players))
    state = start
    for seat, act in log:
        after = apply(state, seat, act, lexicon=lexicon, seed=seed)
        for event in after.events:
            writer.write(state, act, after.state, event)
        state = after.state
    left = _racks_left(state, writer.counted)
    all_headers = (*_headers(start), *_tidy_headers(headers), *writer.pragmas, *left)
    return GcgRecord(tuple(writer.players), tuple(writer.entries), all_headers)


def _headers(state: GameState) -> Iterator[tuple[str, str]]:
    yield "variant", state.variant_id
    yield "tile-set", state.tile_set_code
    yield write_options(state.options)


def _racks_left(state: GameState, counted: set[int]) -> Iterator[tuple[str, str]]:
    """Yield the final racks that no line counts, as headers."""
    for number, seat in enumerate(state.seats):
        if seat.rack and number not in counted:
            yield f"rack{number + 1}", _sorted(state, seat.rack)


def _tidy_headers(headers: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Put each value on one line, so that it can be read back unchanged."""
    for name, value in headers:
        yield name, " ".join(value.split())


def tidy_players(players: Sequence[RecordPlayer]) -> list[RecordPlayer]:
    """Make nicknames unique and remove white space and colons."""
    tidy: list[RecordPlayer] = []
    for player in players:
        nick = "_".join(player.nick.replace(":", " ").split()) or "player"
        while nick in {other.nick for other in tidy}:
            nick += "_"
        tidy.append(RecordPlayer(nick, " ".join(player.name.split()) or nick))
    return tidy


class _EntryWriter:
    """Converts events to entries and keeps the totals."""

    def __init__(self, players: list[RecordPlayer]) -> None:
        self.players = players
        self.totals = [0] * len(players)
        self.entries: list[RecordEntry] = []
        self.pragmas: list[tuple[str, str]] = []
        self.counted: set[int] = set()
        """Seats whose final racks are named on a line."""
        # The seat that last voted against a play.
        self._rejecter = 0

    def write(self, before: GameState, act: Act, after: GameState, event: Event) -> None:
        """Write one event of an act that changed the state ``before`` to ``after``."""
        match event:
            case Played() | Exchanged() | Passed() | TurnLost():
                self._write_turn(before, act, event)
            case Challenged():
                self._write_challenge(before, event)
            case Withdrawn():
                self._add(after, event.seat, EntryKind.WITHDRAWAL, -event.score)
            case Adjusted():
                self._count_racks(after, event)
            case OvertimeCharged():
                self._add(after, event.seat, EntryKind.TIME, -event.points)
            case Resigned() | Forfeited() | Aborted() | Annulled() | Expired():
                self._write_leave(event)
            case Ended():
                self.pragmas.append(write_ending(event.outcome))
            case Rejected() | Voted():
                self._write_vote(event)

    def _write_turn(
        self, before: GameState, act: Act, event: Played | Exchanged | Passed | TurnLost
    ) -> None:
        if isinstance(event, Played):
            self._write_play(before, event)
        elif isinstance(act, Exchange):
            tiles = before.tile_set.write(act.tiles)
            self._add(before, event.seat, EntryKind.EXCHANGE, tiles=tiles)
        else:
            self._add(before, event.seat, EntryKind.PASS)

    def _write_play(self, before: GameState, event: Played) -> None:
        for seat, delta in enumerate(event.deltas):
            self.totals[seat] += delta * (seat != event.seat)
        self._add(
            before,
            event.seat,
            EntryKind.PLAY,
            event.score.total,
            position=event.position,
            tiles=event.tiles,
        )

    def _write_challenge(self, before: GameState, event: Challenged) -> None:
        """Write a challenge as a header, and its bonus, if any, as a GCG line.

        GCG has a line only for points from a failed challenge, and no place for the challenger's
        name.
        """
        self.pragmas.append(write_challenge(event.seat, len(self.entries)))
        if event.bonus:
            self._add(before, event.challenged, EntryKind.CHALLENGE, event.bonus)
        elif not event.upheld:
            self._note(f"{self.players[event.seat].nick} challenged without success")

    def _write_vote(self, event: Rejected | Voted) -> None:
        """Write the result of a vote: against a play as a challenge, for it as a note."""
        if isinstance(event, Rejected):
            self._rejecter = event.seat
        elif event.allowed:
            words = ", ".join(map("".join, event.words))
            self._note(f"the other players allowed {words}")
        else:
            self.pragmas.append(write_challenge(self._rejecter, len(self.entries)))

    def _write_leave(self, event: Resigned | Forfeited | Aborted | Annulled | Expired) -> None:
        """Write that a player left, as a header and a note, because GCG has no line for it."""
        cause = get_event_kind(type(event))
        reason = f"{cause} {event.cause}" if isinstance(event, Forfeited) else cause
        self.pragmas.append(write_leave(event.seat, len(self.entries), reason))
        self._note(f"{self.players[event.seat].nick} {cause}")

    def _note(self, message: str) -> None:
        """Append to the note of the previous entry."""
        if self.entries:
            note = f"{self.entries[-1].note}\n{message}".strip()
            self.entries[-1] = replace(self.entries[-1], note=note)

    def _count_racks(self, after: GameState, event: Adjusted) -> None:
        """Write the tiles that the seat was paid for, then its own tiles that it paid for."""
        if event.others:
            racks = [seat.rack for n, seat in enumerate(after.seats) if n != event.seat]
            tiles = _sorted(after, tuple(tile for rack in racks for tile in rack))
            if len(racks) == 1:
                self.counted.add(1 - event.seat)
            self._add(None, event.seat, EntryKind.RACK, event.others, tiles=tiles)
        if event.own:
            self.counted.add(event.seat)
            tiles = _sorted(after, after.seats[event.seat].rack)
            self._add(after, event.seat, EntryKind.RACK, event.own, tiles=tiles)

    def _add(
        self,
        state: GameState | None,
        seat: int,
        kind: EntryKind,
        score: int = 0,
        *,
        position: str = "",
        tiles: str = "",
    ) -> None:
        """Add an entry; the rack is taken from ``state``."""
        self.totals[seat] += score
        self.entries.append(
            RecordEntry(
                player=self.players[seat].nick,
                kind=kind,
                rack="" if state is None else _sorted(state, state.seats[seat].rack),
                score=score,
                total=self.totals[seat],
                position=position,
                tiles=tiles,
            )
        )


def _sorted(state: GameState, tiles: tuple[Tile, ...]) -> str:
    return state.tile_set.write(tuple(sorted(tiles, key=tile_sort_key)))
