"""Tables, their store, and the ways in over HTTP and WebSocket."""
