"""The server as an ASGI application, and running it."""
