"""The record of an annotated game: its moves with the scores that the rules give."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from games.broadcasts.models import AnnotatedGame
from games.broadcasts.terms.annotated_moves import AnnotatedEnding, AnnotatedMove
from games.rules.equipment.tiles import load_tile_set
from games.rules.gcg import (
    EntryKind,
    GcgRecord,
    RecordEntry,
    RecordPlayer,
    Replay,
    replay_record,
)
from games.rules.gcg.game_recorder import tidy_players
from games.rules.gcg.pragmas import ENDED, write_options
from games.rules.gcg.replayed_entries import ReplayedEntry
from games.rules.positions.options import Options
from games.rules.positions.variants import get_variant

INCOMPLETE = "incomplete"
"""The header of a record whose game goes on."""


def read_moves(game: AnnotatedGame) -> list[AnnotatedMove]:
    return [AnnotatedMove.read(row) for row in game.moves]


def read_options(game: AnnotatedGame) -> Options:
    return get_variant(game.variant).options(**game.options)


def replay_moves(
    game: AnnotatedGame, moves: Sequence[AnnotatedMove], ending: AnnotatedEnding | None = None
) -> Replay:
    """Replay moves as those of this game, with the scores that the rules give.

    Raises ``RecordError`` for the first move that is not possible; its line is the move's number.
    Raises ``NotationError`` if the leftover tiles cannot be read.
    """
    players = tidy_players([RecordPlayer(name, name) for name in game.names])
    entries = tuple(
        RecordEntry(
            player=players[move.seat].nick,
            kind=move.kind,
            rack=move.rack,
            score=move.points,
            total=0,
            position=move.position,
            tiles=move.tiles,
            line=number,
        )
        for number, move in enumerate(moves, 1)
    )
    headers = tuple(_list_headers(game, ending))
    draft = GcgRecord(tuple(players), entries, headers)
    replay = replay_record(draft, game.edition)
    scored, totals = _score_entries(draft, replay.entries)
    if ending is not None:
        scored += _count_tiles_left(game, draft, ending, totals)
        headers = (*headers, _describe_ending(ending, totals))
    return replay_record(replace(draft, entries=tuple(scored), headers=headers), game.edition)


@dataclass(frozen=True, slots=True)
class SeatHighlights:
    """How many plays a seat made, and the points and the main word of its best one."""

    plays: int = 0
    best_score: int = 0
    best_word: str = ""


def find_highlights(replay: Replay) -> list[SeatHighlights]:
    """Return the highlights of each seat. Plays that were taken off the board don't count."""
    standing: dict[str, list[ReplayedEntry]] = {one.nick: [] for one in replay.record.players}
    for each in replay.entries:
        if each.score is not None:
            standing[each.entry.player].append(each)
        elif each.entry.kind is EntryKind.WITHDRAWAL and standing[each.entry.player]:
            standing[each.entry.player].pop()
    return [_sum_up(plays) for plays in standing.values()]


def _sum_up(plays: Sequence[ReplayedEntry]) -> SeatHighlights:
    if not plays:
        return SeatHighlights()
    best = max(plays, key=lambda one: one.computed)
    assert best.score is not None, "it is a play"
    words = best.score.words
    word = next((one.word for one in words if one.main), words[0].word)
    return SeatHighlights(len(plays), best.computed, word)


def _list_headers(game: AnnotatedGame, ending: AnnotatedEnding | None) -> Iterator[tuple[str, str]]:
    yield "title", game.title
    yield "id", f"tileroom {game.code}"
    yield "variant", game.variant
    yield "tile-set", game.edition
    yield write_options(read_options(game))
    if game.revision is not None:
        lexicon, number = game.revision.lexicon, game.revision.number
        yield "lexicon", f"{lexicon.name}, revision {number}"
        yield "dictionary", f"{lexicon.slug} {number}"
    if ending is None:
        yield INCOMPLETE, ""


def _score_entries(
    record: GcgRecord, replayed: Sequence[ReplayedEntry]
) -> tuple[list[RecordEntry], dict[str, int]]:
    """Return the entries with the scores of the rules, and the totals by nickname."""
    totals = {player.nick: 0 for player in record.players}
    scored: list[RecordEntry] = []
    last_score = 0
    for each in replayed:
        entry, score = each.entry, 0
        if each.score is not None:
            score = last_score = each.computed
            for nick in totals:
                totals[nick] -= each.score.stolen * (nick != entry.player)
        elif entry.kind is EntryKind.WITHDRAWAL:
            score = -last_score
        elif entry.kind is EntryKind.CHALLENGE:
            score = each.computed
        totals[entry.player] += score
        scored.append(replace(entry, score=score, total=totals[entry.player]))
    return scored, totals


def _count_tiles_left(
    game: AnnotatedGame,
    record: GcgRecord,
    ending: AnnotatedEnding,
    totals: dict[str, int],
) -> list[RecordEntry]:
    """Return the entries for tiles left and for overtime, and add their points to the totals."""
    tile_set = load_tile_set(game.edition)
    left = [tile_set.read(text) for text in ending.left]
    values = [sum(map(tile_set.value, tiles)) for tiles in left]
    went_out = find_seat_gone_out(ending)
    scoring = get_variant(game.variant).final_scorings[read_options(game).adjustment]
    entries: list[RecordEntry] = []

    def add(seat: int, kind: EntryKind, score: int, tiles: str = "", rack: str = "") -> None:
        nick, line = record.players[seat].nick, len(record.entries) + len(entries) + 1
        totals[nick] += score
        entries.append(RecordEntry(nick, kind, rack, score, totals[nick], tiles=tiles, line=line))

    for seat, share in enumerate(scoring.adjust(values, went_out)):
        if share.others:
            others = [tile for other, tiles in enumerate(left) if other != seat for tile in tiles]
            add(seat, EntryKind.RACK, share.others, tile_set.write(tuple(others)))
        if share.own:
            own = tile_set.write(left[seat])
            add(seat, EntryKind.RACK, share.own, own, own)
    for seat, points in enumerate(ending.overtime):
        if points:
            add(seat, EntryKind.TIME, -points)
    return entries


def find_seat_gone_out(ending: AnnotatedEnding) -> int | None:
    """Return the only seat without tiles, which has played its last one.

    >>> find_seat_gone_out(AnnotatedEnding(("", "QI"), (0, 0)))
    0
    >>> find_seat_gone_out(AnnotatedEnding(("", ""), (0, 0))) is None
    True
    """
    empty = [seat for seat, tiles in enumerate(ending.left) if not tiles]
    return empty[0] if len(empty) == 1 else None


def _describe_ending(ending: AnnotatedEnding, totals: dict[str, int]) -> tuple[str, str]:
    """Return the header that says how the game ended, and who won it."""
    reason = "passes" if find_seat_gone_out(ending) is None else "out"
    scores = list(totals.values())
    best = [seat for seat, score in enumerate(scores) if score == max(scores)]
    winner = f" {best[0] + 1}" if len(best) == 1 else ""
    return ENDED, f"{reason}{winner}"
