"""The part of the access table about a kitchen table: screens, racks, one device."""

SCREEN_FIELDS: dict[str, dict[str, object]] = {
    "games:uncover": {"game": "{game_id}", "seat": 0},
    "games:one_device": {},
}

SCREENS = {
    "GET games:table_screen": "200 200 200 200 200 200",
    "GET games:screen_bundle": "200 200 200 200 200 200",
    "GET games:rack": "302 302 200 200 302 200 invited=200",
    "GET games:one_device": "200 200 200 200 200 200",
    "POST games:one_device": "422 422 422 422 422 422",
    "POST games:uncover": "403 403 403 403 403 403",
}
