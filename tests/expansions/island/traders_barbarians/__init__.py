"""Tests of Traders & Barbarians."""
