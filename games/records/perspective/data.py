"""A record as plain data, for programs: what ``/games/ID.json`` answers.

==================  ============================================================================
``id``, ``title``   the record's id, which is its address too, and the name of the room
``variant``         "scrabble", "super" or "qwibble"; ``layout``: the board's premiums
``tile_set``        code of the tiles; ``language`` and ``direction`` ("ltr", "rtl") are theirs
``dictionary``      ``name`` and ``revision`` (number), or null
``options``         what was chosen of the rules: challenge, end_rule, adjustment, ...; ``clock``
                    as in "25+0/5" (minutes + seconds a turn / minutes of overtime), "60s", "3d"
``rated``           whether ratings changed by it
``started_at``,     ISO 8601, or null
``ended_at``
``seats``           by number: ``name``; ``computer``: level of a computer player, else null
``first``           number of the seat that began
``moves``           see below, in their order
``end``             null for a game without end: ``reason`` ("out", "passes", "resigned", ...),
                    ``winner`` (seat or null), ``before`` and ``scores`` (by seat, before and after
                    what follows), ``adjustments`` for tiles left, ``overtime`` (points lost),
                    ``tie_break`` (or null), ``racks`` (as below)
==================  ============================================================================

A move:

==================  ============================================================================
``number``          from 1: the position after it has this number; ``seat`` made it
``kind``            "play", "exchange", "pass", "challenge", "accept", "resign", "forfeit", "flag",
                    "annul", "lapse"
``racks``           before it, by seat; null where unknown. "?" is a blank, a tile of several
                    letters stands in brackets
``position``,       of a play: "8H" runs across, "H8" down; the main word, "." for what lay there,
``tiles``           blanks in lower case
``words``           of a play: ``word``, ``score`` and ``main`` of each; ``bingo``: bonus points
``stolen``          of a play: points taken from another seat (tiles with owners)
``withdrawn``       of a play: it was challenged away
``exchanged``       of an exchange: the tiles
``challenge``       of a challenge: ``words`` (``word``, ``good``), ``upheld``, ``bonus`` (points to
                    the challenged seat)
``changes``         what it did to every score; ``scores``: every score after it
``spent_ms``        how long the turn took, null where nobody counted
``left_ms``         what every clock showed after it, null where none counts the whole game
==================  ============================================================================

A score after the last move holds what the end adjusted.
"""

from collections.abc import Sequence
from typing import Any

from games.records.perspective.opened import OpenedRecord
from games.records.perspective.racks import Racks, find_racks
from games.records.perspective.times import clocks_of
from games.rules.course import Step
from games.rules.events import Challenged, Outcome, Played, Withdrawn
from games.rules.moves import Exchange, Play
from games.rules.tiles import TileSet


def tell_record(record: OpenedRecord) -> dict[str, Any]:
    """The whole record; see the head of this module."""
    opening, source = record.course.opening, record.source
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
        "options": _tell_options(record),
        "rated": bool(game and game.rated),
        "started_at": game and game.started_at and game.started_at.isoformat(),
        "ended_at": game and game.ended_at and game.ended_at.isoformat(),
        "seats": _tell_seats(record),
        "first": opening.to_move,
        "moves": _tell_moves(record),
        "end": _tell_end(record),
    }


def _tell_options(record: OpenedRecord) -> dict[str, Any]:
    options = record.course.opening.options
    return {
        "challenge": options.challenge.value,
        "end_rule": options.end_rule,
        "adjustment": options.adjustment,
        "exchange_minimum": options.exchange_minimum,
        "placement": options.placement,
        "clock": options.clock.text,
    }


def _tell_seats(record: OpenedRecord) -> list[dict[str, Any]]:
    game = record.source.game
    levels = dict(game.seats.values_list("number", "computer_level")) if game else {}
    return [{"name": name, "computer": levels.get(seat)} for seat, name in enumerate(record.names)]


def _tell_moves(record: OpenedRecord) -> list[dict[str, Any]]:
    clocks = clocks_of(record)
    withdrawn = _find_withdrawn(record.course.steps)
    told = []
    for step, line in zip(record.course.steps, record.lines, strict=True):
        before, after = step.before.seats, step.after.seats
        scores = [seat.score for seat in after]
        told.append(
            {
                "number": step.number,
                "seat": step.seat,
                "kind": line.kind,
                "racks": _write_racks(find_racks(record, step.number - 1), record.tile_set),
                **_tell_act(step, withdrawn=step.number in withdrawn),
                "changes": [new - old.score for new, old in zip(scores, before, strict=True)],
                "scores": scores,
                "spent_ms": line.spent,
                "left_ms": list(clocks[step.number]) if clocks else None,
            }
        )
    return told


def _tell_act(step: Step, *, withdrawn: bool) -> dict[str, Any]:
    if isinstance(step.act, Exchange):
        return {"exchanged": step.before.tile_set.write(step.act.tiles)}
    for event in step.events:
        match event:
            case Played() if isinstance(step.act, Play):
                return _tell_play(event, withdrawn=withdrawn)
            case Challenged(words=words, upheld=upheld, bonus=bonus):
                judged = [{"word": word, "good": good} for word, good in words]
                return {"challenge": {"words": judged, "upheld": upheld, "bonus": bonus}}
    return {}


def _tell_play(event: Played, *, withdrawn: bool) -> dict[str, Any]:
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


def _find_withdrawn(steps: Sequence[Step]) -> set[int]:
    """The numbers of the plays that were challenged away."""
    found, latest = set(), 0
    for step in steps:
        if isinstance(step.act, Play):
            latest = step.number
        if any(isinstance(event, Withdrawn) for event in step.events):
            found.add(latest)
    return found


def _tell_end(record: OpenedRecord) -> dict[str, Any] | None:
    outcome: Outcome | None = record.course.outcome
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
        "racks": _write_racks(find_racks(record, record.last), record.tile_set),
    }


def _write_racks(racks: Racks, tile_set: TileSet) -> list[str | None]:
    return [None if rack is None else tile_set.write(rack) for rack in racks]
