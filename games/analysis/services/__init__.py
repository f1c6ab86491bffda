"""Analyses asked for, worked on, found. Whether somebody may see a record is asked of
:func:`games.records.services.sources.find_source` before."""
