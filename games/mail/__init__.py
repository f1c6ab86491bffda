"""E-mail: recipients' addresses, the outbox, and the loop that sends what is in it.

Who is notified of what is decided by the domains above (:mod:`games.play.services.notifications`).
"""
