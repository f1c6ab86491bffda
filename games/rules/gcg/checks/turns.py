"""Check whose turn it was: no one moves twice, withdraws a play that stands, or plays after the
end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.rules.gcg.bonus_scores import TileSupply, read_rack_tiles
from games.rules.gcg.pragmas import TURNS, read_leaves
from games.rules.gcg.rack_sizes import count_rack_sizes
from games.rules.gcg.records import EntryKind, GcgRecord, RecordEntry
from games.rules.gcg.replayed_entries import RecordMistake, ReplayedEntry

TWO_SEATS = 2
NOBODY = "?"
"""Stands for the opponent if a record names only one player."""


def check_turns(
    record: GcgRecord, replayed: Sequence[ReplayedEntry], supply: TileSupply
) -> Iterator[RecordMistake]:
    yield from _check_order(record)
    yield from _check_answers(record, supply)
    yield from _check_after_out(record, replayed, supply)


def _check_order(record: GcgRecord) -> Iterator[RecordMistake]:
    """Check that turns follow the order of the seats; with three or four seats some may never
    move."""
    leaves = {leave.seat: leave.after for leave in read_leaves(record)}
    nicks = [player.nick for player in record.players]
    moving = {entry.player for entry in record.entries if entry.kind in TURNS}
    if len(nicks) <= TWO_SEATS:
        nicks = [*nicks, NOBODY][:TWO_SEATS]
        moving = {*nicks}
    last: str | None = None
    for number, entry in enumerate(record.entries):
        if entry.kind not in TURNS:
            continue
        playing = [
            nick
            for seat, nick in enumerate(nicks)
            if nick in moving and leaves.get(seat, number + 1) > number
        ]
        if last is not None and len(playing) > 1 and entry.player in playing:
            due = _next(nicks, playing, last)
            if entry.player != due:
                if due == NOBODY:
                    message, code = "it was the other player's turn", "turn.other"
                else:
                    message, code = f"it was the turn of {due}", "turn.order"
                yield _build_mistake(entry, "turn", (1, 0), message, code, due)
        last = entry.player


def _next(nicks: Sequence[str], playing: Sequence[str], last: str) -> str:
    at = nicks.index(last)
    return next(nick for nick in (*nicks[at + 1 :], *nicks[: at + 1]) if nick in playing)


def _check_answers(record: GcgRecord, supply: TileSupply) -> Iterator[RecordMistake]:
    """Check that a challenge follows its play at once, only once, and names the same rack."""
    play: RecordEntry | None = None
    since: list[EntryKind] = []
    for entry in record.entries:
        if entry.kind is EntryKind.PLAY:
            play, since = entry, []
            continue
        if play and entry.kind in (EntryKind.WITHDRAWAL, EntryKind.CHALLENGE):
            if any(kind in TURNS for kind in since):
                message = "another turn was taken since the play"
                yield _build_mistake(entry, "turn", (1, 0), message, "turn.late")
            elif EntryKind.CHALLENGE in since and entry.kind is EntryKind.WITHDRAWAL:
                message = "the challenge of this play had failed"
                yield _build_mistake(entry, "turn", (1, 0), message, "turn.judged")
            if entry.kind is EntryKind.WITHDRAWAL:
                yield from _check_rack(entry, play, supply)
        since.append(entry.kind)


def _check_rack(
    entry: RecordEntry, play: RecordEntry, supply: TileSupply
) -> Iterator[RecordMistake]:
    now, then = (read_rack_tiles(one.rack, supply.tile_set) for one in (entry, play))
    if now and then and now != then:
        figures = (now.total(), (now & then).total())
        message = f"the play was made from {play.rack}"
        yield _build_mistake(entry, "rack", figures, message, "rack.withdrawn", play.rack)


def _check_after_out(
    record: GcgRecord, replayed: Sequence[ReplayedEntry], supply: TileSupply
) -> Iterator[RecordMistake]:
    """Check that the game ends with the last tiles, unless that play is taken back.

    A failed challenge may still cost its challenger a turn, which is written as a pass.
    """
    nicks = [player.nick for player in record.players]
    passes = 0
    for each, held in zip(replayed, count_rack_sizes(replayed, nicks, supply), strict=False):
        entry = each.entry
        if entry.kind not in TURNS or held.bag or all(held.racks):
            passes = 0
            continue
        passes += entry.kind is EntryKind.PASS
        if entry.kind is not EntryKind.PASS or passes >= supply.players:
            message = "the last tiles had been played"
            yield _build_mistake(entry, "turn", (1, 0), message, "turn.after_out")


def _build_mistake(
    entry: RecordEntry,
    figure: str,
    figures: tuple[int, int],
    message: str,
    code: str,
    about: str = "",
) -> RecordMistake:
    return RecordMistake(entry.line, entry.player, figure, *figures, message, code, about)
