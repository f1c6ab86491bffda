"""The voice of the site: words that players and operators must not read, and their replacements.

"Voice and terms" in ``CONTRIBUTING.md`` has the rules. This test reads the texts of templates, the
strings marked for translation in Python, what commands print, the description of the API, and the
documents and comments for operators. It skips tags, placeholders and other code.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from django.test import Client

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
    Rule(
        r"\b(some|any|every|no)body\b",
        "Play somebody",
        "“someone”, “anyone”, “everyone”, “no one” or a name",
    ),
    Rule(r"\bbut for\b", "All but for one", "“except”"),
    Rule(r"\bon its way\b", "A letter is on its way.", "say who sent what"),
    Rule(r"\b(go|goes|going|went) on\b", "The game goes on.", "“continue”"),
    Rule(r"\b(stands|lies)\b", "Nothing lies here.", "“is”"),
    Rule(r"\banew\b", "Lay it out anew", "“again” or “reset”"),
    Rule(r"\bamiss\b", "Nothing is amiss.", "“wrong”"),
    Rule(r"\bthe usual one\b", "Take the usual one", "“the default”"),
    Rule(r"\bstand up\b", "Stand up", "“leave your seat”"),
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


# Commands and what else prints sentences in a terminal.
PRINTING = (
    "games/management/*.py",
    "lexicon/management/*.py",
    "scrabble_site/backups/*.py",
    "scrabble_site/conf/env.py",
    "scrabble_site/observing/startup_errors.py",
    "manage.py",
)
# Files for operators: documents, and files whose comments explain them.
DOCUMENTS = (
    "README.md",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "lexicon/README.md",
    "scrabble_site/deploy/*.md",
    "scrabble_site/deploy/texts/*",
)
EXPLAINED = ("scrabble_site/deploy/*", "Makefile", ".ci/*")
DOCSTRING_OWNERS = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def printed_texts(source: str) -> Iterator[str]:
    """Yield a module's strings of several words without docstrings; ⋯ is what is filled in."""
    tree = ast.parse(source)
    skipped = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, (ast.JoinedStr, *DOCSTRING_OWNERS))
        for part in (node.values if isinstance(node, ast.JoinedStr) else docstring_of(node))
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            parts = (part.value if isinstance(part, ast.Constant) else "⋯" for part in node.values)
            yield "".join(map(str, parts))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if id(node) not in skipped and " " in node.value.strip():
                yield node.value


def docstring_of(node: ast.AST) -> Iterator[ast.expr]:
    """Yield the docstring of a module, a class or a function."""
    first = next(iter(getattr(node, "body", [])), None)
    if isinstance(first, ast.Expr):
        yield first.value


def document_texts(source: str) -> Iterator[str]:
    """Yield the paragraphs of a document in Markdown without code, comments and addresses."""
    source = re.sub(r"<!--.*?-->", " ", source, flags=re.DOTALL)
    source = re.sub(r"^( {4}|\t).*$", "", source, flags=re.MULTILINE)
    source = re.sub(r"`[^`]*`|\]\([^)]*\)", " ⋯ ", source)
    yield from re.split(r"\n\s*\n|\n(?=\s*[-*|#])", source)


def comment_texts(source: str) -> Iterator[str]:
    """Yield the comments of a script or a configuration file, without options and code."""
    for block in re.findall(r"(?:^[ \t]*# .*\n)+", source, re.MULTILINE):
        yield re.sub(
            r"`[^`]*`|--\w[\w-]*", " ⋯ ", re.sub(r"^[ \t]*#", "", block, flags=re.MULTILINE)
        )


def list_api_texts(described: Any) -> Iterator[str]:
    """Yield every summary and description in an OpenAPI document."""
    if isinstance(described, dict):
        for key, value in described.items():
            if key in ("description", "summary") and isinstance(value, str):
                yield from document_texts(value)
            else:
                yield from list_api_texts(value)
    elif isinstance(described, list):
        for value in described:
            yield from list_api_texts(value)


def test_commands_keep_to_the_voice() -> None:
    texts = {path: list(printed_texts(path.read_text())) for path in tracked_files(*PRINTING)}
    assert sum(map(len, texts.values())) > 150
    assert not [fault for path, said in texts.items() for fault in list_faults(path, iter(said))]


def test_the_description_of_the_api_keeps_to_the_voice(client: Client) -> None:
    texts = set(list_api_texts(client.get("/api/1/openapi.json").json()))
    assert len(texts) > 100
    assert not {text: faults for text in texts if (faults := find_faults(text))}


def test_documents_for_operators_keep_to_the_voice() -> None:
    documents = tracked_files(*DOCUMENTS)
    scripts = [path for path in tracked_files(*EXPLAINED) if is_explained(path, documents)]
    assert len(documents) > 8 and len(scripts) > 20
    read = [(path, document_texts) for path in documents]
    read += [(path, comment_texts) for path in scripts]
    assert not [
        fault for path, texts in read for fault in list_faults(path, texts(path.read_text()))
    ]


def is_explained(path: Path, documents: list[Path]) -> bool:
    """Return whether a file has comments for operators or developers."""
    return path not in documents and path.suffix not in {".txt", ".json"} and path.is_file()
