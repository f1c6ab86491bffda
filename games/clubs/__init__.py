"""Clubs: their members, club nights, seasons, records and matches against other clubs.

What is played on a club night or in a match is an event of :mod:`games.events`; this domain plans
those events and adds up what came of them.
"""
