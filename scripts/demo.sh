#!/usr/bin/env bash
# Makes a shop of samples/corner-shop with nothing but the public command: goods, stock, a month of trade, a count, a report.
# Usage: scripts/demo.sh STOCKROOM FOLDER. The folder is made again; one that is not a demo shop is left alone.
set -euo pipefail
unset STOCKROOM_SHOP
stockroom=$1
folder=$2
samples="$(cd "$(dirname "$0")/../samples/corner-shop" && pwd)"
case $stockroom in /*) ;; *) stockroom="$PWD/$stockroom" ;; esac

if [ -e "$folder" ]; then
  if [ ! -f "$folder/.demo" ]; then
    echo "demo: $folder exists and is not a demo shop; move it away" >&2
    exit 1
  fi
  rm -rf "$folder"
fi

run() {
  echo
  echo "\$ stockroom $*"
  "$stockroom" "$@"
}

# The same with the first and last lines of a long answer.
run_shortened() {
  local first=$1 last=$2 answer
  shift 2
  echo
  echo "\$ stockroom $*"
  answer=$("$stockroom" "$@")
  head -n "$first" <<<"$answer"
  echo "…"
  tail -n "$last" <<<"$answer"
}

echo "A small shop, its first month, and what went missing."
run init "$folder" --name "The corner shop" --currency EUR --time-zone Europe/Berlin
touch "$folder/.demo"
cp "$samples"/profiles/*.yml "$folder/profiles/"
# A plain copy of the files next to the shop, so that the commands read as they would at home.
cp -R "$samples" "$folder/files"
cd "$folder"

echo; echo "== The goods"
run import files/shop/{locations,suppliers,categories,colours,products,variants,barcodes,prices,supplier-items}.csv
run inspect files/acme-price-list.csv
run import files/acme-price-list.csv --profile acme-price-list
run import files/price-changes-2026-10-15.csv

echo; echo "== The stock, and a month of trade"
run import files/opening-stock.csv
run import files/order-2026-10.csv --profile order
run import files/receipts.csv files/sales-2026-10.csv files/transfers.csv files/write-offs.csv
run stock A1043-BLK-LINIERT --location shop --at 2026-10-31T18:00

echo; echo "== The count"
run count open --location shop --kind full --blind --cut-off 2026-10-31T18:00
run count sheet 1 --to sheet.csv
run count enter 1 files/count-2026-10-31.csv
echo; echo "One code that was counted is not in the catalog. It is registered, and then the count can be posted."
run import files/count-unknown-item.csv --profile price-list
run_shortened 14 7 reconcile 1 --uncounted ignore
run_shortened 0 1 reconcile 1 --uncounted ignore --post

echo; echo "== The proof and the report"
run check
run report shrinkage --param period=2026-10 --param location=shop --out shrinkage.html
command=$(printf %q "$stockroom")
cat <<END

Go to $PWD and ask on: $command stock, $command log, $command report.

To see the shop in a browser: $command serve --shop $(printf %q "$PWD")

What the shop lost is in $PWD/shrinkage.html
END
