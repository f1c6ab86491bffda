"""``manage.py analyse``: a record from a file or from the site, in sentences or as data."""

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from games.engine.analysis.report import Level, read_report
from games.records.services.sources import Source

pytestmark = pytest.mark.django_db

GCG = """#character-encoding UTF-8
#player1 amber Amber
#player2 cobalt Cobalt
>amber: AEINRST 8D STAINER +66 66
>cobalt: ABEGNOS H4 BEGA. +11 11
>amber: DOUVXIL -XV +0 66
"""


def told(*args: str) -> str:
    out = StringIO()
    call_command("analyse", *args, stdout=out)
    return out.getvalue()


@pytest.mark.usefixtures("_kernels")
def test_a_file_is_told_in_sentences(tmp_path: Path) -> None:
    path = tmp_path / "game.gcg"
    path.write_text(GCG)
    said = told(str(path))
    assert "1 amber: STAINER, 8D for" in said
    assert "cobalt, 11" in said
    assert "bingo" in said
    assert "s of processor" in said


def test_a_game_of_the_site_as_data(played: Callable[..., Source]) -> None:
    source = played()
    data = json.loads(told(str(source.id), "--json", "--level", "quick"))
    assert data.pop("names") == ["Amber", "Cobalt"]
    report = read_report(data)
    assert report.level is Level.QUICK
    assert len(report.turns) == len(source.course.steps)


def test_what_cannot_be_analysed_is_named(tmp_path: Path) -> None:
    broken = tmp_path / "broken.gcg"
    broken.write_text("#player1 amber Amber\n>amber: AEINRST 8D\n")
    for said in (str(uuid4()), "nowhere.gcg", str(broken)):
        with pytest.raises(CommandError):
            told(said)
    game = tmp_path / "game.gcg"
    game.write_text(GCG)
    with pytest.raises(CommandError, match="no such dictionary"):
        told(str(game), "--dictionary", "none")
