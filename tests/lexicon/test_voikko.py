"""Finnish words from a transducer in Voikko's format: small copies made by the tests."""

import io
from pathlib import Path

import pytest
from django.core.management import call_command

from lexicon.models import Lexicon
from lexicon.services.revisions import list_revision_words
from lexicon.sources.vfst import Transducer
from lexicon.sources.voikko import expand_voikko
from lexicon.terms.errors import SourceError
from tests.lexicon.transducers import END, Row, write_transducer


def spell(tag: str, word: str, first: int, last: int) -> list[list[Row]]:
    """Return states that read a word, numbered from ``first``. The last step leads to ``last``."""
    targets = [*range(first + 1, first + len(word)), last]
    symbols = [tag] + [""] * (len(word) - 1)
    return [[row] for row in zip(word, symbols, targets, strict=True)]


def expand(path: Path) -> list[str]:
    return sorted(expand_voikko([path], lambda _done, _total: None))


@pytest.fixture
def finnish(tmp_path: Path) -> Path:
    """Two nouns with two endings each, compounds of them, a clitic, a name and an abbreviation."""
    return write_transducer(
        tmp_path / "mor.vfst",
        [("", "", 6), ("", "", 10), ("", "", 15), ("", "", 19)],
        [END, ("n", "[Sg]", 2), ("", "[Bc]", 0), ("", "[Fkin]", 3)],
        [END],
        *spell("", "kin", 3, 2),
        *spell("[Ln]", "talo", 6, 1),
        *spell("[Ln]", "kissa", 10, 1),
        *spell("[Lep]", "oulu", 15, 1),
        *spell("[La]", "kg", 19, 2),
    )


def test_words_have_their_endings_and_no_second_part(finnish: Path) -> None:
    assert expand(finnish) == ["kissa", "kissan", "talo", "talon"]


def test_progress_ends_at_the_whole(finnish: Path) -> None:
    reported: list[tuple[int, int]] = []
    list(expand_voikko([finnish], lambda done, total: reported.append((done, total))))
    assert reported[0][0] == 0
    assert reported[-1][0] == reported[-1][1] > 0
    assert reported == sorted(reported)


def derive(path: Path, *tags: str) -> list[str]:
    """Return the words of a chain of states: each reads a letter and writes a tag, or only that.

    A tag may have its letter before it, as in ``l[Ll]``.
    """
    steps = [(tag.partition("[")[0], "[" + tag.partition("[")[2]) for tag in tags]
    states: list[list[Row]] = [
        [(letter, tag, number)] for number, (letter, tag) in enumerate(steps, 1)
    ]
    return expand(write_transducer(path / "mor.vfst", *states, [END]))


@pytest.mark.parametrize(
    ("tags", "taken"),
    [
        ("o[Ln] l[Ll]", True),
        ("o[Ln] t[Ll]", True),
        ("o[Ln] m[Ll]", False),
        ("o[Ln] k[Bm]", True),
        ("o[Ln] k[Bm] l[Ll]", False),
        ("o[Ln] l[Ll] m[Cc]", False),
        ("o[Ll] m[Cc]", True),
        ("o[Ll] u[Ln]", True),
        ("o[Ll] h[Ll]", False),
        ("o[Lt] j[Ln] [Xj]", True),
        ("o[Lt] j[Ln] l[Ll]", False),
        ("o[Lt] t[Ll] [Xj]", False),
        ("o[Lt] v[Ll] [Rv] [Xj]", True),
        ("o[Lt] v[Ll] [Rv] [Xj] [Xj]", False),
        ("o[Lt] m[Ln] [Re] t[Ll]", True),
        ("o[Lt] m[Ln] [Re] l[Ll]", False),
        ("o[Lt] l[Xj] j[Ln]", False),
        ("o[Lt] l[Xj] n[Ll] [Ru] [Sn]", True),
        ("o[Lt] l[Xj] n[Ll] [Ru] [Sine]", False),
        ("o[Lt] [Tt] n[Ef]", True),
        ("o[Lt] [Tt] n[Ef] h[Ef]", False),
        ("o[Lt] [Tn1] a[Eb]", True),
        ("o[Lt] [Tn3] h[Ef]", False),
        ("o[Ln] h[Ef]", False),
        ("o[Ln] n[O1y]", False),
        ("o[Ln] k[Sko]", False),
        ("o[Ll] k[Sko]", True),
    ],
)
def test_one_step_of_derivation_is_taken(tags: str, taken: bool, tmp_path: Path) -> None:
    assert bool(derive(tmp_path, *tags.split())) == taken


