"""The part of the access table about annotated games and broadcasts.

The annotated game has the room's code. Amber began it and keeps its score.
"""

BROADCAST_FIELDS: dict[str, dict[str, object]] = {
    "games:keep_score": {"act": "add", "seat": 1, "kind": "pass", "stamp": 2, "key": "k"},
    "games:preview_annotation": {"seat": 1, "kind": "pass"},
}

BROADCASTS = {
    "GET games:annotated_games": "200 200 200 200 200 200",
    "GET games:annotate_game": "200 200 200 200 200 200",
    "GET games:annotated_game": "200 200 200 200 200 200",
    "GET games:annotated_embed": "200 200 200 200 200 200",
    "GET games:annotated_stream": "200 200 200 200 200 200",
    "GET games:scorekeeping": "403 403 403 403 403 200",
    "GET games:join_scorekeepers": "200 200 200 200 200 200",
    "GET games:room_sharing": "200 200 200 200 200 200",
    "GET games:room_embed": "200 200 200 200 200 200",
    "GET games:room_stream": "200 200 200 200 200 200",
    "GET games:event_broadcast": "200 200 200 200 200 200",
    "GET games:event_stream": "200 200 200 200 200 200",
    "GET games:event_embed": "200 200 200 200 200 200",
    "POST games:annotate_game": "422 422 422 422 422 422",
    "POST games:keep_score": "403 403 403 403 403 302",
    "POST games:preview_annotation": "403 403 403 403 403 200",
    "POST games:join_scorekeepers": "302 302 302 302 302 302 muted=403",
    "POST games:delete_annotated_game": "403 403 403 403 403 302",
}
