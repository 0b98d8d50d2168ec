"""Tests of Catan for Two."""
