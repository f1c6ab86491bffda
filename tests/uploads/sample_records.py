"""Sample records for the tests."""

from typing import Any

from games.rules.gcg.inspection import inspect_gcg

OPENING = ">Amber: ADEINRT 8D TRAINED +68 68\n"
WHOLE = f"#tile-set en\n{OPENING}>Jade: S 8D .......S +9 9\n"
MISTAKE = ">Amber: ADEINRT 8D TRAINED +71 71\n"


def findings_of(text: str = WHOLE, tile_set: str | None = None) -> dict[str, Any]:
    return inspect_gcg(text.encode(), tile_set)
