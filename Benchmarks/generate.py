#!/usr/bin/env python3
"""Makes the data of the benchmarks: the same seed and size give the same bytes, on every machine.

  generate.py FOLDER ROWS [--seed N] [KIND.FORMAT ...]

Kinds are locations, products, stock_levels, movements, order_lines and count_lines; formats are csv, json, jsonl and xml.
What is there already is kept. One row in ten has a title with a comma and quotes, one in seven letters beyond ASCII, one in
twelve no colour and size.
"""

import argparse
import json
import os
import random
import sys
from xml.sax.saxutils import escape

GOODS = ["T-Shirt", "Mug", "Notebook", "Socks", "Lamp", "Olive Oil", "Candle", "Backpack", "Scarf", "Teapot", "Jeans",
         "Pencil Case", "Cutting Board", "Umbrella", "Espresso", "Blanket"]
WORDS = ["plain", "organic", "striped", "soft", "heavy", "light", "round", "warm", "classic", "matte", "Größe wählbar",
         "crème", "brushed", "folding", "woven", "double"]
BRANDS = ["Nordlicht", "Ährenwort", "Linde & Söhne", "Harbour", "Kestrel", "Mill Lane", "Portobello", "Saltbox"]
COLOURS = ["black", "white", "grey", "navy", "red", "green", "sand", "sky"]
SIZES = ["XS", "S", "M", "L", "XL", "39-42", "43-46"]
LOCATIONS = ["shop", "stockroom", "market", "north"]
LOCATION_COUNT = len(LOCATIONS)
RANGE = 1 << 30

COLUMNS = {
    "locations": ["location", "location_name"],
    "products": ["sku", "product_code", "title", "description", "brand", "category", "colour", "size", "barcode",
                 "standard_cost", "price", "tax_rate"],
    "stock_levels": ["sku", "location", "quantity", "unit_cost", "effective_at"],
    "movements": ["document", "line", "movement_kind", "sku", "quantity", "unit_cost", "location", "effective_at"],
    "order_lines": ["supplier", "order_number", "line", "sku", "order_quantity", "order_unit", "pack_size", "unit_cost"],
    "count_lines": ["count", "location", "section", "sku", "counted_quantity", "counted_at"],
}


def ean13(number):
    """The EAN-13 of the restricted range 20 with that number in it."""
    digits = f"20{number:010d}"
    total = sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(digits))
    return digits + str(-total % 10)


def sku(number):
    return f"P{number // 4:07d}-{number % 4}"


def products(rows, seed):
    """Four variants to a product, which share what is the product's."""
    chance = random.Random(f"products {seed}").random
    for number in range(rows):
        item, pick = number // 4, int(chance() * RANGE)
        if number % 4 == 0:
            goods, word = GOODS[pick & 15], WORDS[pick >> 4 & 15]
            title = f'{goods} "{word}", {pick >> 8 & 63} pcs' if item % 10 == 3 else f"{goods} {word} {pick >> 8 & 255}"
            description = (f"{WORDS[pick >> 16 & 15]} {WORDS[pick >> 20 & 15]} {goods} for every day"
                           f"{',' if item % 4 == 1 else ''} no {pick >> 8 & 4095}")
        has_size = number % 12 != 5
        cost = 500 + (pick >> 12) % 90_000
        yield (
            sku(number), f"P{item:07d}", title, description, BRANDS[item & 7], f"group-{item % 60:02d}",
            COLOURS[pick >> 20 & 7] if has_size else "", SIZES[(pick >> 23) % 7] if has_size else "", ean13(number),
            f"{cost // 100}.{cost % 100:02d}50", f"{cost * 2 // 100}.{9 if pick & 1 else 5}9", "19" if item % 3 else "7")


def locations(rows, seed):
    """Always the same few, however many rows are asked for."""
    for location in LOCATIONS:
        yield location, location.capitalize()


def stock_levels(rows, seed):
    chance = random.Random(f"stock {seed}").random
    for number in range(rows):
        pick = int(chance() * RANGE)
        yield (
            sku(number), LOCATIONS[number % LOCATION_COUNT], str(pick % 500), f"{pick % 89 + 1}.{pick >> 8 & 7}250",
            "2026-01-01T00:00:00Z")


def moment(number):
    return f"2026-{number // 31 % 9 + 2:02d}-{number % 28 + 1:02d}T{number % 12 + 8:02d}:{number % 60:02d}:{number % 59:02d}Z"


