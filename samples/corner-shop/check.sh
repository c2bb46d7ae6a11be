#!/bin/sh
# Proves that the files are as generated and that the expected numbers are what derive.sql makes of them.
set -e
cd "$(dirname "$0")"
python3 generate.py --check
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -R . "$folder/shop"
(cd "$folder/shop" && rm -f expected*.csv && sqlite3 :memory: < derive.sql)
for name in expected.csv expected-count-lines.csv expected-stock.csv; do
  cmp "$name" "$folder/shop/$name"
done
echo "expected numbers are as derived"
