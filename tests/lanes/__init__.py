"""Many games side by side inside the engine."""
