"""What every domain uses and that knows none: refusals, readers of requests, threads."""
