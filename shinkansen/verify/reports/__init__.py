"""A report for its readers: text for a terminal, JSON, JUnit, a page for a browser, and tests to keep."""
