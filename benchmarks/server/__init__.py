"""The load benchmark of the server: see `docs/performance-server.md`."""
