"""What players do in an event: enter, check in, withdraw, and enter results."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_POST

from games.common.form_keys import make_form_key, parse_form_key
from games.common.requests import PageRequest, parse_number
from games.events.perspective.standings import build_person, join_names
from games.events.services import entries, results, shared_racks
from games.events.services.access import find_event
from games.events.services.missed_rounds import set_missed
from games.events.services.shared_racks import count_free_places, find_team
from games.events.views.responses import answer_refusals, carry_out, require_player
from games.play.services.naming import get_or_create_player
from games.players.services.identity import get_player, get_visitor_id
from scrabble_site.shared.refusals import InvalidRequest

EVENT = "games:event"
MAX_SEATS = 4


@require_POST
@answer_refusals
def enter(request: PageRequest, code: str) -> HttpResponse:
    """Enter an event, under the name that was typed if the visitor has none."""
    find_event(code)
    player = get_or_create_player(get_visitor_id(request), request.POST.get("name", ""))
    key, now = parse_form_key(request), timezone.now()
    team = request.POST.get("team", "")
    return carry_out(
        request, code, lambda: entries.enter_event(code, player, now, key, team), EVENT
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@ensure_csrf_cookie
@answer_refusals
def join_team(request: PageRequest, code: str, number: int, token: str) -> HttpResponse:
    """Show the team to which a link leads (GET), or join it (POST)."""
    event = find_event(code)
    team = find_team(event, number, token)
    get_visitor_id(request)
    if request.method != "POST":
        context = {
            "event": event,
            "team": build_person(team),
            "people": join_names(team),
            "is_own": get_player(request) in team.list_people(),
            "is_full": count_free_places(event, team) < 1,
            "key": make_form_key(),
        }
        return render(request, "games/events/join_team.html", context)
    player = get_or_create_player(get_visitor_id(request), request.POST.get("name", ""))
    key, now = parse_form_key(request), timezone.now()
    return carry_out(
        request, code, lambda: shared_racks.join_team(code, player, number, token, now, key), EVENT
    )


@require_POST
@answer_refusals
def check_in(request: PageRequest, code: str) -> HttpResponse:
    find_event(code)
    player, key, now = require_player(request), parse_form_key(request), timezone.now()
    return carry_out(request, code, lambda: entries.check_in(code, player, now, key), EVENT)


@require_POST
@answer_refusals
def withdraw(request: PageRequest, code: str) -> HttpResponse:
    find_event(code)
    player, key, now = require_player(request), parse_form_key(request), timezone.now()
    return carry_out(request, code, lambda: entries.withdraw(code, player, now, key), EVENT)


@require_POST
@answer_refusals
def miss_round(request: PageRequest, code: str) -> HttpResponse:
    """Miss the next round that is not paired yet, or play it after all (``misses`` is empty)."""
    find_event(code)
    player, key, now = require_player(request), parse_form_key(request), timezone.now()
    misses = bool(request.POST.get("misses"))
    return carry_out(
        request, code, lambda: set_missed(code, player, now, key, misses=misses), EVENT
    )


@require_POST
@answer_refusals
def enter_result(request: PageRequest, code: str) -> HttpResponse:
    """Enter the result of a game on a real board."""
    find_event(code)
    player, key, now = require_player(request), parse_form_key(request), timezone.now()
    round_number = parse_number(request.POST.get("round"), "event.no_table")
    table = parse_number(request.POST.get("table"), "event.no_table")
    scores = parse_scores(request)
    return carry_out(
        request,
        code,
        lambda: results.enter_result(code, player, round_number, table, scores, now, key),
        EVENT,
    )


def parse_scores(request: PageRequest, *, blank: int | None = None) -> list[int]:
    """Return the scores that were typed, in the order of the seats. They may be negative.

    ``blank`` is what an empty field stands for; without it, every field is needed.
    """
    typed = [text.strip().replace("−", "-") for text in request.POST.getlist("score")[:MAX_SEATS]]
    try:
        return [blank if blank is not None and not text else int(text) for text in typed]
    except ValueError:
        raise InvalidRequest("event.scores") from None
