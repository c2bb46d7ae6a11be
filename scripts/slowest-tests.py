#!/usr/bin/env python3
"""Prints the slowest tests of a run with their seconds, from the events that `swift test` wrote.

    swift test --event-stream-output-path events.jsonl --event-stream-version 0 \\
      --experimental-maximum-parallelization-width "$(nproc)"
    scripts/slowest-tests.py events.jsonl             the ten slowest tests, and the seconds of all
    scripts/slowest-tests.py -n 20 events.jsonl       the twenty slowest
    scripts/slowest-tests.py --suites events.jsonl    the slowest suites

Without that width all tests begin at once and wait for one another, so that their seconds say nothing.

The cases of a test with arguments have events of their own. Of any other test only the end is known, so that it has seconds of
its own only where one test runs at a time: give both programs the width 1. Elsewhere one line says what these tests took together.
"""

import argparse
import collections
import json
import os
import sys


def events_in_order(lines):
    """The events of tests and cases by their time: (time, kind, test, case)."""
    events = []
    for line in lines:
        # A run that was broken off ends within a line.
        try:
            payload = json.loads(line).get("payload", {})
        except ValueError:
            continue
        if payload.get("kind") in ("testStarted", "testEnded", "testCaseStarted", "testCaseEnded"):
            events.append((payload["instant"]["absolute"], payload["kind"], payload["testID"],
                           payload.get("_testCase", {}).get("id")))
    return sorted(events, key=lambda event: event[0])


def is_test(name):
    """Whether an id is that of a test, `Module.Suite/test()/File.swift:1:1` or `Module.test()/File.swift:1:1`; others are suites."""
    return ".swift:" in name


def seconds_of_tests(events, width):
    """The seconds of each test by its id, as `width` tests or cases run at a time."""
    seconds = collections.Counter()
    have_cases = {test for _, kind, test, _ in events if kind == "testCaseStarted"}
    begun, last = {}, None
    for time, kind, test, case in events:
        if kind == "testCaseStarted":
            begun[test, case] = time
        elif kind == "testCaseEnded" and (test, case) in begun:
            seconds[test] += time - begun.pop((test, case))
        elif kind == "testEnded" and width == 1 and test not in have_cases and is_test(test):
            seconds[test] += time - last
        if kind != "testStarted" or last is None:
            last = time
    return seconds


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("events")
    options.add_argument("-n", type=int, default=10, dest="count")
    options.add_argument("--suites", action="store_true")
    options.add_argument("--width", type=int, default=os.cpu_count(), help="how many tests ran at a time")
    given = options.parse_args()
    with open(given.events, encoding="utf-8") as lines:
        events = events_in_order(lines)
    tests = seconds_of_tests(events, given.width)
    if not tests:
        print("no finished test is in %s; is it what --event-stream-output-path wrote?" % given.events, file=sys.stderr)
        return 1
    seconds = collections.Counter()
    for test, time in tests.items():
        # The last part is the place in the sources. A test without a suite has only its module before its name.
        parts = test.split("/")[:-1]
        suite = ".".join(parts[:-1]) if len(parts) > 1 else parts[0].split(".")[0]
        seconds[suite if given.suites else ".".join(parts)] += time
    for name, time in seconds.most_common(given.count):
        print("%9.1f s  %s" % (time, name))
    print("%9.1f s  all %d tests of these" % (sum(tests.values()), len(tests)))
    others = {test for _, kind, test, _ in events if kind == "testEnded" and is_test(test)} - set(tests)
    if others:
        left = given.width * (events[-1][0] - events[0][0]) - sum(tests.values())
        print("%9.1f s  at most, all %d tests without arguments" % (left, len(others)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
