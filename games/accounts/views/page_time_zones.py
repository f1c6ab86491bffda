"""The reader's time zone: learned from the browser's cookie, and used in the dates of pages.

Parts of a page are rendered once for many readers, so templates write all instants in UTC. The
page's script converts those that arrive later to the reader's zone. The middleware converts those
of a whole page in the same way, so that no date changes while it is being read.
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
    """Saves the browser's time zone for its player, and writes the dates of pages in it.

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
