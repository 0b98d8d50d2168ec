"""Tests of games as tables."""
