"""A template loader that removes line breaks and indentation.

A line break with its indentation is removed next to an HTML tag or a template tag, and becomes one
space between words or inside a tag. To keep a space next to a tag, write it within the line, as in
``<b>8H</b> CAT``, or put ``{{ " " }}`` at the end of the line. This happens once, when a template
is loaded, so rendering pays nothing for it. ``settings.TEMPLATES`` names the loader.

Minifiers such as django-minify-html process each response instead, and never see what is pushed
through sockets.
"""

import re

from django.template import Origin
from django.template.loaders import filesystem

_TOKENS = re.compile(
    r"(?P<kept>\{% blocktranslate.*?\{% endblocktranslate %\}"
    r"|<(?P<name>pre|script|style|textarea)\b.*?</(?P=name)>|<!--.*?-->)"
    r"|(?P<tag>\{%.*?%\}|\{#.*?#\})"
    r"|(?P<value>\{\{.*?\}\})"
    r"|(?P<open></?[A-Za-z!])"
    r"|(?P<quote>[\"'])"
    r"|(?P<close>>)"
    r"|(?P<broken>[ \t]*\n\s*)"
    r"|(?P<text>[^\s\"'<>{]+|.)",
    re.DOTALL,
)


class MinifyingLoader(filesystem.Loader):
    """Loads templates from the project's folder, and minifies those in HTML."""

    def get_contents(self, origin: Origin) -> str:
        contents = super().get_contents(origin)
        return minify_template(contents) if origin.name.endswith(".html") else contents


def minify_template(source: str) -> str:
    """Remove the line breaks of a template that do not matter.

    >>> minify_template("<p>\\n  {% if old %}\\n    <b>an old</b> {{ a }}\\n  {% endif %}\\n</p>")
    '<p>{% if old %}<b>an old</b> {{ a }}{% endif %}</p>'
    >>> minify_template("<p\\n  id='a'\\n  class='b'\\n>\\n  two\\n  words\\n</p>")
    "<p id='a' class='b'>two words</p>"
    """
    done: list[str] = []
    quote = ""
    inside = False  # whether the position is inside an HTML tag
    after_tag = True
    broken = False
    for found in _TOKENS.finditer(source):
        kind, token = str(found.lastgroup), found.group()
        kind = "kept" if kind == "name" else kind
        if kind == "broken":
            broken = True
            continue
        beside = after_tag or kind in ("tag", "open", "kept")
        if broken and (inside or not beside) and not (inside and kind == "close" and not quote):
            done.append(" ")
        broken = False
        done.append(token)
        after_tag = kind in ("tag", "kept")
        if kind == "open":
            inside = True
        elif inside and kind == "quote":
            quote = "" if quote == token else quote or token
        elif inside and kind == "close" and not quote:
            inside, after_tag = False, True
    return "".join(done)
