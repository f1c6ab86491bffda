"""Sentences of what rows and errors keep as a code with details, in the reader's language."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scrabble_site.shared.final_letters import write_final_letter

StoredText = dict[str, Any]
"""A code under the key "code", and the values for its sentence."""

_TEXTS: Mapping[str, str | Promise] = {
    "upload.too_large": gettext_lazy("The file is larger than %(most)d MB."),
    "upload.too_large_unpacked": gettext_lazy("The unpacked file is larger than %(most)d MB."),
    "upload.too_many_lines": gettext_lazy("The file has more than %(most)s lines."),
    "upload.empty": gettext_lazy("The file is empty."),
    "upload.no_words": gettext_lazy("The list has no usable words."),
    "upload.gzip_incomplete": gettext_lazy("The gzip file is incomplete."),
    "upload.gzip_damaged": gettext_lazy("The gzip file is damaged."),
    "upload.gzip_twice": gettext_lazy("The file is compressed twice."),
    "upload.other_kind": gettext_lazy(
        "This is a %(kind)s file. Send the word list as plain text or gzip."
    ),
    "upload.utf16": gettext_lazy("The text is in UTF-16. Save it as UTF-8 and send it again."),
    "upload.binary": gettext_lazy("This isn't a text file: line %(line)d has a control character."),
    "upload.not_utf8": gettext_lazy("The text isn't in UTF-8. See line %(line)d."),
    "upload.encoding": gettext_lazy(
        "The text is neither in UTF-8 nor in ISO-8859-1. See line %(line)d. Save it as "
        "UTF-8 and send it again."
    ),
    "upload.table": gettext_lazy(
        "This looks like a table (CSV): “%(line)s”. Send a list with one word per "
        "line, optionally followed by a tab and a definition. In a spreadsheet, put "
        "the words in the first column and save as “text, tab-separated”."
    ),
    "package.unknown": gettext_lazy("There is no known package for “%(language)s”."),
    "package.missing": gettext_lazy(
        "%(file)s is missing. On Debian, run: apt-get install %(package)s"
    ),
    "change.nothing": gettext_lazy("This changes nothing."),
    "change.no_words": gettext_lazy("A dictionary needs at least one word."),
    "change.absent": gettext_lazy("Not in the dictionary: %(words)s."),
    "stale.changed": gettext_lazy("Someone changed the dictionary in the meantime."),
    "stale.saved": gettext_lazy(
        "%(author)s saved revision %(number)d in the meantime (“%(note)s”). Your changes "
        "aren't saved yet. Check them, then save again."
    ),
    "build.failed": gettext_lazy("Could not build the word graph: %(complaint)s"),
    "import.interrupted": gettext_lazy("The import was interrupted too often. Start it again."),
    "import.memory": gettext_lazy("The list is too large for this machine."),
    "import.failed": gettext_lazy("Something went wrong. See the site's log for details."),
    "note.file": gettext_lazy("Imported from %(file)s."),
    "note.package": gettext_lazy("From Debian's package %(package)s."),
    "note.restored": gettext_lazy("Back to revision %(number)d."),
    "note.request": gettext_lazy("Dispute about “%(word)s”: %(answer)s"),
}


def make_stored_text(code: str, **details: Any) -> StoredText:
    """Return what a row keeps of a sentence.

    >>> make_stored_text("note.restored", number=3)
    {'code': 'note.restored', 'number': 3}
    """
    if code not in _TEXTS:
        raise KeyError(code)
    return {"code": code, **details}


def render_stored_text(stored: StoredText) -> str:
    """Return the sentence of an error.

    A later release may have stored a code that this one does not know, or other values with it.
    """
    return _word(stored) or str(_TEXTS["import.failed"])


def render_note(automatic: StoredText | None, note: str) -> str:
    """Return the reason of a revision: what the site noted, followed by the editor's words.

    What a later release has noted in a way that this one does not know is left out.
    """
    return f"{_word(automatic)} {note}".strip() if automatic else note


def _word(stored: StoredText) -> str:
    """Return the sentence, or "" if this release has none."""
    values = stored | {"author": stored.get("author") or _("Someone")}
    if "word" in stored:
        values["word"] = write_final_letter(stored["word"])
    if "note" in stored:
        values["note"] = render_note(stored.get("automatic_note"), stored["note"])
    try:
        return str(_TEXTS[stored["code"]]) % values
    except KeyError:
        return ""
