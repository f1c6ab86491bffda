"""The text of dispute notifications."""
