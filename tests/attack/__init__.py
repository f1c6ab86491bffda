"""Attacks on the site: hostile connections, inputs and socket messages."""
