"""The part of the access table about a kitchen table: its screen, and phones as racks."""

SCREENS = {
    "GET games:table_screen": "200 200 200 200 200 200",
    "GET games:screen_bundle": "200 200 200 200 200 200",
    "GET games:rack": "302 302 200 200 302 200 invited=200",
}
