"""The package's version, read by the build and written into every manifest."""

__version__ = "0.1.0"
