"""A room that a program asks for, checked by the lobby's own form."""

from games.api.schemas.rooms import RoomWish
from games.common.refusals import Unsuitable
from games.lobby.forms import RoomForm
from games.play.services.rooms import RoomWishes
from games.rules.variants import VARIANTS, get_variant


def read_wishes(wish: RoomWish) -> RoomWishes:
    """Raises ``Unsuitable`` ("fields.invalid") with what is wrong, field by field."""
    form = RoomForm(_asked(wish))
    if not form.is_valid():
        wrong = [
            {"field": NAMES.get(field, field), "error": str(errors[0])}
            for field, errors in form.errors.items()
        ]
        raise Unsuitable("fields.invalid", fields=wrong)
    return form.wishes()


NAMES = {"lexicon": "dictionary", "edition": "tile_set"}
"""What the API calls some of the form's fields."""


def _asked(wish: RoomWish) -> dict[str, object]:
    variant = get_variant(wish.variant)
    rules = {
        "challenge": wish.challenge or variant.challenge_rules[0].value,
        "end_rule": next(iter(variant.end_rules)),
        "adjustment": next(iter(variant.settlements)),
        "exchange_minimum": variant.exchange_minimums[0],
        "placement": variant.placements[0],
    }
    return rules | {
        "variant": wish.variant if wish.variant in VARIANTS else "",
        "seats": wish.seats,
        "lexicon": wish.dictionary,
        "edition": wish.tile_set,
        "clock": wish.clock,
        "title": wish.title,
        "public": wish.public,
        "racks": "hidden",
        "may_err": True,
    }
