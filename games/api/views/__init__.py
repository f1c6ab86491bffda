"""Addresses by what they are about: each a router of django-ninja."""
