"""Forms of the lobby, validated against the variants and the installed dictionaries."""

from collections.abc import Sequence
from typing import Any, Self

from django import forms
from django.utils.translation import gettext_lazy as _

from games.common.names import clean_title
from games.lobby.forms.choices import (
    build_options,
    list_edition_choices,
    list_form_choices,
    list_language_choices,
    list_playable_lexicons,
    list_seat_counts,
    map_languages,
)
from games.lobby.forms.clocks import CLOCK_CHOICES, ClockForm
from games.lobby.forms.level_field import LevelField
from games.lobby.forms.lexicon_field import LexiconField, get_lexicon_field
from games.lobby.forms.summary import build_summary_texts
from games.play.models.rooms import RACKS_HIDDEN
from games.play.perspective.option_definition import FormSection
from games.play.perspective.room_options import ROOM_OPTIONS
from games.play.services.room_settings import RoomSettings
from games.rules.equipment.errors import NotAllowedError
from games.rules.positions.editions import list_editions
from games.rules.positions.variants import VARIANTS, ChallengeRule, Variant, get_variant
from lexicon.models import Lexicon
from lexicon.perspective.default_lexicon import choose_lexicon
from lexicon.terms.alphabets import get_main_language
from scrabble_site.shared.refusals import InvalidRequest

MISFITS: dict[str, Any] = {option.name: option.misfit for option in ROOM_OPTIONS}
SEATS_MISFIT = _("This game can't be played with that many seats.")


def build_language_field() -> forms.ChoiceField:
    """Return the language field, which decides the dictionary if none is chosen.

    The page has one such field for all its forms.
    """
    return forms.ChoiceField(label=_("Language"), required=False)


