#!/usr/bin/env python3
"""Tries every real file of the corpora as a new manager would, and says what became of it.

    scripts/first-contact.py STOCKROOM CORPORA            compare with the expectations; status 1 when something got worse
    scripts/first-contact.py STOCKROOM CORPORA --record   write the expectations and docs/reference/first-contact.md again
    scripts/first-contact.py STOCKROOM CORPORA --only 'ubl/*'   only some files; shows each outcome

A file about goods is imported in a fresh shop; when it is refused, the command that the refusal suggests is run once. A file
that is only about its format is converted. Everything that is taken is compared with what an independent reader finds.
"""

import argparse
import concurrent.futures
import os
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True

from first_contact.expectations import Expectations, RANKS  # noqa: E402
from first_contact.page import page  # noqa: E402
from first_contact.program import Program, Result  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
GOODS = ("commerce", "retail", "x12", "edifact", "ubl", "onix")
FORMATS = ("csv", "xlsx")
WORKBOOKS = (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods")


def files_of(corpora):
    for folder in GOODS + FORMATS:
        for place, _, names in os.walk(os.path.join(corpora, folder)):
            for name in names:
                # Schemas and notes are papers about files, and next to workbooks are other programs' readings of them.
                if name.endswith((".xsd", ".md")) or folder == "xlsx" and not name.endswith(WORKBOOKS):
                    continue
                yield os.path.relpath(os.path.join(place, name), corpora)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("stockroom")
    options.add_argument("corpora")
    options.add_argument("--record", action="store_true")
    options.add_argument("--only", default="*", metavar="PATTERN")
    options.add_argument("--expectations", default=os.path.join(ROOT, "Tests/EndToEndTests/first-contact.tsv"))
    options.add_argument("--page", default=os.path.join(ROOT, "docs/reference/first-contact.md"))
    given = options.parse_args()
    expectations = Expectations(given.expectations)
    files = sorted(f for f in files_of(given.corpora) if expectations.fits(f, given.only))
    with tempfile.TemporaryDirectory(prefix="first-contact-") as folder:
        program = Program(given.stockroom, os.path.abspath(given.corpora), folder)

        def one(file):
            check = expectations.row(file).check
            try:
                if file.split("/")[0] in GOODS:
                    return program.imported(file, check)
                return program.converted(file, check)
            except Exception as problem:  # noqa: BLE001
                return Result("WRONG", message="the independent reader failed: %s: %s" % (type(problem).__name__, problem))

        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            results = dict(zip(files, pool.map(one, files)))
    bad, better = 0, 0
    for file, result in results.items():
        row = expectations.row(file)
        if result.outcome == "refused":
            result.outcome = row.outcome if row.outcome.startswith("refused") else "refused wrongly"
        rank, expected = RANKS[result.outcome], RANKS[row.outcome]
        # What is known to be wrong stays on the page, and is not a failure again.
        if rank < expected or rank == 0 and row.outcome != result.outcome:
            bad += 1
            print("worse: %s: %s, expected %s: %s" % (file, result.outcome, row.outcome, result.message))
        elif result.outcome != row.outcome:
            better += 1
            print("better: %s: %s, expected %s" % (file, result.outcome, row.outcome))
        elif given.only != "*":
            print("%s: %s: %s" % (result.outcome, file, result.step or result.figures or result.message))
    print("%d files, %d worse or wrong, %d better than expected" % (len(files), bad, better))
    if given.record and (given.only != "*" or any("independent reader failed" in r.message for r in results.values())):
        print("not recorded: only a whole run whose readers did not fail is")
        return 1
    if given.record:
        expectations.record(results)
        with open(given.page, "w", encoding="utf-8") as target:
            target.write(page(results, expectations))
        print("recorded")
        return 0
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
