#!/usr/bin/env bash
# All that must hold before a change lands, each part with its time. Ends at the first part that fails.
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C.UTF-8

part() {
  local name=$1 start=$SECONDS
  shift
  echo "== $name"
  if ! "$@"; then
    echo "== $name failed after $((SECONDS - start)) s" >&2
    exit 1
  fi
  echo "== $name passed in $((SECONDS - start)) s"
}

# Everything is built once, optimised: what the tests run is what is shipped, and a debug build would take as long again.
# A warning is corrected, not silenced; those of other packages are theirs.
build() {
  local log
  log=$(mktemp)
  make release-tests 2>&1 | tee "$log" || return 1
  if grep -E "^$PWD/(Sources|Plugins|Tests)/.*: warning:" "$log"; then
    echo "the build has warnings" >&2
    return 1
  fi
  rm -f "$log"
}

# After a failure the last lines name the tests that failed, which are far above in the output of the others. No more tests than
# the machine has processors are begun at a time, so that their seconds are theirs. Programs inherit which signals are ignored, and
# some tests send them.
tests() {
  local log events
  log=$(mktemp)
  events=$(mktemp)
  if ! env --default-signal "$built/StockroomPackageTests.xctest" --testing-library swift-testing \
    --experimental-maximum-parallelization-width "$(nproc)" \
    --event-stream-output-path "$events" --event-stream-version 0 2>&1 | tee "$log"; then
    echo "these tests failed:" >&2
    grep -E -A 3 "recorded an issue|: error:" "$log" | cut -c 1-500 | head -200 >&2
    return 1
  fi
  echo "the slowest tests:"
  scripts/slowest-tests.py --width "$(nproc)" "$events"
  rm -f "$log" "$events"
}

part setup scripts/setup.sh
part text scripts/check-text.sh
part words scripts/check-words.py
part modules scripts/check-modules.py
part lint swift format lint --strict --recursive --parallel Sources Plugins Tests Package.swift
part build build
built="$PWD/.build/release"
stockroom="$built/stockroom"
part examples scripts/check-examples.py "$built"
STOCKROOM_EXECUTABLE="$stockroom" part test tests
part docs scripts/check-docs.sh "$stockroom"
part readme scripts/check-tour.sh "$stockroom"
part tour scripts/check-tour.sh "$stockroom" docs/tutorials/a-first-month.md
part year scripts/check-tour.sh "$stockroom" docs/tutorials/a-year-of-trade.md
part supply scripts/check-tour.sh "$stockroom" docs/tutorials/documents-of-supply.md
part table scripts/check-tour.sh "$stockroom" docs/tutorials/products-from-a-table.md
part search scripts/check-tour.sh "$stockroom" docs/guides/searching-the-catalog.md
if command -v vips >/dev/null; then
  part fashion scripts/check-tour.sh "$stockroom" docs/tutorials/fashion-discovery.md
else
  echo "== fashion is left out: there is no vips to make pictures smaller"
fi
part boutique scripts/check-tour.sh "$stockroom" docs/tutorials/boutique.md
part food scripts/check-tour.sh "$stockroom" docs/tutorials/food-freshness.md
part books scripts/check-tour.sh "$stockroom" docs/tutorials/book-exchange.md
part benchmarks python3 Benchmarks/run.py --smoke --rows 2000 --stockroom "$stockroom" --folder "$(mktemp -d)"
part jobs scripts/check-tour.sh "$stockroom" docs/guides/jobs.md
# The others take a quarter of an hour: make pages.
part pages scripts/check-pages.sh "$stockroom" walk_imports.py
part demo scripts/demo.sh "$stockroom" "$(mktemp -d)/demo-shop"
echo "all checks passed"
