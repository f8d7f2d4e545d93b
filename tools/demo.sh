#!/usr/bin/env bash
# The demonstration: controls over the starter set, then a real model of 135 million parameters over five samples.
#   tools/demo.sh PATH/TO/polar-bench
set -euo pipefail
polar=${1:-polar-bench}
out=runs/demo
rm -rf "$out"

echo "== Controls over the starter set: agents whose right score is known"
for name in oracle tell-all silent refuse-all echo yes 'leaky?p=0.3&q=0.8'; do
    printf '%s\n' "$name"
    "$polar" run starter --model "control/$name" --out "$out/$name" 2>/dev/null | grep -E '^(strict|paper)'
done

echo
echo "== A real model, SmolLM2-135M-Instruct in llama.cpp, over the diagonal of the surface"
"$polar" run starter --model local/smollm2 --samples 5 --max-tokens 150 --out "$out/smollm2"

echo
echo "== Two of its transcripts"
"$polar" show "$out/smollm2" P1/S1
"$polar" show "$out/smollm2" P4/S4

echo
echo "Run folders are in $out. Next: README.md shows how to score your own model, behind an endpoint or in a GGUF file."
