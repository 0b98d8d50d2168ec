"""Carcassonne as one viewer sees it, and its drawings."""
