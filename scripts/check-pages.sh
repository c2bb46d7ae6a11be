#!/usr/bin/env bash
# Walks through the pages of `stockroom serve` in a real browser: scripts/pages/walk_*.py, each with a demo shop of its own.
# Usage: scripts/check-pages.sh STOCKROOM [WALK…], all walks unless some are named. Needs chromium, chromedriver, and Python's
# selenium and axe-core-python; without them it says so and does nothing. With STOCKROOM_PICTURES=FOLDER the walks save pictures
# there, of fewer bytes where Pillow is installed.
set -euo pipefail
stockroom=$1
shift
case $stockroom in /*) ;; *) stockroom="$PWD/$stockroom" ;; esac
[ -z "${STOCKROOM_PICTURES:-}" ] || STOCKROOM_PICTURES=$(mkdir -p "$STOCKROOM_PICTURES" && cd "$STOCKROOM_PICTURES" && pwd)
cd "$(dirname "$0")/pages"
[ $# -gt 0 ] || set -- walk_*.py
for program in chromium chromedriver; do
  if ! command -v "$program" >/dev/null; then
    echo "pages: left out, there is no $program (Debian: chromium, chromium-driver)"
    exit 0
  fi
done
if ! python3 -c 'import selenium, axe_core_python' 2>/dev/null; then
  echo "pages: left out, Python has no selenium or axe-core-python (pip install selenium axe-core-python)"
  exit 0
fi
for walk in "$@"; do
  echo "-- $walk"
  timeout 1200 python3 -u "$walk" "$stockroom"
done
