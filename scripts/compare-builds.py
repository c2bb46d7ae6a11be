#!/usr/bin/env python3
"""Fails where an optimised build reads a file otherwise than a debug build: compare-builds.py DEBUG RELEASE.

The optimiser has had faults that changed what was read, without an error. Every fixture of the formats and every sample is
converted by both executables, table by table; what they write, what they say and their exit status must be the same.
"""

import concurrent.futures
import os
import re
import subprocess
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
OTHER_TABLES = re.compile(r"The file also has the tables? (.*?); take one with --table")


def files():
    """The fixtures and the samples, by their paths below the project."""
    for folder in ("Plugins", "samples"):
        for place, _, names in os.walk(os.path.join(ROOT, folder)):
            if folder == "Plugins" and "Fixtures" not in place.split(os.sep):
                continue
            for name in names:
                if folder == "samples" or name.startswith("input."):
                    yield os.path.relpath(os.path.join(place, name), ROOT)


def outcome(executable, path, table):
    """The status, output and messages of one conversion."""
    options = ["--table", table] if table else []
    run = subprocess.run([executable, "convert", path, "-", "--to", "jsonl", *options], cwd=ROOT, capture_output=True, timeout=60)
    return run.returncode, run.stdout, run.stderr


def differences(debug, release, path):
    """How many conversions of a file were compared, and the tables in which the builds differ."""
    waiting, seen, differ = [None], {None}, []
    while waiting:
        table = waiting.pop()
        expected = outcome(debug, path, table)
        if outcome(release, path, table) != expected:
            differ.append(f"{path}{f', table {table}' if table else ''}")
        named = OTHER_TABLES.search(expected[2].decode("utf-8", "replace"))
        for other in named[1].split(", ") if named else []:
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    return len(seen), differ


def main():
    debug, release = (os.path.abspath(path) for path in sys.argv[1:3])
    os.environ.pop("STOCKROOM_SHOP", None)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(lambda path: differences(debug, release, path), sorted(files())))
    differ = [line for _, lines in found for line in lines]
    for line in differ:
        print(f"the two builds differ: {line}", file=sys.stderr)
    print(f"{sum(count for count, _ in found)} conversions of {len(found)} files, {len(differ)} of them different")
    sys.exit(1 if differ else 0)


if __name__ == "__main__":
    main()
