"""Tests of Troy."""
