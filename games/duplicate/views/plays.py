"""Plays in a duplicate game: previewing, submitting and withdrawing them, and ending one's turn."""

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from games.common.fragment_rendering import render_fragment
from games.common.request_arrivals import get_arrival_time, get_round_trip
from games.common.requests import PageRequest, forbid_caching, parse_notation, parse_text
from games.duplicate.live.topics import get_duplicate_topic
from games.duplicate.perspective.previews import preview_duplicate_play
from games.duplicate.perspective.wording import explain
from games.duplicate.services import submissions, turns
from games.duplicate.services.games import find_duplicate_game
from games.duplicate.views.commands import parse_turn, require_player
from games.duplicate.views.responses import (
    answer_changed,
    answer_own,
    answer_refusals,
    answer_submitted,
)
from games.live.latency import get_latency
from games.play.perspective import PlayPreview
from games.play.services.outages import ensure_reported_alive
from games.players.models import Player
from games.rules.equipment.tiles import TileSet
from games.rules.plays.acts import Play
from scrabble_site.shared.refusals import Conflict

MAX_KEY_LENGTH = 64


@require_POST
@answer_refusals
def preview_tiles(request: PageRequest, code: str) -> HttpResponse:
    """Show what the tentative tiles would score, or why the placement is not allowed.

    A page may still ask when its turn has just ended.
    """
    game = find_duplicate_game(code)
    try:
        preview = preview_duplicate_play(game, lambda tile_set: _parse_play(request, tile_set))
    except Conflict as over:
        preview = PlayPreview(None, explain(over), owned_tiles=False)
    context = {"preview": preview, "after_turn": True}
    return forbid_caching(HttpResponse(render_fragment("play/_preview", context)))


@require_POST
@answer_refusals
def submit_tiles(request: PageRequest, code: str) -> HttpResponse:
    """Submit a play. Only its own player learns that it is there.

    With ``fallback`` it counts only if the player has submitted none in this turn, on any device.
    """
    ensure_reported_alive()
    player = require_player(request, code)
    position, tiles = parse_notation(request)
    sent = submissions.SentPlay(
        player=player.pk,
        turn=parse_turn(request),
        position=position,
        tiles=tiles,
        key=_parse_key(request),
        arrived=get_arrival_time(request),
        credit_ms=_get_credit(request, code, player),
        fallback="fallback" in request.POST,
    )
    return answer_submitted(request, code, player, submissions.submit_play(code, sent))


@require_POST
@answer_refusals
def withdraw_tiles(request: PageRequest, code: str) -> HttpResponse:
    ensure_reported_alive()
    player = require_player(request, code)
    submission = submissions.withdraw_submission(
        code,
        player,
        parse_turn(request),
        _parse_key(request),
        get_arrival_time(request),
        _get_credit(request, code, player),
    )
    return answer_submitted(request, code, player, submission)


@require_POST
@answer_refusals
def end_turn(request: PageRequest, code: str) -> HttpResponse:
    """Take note that the player is done. The turn ends once everyone present is."""
    player = require_player(request, code)
    closed = turns.mark_done(code, player, parse_turn(request), timezone.now())
    return answer_changed(request, code) if closed else answer_own(request, code)


def _get_credit(request: PageRequest, code: str, player: Player) -> int:
    """Return how long the command was under way, in milliseconds."""
    topic = get_duplicate_topic(code)
    return get_latency(topic, str(player.pk), f"duplicate.{code}", get_round_trip(request))


def _parse_key(request: PageRequest) -> str:
    return parse_text(request, "key")[:MAX_KEY_LENGTH]


def _parse_play(request: PageRequest, tile_set: TileSet) -> Play:
    return Play.read(*parse_notation(request), tile_set)
