#!/usr/bin/env bash
# Prints the slowest tests of a run with their seconds, from what `swift test` printed.
#
#   swift test --no-parallel 2>&1 | scripts/slowest-tests.sh        the ten slowest tests
#   scripts/slowest-tests.sh -n 20 run.log                          the twenty slowest tests of a kept run
#   scripts/slowest-tests.sh --suites run.log                       the ten slowest suites
#
# Tests that run at the same time wait for one another, so that only a run with --no-parallel shows what each of them takes.
set -euo pipefail
count=10
what=Test
while [[ $# -gt 0 ]]; do
  case $1 in
    -n) count=$2; shift 2 ;;
    --suites) what=Suite; shift ;;
    -*) echo "usage: $0 [-n COUNT] [--suites] [FILE …]" >&2; exit 2 ;;
    *) break ;;
  esac
done
# Lines such as: ✔ Test "name" with 3 test cases passed after 1.234 seconds.
# A run of all tests ends with a line that begins in the same way.
found=$(LC_ALL=C sed -nE \
  "s/.* $what ([^ ]+|\"[^\"]*\")( with [0-9]+ test cases?)? (passed|failed) after ([0-9.]+) seconds.*/\4 \1\2/p" "$@" |
  LC_ALL=C grep -v ' run with ' | LC_ALL=C sort -rn || true)
if [[ -z $found ]]; then
  echo "no line of a finished ${what,,} was found; is this what swift test printed?" >&2
  exit 1
fi
head -n "$count" <<<"$found" | while read -r seconds name; do LC_ALL=C printf '%9.1f s  %s\n' "$seconds" "$name"; done
