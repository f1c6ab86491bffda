"""The part of the access table about events.

The event has the room's code. Amber directs it; Cobalt, Jade and the muted Ochre have entered, and
its first round is being played on real boards. Amber also directs an event of two guests, for which
the addresses of rooms and teams are; whoever has the link of a team may join it.
"""

EVENT_FIELDS: dict[str, dict[str, object]] = {
    "games:enter_event": {"name": "Fern"},
    "games:join_team": {"name": "Fern"},
    "games:enter_result": {"round": 1, "table": 1, "score": 400},
    "games:direct_event": {"act": "announce", "text": "Welcome"},
}

EVENTS = {
    "GET games:events": "200 200 200 200 200 200",
    "GET games:create_event": "200 200 200 200 200 200",
    "GET games:event_of_room": "302 302 302 302 302 302",
    "GET games:event": "200 200 200 200 200 200",
    "GET games:own_event_part": "200 200 200 200 200 200",
    "GET games:event_rounds": "200 200 200 200 200 200",
    "GET games:event_round": "200 200 200 200 200 200",
    "GET games:cross_table": "200 200 200 200 200 200",
    "GET games:event_score_cards": "200 200 200 200 200 200",
    "GET games:event_score_card": "200 200 200 200 200 200",
    "GET games:event_log": "200 200 200 200 200 200",
    "GET games:event_tsh": "200 200 200 200 200 200",
    "GET games:event_tou": "200 200 200 200 200 200",
    "GET games:event_csv": "200 200 200 200 200 200",
    "GET games:event_json": "200 200 200 200 200 200",
    "GET games:event_games": "403 403 403 403 403 200",
    "GET games:event_desk": "403 403 403 403 403 200",
    "GET games:join_team": "200 200 200 200 200 200",
    "POST games:join_team": "302 302 302 302 302 302",
    "POST games:create_event": "422 422 422 422 422 422",
    "POST games:enter_event": "302 302 302 302 302 302",
    "POST games:check_in": "403 302 302 302 403 302",
    "POST games:miss_round": "403 302 302 302 403 302",
    "POST games:withdraw_from_event": "403 302 302 302 403 302",
    "POST games:enter_result": "403 302 302 302 403 302",
    "POST games:direct_event": "403 403 403 403 403 302",
}
