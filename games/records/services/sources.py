"""Where a record comes from, found by its id: a game played here that is over, or an uploaded one.

Both are found in one address space, and told in one form.
"""

from dataclasses import dataclass, field
from functools import cached_property
from uuid import UUID

from games.common.refusals import Missing
from games.play.history import deal_again, replay_game
from games.play.models import Game
from games.play.perspective import seat_name
from games.players.models import Player
from games.rules.course import Course, Step
from games.rules.gcg import make_course, read_record, replay_record
from games.uploads.models import Upload
from games.uploads.services.finding import find_upload
from lexicon.models import Revision
from lexicon.store import open_lexicon


@dataclass(frozen=True)
class Source:
    """``revision`` is the dictionary; ``None`` where none belongs to it.

    ``names``: what the seats are called, in their order. ``game``: the row of a game played here,
    ``upload``: that of one played elsewhere.
    """

    id: UUID
    title: str
    names: tuple[str, ...]
    revision: Revision | None
    game: Game | None = field(default=None, repr=False)
    upload: Upload | None = field(default=None, repr=False)

    @cached_property
    def course(self) -> Course:
        """Plays the whole game again: some tens of milliseconds."""
        if self.upload is not None:
            return course_of_upload(self.upload)
        assert self.game is not None
        return course_of(self.game)


def find_source(record_id: UUID, player: Player | None) -> Source:
    """The record that ``player`` may see; raises Missing for any other, and for running games."""
    if upload := find_upload(record_id, player):
        return source_of_upload(upload)
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


def source_of_upload(upload: Upload) -> Source:
    return Source(upload.pk, upload.title, tuple(upload.names), upload.revision, upload=upload)


def course_of_upload(upload: Upload) -> Course:
    """The course of a game played elsewhere, its racks as far as the record tells them."""
    replay = replay_record(read_record(upload.text), upload.tile_set)
    faces, revision = replay.tile_set.faces, upload.revision_id
    return make_course(replay, None if revision is None else open_lexicon(revision, faces))


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
