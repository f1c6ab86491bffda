"""What one option of a room consists of; :mod:`games.play.perspective.room_options` lists all."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any

from django import forms
from django.utils.functional import Promise

from games.play.services.room_settings import RoomSettings
from games.rules.positions.variants import Options, Variant

RULE_NAMES = {field.name for field in fields(Options)}
"""The options that are rules of the game, stored with its state."""


class FormSection(StrEnum):
    """The part of the form for a new room in which an option is shown."""

    GAME = "game"
    WORDS = "words"
    TIME = "time"
    PLAYERS = "players"
    MORE = "more"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomOption:
    """One option. No field has a default: leaving one out raises ``TypeError`` on import."""

    # The name in the form, the session and the API, which stays as it was published.
    name: str
    # The field of the settings, or of the rules, that holds the value.
    setting: str
    # Builds the field of the lobby's form. ``None`` if the form has no single field for it: the
    # clock has several fields, and only "Find an opponent" opens rooms that start when full.
    field: Callable[[], forms.Field] | None
    # Where the form shows the field, and a sentence that explains it; "" if the label says it all.
    section: FormSection | None
    explanation: str | Promise
    # Returns the values a game offers, its default first. ``None`` if every game offers all.
    offered: Callable[[Variant], Collection[Any]] | None
    # Error message for a value that conflicts with other choices; empty if none can.
    misfit: str | Promise
    # Returns the words for the summary, given the value and the game; "" for the usual value.
    # ``None`` if the summary leaves the option out.
    in_words: Callable[[Any, Variant], str] | None
    # Whether API clients can choose it when they open a room.
    programs_choose: bool

    def build_field(self) -> forms.Field | None:
        """Return the form field with its explanation, or ``None`` if the form has none."""
        if self.field is None:
            return None
        field = self.field()
        field.help_text = self.explanation  # type: ignore[assignment]
        return field

    @property
    def is_rule(self) -> bool:
        """Return whether it is a rule of the game, stored with the game's state."""
        return self.setting in RULE_NAMES

    def value_in(self, settings: RoomSettings) -> Any:
        """Return the option's value in the settings of a room."""
        return getattr(settings.options if self.is_rule else settings, self.setting)
