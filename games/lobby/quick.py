"""From a filter and one's last room to the room that "Play now" opens when none waits."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from games.lobby.forms import RoomForm
from games.lobby.offers import playable_lexicons
from games.play.models import Room
from games.play.services.rooms import RoomWishes
from games.players.models import Player
from games.rules.clock import TimeControl
from games.rules.errors import RuleError
from games.rules.variants import VARIANTS, Variant
from lexicon.choice import choose_lexicon
from lexicon.models import Lexicon


def wish_quickly(
    chosen: Mapping[str, str], player: Player | None, languages: Sequence[str]
) -> RoomWishes | None:
    """What is chosen, the rest as in the last room the player opened for others, or as usual.
    ``None`` where the choices do not go together."""
    last = Room.objects.filter(host=player, public=True).first() if player else None
    variant = VARIANTS.get(chosen.get("game") or (last.variant if last else ""))
    variant = variant or next(iter(VARIANTS.values()))
    lexicon = _choose_lexicon(variant, chosen, last, languages)
    seats = chosen.get("seats") or str(variant.min_seats)
    if lexicon is None or seats not in map(str, variant.seat_numbers):
        return None
    usual = {
        "variant": variant.id,
        "seats": seats,
        "lexicon": lexicon.slug,
        "challenge": variant.challenge_rules[0].value,
        "end_rule": "passes",
        "adjustment": "standard",
        "placement": "strict",
        "public": "on",
        "rated": "on" if chosen.get("rated") == "yes" else "",
    }
    same = last is not None and last.variant == variant.id
    for data in (usual | _options_of(last), usual) if same else (usual,):
        form = RoomForm(data)
        if form.is_valid():
            return _with_clock(replace(form.wishes(), starts_full=True), chosen.get("time", ""))
    return None


def _options_of(last: Room | None) -> dict[str, Any]:
    named = ("challenge", "end_rule", "adjustment", "placement", "exchange_minimum")
    return {name: last.options[name] for name in named if last and name in last.options}


def _with_clock(wishes: RoomWishes, time: str) -> RoomWishes | None:
    """The clock that was chosen, as it stands in the filter; ``None`` for what is none."""
    if not time or time == "none":
        return wishes
    try:
        clock = TimeControl.read(time)
        clock.check()
    except RuleError:
        return None
    return replace(wishes, options=replace(wishes.options, clock=clock))


def _choose_lexicon(
    variant: Variant, chosen: Mapping[str, str], last: Room | None, languages: Sequence[str]
) -> Lexicon | None:
    fitting = [
        lexicon
        for lexicon in playable_lexicons(variant)
        if chosen.get("dictionary", lexicon.slug) == lexicon.slug
        and chosen.get("language", lexicon.language) == lexicon.language
    ]
    used = next((one for one in fitting if last and one.pk == last.lexicon_id), None)
    return used or choose_lexicon(fitting, languages)
