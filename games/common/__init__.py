"""Helpers that every domain uses and that know no domain: rate limits, caches, threads, request
data."""
