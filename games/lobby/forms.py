"""What people choose in the lobby, checked against the variants and the dictionaries present."""

from collections.abc import Sequence
from typing import Any, Self

from django import forms
from django.utils.translation import gettext_lazy as _

from games.common.refusals import Unsuitable
from games.lobby.clocks import ClockFields
from games.lobby.offers import (
    edition_choices,
    end_choices,
    exchange_choices,
    language_choices,
    offers,
    playable_lexicons,
    seat_numbers,
    settle_options,
    spoken_by,
)
from games.play.models.rooms import RACKS_HIDDEN, RACKS_POLICIES
from games.play.services.rooms import RoomWishes
from games.play.services.seats import COMPUTER_LEVELS
from games.play.wording import LEVEL_LABELS, racks_in_words
from games.players.names import clean_title
from games.rules.editions import editions_for
from games.rules.errors import UnlawfulError
from games.rules.variants import VARIANTS, ChallengeRule, Variant, get_variant
from lexicon.alphabets import main_language
from lexicon.choice import choose_lexicon
from lexicon.models import Lexicon

CHALLENGE_LABELS = {
    ChallengeRule.VOID: _("Void: bad words are refused"),
    ChallengeRule.SINGLE: _("Single: no penalty for the challenger"),
    ChallengeRule.DOUBLE: _("Double: a lost challenge costs a turn"),
    ChallengeRule.FIVE: _("5 points to the challenged player"),
    ChallengeRule.TEN: _("10 points to the challenged player"),
    ChallengeRule.TRIPLE: _("Triple: the loser of the challenge loses the game"),
}
OPTION_ERRORS = {
    "challenge": _("This challenge rule is for two seats."),
    "adjustment": _("This adjustment is for two seats."),
    "placement": _("A first play beside the centre needs challenges: not with void."),
    "seats": _("This game is not played with that many seats."),
    "clock": _("There is no such clock."),
}


def language_field() -> forms.ChoiceField:
    """Whose dictionaries are meant where none was chosen: one field of the page for all deeds."""
    return forms.ChoiceField(label=_("Language"), required=False)


