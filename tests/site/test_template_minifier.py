"""The minifier drops line breaks in templates, and keeps the spaces of a text."""

import doctest

import pytest
from django.template import engines

from scrabble_site.static import template_minifier

HALVES = [
    ("<p>\n  <b>8H</b> CAT\n</p>\n", "<p><b>8H</b> CAT</p>"),
    ("<p>\n  one\n  two\n</p>", "<p>one two</p>"),
    ("<b>{{ a }}</b>{{ ' ' }}\n<i>b</i>", "<b>{{ a }}</b>{{ ' ' }}<i>b</i>"),
    ("{% if a %}\n  {{ a }}\n{% endif %}\n{{ b }}\n", "{% if a %}{{ a }}{% endif %}{{ b }}"),
    ("{{ a }}\n{{ b }}", "{{ a }} {{ b }}"),
    (
        "<p\n  {% if a %}class='x'{% endif %}\n  title='a > b'\n></p>",
        "<p {% if a %}class='x'{% endif %} title='a > b'></p>",
    ),
    ('<a href="{% url "b" %}">\n  c\n</a>', '<a href="{% url "b" %}">c</a>'),
    ("<pre>\n a\n</pre>\n<p></p>", "<pre>\n a\n</pre><p></p>"),
    ("<p>a < b\n  > c</p>", "<p>a < b > c</p>"),
    ("<p>it's\n  so</p>\n<p>b</p>", "<p>it's so</p><p>b</p>"),
]


@pytest.mark.parametrize(("written", "loaded"), HALVES)
def test_line_breaks_are_removed_and_spaces_stay(written: str, loaded: str) -> None:
    assert template_minifier.minify_template(written) == loaded


def test_translated_texts_keep_their_line_breaks() -> None:
    text = "{% blocktranslate trimmed %}\n  a\n  b\n{% endblocktranslate %}"
    assert template_minifier.minify_template(f"<p>\n  {text}\n</p>") == f"<p>{text}</p>"


def test_examples_are_minified() -> None:
    assert doctest.testmod(template_minifier).failed == 0


def test_the_site_uses_the_minifying_loader() -> None:
    page = engines["django"].get_template("404.html").render()
    assert "\n" not in page
    assert "<h1>Page not found</h1>" in page
