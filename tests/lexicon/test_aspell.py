"""Welsh words from Aspell's dictionary: a small copy in the same format."""

import gzip
import io
from pathlib import Path

import pytest
from django.core.management import call_command

from lexicon.models import Lexicon
from lexicon.services.revisions import list_revision_words
from lexicon.sources.aspell import expand_aspell


def write_file(folder: Path, *entries: tuple[int, str]) -> Path:
    """Write words as ``prezip`` packs them: how many letters each shares with the previous one,
    and its other letters."""
    packed = b"".join(bytes([shared + 1]) + rest.encode("iso-8859-14") for shared, rest in entries)
    path = folder / "cy.cwl.gz"
    path.write_bytes(gzip.compress(packed))
    return path


def test_words_share_letters_with_the_one_before(tmp_path: Path) -> None:
    path = write_file(tmp_path, (0, "cath"), (4, "od"), (1, "i"), (0, "dŵr"), (0, "tŷ"))
    reported: list[tuple[int, int]] = []
    words = list(expand_aspell([path], lambda done, total: reported.append((done, total))))
    assert words == ["cath", "cathod", "ci", "dŵr", "tŷ"]
    assert reported == [(0, 5), (5, 5)]


@pytest.mark.django_db
def test_welsh_is_installed_as_tiles_spell_it(tmp_path: Path) -> None:
    write_file(
        tmp_path,
        (0, "'ch"),
        (0, "Cymru"),
        (0, "cm"),
        (0, "dŵr"),
        (0, "llyfr"),
        (0, "rhew"),
        (0, "ch"),
    )
    out = io.StringIO()
    call_command("install_language", "cy", folder=tmp_path, stdout=out)
    words = list_revision_words(Lexicon.objects.get(slug="cy-debian").current_revision)
    assert words == ["DWR", "LLYFR", "RHEW"]
    assert "1 rejected, abbreviation or unit: cm" in out.getvalue()
