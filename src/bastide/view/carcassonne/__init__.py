"""The Carcassonne view of a viewer, and its drawings."""
