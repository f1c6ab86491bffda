"""Latin words from the files of Collatinus: small copies made by the tests."""

import io
from pathlib import Path

import pytest
from django.core.management import call_command

from lexicon.models import Lexicon
from lexicon.services.revisions import list_revision_words
from lexicon.sources.collatinus import expand_collatinus

MODELS = """
! comments begin so
$us=ŭs;ĕ;ŭm
modele:lupus
R:1:2,0
des:1-3:1:$us
des:4-5:1:ī;ō̆
modele:roma
pere:lupus
R:1:1,0
des:1-5:1:ă;ă;ăm;āe;āe
modele:amo
R:0:1,0
R:1:1,āv
R:2:1,āt
des:10,11:0:ō̆;ās
des:12:1:ī
des:13:2:ŭs
modele:lego
pere:amo
R:0:1,0
R:1:-
des+:11:0:ĭs
modele:is
R:1:2,0
des:1:1:ĭs
abs:4
sufd:dem
modele:nos
R:1:K
des:1:1:-
suf:1:met
"""


@pytest.fixture
def latin(tmp_path: Path) -> Path:
    return tmp_path


def expand(folder: Path, lemmas: str, irregular: str = "! none") -> list[str]:
    for name, text in (("lemmes.la", lemmas), ("modeles.la", MODELS), ("irregs.la", irregular)):
        (folder / name).write_text(text, encoding="utf-8")
    files = [folder / name for name in ("lemmes.la", "modeles.la", "irregs.la")]
    return list(expand_collatinus(files, lambda _done, _total: None))


def test_a_noun_has_the_endings_of_its_model(latin: Path) -> None:
    assert expand(latin, "ĕquŭs|lupus|||i, m.|7") == ["ĕquŭs", "ĕquĕ", "ĕquŭm", "ĕquī", "ĕquō̆"]


def test_endings_after_a_common_beginning_have_it_too(latin: Path) -> None:
    assert expand(latin, "vĭa|roma|||ae, f.|9") == ["vĭă", "vĭă", "vĭăm", "vĭāe", "vĭāe"]


def test_a_verb_may_name_its_stems(latin: Path) -> None:
    assert expand(latin, "ămo|amo|||as, are|9") == ["ămō̆", "ămās", "ămāvī", "ămātŭs"]
    assert expand(latin, "do|amo|dĕd|dăt|as, are|9") == ["dō̆", "dās", "dĕdī", "dătŭs"]


def test_only_the_first_conjugation_makes_a_perfect_and_a_supine_by_rule(latin: Path) -> None:
    assert expand(latin, "dīsco|lego|dĭdĭc||is, ere|9") == ["dīscō̆", "dīscās", "dīscĭs", "dĭdĭcī"]
    assert "lēctŭs" in expand(latin, "lĕgo|lego|lēg|lēct|is, ere|9")


def test_suffixes_follow_where_the_model_says_so(latin: Path) -> None:
    assert expand(latin, "nōs|nos|||pron.|9\nĭdem|is|||pron.|9") == ["nōs", "nōsmet", "ĭdĭsdem"]


def test_an_irregular_form_is_added_or_replaces_the_regular_one(latin: Path) -> None:
    lemma = "dĕŭs|lupus|||i, m.|9"
    assert expand(latin, lemma, "dīvŭm:deus:3")[0] == "dīvŭm"
    assert expand(latin, lemma, "dī*:deus:4") == ["dī", "dĕŭs", "dĕĕ", "dĕŭm", "dĕō̆"]


def test_progress_ends_at_the_whole(latin: Path) -> None:
    expand(latin, "vĭa|roma|||ae, f.|9")
    reported: list[tuple[int, int]] = []
    files = [latin / name for name in ("lemmes.la", "modeles.la", "irregs.la")]
    list(expand_collatinus(files, lambda done, total: reported.append((done, total))))
    assert reported == [(0, 1), (1, 1)]


@pytest.mark.django_db
def test_latin_is_installed_as_tiles_spell_it(latin: Path) -> None:
    """J is played as I, names are left out, and so are words with letters that have no tile."""
    expand(latin, "jŭvo|amo|jūv|jūt|as, are|9\nRōma|roma|||ae, f.|9\nlўra|roma|||ae, f.|9")
    call_command("install_language", "la", folder=latin, stdout=io.StringIO())
    words = list_revision_words(Lexicon.objects.get(slug="la-debian").current_revision)
    assert words == ["IUTUS", "IUVAS", "IUVI", "IUVO"]
