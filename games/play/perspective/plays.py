"""Looking at one play: what tentative tiles would score, and how a move was scored."""

from collections.abc import Callable
from dataclasses import dataclass

from games.common.refusals import Conflict, Forbidden, Missing
from games.play import store
from games.play.durations import say_length
from games.play.perspective.gathering import gather
from games.play.scenes import read_steadily
from games.play.services.company import gives_hints
from games.play.telling import tell_move
from games.play.wording import explain
from games.players.models import Player
from games.rules.errors import RuleError
from games.rules.events import Played
from games.rules.game import preview
from games.rules.moves import TURN_KINDS, Act, Play
from games.rules.scoring import PlayScore
from games.rules.tiles import TileSet


@dataclass(frozen=True, slots=True)
class PlayLook:
    """``score`` is ``None`` where the tiles cannot lie so; ``reason`` then says why."""

    score: PlayScore | None
    reason: str
    owned_tiles: bool

    @property
    def lawful(self) -> bool:
        return self.score is not None and not self.score.invalid_words


def look_at_play(code: str, player: Player | None, read: Callable[[TileSet], Act]) -> PlayLook:
    """A preview for a seat, at any time. It tells bad words only where submission would."""
    scene = read_steadily(code)
    seen = gather(scene)
    number = scene.seat_of(player.pk) if player else None
    if number is None:
        raise Forbidden("seat.not_yours")
    if seen.state is None or seen.outcome is not None:
        raise Conflict("game.over" if seen.outcome else "game.not_started")
    state = seen.state.with_seat(number, rack=seen.rack_of(number))
    owned = seen.variant.scoring.owned_tiles
    try:
        play = read(seen.tile_set)
        assert isinstance(play, Play)
        score = preview(state, number, play, store.lexicon_of(seen.game, seen.tile_set))
    except RuleError as error:
        return PlayLook(None, explain(error), owned)
    return PlayLook(score, "", owned)


@dataclass(frozen=True, slots=True)
class MoveLook:
    """A move of the record. ``played`` is ``None`` for a move that laid no tiles.

    ``hint_turn`` is the turn number for which this viewer may ask what the best play was.
    """

    text: str
    played: Played | None
    hint_turn: int | None
    direction: str = "ltr"
    """Which way its words run."""
    spent: str = ""
    """How long the turn took."""


def look_at_move(code: str, number: int, player: Player | None) -> MoveLook:
    """The move with this number in the game on the table: public, but for one's own hints."""
    scene = read_steadily(code)
    seen = gather(scene)
    for told in seen.record:
        if told.number == number:
            own = player is not None and scene.seat_of(player.pk) == told.seat
            asks = own and told.kind in TURN_KINDS and gives_hints(seen.game, seen.seats)
            played = next((event for event in told.events if isinstance(event, Played)), None)
            text = tell_move(told, seen.names, seen.teams)
            turn = number - 1 if asks else None
            spent = "" if told.spent is None else say_length(told.spent)
            return MoveLook(text, played, turn, seen.tile_set.direction, spent)
    raise Missing("game.unknown")
