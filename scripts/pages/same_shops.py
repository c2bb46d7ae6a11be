"""Compares all tables of two shops that were the same shop once, and in which the same was done since."""

import re
import sqlite3
import time

# What must differ between two shops in which the same was done. Moments after both began are one moment: see `Moments`.
LEFT_OUT = {
    ("audit_log", "hash"): "the digest of an entry covers the moment it was made",
    ("audit_log", "previous_hash"): "the digest of the entry before",
    ("audit_log", "tables"): "the digest of all digests, which cover moments",
    ("audit_log", "rows"): "digests of rows with moments",
    ("audit_log", "login"): "who signed in to the pages; the account that ran the command with --user",
    ("audit_head", "hash"): "the digest of the last entry",
    ("table_digests", "digest"): "digests of rows with moments; the number of rows is compared",
    ("seals", "parts"): "digests of rows with moments",
    ("seals", "digest"): "the digest of the parts",
    ("known_feeds", "hash_key"): "a random key",
    ("known_feeds", "fingerprint"): "covers the name of the file with its folder",
    ("known_rows", "content"): "digests made with the random key",
}


class Moments:
    """The time since both shops began, in milliseconds. What was done at one moment of it in one shop was done at another in the
    other."""

    def __init__(self, begun):
        self.begun, self.ended = begun, int(time.time() * 1000)
        hours = range(begun // 1000 - 86400, self.ended // 1000 + 86400, 3600)
        self.days = {time.strftime("%Y-%m-%d", time.gmtime(hour)) for hour in hours}

    def alike(self, value, digests):
        """A value in which each of these moments, and each of some digests, is the same word, and each file has its name without
        its folder."""
        if isinstance(value, int) and self.begun <= value <= self.ended:
            return "now"
        if not isinstance(value, str):
            return value
        value = re.sub(
            r"\b1\d{12}\b", lambda found: "now" if self.begun <= int(found[0]) <= self.ended else found[0], value)
        value = re.sub(
            r"(\d{4}-\d\d-\d\d)[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?",
            lambda found: "now" if found[1] in self.days else found[0], value)
        # A plan names the moment and the folder in which it was made; what is sealed has moments.
        value = re.sub(r"(plan|sealed) SHA-256 [0-9a-f]{64}", r"\1", value)
        value = re.sub(r"[0-9a-f]{64}", lambda found: "digest" if found[0] in digests else found[0], value)
        return re.sub(r"/[^ ,;:\"]*/", "", value)


def tables(shop, moments):
    """The rows of all tables, in an order of their own."""
    database = sqlite3.connect(f"file:{shop}/stock.sqlite?mode=ro", uri=True)
    # What is received becomes a file of its own, with the moment in it.
    query = "SELECT file_sha256, identity FROM imports WHERE profile = 'command' AND source LIKE 'order % received'"
    digests = {digest for row in database.execute(query) for digest in row}
    names = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
    found = {}
    for name in names:
        cursor = database.execute(f'SELECT * FROM "{name}"')
        columns = [column[0] for column in cursor.description]
        kept = [index for index, column in enumerate(columns) if (name, column) not in LEFT_OUT]
        rows = [{columns[index]: moments.alike(row[index], digests) for index in kept} for row in cursor]
        found[name] = sorted(rows, key=repr)
    database.close()
    return found


def differences(one, other, begun):
    """What differs, a text for each table, and a summary of what was compared.

    begun is when the second shop was made as a copy of the first, in milliseconds.
    """
    moments = Moments(begun)
    ours, theirs = tables(one, moments), tables(other, moments)
    found = [f"table {name} is in one shop only" for name in sorted(ours.keys() ^ theirs.keys())]
    for name in sorted(ours.keys() & theirs.keys()):
        if ours[name] != theirs[name]:
            mine = [row for row in ours[name] if row not in theirs[name]]
            their = [row for row in theirs[name] if row not in ours[name]]
            found.append(
                f"table {name}: {len(ours[name])} rows, and {len(theirs[name])} in the other shop;\n"
                f"  only in the first: {mine[:3]}\n  only in the other: {their[:3]}")
    filled = sum(bool(rows) for rows in ours.values())
    rows = sum(len(rows) for rows in ours.values())
    return found, f"{len(ours)} tables, {filled} of them with rows, {rows} rows; {len(LEFT_OUT)} columns left out"
