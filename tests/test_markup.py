"""House rules for templates and styles: short lines, one tag or condition per line, named parts."""

import re
from pathlib import Path

from tests.test_code_rules import ROOT, tracked_files

WIDEST_LINE = 120
BLOCK_TAGS = re.compile(r"<(?:div|section|header|ul|ol|li|table|tr|form|dialog|p|h[1-6])\b")
CONDITIONS = re.compile(r"\{% (?:if|for) ")
UNTRIMMED = re.compile(r"\{% blocktranslate (?!trimmed)[^%]*%\}[^\n{]*\n")

RUN_TOGETHER = re.compile(
    r"(?:endblocktranslate %\}|\{% translate \"[^\"]*\" %\})[ \t]*\n\s*"
    r"(?:\{% (?:if|endif|for|with)[^%]*%\}\s*)*\{% (?:block)?translate"
)


def templates() -> list[Path]:
    return tracked_files("templates/*.html")


def lines_of(paths: list[Path]) -> list[tuple[str, str]]:
    """Return every line of the files with its place, as "file:number"."""
    return [
        (f"{path.relative_to(ROOT)}:{number}", line)
        for path in paths
        for number, line in enumerate(path.read_text().splitlines(), 1)
    ]


def test_templates_and_styles_are_narrow() -> None:
    lines = lines_of([*templates(), *tracked_files("*.css")])
    assert len(lines) > 1000
    assert not [place for place, line in lines if len(line) > WIDEST_LINE]


def test_templates_have_one_tag_or_condition_a_line() -> None:
    crowded = [
        (place, line.strip())
        for place, line in lines_of(templates())
        if len(BLOCK_TAGS.findall(line)) > 1 or len(CONDITIONS.findall(line)) > 1
    ]
    assert not crowded


def test_texts_in_several_lines_are_translated_without_the_breaks() -> None:
    assert not [path.name for path in templates() if UNTRIMMED.search(path.read_text())]


def test_sentences_in_a_row_have_a_space_between() -> None:
    """Line breaks next to tags are dropped, so a space between sentences must be explicit."""
    assert not [path.name for path in templates() if RUN_TOGETHER.search(path.read_text())]


def test_the_root_id_of_a_fragment_is_its_file_name() -> None:
    parts = tracked_files("templates/*/_*.html")
    assert parts
    without = [path.name for path in parts if f'id="{path.stem}"' not in path.read_text()]
    assert without == ["_hint.html"], "a hint is shown in two places, with an id for each"
