"""Templates are written with one tag or one condition a line, and read without the line breaks.

A break with its indentation is nothing beside a tag of HTML or of the template language, and one
space between words, or inside a tag. A space that shall be seen stands on the line itself:
``<b>8H</b> CAT``, or ``{{ " " }}`` at a line's end. It is done once, when a template is loaded, so
pages and pushed parts are short and cost nothing for it. ``settings.TEMPLATES`` names the loader.
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


class Loader(filesystem.Loader):
    """Templates of the project's own folder; pages without the breaks between their lines."""

    def get_contents(self, origin: Origin) -> str:
        contents = super().get_contents(origin)
        return join_lines(contents) if origin.name.endswith(".html") else contents


def join_lines(source: str) -> str:
    """The template in as few lines as it can have.

    >>> join_lines("<p>\\n  {% if old %}\\n    <b>an old</b> {{ word }}\\n  {% endif %}\\n</p>\\n")
    '<p>{% if old %}<b>an old</b> {{ word }}{% endif %}</p>'
    >>> join_lines("<p\\n  id='a'\\n  class='b'\\n>\\n  two\\n  words\\n</p>")
    "<p id='a' class='b'>two words</p>"
    """
    done: list[str] = []
    quote = ""
    inside = False  # a tag of HTML
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
