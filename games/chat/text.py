"""What may be said: ready phrases, and what was typed, as lines of plain text that can do nothing
to the page around them.

Markup is none: templates escape it. Names have rules of their own (:mod:`games.players.names`).
"""

import unicodedata

import regex
from django.utils.translation import gettext_lazy

from games.chat.models import TEXT_MOST
from games.common.refusals import Unsuitable

PHRASES = {
    "hello": gettext_lazy("Hello"),
    "luck": gettext_lazy("Good luck"),
    "played": gettext_lazy("Well played"),
    "thanks": gettext_lazy("Thank you"),
    "sorry": gettext_lazy("Sorry"),
    "moment": gettext_lazy("One moment"),
    "game": gettext_lazy("Good game"),
    "bye": gettext_lazy("Goodbye"),
}
"""Said with one press, and read by everybody in their own language."""

LINES_MOST = 6

_BREAKS = regex.compile(r"\r\n?|[\n\v\f\x85\u2028\u2029]")
_UNSEEN = regex.compile(r"(?![\n\u200c\u200d\ufe0f])[\p{C}\p{Default_Ignorable_Code_Point}\u2800]")
"""Controls, direction marks, fillers, what is not assigned. Joiners stay: some scripts and many
emoji are written with them."""

_HEAP = regex.compile(r"(\p{M}{3})\p{M}+")
"""More marks upon one letter than any language needs: they would run over the lines around."""

_READABLE = regex.compile(r"[\p{L}\p{N}\p{P}\p{S}]")


def clean_text(said: str) -> str:
    """A message as it will be shown, "" for none. Raises ``Unsuitable`` ("chat.long")."""
    normal = unicodedata.normalize("NFC", _BREAKS.sub("\n", said))
    seen = _HEAP.sub(r"\1", _UNSEEN.sub("", normal.replace("\t", " ")))
    lines = [" ".join(line.split()) for line in seen.split("\n")]
    text = "\n".join(line for line in lines if line)
    if len(text) > TEXT_MOST or text.count("\n") >= LINES_MOST:
        raise Unsuitable("chat.long", n=TEXT_MOST)
    return text if _READABLE.search(text) else ""
