"""Games on real boards that scorekeepers write down, and who may do so."""

from games.broadcasts.models.annotated_games import AnnotatedGame, Scorekeeper

__all__ = ["AnnotatedGame", "Scorekeeper"]
