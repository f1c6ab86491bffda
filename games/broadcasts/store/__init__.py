"""Annotated games as records in GCG."""
