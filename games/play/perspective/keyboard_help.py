"""The keys of a room's page, for the help."""

from django.utils.translation import gettext_lazy, pgettext_lazy

_SHIFT = pgettext_lazy("key", "Shift")
_SPACE = pgettext_lazy("key", "Space")
_BACKSPACE = pgettext_lazy("key", "Backspace")
_ENTER = pgettext_lazy("key", "Enter")
_ESCAPE = pgettext_lazy("key", "Escape")
_HOME = pgettext_lazy("key", "Home")
_END = pgettext_lazy("key", "End")
_PAGE_UP = pgettext_lazy("key", "Page Up")
_PAGE_DOWN = pgettext_lazy("key", "Page Down")

KEYBOARD_HELP = (
    (("←", "↑", "→", "↓"), gettext_lazy("move the cursor on the board or the focus on the rack")),
    (
        ("A", "…", "Z"),
        gettext_lazy("place the tile and move on; uses a blank if you don't have it"),
    ),
    (
        ("C", "H"),
        gettext_lazy(
            "the single tile CH if you have it; press Enter or an arrow key in "
            "between for two tiles"
        ),
    ),
    (
        (_SHIFT, "A"),
        gettext_lazy("a blank as A (Shift with C and H: as CH); ? asks for the letter"),
    ),
    ((_SPACE,), gettext_lazy("switch between across and down")),
    ((_BACKSPACE,), gettext_lazy("take back the last tile")),
    ((_ENTER,), gettext_lazy("play; on the rack, pick up a tile to place it")),
    ((_ESCAPE,), gettext_lazy("recall all tiles you placed")),
    (
        (_HOME, _END),
        gettext_lazy("go to the ends of the row; with Ctrl, to the corners of the board"),
    ),
    ((_PAGE_UP, _PAGE_DOWN), gettext_lazy("go five rows up or down")),
    (
        (_SHIFT, _PAGE_UP, _PAGE_DOWN),
        gettext_lazy("step through the moves; Shift with Home goes to the start"),
    ),
    (("←", "→"), gettext_lazy("as a spectator: step through the moves")),
    ((_ESCAPE,), gettext_lazy("return to the latest move (also Shift with End)")),
    ((_SHIFT, "← →"), gettext_lazy("on the rack: move the tile")),
    ((">",), gettext_lazy("go to the next game waiting for you")),
)
"""The keys that the page's scripts handle (``static/js``), for the help."""
