"""Votes of the players on words that are not in the dictionary, announced to other domains."""

from collections.abc import Iterable

from games.play.models import Game
from games.play.signals import words_voted_on
from games.rules.plays.events import Event, Voted


def announce_word_votes(game: Game, events: Iterable[Event]) -> None:
    """Send the signal ``words_voted_on`` for each vote that these events decided."""
    for event in events:
        if isinstance(event, Voted):
            words_voted_on.send(sender=Game, game=game, words=event.words, allowed=event.allowed)
