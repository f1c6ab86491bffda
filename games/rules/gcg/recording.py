"""A record of a game that was played by these rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from games.rules.events import (
    Adjusted,
    Annulled,
    Challenged,
    Ended,
    Event,
    Exchanged,
    Forfeited,
    Lapsed,
    Overran,
    Passed,
    Played,
    Resigned,
    TurnLost,
    Withdrawn,
)
from games.rules.game import apply
from games.rules.gcg.pragmas import write_challenge, write_ending, write_leave, write_options
from games.rules.gcg.records import Entry, EntryKind, Player, Record
from games.rules.lexicon import Lexicon
from games.rules.moves import Act, Exchange
from games.rules.state import GameState
from games.rules.tiles import Tile, tile_key


def record_game(
    start: GameState,
    log: Iterable[tuple[int, Act]],
    players: Sequence[Player],
    *,
    lexicon: Lexicon,
    seed: bytes,
    headers: Iterable[tuple[str, str]] = (),
) -> Record:
    """Replay the log and write down what a scorekeeper would; nicks are made unique words."""
    scribe = _Scribe(_tidy(players))
    state = start
    for seat, act in log:
        after = apply(state, seat, act, lexicon=lexicon, seed=seed)
        for event in after.events:
            scribe.write(state, act, after.state, event)
        state = after.state
    told = (*_headers(start), *_tidy_headers(headers), *scribe.pragmas)
    return Record(tuple(scribe.players), tuple(scribe.entries), told)


def _headers(state: GameState) -> Iterator[tuple[str, str]]:
    yield "variant", state.variant_id
    yield "tile-set", state.tile_set_code
    yield write_options(state.options)


def _tidy_headers(headers: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Each in one line, which reads back as it was written."""
    for name, value in headers:
        yield name, " ".join(value.split())


def _tidy(players: Sequence[Player]) -> list[Player]:
    """Nicks without white space or colons, each different."""
    tidy: list[Player] = []
    for player in players:
        nick = "_".join(player.nick.replace(":", " ").split()) or "player"
        while nick in {other.nick for other in tidy}:
            nick += "_"
        tidy.append(Player(nick, " ".join(player.name.split()) or nick))
    return tidy


class _Scribe:
    """Turns events into entries, keeping everyone's total."""

    def __init__(self, players: list[Player]) -> None:
        self.players = players
        self.totals = [0] * len(players)
        self.entries: list[Entry] = []
        self.pragmas: list[tuple[str, str]] = []

    def write(self, before: GameState, act: Act, after: GameState, event: Event) -> None:
        """Write down one event of an act that led from one state to another."""
        match event:
            case Played():
                self._write_play(before, event)
            case Exchanged() if isinstance(act, Exchange):
                tiles = before.tile_set.write(act.tiles)
                self._add(before, event.seat, EntryKind.EXCHANGE, tiles=tiles)
            case Passed() | TurnLost():
                self._add(before, event.seat, EntryKind.PASS)
            case Challenged():
                self._write_challenge(before, event)
            case Withdrawn():
                self._add(after, event.seat, EntryKind.WITHDRAWAL, -event.score)
            case Adjusted():
                self._count_racks(after, event)
            case Overran():
                self._add(after, event.seat, EntryKind.TIME, -event.points)
            case Resigned() | Forfeited() | Annulled() | Lapsed():
                self._write_leave(event)
            case Ended():
                self.pragmas.append(write_ending(event.outcome))

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
        """GCG has a line for what it brings; in vain it may bring nothing. Who challenged is a
        header."""
        self.pragmas.append(write_challenge(event.seat, len(self.entries)))
        if event.bonus:
            self._add(before, event.challenged, EntryKind.CHALLENGE, event.bonus)
        elif not event.upheld:
            self._note(f"{self.players[event.seat].nick} challenged in vain")

    def _write_leave(self, event: Resigned | Forfeited | Annulled | Lapsed) -> None:
        """GCG has no line for leaving: it is a header, and a note to the entry before."""
        cause = type(event).__name__.lower()
        told = f"{cause} {event.cause}" if isinstance(event, Forfeited) else cause
        self.pragmas.append(write_leave(event.seat, len(self.entries), told))
        self._note(f"{self.players[event.seat].nick} {cause}")

    def _note(self, said: str) -> None:
        """Add to the note of the entry before."""
        if self.entries:
            note = f"{self.entries[-1].note}\n{said}".strip()
            self.entries[-1] = replace(self.entries[-1], note=note)

    def _count_racks(self, after: GameState, event: Adjusted) -> None:
        """The tiles that the seat was paid for, then its own that it had to pay for."""
        if event.others:
            racks = [seat.rack for n, seat in enumerate(after.seats) if n != event.seat]
            tiles = _sorted(after, tuple(tile for rack in racks for tile in rack))
            self._add(None, event.seat, EntryKind.RACK, event.others, tiles=tiles)
        if event.own:
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
        """One more entry; ``state`` is where the rack is taken from."""
        self.totals[seat] += score
        self.entries.append(
            Entry(
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
    return state.tile_set.write(tuple(sorted(tiles, key=tile_key)))
