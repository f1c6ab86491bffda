"""The options of a room, one row each: form field, choices per game, summary and API access.

:data:`ROOM_OPTIONS` defines the lobby's form, the last choices it begins with, the settings of
"Find an opponent", the summary in words and the API. The values are fields of
:class:`games.play.services.room_settings.RoomSettings`, or of the rules'
:class:`games.rules.positions.variants.Options`. To add an option, add a field there (with its
column in ``Room``) and a row here; a field without a row stops the site from starting.
"""

from collections.abc import Collection
from dataclasses import fields

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.play.models import Room
from games.play.models.rooms import RACKS_HIDDEN, RACKS_POLICIES
from games.play.perspective.option_choices import (
    CHALLENGE_LABELS,
    choice_field,
    end_choices,
    exchange_choices,
    switch_field,
)
from games.play.perspective.option_definition import RULE_NAMES, FormSection, RoomOption
from games.play.perspective.option_words import describe_challenge_rule, describe_clock
from games.play.perspective.wording import describe_rack_policy
from games.play.services.room_settings import RoomSettings
from games.rules.equipment.tiles import load_tile_set
from games.rules.positions.variants import ChallengeRule, get_variant
from games.rules.time.clock import NO_CLOCK
from scrabble_site.shared.language_names import translate_tile_set_name

SWITCH = ["on", ""]
"""The form values of a checkbox."""


def describe_options(room: Room, *, leaving_out: Collection[str] = ()) -> tuple[str, ...]:
    """Summarize a room: dictionary, unusual tile set and chosen options, a few words each.

    ``leaving_out`` are the names of options that the page mentions elsewhere.
    """
    variant, settings = get_variant(room.variant), RoomSettings.of(room)
    phrases = {
        option.name: option.in_words(option.value_in(settings), variant)
        for option in ROOM_OPTIONS
        if option.in_words is not None and option.name not in leaving_out
    }
    tile_set = load_tile_set(room.edition)
    is_usual = tile_set.code in (variant.tile_set, tile_set.language)
    first = [phrases.pop("rated"), room.lexicon.shown_name, phrases.pop("teams")]
    words = (*first, "" if is_usual else translate_tile_set_name(tile_set.name), *phrases.values())
    return tuple(word for word in words if word)


def options_as_data(room: Room) -> dict[str, str | int | bool]:
    """Return every option of a room by name, as plain values; the clock in its notation."""
    settings = RoomSettings.of(room)
    values = {option.name: option.value_in(settings) for option in ROOM_OPTIONS}
    return values | {
        "challenge": str(values["challenge"].value),
        "clock": values["clock"].text,
    }


