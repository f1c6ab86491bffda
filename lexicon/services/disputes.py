"""Players' doubts about words, and the editors' answers."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from lexicon.errors import DisputeError
from lexicon.lists.folding import fold_word
from lexicon.lists.text import holds_word
from lexicon.models import Dispute, Lexicon, Revision
from lexicon.services.revisions import Author, change_words
from lexicon.signals import dispute_answered
from lexicon.store import read_text

MOST_OPEN = 5
"""Open disputes one person may have at a time, so that nobody floods the queue."""
LONGEST_WORD = 32
LONGEST_REASON = 1000


def open_dispute(
    revision: Revision,
    word: str,
    reason: str,
    game_ref: str = "",
    game_url: str = "",
    by: str = "",
    *,
    author_key: str = "",
) -> Dispute:
    """Queue a doubt: that a good word should not be good, or the other way about.

    ``game_ref`` and ``game_url`` name the game for people; ``by`` is the player's name and
    ``author_key`` tells persons apart. A word already in the queue is not queued twice.
    """
    lexicon = revision.lexicon
    folded = fold_word(word.strip(), lexicon.language)
    reason = reason.strip()
    if not folded or len(folded) > LONGEST_WORD or not folded.isprintable() or " " in folded:
        raise DisputeError(_("Name one word."))
    if not reason or len(reason) > LONGEST_REASON:
        raise DisputeError(
            _("Give a reason of at most %(most)d characters.") % {"most": LONGEST_REASON}
        )
    waiting = Dispute.objects.filter(state=Dispute.State.OPEN)
    if author_key and waiting.filter(author_key=author_key).count() >= MOST_OPEN:
        raise DisputeError(
            _("%(most)d of your disputes are still open; wait for an answer first.")
            % {"most": MOST_OPEN}
        )
    with transaction.atomic():
        Lexicon.objects.select_for_update().get(pk=lexicon.pk)
        if waiting.filter(lexicon=lexicon, word=folded).exists():
            raise DisputeError(_("“%(word)s” is already being looked at.") % {"word": folded})
        return Dispute.objects.create(
            lexicon=lexicon,
            revision=revision,
            word=folded,
            good=holds_word(read_text(revision.words_id), folded),
            reason=reason,
            game_ref=game_ref[:120],
            game_url=game_url[:300],
            author=by[:80],
            author_key=author_key[:80],
        )


def answer_dispute(
    dispute: Dispute, *, accept: bool, answer: str, author: Author, base: Revision | None
) -> Dispute:
    """Answer once. Accepting changes the dictionary, unless it was changed so already."""
    with transaction.atomic():
        held = Dispute.objects.select_for_update().select_related("lexicon").get(pk=dispute.pk)
        if held.state != Dispute.State.OPEN:
            raise DisputeError(_("This dispute was answered in the meantime."))
        if accept:
            held.outcome = _settle(held, answer, author, base)
        held.state = Dispute.State.ACCEPTED if accept else Dispute.State.DECLINED
        held.answer = answer.strip()
        held.answered_at = timezone.now()
        held.answered_by_id = author.user_id
        held.save()
        dispute_answered.send(Dispute, dispute=held)
    return held


def _settle(dispute: Dispute, answer: str, author: Author, base: Revision | None) -> Revision:
    """The revision in which the word is as the player wished."""
    if base is None:
        raise DisputeError(_("The dictionary has no words."))
    good_now = holds_word(read_text(base.words_id), dispute.word)
    if good_now != dispute.good:
        return base
    words = {dispute.word}
    return change_words(
        dispute.lexicon,
        add=() if dispute.good else words,
        remove=words if dispute.good else (),
        base=base,
        author=author,
        note=_("Dispute of “%(word)s”: %(answer)s")
        % {"word": dispute.word, "answer": answer.strip()},
    )
