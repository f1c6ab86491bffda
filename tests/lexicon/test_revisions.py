"""Changes of words: every one a revision, none lost, none half done."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.db.models import ProtectedError

from lexicon.errors import AbsentError, ChangeError, StaleRevisionError
from lexicon.graph import build
from lexicon.models import Lexicon, Revision, WordChange, WordList
from lexicon.services.revisions import (
    Author,
    change_words,
    count_pins,
    drop_unused_words,
    publish_words,
    roll_back,
    words_of,
)

EDDA = Author("edda")


def fresh(lexicon: Lexicon) -> Revision:
    lexicon.refresh_from_db()
    assert lexicon.current_revision is not None
    return lexicon.current_revision


def test_a_change_keeps_who_when_and_why(lexicon: Lexicon) -> None:
    base = fresh(lexicon)
    made = change_words(
        lexicon, add=["EMU", "CAT"], remove=["CATS"], base=base, author=EDDA, note="Agreed."
    )
    assert (made.number, made.author, made.note) == (2, "edda", "Agreed.")
    assert (made.added, made.removed, made.word_count) == (1, 1, 7)
    assert {str(change) for change in WordChange.objects.filter(revision=made)} == {"+EMU", "−CATS"}
    assert fresh(lexicon) == made
    assert "CATS" in words_of(base)


def test_the_slower_of_two_editors_is_told(lexicon: Lexicon) -> None:
    base = fresh(lexicon)
    change_words(lexicon, add=["EMU"], base=base, author=EDDA, note="Birds.")
    with pytest.raises(StaleRevisionError, match=r"edda made revision 2.*Birds"):
        change_words(lexicon, add=["OWL"], base=base, author=Author("other"), note="More.")
    change_words(lexicon, add=["OWL"], base=fresh(lexicon), author=Author("other"), note="More.")
    assert {"EMU", "OWL"} <= set(words_of(fresh(lexicon)))


@pytest.mark.django_db(transaction=True)
def test_of_many_editors_at_once_exactly_one_wins() -> None:
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
    assert len(words_of(fresh(lexicon))) == 2


def test_a_build_that_dies_leaves_the_old_revision_in_force(
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


def test_going_back_is_a_new_revision_that_stores_no_words_twice(lexicon: Lexicon) -> None:
    first = fresh(lexicon)
    second = change_words(lexicon, remove=["CAT"], base=first, author=EDDA, note="n")
    third = roll_back(lexicon, first, base=second, author=EDDA, note="Too hasty.")
    assert third.number == 3
    assert third.note == "Back to revision 1. Too hasty."
    assert third.sha256 == first.sha256
    assert WordList.objects.count() == 2


def test_nothing_to_change_is_no_revision(lexicon: Lexicon) -> None:
    with pytest.raises(ChangeError, match="Nothing"):
        change_words(lexicon, add=["CAT"], base=fresh(lexicon), author=EDDA, note="n")
    with pytest.raises(ChangeError, match="without words"):
        publish_words(lexicon, [], base=fresh(lexicon), author=EDDA, note="n")


def test_what_is_not_there_cannot_be_removed(lexicon: Lexicon) -> None:
    with pytest.raises(AbsentError, match="Not in the dictionary: EMU, OWL") as refused:
        change_words(
            lexicon, remove=["OWL", "CAT", "EMU"], base=fresh(lexicon), author=EDDA, note="n"
        )
    assert refused.value.words == ("EMU", "OWL")
    assert lexicon.revisions.count() == 1


def test_what_games_are_played_with_cannot_be_deleted(
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
    assert drop_unused_words() == 1
    assert fresh(lexicon) == third


def test_an_unpinned_dictionary_goes_with_all_its_revisions(lexicon: Lexicon) -> None:
    change_words(lexicon, add=["EMU"], base=fresh(lexicon), author=EDDA, note="n")
    lexicon.delete()
    assert Revision.objects.count() == 0
    drop_unused_words()
    assert WordList.objects.count() == 0


def test_one_default_per_language(lexicon: Lexicon) -> None:
    other = Lexicon.objects.create(slug="other", name="Other", language="en", default=True)
    lexicon.refresh_from_db()
    assert other.default
    assert not lexicon.default
