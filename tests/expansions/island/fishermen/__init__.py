"""Tests of Fishermen."""
