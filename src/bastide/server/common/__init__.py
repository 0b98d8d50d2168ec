"""Used by every part of the server: messages, refusals, settings, logging, metrics, limits, tokens, passwords."""
