#!/usr/bin/env bash
# Walks through the pages of `stockroom serve` in a real browser: scripts/pages/walk_*.py, each with a demo shop of its own.
# Usage: scripts/check-pages.sh STOCKROOM [WALK…], all walks unless some are named. Installs the browser and the Python packages where
# it may, and says what it leaves out where it may not; with STOCKROOM_PAGES=required it fails there. With STOCKROOM_PICTURES=FOLDER
# the walks save pictures there, of fewer bytes where Pillow is installed.
set -euo pipefail
stockroom=$1
shift
case $stockroom in /*) ;; *) stockroom="$PWD/$stockroom" ;; esac
[ -z "${STOCKROOM_PICTURES:-}" ] || STOCKROOM_PICTURES=$(mkdir -p "$STOCKROOM_PICTURES" && cd "$STOCKROOM_PICTURES" && pwd)
cd "$(dirname "$0")/.."
scripts/setup.sh pages
export PYTHONPATH="$PWD/.build/pages-python${PYTHONPATH:+:$PYTHONPATH}"
cd scripts/pages
[ $# -gt 0 ] || set -- walk_*.py

leave_out() {
  echo "pages: left out, $1"
  [ "${STOCKROOM_PAGES:-}" != required ] || exit 1
  exit 0
}

for program in chromium chromedriver; do
  command -v "$program" >/dev/null || leave_out "there is no $program (Debian: chromium, chromium-driver)"
done
python3 -c 'import selenium, axe_core_python' 2>/dev/null ||
  leave_out "Python has no selenium or axe-core-python (pip install selenium axe-core-python)"
# A container may forbid what a browser needs.
timeout 60 chromium --headless=new --no-sandbox --disable-gpu --dump-dom about:blank >/dev/null 2>&1 ||
  leave_out "chromium does not start here"

for walk in "$@"; do
  echo "-- $walk"
  timeout 1200 python3 -u "$walk" "$stockroom"
done
