"""Disputed words: queued once, answered once, and accepting one changes the dictionary."""

import pytest

from lexicon.models import Dispute, Lexicon
from lexicon.services.disputes import MAX_OPEN_DISPUTES, answer_dispute, open_dispute
from lexicon.services.revisions import Author, change_words, list_revision_words
from lexicon.terms.errors import DisputeError, StaleRevisionError

ANN = Author("ann")


def dispute(lexicon: Lexicon, word: str, key: str = "") -> Dispute:
    lexicon.refresh_from_db()
    assert lexicon.current_revision is not None
    return open_dispute(
        lexicon.current_revision, word, "Because.", "Kitchen", "/games/1/", "Amber", author_key=key
    )


def test_a_dispute_records_the_word_and_the_verdict(lexicon: Lexicon) -> None:
    made = dispute(lexicon, " zax ")
    assert (made.word, made.was_valid, made.author) == ("ZAX", True, "Amber")
    assert (made.game_ref, made.game_url) == ("Kitchen", "/games/1/")
    assert not dispute(lexicon, "emu").was_valid


def test_accepting_adds_or_removes_the_word(lexicon: Lexicon) -> None:
    out, into = dispute(lexicon, "zax"), dispute(lexicon, "emu")
    answer_dispute(out, accept=True, answer="Too rare.", author=ANN, base=lexicon.current_revision)
    lexicon.refresh_from_db()
    answered = answer_dispute(
        into, accept=True, answer="A bird.", author=ANN, base=lexicon.current_revision
    )
    lexicon.refresh_from_db()
    words = list_revision_words(lexicon.current_revision)
    assert "ZAX" not in words
    assert "EMU" in words
    assert answered.outcome == lexicon.current_revision
    assert answered.outcome is not None
    assert answered.outcome.reason == "Dispute about “EMU”: A bird."


def test_declining_changes_nothing(lexicon: Lexicon) -> None:
    made = dispute(lexicon, "zax")
    answered = answer_dispute(
        made, accept=False, answer="It is good.", author=ANN, base=lexicon.current_revision
    )
    assert (answered.state, answered.outcome) == (Dispute.State.DECLINED, None)
    assert lexicon.revisions.count() == 1


def test_a_dispute_is_answered_once(lexicon: Lexicon) -> None:
    made = dispute(lexicon, "zax")
    answer_dispute(made, accept=False, answer="No.", author=ANN, base=lexicon.current_revision)
    with pytest.raises(DisputeError, match="already answered"):
        answer_dispute(made, accept=True, answer="Yes.", author=ANN, base=lexicon.current_revision)


def test_a_change_in_the_meantime_leaves_the_dispute_open(lexicon: Lexicon) -> None:
    made = dispute(lexicon, "zax")
    base = lexicon.current_revision
    change_words(lexicon, add=["EMU"], base=base, author=ANN, note="n")
    with pytest.raises(StaleRevisionError):
        answer_dispute(made, accept=True, answer="Yes.", author=ANN, base=base)
    made.refresh_from_db()
    assert made.state == Dispute.State.OPEN


def test_accepting_without_a_change_makes_no_revision(lexicon: Lexicon) -> None:
    made = dispute(lexicon, "zax")
    done = change_words(
        lexicon, remove=["ZAX"], base=lexicon.current_revision, author=ANN, note="n"
    )
    answered = answer_dispute(made, accept=True, answer="Done.", author=ANN, base=done)
    assert answered.outcome == done
    assert lexicon.revisions.count() == 2


@pytest.mark.parametrize(
    ("word", "reason"), [("", "x"), ("two words", "x"), ("x" * 40, "x"), ("zax", " ")]
)
def test_invalid_disputes_are_refused(lexicon: Lexicon, word: str, reason: str) -> None:
    assert lexicon.current_revision is not None
    with pytest.raises(DisputeError):
        open_dispute(lexicon.current_revision, word, reason)


def test_disputes_are_rate_limited(lexicon: Lexicon) -> None:
    with pytest.raises(DisputeError, match="already reviewing"):
        [dispute(lexicon, "zax") for _ in range(2)]
    for number in range(MAX_OPEN_DISPUTES):
        dispute(lexicon, "emu" + "u" * number, key="one")
    with pytest.raises(DisputeError, match="open disputes"):
        dispute(lexicon, "owl", key="one")
    dispute(lexicon, "owl", key="another")
