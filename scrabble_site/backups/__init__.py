"""Backups: one file with all that cannot be made again, and the way back.

:mod:`.files` knows what lies in such a file, :mod:`.databases` how either database is written out
and taken in. ``manage.py backup`` and ``restore`` are their faces.
"""
