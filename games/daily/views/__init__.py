"""Daily games over HTTP: ``pages`` shows them, ``turns`` plays them."""
