"""Tells whether two files hold the same records, whatever their writers think of quotes, escapes and nothing.

A missing field, null and empty text are taken for the same: CSV has one way to write all three, and Polars and DuckDB
read an empty field as null where Stockroom keeps it as the empty text that it is. So are 12, 12.0 and 12.000 where the numbers
are computed, as databases write all decimals of a type.
"""

import csv
import hashlib
import json
import re


def records(path):
    """The records of a CSV or JSON Lines file as lists of texts."""
    with open(path, encoding="utf-8", newline="") as source:
        if path.endswith(".csv"):
            yield from csv.reader(source)
            return
        columns = None
        for line in source:
            record = json.loads(line)
            if columns is None:
                columns = list(record)
                yield columns
            yield ["" if record.get(column) is None else str(record[column]) for column in columns]


ZEROS = re.compile(r"^(-?\d+)(?:\.0+|(\.\d*?[1-9])0+)$")


def shortest(field):
    """A number without the zeros at its end."""
    return ZEROS.sub(lambda found: found[1] + (found[2] or ""), field)


def digest(path, are_numbers=False):
    """A sum over all records in order, and how many there are, the names of the columns not counted."""
    total = hashlib.sha256()
    count = -1
    for record in records(path):
        if are_numbers:
            record = [shortest(field) if "." in field else field for field in record]
        total.update("\x1f".join(record).encode())
        total.update(b"\x1e")
        count += 1
    return total.hexdigest(), count


def same_records(paths, are_numbers=False):
    """None when all files hold the same records, else what is wrong.

    - are_numbers: whether numbers may have more zeros at their end than ours.
    """
    found = {path: digest(path, are_numbers) for path in paths}
    if len(set(found.values())) == 1:
        return None
    return "; ".join(f"{path}: {count} records, {total[:12]}" for path, (total, count) in found.items())


def same_bytes(paths):
    """None when all files hold the same bytes, else where the first difference is."""
    texts = []
    for path in paths:
        with open(path, "rb") as source:
            texts.append(source.read())
    for path, text in zip(paths[1:], texts[1:]):
        if text != texts[0]:
            place = next((i for i, (a, b) in enumerate(zip(text, texts[0])) if a != b), min(len(text), len(texts[0])))
            return (f"{path} differs from {paths[0]} at byte {place}: "
                    f"{text[place - 40:place + 60]!r} and {texts[0][place - 40:place + 60]!r}")
    return None
