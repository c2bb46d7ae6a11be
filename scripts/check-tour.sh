#!/usr/bin/env bash
# Runs the commands of a document's ```console blocks in a fresh folder and compares what they print, word for word.
# Usage: scripts/check-tour.sh STOCKROOM [--record] [DOCUMENT]. With --record the outputs are written into the document instead.
# The document is README.md unless given. Its commands run in a folder that has the samples in samples/.
#
# Lines that begin with "$ " are commands; what follows, up to the next command, is their output, standard error included.
# A line "…" stands for any number of lines. "# exit 5" as the last line asks for that exit status instead of 0.
set -euo pipefail
stockroom=$1
shift
mode=
if [ "${1:-}" = --record ]; then
  mode=$1
  shift
fi
document=${1:-README.md}
case $stockroom in /*) ;; *) stockroom="$PWD/$stockroom" ;; esac
root="$(cd "$(dirname "$0")/.." && pwd)"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin"
ln -s "$stockroom" "$folder/bin/stockroom"
for place in "$root/.build/debug" "$(dirname "$stockroom")"; do
  [ ! -x "$place/shop-scenario" ] || ln -sf "$place/shop-scenario" "$folder/bin/shop-scenario"
done
cp -R "$root/samples" "$folder/samples"
export PATH="$folder/bin:$PATH" LC_ALL=C.UTF-8 TZ=UTC NO_COLOR=1
unset STOCKROOM_SHOP
cd "$folder"

failures=0
commands=0
in_block=0
have_command=0
expected=()
recorded="$folder/README.new"
: >"$recorded"

# Whether the lines of "$1" match the pattern lines, where "…" is any number of lines.
matches() {
  awk -v actual="$1" -v pattern="$2" '
    function match_from(i, j) {
      while (j <= patterns) {
        if (p[j] == "…") {
          if (j == patterns) return 1
          for (; i <= actuals + 1; i++) if (match_from(i, j + 1)) return 1
          return 0
        }
        if (i > actuals || a[i] != p[j]) return 0
        i++; j++
      }
      return i > actuals
    }
    BEGIN {
      while ((getline line < actual) > 0) a[++actuals] = line
      while ((getline line < pattern) > 0) p[++patterns] = line
      exit match_from(1, 1) ? 0 : 1
    }'
}

finish_command() {
  [ $have_command -eq 1 ] || return 0
  have_command=0
  commands=$((commands + 1))
  local status=0 wanted=0
  if [ ${#expected[@]} -gt 0 ] && [[ ${expected[-1]} =~ ^#\ exit\ ([0-9]+)$ ]]; then
    wanted=${BASH_REMATCH[1]}
    unset 'expected[-1]'
  fi
  # The shell's folder and variables last from one command to the next.
  { eval "$command"; } >"$folder/actual" 2>&1 || status=$?
  sed -i 's/[[:space:]]*$//' "$folder/actual"
  if [ "$mode" = --record ] && { [ ${#expected[@]} -eq 0 ] || [[ " ${expected[*]} " != *" … "* ]]; }; then
    cat "$folder/actual" >>"$recorded"
    if [ $status -ne 0 ]; then echo "# exit $status" >>"$recorded"; fi
    return 0
  fi
  if [ ${#expected[@]} -gt 0 ]; then printf '%s\n' "${expected[@]}"; fi >"$folder/expected"
  if [ "$mode" = --record ]; then
    cat "$folder/expected" >>"$recorded"
    if [ "$wanted" -ne 0 ]; then echo "# exit $wanted" >>"$recorded"; fi
  fi
  if [ $status -ne "$wanted" ]; then
    echo "$document: '$command' ended with status $status instead of $wanted" >&2
    cat "$folder/actual" >&2
    failures=$((failures + 1))
  elif ! matches "$folder/actual" "$folder/expected"; then
    echo "$document: '$command' prints something else:" >&2
    diff -u --label "$document" --label 'what it prints' "$folder/expected" "$folder/actual" >&2 || true
    failures=$((failures + 1))
  fi
}

while IFS= read -r line || [ -n "$line" ]; do
  if [ $in_block -eq 0 ]; then
    echo "$line" >>"$recorded"
    if [ "$line" = '```console' ]; then in_block=1; fi
  elif [ "$line" = '```' ]; then
    finish_command
    in_block=0
    echo "$line" >>"$recorded"
  elif [[ $line == '$ '* ]]; then
    finish_command
    command=${line#'$ '}
    expected=()
    have_command=1
    echo "$line" >>"$recorded"
  else
    expected+=("$line")
  fi
done <"$root/$document"

if [ $failures -ne 0 ]; then
  echo "$failures of $commands commands of the tour in $document do not hold" >&2
  echo "  When the new output is right: scripts/check-tour.sh STOCKROOM --record $document, and read the difference." >&2
  exit 1
fi
if [ $commands -eq 0 ]; then
  echo "$document has no tour: no \`\`\`console block with a command" >&2
  exit 1
fi
if [ "$mode" = --record ]; then cp "$recorded" "$root/$document"; fi
echo "$commands commands of the tour print what $document says"
