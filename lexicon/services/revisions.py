"""New revisions. Nothing here changes or deletes an old one.

Each change names the revision it was made against; when another editor was faster it is refused
with :class:`StaleRevisionError`, so neither loses a change silently. The word graph is compiled
before the revision comes into force, so a build that dies leaves the old one as it was.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from lexicon.alphabets import alphabets_of
from lexicon.errors import ChangeError, StaleRevisionError
from lexicon.graph.progress import Progress
from lexicon.lists.text import compare_words, hash_text, join_words, pack_text
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
    return read_text(revision.words_id).split() if revision else []


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
    _refuse_stale(Lexicon.objects.get(pk=lexicon.pk), base)
    added, removed = compare_words(words_of(base), words)
    if base and not added and not removed:
        raise ChangeError(_("Nothing would change."))
    if not words:
        raise ChangeError(_("A dictionary cannot be without words."))
    text = join_words(set(words))
    digest = hash_text(text)
    faces = alphabets_of(lexicon.language)[0].faces
    compile_words(text, digest, faces, progress or (lambda _done, _total: None))
    with transaction.atomic():
        WordList.objects.get_or_create(sha256=digest, defaults={"packed": pack_text(text)})
        revision = _append(lexicon, base, digest, text.count("\n"), author, note)
        _record(revision, added, removed)
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
    """Add and remove single words. Those already there, or already gone, count for nothing."""
    words = set(words_of(base))
    return publish_words(
        lexicon, (words | set(add)) - set(remove), base=base, author=author, note=note
    )


def roll_back(
    lexicon: Lexicon, target: Revision, *, base: Revision | None, author: Author, note: str
) -> Revision:
    """A new revision with the words of an older one; nothing between is lost from the history."""
    reason = _("Back to revision %(number)d.") % {"number": target.number}
    return publish_words(
        lexicon, words_of(target), base=base, author=author, note=f"{reason} {note}".strip()
    )


def count_pins(revision: Revision) -> int:
    """How many rows outside this app (games) hold on to a revision."""
    return sum(
        relation.related_model._base_manager.filter(**{relation.field.name: revision}).count()
        for relation in Revision._meta.related_objects
        if relation.related_model._meta.app_label != "lexicon"
    )


def drop_unused_words() -> int:
    """Delete word lists that no revision has any more, and say how many."""
    return WordList.objects.filter(revisions=None).delete()[0]


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


def _record(revision: Revision, added: list[str], removed: list[str]) -> None:
    revision.added, revision.removed = len(added), len(removed)
    revision.save(update_fields=["added", "removed"])
    if len(added) + len(removed) <= MOST_RECORDED:
        WordChange.objects.bulk_create(
            [WordChange(revision=revision, word=word, added=True) for word in added]
            + [WordChange(revision=revision, word=word, added=False) for word in removed]
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
