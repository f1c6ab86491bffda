"""Looking at one play: what tentative tiles would score, and how a move was scored."""

from collections.abc import Callable
from dataclasses import dataclass

from games import store
from games.models import Player
from games.perspective.gathering import gather
from games.rules.errors import RuleError
from games.rules.events import Played
from games.rules.game import preview
from games.rules.moves import Act, Play
from games.rules.scoring import PlayScore
from games.rules.tiles import TileSet
from games.services.refusals import Conflict, Forbidden, Missing
from games.wording import explain


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
    seen = gather(code)
    number = seen.seat_of(player.pk) if player else None
    if number is None:
        raise Forbidden("seat.not_yours")
    if seen.state is None or seen.outcome is not None:
        raise Conflict("game.over" if seen.outcome else "game.not_started")
    rack = store.load_rack(seen.seats[number], seen.tile_set)
    state = seen.state.with_seat(number, rack=rack)
    owned = seen.variant.scoring.owned_tiles
    try:
        play = read(seen.tile_set)
        assert isinstance(play, Play)
        score = preview(state, number, play, store.lexicon_of(seen.game, seen.tile_set))
    except RuleError as error:
        return PlayLook(None, explain(error), owned)
    return PlayLook(score, "", owned)


def look_at_move(code: str, number: int) -> Played:
    """The play with this number in the game on the table: its score as data, public to all."""
    for told in gather(code).record:
        if told.number == number:
            for event in told.events:
                if isinstance(event, Played):
                    return event
    raise Missing("game.unknown")