@pytest.mark.parametrize("word", ["ohuemmuus", "latojuus", "latojatar", "luettavainen", "nron"])
def test_derivations_of_derivations_are_left_out(word: str, tmp_path: Path) -> None:
    assert derive(tmp_path, *(f"{letter}[X]" for letter in word)) == []


@pytest.mark.parametrize(
    ("before", "after", "holds"),
    [
        ("@P.A.ON@", "@R.A@", True),
        ("@P.A.ON@", "@R.A.ON@", True),
        ("@P.A.ON@", "@R.A.OFF@", False),
        ("", "@R.A@", False),
        ("@P.A.ON@", "@D.A@", False),
        ("@P.A.ON@", "@D.A.OFF@", True),
        ("@P.B.ON@", "@D.A@", True),
        ("@P.A.ON@", "@U.A.ON@", True),
        ("@P.A.ON@", "@U.A.OFF@", False),
        ("@U.A.OFF@", "@R.A.OFF@", True),
        ("@U.A.OFF@", "@R.A.ON@", False),
        ("@P.A.ON@", "@C.A@", True),
    ],
)
def test_a_flag_decides_whether_a_step_is_possible(
    before: str, after: str, holds: bool, tmp_path: Path
) -> None:
    path = write_transducer(
        tmp_path / "mor.vfst",
        [("a", "", 1)],
        [(before, before, 2)],
        [("b", "", 3)],
        [END, (after, after, 4)],
        [("c", "", 5)],
        [END],
    )
    assert expand(path) == (["ab", "abc"] if holds else ["ab"])


def test_an_ending_depends_on_the_flags_of_its_beginning(tmp_path: Path) -> None:
    """The states of endings are shared by words that set the flag and words that do not."""
    path = write_transducer(
        tmp_path / "mor.vfst",
        [("a", "", 1), ("o", "", 2)],
        [("@P.A.ON@", "", 2)],
        [("t", "", 3)],
        [END, ("@D.A@", "", 4)],
        [("n", "", 5)],
        [END],
    )
    assert expand(path) == ["at", "ot", "otn"]


def test_a_state_may_have_more_rows_than_a_byte_counts(tmp_path: Path) -> None:
    rows: list[Row] = [("a", "", 1)] * 300
    path = write_transducer(tmp_path / "mor.vfst", [*rows, ("b", "", 2)], [END], [("c", "", 1)])
    assert set(expand(path)) == {"a", "bc"}


def test_a_loop_of_letters_ends_at_the_longest_word(tmp_path: Path) -> None:
    path = write_transducer(tmp_path / "mor.vfst", [("a", "", 1)], [END, ("a", "", 1)])
    assert [len(word) for word in expand(path)] == list(range(1, 22))


def test_a_file_of_another_kind_is_refused(tmp_path: Path, finnish: Path) -> None:
    other = tmp_path / "other.vfst"
    content = finnish.read_bytes()
    for wrong in (b"", b"PK" + content, content[:8] + b"\1" + content[9:], content[:20]):
        other.write_bytes(wrong)
        with pytest.raises(SourceError, match=r"other\.vfst"):
            Transducer(other)


@pytest.mark.django_db
def test_finnish_is_installed(finnish: Path) -> None:
    call_command("install_language", "fi", folder=finnish.parent, stdout=io.StringIO())
    words = list_revision_words(Lexicon.objects.get(slug="fi-debian").current_revision)
    assert words == ["KISSA", "KISSAN", "TALO", "TALON"]
