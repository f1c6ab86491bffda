"""What a visitor chose last, kept in the session, so that the lobby offers it first again."""

from typing import Any

from games.lobby.forms import ComputerGameForm, RoomForm

KEY = "chosen"
CHOICES = ("variant", "seats", "edition", "challenge", "level")
"""What is kept besides the dictionary and its language, by the names of fields."""


def remember(session: Any, form: RoomForm | ComputerGameForm) -> None:
    """Keep what was chosen in a form that has led to a room."""
    said = {name: form.data.get(form.add_prefix(name)) for name in CHOICES if name in form.fields}
    lexicon = form.cleaned_data["lexicon"]
    said |= {"lexicon": lexicon.slug, "language": lexicon.language}
    session[KEY] = recall(session) | {name: str(value) for name, value in said.items() if value}


def recall(session: Any) -> dict[str, str]:
    """What to begin the forms with."""
    return dict(session.get(KEY) or {})
