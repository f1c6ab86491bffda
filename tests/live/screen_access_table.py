"""The part of the access table about kitchen tables and swapped matches."""

SCREEN_FIELDS: dict[str, dict[str, object]] = {
    "games:uncover": {"game": "{game_id}", "seat": 0},
    "games:one_device": {},
    "games:new_swapped_match": {},
    "games:swapped_match": {"place": "{code}-0"},
}

SCREENS = {
    "GET games:table_screen": "200 200 200 200 200 200",
    "GET games:screen_bundle": "200 200 200 200 200 200",
    "GET games:rack": "302 302 200 200 302 200 invited=200",
    "GET games:one_device": "200 200 200 200 200 200",
    "POST games:one_device": "422 422 422 422 422 422",
    "GET games:new_swapped_match": "200 200 200 200 200 200",
    "POST games:new_swapped_match": "422 422 422 422 422 422",
    "GET games:swapped_match": "404 404 404 404 404 404",
    "POST games:swapped_match": "404 404 404 404 404 404",
    "POST games:uncover": "403 403 403 403 403 403",
}
