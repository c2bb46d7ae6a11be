#!/usr/bin/env bash
# Fails when the generated pages of docs/reference are not what the command given writes, or when a link leads nowhere.
set -euo pipefail
stockroom=$1
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$stockroom" docs "$folder" >/dev/null
stale=0
for file in "$folder"/*; do
  name=$(basename "$file")
  if ! diff -u "docs/reference/$name" "$file"; then stale=1; fi
done
if [ $stale -ne 0 ]; then
  echo "docs/reference is stale; run 'make docs' and commit what it writes" >&2
  exit 1
fi
scripts/check-links.py
