"""Finds a record by its id: a finished game played here, or an uploaded one.

Both kinds share one id space and one form.
"""

from dataclasses import dataclass, field
from functools import cached_property
from uuid import UUID

from games.play.models import Game
from games.play.perspective import get_seat_name
from games.play.store.replay import replay_game, restore_initial_state
from games.play.terms.running_games import ANY_LANGUAGE, is_language_in_play
from games.players.models import Player
from games.rules.flow.game_history import GameHistory, HistoryStep
from games.rules.gcg import build_history, read_record, replay_record
from games.uploads.models import UploadedGame
from games.uploads.services.lookup import find_upload, names
from lexicon.models import Revision
from lexicon.store import open_lexicon
from scrabble_site.shared.refusals import NotFound


@dataclass(frozen=True)
class RecordSource:
    """Where a record comes from."""

    id: UUID
    title: str
    # Names of the seats, in order.
    names: tuple[str, ...]
    # The dictionary, or ``None`` if the record has none.
    revision: Revision | None
    # The row of a game played here.
    game: Game | None = field(default=None, repr=False)
    # The row of an uploaded game.
    upload: UploadedGame | None = field(default=None, repr=False)
    # Whether invalid words of withdrawn plays are named. Never so for players in a running game
    # of its language, who could look up any word by uploading a record.
    judges: bool = True

    @cached_property
    def names_words(self) -> bool:
        """Whether the game is known to have been played with this dictionary.

        If a record names another dictionary or none, its words may have been valid in that game.
        """
        if self.upload is None or self.revision is None:
            return self.revision is not None
        return names(read_record(self.upload.text), self.revision)

    @cached_property
    def history(self) -> GameHistory:
        """Replay the whole game, which takes some tens of milliseconds."""
        if self.upload is not None:
            return build_upload_course(self.upload, judges=self.judges)
        assert self.game is not None
        return build_game_course(self.game)


def find_source(record_id: UUID, player: Player | None) -> RecordSource:
    """Return a record that ``player`` may see.

    Raises ``NotFound`` for any other and for running games.
    """
    if upload := find_upload(record_id, player):
        language = upload.revision.lexicon.language if upload.revision else ANY_LANGUAGE
        return build_upload_source(upload, judges=not is_language_in_play(player, language))
    over = Game.objects.select_related("room__host", "revision__lexicon")
    game = over.filter(pk=record_id, status=Game.Status.OVER).first()
    if game is None or game.state is None:
        raise NotFound("record.unknown")
    return build_game_source(game)


def build_game_source(game: Game) -> RecordSource:
    """Return a finished game as a record. The names of the seats cost two queries."""
    seats = game.seats.prefetch_related("holders__player").order_by("number")
    names = tuple(get_seat_name(seat) for seat in seats)
    return RecordSource(game.pk, game.room.shown_title, names, game.revision, game)


def build_upload_source(upload: UploadedGame, *, judges: bool = True) -> RecordSource:
    return RecordSource(
        upload.pk,
        upload.title,
        tuple(upload.names),
        upload.revision,
        upload=upload,
        judges=judges,
    )


def build_upload_course(upload: UploadedGame, *, judges: bool = True) -> GameHistory:
    """Replay an uploaded game, with racks as far as the record gives them."""
    replay = replay_record(read_record(upload.text), upload.tile_set)
    faces, revision = replay.tile_set.faces, upload.revision_id if judges else None
    return build_history(replay, None if revision is None else open_lexicon(revision, faces))


def build_game_course(game: Game) -> GameHistory:
    """Replay a finished game played here, with all racks."""
    steps = tuple(
        HistoryStep(
            each.move.number,
            each.move.seat,
            each.act,
            each.before,
            each.after.events,
            each.after.state,
        )
        for each in replay_game(game)
    )
    return GameHistory(steps[0].before if steps else restore_initial_state(game), steps)
