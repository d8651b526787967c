#!/bin/sh
# Does the model fit into the memory of a card? What check says, and what it says to try.
srcdir=${srcdir:-$(CDPATH='' cd "$(dirname "$0")/../.." && pwd)}
. "$srcdir/tests/cli/lib.sh"

# asks MEMORY FIGURES [SIZE]: a plan with fit figures.
asks() {
    write_scenario case.yaml "memory: $1" "fit: $2" "${3:-cards: 1}"
    run check -q case.yaml
    want exits 0
    want empty err
}
shape="parameters: 7 B, layers: 32, hidden: 4096"

asks "141 GB" "{$shape}"
want says out "weights 14, gradients 14, optimiser 84, activations 9.13, overhead 1.5 (assumed) GB"
want says out "7 B parameters, method full, bf16, adam, sharding none"
want matches out "sequences of 2048 tokens, 1 at once; 32 layers of width 4096$"
want says out "the model fits: 122.6 GB of 133.9 GB (95% of 141 GB), with up to 2 sequences at once"
want lacks out "to try first"
verdict "a model that fits"
asks "24 GB" "{$shape}"
want says out "the model does not fit: 122.6 GB of 22.8 GB (95% of 24 GB)"
want says out "activations computed again: 114.3 GB; 1.33 times the compute"
want says out "8-bit optimiser: 72.32 GB; about as fast"
want says out "LoRA: 16.49 GB; 0.75 times the compute; the result is another one"
want says out "that fits, with up to 8 sequences at once"
want lacks out "sharded"
want matches out "^    each of these would do alone:"
want says out "QLoRA: 14.51 GB; 0.667 times the compute"
verdict "a model that does not fit, and what to try"
asks "80 GB" "{$shape, batch: 8, method: lora}"
want matches out "smaller micro-batches, gradients added up \(6 at once\): 70.53 GB; no more compute"
want says out "that fits, with up to 6 sequences at once"
want equals 1 "$(grep -c "smaller micro-batches" out)"
want matches out "^      activations computed again: 22.35 GB"
verdict "a smaller micro-batch"
asks "24 GB" "{$shape, batch: 4}"
want says out "gradients added up (1 at once): 122.6 GB"
want equals 1 "$(grep -cF "(1 at once)" out)"
verdict "the micro-batch stands where it changes"
asks "24 GB" "{$shape, recompute: yes, optimizer: adam8bit}" "cards: 8"
want says out "weights sharded too: 11.07 GB; 1.5 times the bytes between the cards"
want lacks out "compute in all"
verdict "sharding over several cards"
asks "24 GB" "{parameters: 405 B, recompute: yes, optimizer: sgd, method: qlora}"
want says out "nothing of this is enough"
want lacks out "alone"
verdict "nothing is enough"
asks "24 GB" "{parameters: 1 B}"
want says out "by a rule of thumb"
verdict "a shape by a rule of thumb"
asks "none" "{$shape}"
want lacks out "the model"
write_scenario case.yaml "uses: [gpu/h100-sxm]"
run check -q case.yaml
want exits 0
want lacks out "the model"
verdict "no word where memory or parameters are not known"
cat >case.yaml <<'YAML'
work: {tokens: 1 B, parameters: 13 B, efficiency: 40%, method: lora}
uses: [gpu/h100-sxm]
YAML
run check -q case.yaml
want exits 0
want says out "13 B parameters, method lora"
verdict "parameters and method of the work, memory of a GPU model"
finish
