#!/usr/bin/env bash
# Counts the instructions of small fixed runs of the release build and compares them with those recorded in
# Benchmarks/instructions.txt: more than 5 % above fails, more than 5 % below asks for a new record (--record writes it).
# Counts repeat for the same compiler and libraries, whatever else the machine is doing.
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C.UTF-8
recorded=Benchmarks/instructions.txt
stockroom=${STOCKROOM:-"$(swift build -c release --static-swift-stdlib --show-bin-path)/stockroom"}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# valgrind does not survive Swift's debug information.
strip --strip-debug -o "$work/stockroom" "$stockroom"

count() {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$work/stockroom" "$@" 2>&1 >"$work/said" |
    sed -n 's/.*Collected : *\([0-9]*\).*/\1/p'
}

# A shop with an opening, trade and a full count of so many items.
make_counted_shop() {
  local shop="$work/shop-$1" kind
  for kind in products opening trade count_lines; do
    python3 Benchmarks/generate.py "$work" "$1" $kind.csv >/dev/null
  done
  {
    "$work/stockroom" init "$shop" --name Bench --location shop --time-zone UTC
    "$work/stockroom" import "$work/products-$1-1.csv" --shop "$shop"
    "$work/stockroom" import "$work/opening-$1-1.csv" --shop "$shop" --kind stock_levels
    "$work/stockroom" import "$work/trade-$1-1.csv" --shop "$shop" --kind movements
    "$work/stockroom" count open --location shop --kind full --number 1 --shop "$shop"
    "$work/stockroom" import "$work/count_lines-$1-1.csv" --shop "$shop" --kind count_lines --accept date-far-off
  } >/dev/null
}

# What the first import of so many products takes.
imported() {
  rm -rf "$work/shop"
  "$work/stockroom" init "$work/shop" --name B --location shop >/dev/null
  count import "$work/products-$1-1.csv" --shop "$work/shop"
}

for form in csv jsonl xml; do
  for rows in 500 5000; do python3 Benchmarks/generate.py "$work" $rows products.$form >/dev/null; done
done
# A longer run less a shorter one is what 4,500 records or lines of a count cost, without the start.
{
  echo "# Instructions for each record, written by scripts/check-instructions.sh --record; start: those of --version."
  for pair in csv:jsonl jsonl:csv csv:xml xml:csv; do
    from=${pair%:*} to=${pair#*:}
    few=$(count convert "$work/products-500-1.$from" "$work/few.$to")
    many=$(count convert "$work/products-5000-1.$from" "$work/many.$to")
    echo "$from-to-$to $(((many - few) / 4500))"
  done
  for rows in 500 5000; do
    make_counted_shop $rows
    declare "counted_$rows=$(count reconcile 1 --to "$work/lines.csv" --shop "$work/shop-$rows")"
  done
  echo "reconcile $(((counted_5000 - counted_500) / 4500))"
  # Those beyond the rows that are looked at first, to find out what the columns hold.
  python3 Benchmarks/generate.py "$work" 10000 products.csv >/dev/null
  echo "import-csv $((($(imported 10000) - $(imported 5000)) / 5000))"
  echo "start $(count --version)"
} >"$work/counted"

if [ "${1:-}" = --record ]; then
  cp "$work/counted" "$recorded"
  cat "$recorded"
  exit 0
fi
awk '
  /^#/ { next }
  NR == FNR { was[$1] = $2; next }
  !($1 in was) { printf "%s: %d, not recorded\n", $1, $2; bad = 1; next }
  {
    change = ($2 / was[$1] - 1) * 100
    printf "%-14s %9d, recorded %9d, %+.1f %%\n", $1, $2, was[$1], change
    if (change > 5) { bad = 1; print "  more than 5 % above the record: find out why" }
    if (change < -5) print "  more than 5 % below: record it with scripts/check-instructions.sh --record"
  }
  END { exit bad }' "$recorded" "$work/counted"
