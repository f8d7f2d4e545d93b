#!/usr/bin/env bash
# The whole generated set: made twice with the same bytes, its figures as on the data card, and every sample checked
# by both scorers and by every rule. Needs polar-bench and python as arguments.
set -euo pipefail
polar_bench=$1
python=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

time "$polar_bench" generate --out "$folder/polar.jsonl" --quiet
"$polar_bench" generate --out "$folder/again.jsonl" --quiet
cmp "$folder/polar.jsonl" "$folder/again.jsonl"
"$polar_bench" generate --out "$folder/legal.jsonl" --domains legal --quiet
cmp "$folder/legal.jsonl" <(grep '"domain":"legal"' "$folder/polar.jsonl")
"$polar_bench" stats "$folder/polar.jsonl"
"$python" tools/data_card.py "$folder/polar.jsonl" --check
time "$polar_bench" selfcheck "$folder/polar.jsonl" --scorer both
time "$polar_bench" check "$folder/polar.jsonl"
