"""The pages and answers of the analysis board. Closed, like the dictionaries, to whoever plays."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID, uuid4

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from games.common.figures import REFUSALS
from games.common.refusals import Missing, Refusal, Unsuitable
from games.common.requests import PageRequest, say_when
from games.players.identity import known_id, visitor_of
from games.rules.errors import RuleError
from games.workbench.forms import NewBoardForm
from games.workbench.perspective import PlaysView, look_at_best, look_at_desk, look_at_thought
from games.workbench.services.positions import (
    NAMES,
    Position,
    read_position,
    usual_position,
    write_address,
)
from games.workbench.services.running import refuse_running
from games.workbench.services.trials import begin_thought, find_thought, stop_thought
from games.workbench.wording import explain
from lexicon.access import is_closed_to
from lexicon.choice import read_languages

View = Callable[..., HttpResponse]


def at_the_board(view: View) -> View:
    """Answer refusals in the page's own terms; 403 to whoever sits in a running game."""

    @wraps(view)
    def answering(request: PageRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if is_closed_to(request):
            return _show(request, "closed", {}, 403)
        try:
            return view(request, *args, **kwargs)
        except (Refusal, RuleError) as refusal:
            REFUSALS.labels(refusal.code).inc()
            status = getattr(refusal, "status", 422)
            response = _show(request, "refused", {"sentence": explain(refusal)}, status)
            say_when(response, refusal)
            return response

    return answering


@require_GET
@at_the_board
def analyse(request: PageRequest) -> HttpResponse:
    """The board with the position of the address, or an empty one."""
    if any(name in request.GET for name in NAMES):
        position = _load(request.GET)
    else:
        languages = read_languages(request.headers.get("Accept-Language", ""))
        position = usual_position(languages)
    context = {"view": look_at_desk(position), "form": NewBoardForm(initial=_chosen(position))}
    return render(request, "games/workbench/analyse.html", context)


@require_GET
@at_the_board
def new_board(request: PageRequest) -> HttpResponse:
    """To an empty board of another game, in other tiles or words."""
    form = NewBoardForm(request.GET)
    if not form.is_valid():
        return _show(request, "new", {"form": form}, 422)
    return redirect(write_address(form.setup(), form.lexicon.current_revision))


@require_POST
@at_the_board
def best_plays(request: PageRequest) -> HttpResponse:
    """The best plays of a position, at first sight."""
    position = _load_full(request)
    return _answer(request, position, look_at_best(position))


@require_POST
@at_the_board
def think(request: PageRequest) -> HttpResponse:
    """Begin to try plays out, or go on with it for longer."""
    position = _load_full(request)
    thought = begin_thought(str(visitor_of(request)), position, str(uuid4()))
    return _answer(request, position, look_at_thought(position, thought))


@require_GET
@at_the_board
def thought(request: PageRequest, thought_id: UUID) -> HttpResponse:
    """What one's own thought has found so far."""
    found = find_thought(known_id(request), str(thought_id))
    if found is None:
        raise Missing("thought.unknown")
    position = read_position(found.query)
    return _answer(request, position, look_at_thought(position, found))


@require_POST
@at_the_board
def stop_thinking(request: PageRequest) -> HttpResponse:
    """Be content with what was found."""
    found = stop_thought(known_id(request))
    if found is None:
        raise Missing("thought.unknown")
    position = read_position(found.query)
    return _answer(request, position, look_at_thought(position, found))


def _load(told: QueryDict) -> Position:
    """The position somebody may look at; that of a running game is refused."""
    position = read_position({name: str(text) for name, text in told.items()})
    refuse_running(position.setup)
    return position


def _load_full(request: PageRequest) -> Position:
    """The same with a rack."""
    position = _load(request.POST)
    if not position.setup.rack:
        raise Unsuitable("workbench.no_rack")
    return position


def _chosen(position: Position) -> dict[str, object]:
    setup = position.setup
    return {
        "game": setup.variant_id,
        "book": position.revision.lexicon.slug,
        "tiles": setup.tile_set_code,
        "seats": len(setup.scores),
    }


def _answer(request: PageRequest, position: Position, plays: PlaysView) -> HttpResponse:
    back = write_address(position.setup, position.revision)
    return _show(request, "plays", {"plays": plays, "back": back}, 200)


def _show(request: PageRequest, state: str, context: dict[str, Any], status: int) -> HttpResponse:
    """A part for the page's script, else a page of its own."""
    whole = not request.htmx
    template = "answer.html" if whole else "_plays.html"
    context = {"state": state, **context}
    response = render(request, f"games/workbench/{template}", context, status=status)
    response["Cache-Control"] = "no-store, private"
    return response
