"""Newer shipped lists reach sites with older ones, and keep everything the editors changed."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from games.play.models import Game
from lexicon.lists.word_text import hash_text, join_words
from lexicon.models import Lexicon, Revision
from lexicon.services import shipped_lists
from lexicon.services.revisions import (
    Author,
    change_words,
    list_revision_words,
    remove_unused_words,
)
from lexicon.services.shipped_lists import SHIPPED_LISTS, ShippedList, load_shipped
from lexicon.sources.derivation import write_list

pytestmark = pytest.mark.django_db

Ship = Callable[..., ShippedList]


@pytest.fixture
def ship(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Ship:
    """Return a function that makes a release of Tileroom with these words as its open list."""
    monkeypatch.setattr(shipped_lists, "DATA", tmp_path)

    def release(*words: str, note: str = "As shipped.") -> ShippedList:
        digest = hash_text(join_words(word.upper() for word in words))
        made = replace(SHIPPED_LISTS[0], note=note, sha256=digest)
        write_list(words, made.path)
        (tmp_path / f"{made.slug}.licence.txt").write_text(f"Licence of {len(words)} words.")
        return made

    return release


def current() -> Revision:
    revision = Lexicon.objects.get(slug="en-open").current_revision
    assert revision is not None
    return revision


def test_a_newer_list_is_a_new_revision_and_games_keep_theirs(
    ship: Ship, pin: Callable[[Revision], Game]
) -> None:
    assert load_shipped(ship("cat", "dog"))
    game = pin(current())
    newer = ship("cat", "ew", "ok", note="Widened.")
    assert load_shipped(newer)
    assert list_revision_words(current()) == ["CAT", "EW", "OK"]
    assert (current().number, current().note, current().author) == (2, "Widened.", "Tileroom")
    assert current().lexicon.licence == "Licence of 3 words."
    game.refresh_from_db()
    assert list_revision_words(game.revision) == ["CAT", "DOG"]
    assert not load_shipped(newer)
    assert current().number == 2


def test_editors_changes_are_kept(ship: Ship) -> None:
    load_shipped(ship("cat", "dog", "zax"))
    ann = Author("ann")
    lexicon = current().lexicon
    change_words(lexicon, add=["EMU"], remove=["ZAX"], base=current(), author=ann, note="n")
    load_shipped(ship("cat", "ok", "zax"))
    assert list_revision_words(current()) == ["CAT", "EMU", "OK"]
    remove_unused_words()
    load_shipped(ship("cat", "ok", "owl", "zax"))
    assert list_revision_words(current()) == ["CAT", "EMU", "OK", "OWL"]
    assert current().number == 4


def test_a_change_that_an_editor_already_made_is_not_repeated(ship: Ship) -> None:
    load_shipped(ship("cat"))
    ann = Author("ann")
    change_words(current().lexicon, add=["OK"], base=current(), author=ann, note="At last.")
    for _again in range(2):
        assert not load_shipped(ship("cat", "ok"))
    assert current().note == "At last."


def test_a_dictionary_of_the_same_name_is_not_changed(ship: Ship, lexicon: Lexicon) -> None:
    Lexicon.objects.filter(pk=lexicon.pk).update(slug="en-open")
    before = current()
    assert not load_shipped(ship("cat", "ok"))
    assert current() == before


def test_an_interrupted_update_is_finished_next_time(
    ship: Ship, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_shipped(ship("cat"))

    def die(*_args: Any, **_options: Any) -> None:
        raise KeyboardInterrupt

    newer = ship("cat", "ok")
    with monkeypatch.context() as patch:
        patch.setattr("lexicon.graph.build.build_graph", die)
        with pytest.raises(KeyboardInterrupt):
            load_shipped(newer)
    assert list_revision_words(current()) == ["CAT"]
    assert load_shipped(newer)
    assert list_revision_words(current()) == ["CAT", "OK"]
