"""How long a turn took, for the record; what it is charged is the rules' matter
(:mod:`games.rules.timing`)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from games.common.instants import to_ms
from games.play.calendars import breaks_at
from games.play.models import Game
from games.play.scenes import Scene
from games.play.services.schedule import turn_days
from games.rules.breaks import time_between
from games.rules.moves import Act, Exchange, Flag, Pass, Play


def count_time(scene: Scene, seat: int, act: Act, now: datetime) -> Mapping[str, Any]:
    """What a move tells of its time, as fields of its row; nothing for an act that is no turn."""
    game, state = scene.game, scene.state
    if state is None or state.to_move != seat or not isinstance(act, Play | Exchange | Pass | Flag):
        return {}
    begun = _begun(game)
    if begun is None:
        return {}
    end = to_ms(now)
    off = breaks_at(scene.seats, seat) if turn_days(game.room) is not None else ()
    taken = [("days_off", max(one.begin, begun), min(one.end, end)) for one in off]
    halts = [("pause", first, last or end) for first, last, _thought in game.halts]
    halts += [halt for halt in taken if halt[1] < halt[2]]
    thought = sum(before for _first, _last, before in game.halts)
    return {"spent": thought + time_between(begun, end, off), "halts": sorted(halts, key=_first)}


def note_pause(game: Game, now: datetime) -> None:
    """The clocks stand from now on; the row is left to whoever saves it."""
    begun = _begun(game)
    thought = 0 if begun is None else max(0, to_ms(now) - begun)
    game.halts = [*game.halts, [to_ms(now), None, thought]]


def note_end_of_pause(halts: list[Any], now: datetime) -> list[Any]:
    """The pauses of a turn once its clock goes on."""
    return [[first, last or to_ms(now), thought] for first, last, thought in halts]


def _begun(game: Game) -> int | None:
    """From when on the time of the present turn counts."""
    instant = game.clock_since or game.moved_at
    return None if instant is None else to_ms(instant)


def _first(halt: tuple[str, int, int]) -> int:
    return halt[1]
