"""The settings of the room that "Find an opponent" opens if no waiting room fits."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from games.lobby.forms import RoomForm
from games.lobby.forms.choices import list_playable_lexicons
from games.lobby.forms.clocks import CLOCK_CHOICES
from games.lobby.terms.filters import is_language
from games.play.models import Room
from games.play.models.rooms import RACKS_HIDDEN
from games.play.services.room_settings import RoomSettings
from games.players.models import Player
from games.rules.equipment.errors import RuleError
from games.rules.positions.editions import list_editions
from games.rules.positions.variants import VARIANTS, Variant, get_variant
from games.rules.time.clock import TimeControl
from lexicon.models import Lexicon
from lexicon.perspective.default_lexicon import choose_lexicon
from scrabble_site.shared.refusals import InvalidRequest

RATED_CLOCK = next(value for value, _label in CLOCK_CHOICES if value != "none")
"""The clock of a rated room if none was chosen."""


def build_quick_settings(
    chosen: Mapping[str, str], player: Player | None, languages: Sequence[str]
) -> RoomSettings | None:
    """Build room settings from a filter's choices.

    Other settings come from the last public room the player opened, or are the defaults. Returns
    ``None`` if the choices do not go together. Raises ``InvalidRequest`` for a rated game that was
    chosen without a clock.
    """
    last = Room.objects.filter(host=player, public=True).first() if player else None
    variant = VARIANTS.get(chosen.get("game") or (last.variant if last else ""))
    variant = variant or next(iter(VARIANTS.values()))
    lexicon = _choose_lexicon(variant, chosen, last, languages)
    seats = chosen.get("seats") or str(variant.min_seats)
    if lexicon is None or seats not in map(str, variant.seat_numbers):
        return None
    same = last is not None and last.variant == variant.id
    room_settings = _settings_of_last_room(last, lexicon, int(seats)) if last and same else None
    room_settings = room_settings or _default_settings(variant, lexicon, seats)
    if room_settings is None:
        return None
    rated = chosen.get("rated") == "yes"
    # Racks of rated games are always hidden, even if the last room showed them.
    racks = RACKS_HIDDEN if rated else room_settings.racks
    if rated and room_settings.options.challenge.votes:
        rule = variant.challenge_rules[0]
        room_settings = replace(
            room_settings, options=replace(room_settings.options, challenge=rule)
        )
    room_settings = replace(room_settings, rated=rated, racks=racks, start_when_full=True)
    room_settings = _set_clock(room_settings, chosen.get("time", ""))
    if room_settings is not None and rated and not room_settings.is_timed:
        raise InvalidRequest("rated.no_clock")
    return room_settings


def _settings_of_last_room(last: Room, lexicon: Lexicon, seats: int) -> RoomSettings | None:
    """Return the last room's settings with this dictionary and number of seats, without its title.

    ``None`` if its options do not allow so many seats.
    """
    room_settings = RoomSettings.of(last)
    variant = get_variant(last.variant)
    fitting = [item.code for item in list_editions(variant, [lexicon.language])]
    try:
        variant.check_options(room_settings.options, seats)
    except RuleError:
        return None
    edition = room_settings.edition if room_settings.edition in fitting else fitting[0]
    return replace(room_settings, lexicon=lexicon, seats=seats, edition=edition, title="")


def _default_settings(variant: Variant, lexicon: Lexicon, seats: str) -> RoomSettings | None:
    chosen = {"variant": variant.id, "seats": seats, "lexicon": lexicon.slug}
    form = RoomForm.filled(**chosen, language="", challenge=variant.challenge_rules[0].value)
    return form.room_settings() if form.is_valid() else None


def _set_clock(room_settings: RoomSettings, time: str) -> RoomSettings | None:
    """Return the settings with the clock chosen in the filter; ``None`` if it is not a clock.

    If none was chosen, a rated game without a clock gets :data:`RATED_CLOCK`.
    """
    if not time and room_settings.rated and not room_settings.is_timed:
        time = RATED_CLOCK
    if not time:
        return room_settings
    try:
        clock = TimeControl.read(time)
        clock.check()
    except RuleError:
        return None
    return replace(room_settings, options=replace(room_settings.options, clock=clock))


def _choose_lexicon(
    variant: Variant, chosen: Mapping[str, str], last: Room | None, languages: Sequence[str]
) -> Lexicon | None:
    fitting = [
        lexicon
        for lexicon in list_playable_lexicons(variant)
        if chosen.get("dictionary", lexicon.slug) == lexicon.slug
        and is_language(lexicon.language, chosen.get("language", lexicon.language))
    ]
    used = next((lexicon for lexicon in fitting if last and lexicon.pk == last.lexicon_id), None)
    return used or choose_lexicon(fitting, languages)
