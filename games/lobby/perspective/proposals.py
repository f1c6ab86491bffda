"""Describe the room that an invitation will offer, before it is sent."""

from django.utils.translation import gettext as _

from games.play.models import Room
from games.play.perspective import describe_options
from games.play.perspective.room_summaries import describe_room_clock
from games.play.services.room_settings import RoomSettings
from games.rules.positions.variants import get_variant


def describe_proposal(room_settings: RoomSettings) -> list[tuple[str, str]]:
    """Return labels and values: game, clock, dictionary, rated, listed, and unusual rules."""
    room = Room(**room_settings.columns())
    clock = describe_room_clock(room)
    listed = {_("rated"), room_settings.lexicon.shown_name, clock}
    rules = [words for words in describe_options(room) if words not in listed]
    return [
        (_("Game"), get_variant(room_settings.variant).name),
        (_("Clock"), clock),
        (_("Dictionary"), room_settings.lexicon.shown_name),
        (_("Rated"), _("Yes") if room_settings.rated else _("No")),
        (_("Listed publicly"), _("Yes") if room_settings.public else _("No")),
        *([(_("Rules"), ", ".join(rules))] if rules else []),
    ]
