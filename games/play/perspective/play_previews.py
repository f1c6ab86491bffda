"""Evaluate one play: what tentative tiles would score, and how a move was scored."""

from collections.abc import Callable
from dataclasses import dataclass

from games.play import store
from games.play.perspective.masking import mask_snapshot
from games.play.perspective.narration import narrate_move
from games.play.perspective.wording import explain
from games.play.services.table_members import allows_hints
from games.play.store.snapshots import read_stable_snapshot
from games.play.terms.durations import format_duration
from games.players.models import Player
from games.rules.equipment.errors import RuleError
from games.rules.equipment.tiles import TileSet
from games.rules.flow.game import preview_score
from games.rules.plays.acts import TURN_KINDS, Act, Play
from games.rules.plays.events import Played
from games.rules.plays.scoring import PlayScore
from scrabble_site.shared.refusals import Conflict, Forbidden, NotFound


@dataclass(frozen=True, slots=True)
class PlayPreview:
    """What tentative tiles would score."""

    # ``None`` if the tiles cannot be placed like this; ``reason`` then says why.
    score: PlayScore | None
    reason: str
    owned_tiles: bool
    # Whether words count without being looked up, because only a challenge judges them.
    unchecked: bool = False
    # Whether words are looked up only when the play is made, because the preview must not tell.
    checked_later: bool = False
    # Whether the other players vote on words that are not in the dictionary.
    votes: bool = False

    @property
    def lawful(self) -> bool:
        return self.score is not None and (self.votes or not self.score.invalid_words)


def preview_play(code: str, player: Player | None, read: Callable[[TileSet], Act]) -> PlayPreview:
    """Preview a play for the player's seat, also when another player is to move.

    It reveals invalid words only if making the play would do so. Raises
    ``Forbidden`` for players without a seat and ``Conflict`` if no game is running.
    """
    snapshot = read_stable_snapshot(code)
    masked = mask_snapshot(snapshot)
    number = snapshot.seat_of(player.pk) if player else None
    if number is None and (player is None or player.pk != snapshot.room.device_owner_id):
        raise Forbidden("seat.not_yours")
    if masked.state is None or masked.outcome is not None:
        raise Conflict("game.over" if masked.outcome else "game.not_started")
    if number is None:  # asked just before the device was passed on
        return PlayPreview(None, "", masked.variant.scoring.owned_tiles)
    state = masked.state.with_seat(number, rack=masked.rack_of(number))
    owned = masked.variant.scoring.owned_tiles
    try:
        play = read(masked.tile_set)
        assert isinstance(play, Play)
        # A dictionary that is still being compiled must not hold up a preview.
        ready = store.is_lexicon_ready(masked.game, masked.tile_set)
        lexicon = store.get_lexicon(masked.game, masked.tile_set) if ready else None
        score = preview_score(state, number, play, lexicon)
    except RuleError as error:
        return PlayPreview(None, explain(error), owned)
    rule = state.options.challenge
    later = not (ready or rule.has_challenges)
    return PlayPreview(score, "", owned, rule.has_challenges, later, rule.votes)


@dataclass(frozen=True, slots=True)
class MoveBreakdown:
    """How one move was scored."""

    text: str
    # ``None`` for a move that laid no tiles.
    played: Played | None
    # Turn number for which this viewer may ask for the best play.
    hint_turn: int | None
    # Writing direction of the words.
    direction: str = "ltr"
    # How long the turn took.
    spent: str = ""


def break_down_move(code: str, number: int, player: Player | None) -> MoveBreakdown:
    """Return how a move of the current game was scored.

    This is public, except that hints are offered for the player's own moves only. Raises
    ``NotFound`` if there is no such move.
    """
    snapshot = read_stable_snapshot(code)
    masked = mask_snapshot(snapshot)
    for move in masked.record:
        if move.number == number:
            own = player is not None and snapshot.seat_of(player.pk) == move.seat
            asks = own and move.kind in TURN_KINDS and allows_hints(masked.game, masked.seats)
            played = next((event for event in move.events if isinstance(event, Played)), None)
            text = narrate_move(move, masked.names, masked.teams)
            turn = number - 1 if asks else None
            spent = "" if move.spent is None else format_duration(move.spent)
            return MoveBreakdown(text, played, turn, masked.tile_set.direction, spent)
    raise NotFound("game.unknown")
