#!/usr/bin/env bash
# A report over six controls and the small local model on the starter set.
#   tools/report.sh PATH/TO/BIN
# Runs are kept in runs/for-report and go on from where they were stopped; the report is runs/report/index.html.
set -euo pipefail
bin=${1:?give the folder that holds polar-bench and python}
polar=$bin/polar-bench
runs=runs/for-report

folders=()
for name in 'leaky?p=0.3&q=0.8' oracle tell-all echo refuse-all yes; do
    "$polar" run starter --model "control/$name" --out "$runs/$name" >/dev/null
    folders+=("$runs/$name")
done
"$polar" run starter --model local/smollm2 --max-tokens 100 --out "$runs/smollm2" >/dev/null
folders+=("$runs/smollm2")
"$polar" report "${folders[@]}" --out runs/report --figures --tables
