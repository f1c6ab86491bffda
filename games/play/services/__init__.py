"""Everything that writes rooms and games. Each function is one transaction under the room's lock.

``rooms`` opens rooms and starts games, ``seats`` fills them, ``teams`` handles shared seats,
``invitations`` asks known players, ``turns`` applies the acts of a game, and ``referee`` those that
become due. A service that refuses something raises a :class:`scrabble_site.shared.refusals.Refusal`
and changes nothing. Callers publish the change afterwards with
:func:`games.play.live.topics.publish_room`.
"""
