"""Readiness checks and the two views that report them."""
