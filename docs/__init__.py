"""The site: its configuration, and the generators of the pages that nobody writes by hand."""
