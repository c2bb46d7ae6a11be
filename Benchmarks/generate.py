#!/usr/bin/env python3
"""Makes the data of the benchmarks: the same seed and size give the same bytes, on every machine.

  generate.py FOLDER ROWS [--seed N] [KIND.FORMAT ...]

Kinds are locations, products, changed_products, price_list, shuffled_price_list, stock_levels, movements, order_lines, and of
one place: opening, trade and count_lines. Formats are csv, json, jsonl, xml and xlsx. Rows are written as they are made, so that there may be any number
of them; a sheet of xlsx ends at 1,048,575. What is there already is kept.

One product in ten has a title with a comma and quotes, one in seven letters beyond ASCII, one in twelve no colour and size.
One in twenty of changed_products has another cost and price. A count is of every item of one place, in the order in which
people walk, which is not that of the catalogue; nine lines in ten are as the opening and the trade before them say.
"""

import argparse
import array
import datetime
import json
import math
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
STORE = "shop"
OPENING = 1_735_689_600
"""When the place of the count was opened: 2025-01-01 in UTC, in seconds."""
COUNT_DAY = OPENING + 273 * 86_400
TRADED_DAYS = 300
SHEET_ROWS = 1_048_575

COLUMNS = {
    "locations": ["location", "location_name"],
    "products": ["sku", "product_code", "title", "description", "brand", "category", "colour", "size", "barcode",
                 "standard_cost", "price", "tax_rate"],
    "stock_levels": ["sku", "location", "quantity", "unit_cost", "effective_at"],
    "movements": ["document", "line", "movement_kind", "sku", "quantity", "unit_cost", "location", "effective_at"],
    "order_lines": ["supplier", "order_number", "line", "sku", "order_quantity", "order_unit", "pack_size", "unit_cost"],
    "count_lines": ["count", "location", "section", "sku", "counted_quantity", "counted_at"],
}
SUPPLIED = [*COLUMNS["products"], "supplier", "supplier_code", "unit_cost", "pack_size"]
COLUMNS |= {"changed_products": COLUMNS["products"], "price_list": SUPPLIED, "shuffled_price_list": SUPPLIED,
            "opening": COLUMNS["stock_levels"], "trade": COLUMNS["movements"]}
RECORDS = {"changed_products": "products", "price_list": "products", "shuffled_price_list": "products",
           "opening": "stock_levels", "trade": "movements"}
"""The record kinds of data that is not called after its own."""


def ean13(number):
    """The EAN-13 of the restricted range 20 with that number in it."""
    digits = f"20{number:010d}"
    total = sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(digits))
    return digits + str(-total % 10)


def sku(number):
    return f"P{number // 4:07d}-{number % 4}"


def product(number, pick, first):
    """A variant by its number and random pick; first is the pick of its product's first variant, which all four share."""
    item = number // 4
    goods, word = GOODS[first & 15], WORDS[first >> 4 & 15]
    title = f'{goods} "{word}", {first >> 8 & 63} pcs' if item % 10 == 3 else f"{goods} {word} {first >> 8 & 255}"
    description = (f"{WORDS[first >> 16 & 15]} {WORDS[first >> 20 & 15]} {goods} for every day"
                   f"{',' if item % 4 == 1 else ''} no {first >> 8 & 4095}")
    has_size = number % 12 != 5
    cost = 500 + (pick >> 12) % 90_000
    return (
        sku(number), f"P{item:07d}", title, description, BRANDS[item & 7], f"group-{item % 60:02d}",
        COLOURS[pick >> 20 & 7] if has_size else "", SIZES[(pick >> 23) % 7] if has_size else "", ean13(number),
        f"{cost // 100}.{cost % 100:02d}50", f"{cost * 2 // 100}.{9 if pick & 1 else 5}9", "19" if item % 3 else "7")


def product_picks(rows, seed):
    chance = random.Random(f"products {seed}").random
    return (int(chance() * RANGE) for _ in range(rows))


def products(rows, seed):
    """Four variants to a product, which share what is the product's."""
    first = 0
    for number, pick in enumerate(product_picks(rows, seed)):
        if number % 4 == 0:
            first = pick
        yield product(number, pick, first)


def supplied(number, fields):
    """The line of a product in a supplier's price list."""
    item = number // 4
    return *fields, f"S{item % 8:02d}", "A" + fields[0], fields[9], "6" if item % 3 else "1"


def price_list(rows, seed):
    """The products as suppliers offer them, in the order of the catalogue."""
    for number, fields in enumerate(products(rows, seed)):
        yield supplied(number, fields)


def shuffled_price_list(rows, seed):
    """The same lines in no order."""
    picks = array.array("L", product_picks(rows, seed))
    for number in walked(rows, seed):
        yield supplied(number, product(number, picks[number], picks[number - number % 4]))


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


def changed_products(rows, seed):
    """The products again, one in twenty with another cost and price."""
    cost, price = (COLUMNS["products"].index(name) for name in ("standard_cost", "price"))
    for number, fields in enumerate(products(rows, seed)):
        if number % 20 == 7:
            fields = list(fields)
            fields[cost] = fields[cost][:-2] + "75"
            fields[price] = fields[price][:-1] + "5"
        yield fields


def mixed(number, salt):
    """A number of 64 bits that looks random and can be had again for any item without those before it (SplitMix64)."""
    mask = (1 << 64) - 1
    number = (number + 1) * 0x9E3779B97F4A7C15 + salt * 0xD1B54A32D192ED03 & mask
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & mask
    number = (number ^ number >> 27) * 0x94D049BB133111EB & mask
    return number ^ number >> 31


