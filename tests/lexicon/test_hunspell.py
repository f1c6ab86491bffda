"""Inflected forms from stems and rules: tiny dictionaries for every kind of rule."""

import re
from pathlib import Path

import pytest

from lexicon.graph.progress import ignore_progress
from lexicon.lists.word_filter import CheckedList, RejectReason, WordFilter, check_forms
from lexicon.sources.bounds import ALL_AFFIXES, HUNGARIAN, AffixBounds
from lexicon.sources.hunspell import Hunspell
from lexicon.sources.stem_expansion import WorkEstimate, expand_forms, survey_stems
from lexicon.terms.errors import SourceError

ALPHABET = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")


def expand_all(folder: Path, aff: str, dic: str, bounds: AffixBounds = ALL_AFFIXES) -> CheckedList:
    (folder / "x.aff").write_text(f"SET UTF-8\n{aff}", encoding="utf-8")
    lines = dic.split()
    (folder / "x.dic").write_text("\n".join((str(len(lines)), *lines, "")), encoding="utf-8")
    word_filter = WordFilter("en", [ALPHABET], capitals="refuse", longest=12)
    found = CheckedList()
    pair = Hunspell(folder / "x.dic", bounds)
    estimate = WorkEstimate(pair, word_filter)
    survey = survey_stems(pair, estimate, ignore_progress)
    forms = expand_forms(pair, word_filter, found.refuse, estimate, survey, ignore_progress)
    check_forms(forms, word_filter, found)
    return found


def words(folder: Path, aff: str, dic: str) -> set[str]:
    return set(expand_all(folder, aff, dic).words)


PLURAL = "SFX S Y 2\nSFX S y ies [^aeiou]y\nSFX S 0 s [^y]\n"


def test_a_suffix_applies_where_its_condition_holds(tmp_path: Path) -> None:
    found = words(tmp_path, PLURAL, "cat/S berry/S toy/S dog")
    assert found == {"CAT", "CATS", "BERRY", "BERRIES", "TOY", "DOG"}


def test_prefixes_combine_with_suffixes_that_allow_it(tmp_path: Path) -> None:
    crossing = "PFX U Y 1\nPFX U 0 un .\nSFX D Y 1\nSFX D 0 ed .\n"
    assert words(tmp_path, crossing, "lock/UD") == {"LOCK", "UNLOCK", "LOCKED", "UNLOCKED"}
    separate = crossing.replace("SFX D Y", "SFX D N")
    assert words(tmp_path, separate, "lock/UD") == {"LOCK", "UNLOCK", "LOCKED"}


def test_a_suffix_may_bring_a_second_one(tmp_path: Path) -> None:
    aff = "SFX A Y 1\nSFX A 0 er/S .\nSFX S Y 1\nSFX S 0 s .\n"
    assert words(tmp_path, aff, "work/A") == {"WORK", "WORKER", "WORKERS"}


def test_a_prefix_combines_with_two_suffixes(tmp_path: Path) -> None:
    aff = "PFX O Y 1\nPFX O 0 over .\nSFX A Y 1\nSFX A 0 er/S .\nSFX S Y 1\nSFX S 0 s .\n"
    found = words(tmp_path, aff, "work/AO")
    assert found >= {"OVERWORK", "OVERWORKER", "OVERWORKERS"}


def test_a_stem_that_needs_an_affix_is_not_a_word(tmp_path: Path) -> None:
    aff = "NEEDAFFIX X\nSFX S Y 1\nSFX S 0 e .\n"
    assert words(tmp_path, aff, "hous/XS") == {"HOUSE"}
    needy = "NEEDAFFIX X\nSFX A Y 1\nSFX A 0 t/XB .\nSFX B Y 1\nSFX B 0 es .\n"
    assert words(tmp_path, needy, "ma/A") == {"MA", "MATES"}


def test_both_halves_of_a_circumfix_are_needed(tmp_path: Path) -> None:
    aff = "CIRCUMFIX X\nPFX P Y 1\nPFX P 0 ge/X .\nSFX T Y 1\nSFX T 0 t/PX .\n"
    assert words(tmp_path, aff, "leg/T") == {"LEG", "GELEGT"}


