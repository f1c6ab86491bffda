"""Limits: the table of rates, admission control, body sizes, rate counting and the fair thread
pool."""
