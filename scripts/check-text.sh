#!/usr/bin/env bash
# Fails when a file of the repository names a folder of somebody's machine or holds what a merge left behind.
set -euo pipefail
cd "$(dirname "$0")/.."
# In two parts, so that this file does not find itself.
machine='/wo''rk/|/ro''ot/|(^|[^a-z0-9_])/home/[a-z]+/|/Us''ers/[a-z]+/'
merge='^(<<<<<<'"<|>>>>>>"'>)( |$)'
if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
  list() { git ls-files -z --cached --others --exclude-standard; }
else
  list() { find . -type f -not -path './.build/*' -not -path './.git/*' -print0; }
fi
if list | xargs -0 grep -InE "$machine|$merge" --; then
  echo "the lines above name a folder of one machine, or were left by a merge" >&2
  exit 1
fi
