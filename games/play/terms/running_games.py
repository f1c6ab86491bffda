"""Finding the games in which someone is playing, to keep help away from them.

Help is closed to people with a running game: dictionaries, study and analyses with words of the
game's language. What the pages say of those games is in
:mod:`games.play.perspective.running_games`.
"""

from collections.abc import Callable, Sequence

from games.play.models import Game, Invitation, SeatMember
from games.play.terms.seating import is_in_play
from games.players.models import Player
from lexicon.terms.running_games import RunningGameLink, closes_language

ANY_LANGUAGE = ""
"""Stands for help whose language is unknown. Every running game closes it."""

RunningGameSource = Callable[[Player], Sequence[RunningGameLink]]
_sources: list[RunningGameSource] = []


def add_running_games(source: RunningGameSource) -> None:
    """Register a function that returns a player's running games that are not played at tables.

    Call it when the apps are ready.
    """
    _sources.append(source)


def list_other_running_games(player: Player, language: str = ANY_LANGUAGE) -> list[RunningGameLink]:
    """Return a player's running games that are not played at tables and close a language."""
    found = (game for source in _sources for game in source(player))
    return [game for game in found if game.closes(language)]


def list_blocking_games(player: Player | None, language: str = ANY_LANGUAGE) -> list[Game]:
    """Return a player's running games that close help with words of this language.

    A game without a dictionary closes it for every language.
    """
    games = list_running_games(player) if player is not None else []
    return [game for game in games if closes_language(get_game_language(game), language)]


def get_game_language(game: Game) -> str:
    """Return the language of a game's words; "" if it has no dictionary."""
    return game.revision.lexicon.language if game.revision else ANY_LANGUAGE


def is_playing(player: Player) -> bool:
    """Return whether a player has a running game."""
    return bool(list_running_games(player))


def list_running_games(player: Player) -> list[Game]:
    """Return the running games of a player, with their rooms and dictionaries.

    They are the games in which the player holds a seat that has not resigned, and those in which
    they left a team to which they may come back.
    """
    running = [Game.Status.PLAYING, Game.Status.FINAL_CHALLENGE]
    wanted = ("game__room__host", "game__revision__lexicon", "seat")
    holders = SeatMember.objects.filter(player=player, game_over=False, game__status__in=running)
    # Former members have seen the tiles of their team, so they get no help either.
    left = Invitation.objects.filter(player=player, left=True, game__status__in=running)
    rows: list[SeatMember | Invitation] = [
        *holders.select_related(*wanted),
        *left.select_related(*wanted),
    ]
    there = (row for row in rows if row.seat and is_in_play(row.game, row.seat.number))
    return list({row.game.pk: row.game for row in there}.values())


def is_language_in_play(player: Player | None, language: str) -> bool:
    """Return whether a player has a running game with words of this language.

    Pages then do not say which words of the language are valid.
    """
    if list_blocking_games(player, language):
        return True
    return player is not None and bool(list_other_running_games(player, language))
