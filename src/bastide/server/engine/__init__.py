"""The game engine as the server uses it: its interface, the real one, and the thread in which rules are built."""
