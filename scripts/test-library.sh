#!/usr/bin/env bash
# Makes FOLDER with what tests need beside a statically linked standard library, and prints the options for it:
# scripts/test-library.sh FOLDER.
#
# The toolchain has the library Testing for the dynamic standard library only. FOLDER has links to its modules, so that tests are
# compiled with the same options as the release. The tests themselves are linked dynamically: what the static library has as
# archives of its own is within the dynamic ones, so that here these archives are empty.
set -euo pipefail
folder=$1
swift=$(swiftc -print-target-info | python3 -c 'import json, sys; print(json.load(sys.stdin)["paths"]["runtimeResourcePath"])')
dynamic=$swift/linux
static=$(dirname "$swift")/swift_static/linux
rm -rf "$folder"
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
for module in "$dynamic"/{Testing,XCTest,_Test,_Testing}*.swift{module,crossimport}; do
  [ ! -e "$module" ] || ln -sfn "$module" "$folder/"
done
for archive in "$static"/lib*.a; do
  name=$(basename "$archive" .a)
  [ -e "$dynamic/$name.so" ] || [ -e "$dynamic/$name.a" ] || printf '!<arch>\n' > "$folder/$name.a"
done
echo "-Xswiftc -I$folder -Xswiftc -L$folder"
