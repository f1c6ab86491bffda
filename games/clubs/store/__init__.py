"""Rows of clubs as the values that rules and events are given."""
