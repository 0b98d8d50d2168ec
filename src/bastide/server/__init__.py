"""Tables that lose nothing and leak nothing: their store, their seats, and the ways in over HTTP and WebSocket."""
