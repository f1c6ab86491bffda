"""Rows of a duplicate game to rules objects and back."""
