"""Players' own word lists."""

from datetime import datetime

from django.db import transaction

from games.common.form_keys import SAME_FORM_WITHIN
from games.players.models import Player
from games.study.models import StudyList
from games.study.services.examiners import get_examiner
from lexicon.lists.folding import fold_word
from lexicon.models import Lexicon
from lexicon.perspective.word_check import MAX_WORD_LENGTH, split_words
from scrabble_site.shared.refusals import Conflict, InvalidRequest, NotFound

MAX_LISTS = 50
MAX_WORDS = 500
MAX_TEXT_LENGTH = 20_000


def add_word_list(
    player: Player, lexicon: Lexicon, name: str, text: str, now: datetime, *, key: str = ""
) -> tuple[StudyList, int]:
    """Save the valid words of a text as a list. Returns the list and the number of other words.

    The same form (by its ``key``) sent twice saves one list.

    Raises ``InvalidRequest`` if there are no valid words or too many words, and ``Conflict`` if the
    player has too many lists.
    """
    typed = split_words(text[:MAX_TEXT_LENGTH])
    if len(typed) > MAX_WORDS:
        raise InvalidRequest("study.many_words", n=MAX_WORDS)
    examiner = get_examiner(lexicon)
    folded = (fold_word(word, lexicon.language) for word in typed if len(word) <= MAX_WORD_LENGTH)
    good = [word for one in dict.fromkeys(folded) if (word := examiner.graph.find(one))]
    if not good:
        raise InvalidRequest("study.no_words")
    words = [examiner.write(word) for word in good]
    with transaction.atomic():
        # Locked so that two requests at once cannot exceed the limit.
        player = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        made = _find_list_by_key(player, key, now)
        if made is None or (made.lexicon_id, made.name, made.words) != (lexicon.pk, name, words):
            if player.study_lists.count() >= MAX_LISTS:
                raise Conflict("study.many_lists", n=MAX_LISTS)
            made = player.study_lists.create(
                lexicon=lexicon, name=name, words=words, made_at=now, key=key
            )
    return made, len(typed) - len(good)


def _find_list_by_key(player: Player, key: str, now: datetime) -> StudyList | None:
    if not key:
        return None
    return player.study_lists.filter(key=key, made_at__gt=now - SAME_FORM_WITHIN).first()


def find_word_list(player: Player | None, number: int) -> StudyList:
    """Return one of the player's own lists. Raises ``NotFound`` for any other."""
    found = StudyList.objects.filter(pk=number, player=player).select_related("lexicon").first()
    if player is None or found is None:
        raise NotFound("study.list_unknown")
    return found


def delete_word_list(player: Player | None, number: int) -> StudyList:
    """Delete a list. The cards made from it stay."""
    found = find_word_list(player, number)
    StudyList.objects.filter(pk=found.pk).delete()
    return found
