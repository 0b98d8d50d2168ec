"""Cities & Knights, in the edition of 2025 and in the older one."""
