"""The access table of puzzles and daily games.

Amber has finished today's game, and no one else has begun it.
"""

PUZZLES = {
    "GET games:puzzles": "200 200 200 200 200 200",
    "GET games:puzzle_days": "200 200 200 200 200 200",
    "GET games:practise_puzzle": "302 302 302 302 302 302",
    "GET games:puzzle": "200 200 200 200 200 200",
    "POST games:preview_puzzle": "200 200 200 200 200 200",
    "POST games:try_puzzle": "200 200 200 200 200 200",
    "POST games:puzzle_hint": "200 200 200 200 200 200",
    "POST games:puzzle_answer": "200 200 200 200 200 200",
    "POST games:restart_puzzle": "200 200 200 200 200 200",
    "GET games:daily_games": "200 200 200 200 200 200",
    "GET games:daily_days": "200 200 200 200 200 200",
    "GET games:daily_game": "200 200 200 200 200 200",
    "GET games:daily_results": "302 302 302 302 302 200",
    "GET games:check_daily_draws": "404 404 404 404 404 404",
    "GET games:daily_draws_data": "404 404 404 404 404 404",
    "POST games:preview_daily_play": "200 200 200 200 200 200",
    "POST games:start_daily_turn": "200 200 200 200 200 409",
    "POST games:send_daily_play": "409 409 409 409 409 409",
    "POST games:end_daily_turn": "409 409 409 409 409 200",
}

PUZZLE_FIELDS: dict[str, dict[str, object]] = {
    "games:preview_puzzle": {"turn": 0, "position": "9I", "tiles": "NIZ"},
    "games:try_puzzle": {"turn": 0, "position": "9I", "tiles": "NIZ"},
    "games:puzzle_hint": {"turn": 0},
    "games:preview_daily_play": {"turn": 1, "position": "8G", "tiles": "VAN"},
    "games:start_daily_turn": {"turn": 1},
    "games:send_daily_play": {"turn": 1, "position": "8G", "tiles": "VAN"},
    "games:end_daily_turn": {"turn": 1},
}
