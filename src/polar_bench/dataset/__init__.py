"""Data sets in files: our JSON lines, the released format, and the starter set in the package."""
