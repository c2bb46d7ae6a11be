"""The expectations: a line for each file or pattern of files with its outcome, its check and the reason.

    files <tab> outcome <tab> check <tab> reason

The first line whose pattern fits a file is the file's. `*` in a pattern stands for any characters, with slashes.
"""

import re

# The better an outcome, the higher. A file that is refused rightly and is taken right one day is better off.
RANKS = {"WRONG": 0, "unchecked": 0, "refused wrongly": 1, "refused rightly": 2, "in part": 2, "one step": 3, "at once": 4}


class Row:
    def __init__(self, pattern, outcome, check="", reason=""):
        self.pattern, self.outcome, self.check, self.reason = pattern, outcome, check, reason
        self.expression = re.compile(".*".join(re.escape(p) for p in pattern.split("*")) + r"\Z")

    def line(self):
        return "\t".join((self.pattern, self.outcome, self.check, self.reason)).rstrip("\t")


class Expectations:
    UNKNOWN = Row("*", "refused wrongly")

    def __init__(self, path):
        self.path, self.comments, self.rows = path, [], []
        try:
            with open(path, encoding="utf-8") as lines:
                for line in lines:
                    line = line.rstrip("\n")
                    if line.startswith("#") or not line:
                        self.comments.append(line)
                    else:
                        self.rows.append(Row(*line.split("\t")))
        except FileNotFoundError:
            pass

    @staticmethod
    def fits(file, pattern):
        return Row(pattern, "").expression.match(file) is not None

    def row(self, file):
        return next((row for row in self.rows if row.expression.match(file)), self.UNKNOWN)

    def record(self, results):
        """Writes the outcomes down: a pattern keeps what all its files have, and the others get lines of their own."""
        owned = {}
        for file in results:
            owned.setdefault(self.row(file), []).append(file)
        rows = []
        for row in self.rows:
            files = owned.pop(row, [])
            outcomes = [results[file].outcome for file in files]
            if len(set(outcomes)) == 1:
                row.outcome = outcomes[0]
            else:
                for file in files:
                    if results[file].outcome != row.outcome:
                        rows.append(Row(file, results[file].outcome, row.check, row.reason))
            rows.append(row)
        for files in owned.values():
            rows += [Row(file, results[file].outcome) for file in files]
        self.rows = rows
        with open(self.path, "w", encoding="utf-8") as target:
            target.write("\n".join(self.comments + [row.line() for row in rows]) + "\n")
