"""Deletes what the site does not keep for good, in small steps by the worker.

The retention periods are in ``scrabble_site/conf/retention.py`` and shown on the privacy page.
"""
