"""Requesting, computing and finding analyses.

Callers must first check that the record may be seen, with
:func:`games.records.services.record_sources.find_source`.
"""
