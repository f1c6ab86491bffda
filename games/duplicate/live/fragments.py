"""The parts of a duplicate game's page that change.

The *bundle* is the same for everyone, so it is rendered once per language however many follow the
game. It holds nothing personal. The *own parts* are about the viewer: they come with the answers to
the viewer's own commands, and the page asks for them after each change of the turn.
"""

from games.common.fragment_rendering import render_fragment
from games.duplicate.perspective.viewdata import DuplicateView

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

OF_ROOMS = {"_tiles": "play/_tiles", "_unseen": "play/_unseen"}
"""Fragments that look as in a room."""


def render_game_bundle(view: DuplicateView) -> str:
    """Return what everyone sees. The view must have been built without a viewer."""
    return _render(BUNDLE_FRAGMENTS, view)


def render_own_parts(view: DuplicateView) -> str:
    """Return what only the viewer sees, for whom the view was built."""
    return _render(OWN_FRAGMENTS, view)


def render_submission(view: DuplicateView) -> str:
    """Return the one part of the viewer's own that a submission changes."""
    return _render(("_own_play",), view)


def _render(names: tuple[str, ...], view: DuplicateView) -> str:
    return "".join(
        render_fragment(OF_ROOMS.get(name, f"duplicate/{name}"), {"view": view}) for name in names
    )
