"""Tests of Rivers."""
