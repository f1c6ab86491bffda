"""Validates the settings of a room that a program opens, with the lobby's own form."""

from games.api.terms.schemas.rooms import RoomRequest
from games.lobby.forms import RoomForm
from games.play.perspective.room_options import ROOM_OPTIONS
from games.play.services.room_settings import RoomSettings
from games.rules.positions.variants import VARIANTS, get_variant
from scrabble_site.shared.refusals import InvalidRequest


def parse_room_settings(wanted: RoomRequest) -> RoomSettings:
    """Return the settings.

    Raises ``InvalidRequest`` "fields.invalid" with the errors of each field.
    """
    form = RoomForm(_build_form_data(wanted))
    if not form.is_valid():
        wrong = [
            {"field": FIELD_NAMES.get(field, field), "error": str(errors[0])}
            for field, errors in form.errors.items()
        ]
        raise InvalidRequest("fields.invalid", fields=wrong)
    return form.room_settings()


FIELD_NAMES = {"lexicon": "dictionary", "edition": "tile_set"}
"""API names of form fields, where they differ."""


def _build_form_data(wanted: RoomRequest) -> dict[str, object]:
    """Return what the form would submit.

    These are the program's choices, the variant's defaults for all other rules, and computer
    players that may err and that move without a pause.
    """
    variant = get_variant(wanted.variant)
    usual = {
        option.name: next(iter(option.offered(variant)))
        for option in ROOM_OPTIONS
        if option.is_rule and option.offered is not None
    }
    chosen = {
        option.name: value
        for option in ROOM_OPTIONS
        if option.programs_choose and (value := getattr(wanted, option.name)) != ""
    }
    # The switch ``unhurried`` is left out, which means off: programs need no pause before a move.
    return {
        **usual,
        **chosen,
        "may_err": True,
        "variant": wanted.variant if wanted.variant in VARIANTS else "",
        "seats": wanted.seats,
        "lexicon": wanted.dictionary,
        "edition": wanted.tile_set,
        "title": wanted.title,
    }
