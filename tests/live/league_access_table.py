"""The part of the access table about leagues.

The league has the room's code. Cobalt, Jade and the muted Ochre play in its first season and are on
its ladder.
"""

LEAGUE_FIELDS: dict[str, dict[str, object]] = {
    "games:sign_up_for_season": {"name": "Fern"},
    "games:join_ladder": {"name": "Fern"},
    "games:challenge_on_ladder": {"place": 0},
    "games:answer_challenge": {"challenge": 0, "answer": "accept"},
    "games:direct_league": {"act": "reopen"},
}

LEAGUES = {
    "GET games:leagues": "200 200 200 200 200 200",
    "GET games:create_league": "200 200 200 200 200 200",
    "GET games:league": "200 200 200 200 200 200",
    "GET games:league_season": "200 200 200 200 200 200",
    "GET games:manage_league": "403 403 403 403 403 200",
    "GET games:ladder": "200 200 200 200 200 200",
    "POST games:create_league": "422 422 422 422 422 422",
    "POST games:sign_up_for_season": "302 302 302 302 302 302",
    "POST games:cancel_season_sign_up": "403 302 302 302 403 302",
    "POST games:leave_season": "403 403 302 302 403 403",
    "POST games:direct_league": "403 403 403 403 403 302",
    "POST games:join_ladder": "302 302 302 302 302 302",
    "POST games:leave_ladder": "403 302 302 302 403 302",
    "POST games:challenge_on_ladder": "403 403 404 404 403 403",
    "POST games:answer_challenge": "403 404 404 404 403 404",
}