def walked(rows, seed):
    """All items in an order that has nothing to do with that of the catalogue."""
    step = 7_368_787 + 2 * (seed % 1000)
    while math.gcd(step, rows) != 1:
        step += 1
    return ((place * step + seed) % rows for place in range(rows))


def second(number):
    day = datetime.datetime.fromtimestamp(number, datetime.timezone.utc)
    return day.strftime("%Y-%m-%dT%H:%M:%SZ")


def opened(number, seed):
    """What there was of an item of the place at its opening, and at what cost; something of each, so each has an average."""
    pick = mixed(number, seed)
    return pick % 500 + 1, f"{pick % 89 + 10}.{pick >> 12 & 7}250"


def traded(number, turn, seed):
    """What happened to an item: when, how many and at what cost, if a delivery; nothing to some, twice to others.

    What is delivered costs nearly what it did before: a shop is warned of other costs.
    """
    pick = mixed(number, seed + 1 + turn)
    if turn >= mixed(number, seed + 3) % 3:
        return None
    at = OPENING + 86_400 + pick % (TRADED_DAYS * 86_400)
    return (at, pick >> 40 & 31, f"{mixed(number, seed) % 89 + 10}.{pick >> 12 & 7}250") if pick >> 36 & 3 == 0 else (
        at, -(pick >> 40 & 3) - 1, "")


def opening(rows, seed):
    """The stock of one place, which is where the count is held."""
    for number in range(rows):
        quantity, cost = opened(number, seed)
        yield sku(number), STORE, str(quantity), cost, second(OPENING)


def trade(rows, seed):
    """Sales and deliveries of that place over three hundred days, one in eleven after the count; as many as items, about."""
    made = 0
    for turn in range(2):
        for number in walked(rows, seed + turn):
            if event := traded(number, turn, seed):
                at, quantity, cost = event
                yield (
                    f"D{made // 10:07d}", str(made % 10 + 1), "receipt" if cost else "sale", sku(number),
                    str(quantity or 1), cost, STORE, second(at))
                made += 1


def count_lines(rows, seed):
    """A full count of that place: every item once, each line with its time."""
    for place, number in enumerate(walked(rows, seed + 7)):
        at, pick = COUNT_DAY + 8 * 3600 + place * 12 * 3600 // rows, mixed(number, seed + 5)
        expected = opened(number, seed)[0]
        for turn in range(2):
            event = traded(number, turn, seed)
            if event and event[0] <= at:
                expected += event[1] or 1
        counted = max(0, expected) if pick % 10 else max(0, expected + pick // 16 % 9 - 4)
        yield "1", STORE, f"aisle-{place * 80 // rows:02d}", sku(number), str(counted), second(at)


MAKERS = {
    "locations": locations, "products": products, "changed_products": changed_products, "price_list": price_list,
    "shuffled_price_list": shuffled_price_list, "stock_levels": stock_levels, "movements": movements, "order_lines": order_lines, "opening": opening, "trade": trade, "count_lines": count_lines}
FORMATS = ("csv", "json", "jsonl", "xml", "xlsx")


def csv_line(fields):
    return ",".join('"' + f.replace('"', '""') + '"' if '"' in f or "," in f else f for f in fields) + "\n"


def write_sheet(path, columns, lines):
    """A workbook of one sheet, written row by row; every cell is text, as in the other formats."""
    import xlsxwriter
    book = xlsxwriter.Workbook(path, {"constant_memory": True, "strings_to_numbers": False})
    # The time of making would be another one every time.
    book.set_properties({"created": datetime.datetime(2025, 1, 1)})
    sheet = book.add_worksheet("records")
    for column, name in enumerate(columns):
        sheet.write_string(0, column, name)
    for row, fields in enumerate(lines, 1):
        if row > SHEET_ROWS:
            sys.exit(f"generate.py: a sheet of xlsx has room for {SHEET_ROWS:,} records")
        for column, field in enumerate(fields):
            if field:
                sheet.write_string(row, column, field)
    book.close()


def write(path, kind, form, rows, seed):
    columns = COLUMNS[kind]
    scratch = f"{path}.{os.getpid()}"
    if form == "xlsx":
        write_sheet(scratch, columns, MAKERS[kind](rows, seed))
        os.replace(scratch, path)
        return
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
            table = RECORDS.get(kind, kind)
            out.write(f'<?xml version="1.0" encoding="UTF-8"?>\n<{table}>\n')
            tags = [(f"    <{column}>", f"</{column}>\n") for column in columns]
            for fields in lines:
                body = "".join(a + (escape(f) if "&" in f else f) + b for (a, b), f in zip(tags, fields))
                out.write(f"  <record>\n{body}  </record>\n")
            out.write(f"</{table}>\n")
        else:
            sys.exit(f"generate.py: there is no format '{form}'; formats: {', '.join(FORMATS)}")
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
    wanted = given.files or [f"{kind}.{form}" for kind in COLUMNS for form in FORMATS]
    for name in wanted:
        kind, _, form = name.partition(".")
        if kind not in COLUMNS:
            sys.exit(f"generate.py: there is no kind '{kind}'; kinds: {', '.join(COLUMNS)}")
        print(ensure(given.folder, kind, form, given.rows, given.seed))


if __name__ == "__main__":
    main()
