"""The part of the access table about the screen at a table. It shows everyone the same."""

SCREENS = {
    "GET games:table_screen": "200 200 200 200 200 200",
    "GET games:screen_bundle": "200 200 200 200 200 200",
}
