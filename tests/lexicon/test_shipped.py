"""Newer lists come to sites that have the older ones; nothing of the editors is lost by it."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from games.play.models import Game
from lexicon.lists.text import hash_text, join_words
from lexicon.models import Lexicon, Revision
from lexicon.services import shipped
from lexicon.services.revisions import Author, change_words, drop_unused_words, words_of
from lexicon.services.shipped import SHIPPED, Shipped, load_shipped
from lexicon.sources.derivation import write_list

pytestmark = pytest.mark.django_db

Ship = Callable[..., Shipped]


@pytest.fixture
def ship(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Ship:
    """A release of Tileroom with these words as its open list."""
    monkeypatch.setattr(shipped, "DATA", tmp_path)

    def release(*words: str, note: str = "As shipped.") -> Shipped:
        digest = hash_text(join_words(word.upper() for word in words))
        made = replace(SHIPPED[0], note=note, sha256=digest)
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
    assert words_of(current()) == ["CAT", "EW", "OK"]
    assert (current().number, current().note, current().author) == (2, "Widened.", "Tileroom")
    assert current().lexicon.licence == "Licence of 3 words."
    game.refresh_from_db()
    assert words_of(game.revision) == ["CAT", "DOG"]
    assert not load_shipped(newer)
    assert current().number == 2


def test_what_editors_changed_stays(ship: Ship) -> None:
    load_shipped(ship("cat", "dog", "zax"))
    ann = Author("ann")
    lexicon = current().lexicon
    change_words(lexicon, add=["EMU"], remove=["ZAX"], base=current(), author=ann, note="n")
    load_shipped(ship("cat", "ok", "zax"))
    assert words_of(current()) == ["CAT", "EMU", "OK"]
    drop_unused_words()
    load_shipped(ship("cat", "ok", "owl", "zax"))
    assert words_of(current()) == ["CAT", "EMU", "OK", "OWL"]
    assert current().number == 4


def test_what_an_editor_did_before_is_not_done_again(ship: Ship) -> None:
    load_shipped(ship("cat"))
    ann = Author("ann")
    change_words(current().lexicon, add=["OK"], base=current(), author=ann, note="At last.")
    for _again in range(2):
        assert not load_shipped(ship("cat", "ok"))
    assert current().note == "At last."


def test_a_dictionary_that_somebody_else_made_is_left_alone(ship: Ship, lexicon: Lexicon) -> None:
    Lexicon.objects.filter(pk=lexicon.pk).update(slug="en-open")
    before = current()
    assert not load_shipped(ship("cat", "ok"))
    assert current() == before


def test_a_release_that_is_cut_off_is_taken_in_the_next_time(
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
    assert words_of(current()) == ["CAT"]
    assert load_shipped(newer)
    assert words_of(current()) == ["CAT", "OK"]