class RoomForm(ClockForm):
    """The form for a new room: the game, the seats and a field for each of :data:`ROOM_OPTIONS`.

    Call ``room_settings`` after ``is_valid``. ``languages`` are the languages the browser accepts,
    the preferred one first.
    """

    title = forms.CharField(
        label=_("Room name"),
        max_length=60,
        required=False,
        help_text=_("Shown in the lobby. Leave it empty to name the room after you."),
    )
    variant = forms.ChoiceField(label=_("Game"))
    seats = forms.TypedChoiceField(
        label=_("Seats"), coerce=int, initial=2, help_text=_("One for each player or team.")
    )
    language = build_language_field()
    lexicon = LexiconField(label=_("Dictionary"), required=False)
    edition = forms.ChoiceField(label=_("Tile set"), required=False)
    opponent = forms.CharField(
        label=_("Invite a player by name"),
        max_length=24,
        required=False,
        help_text=_("They get an invitation, and a seat is reserved for them."),
    )

    def __init__(self, *args: Any, languages: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Choices are set per form, because dictionaries can be installed while the site runs.
        lexicons = get_lexicon_field(self).load_offered()
        self.languages = languages
        self.fields["language"].choices = list_language_choices(lexicons)  # type: ignore[attr-defined]
        _drop_unavailable_initial(self)
        usual = choose_lexicon(lexicons, languages)
        self.fields["lexicon"].initial = usual.slug if usual else None
        self.fields["language"].initial = get_main_language(usual.language) if usual else None
        self.fields["variant"].choices = [  # type: ignore[attr-defined]
            (key, variant.name) for key, variant in VARIANTS.items()
        ]
        self.fields["edition"].choices = list_edition_choices(lexicons)  # type: ignore[attr-defined]
        self.fields["seats"].choices = [(n, str(n)) for n in list_seat_counts()]  # type: ignore[attr-defined]

    @classmethod
    def filled(cls, languages: Sequence[str] = (), **chosen: Any) -> Self:
        """Return a bound form with the default values, except for those ``chosen``."""
        blank = cls(languages=languages)
        offered = {name: blank.get_initial_for_field(f, name) for name, f in blank.fields.items()}
        return cls(offered | {"variant": next(iter(VARIANTS))} | chosen, languages=languages)

    @classmethod
    def usual(cls, languages: Sequence[str] = (), language: str = "") -> Self:
        """Return a valid form with the default values, and a dictionary of ``language`` if given.

        Raises ``InvalidRequest`` if no dictionary is installed.
        """
        chosen = {"language": language, "lexicon": ""} if language else {}
        form = cls.filled(languages, **chosen)
        if not form.is_valid():
            raise InvalidRequest("room.lexicon_empty")
        return form

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors:
            return data
        if data["rated"] and data["racks"] != RACKS_HIDDEN:
            self.add_error("racks", _("Racks stay hidden in rated games."))
        variant = get_variant(data["variant"])
        data["lexicon"] = data["lexicon"] or get_default_lexicon(
            variant, data["language"], self.languages
        )
        if data["lexicon"] is None:
            self.add_error("lexicon", _("There is no dictionary for this game."))
            return data
        if variant.min_seats == variant.max_seats:
            data["seats"] = variant.min_seats  # the page hides a field without a choice
        self._settle_options(variant, data)
        fitting = [item.code for item in list_editions(variant, [data["lexicon"].language])]
        if not fitting:
            self.add_error("lexicon", _("This game has no tile set in that language."))
        elif not data["edition"]:
            data["edition"] = fitting[0]
        elif data["edition"] not in fitting:
            self.add_error("edition", _("This tile set doesn't match the dictionary or the game."))
        return data

    def _settle_options(self, variant: Variant, data: dict[str, Any]) -> None:
        try:
            data["options"] = build_options(variant, data, data["seats"])
        except NotAllowedError as error:
            self.add_error(
                _find_error_field(error), MISFITS.get(_find_error_field(error)) or SEATS_MISFIT
            )
            return
        if data["rated"] and not variant.is_timed(data["options"]):
            self.add_error("clock", _("Rated games need a clock. Choose one."))
        if data["rated"] and data["options"].challenge.votes:
            self.add_error("challenge", _("Players can't vote on words in rated games."))

    def list_form_choices(self) -> dict[str, dict[str, list[str]]]:
        """Return the values that each game offers, field by field. The page hides all others."""
        lexicons = get_lexicon_field(self).lexicons
        return {key: list_form_choices(variant, lexicons) for key, variant in VARIANTS.items()}

    def sections(self) -> dict[str, list[forms.BoundField]]:
        """Return the fields of the options by the section of the page that shows them."""
        return {
            section.value: [
                self[option.name] for option in ROOM_OPTIONS if option.section == section
            ]
            for section in FormSection
        }

    def rated_clocks(self) -> dict[str, list[str]]:
        """Return the clocks a rated room may have, by game.

        "none" is among them only for games with days per turn.
        """
        clocks = [value for value, _label in CLOCK_CHOICES]
        return {
            key: [value for value in clocks if variant.turn_days or value != "none"]
            for key, variant in VARIANTS.items()
        }

    def summary_texts(self) -> dict[str, Any]:
        """Return the words with which the page sums up what is chosen."""
        return build_summary_texts()

    def languages_of_choices(self) -> dict[str, dict[str, str]]:
        """Return the language of each dictionary and tile set.

        The page hides those in other languages than the chosen one.
        """
        editions: Any = self.fields["edition"]
        return map_languages(get_lexicon_field(self).lexicons, dict(editions.choices))

    def room_settings(self) -> RoomSettings:
        """Return the settings of the requested room."""
        data = self.cleaned_data
        variant = get_variant(data["variant"])
        return RoomSettings(
            variant=variant.id,
            edition=data["edition"],
            lexicon=data["lexicon"],
            seats=data["seats"],
            options=data["options"],
            title=clean_title(data["title"]),
            **{setting: data[name] for name, setting in SETTINGS.items()},
        )


# Not in the class body, because these fields come from a table.
RoomForm.base_fields.update(
    {option.name: field for option in ROOM_OPTIONS if (field := option.build_field()) is not None}
)
SETTINGS = {
    option.name: option.setting
    for option in ROOM_OPTIONS
    if option.field is not None and not option.is_rule
}
"""Fields of the form that are settings of the room itself, each with the setting's name."""


class ComputerGameForm(forms.Form):
    """The form for a game against the computer: a level, and optionally the game and dictionary.

    Call ``room_settings`` after ``is_valid``.
    """

    prefix = "computer"
    level = LevelField(label=_("Level"))
    variant = forms.ChoiceField(label=_("Game"), required=False, initial="scrabble")
    lexicon = LexiconField(label=_("Dictionary"), required=False)
    language = build_language_field()

    def __init__(self, *args: Any, languages: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.languages = languages
        lexicon = get_lexicon_field(self)
        lexicon.empty_label = _("Default")
        lexicons = lexicon.load_offered()
        self.fields["language"].choices = list_language_choices(lexicons)  # type: ignore[attr-defined]
        _drop_unavailable_initial(self)
        self.fields["variant"].choices = [  # type: ignore[attr-defined]
            (key, variant.name) for key, variant in VARIANTS.items()
        ]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors:
            return data
        variant = get_variant(data["variant"] or next(iter(VARIANTS)))
        lexicon = data["lexicon"] or get_default_lexicon(variant, data["language"], self.languages)
        if lexicon is None:
            self.add_error("variant", _("There is no dictionary for this game."))
            return data
        if not list_editions(variant, [lexicon.language]):
            self.add_error("lexicon", _("This game has no tile set in that language."))
            return data
        edition = list_editions(variant, [lexicon.language])[0].code
        return data | {"lexicon": lexicon, "variant": variant, "edition": edition}

    def add_prefix(self, field_name: str) -> str:
        """Leave the language without a prefix, because both forms share the field."""
        return field_name if field_name == "language" else super().add_prefix(field_name)

    def room_settings(self) -> RoomSettings:
        """Return the settings of a private room with the game's smallest number of seats."""
        data = self.cleaned_data
        variant: Variant = data["variant"]
        seats = variant.min_seats
        return RoomSettings(
            variant=variant.id,
            edition=data["edition"],
            lexicon=data["lexicon"],
            seats=seats,
            options=build_options(variant, {"challenge": ChallengeRule.VOID}, seats),
            public=False,
        )


def get_default_lexicon(
    variant: Variant, language: str, languages: Sequence[str]
) -> Lexicon | None:
    """Return the dictionary for a game if none was chosen; ``None`` if none fits.

    With a ``language``, only its dictionaries are considered. ``languages`` are the languages the
    browser accepts; :func:`choose_lexicon` picks among several.
    """
    playable = list_playable_lexicons(variant)
    if language:
        playable = [item for item in playable if get_main_language(item.language) == language]
    return choose_lexicon(playable, languages)


def _drop_unavailable_initial(form: forms.Form) -> None:
    """Drop initial values that are no longer offered, such as a dictionary since removed."""
    for name in ("language", "lexicon"):
        field: Any = form.fields[name]
        known = {str(value) for value, _label in field.choices}
        if form.initial.get(name, "") not in known:
            form.initial.pop(name, None)


def _find_error_field(error: NotAllowedError) -> str:
    return error.code.removeprefix("options.")
