"""HTTP, WebSocket and server-sent events: authentication, requests, responses."""
