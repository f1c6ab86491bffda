"""Remember a visitor's last choices in the session, as initial values for the lobby's forms."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms

from games.lobby.forms import ComputerGameForm, RoomForm
from games.lobby.terms.filters import is_language, parse_filter
from games.rules.positions.variants import VARIANTS
from lexicon.terms.alphabets import get_main_language

SESSION_KEY = "chosen"
MAX_VALUE_LENGTH = 60
"""Values are cut to this many characters."""
NOT_REMEMBERED = {"title", "opponent", "language", "lexicon"}
"""Fields whose typed values are not kept.

Title and opponent are for one room only. Of the dictionary, the one finally used is kept.
"""


def save_last_choices(session: Any, form: RoomForm | ComputerGameForm) -> None:
    """Remember the choices of a valid form that led to a room."""
    choices = {name: _read_field(form, name) for name in form.fields if name not in NOT_REMEMBERED}
    lexicon = form.cleaned_data["lexicon"]
    choices |= {"lexicon": lexicon.slug, "language": lexicon.language}
    session[SESSION_KEY] = load_last_choices(session) | {
        name: value for name, value in choices.items() if value != ""
    }


def _read_field(form: forms.Form, name: str) -> str | bool:
    """Return whether a checkbox is ticked, or the text of any other field."""
    text = str(form.data.get(form.add_prefix(name), ""))[:MAX_VALUE_LENGTH]
    return bool(text) if isinstance(form.fields[name], forms.BooleanField) else text


def load_last_choices(session: Any) -> dict[str, Any]:
    """Return the initial values for the forms."""
    return dict(session.get(SESSION_KEY) or {})


def begin_room_form(session: Any, query: Mapping[str, str], languages: Sequence[str]) -> RoomForm:
    """Return the form for a new room with the last choices, and the wanted language and game.

    ``query`` has them as in the lobby's address; ``languages`` are those the browser accepts.
    """
    wanted = parse_filter(query)
    chosen, language = load_last_choices(session), wanted.get("language", "")
    if wanted.get("game") in VARIANTS:
        chosen["variant"] = wanted["game"]
    if language and not is_language(chosen.get("language", ""), language):
        chosen.pop("lexicon", None)  # of another language
        chosen["language"] = get_main_language(language)
        languages = (language, *languages)
    return RoomForm(languages=languages, initial=chosen)
