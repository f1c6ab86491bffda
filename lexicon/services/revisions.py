"""Creating revisions, and deleting those that nothing uses. Existing ones never change.

Each change names the revision it was based on. If another editor was faster, it is refused with
:class:`StaleRevisionError`, so no change is lost silently. The word graph is compiled before the
revision becomes current, so if the build dies, the old revision stays current.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import ProtectedError, RestrictedError

from lexicon.graph.progress import Progress, share_progress
from lexicon.lists.word_text import (
    WordDifference,
    compare_texts,
    edit_text,
    hash_text,
    holds_word,
    join_words,
    name_words,
    pack_text,
)
from lexicon.models import Lexicon, Revision, WordChange, WordList
from lexicon.store import compile_words, read_text
from lexicon.terms.alphabets import list_language_alphabets
from lexicon.terms.errors import ChangeError, MissingWordsError, StaleRevisionError
from lexicon.terms.stored_texts import StoredText, make_stored_text

MAX_RECORDED_CHANGES = 2000
"""A revision that changes more words records only their number. Comparing the lists shows which."""
PUBLISH_SHARES = (10, 75, 15)
"""Shares of the time that it takes to compare the words with the previous ones, to compile them and
to write them."""


@dataclass(frozen=True, slots=True)
class Author:
    """Who makes a change: a name that is kept, and the account while it exists."""

    name: str = ""
    user_id: int | None = None

    @classmethod
    def of(cls, user: Any) -> "Author":
        return cls(user.get_username(), user.pk)


def list_revision_words(revision: Revision | None) -> list[str]:
    """Return the words of a revision. A dictionary without revisions (``None``) has no words."""
    return get_revision_text(revision).split()


def get_revision_text(revision: Revision | None) -> str:
    """Return the words of a revision as one text (see :mod:`lexicon.lists.word_text`).

    A text takes a tenth of the memory of a list.
    """
    return read_text(revision.words_id) if revision else ""


def publish_words(
    lexicon: Lexicon,
    words: Collection[str],
    *,
    base: Revision | None,
    author: Author,
    note: str,
    progress: Progress | None = None,
    also: Callable[[Revision], None] | None = None,
    compiling: bool = True,
) -> Revision:
    """Publish ``words`` as the dictionary's new current revision.

    ``base`` is the revision the editor saw. The words are folded as in
    :mod:`lexicon.lists.word_text`. ``also`` is called in the same transaction. Without
    ``compiling``, the word graph is left to :func:`lexicon.store.open_lexicon`. Raises
    :class:`StaleRevisionError` if ``base`` is not current, and :class:`ChangeError` if nothing
    would change or no word would be left.
    """
    text = join_words(set(words))
    return publish_text(
        lexicon,
        text,
        base=base,
        author=author,
        note=note,
        progress=progress,
        also=also,
        compiling=compiling,
    )


def publish_text(
    lexicon: Lexicon,
    text: str,
    *,
    base: Revision | None,
    author: Author,
    note: str,
    automatic_note: StoredText | None = None,
    progress: Progress | None = None,
    also: Callable[[Revision], None] | None = None,
    compiling: bool = True,
) -> Revision:
    """Do the same as :func:`publish_words` for a sorted text, which may hold millions of words."""
    # Checked before the expensive build, and again under a lock in _append.
    _refuse_stale(Lexicon.objects.get(pk=lexicon.pk), base)
    compare, build, write = share_progress(progress, *PUBLISH_SHARES)
    difference = compare_texts(get_revision_text(base), text, MAX_RECORDED_CHANGES, compare)
    if base and not difference:
        raise ChangeError("change.nothing")
    if not text:
        raise ChangeError("change.no_words")
    digest = hash_text(text)
    if compiling:
        faces = list_language_alphabets(lexicon.language)[0].faces
        # Compile outside the transaction: it may take minutes.
        compile_words(text, digest, faces, build)
    write(0, 1)
    with transaction.atomic():
        WordList.objects.get_or_create(sha256=digest, defaults={"packed": pack_text(text)})
        revision = _append(
            lexicon,
            base,
            author,
            words_id=digest,
            word_count=text.count("\n"),
            note=note,
            automatic_note=automatic_note,
        )
        _record(revision, difference)
        if also:
            also(revision)
    write(1, 1)
    return revision


def change_words(
    lexicon: Lexicon,
    *,
    add: Collection[str] = (),
    remove: Collection[str] = (),
    base: Revision | None,
    author: Author,
    note: str = "",
    automatic_note: StoredText | None = None,
) -> Revision:
    """Publish a revision with single words added and removed.

    Words to add that exist already are ignored. Raises :class:`MissingWordsError` if words to
    remove do not exist, and the errors of :func:`publish_words`.
    """
    _refuse_stale(Lexicon.objects.get(pk=lexicon.pk), base)
    text = get_revision_text(base)
    if absent := sorted(word for word in set(remove) if not holds_word(text, word)):
        raise MissingWordsError(absent, name_words(absent))
    changed = edit_text(text, add, remove)
    return publish_text(
        lexicon, changed, base=base, author=author, note=note, automatic_note=automatic_note
    )


def roll_back(
    lexicon: Lexicon, target: Revision, *, base: Revision | None, author: Author, note: str
) -> Revision:
    """Publish the words of an older revision as a new one. The history in between is kept."""
    return publish_text(
        lexicon,
        get_revision_text(target),
        base=base,
        author=author,
        note=note,
        automatic_note=make_stored_text("note.restored", number=target.number),
    )


def count_pins(revision: Revision) -> int:
    """Count the rows of other apps (games) that refer to a revision."""
    return sum(
        relation.related_model._base_manager.filter(**{relation.field.name: revision}).count()
        for relation in Revision._meta.related_objects
        if relation.related_model._meta.app_label != "lexicon"
    )


def remove_revision(revision: Revision) -> bool:
    """Delete a revision and its unused word list. Returns ``False`` if it is current or in use."""
    try:
        with transaction.atomic():
            revision.delete()
            remove_unused_words()
    except (ProtectedError, RestrictedError):
        return False
    return True


def remove_unused_words() -> int:
    """Delete the word lists that nothing uses any more, and return how many."""
    # The last shipped lists are kept: the next ones are compared with them.
    shipped = Lexicon.objects.exclude(shipped="").values("shipped")
    return WordList.objects.filter(revisions=None).exclude(sha256__in=shipped).delete()[0]


def _append(lexicon: Lexicon, base: Revision | None, author: Author, **fields: Any) -> Revision:
    locked = Lexicon.objects.select_for_update().get(pk=lexicon.pk)
    _refuse_stale(locked, base)
    last = locked.revisions.order_by("-number").values_list("number", flat=True).first() or 0
    revision = Revision.objects.create(
        lexicon=locked,
        number=last + 1,
        author=author.name,
        created_by_id=author.user_id,
        **fields,
    )
    locked.current_revision = revision
    locked.save(update_fields=["current_revision"])
    lexicon.current_revision = revision
    return revision


def _record(revision: Revision, difference: WordDifference) -> None:
    revision.added, revision.removed = difference.added, difference.removed
    revision.save(update_fields=["added", "removed"])
    if difference.added + difference.removed <= MAX_RECORDED_CHANGES:
        sides = ((True, difference.added_words), (False, difference.removed_words))
        WordChange.objects.bulk_create(
            WordChange(revision=revision, word=word, added=added)
            for added, words in sides
            for word in words
        )


def _refuse_stale(lexicon: Lexicon, base: Revision | None) -> None:
    newest = lexicon.current_revision
    if lexicon.current_revision_id == (base.pk if base else None):
        return
    if newest is None:
        raise StaleRevisionError("stale.changed")
    raise StaleRevisionError(
        "stale.saved",
        author=newest.author,
        number=newest.number,
        note=newest.note,
        automatic_note=newest.automatic_note,
    )
