"""WebSockets and event streams for programs."""
