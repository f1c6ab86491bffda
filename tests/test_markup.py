"""House rules for templates and styles: short lines, one tag or condition per line, named parts."""

import re
from pathlib import Path

from tests.test_code_rules import ROOT, tracked_files

WIDEST_LINE = 120
BLOCK_TAGS = re.compile(r"<(?:div|section|header|ul|ol|li|table|tr|form|dialog|p|h[1-6])\b")
CONDITIONS = re.compile(r"\{% (?:if|for) ")
UNTRIMMED = re.compile(r"\{% blocktranslate (?!trimmed)[^%]*%\}[^\n{]*\n")

SIZES = re.compile(
    r"(?<![\w-])((?:font|margin|padding|gap|row-gap|column-gap)(?:-[\w-]+)?)\s*:\s*([^;{}]+)"
)
LENGTHS = re.compile(r"(?<![\w.-])-?(\d*\.?\d+)(rem|px)\b")
WIDEST_SPACE = 2
"""The last step of spacing in rem. What is larger is the size of another part of a page."""
WIDEST_GAP = 8
"""Pixels beside squares and tiles, whose own sizes are computed in pixels."""
LETTERS_IN_DRAWINGS = ("14px", "20px", "22px", "clamp(11px,", "max(13px,")
"""Sizes of text in charts, and of letters that grow with the squares of a board."""
WITHOUT_TOKENS = ("moderation.css", "admin.css", "editor_pages.css")
"""Style sheets of Django's admin, whose pages do not load tokens.css."""

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


def find_literal_sizes(source: str) -> list[str]:
    """Return what a style sheet says about text and spacing without a token.

    >>> find_literal_sizes("p { gap: .5rem; padding: 0 var(--space-3) 4px 3rem; margin: .2em }")
    ['gap: .5rem']
    >>> find_literal_sizes("p { font: 600 .9rem/1 serif; margin-top: calc(1rem - 1px) }")
    ['font: 600 .9rem/1 serif', 'margin-top: calc(1rem - 1px)']
    """
    found = []
    for name, value in SIZES.findall(re.sub(r"/\*.*?\*/", "", source, flags=re.DOTALL)):
        text = name.startswith("font")
        for number, unit in LENGTHS.findall(value):
            drawn = value.strip().startswith(LETTERS_IN_DRAWINGS)
            small = float(number) <= (WIDEST_GAP if unit == "px" else 0)
            large = unit == "rem" and not text and float(number) > WIDEST_SPACE
            if not (small or large or drawn):
                found.append(f"{name}: {value.strip()}")
                break
    return found


def test_styles_take_sizes_of_text_and_spacing_from_tokens() -> None:
    """One scale each, in tokens.css. What follows the text's own size (em) or the page is fine."""
    sheets = [path for path in tracked_files("*.css") if path.name not in WITHOUT_TOKENS]
    assert len(sheets) > 30
    literal = {path.name: find_literal_sizes(path.read_text()) for path in sheets}
    literal["base.css"] = [one for one in literal["base.css"] if not one.startswith("font: clamp")]
    assert not {name: found for name, found in literal.items() if found}


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
