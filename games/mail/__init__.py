"""Letters: where they may be sent, the outbox they wait in, and the loop that empties it.

What is told to whom is decided by the domains above (:mod:`games.play.services.notices`).
"""
