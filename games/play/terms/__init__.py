"""Value types and lookups of rooms: seating, days off, durations and running games."""
