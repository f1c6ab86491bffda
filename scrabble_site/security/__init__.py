"""Sessions, cookies, password validators, origin checks of sockets, and security middleware."""
