"""A record made ready to be told: its course, the lines of its moves, the seats' names."""

from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from games.play.gameview import RoomView
from games.play.perspective import look_at_ended_game
from games.play.perspective.gathering import gather
from games.play.perspective.parts import squares_of
from games.play.scenes import Line, scene_of
from games.play.telling import Teams
from games.players.names import isolate
from games.records.services.sources import Source
from games.rules.course import Course, Step
from games.rules.events import Played
from games.rules.layouts import Layout
from games.rules.squares import Square
from games.rules.tiles import TileSet
from games.rules.variants import Variant


@dataclass(frozen=True)
class OpenedRecord:
    """``room``: how the game is seen at the table it was played at; ``None`` for an uploaded one,
    which has no room, no bag to be checked and no times. ``lines`` stand beside the steps of the
    course, one for one.
    """

    source: Source
    course: Course
    lines: tuple[Line, ...]
    names: tuple[str, ...]
    teams: Teams | None = None
    room: RoomView | None = None

    @cached_property
    def said_names(self) -> tuple[str, ...]:
        """The names as they stand in sentences."""
        return tuple(isolate(name) for name in self.names)

    @property
    def tile_set(self) -> TileSet:
        return self.course.opening.tile_set

    @property
    def layout(self) -> Layout:
        return self.course.opening.layout

    @property
    def variant(self) -> Variant:
        return self.course.opening.variant

    def marked_at(self, number: int) -> tuple[frozenset[Square], frozenset[Square]]:
        """The squares that the latest play laid and those it stole, as long as it is the latest."""
        for line in reversed(self.lines[:number]):
            if line.took_turn or line.withdrew:
                played = (event for event in line.events if isinstance(event, Played))
                return squares_of(next(played, None), self.tile_set)
        return squares_of(None, self.tile_set)

    @property
    def last(self) -> int:
        """The number of the last position."""
        return len(self.course.steps)


def open_record(source: Source) -> OpenedRecord:
    """Reads the rows of a game played here, and plays it again."""
    course = source.course
    if source.game is None:
        lines = tuple(_line_of(step) for step in course.steps)
        return OpenedRecord(source, course, lines, _name_seats(source.names))
    scene = scene_of(source.game.room, source.game)
    seen = gather(scene)
    room = look_at_ended_game(scene)
    return OpenedRecord(source, course, seen.record, seen.names, seen.teams, room)


def _name_seats(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name or _("Seat %(n)s") % {"n": n} for n, name in enumerate(names, 1))


def _line_of(step: Step) -> Line:
    kind = type(step.act).__name__.lower()
    variant, tile_set = step.before.variant, step.before.tile_set
    return Line(
        step.number, step.seat, kind, step.events, swaps=variant.swaps, language=tile_set.language
    )
