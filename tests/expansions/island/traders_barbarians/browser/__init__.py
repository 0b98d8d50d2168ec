"""Traders & Barbarians in a browser."""
