"""What tentative tiles would score in the turn that runs."""

from collections.abc import Callable

from games.duplicate.models import DuplicateGame
from games.duplicate.perspective.wording import explain
from games.duplicate.store.turn_states import load_turn_state
from games.play.perspective import PlayPreview
from games.rules.duplicate.game import judge_submission
from games.rules.equipment.errors import RuleError
from games.rules.equipment.tiles import TileSet
from games.rules.equipment.word_lookup import PermissiveDictionary
from games.rules.plays.acts import Play
from scrabble_site.shared.refusals import Conflict


def preview_duplicate_play(game: DuplicateGame, read: Callable[[TileSet], Play]) -> PlayPreview:
    """Return the score of tentative tiles, without judging their words.

    Raises ``Conflict`` unless a turn runs.
    """
    state = load_turn_state(game.code, game.turn)
    if game.stage != DuplicateGame.Stage.TURN or state is None:
        raise Conflict("duplicate.moved_on")
    try:
        score = judge_submission(state, read(state.tile_set), PermissiveDictionary()).score
    except RuleError as error:
        return PlayPreview(None, explain(error), owned_tiles=False)
    return PlayPreview(score, "", owned_tiles=False, checked_later=True)
