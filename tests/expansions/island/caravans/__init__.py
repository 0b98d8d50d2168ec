"""Tests of Caravans."""
