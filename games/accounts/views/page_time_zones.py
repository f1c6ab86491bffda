"""The reader's time zone: learned from the browser's cookie, and used in the dates of pages.

Parts of a page are rendered once for many readers, so templates write all instants in UTC. The
page's script puts those that arrive later into the reader's zone; here it is done for a whole page,
as the script does, so that none of its dates changes before the reader's eyes.
"""

import logging
from collections.abc import Callable

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse

from games.accounts.views.page_languages import is_page
from games.common.time_zones import load_time_zone
from games.players.models import Player
from games.players.services.time_zones import get_page_zone, save_time_zone
from scrabble_site.shared.instants import localize_dates

logger = logging.getLogger(__name__)


class PageTimeZoneMiddleware:
    """Keeps the browser's time zone with its player, and writes the dates of pages in it.

    It needs the text of the page, so it is listed below the middleware that compresses.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not is_page(request):
            return response
        player: Player | None = getattr(request, "_player", None)
        zone = get_page_zone(request.COOKIES, player)
        if player and player.time_zone != zone:
            try:
                save_time_zone(player, zone)
            except DatabaseError:  # the page is ready, and the next one tries again
                logger.exception("A time zone could not be saved.")
        is_text = response.headers.get("Content-Type", "").startswith("text/html")
        if zone and is_text and not response.streaming:
            text = response.content.decode(response.charset)
            response.content = localize_dates(text, load_time_zone(zone)).encode(response.charset)
        return response
