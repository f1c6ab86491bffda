"""The voice of the interface: words that players must not read, and their replacements.

"Voice and terms" in ``CONTRIBUTING.md`` has the rules. This test reads the texts of templates and
the strings marked for translation in Python. It skips tags, placeholders and other code.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.test_code_rules import ROOT, tracked_files


class Rule(NamedTuple):
    """A forbidden pattern, an example that contains it, and what to write instead."""

    pattern: str
    example: str
    better: str


RULES = (
    # Old-fashioned or foreign phrases.
    Rule(r"\bwhoever\b", "Whoever has the link can watch.", "name them: anyone, the host"),
    Rule(r"\btold\b", "The others have been told.", "say what happens: “Rematch offered”"),
    Rule(r"\bin vain\b", "Ben challenged in vain.", "“failed”"),
    Rule(r"\bby itself\b", "It is sent by itself.", "“automatically”"),
    Rule(r"\bjust now\b", "Nobody watches just now.", "leave it out, or say when"),
    Rule(
        r"\bnone (?!:|or\b|to\b)\w|\b(is|are|get|gets|has|have) none\b",
        "None of them fits.",
        "“no …”",
    ),
    Rule(r",\s+too\b", "Members play rated games, too.", "“also”, or leave it out"),
    Rule(r"\b(some|any|every)body\b", "Play somebody", "“someone”, “anyone”, “everyone” or a name"),
    Rule(r"\bbut for\b", "All but for one", "“except”"),
    Rule(r"\bon its way\b", "A letter is on its way.", "say who sent what"),
    Rule(r"\b(go|goes|going|went) on\b", "The game goes on.", "“continue”"),
    Rule(r"\b(stands|lies)\b", "Nothing lies here.", "“is”"),
    Rule(r"\banew\b", "Lay it out anew", "“again” or “reset”"),
    # One term for each thing.
    Rule(r"\bwatchers?\b", "Watchers", "“spectators”"),
    Rule(r"\bfree seats?\b", "Free seat", "“open seat”"),
    Rule(r"\bstored repl(y|ies)\b", "By stored reply.", "“conditional move”"),
    Rule(r"\bbad words?\b", "Bad words are refused", "“invalid word”"),
    Rule(r"\bupheld\b", "Challenge upheld", "“successful”"),
    Rule(r"\bgames? over days\b", "Games over days", "“correspondence game”"),
    # Spelling and typography.
    Rule(r"\b(analyz|center|color(?!ad))", "Analyze", "British spelling"),
    Rule(r"\bemails?\b", "email", "“e-mail”"),
    Rule(r"\d\s%|⋯\s%%", "34 % of the win", "no space before the percent sign"),
    Rule(r"\w - \w", "Pass - or play", "an en dash with spaces"),
)
GETTEXT = {
    "gettext",
    "gettext_lazy",
    "ngettext",
    "ngettext_lazy",
    "pgettext",
    "pgettext_lazy",
    "npgettext",
    "npgettext_lazy",
}

TRANSLATE = re.compile(r"\{%-?\s*translate\s+(?:\"([^\"]*)\"|'([^']*)')[^%]*%\}")
# What players never see in a template, then what only looks like text in one.
HIDDEN = re.compile(
    r"\{% comment %\}.*?\{% endcomment %\}|\{#.*?#\}|<!--.*?-->"
    r"|<(script|style|svg|code|kbd)\b.*?</\1>",
    re.DOTALL,
)
TEMPLATE_TAG = re.compile(r"\{%.*?%\}", re.DOTALL)
# Only these attributes contain text; the rest of a tag is code.
READ_ATTRIBUTE = re.compile(r"\b(?:title|alt|placeholder|aria-label|content)=\"([^\"<>]*)\"")
HTML_TAG = re.compile(r"<[^>]*>")
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|\{\{.*?\}\}|\{\w*(?:![rs])?\}|&\w+;")


def find_faults(text: str) -> list[str]:
    """Return the replacement advice of each rule that the text breaks."""
    plain = " ".join(PLACEHOLDER.sub("⋯", text).split())
    return [rule.better for rule in RULES if re.search(rule.pattern, plain, re.IGNORECASE)]


def template_texts(source: str) -> Iterator[str]:
    """Yield the texts of a template: translated strings, and all text between tags."""
    source = HIDDEN.sub(" ", source)
    yield from (first or second for first, second in TRANSLATE.findall(source))
    rest = TEMPLATE_TAG.sub("\n\n", source)
    yield from READ_ATTRIBUTE.findall(rest)
    yield from re.split(r"\n\s*\n", HTML_TAG.sub(" ", rest))


def python_texts(source: str) -> Iterator[str]:
    """Yield a module's strings marked for translation, under whatever name it imports gettext."""
    tree = ast.parse(source)
    names = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation"
        for alias in node.names
        if alias.name in GETTEXT
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
            for part in node.args:
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield part.value


def list_faults(path: Path, texts: Iterator[str]) -> list[str]:
    place = path.relative_to(ROOT)
    return [
        f"{place}: {' '.join(text.split())!r}: {better}"
        for text in texts
        for better in find_faults(text)
    ]


def test_each_rule_catches_its_example() -> None:
    assert not [rule for rule in RULES if rule.better not in find_faults(rule.example)]


def test_plain_english_passes() -> None:
    assert not find_faults("Log in with %(email)s to see %(color)s. 34% of log-ins.")
    assert not find_faults("None")


def test_templates_keep_to_the_voice() -> None:
    paths = [*tracked_files("templates/*.html"), *tracked_files("templates/*.txt")]
    assert len(paths) > 100
    assert not [
        fault for path in paths for fault in list_faults(path, template_texts(path.read_text()))
    ]


def test_translated_strings_keep_to_the_voice() -> None:
    paths = [
        *tracked_files("games/*.py"),
        *tracked_files("lexicon/*.py"),
        *tracked_files("scrabble_site/*.py"),
    ]
    texts = {path: list(python_texts(path.read_text())) for path in paths}
    assert sum(map(len, texts.values())) > 500
    assert not [fault for path, said in texts.items() for fault in list_faults(path, iter(said))]
