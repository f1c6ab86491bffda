"""Backups: one file with everything that cannot be regenerated, and how to restore it.

:mod:`.archive` defines the contents of the file; :mod:`.databases` dumps and restores either kind
of database. ``manage.py backup`` and ``manage.py restore`` are the commands.

django-dbbackup covers neither the keys that a site generates nor the restore drill.
"""
