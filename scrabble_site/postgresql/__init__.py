"""Django's PostgreSQL backend, with a health check of open connections that needs no round trip.

Migrations have our own executor (:mod:`scrabble_site.postgresql.migration_executor`), because
django-pg-migration-tools retries only after a lock timeout, never after a deadlock.
"""