ROOM_OPTIONS = (
    RoomOption(
        name="rated",
        setting="rated",
        section=FormSection.TIME,
        explanation=gettext_lazy(
            "Your rating changes with the result. Needs a clock and an account."
        ),
        field=lambda: switch_field(gettext_lazy("Rated (members only)"), on=False),
        offered=None,
        misfit="",
        in_words=lambda value, _variant: _("rated") if value else "",
        programs_choose=False,
    ),
    RoomOption(
        name="teams",
        setting="teams",
        section=FormSection.GAME,
        explanation=gettext_lazy("Teammates see the same rack and each other's planned tiles."),
        field=lambda: switch_field(gettext_lazy("Teams: up to four share a rack"), on=False),
        offered=lambda variant: SWITCH if variant.team_size > 1 else [""],
        misfit="",
        in_words=lambda value, _variant: _("teams") if value else "",
        programs_choose=False,
    ),
    RoomOption(
        name="challenge",
        setting="challenge",
        section=FormSection.WORDS,
        explanation=gettext_lazy(
            "What happens when a play has a word that isn't in the dictionary."
        ),
        field=lambda: choice_field(
            gettext_lazy("Challenges"),
            [(rule.value, label) for rule, label in CHALLENGE_LABELS.items()],
            ChallengeRule.VOID.value,
        ),
        offered=lambda variant: variant.challenge_rules,
        misfit=gettext_lazy("This challenge rule needs exactly two seats."),
        in_words=lambda value, variant: (
            describe_challenge_rule(value) if len(variant.challenge_rules) > 1 else ""
        ),
        programs_choose=True,
    ),
    RoomOption(
        name="end_rule",
        setting="end_rule",
        section=FormSection.MORE,
        explanation=gettext_lazy("When the game ends although no one has run out of tiles."),
        field=lambda: choice_field(gettext_lazy("Game also ends after"), end_choices, "passes"),
        offered=lambda variant: variant.end_rules,
        misfit="",
        in_words=lambda value, _variant: (
            _("ends after scoreless turns") if value == "scoreless" else ""
        ),
        programs_choose=False,
    ),
    RoomOption(
        name="adjustment",
        setting="adjustment",
        section=FormSection.MORE,
        explanation=gettext_lazy("What happens to the tiles on the racks when the game ends."),
        field=lambda: choice_field(
            gettext_lazy("Leftover tiles"),
            [
                (
                    "standard",
                    gettext_lazy("subtracted from your score and added to the player who went out"),
                ),
                (
                    "tournament",
                    gettext_lazy("double their value added to the player who went out (two seats)"),
                ),
            ],
            "standard",
        ),
        offered=lambda variant: variant.final_scorings,
        misfit=gettext_lazy("This choice needs exactly two seats."),
        in_words=lambda value, _variant: (
            _("leftover tiles count double") if value == "tournament" else ""
        ),
        programs_choose=False,
    ),
    RoomOption(
        name="exchange_minimum",
        setting="exchange_minimum",
        section=FormSection.MORE,
        explanation=gettext_lazy("Fewer tiles in the bag than this, and no one can exchange."),
        field=lambda: forms.TypedChoiceField(
            label=gettext_lazy("Exchange allowed while the bag has"),
            choices=exchange_choices,
            coerce=int,
            required=False,
        ),
        offered=lambda variant: variant.exchange_minimums,
        misfit="",
        in_words=lambda value, _variant: _("exchange until the bag is empty") if value == 1 else "",
        programs_choose=False,
    ),
    RoomOption(
        name="placement",
        setting="placement",
        section=FormSection.MORE,
        explanation=gettext_lazy("Where the first play may be placed."),
        field=lambda: choice_field(
            gettext_lazy("First play"),
            [
                ("strict", gettext_lazy("must cover the centre")),
                ("tournament", gettext_lazy("may miss the centre (can be challenged)")),
            ],
            "strict",
        ),
        offered=lambda variant: variant.placements,
        misfit=gettext_lazy(
            "This needs challenges. Choose a challenge rule or a first play on the centre."
        ),
        in_words=lambda value, _variant: _("free first play") if value == "tournament" else "",
        programs_choose=False,
    ),
    RoomOption(
        name="racks",
        setting="racks",
        section=FormSection.MORE,
        explanation=gettext_lazy("Whether people who watch can see the players' tiles."),
        field=lambda: forms.TypedChoiceField(
            label=gettext_lazy("What spectators see"),
            choices=lambda: [(policy, describe_rack_policy(policy)) for policy in RACKS_POLICIES],
            initial=RACKS_HIDDEN,
            empty_value=RACKS_HIDDEN,
            required=False,
        ),
        offered=lambda _variant: RACKS_POLICIES,
        misfit="",
        in_words=lambda value, _variant: (
            describe_rack_policy(value) if value != RACKS_HIDDEN else ""
        ),
        programs_choose=False,
    ),
    RoomOption(
        name="clock",
        setting="clock",
        section=None,
        explanation="",
        field=None,
        offered=None,
        misfit=gettext_lazy("Choose one of the clocks."),
        in_words=lambda value, _variant: describe_clock(value) if value != NO_CLOCK else "",
        programs_choose=True,
    ),
    RoomOption(
        name="public",
        setting="public",
        section=FormSection.PLAYERS,
        explanation=gettext_lazy(
            "Anyone can find the room in the lobby. Otherwise, only people with the link can."
        ),
        field=lambda: switch_field(gettext_lazy("List publicly"), on=True),
        offered=None,
        misfit="",
        in_words=None,
        programs_choose=True,
    ),
    RoomOption(
        name="may_err",
        setting="allow_computer_errors",
        section=FormSection.MORE,
        explanation=gettext_lazy(
            "Weaker levels sometimes try a word that isn't in the dictionary."
        ),
        field=lambda: switch_field(gettext_lazy("Computers may play invalid words"), on=True),
        offered=None,
        misfit="",
        in_words=None,
        programs_choose=False,
    ),
    RoomOption(
        name="unhurried",
        setting="simulate_thinking",
        section=FormSection.MORE,
        explanation=gettext_lazy("They wait a few seconds, as a person would."),
        field=lambda: switch_field(gettext_lazy("Computers take a moment to think"), on=True),
        offered=None,
        misfit="",
        in_words=None,
        programs_choose=False,
    ),
    RoomOption(
        name="late_members",
        setting="late_members",
        section=FormSection.PLAYERS,
        explanation=gettext_lazy("People can join a team after the game has started."),
        field=lambda: switch_field(gettext_lazy("Allow joining a team mid-game"), on=False),
        offered=lambda variant: SWITCH if variant.team_size > 1 else [""],
        misfit="",
        in_words=None,
        programs_choose=False,
    ),
    RoomOption(
        name="starts_full",
        setting="start_when_full",
        section=None,
        explanation="",
        field=None,
        offered=None,
        misfit="",
        in_words=None,
        programs_choose=False,
    ),
    RoomOption(
        name="separate_draws",
        setting="separate_draws",
        section=None,
        explanation="",
        field=None,
        offered=None,
        misfit="",
        in_words=lambda value, _variant: _("swapped match") if value else "",
        programs_choose=False,
    ),
)
"""Every option, in the order of the summary."""

_NO_OPTION = {"variant", "edition", "lexicon", "seats", "title", "options"}
"""Settings of a room that are not options."""

_settings = {field.name for field in fields(RoomSettings)} - _NO_OPTION | RULE_NAMES
if unlike := _settings ^ {option.setting for option in ROOM_OPTIONS}:
    raise TypeError(f"These settings and the rows of ROOM_OPTIONS differ: {sorted(unlike)}")
