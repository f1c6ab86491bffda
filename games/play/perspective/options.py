"""A room's options in a few words each."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.play.models import Room
from games.play.models.rooms import RACKS_HIDDEN
from games.play.wording import racks_in_words
from games.rules.clock import NO_CLOCK, Pace, TimeControl
from games.rules.tiles import load_tile_set
from games.rules.variants import ChallengeRule, get_variant


def options_in_words(room: Room) -> tuple[str, ...]:
    """The dictionary, the tile set where it is not the usual one, and what was chosen."""
    variant = get_variant(room.variant)
    options = variant.options(**room.options)
    words = [_("rated")] if room.rated else []
    words.append(room.lexicon.name)
    if room.has_teams:
        words.append(_("teams"))
    tile_set = load_tile_set(room.edition)
    if tile_set.code not in (variant.tile_set, tile_set.language):
        words.append(tile_set.name)
    if len(variant.challenge_rules) > 1:
        words.append(_challenge(options.challenge))
    if options.end_rule == "scoreless":
        words.append(_("scoreless turns end it"))
    if options.adjustment == "tournament":
        words.append(_("tournament adjustment"))
    if options.exchange_minimum == 1:
        words.append(_("exchange to the last tile"))
    if options.placement == "tournament":
        words.append(_("free first play"))
    if room.racks != RACKS_HIDDEN:
        words.append(racks_in_words(room.racks))
    if options.clock != NO_CLOCK:
        words.append(clock_in_words(options.clock))
    return tuple(words)


def clock_in_words(control: TimeControl) -> str:
    """As players say it: "25 min", "3 + 2", "0:20 + 0", "60 s a turn", "3 days a turn"."""
    match control.pace:
        case Pace.DAYS:
            text = ngettext("%(n)s day a turn", "%(n)s days a turn", control.days)
            return text % {"n": control.days}
        case Pace.TURN:
            return _("%(n)s s a turn") % {"n": control.seconds}
        case Pace.NONE:
            return _("no clock")
    time, _plus, increment = control.text.partition("/")[0].partition("+")
    said = f"{time} + {increment}" if control.increment else _("%(n)s min") % {"n": time}
    if control.overtime:
        said += " " + _("(%(n)s min overtime)") % {"n": control.overtime}
    return said


def _challenge(rule: ChallengeRule) -> str:
    return {
        ChallengeRule.VOID: _("bad words refused"),
        ChallengeRule.SINGLE: _("single challenge"),
        ChallengeRule.DOUBLE: _("double challenge"),
        ChallengeRule.FIVE: _("5-point challenge"),
        ChallengeRule.TEN: _("10-point challenge"),
        ChallengeRule.TRIPLE: _("triple challenge"),
    }[rule]
