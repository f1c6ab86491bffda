"""``manage.py analyse``: a record from a file or from the site, in sentences or as data."""

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from games.engine.analysis.report import AnalysisLevel, read_report
from games.records.services.record_sources import RecordSource
from lexicon.models import Lexicon
from lexicon.services.revisions import Author, publish_words

pytestmark = pytest.mark.django_db

GCG = """#character-encoding UTF-8
#player1 amber Amber
#player2 cobalt Cobalt
>amber: AEINRST 8D STAINER +66 66
>cobalt: ABEGNOS H4 BEGA. +11 11
>amber: DOUVXIL -XV +0 66
"""


def run_analyse(*args: str) -> str:
    out = StringIO()
    call_command("analyse", *args, stdout=out)
    return out.getvalue()


@pytest.mark.usefixtures("_kernels")
def test_a_file_is_described_in_sentences(tmp_path: Path) -> None:
    path = tmp_path / "game.gcg"
    path.write_text(GCG)
    said = run_analyse(str(path))
    assert "1 amber: STAINER, D8 across for" in said
    assert "cobalt, 11" in said
    assert "bingo" in said
    assert "s of CPU time" in said


@pytest.mark.usefixtures("_kernels")
def test_the_dictionary_named_in_the_header_judges_words(lexicon: Lexicon, tmp_path: Path) -> None:
    """Where the record names no dictionary that is known here, the default one is used,
    and no play is called a phony."""
    other = Lexicon.objects.create(slug="other", name="Other words", language="en")
    words = ["STAINER", "BEGAN", "AN"]
    publish_words(other, words, base=None, author=Author("tests"), note="made for tests")
    path = tmp_path / "game.gcg"
    path.write_text("#lexicon Other words\n" + GCG)
    followed = run_analyse(str(path))
    assert "Words checked with Other words, revision 1." in followed
    assert "Not in" not in followed
    path.write_text("#lexicon CSW21\n" + GCG)
    judged = run_analyse(str(path))
    assert "Words checked with Few words, revision 1, which the file does not name." in judged
    assert "Not in Few words: STAINER." in judged
    assert (
        "1 play has words that aren't in Few words." in judged
        or "2 plays have words that aren't in Few words." in judged
    )
    for accusation in ("phony", "phonies", "issed the challenge", "issed a challenge"):
        assert accusation not in judged
    assert json.loads(run_analyse(str(path), "--json"))["words"]["name"] == "Few words"
    assert "Other words" in run_analyse(str(path), "--dictionary", "other")


def test_a_game_of_the_site_is_printed_as_json(played: Callable[..., RecordSource]) -> None:
    source = played()
    data = json.loads(run_analyse(str(source.id), "--json", "--level", "quick"))
    assert data.pop("names") == ["Amber", "Cobalt"]
    report = read_report(data)
    assert report.level is AnalysisLevel.QUICK
    assert len(report.turns) == len(source.history.steps)


def test_the_command_explains_why_it_cannot_analyse(tmp_path: Path) -> None:
    broken = tmp_path / "broken.gcg"
    broken.write_text("#player1 amber Amber\n>amber: AEINRST 8D\n")
    for said in (str(uuid4()), "nowhere.gcg", str(broken)):
        with pytest.raises(CommandError):
            run_analyse(said)
    game = tmp_path / "game.gcg"
    game.write_text(GCG)
    with pytest.raises(CommandError, match="No matching dictionary"):
        run_analyse(str(game), "--dictionary", "none")
