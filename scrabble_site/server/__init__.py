"""The web server: Uvicorn's protocols, the process supervisor, the request handler and
streaming."""
