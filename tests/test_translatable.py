"""Every text for people is marked for translation in an extractable way.

xgettext reads literals, and none inside f-strings.
"""

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
# The number of leading arguments that must be literal.
MARKERS = {"_": 1, "gettext": 1, "gettext_lazy": 1, "gettext_noop": 1}
MARKERS |= {"ngettext": 2, "ngettext_lazy": 2, "pgettext": 2, "pgettext_lazy": 2, "npgettext": 3}


def find_unextracted(source: str) -> Iterator[int]:
    """Yield the lines of marked texts that would stay English in every language."""
    tree = ast.parse(source)
    inside = {
        id(node)
        for text in ast.walk(tree)
        if isinstance(text, ast.JoinedStr)
        for node in ast.walk(text)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        count = MARKERS.get(node.func.id)
        if count is None:
            continue
        literal = [isinstance(given, ast.Constant) for given in node.args[:count]]
        if id(node) in inside or len(literal) < count or not all(literal):
            yield node.lineno


@pytest.mark.parametrize(
    "source", ["f\"{_('Lost')}\"", "ngettext(*texts, n)", "_(text)", "pgettext(context, 'Open')"]
)
def test_texts_that_cannot_be_extracted_are_found(source: str) -> None:
    assert list(find_unextracted(source)) == [1]


def test_every_marked_text_is_extracted() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for folder in ("games", "lexicon", "scrabble_site")
        for path in (ROOT / folder).rglob("*.py")
        for line in find_unextracted(path.read_text())
    ]
    assert not found


# Unmarked texts --------------------------------------------------------------------------------
NAMES = re.compile(
    r"\b(Tileroom|Qwibble|Scrabble|Super|Django|GCG|GET|POST|SHA-256|UTC|FSRS|JSON|CSV|TOU|tsh)\b"
    r"|>Amber: .*"
)
"""Texts that are the same in every language."""
LETTERS = re.compile(r"[^\W\d_]{2,}")
TRANSLATED = re.compile(
    r"\{% comment %\}.*?\{% endcomment %\}|\{#.*?#\}"
    r"|\{% block (?:\w*class|section) %\}.*?\{% endblock %\}"
    r"|\{% blocktrans(?:late)?\b.*?\{% endblocktrans(?:late)? %\}|\{%.*?%\}|\{\{.*?\}\}",
    re.DOTALL,
)
ATTRIBUTE = re.compile(r"[\w-]+=\"[^\"]*\"|\b(checked|hidden|selected|disabled|data(-\w+)+)\b")
"""An attribute in a template that consists of nothing else."""
READ_ATTRIBUTES = ("title", "alt", "aria-label", "aria-description", "placeholder")
SILENT = ("code", "pre", "kbd", "script", "style", "svg")
TEXT_ARGUMENTS = ("label", "help_text", "verbose_name", "verbose_name_plural", "empty_label")
TEXT_CALLS = {"ValidationError": 0, "add_error": 1, "success": 1, "error": 1, "warning": 1}
"""Calls that show a text to a person, with the place of the text among the arguments."""


class TemplateReader(HTMLParser):
    """Collects the texts of a template from which everything marked has been removed."""

    def __init__(self) -> None:
        super().__init__()
        self.silent = 0
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.silent += tag in SILENT
        self.found += [value for name, value in attrs if name in READ_ATTRIBUTES and value]

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in SILENT

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.found.append(data)


def find_unmarked_in_template(text: str) -> list[str]:
    """Return the texts of a template that cannot be translated."""
    reader = TemplateReader()
    reader.feed(TRANSLATED.sub(" ", text))
    texts = (" ".join(one.split()) for one in reader.found)
    return [one for one in texts if LETTERS.search(ATTRIBUTE.sub("", NAMES.sub("", one)))]


def find_unmarked_in_python(source: str) -> Iterator[int]:
    """Yield the lines of labels, errors and messages that are literals without a marker."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if isinstance(node.func, ast.Attribute):
            name = node.func.attr
            owner = node.func.value.id if isinstance(node.func.value, ast.Name) else ""
            if name in ("success", "error", "warning") and owner != "messages":
                continue
        texts: list[ast.expr] = [
            given.value for given in node.keywords if given.arg in TEXT_ARGUMENTS
        ]
        texts += node.args[TEXT_CALLS.get(name, 99) :][:1]
        for text in texts:
            literal = text.value if isinstance(text, ast.Constant) else ""
            if isinstance(text, ast.JoinedStr) or (
                isinstance(literal, str) and LETTERS.search(literal)
            ):
                yield node.lineno


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("<p>Play</p>", ["Play"]),
        ('<button title="Close {{ name }}">×</button>', ["Close"]),
        ('<i aria-label="{% translate "Close" %}">{{ name }} – Tileroom</i>', []),
        ("{% blocktranslate %}You <b>won</b>{% endblocktranslate %} {# why #}", []),
        ("<code>manage.py</code>", []),
    ],
)
def test_unmarked_texts_of_templates_are_found(text: str, found: list[str]) -> None:
    assert find_unmarked_in_template(text) == found


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("raise ValidationError('Too long.')", [1]),
        ("messages.success(request, f'{name} left')", [1]),
        ("forms.CharField(label='Name')", [1]),
        ("forms.CharField(label=_('Name'), help_text=lazy)", []),
        ("logger.error('%s failed', 'it')", []),
        ("ChoiceField(label='')", []),
    ],
)
def test_unmarked_texts_of_the_code_are_found(source: str, lines: list[int]) -> None:
    assert list(find_unmarked_in_python(source)) == lines


def test_templates_are_marked() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {text}"
        for path in sorted((ROOT / "templates").rglob("*.html"))
        for text in find_unmarked_in_template(path.read_text())
    ]
    assert not found


def test_labels_errors_and_messages_are_marked() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for folder in ("games", "lexicon", "scrabble_site")
        for path in sorted((ROOT / folder).rglob("*.py"))
        if not {"migrations", "management"} & set(path.parts)
        for line in find_unmarked_in_python(path.read_text())
    ]
    assert not found
