"""Logs, log throttling, metrics, error reports and startup errors."""
