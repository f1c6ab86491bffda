"""The content of messages: ready phrases, and typed text cleaned so that it cannot disturb a page.

There is no markup; templates escape the text. :mod:`games.common.names` has the rules for names.
"""

import unicodedata

import regex
from django.utils.translation import gettext_lazy

from games.chat.models import MAX_TEXT_LENGTH
from scrabble_site.shared.refusals import InvalidRequest

READY_PHRASES = {
    "hello": gettext_lazy("Hello"),
    "luck": gettext_lazy("Good luck"),
    "played": gettext_lazy("Well played"),
    "thanks": gettext_lazy("Thank you"),
    "sorry": gettext_lazy("Sorry"),
    "moment": gettext_lazy("One moment"),
    "game": gettext_lazy("Good game"),
    "bye": gettext_lazy("Goodbye"),
}
"""Phrases sent with one click and shown to each reader in their own language."""

MAX_LINES = 6

_BREAKS = regex.compile(r"\r\n?|[\n\v\f\x85\u2028\u2029]")
_UNSEEN = regex.compile(r"(?![\n\u200c\u200d\ufe0f])[\p{C}\p{Default_Ignorable_Code_Point}\u2800]")
"""Control characters, direction marks, fillers and unassigned code points. Joiners are kept,
because some scripts and many emoji need them."""

_HEAP = regex.compile(r"(\p{M}{3})\p{M}+")
"""More combining marks on a character than any language needs; they would cover other lines."""

_READABLE = regex.compile(r"[\p{L}\p{N}\p{P}\p{S}]")


def clean_text(value: str) -> str:
    """Return a message as it will be shown, "" if nothing readable is left.

    Raises ``InvalidRequest`` ("chat.long") if it has too many characters or lines.
    """
    normal = unicodedata.normalize("NFC", _BREAKS.sub("\n", value))
    visible = _HEAP.sub(r"\1", _UNSEEN.sub("", normal.replace("\t", " ")))
    lines = [" ".join(line.split()) for line in visible.split("\n")]
    text = "\n".join(line for line in lines if line)
    if len(text) > MAX_TEXT_LENGTH or text.count("\n") >= MAX_LINES:
        raise InvalidRequest("chat.long", n=MAX_TEXT_LENGTH)
    return text if _READABLE.search(text) else ""