def movements(rows, seed):
    chance = random.Random(f"movements {seed}").random
    for number in range(rows):
        pick = int(chance() * RANGE)
        is_receipt = pick % 8 == 0
        yield (
            f"D{number // 10:07d}", str(number % 10 + 1), "receipt" if is_receipt else "sale", sku(pick % rows),
            str(pick % 40 + 1) if is_receipt else str(-(pick % 3 + 1)), f"{pick % 89 + 1}.{pick >> 8 & 7}250",
            LOCATIONS[pick % rows % LOCATION_COUNT], moment(pick % 8641))


def order_lines(rows, seed):
    chance = random.Random(f"orders {seed}").random
    for number in range(rows):
        pick = int(chance() * RANGE)
        yield (
            f"S{number // 2000 % 40:02d}", f"PO-{number // 50:06d}", str(number % 50 + 1), sku(pick % rows),
            str(pick % 12 + 1), "case" if pick & 1 else "each", "6" if pick & 1 else "1",
            f"{pick % 89 + 1}.{pick >> 8 & 7}250")


def count_lines(rows, seed):
    """A full count: every SKU once, nine in ten as expected, in an order of its own, as people walk."""
    chance = random.Random(f"counts {seed}").random
    expected = random.Random(f"stock {seed}").random
    for number in range(rows):
        on_hand, pick = int(expected() * RANGE) % 500, int(chance() * RANGE)
        counted = on_hand if pick % 10 else max(0, on_hand + (pick >> 4) % 9 - 4)
        yield (
            "1", LOCATIONS[number % LOCATION_COUNT], f"aisle-{number // 400 % 80:02d}", sku(number), str(counted),
            moment(number // 400))


MAKERS = {"locations": locations, "products": products, "stock_levels": stock_levels, "movements": movements, "order_lines": order_lines,
          "count_lines": count_lines}


def csv_line(fields):
    return ",".join('"' + f.replace('"', '""') + '"' if '"' in f or "," in f else f for f in fields) + "\n"


def write(path, kind, form, rows, seed):
    columns = COLUMNS[kind]
    scratch = f"{path}.{os.getpid()}"
    with open(scratch, "w", encoding="utf-8", newline="", buffering=1 << 20) as out:
        lines = MAKERS[kind](rows, seed)
        if form == "csv":
            out.write(",".join(columns) + "\n")
            out.writelines(map(csv_line, lines))
        elif form in ("json", "jsonl"):
            quoted = json.JSONEncoder(ensure_ascii=False).encode
            keys = [f"{quoted(column)}:" for column in columns]
            ahead, between, behind = ("", "\n", "\n") if form == "jsonl" else ("[\n", ",\n", "\n]\n")
            for number, fields in enumerate(lines):
                out.write(between if number else ahead)
                out.write("{" + ",".join(key + quoted(field) for key, field in zip(keys, fields)) + "}")
            out.write(behind)
        elif form == "xml":
            out.write(f'<?xml version="1.0" encoding="UTF-8"?>\n<{kind}>\n')
            tags = [(f"    <{column}>", f"</{column}>\n") for column in columns]
            for fields in lines:
                body = "".join(a + (escape(f) if "&" in f else f) + b for (a, b), f in zip(tags, fields))
                out.write(f"  <record>\n{body}  </record>\n")
            out.write(f"</{kind}>\n")
        else:
            sys.exit(f"generate.py: there is no format '{form}'; formats: csv, json, jsonl, xml")
    os.replace(scratch, path)


def ensure(folder, kind, form, rows, seed):
    """The path of a file of that content, made when it is not there."""
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, f"{kind}-{rows}-{seed}.{form}")
    if not os.path.exists(path):
        write(path, kind, form, rows, seed)
    return path


def main():
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("folder")
    reader.add_argument("rows", type=int)
    reader.add_argument("files", nargs="*", metavar="KIND.FORMAT")
    reader.add_argument("--seed", type=int, default=1)
    given = reader.parse_args()
    wanted = given.files or [f"{kind}.{form}" for kind in COLUMNS for form in ("csv", "json", "jsonl", "xml")]
    for name in wanted:
        kind, _, form = name.partition(".")
        if kind not in COLUMNS:
            sys.exit(f"generate.py: there is no kind '{kind}'; kinds: {', '.join(COLUMNS)}")
        print(ensure(given.folder, kind, form, given.rows, given.seed))


if __name__ == "__main__":
    main()
