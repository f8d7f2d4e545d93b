"""`python -m polar_bench` is the command `polar-bench`."""

from polar_bench.cli import main

main()
