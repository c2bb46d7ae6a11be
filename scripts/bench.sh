#!/usr/bin/env bash
# Measures the release build next to its peers, which are fetched into an environment of their own under .build.
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C.UTF-8
folder=.build/benchmarks
mkdir -p "$folder/tools"

if [ ! -x "$folder/peers/bin/python" ]; then python3 -m venv "$folder/peers"; fi
"$folder/peers/bin/pip" install --quiet --requirement Benchmarks/requirements.txt

# Programs that this machine lacks are unpacked, not installed.
export PATH="$PATH:$PWD/$folder/tools/usr/bin"
for program in mlr:miller sqlite3:sqlite3 time:time; do
  if ! type -P "${program%%:*}" >/dev/null; then
    (cd "$folder/tools" && apt-get download --quiet "${program##*:}" && dpkg-deb --extract "${program##*:}"_*.deb .)
  fi
done

bin="$(swift build -c release --static-swift-stdlib --show-bin-path)"
exec "$folder/peers/bin/python" Benchmarks/run.py --stockroom "$bin/stockroom" --python "$PWD/$folder/peers/bin/python" \
  --folder "$folder" "$@"
