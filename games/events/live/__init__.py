"""Sending events to open pages."""
