"""The command line: parse, build, call, render. The only place that reads the environment and builds adapters."""

from polar_bench.cli.app import main

__all__ = ["main"]