@pytest.mark.parametrize(
    ("aff", "dic", "reason"),
    [
        ("FORBIDDENWORD !\n" + PLURAL, "cat/S cats/!", "forbidden"),
        ("ONLYINCOMPOUND C\n" + PLURAL, "cat foot/CS", "part"),
        (PLURAL, "cat Anna/S", "capital"),
        (PLURAL, "cat e.g./S", "point"),
        (PLURAL, "cat o'clock/S", "apostrophe"),
        ("SFX M Y 1\nSFX M 0 's .\n", "cat/M", "affix"),
        (PLURAL, "cat overwhelmingly/S", "long"),
    ],
)
def test_omitted_words_are_counted_by_reason(
    tmp_path: Path, aff: str, dic: str, reason: str
) -> None:
    found = expand_all(tmp_path, aff, dic)
    assert set(found.words) == {"CAT"}
    assert [each.value for each in found.rejects] == [reason]
    assert found.refused >= 1


def test_compounds_are_not_made(tmp_path: Path) -> None:
    aff = "COMPOUNDFLAG C\nCOMPOUNDMIN 2\n"
    assert words(tmp_path, aff, "foot/C ball/C") == {"FOOT", "BALL"}


@pytest.mark.parametrize(
    ("kind", "flags"), [("long", ("Aa", "Bb")), ("num", ("1001", "2")), ("UTF-8", ("ä", "ö"))]
)
def test_flags_have_several_notations(tmp_path: Path, kind: str, flags: tuple[str, str]) -> None:
    one, two = flags
    aff = f"FLAG {kind}\nSFX {one} Y 1\nSFX {one} 0 s .\nSFX {two} Y 1\nSFX {two} 0 ed .\n"
    both = f"{one},{two}" if kind == "num" else one + two
    assert words(tmp_path, aff, f"walk/{both}") == {"WALK", "WALKS", "WALKED"}


def test_stems_are_read_in_batches(tmp_path: Path) -> None:
    letters = "abcdefghijklmnopq"
    stems = [a + b + c + d for a in letters for b in letters for c in letters for d in "xyz"]
    found = words(tmp_path, "SFX S Y 1\nSFX S 0 s .\n", " ".join(f"{stem}/S" for stem in stems))
    assert len(found) == 2 * len(stems)


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    (tmp_path / "x.dic").write_text("0\n")
    with pytest.raises(SourceError, match=r"x\.aff"):
        Hunspell(tmp_path / "x.dic")


TWO_LEVELS = "SFX A Y 1\nSFX A 0 er/B .\nSFX B Y 1\nSFX B 0 s .\nPFX U Y 1\nPFX U 0 un .\n"


def test_languages_with_one_level_have_no_second_suffix(tmp_path: Path) -> None:
    assert words(tmp_path, TWO_LEVELS, "work/A") == {"WORK", "WORKER", "WORKERS"}
    found = expand_all(tmp_path, TWO_LEVELS, "work/A", AffixBounds(levels=1))
    assert set(found.words) == {"WORK", "WORKER"}


def test_affixes_beyond_the_bounds_are_omitted_and_reported(tmp_path: Path) -> None:
    found = expand_all(tmp_path, TWO_LEVELS + PLURAL, "berry/SU", AffixBounds(without="un-|y-ies"))
    assert set(found.words) == {"BERRY"}
    assert sorted(found.rejects[RejectReason.BOUND].examples) == ["un-", "y-ies"]


def test_an_affix_with_a_capital_applies_only_to_names(tmp_path: Path) -> None:
    found = expand_all(tmp_path, "SFX A Y 2\nSFX A 0 Mu .\nSFX A 0 mu .\n", "ada/A")
    assert set(found.words) == {"ADA", "ADAMU"}


@pytest.mark.parametrize(
    ("suffix", "taken"),
    [
        ("-ban", True), ("-okat", True), ("a-ában", True), ("-unk", True), ("-ottam", True),
        ("-jaik", True), ("-odtól", False), ("-ékéért", False), ("-szerűség", False),
    ],
)  # fmt: skip
def test_hungarian_has_one_ending_and_one_possessive(suffix: str, taken: bool) -> None:
    assert (re.fullmatch(HUNGARIAN.without, suffix) is None) == taken


def test_a_stem_with_the_prefix_of_the_bounds_is_left_out_unless_it_is_a_stem_itself(
    tmp_path: Path,
) -> None:
    bounds = AffixBounds(prefix="a")
    found = expand_all(tmp_path, "SFX S Y 1\nSFX S 0 s .\n", "in ain amen men/S ahem", bounds)
    assert set(found.words) == {"IN", "AMEN", "MEN", "MENS", "AHEM"}
    assert found.rejects[RejectReason.BOUND].examples == ["ain"]
    both = expand_all(tmp_path, "SFX S Y 1\nSFX S 0 s .\n", "in ain ain/S", bounds)
    assert set(both.words) == {"IN", "AIN", "AINS"}
