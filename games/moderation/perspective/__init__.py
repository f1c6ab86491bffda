"""Refusals and sanctions in words."""
