"""The table server: tables as append-only logs in a database, played over HTTP and WebSocket."""
