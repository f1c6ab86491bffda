"""Changes of words: each makes a revision, none is lost, and none is applied only in part."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.db.models import ProtectedError

from lexicon.graph import build
from lexicon.models import Lexicon, Revision, WordChange, WordList
from lexicon.services.revisions import (
    Author,
    change_words,
    count_pins,
    list_revision_words,
    publish_words,
    remove_unused_words,
    roll_back,
)
from lexicon.terms.errors import ChangeError, MissingWordsError, StaleRevisionError

EDDA = Author("edda")


def fresh(lexicon: Lexicon) -> Revision:
    lexicon.refresh_from_db()
    assert lexicon.current_revision is not None
    return lexicon.current_revision


def test_a_revision_records_who_when_and_why(lexicon: Lexicon) -> None:
    base = fresh(lexicon)
    made = change_words(
        lexicon, add=["EMU", "CAT"], remove=["CATS"], base=base, author=EDDA, note="Agreed."
    )
    assert (made.number, made.author, made.note) == (2, "edda", "Agreed.")
    assert (made.added, made.removed, made.word_count) == (1, 1, 7)
    assert {str(change) for change in WordChange.objects.filter(revision=made)} == {"+EMU", "−CATS"}
    assert fresh(lexicon) == made
    assert "CATS" in list_revision_words(base)


def test_the_slower_of_two_editors_gets_a_conflict(lexicon: Lexicon) -> None:
    base = fresh(lexicon)
    change_words(lexicon, add=["EMU"], base=base, author=EDDA, note="Birds.")
    with pytest.raises(StaleRevisionError, match=r"edda saved revision 2.*Birds"):
        change_words(lexicon, add=["OWL"], base=base, author=Author("other"), note="More.")
    change_words(lexicon, add=["OWL"], base=fresh(lexicon), author=Author("other"), note="More.")
    assert {"EMU", "OWL"} <= set(list_revision_words(fresh(lexicon)))


@pytest.mark.django_db(transaction=True)
def test_exactly_one_of_many_simultaneous_editors_wins() -> None:
    lexicon = Lexicon.objects.create(slug="race", name="Race", language="en")
    base = publish_words(lexicon, ["CAT"], base=None, author=EDDA, note="n")
    outcomes: list[str] = []
    start = threading.Barrier(5)

    def edit(word: str) -> None:
        start.wait()
        try:
            change_words(
                Lexicon.objects.get(pk=lexicon.pk), add=[word], base=base, author=EDDA, note=word
            )
            outcomes.append("won")
        except StaleRevisionError:
            outcomes.append("stale")
        finally:
            connection.close()

    words = ["EMU", "OWL", "COD", "GNU", "YAK"]
    threads = [threading.Thread(target=edit, args=(word,)) for word in words]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["stale"] * 4 + ["won"]
    assert lexicon.revisions.count() == 2
    assert len(list_revision_words(fresh(lexicon))) == 2


def test_a_failed_build_keeps_the_old_revision(
    lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = fresh(lexicon)

    def die(*_args: Any, **_options: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(build, "build_graph", die)
    with pytest.raises(KeyboardInterrupt):
        change_words(lexicon, add=["EMU"], base=base, author=EDDA, note="n")
    assert fresh(lexicon) == base
    assert lexicon.revisions.count() == 1


def test_restoring_makes_a_revision_without_storing_words_twice(lexicon: Lexicon) -> None:
    first = fresh(lexicon)
    second = change_words(lexicon, remove=["CAT"], base=first, author=EDDA, note="n")
    third = roll_back(lexicon, first, base=second, author=EDDA, note="Too hasty.")
    assert third.number == 3
    assert third.reason == "Back to revision 1. Too hasty."
    assert third.sha256 == first.sha256
    assert WordList.objects.count() == 2


def test_no_change_makes_no_revision(lexicon: Lexicon) -> None:
    with pytest.raises(ChangeError, match="This changes nothing"):
        change_words(lexicon, add=["CAT"], base=fresh(lexicon), author=EDDA, note="n")
    with pytest.raises(ChangeError, match="at least one word"):
        publish_words(lexicon, [], base=fresh(lexicon), author=EDDA, note="n")


def test_missing_words_cannot_be_removed(lexicon: Lexicon) -> None:
    with pytest.raises(MissingWordsError, match="Not in the dictionary: EMU, OWL") as refused:
        change_words(
            lexicon, remove=["OWL", "CAT", "EMU"], base=fresh(lexicon), author=EDDA, note="n"
        )
    assert refused.value.words == ("EMU", "OWL")
    assert lexicon.revisions.count() == 1


def test_revisions_used_by_games_cannot_be_deleted(
    lexicon: Lexicon, pin: Callable[[Revision], object]
) -> None:
    first = fresh(lexicon)
    pin(first)
    second = change_words(lexicon, add=["EMU"], base=first, author=EDDA, note="n")
    third = change_words(lexicon, add=["OWL"], base=second, author=EDDA, note="n")
    assert (count_pins(first), count_pins(second)) == (1, 0)
    with pytest.raises(ProtectedError):
        first.delete()
    with pytest.raises(ProtectedError):
        lexicon.delete()
    second.delete()
    assert remove_unused_words() == 1
    assert fresh(lexicon) == third


def test_an_unused_dictionary_is_deleted_with_its_revisions(lexicon: Lexicon) -> None:
    change_words(lexicon, add=["EMU"], base=fresh(lexicon), author=EDDA, note="n")
    lexicon.delete()
    assert Revision.objects.count() == 0
    remove_unused_words()
    assert WordList.objects.count() == 0


def test_one_default_per_language(lexicon: Lexicon) -> None:
    other = Lexicon.objects.create(slug="other", name="Other", language="en", default=True)
    lexicon.refresh_from_db()
    assert other.default
    assert not lexicon.default
