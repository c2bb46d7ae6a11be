#!/usr/bin/env bash
# Fails when the generated part of docs/ is not what the command given writes.
set -euo pipefail
stockroom=$1
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$stockroom" docs "$folder" >/dev/null
stale=0
for file in "$folder"/*; do
  name=$(basename "$file")
  if ! diff -u "docs/$name" "$file"; then stale=1; fi
done
if [ $stale -ne 0 ]; then
  echo "docs/ is stale; run 'make docs' and commit what it writes" >&2
  exit 1
fi
