"""A replayed record with its moves and the names of its seats."""

from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from games.common.names import isolate_name
from games.play.perspective import build_ended_game_view
from games.play.perspective.board_and_racks import find_marked_squares
from games.play.perspective.masking import mask_snapshot
from games.play.perspective.narration import TeamNames
from games.play.perspective.viewdata import RoomView
from games.play.store.snapshots import RecordedMove, build_snapshot
from games.records.services.record_sources import RecordSource
from games.rules.equipment.layouts import Layout
from games.rules.equipment.squares import Square
from games.rules.equipment.tiles import TileSet
from games.rules.flow.game_history import GameHistory, HistoryStep
from games.rules.plays.acts import get_act_kind
from games.rules.plays.events import Played
from games.rules.positions.variants import Variant


@dataclass(frozen=True)
class OpenedRecord:
    """A record that has been replayed and is ready to be shown."""

    source: RecordSource
    history: GameHistory
    # The recorded moves, one for each step of ``history``.
    lines: tuple[RecordedMove, ...]
    names: tuple[str, ...]
    teams: TeamNames | None = None
    # The game's room; ``None`` for an upload, which has no room, bag secret or times.
    room: RoomView | None = None

    @cached_property
    def isolated_names(self) -> tuple[str, ...]:
        """The names with direction isolates, for use in sentences."""
        return tuple(isolate_name(name) for name in self.names)

    @property
    def tile_set(self) -> TileSet:
        return self.history.opening.tile_set

    @property
    def layout(self) -> Layout:
        return self.history.opening.layout

    @property
    def variant(self) -> Variant:
        return self.history.opening.variant

    def marked_at(self, number: int) -> tuple[frozenset[Square], frozenset[Square]]:
        """Return the squares of the last play and those it stole, while it is still the latest
        turn.
        """
        for line in reversed(self.lines[:number]):
            if line.took_turn or line.withdrew_play:
                played = (event for event in line.events if isinstance(event, Played))
                return find_marked_squares(next(played, None), self.tile_set)
        return find_marked_squares(None, self.tile_set)

    @property
    def last(self) -> int:
        """The number of the last position."""
        return len(self.history.steps)


def open_record(source: RecordSource) -> OpenedRecord:
    """Replay a record. For a game played here, this reads its rows from the database."""
    history = source.history
    if source.game is None:
        return open_history(source, history)
    snapshot = build_snapshot(source.game.room, source.game)
    seen = mask_snapshot(snapshot)
    room = build_ended_game_view(snapshot)
    return OpenedRecord(source, history, seen.record, seen.names, seen.teams, room)


def open_history(source: RecordSource, history: GameHistory) -> OpenedRecord:
    """Return a record whose game was not played here, with its history."""
    lines = tuple(_build_line(step) for step in history.steps)
    return OpenedRecord(source, history, lines, _build_seat_names(source.names))


def _build_seat_names(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name or _("Seat %(n)s") % {"n": n} for n, name in enumerate(names, 1))


def _build_line(step: HistoryStep) -> RecordedMove:
    kind = get_act_kind(type(step.act))
    variant, tile_set = step.before.variant, step.before.tile_set
    return RecordedMove(
        step.number, step.seat, kind, step.events, swaps=variant.swaps, language=tile_set.language
    )
