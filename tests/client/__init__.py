"""The client for programs, against real servers."""
