"""Inspecting records in a separate process, and storing them."""
