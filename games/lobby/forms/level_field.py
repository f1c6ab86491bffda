"""The form field for the level of a computer player."""

from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from games.play.perspective.wording import LEVEL_LABELS
from games.play.terms.computer_levels import DEFAULT_LEVEL, LEVEL_RATINGS, OWN_LEVEL


class LevelField(forms.TypedChoiceField):
    """A level by its code, or ``OWN_LEVEL``."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            choices=_list_choices,
            coerce=int,
            initial=DEFAULT_LEVEL,
            help_text=_("The numbers are ratings on this site, where everyone begins at 1500."),
            error_messages={"invalid_choice": _("Choose one of the computer levels.")},
            **kwargs,
        )


def _list_choices() -> list[tuple[int, Any]]:
    levels = [
        (code, format_html("{} <small>{}</small>", LEVEL_LABELS[code], rating))
        for code, rating in LEVEL_RATINGS.items()
    ]
    return [(OWN_LEVEL, _("About my strength")), *levels]
