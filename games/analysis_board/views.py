"""Pages and fragments of the analysis board.

Like the dictionaries, it is closed to anyone playing with words of its language.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID, uuid4

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from games.analysis_board.forms import NewBoardForm
from games.analysis_board.perspective import (
    RankedPlaysView,
    build_board_page,
    build_rollout_plays,
    build_static_plays,
)
from games.analysis_board.perspective.wording import explain
from games.analysis_board.services.board_positions import (
    ADDRESS_FIELDS,
    BoardPosition,
    build_position_url,
    get_default_position,
    parse_position,
)
from games.analysis_board.services.rollout_runs import begin_run, find_run, stop_run
from games.common.metrics import REFUSALS
from games.common.requests import PageRequest, forbid_caching, set_retry_after
from games.play.services.running_positions import refuse_running_position
from games.players.services.identity import get_known_id, get_visitor_id
from games.rules.equipment.errors import RuleError
from lexicon.models import Lexicon
from lexicon.perspective.access import find_blocking_games, find_lexicon_language
from lexicon.perspective.default_lexicon import read_languages
from scrabble_site.shared.refusals import InvalidRequest, NotFound, Refusal

View = Callable[..., HttpResponse]


def answer_refusals(view: View) -> View:
    """Show errors as the board does, and respond with 403 to anyone who plays a running game with
    words of the board's language.
    """

    @wraps(view)
    def answering(request: PageRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if running := find_blocking_games(request):
            language = _find_language(request)
            if games := [game for game in running if game.closes(language)]:
                return _render_part(request, "closed", {"games": games}, 403)
        try:
            return view(request, *args, **kwargs)
        except (Refusal, RuleError) as refusal:
            REFUSALS.labels(refusal.code).inc()
            status = getattr(refusal, "status", 422)
            response = _render_part(request, "refused", {"sentence": explain(refusal)}, status)
            set_retry_after(response, refusal)
            return response

    return answering


def _find_language(request: PageRequest) -> str:
    """Return the language of the words that a request asks about; "" if it is unknown."""
    run = find_run(get_known_id(request))
    fields = request.POST if request.method == "POST" else request.GET
    try:
        if any(name in fields for name in ADDRESS_FIELDS):
            position = parse_position({name: str(text) for name, text in fields.items()})
        elif request.resolver_match and request.resolver_match.url_name == "analysis_board":
            position = _get_default_position(request)
        elif slug := fields.get("book", ""):
            return find_lexicon_language(slug)
        elif run is not None:
            position = parse_position(run.query)
        else:
            return ""
    except (Refusal, RuleError):
        return ""
    return position.revision.lexicon.language


def _get_default_position(request: PageRequest) -> BoardPosition:
    """Return an empty board, in a language that is open to the visitor if possible."""
    languages = read_languages(request.headers.get("Accept-Language", ""))
    if running := find_blocking_games(request):
        wanted = [*languages, *Lexicon.objects.offered().values_list("language", flat=True)]
        opened = [
            language for language in wanted if not any(game.closes(language) for game in running)
        ]
        return get_default_position([*opened, *languages])
    return get_default_position(languages)


@require_GET
@answer_refusals
def show_board(request: PageRequest) -> HttpResponse:
    """Show the board with the position in the URL, or an empty one."""
    if any(name in request.GET for name in ADDRESS_FIELDS):
        position = _load_position(request.GET)
    else:
        position = _get_default_position(request)
    context = {
        "view": build_board_page(position),
        "form": NewBoardForm(initial=_get_initial_choices(position)),
    }
    return render(request, "games/analysis_board/analysis_board.html", context)


@require_GET
@answer_refusals
def open_new_board(request: PageRequest) -> HttpResponse:
    """Redirect to an empty board with the chosen game, tiles and dictionary."""
    form = NewBoardForm(request.GET)
    if not form.is_valid():
        return _render_part(request, "new", {"form": form}, 422)
    return redirect(build_position_url(form.setup(), form.lexicon.current_revision))


@require_POST
@answer_refusals
def show_static_plays(request: PageRequest) -> HttpResponse:
    """Show the best plays of a position by static evaluation."""
    position = _load_position_with_rack(request)
    return _answer_plays(request, position, build_static_plays(position))


@require_POST
@answer_refusals
def begin_rollouts(request: PageRequest) -> HttpResponse:
    """Start simulating plays, or continue for longer."""
    position = _load_position_with_rack(request)
    run = begin_run(str(get_visitor_id(request)), position, str(uuid4()))
    return _answer_plays(request, position, build_rollout_plays(position, run))


@require_GET
@answer_refusals
def show_rollouts(request: PageRequest, run_id: UUID) -> HttpResponse:
    """Show the results of the visitor's run so far."""
    found = find_run(get_known_id(request), str(run_id))
    if found is None:
        raise NotFound("rollouts.unknown")
    position = parse_position(found.query)
    return _answer_plays(request, position, build_rollout_plays(position, found))


@require_POST
@answer_refusals
def stop_rollouts(request: PageRequest) -> HttpResponse:
    """Stop the run and show its results."""
    found = stop_run(get_known_id(request))
    if found is None:
        raise NotFound("rollouts.unknown")
    position = parse_position(found.query)
    return _answer_plays(request, position, build_rollout_plays(position, found))


def _load_position(fields: QueryDict) -> BoardPosition:
    """Return the requested position. Positions of running games are refused."""
    position = parse_position({name: str(text) for name, text in fields.items()})
    refuse_running_position(position.setup.board, position.setup.variant.rack_size)
    return position


def _load_position_with_rack(request: PageRequest) -> BoardPosition:
    """Return the requested position. Raises ``InvalidRequest`` if it has no rack."""
    position = _load_position(request.POST)
    if not position.setup.rack:
        raise InvalidRequest("analysis_board.no_rack")
    return position


def _get_initial_choices(position: BoardPosition) -> dict[str, object]:
    setup = position.setup
    return {
        "game": setup.variant_id,
        "book": position.revision.lexicon.slug,
        "tiles": setup.tile_set_code,
        "seats": len(setup.scores),
    }


def _answer_plays(
    request: PageRequest, position: BoardPosition, plays: RankedPlaysView
) -> HttpResponse:
    back = build_position_url(position.setup, position.revision)
    return _render_part(request, "plays", {"plays": plays, "back": back}, 200)


def _render_part(
    request: PageRequest, state: str, context: dict[str, Any], status: int
) -> HttpResponse:
    """Render a fragment for the page's script, or a whole page without it and for a new board."""
    whole = not request.htmx or state == "new"
    template = "plays_page.html" if whole else "_plays.html"
    context = {"state": state, **context}
    page = render(request, f"games/analysis_board/{template}", context, status=status)
    return forbid_caching(page)
