"""The parts of a duplicate game's page that change.

The *bundle* is the same for everyone, so it is rendered once per language however many follow the
game. It holds nothing personal. The *own parts* are about the viewer: they come with the answers to
the viewer's own commands, and the page asks for them after each change of the turn. Most of them
look the same for many viewers, so those are rendered once.
"""

from collections.abc import Callable, Hashable

from django.utils.translation import get_language

from games.common.fragment_rendering import render_fragment
from games.common.latest_cache import LatestCache
from games.duplicate.perspective.viewdata import DuplicateView, OwnTurn

# ``_state`` comes first: by its stamp the page decides whether to take the other fragments.
BUNDLE_FRAGMENTS = (
    "_state",
    "_tiles",
    "_turn",
    "_entrants",
    "_turn_result",
    "_best_play",
    "_standings",
    "_unseen",
    "_final",
    "_bag_seed",
)
OWN_FRAGMENTS = ("_own_play", "_own_result", "_own_standing", "_host_controls")


def _get_own_turn(view: DuplicateView) -> OwnTurn | None:
    return view.last_turn.own if view.last_turn and view.own else None


OWN_DATA: dict[str, Callable[[DuplicateView], Hashable]] = {
    "_own_play": lambda view: (view.own and view.own.sent, view.own and view.own.done),
    "_own_result": lambda view: (view.own is None, _get_own_turn(view)),
    "_host_controls": lambda view: (
        view.own is None,
        view.is_host,
        view.may_start,
        view.may_skip,
        view.may_play_again,
    ),
}
"""All that these fragments show of a viewer; the rest of the view is the same for everyone."""

OF_ROOMS = {"_tiles": "play/_tiles", "_unseen": "play/_unseen"}
"""Fragments that look as in a room."""

_own_fragments: LatestCache[str] = LatestCache(1024)
"""Fragments by game, language and what they show of a viewer, at the stamp of the game's row."""


def render_game_bundle(view: DuplicateView) -> str:
    """Return what everyone sees. The view must have been built without a viewer."""
    return _render(BUNDLE_FRAGMENTS, view)


def render_own_parts(view: DuplicateView) -> str:
    """Return what only the viewer sees, for whom the view was built."""
    return "".join(_render_own(name, view) for name in OWN_FRAGMENTS)


def render_submission(view: DuplicateView) -> str:
    """Return the one part of the viewer's own that a submission changes."""
    return _render_own("_own_play", view)


def clear_own_fragments() -> None:
    """Clear the cache after rows were changed without the services."""
    _own_fragments.forget()


def _render_own(name: str, view: DuplicateView) -> str:
    get_data = OWN_DATA.get(name)
    if get_data is None:
        return _render((name,), view)
    key = (name, view.code, get_language(), get_data(view))
    text = _own_fragments.get_at(key, view.stamp)
    if text is None:
        text = _render((name,), view)
        _own_fragments.put(key, view.stamp, text)
    return text


def _render(names: tuple[str, ...], view: DuplicateView) -> str:
    return "".join(
        render_fragment(OF_ROOMS.get(name, f"duplicate/{name}"), {"view": view}) for name in names
    )
