"""The page: templates, static files and translations."""
