"""New revisions. Nothing here changes or deletes an old one.

Each change names the revision it was made against; when another editor was faster it is refused
with :class:`StaleRevisionError`, so neither loses a change silently. The word graph is compiled
before the revision comes into force, so a build that dies leaves the old one as it was.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import ProtectedError, RestrictedError
from django.utils.translation import gettext as _

from lexicon.alphabets import alphabets_of
from lexicon.errors import AbsentError, ChangeError, StaleRevisionError
from lexicon.graph.progress import Progress
from lexicon.lists.text import (
    Difference,
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

MOST_RECORDED = 2000
"""Above so many changed words a revision keeps only their number; comparing tells which."""


@dataclass(frozen=True, slots=True)
class Author:
    """Who makes a change: a name that stays, and the account while there is one."""

    name: str = ""
    user_id: int | None = None

    @classmethod
    def of(cls, user: Any) -> "Author":
        return cls(user.get_username(), user.pk)


def words_of(revision: Revision | None) -> list[str]:
    """The words of a revision; none for a dictionary that has no revision yet."""
    return text_of(revision).split()


def text_of(revision: Revision | None) -> str:
    """The words of a revision as one text (see :mod:`lexicon.lists.text`), which takes a tenth
    of the memory of a list."""
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
) -> Revision:
    """Make ``words`` the dictionary's next revision and put it in force.

    ``base`` is the revision the editor saw. Words are as :mod:`lexicon.lists.text` keeps them.
    ``also`` is done in the same transaction.
    """
    text = join_words(set(words))
    return publish_text(
        lexicon, text, base=base, author=author, note=note, progress=progress, also=also
    )


def publish_text(
    lexicon: Lexicon,
    text: str,
    *,
    base: Revision | None,
    author: Author,
    note: str,
    progress: Progress | None = None,
    also: Callable[[Revision], None] | None = None,
) -> Revision:
    """:func:`publish_words` for the sorted text of millions of words."""
    _refuse_stale(Lexicon.objects.get(pk=lexicon.pk), base)
    difference = compare_texts(text_of(base), text, MOST_RECORDED)
    if base and not difference:
        raise ChangeError(_("Nothing would change."))
    if not text:
        raise ChangeError(_("A dictionary cannot be without words."))
    digest = hash_text(text)
    faces = alphabets_of(lexicon.language)[0].faces
    compile_words(text, digest, faces, progress or (lambda _done, _total: None))
    with transaction.atomic():
        WordList.objects.get_or_create(sha256=digest, defaults={"packed": pack_text(text)})
        revision = _append(lexicon, base, digest, text.count("\n"), author, note)
        _record(revision, difference)
        if also:
            also(revision)
    return revision


def change_words(
    lexicon: Lexicon,
    *,
    add: Collection[str] = (),
    remove: Collection[str] = (),
    base: Revision | None,
    author: Author,
    note: str,
) -> Revision:
    """Add and remove single words. Those already there count for nothing.

    Raises :class:`AbsentError` for words to remove that are not there.
    """
    _refuse_stale(Lexicon.objects.get(pk=lexicon.pk), base)
    text = text_of(base)
    if absent := sorted(word for word in set(remove) if not holds_word(text, word)):
        told = _("Not in the dictionary: %(words)s.") % {"words": name_words(absent)}
        raise AbsentError(told, absent)
    changed = edit_text(text, add, remove)
    return publish_text(lexicon, changed, base=base, author=author, note=note)


def roll_back(
    lexicon: Lexicon, target: Revision, *, base: Revision | None, author: Author, note: str
) -> Revision:
    """A new revision with the words of an older one; nothing between is lost from the history."""
    reason = _("Back to revision %(number)d.") % {"number": target.number}
    said = f"{reason} {note}".strip()
    return publish_text(lexicon, text_of(target), base=base, author=author, note=said)


def count_pins(revision: Revision) -> int:
    """How many rows outside this app (games) hold on to a revision."""
    return sum(
        relation.related_model._base_manager.filter(**{relation.field.name: revision}).count()
        for relation in Revision._meta.related_objects
        if relation.related_model._meta.app_label != "lexicon"
    )


def drop_revision(revision: Revision) -> bool:
    """Delete a revision and what only it needed; ``False`` where it is in force or pinned."""
    try:
        with transaction.atomic():
            revision.delete()
            drop_unused_words()
    except (ProtectedError, RestrictedError):
        return False
    return True


def drop_unused_words() -> int:
    """Delete word lists that nothing needs any more, and say how many."""
    shipped = Lexicon.objects.exclude(shipped="").values("shipped")
    return WordList.objects.filter(revisions=None).exclude(sha256__in=shipped).delete()[0]


def _append(
    lexicon: Lexicon, base: Revision | None, digest: str, count: int, author: Author, note: str
) -> Revision:
    held = Lexicon.objects.select_for_update().get(pk=lexicon.pk)
    _refuse_stale(held, base)
    last = held.revisions.order_by("-number").values_list("number", flat=True).first() or 0
    revision = Revision.objects.create(
        lexicon=held,
        number=last + 1,
        words_id=digest,
        word_count=count,
        note=note,
        author=author.name,
        created_by_id=author.user_id,
    )
    held.current_revision = revision
    held.save(update_fields=["current_revision"])
    lexicon.current_revision = revision
    return revision


def _record(revision: Revision, difference: Difference) -> None:
    revision.added, revision.removed = difference.added, difference.removed
    revision.save(update_fields=["added", "removed"])
    if difference.added + difference.removed <= MOST_RECORDED:
        sides = ((True, difference.added_words), (False, difference.removed_words))
        WordChange.objects.bulk_create(
            WordChange(revision=revision, word=word, added=added)
            for added, words in sides
            for word in words
        )


def _refuse_stale(lexicon: Lexicon, base: Revision | None) -> None:
    if lexicon.current_revision_id != (base.pk if base else None):
        raise StaleRevisionError(_stale_message(lexicon))


def _stale_message(lexicon: Lexicon) -> str:
    newest = lexicon.current_revision
    if newest is None:
        return _("The dictionary was changed in the meantime.")
    return _(
        "%(author)s made revision %(number)d in the meantime (“%(note)s”). Nothing of yours was "
        "saved yet: look at it, then save again."
    ) % {"author": newest.author or _("Someone"), "number": newest.number, "note": newest.note}
