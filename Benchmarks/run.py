#!/usr/bin/env python3
"""Measures Stockroom next to the tools that one would use instead, and writes RESULTS.md.

  run.py --stockroom PATH [--python PATH] [--rows 10000,100000,1000000] [--times 5] [--jobs NAME,NAME] [--smoke]

`make bench` calls it with a release build, and with the Python that has the packages of requirements.txt. With --smoke the
outputs are compared and nothing is timed or written; without --python what Stockroom converts is compared with what the
generator writes.
"""

import argparse
import os
import shutil
import sys

import jobs
import measure
import results

HERE = os.path.dirname(os.path.abspath(__file__))


def versions(given, tools):
    """What was compared with what."""
    found = {"Stockroom": results.said(given.stockroom, "--version")}
    packages = ("import importlib.metadata as m\n"
                "for p in ('duckdb', 'Jinja2', 'lxml', 'polars'):\n print(p, m.version(p))")
    for line in results.said(given.python, "-c", packages).splitlines():
        name, _, version = line.partition(" ")
        found[name] = version
    found["Python"] = results.said(given.python, "--version").split()[-1]
    for name, path in sorted(tools.items()):
        found[name] = results.said(path, "--version").removeprefix("mlr ").split(" ")[0]
    return found


def check(job, folder):
    """Runs every side once and compares what came out; what is wrong, or None."""
    for contender in job.contenders:
        if contender.before:
            contender.before()
        measure.run(contender.command, folder, contender.allowed, contender.feed)
    return job.compare() if job.compare else None


def main():
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--stockroom", required=True)
    reader.add_argument("--python", help="the Python that has the peers' packages; without it there are no peers")
    reader.add_argument("--folder", default=os.path.join(HERE, "..", ".build", "benchmarks"))
    reader.add_argument("--rows", default="10000,100000,1000000")
    reader.add_argument("--times", type=int, default=5)
    reader.add_argument("--large-times", type=int, help="the runs of a million rows and more; as many unless given")
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--jobs", default="")
    reader.add_argument("--slow-rows", type=int, default=1_000_000, help="the most rows for jobs that need a shop")
    reader.add_argument("--large", default="import-csv,reconcile", help="the only jobs for more rows than a million")
    reader.add_argument("--out", default=os.path.join(HERE, "RESULTS.md"))
    reader.add_argument("--smoke", action="store_true")
    given = reader.parse_args()
    given.stockroom, folder = os.path.abspath(given.stockroom), os.path.abspath(given.folder)
    os.environ.pop("STOCKROOM_SHOP", None)
    tools = {name: path for name in ("mlr", "sqlite3") if (path := shutil.which(name))}
    shop = jobs.Workshop(given.stockroom, given.python, tools, folder, given.seed, os.path.join(HERE, "..", "reports"))
    wanted = [name for name in given.jobs.split(",") if name]
    measured, complaints = [], []
    sizes = sorted({int(size) for size in given.rows.split(",")})
    for rows in sizes:
        for name, make in jobs.all_jobs(shop, rows, wanted):
            is_large = rows > 1_000_000
            if name == "start-up" and rows != sizes[0] or is_large and name not in given.large.split(","):
                continue
            if jobs.needs_a_shop(name) and rows > given.slow_rows:
                continue
            try:
                job = make()
                wrong = check(job, shop.work)
                if wrong:
                    raise measure.Failed(f"the outputs differ: {wrong}")
                if not given.smoke and not shop.is_alone:
                    times = given.times if rows < 1_000_000 else given.large_times or given.times
                    costs = measure.in_turn(job.contenders, shop.work, times)
                    measured.append((job, rows, costs))
                    shown = ", ".join(f"{ratio:.2f} × {peer}" for peer, ratio in results.ratios(job, costs).items())
                    print(f"{rows:>9,} {job.name:<20} {shown}", flush=True)
                else:
                    print(f"{rows:>9,} {job.name:<20} the same on all sides", flush=True)
            except measure.Failed as failure:
                complaints.append(f"{name} at {rows:,} rows: {failure}")
                print(f"{rows:>9,} {name:<20} {failure}", file=sys.stderr, flush=True)
    if given.smoke or shop.is_alone:
        sys.exit(1 if complaints else 0)
    order = [name for name, _ in jobs.all_jobs(shop, sizes[-1], wanted)]
    measured.sort(key=lambda entry: (order.index(entry[0].name), -entry[1]))
    results.write(given.out, measured, versions(given, tools), given.seed,
                  (given.times, given.large_times or given.times), complaints)
    print(f"wrote {given.out}")
    # A job that cannot be measured is a fault of the benchmark: nobody reads what is missing in a table.
    sys.exit(1 if complaints else 0)


if __name__ == "__main__":
    main()
