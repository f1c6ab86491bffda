"""Games on real boards, in one world and in another: other racks, and links that no one has."""

from games.broadcasts.models import AnnotatedGame
from tests.broadcasts.sample_games import keep_annotated_game, open_annotated_beside
from tests.play.conftest import NOON
from tests.worlds.event_data import BESIDE
from tests.worlds.world import World

OTHER_RACK = "QUITSEA"


def add_annotated_games(world: World) -> None:
    """Add a game that is being written down, and one that is not listed.

    Their scorekeeper is not among the viewers, so that the racks stay secret.
    """
    keeper, room = world.people["Rust"], world.rooms[BESIDE]
    open_annotated_beside(room, keeper, (), NOON)
    hidden = keep_annotated_game(keeper, room, "Hidden game", NOON)
    AnnotatedGame.objects.filter(pk=hidden.pk).update(listed=False)


def change_annotated_games() -> None:
    """Replace the racks, the link for scorekeepers and the keys of forms."""
    for game in AnnotatedGame.objects.all():
        game.moves = [move | {"rack": OTHER_RACK} for move in game.moves]
        game.invite = game.key = game.last_key = f"other {game.pk}"
        game.save()