class LexiconField(forms.ModelChoiceField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(Lexicon.objects.none(), empty_label=None, to_field_name="slug", **kwargs)


class RoomForm(ClockFields):
    """A room's options. Call ``wishes`` after ``is_valid``.

    ``languages`` are those the visitor's browser asks for, the preferred one first.
    """

    title = forms.CharField(label=_("Name of the room"), max_length=60, required=False)
    variant = forms.ChoiceField(label=_("Game"))
    seats = forms.TypedChoiceField(label=_("Seats"), coerce=int, initial=2)
    language = language_field()
    lexicon = LexiconField(label=_("Dictionary"), required=False)
    edition = forms.ChoiceField(label=_("Tile set"), required=False)
    challenge = forms.ChoiceField(
        label=_("Challenges"),
        choices=[(rule.value, label) for rule, label in CHALLENGE_LABELS.items()],
        initial=ChallengeRule.SINGLE.value,
    )
    end_rule = forms.ChoiceField(label=_("The game ends, too, after"), initial="passes")
    adjustment = forms.ChoiceField(
        label=_("Tiles left at the end"),
        choices=[
            ("standard", _("lost by their holder, gained by who went out")),
            ("tournament", _("twice their value to who went out (two seats)")),
        ],
        initial="standard",
    )
    exchange_minimum = forms.TypedChoiceField(
        label=_("Exchanging needs"), coerce=int, required=False
    )
    placement = forms.ChoiceField(
        label=_("First play"),
        choices=[
            ("strict", _("must cover the centre")),
            ("tournament", _("may miss it, unless challenged")),
        ],
        initial="strict",
    )
    public = forms.BooleanField(label=_("Show in the lobby"), required=False, initial=True)
    rated = forms.BooleanField(label=_("Rated: between members alone"), required=False)
    may_err = forms.BooleanField(label=_("Computers may err"), required=False, initial=True)
    unhurried = forms.BooleanField(
        label=_("Computers take a moment to think"), required=False, initial=True
    )
    teams = forms.BooleanField(label=_("Teams: up to four share a rack"), required=False)
    late_members = forms.BooleanField(label=_("Teams take newcomers later"), required=False)
    racks = forms.ChoiceField(label=_("Racks for watchers"), initial=RACKS_HIDDEN, required=False)
    opponent = forms.CharField(label=_("Invite a player by name"), max_length=24, required=False)

    def __init__(self, *args: Any, languages: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        lexicons = Lexicon.objects.offered()
        self.languages = languages
        self.fields["lexicon"].queryset = lexicons  # type: ignore[attr-defined]
        self.fields["language"].choices = language_choices(lexicons)  # type: ignore[attr-defined]
        _forget_what_is_gone(self)
        usual = choose_lexicon(lexicons, languages)
        self.fields["lexicon"].initial = usual.slug if usual else None
        self.fields["language"].initial = main_language(usual.language) if usual else None
        self.fields["variant"].choices = [  # type: ignore[attr-defined]
            (key, variant.name) for key, variant in VARIANTS.items()
        ]
        self.fields["edition"].choices = edition_choices(lexicons)  # type: ignore[attr-defined]
        self.fields["seats"].choices = [(n, str(n)) for n in seat_numbers()]  # type: ignore[attr-defined]
        self.fields["exchange_minimum"].choices = exchange_choices()  # type: ignore[attr-defined]
        self.fields["end_rule"].choices = end_choices()  # type: ignore[attr-defined]
        self.fields["racks"].choices = [  # type: ignore[attr-defined]
            (policy, racks_in_words(policy)) for policy in RACKS_POLICIES
        ]

    @classmethod
    def usual(cls, languages: Sequence[str] = ()) -> Self:
        """Filled in as it is offered, and valid as long as there is a dictionary to play with."""
        blank = cls(languages=languages)
        offered = {name: blank.get_initial_for_field(f, name) for name, f in blank.fields.items()}
        first = {"variant": next(iter(VARIANTS))}
        form = cls(offered | first, languages=languages)
        if not form.is_valid():
            raise Unsuitable("room.lexicon_empty")
        return form

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors:
            return data
        if data["rated"] and data["racks"] not in ("", RACKS_HIDDEN):
            self.add_error("racks", _("The racks of rated games stay hidden."))
        variant = get_variant(data["variant"])
        data["lexicon"] = data["lexicon"] or usual_lexicon(
            variant, data["language"], self.languages
        )
        if data["lexicon"] is None:
            self.add_error("lexicon", _("No dictionary for this game is installed."))
            return data
        if variant.min_seats == variant.max_seats:
            data["seats"] = variant.min_seats  # the page does not ask where there is no choice
        try:
            data["options"] = settle_options(variant, data, data["seats"])
        except UnlawfulError as error:
            self.add_error(_field_of(error), OPTION_ERRORS[_field_of(error)])
        fitting = [item.code for item in editions_for(variant, [data["lexicon"].language])]
        if not fitting:
            self.add_error("lexicon", _("There is no tile set of this game in that language."))
        elif not data["edition"]:
            data["edition"] = fitting[0]
        elif data["edition"] not in fitting:
            self.add_error("edition", _("This tile set does not fit the dictionary or the game."))
        return data

    def offers(self) -> dict[str, dict[str, list[str]]]:
        """What each game lets choose: the page hides the rest, and fields without a choice."""
        return {key: offers(variant) for key, variant in VARIANTS.items()}

    def speaks(self) -> dict[str, dict[str, str]]:
        """The language of each dictionary and tile set: the page hides those of the others."""
        lexicons, editions = self.fields["lexicon"], self.fields["edition"]
        return spoken_by(lexicons.queryset, dict(editions.choices))  # type: ignore[attr-defined]

    def wishes(self) -> RoomWishes:
        """The room that was asked for."""
        data = self.cleaned_data
        variant = get_variant(data["variant"])
        return RoomWishes(
            variant=variant.id,
            edition=data["edition"],
            lexicon=data["lexicon"],
            seats=data["seats"],
            options=data["options"],
            public=data["public"],
            rated=data["rated"],
            title=clean_title(data["title"]),
            may_err=data["may_err"],
            unhurried=data["unhurried"],
            teams=data["teams"],
            late_members=data["late_members"],
            racks=data["racks"] or RACKS_HIDDEN,
        )


class ComputerGameForm(forms.Form):
    """One click: a level, and the game if it is not Scrabble. Call ``wishes`` after ``is_valid``.

    Without a dictionary the first one is taken for which the game has tiles.
    """

    prefix = "computer"
    level = forms.TypedChoiceField(
        label=_("Level"),
        choices=[(n, LEVEL_LABELS[n]) for n in COMPUTER_LEVELS],
        coerce=int,
        initial=3,
        error_messages={"invalid_choice": _("There is no computer player of that level.")},
    )
    variant = forms.ChoiceField(label=_("Game"), required=False, initial="scrabble")
    lexicon = LexiconField(label=_("Dictionary"), required=False)
    language = language_field()

    def __init__(self, *args: Any, languages: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.languages = languages
        lexicon: Any = self.fields["lexicon"]
        lexicon.queryset = Lexicon.objects.offered()
        lexicon.empty_label = _("Usual dictionary")
        self.fields["language"].choices = language_choices(lexicon.queryset)  # type: ignore[attr-defined]
        _forget_what_is_gone(self)
        self.fields["variant"].choices = [  # type: ignore[attr-defined]
            (key, variant.name) for key, variant in VARIANTS.items()
        ]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors:
            return data
        variant = get_variant(data["variant"] or next(iter(VARIANTS)))
        lexicon = data["lexicon"] or usual_lexicon(variant, data["language"], self.languages)
        if lexicon is None:
            self.add_error("variant", _("No dictionary for this game is installed."))
            return data
        if not editions_for(variant, [lexicon.language]):
            self.add_error("lexicon", _("There is no tile set of this game in that language."))
            return data
        edition = editions_for(variant, [lexicon.language])[0].code
        return data | {"lexicon": lexicon, "variant": variant, "edition": edition}

    def add_prefix(self, field_name: str) -> str:
        """The language stands beside both forms."""
        return field_name if field_name == "language" else super().add_prefix(field_name)

    def wishes(self) -> RoomWishes:
        data = self.cleaned_data
        variant: Variant = data["variant"]
        seats = variant.min_seats
        return RoomWishes(
            variant=variant.id,
            edition=data["edition"],
            lexicon=data["lexicon"],
            seats=seats,
            options=settle_options(variant, {"challenge": ChallengeRule.VOID}, seats),
            public=False,
        )


def usual_lexicon(variant: Variant, language: str, asked: Sequence[str]) -> Lexicon | None:
    """What a game is played with where no dictionary was chosen: one in this language, if any was,
    else as :func:`choose_lexicon` says."""
    playable = playable_lexicons(variant)
    if language:
        playable = [item for item in playable if main_language(item.language) == language]
    return choose_lexicon(playable, asked)


def _forget_what_is_gone(form: forms.Form) -> None:
    """Begin without what cannot be chosen any more."""
    for name in ("language", "lexicon"):
        field: Any = form.fields[name]
        known = {str(value) for value, _label in field.choices}
        if form.initial.get(name, "") not in known:
            form.initial.pop(name, None)


def _field_of(error: UnlawfulError) -> str:
    return error.code.removeprefix("options.")
