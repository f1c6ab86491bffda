"""Players' disputes of words, and the editors' answers."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from lexicon.lists.folding import fold_word
from lexicon.lists.word_text import holds_word
from lexicon.models import Dispute, Lexicon, Revision
from lexicon.services.revisions import Author, change_words
from lexicon.signals import dispute_answered
from lexicon.store import read_text
from lexicon.terms.author_names import restore_author
from lexicon.terms.errors import DisputeError
from lexicon.terms.stored_texts import make_stored_text
from scrabble_site.shared.final_letters import write_final_letter

MAX_OPEN_DISPUTES = 5
"""Open disputes that one person may have, so that no one floods the editors' queue."""
MAX_OPEN_VOTES = 100
"""Votes on words that may wait in the queue of one dictionary."""
MAX_VOTES_ON_WORD = 5
"""Games whose votes on one word may wait in the queue of one dictionary."""
MAX_WORD_LENGTH = 32
MAX_REASON_LENGTH = 1000


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
    """Open a dispute: a valid word should be invalid, or the other way round.

    ``game_ref`` and ``game_url`` name the game for editors. ``by`` is the player's name, and
    ``author_key`` identifies the person. Raises ``DisputeError``, also if the word already has an
    open dispute.
    """
    lexicon = revision.lexicon
    folded = fold_word(word.strip(), lexicon.language)
    reason = reason.strip()
    if not folded or len(folded) > MAX_WORD_LENGTH or not folded.isprintable() or " " in folded:
        raise DisputeError(_("Enter one word."))
    if not reason or len(reason) > MAX_REASON_LENGTH:
        raise DisputeError(
            _("Give a reason of at most %(most)d characters.") % {"most": MAX_REASON_LENGTH}
        )
    waiting = Dispute.objects.filter(state=Dispute.State.OPEN)
    if author_key and waiting.filter(author_key=author_key).count() >= MAX_OPEN_DISPUTES:
        raise DisputeError(
            _("You already have %(most)d open disputes. Wait for an answer first.")
            % {"most": MAX_OPEN_DISPUTES}
        )
    with transaction.atomic():
        # Locks out a second dispute of the same word at the same time.
        Lexicon.objects.select_for_update().get(pk=lexicon.pk)
        if waiting.filter(lexicon=lexicon, word=folded).exists():
            raise DisputeError(
                _("The editors are already reviewing “%(word)s”.")
                % {"word": write_final_letter(folded)}
            )
        return Dispute.objects.create(
            lexicon=lexicon,
            revision=revision,
            word=folded,
            was_valid=holds_word(read_text(revision.words_id), folded),
            reason=reason,
            game_ref=game_ref[:120],
            game_url=game_url[:300],
            author=restore_author(by.strip())[:80],
            author_key=author_key[:80],
        )


def record_vote(
    revision: Revision, word: str, *, allowed: bool, game_ref: str, game_url: str
) -> None:
    """Put a word that the players of a game voted on into the editors' queue.

    Does nothing if the game's vote is in the queue already, or too many votes wait there.
    """
    lexicon = revision.lexicon
    folded = fold_word(word, lexicon.language)
    with transaction.atomic():
        # Locks out a second dispute of the same word at the same time.
        Lexicon.objects.select_for_update().get(pk=lexicon.pk)
        waiting = Dispute.objects.filter(state=Dispute.State.OPEN, lexicon=lexicon)
        votes = waiting.exclude(vote="")
        on_word = votes.filter(word=folded)
        if (
            on_word.filter(game_url=game_url[:300]).exists()
            or on_word.count() >= MAX_VOTES_ON_WORD
            or votes.count() >= MAX_OPEN_VOTES
        ):
            return
        Dispute.objects.create(
            lexicon=lexicon,
            revision=revision,
            word=folded,
            was_valid=False,
            vote=Dispute.Vote.ALLOWED if allowed else Dispute.Vote.REFUSED,
            game_ref=game_ref[:120],
            game_url=game_url[:300],
        )


def answer_dispute(
    dispute: Dispute, *, accept: bool, answer: str, author: Author, base: Revision | None
) -> Dispute:
    """Answer an open dispute. Accepting it changes the dictionary, unless that was done already.

    Votes of games on the same word get the same answer. ``base`` is the revision the editor saw.
    Raises ``DisputeError`` if it was answered before, and ``StaleRevisionError`` if ``base`` is no
    longer current.
    """
    with transaction.atomic():
        # Two editors may answer two disputes of one word.
        Lexicon.objects.select_for_update().get(pk=dispute.lexicon_id)
        locked = Dispute.objects.select_for_update().select_related("lexicon").get(pk=dispute.pk)
        if locked.state != Dispute.State.OPEN:
            raise DisputeError(_("Another editor has already answered this dispute."))
        if accept:
            locked.outcome = _settle(locked, answer, author, base)
        locked.state = Dispute.State.ACCEPTED if accept else Dispute.State.DECLINED
        locked.answer = answer.strip()
        locked.answered_at = timezone.now()
        locked.answered_by_id = author.user_id
        locked.save()
        _answer_votes(locked)
        dispute_answered.send(Dispute, dispute=locked)
    return locked


def _answer_votes(answered: Dispute) -> None:
    """Give the other votes on the same word the answer of a dispute."""
    waiting = Dispute.objects.filter(state=Dispute.State.OPEN, lexicon=answered.lexicon_id)
    same = waiting.filter(word=answered.word, was_valid=answered.was_valid).exclude(vote="")
    names = ("state", "answer", "answered_at", "answered_by_id", "outcome")
    same.update(**{name: getattr(answered, name) for name in names})


def _settle(dispute: Dispute, answer: str, author: Author, base: Revision | None) -> Revision:
    """Return a revision in which the word is as the player asked, made if necessary."""
    if base is None:
        raise DisputeError(_("The dictionary has no words."))
    good_now = holds_word(read_text(base.words_id), dispute.word)
    if good_now != dispute.was_valid:  # another editor has changed it already
        return base
    words = {dispute.word}
    return change_words(
        dispute.lexicon,
        add=() if dispute.was_valid else words,
        remove=words if dispute.was_valid else (),
        base=base,
        author=author,
        automatic_note=make_stored_text("note.request", word=dispute.word, answer=answer.strip()),
    )
