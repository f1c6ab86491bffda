"""Value types and lookups for rooms, such as seating, days off, durations and running games."""
