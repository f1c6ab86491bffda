"""A player's own lists of words to learn."""

from datetime import datetime

from django.db import transaction

from games.common.refusals import Conflict, Missing, Unsuitable
from games.players.models import Player
from games.study.models import WordSet
from games.study.services.examiners import examiner_of
from lexicon.lists.folding import fold_word
from lexicon.lookup import LONGEST, split_words
from lexicon.models import Lexicon

MOST_SETS = 50
MOST_WORDS = 500
LONGEST_TEXT = 20_000


def add(
    player: Player, lexicon: Lexicon, name: str, text: str, now: datetime
) -> tuple[WordSet, int]:
    """Keep the good words of a text; with it, how many others there were.

    Raises ``Unsuitable`` where none is good or too many are, ``Conflict`` for one set too many.
    """
    typed = split_words(text[:LONGEST_TEXT])
    if len(typed) > MOST_WORDS:
        raise Unsuitable("study.many_words", n=MOST_WORDS)
    examiner = examiner_of(lexicon)
    folded = (fold_word(word, lexicon.language) for word in typed if len(word) <= LONGEST)
    good = [word for one in dict.fromkeys(folded) if (word := examiner.graph.find(one))]
    if not good:
        raise Unsuitable("study.no_words")
    with transaction.atomic():
        player = Player.objects.select_for_update().get(pk=player.pk)
        if player.word_sets.count() >= MOST_SETS:
            raise Conflict("study.many_sets", n=MOST_SETS)
        made = player.word_sets.create(
            lexicon=lexicon,
            name=name,
            words=[examiner.write(word) for word in good],
            made_at=now,
        )
    return made, len(typed) - len(good)


def find_set(player: Player | None, number: int) -> WordSet:
    """A list of one's own; raises ``Missing`` for any other."""
    found = WordSet.objects.filter(pk=number, player=player).select_related("lexicon").first()
    if player is None or found is None:
        raise Missing("study.set_unknown")
    return found


def remove(player: Player | None, number: int) -> WordSet:
    """Forget a list; what was learnt of it is kept."""
    found = find_set(player, number)
    WordSet.objects.filter(pk=found.pk).delete()
    return found
