"""A record as plain data: the content of ``/games/ID.json``.

==================  ============================================================================
``id``, ``title``   the record's id, which is part of its URL, and the name of the room
``variant``         "scrabble", "super" or "qwibble"; ``layout``: the board's premiums
``tile_set``        code of the tile set; its ``language`` and ``direction`` ("ltr", "rtl")
``dictionary``      ``name`` and ``revision`` (number), or null
``options``         the chosen rules: challenge, end_rule, adjustment, ...; ``clock``
                    as in "25+0/5" (minutes + seconds a turn / minutes of overtime), "60s", "3d"
``rated``           whether the game was rated
``ratings``         of a finished rated game, by player: ``seat``, ``name``, ``before`` and
                    ``after`` (text, "?" while provisional), ``change`` (points), ``counted`` (how
                    much of the game counted, in per cent; less for repeated games), ``reason``
                    ("moves": it did not count because a player had not moved; else null)
``started_at``,     ISO 8601, or null
``ended_at``
``seats``           by number: ``name``; ``computer``: level of a computer player, else null
``first``           number of the seat that began
``moves``           in order, see below
``end``             null if unfinished: ``reason`` ("out", "passes", "resigned", ...),
                    ``winner`` (seat or null), ``before`` and ``scores`` (by seat, before and after
                    the end), ``adjustments`` for tiles left, ``overtime`` (points lost),
                    ``tie_break`` (or null), ``racks`` (as below)
==================  ============================================================================

A move:

==================  ============================================================================
``number``          from 1, also the number of the position after it; ``seat`` made it
``kind``            "play", "exchange", "pass", "challenge", "accept", "resign", "forfeit", "flag",
                    "abort", "annul", "lapse"
``racks``           before it, by seat; null if unknown. "?" is a blank, and a tile of several
                    letters is in brackets
``position``,       of a play: "8H" across, "H8" down; the main word, "." for tiles in place,
``tiles``           blanks are in lower case
``words``           of a play: ``word``, ``score`` and ``main`` of each; ``bingo``: bonus points
``stolen``          of a play: points taken from another seat (tiles with owners)
``withdrawn``       of a play: it was successfully challenged
``exchanged``       of an exchange: the tiles
``challenge``       of a challenge: ``words`` (``word``, ``good``), ``upheld``, ``bonus`` (points to
                    the challenged seat)
``changes``         points gained by every seat; ``scores``: every score after it
``spent_ms``        how long the turn took, null if it was not measured
``left_ms``         every clock after it, null unless the clocks run for the whole game
==================  ============================================================================

The scores after the last move include the adjustments of the end.
"""

from collections.abc import Sequence
from typing import Any

from games.records.perspective.known_racks import KnownRacks, find_known_racks
from games.records.perspective.opened_records import OpenedRecord
from games.records.perspective.record_clocks import list_clocks
from games.rules.equipment.tiles import TileSet
from games.rules.flow.game_history import HistoryStep
from games.rules.plays.acts import Exchange, Play
from games.rules.plays.events import Challenged, Outcome, Played, Withdrawn


def serialize_record(record: OpenedRecord) -> dict[str, Any]:
    """Return the whole record in the format described at the top of this module."""
    opening, source = record.history.opening, record.source
    game, revision = source.game, source.revision
    return {
        "id": str(source.id),
        "title": source.title,
        "variant": record.variant.id,
        "layout": opening.layout_id,
        "tile_set": opening.tile_set_code,
        "language": record.tile_set.language,
        "direction": record.tile_set.direction,
        "dictionary": revision and {"name": revision.lexicon.name, "revision": revision.number},
        "options": _serialize_options(record),
        "rated": bool(game and game.rated),
        "started_at": game and game.started_at and game.started_at.isoformat(),
        "ended_at": game and game.ended_at and game.ended_at.isoformat(),
        "ratings": _serialize_ratings(record),
        "seats": _serialize_seats(record),
        "first": opening.to_move,
        "moves": _serialize_moves(record),
        "end": _serialize_end(record),
    }


