"""Accounts and their sessions in the database."""
