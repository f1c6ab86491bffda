"""Rows of :mod:`tests.live.access_table` for puzzles, screens, programs and duplicate games.

The duplicate game has the room's code. Amber is its host; Cobalt, Jade and the muted Ochre have
entered, and its first turn runs.
"""

from tests.live.api_access_table import PROGRAM_FIELDS, PROGRAMS
from tests.live.broadcast_access_table import BROADCAST_FIELDS, BROADCASTS
from tests.live.club_access_table import CLUB_FIELDS, CLUBS
from tests.live.event_access_table import EVENT_FIELDS, EVENTS
from tests.live.league_access_table import LEAGUE_FIELDS, LEAGUES
from tests.live.puzzle_access_table import PUZZLE_FIELDS, PUZZLES
from tests.live.screen_access_table import SCREEN_FIELDS, SCREENS

DOMAIN_ACCESS = {
    **BROADCASTS,
    **CLUBS,
    **EVENTS,
    **LEAGUES,
    **PROGRAMS,
    **PUZZLES,
    **SCREENS,
    "GET games:duplicate_games": "200 200 200 200 200 200",
    "GET games:create_duplicate": "302 302 302 302 302 302",
    "GET games:duplicate_game": "200 200 200 200 200 200",
    "GET games:enter_duplicate": "302 302 302 302 302 302",
    "GET games:duplicate_bundle": "200 200 200 200 200 200",
    "GET games:own_duplicate_parts": "200 200 200 200 200 200",
    "GET games:duplicate_review": "404 404 404 404 404 404",
    "GET games:duplicate_review_turn": "404 404 404 404 404 404",
    "GET games:check_duplicate_bag": "409 409 409 409 409 409",
    "GET games:duplicate_bag_data": "409 409 409 409 409 409",
    "GET games:duplicate_json": "409 409 409 409 409 409",
    "GET games:duplicate_text": "409 409 409 409 409 409",
    "POST games:create_duplicate": "422 422 422 422 422 422",
    "POST games:enter_duplicate": "302 302 302 302 302 302",
    "POST games:start_duplicate": "403 403 403 403 403 200",
    "POST games:contribute_to_duplicate": "403 403 409 409 403 409",
    "POST games:add_duplicate_computer": "403 403 403 403 403 409",
    "POST games:remove_duplicate_computer": "403 403 403 403 403 409",
    "POST games:skip_duplicate_pause": "403 403 403 403 403 409",
    "POST games:play_duplicate_again": "403 409 409 409 403 409",
    "POST games:preview_duplicate_play": "200 200 200 200 200 200",
    "POST games:submit_duplicate_play": "403 403 422 422 403 422",
    "POST games:withdraw_duplicate_play": "403 403 200 200 403 200",
    "POST games:end_duplicate_turn": "403 403 200 200 403 200",
}

DOMAIN_FIELDS: dict[str, dict[str, object]] = {
    **BROADCAST_FIELDS,
    **CLUB_FIELDS,
    **EVENT_FIELDS,
    **LEAGUE_FIELDS,
    **PROGRAM_FIELDS,
    **PUZZLE_FIELDS,
    **SCREEN_FIELDS,
    "games:contribute_to_duplicate": {"added": "00" * 16},
    "games:add_duplicate_computer": {"level": 1, "computers": 0},
    "games:remove_duplicate_computer": {"entrant": 1},
    "games:skip_duplicate_pause": {"turn": 1},
    "games:preview_duplicate_play": {"turn": 1, "position": "8H", "tiles": "AB"},
    "games:submit_duplicate_play": {"turn": 1, "position": "8H", "tiles": "ABCDEFGH", "key": "k"},
    "games:withdraw_duplicate_play": {"turn": 1},
    "games:end_duplicate_turn": {"turn": 1},
}