def _serialize_options(record: OpenedRecord) -> dict[str, Any]:
    options = record.history.opening.options
    return {
        "challenge": options.challenge.value,
        "end_rule": options.end_rule,
        "adjustment": options.adjustment,
        "exchange_minimum": options.exchange_minimum,
        "placement": options.placement,
        "clock": options.clock.text,
    }


def _serialize_seats(record: OpenedRecord) -> list[dict[str, Any]]:
    game = record.source.game
    levels = dict(game.seats.values_list("number", "computer_level")) if game else {}
    return [{"name": name, "computer": levels.get(seat)} for seat, name in enumerate(record.names)]


def _serialize_ratings(record: OpenedRecord) -> list[dict[str, Any]]:
    finals = record.room.outcome.finals if record.room and record.room.outcome else ()
    return [
        {
            "seat": final.seat,
            "name": one.name,
            "before": one.before,
            "after": one.after,
            "change": one.change,
            "counted": 0 if one.unchanged else one.share,
            "reason": one.unchanged or None,
        }
        for final in finals
        for one in final.ratings
    ]


def _serialize_moves(record: OpenedRecord) -> list[dict[str, Any]]:
    clocks = list_clocks(record)
    withdrawn = _list_withdrawn(record.history.steps)
    moves = []
    for step, line in zip(record.history.steps, record.lines, strict=True):
        before, after = step.before.seats, step.after.seats
        scores = [seat.score for seat in after]
        moves.append(
            {
                "number": step.number,
                "seat": step.seat,
                "kind": line.kind,
                "racks": _write_racks(find_known_racks(record, step.number - 1), record.tile_set),
                **_serialize_act(step, withdrawn=step.number in withdrawn),
                "changes": [new - old.score for new, old in zip(scores, before, strict=True)],
                "scores": scores,
                "spent_ms": line.spent,
                "left_ms": list(clocks[step.number]) if clocks else None,
            }
        )
    return moves


def _serialize_act(step: HistoryStep, *, withdrawn: bool) -> dict[str, Any]:
    if isinstance(step.act, Exchange):
        return {"exchanged": step.before.tile_set.write(step.act.tiles)}
    for event in step.events:
        match event:
            case Played() if isinstance(step.act, Play):
                return _serialize_play(event, withdrawn=withdrawn)
            case Challenged(words=words, upheld=upheld, bonus=bonus):
                judged = [{"word": word, "good": good} for word, good in words]
                return {"challenge": {"words": judged, "upheld": upheld, "bonus": bonus}}
    return {}


def _serialize_play(event: Played, *, withdrawn: bool) -> dict[str, Any]:
    return {
        "position": event.position,
        "tiles": event.tiles,
        "words": [
            {"word": word.word, "score": word.score, "main": word.main}
            for word in event.score.words
        ],
        "bingo": event.score.bingo,
        "stolen": event.score.stolen,
        "withdrawn": withdrawn,
    }


def _list_withdrawn(steps: Sequence[HistoryStep]) -> set[int]:
    """Return the numbers of the plays that were successfully challenged."""
    found, latest = set(), 0
    for step in steps:
        if isinstance(step.act, Play):
            latest = step.number
        if any(isinstance(event, Withdrawn) for event in step.events):
            found.add(latest)
    return found


def _serialize_end(record: OpenedRecord) -> dict[str, Any] | None:
    outcome: Outcome | None = record.history.outcome
    if outcome is None:
        return None
    return {
        "reason": outcome.reason,
        "winner": outcome.winner,
        "before": list(outcome.before),
        "scores": list(outcome.scores),
        "adjustments": list(outcome.adjustments),
        "overtime": list(outcome.overtime) or [0] * len(outcome.scores),
        "tie_break": outcome.tie_break,
        "racks": _write_racks(find_known_racks(record, record.last), record.tile_set),
    }


def _write_racks(racks: KnownRacks, tile_set: TileSet) -> list[str | None]:
    return [None if rack is None else tile_set.write(rack) for rack in racks]
