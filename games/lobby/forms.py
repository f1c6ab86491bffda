"""What people choose in the lobby, checked against the variants and the dictionaries present."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.play.services.rooms import RoomWishes
from games.play.services.seats import COMPUTER_LEVELS
from games.play.wording import LEVEL_LABELS
from games.players.names import clean_title
from games.rules.editions import editions_for
from games.rules.errors import UnlawfulError
from games.rules.variants import VARIANTS, ChallengeRule, Options, Variant, get_variant
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
}


class LexiconField(forms.ModelChoiceField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(Lexicon.objects.none(), empty_label=None, to_field_name="slug", **kwargs)


class RoomForm(forms.Form):
    """A room's options. Call ``wishes`` after ``is_valid``.

    ``languages`` are those the visitor's browser asks for, the preferred one first.
    """

    title = forms.CharField(label=_("Name of the room"), max_length=60, required=False)
    variant = forms.ChoiceField(label=_("Game"))
    seats = forms.TypedChoiceField(label=_("Seats"), coerce=int, initial=2)
    lexicon = LexiconField(label=_("Dictionary"))
    edition = forms.ChoiceField(label=_("Tile set"), required=False)
    challenge = forms.ChoiceField(
        label=_("Challenges"),
        choices=[(rule.value, label) for rule, label in CHALLENGE_LABELS.items()],
        initial=ChallengeRule.SINGLE.value,
    )
    end_rule = forms.ChoiceField(
        label=_("The game ends, too, after"),
        choices=[
            ("passes", _("two passes in a row by everyone")),
            ("scoreless", _("three scoreless turns in a row by everyone")),
        ],
        initial="passes",
    )
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
    allow_errors = forms.BooleanField(label=_("Computers may err"), required=False, initial=True)
    unhurried = forms.BooleanField(
        label=_("Computers take a moment to think"), required=False, initial=True
    )
    opponent = forms.CharField(label=_("Invite a player by name"), max_length=24, required=False)

    def __init__(self, *args: Any, languages: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        lexicons = Lexicon.objects.offered()
        self.fields["lexicon"].queryset = lexicons  # type: ignore[attr-defined]
        usual = choose_lexicon(lexicons, languages)
        self.fields["lexicon"].initial = usual.slug if usual else None
        self.fields["variant"].choices = [  # type: ignore[attr-defined]
            (key, variant.name) for key, variant in VARIANTS.items()
        ]
        self.fields["edition"].choices = edition_choices(lexicons)  # type: ignore[attr-defined]
        self.fields["seats"].choices = [(n, str(n)) for n in seat_numbers()]  # type: ignore[attr-defined]
        self.fields["exchange_minimum"].choices = exchange_choices()  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors:
            return data
        variant = get_variant(data["variant"])
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
            title=clean_title(data["title"]),
            allow_errors=data["allow_errors"],
            unhurried=data["unhurried"],
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

    def __init__(self, *args: Any, languages: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.languages = languages
        lexicon: Any = self.fields["lexicon"]
        lexicon.queryset = Lexicon.objects.offered()
        lexicon.empty_label = _("Usual dictionary")
        self.fields["variant"].choices = [  # type: ignore[attr-defined]
            (key, variant.name) for key, variant in VARIANTS.items()
        ]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors:
            return data
        variant = get_variant(data["variant"] or next(iter(VARIANTS)))
        playable = playable_lexicons(variant)
        lexicon = data["lexicon"] or choose_lexicon(playable, self.languages)
        if lexicon is None:
            self.add_error("variant", _("No dictionary for this game is installed."))
            return data
        if lexicon not in playable:
            self.add_error("lexicon", _("There is no tile set of this game in that language."))
            return data
        edition = editions_for(variant, [lexicon.language])[0].code
        return data | {"lexicon": lexicon, "variant": variant, "edition": edition}

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


def offers(variant: Variant) -> dict[str, list[str]]:
    """What a game lets choose, field by field, as the form's values. One value is no choice."""
    lexicons = playable_lexicons(variant)
    editions = editions_for(variant, [item.language for item in lexicons])
    return {
        "seats": [str(n) for n in variant.seat_numbers],
        "lexicon": [item.slug for item in lexicons],
        "edition": ["", *[item.code for item in editions]] if len(editions) > 1 else [""],
    } | {name: [str(value) for value in offer] for name, offer in _offered(variant).items()}


def seat_numbers() -> range:
    """Every number of seats some game is for."""
    return range(
        min(variant.min_seats for variant in VARIANTS.values()),
        max(variant.max_seats for variant in VARIANTS.values()) + 1,
    )


def exchange_choices() -> list[tuple[int, str]]:
    """The tiles the bag must hold for an exchange, in any of the games."""
    found = {n: None for variant in VARIANTS.values() for n in variant.exchange_minimums}
    text = "%(n)s tile in the bag", "%(n)s tiles in the bag"
    return [(n, ngettext(*text, n) % {"n": n}) for n in found]


def playable_lexicons(variant: Variant) -> list[Lexicon]:
    """The dictionaries on offer in whose language there are tiles for this game."""
    return [item for item in Lexicon.objects.offered() if editions_for(variant, [item.language])]


def edition_choices(lexicons: Any) -> list[tuple[str, str]]:
    """Every tile set that goes with one of these dictionaries in one of the games."""
    languages = {item.language for item in lexicons}
    found = {
        item.code: item.name
        for variant in VARIANTS.values()
        for item in editions_for(variant, languages)
    }
    return [("", str(_("The usual one"))), *sorted(found.items(), key=lambda pair: pair[1])]


def settle_options(variant: Variant, wanted: Mapping[str, Any], seats: int) -> Options:
    """The options among ``wanted`` that this game offers, its own defaults for the rest.

    Raises ``UnlawfulError`` for a choice that does not go with another or with so many seats.
    """
    offered = _offered(variant)
    chosen = {name: wanted[name] for name, offer in offered.items() if wanted.get(name) in offer}
    options = variant.options(**chosen)
    variant.check_options(options, seats)
    return options


def _offered(variant: Variant) -> dict[str, Any]:
    """The choices of every option of a room, the game's own default first."""
    return {
        "challenge": variant.challenge_rules,
        "end_rule": variant.end_rules,
        "adjustment": variant.settlements,
        "exchange_minimum": variant.exchange_minimums,
        "placement": variant.placements,
    }


def _field_of(error: UnlawfulError) -> str:
    return error.code.removeprefix("options.")
