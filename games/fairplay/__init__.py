"""Signals for moderators: figures on rated games that may hint at outside help.

They trigger no automatic action, and players never see them.
"""
