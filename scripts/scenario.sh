#!/usr/bin/env bash
# Makes the year of trade of samples/year-of-trade, takes it in with nothing but the public command, and writes its statement.
# Usage: scripts/scenario.sh PROGRAMS FOLDER [--seed N] [--items N] [--months N] [--lines N]. The folder is made again; one that
# holds something else is left alone.
set -euo pipefail
unset STOCKROOM_SHOP
programs=$(cd "$1" && pwd)
folder=$2
shift 2
samples="$(cd "$(dirname "$0")/../samples/year-of-trade" && pwd)"

if [ -e "$folder" ]; then
  if [ ! -f "$folder/.year-of-trade" ]; then
    echo "scenario: $folder exists and is no year of trade; move it away" >&2
    exit 1
  fi
  rm -rf "$folder"
fi
mkdir -p "$folder"
touch "$folder/.year-of-trade"
folder=$(cd "$folder" && pwd)

export PATH="$programs:$PATH"
shop-scenario "$samples" "$folder/files" "$@"
echo "Taking it in, month after month; what the commands answer is in $folder/run.log"
if ! bash "$folder/files/run.sh" "$folder/shop" >"$folder/run.log" 2>&1; then
  tail -n 20 "$folder/run.log" >&2
  exit 1
fi
tail -n 1 "$folder/run.log"

cd "$folder/shop"
stockroom report shrinkage --param period=2025 --out "$folder/statement.html"
stockroom report lead-schedule --param period=2025 --out "$folder/lead-schedule.html"
stockroom report shrinkage --param period=2025 --format csv | grep -E '^(table|statement|location|reason)' | cut -d, -f1-11
cat <<END

What must come of it, by books that were kept without Stockroom: $folder/files/expected.csv
What really happened, and nobody wrote down:                      $folder/files/inventions.csv
The statement of the year:                                        $folder/statement.html
END
