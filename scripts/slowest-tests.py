#!/usr/bin/env python3
"""Prints the slowest tests of a run with their seconds, the sum of their cases, from the events that `swift test` wrote.

    swift test --event-stream-output-path events.jsonl --event-stream-version 0 \\
      --experimental-maximum-parallelization-width "$(nproc)"
    scripts/slowest-tests.py events.jsonl             the ten slowest tests, and the seconds of all
    scripts/slowest-tests.py -n 20 events.jsonl       the twenty slowest
    scripts/slowest-tests.py --suites events.jsonl    the slowest suites

Without that width all tests begin at once and wait for one another, so that their seconds say nothing.
"""

import argparse
import collections
import json
import sys


def seconds_of_tests(lines):
    """The seconds of each test by its id, such as `CSVFormatTests.CSVTableTests/readsTables(_:)/CSVTableTests.swift:12:4`."""
    started, seconds = {}, collections.Counter()
    for line in lines:
        # A run that was broken off ends within a line.
        try:
            event = json.loads(line)
        except ValueError:
            continue
        payload = event.get("payload", {})
        if payload.get("kind") not in ("testCaseStarted", "testCaseEnded"):
            continue
        test, time = payload["testID"], payload["instant"]["absolute"]
        case = (test, payload.get("_testCase", {}).get("id"))
        if payload["kind"] == "testCaseStarted":
            started[case] = time
        elif case in started:
            seconds[test] += time - started.pop(case)
    return seconds


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("events")
    options.add_argument("-n", type=int, default=10, dest="count")
    options.add_argument("--suites", action="store_true")
    given = options.parse_args()
    with open(given.events, encoding="utf-8") as lines:
        tests = seconds_of_tests(lines)
    if not tests:
        print("no finished test is in %s; is it what --event-stream-output-path wrote?" % given.events, file=sys.stderr)
        return 1
    seconds = collections.Counter()
    for test, time in tests.items():
        # A test without a suite has only its module before its name.
        suite, _, name = test.partition("/")
        seconds[suite if given.suites else "%s.%s" % (suite, name.split("/")[0])] += time
    for name, time in seconds.most_common(given.count):
        print("%9.1f s  %s" % (time, name))
    print("%9.1f s  all %d tests" % (sum(tests.values()), len(tests)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
