"""A room's options in a few words each."""

from django.utils.translation import gettext as _

from games.play.models import Room
from games.rules.tiles import load_tile_set
from games.rules.variants import ChallengeRule, get_variant


def options_in_words(room: Room) -> tuple[str, ...]:
    """The dictionary, the tile set where it is not the usual one, and what was chosen."""
    variant = get_variant(room.variant)
    options = variant.options(**room.options)
    words = [room.lexicon.name]
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
    return tuple(words)


def _challenge(rule: ChallengeRule) -> str:
    return {
        ChallengeRule.VOID: _("bad words refused"),
        ChallengeRule.SINGLE: _("single challenge"),
        ChallengeRule.DOUBLE: _("double challenge"),
        ChallengeRule.FIVE: _("5-point challenge"),
        ChallengeRule.TEN: _("10-point challenge"),
        ChallengeRule.TRIPLE: _("triple challenge"),
    }[rule]
