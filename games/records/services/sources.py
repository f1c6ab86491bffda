"""Where a record comes from, found by its id: a game played here that is over."""

from dataclasses import dataclass, field
from functools import cached_property
from uuid import UUID

from games.common.refusals import Missing
from games.play.history import deal_again, replay_game
from games.play.models import Game
from games.play.perspective import seat_name
from games.players.models import Player
from games.rules.course import Course, Step
from lexicon.models import Revision


@dataclass(frozen=True)
class Source:
    """``revision`` is the dictionary; ``None`` where none belongs to it.

    ``names``: what the seats are called, in their order. ``game``: the row, of a game played here.
    """

    id: UUID
    title: str
    names: tuple[str, ...]
    revision: Revision | None
    game: Game | None = field(default=None, repr=False)

    @cached_property
    def course(self) -> Course:
        """Plays the whole game again: some tens of milliseconds."""
        assert self.game is not None
        return course_of(self.game)


def find_source(record_id: UUID, player: Player | None) -> Source:  # noqa: ARG001 - uploads are their owners'
    """The record that ``player`` may see; raises Missing for any other, and for running games."""
    over = Game.objects.select_related("room", "revision__lexicon")
    game = over.filter(pk=record_id, status=Game.Status.OVER).first()
    if game is None or game.state is None:
        raise Missing("record.unknown")
    return source_of(game)


def source_of(game: Game) -> Source:
    """An ended game as a record. Which seats have which names costs two queries."""
    seats = game.seats.prefetch_related("holders__player").order_by("number")
    names = tuple(seat_name(seat) for seat in seats)
    return Source(game.pk, game.room.title, names, game.revision, game)


def course_of(game: Game) -> Course:
    """The course of an ended game played here, racks included."""
    steps = tuple(
        Step(
            each.move.number,
            each.move.seat,
            each.act,
            each.before,
            each.after.events,
            each.after.state,
        )
        for each in replay_game(game)
    )
    return Course(steps[0].before if steps else deal_again(game), steps)
