"""A price list into the tables of a shop with Python's csv and sqlite3: price_list_python.py PRICELIST.csv OUT.sqlite."""

import csv
import sqlite3
import sys

from price_list_statements import script

BATCH = 5000


def scaled(text, digits):
    whole, _, part = text.partition(".")
    if len(part) > digits:
        raise ValueError(text)
    return int(whole + part.ljust(digits, "0"))


def checked(code):
    """An EAN-13 as 14 digits."""
    if len(code) != 13 or (sum(map(int, code[0::2])) + 3 * sum(map(int, code[1::2]))) % 10:
        raise ValueError(code)
    return "0" + code


class Codes(dict):
    """The numbers of the codes of a small table, each inserted when it comes first."""

    def __init__(self, table):
        super().__init__({"": None})
        self.insertion = f"INSERT INTO {table} (id, code) VALUES (?, ?)"

    def __missing__(self, code):
        self[code] = len(self)
        database.execute(self.insertion, (self[code], code))
        return self[code]


source, target = sys.argv[1:]
database = sqlite3.connect(target, isolation_level=None)
database.executescript(
    "PRAGMA page_size = 16384; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;"
    "PRAGMA cache_size = -16000;" + script("price_list.sql"))
categories, brands, colours, suppliers = (Codes(table) for table in ("categories", "brands", "colours", "suppliers"))
INSERTIONS = {
    "products": "INSERT INTO products (id, code, title, description, category_id, brand_id, tax_rate) VALUES (?,?,?,?,?,?,?)",
    "variants": "INSERT INTO variants (id, sku, product_id, colour_id, size, standard_cost) VALUES (?,?,?,?,?,?)",
    "barcodes": "INSERT INTO barcodes (id, canonical, code, symbology, variant_id) VALUES (?,?,?,'gtin-13',?)",
    "prices": "INSERT INTO prices (id, variant_id, price_type, currency, valid_from, price) "
              "VALUES (?,?,'regular','EUR',-62135596800000,?)",
    "supplier_items": "INSERT INTO supplier_items (id, supplier_id, variant_id, supplier_code, unit_cost, currency, pack_size) "
                      "VALUES (?,?,?,?,?,'EUR',?)"}
waiting = {table: [] for table in INSERTIONS}


def flush():
    for table, rows in waiting.items():
        database.executemany(INSERTIONS[table], rows)
        rows.clear()


known = {}
database.execute("BEGIN")
with open(source, encoding="utf-8", newline="") as given:
    rows = csv.reader(given)
    next(rows)
    for number, row in enumerate(rows, 1):
        (sku, code, title, description, brand, category, colour, size, barcode, cost, price, tax, supplier, supplier_code,
         unit_cost, pack) = row
        if not sku or not code or not title:
            raise ValueError(row)
        shared = hash((title, description, brand, category, tax))
        product, content = known.setdefault(code, (number, shared))
        if content != shared:
            raise ValueError(row)
        if product == number:
            waiting["products"].append(
                (number, code, title, description, categories[category], brands[brand], scaled(tax, 4)))
        waiting["variants"].append((number, sku, product, colours[colour], size or None, scaled(cost, 6)))
        waiting["barcodes"].append((number, checked(barcode), barcode, number))
        waiting["prices"].append((number, number, scaled(price, 2)))
        waiting["supplier_items"].append(
            (number, suppliers[supplier], number, supplier_code, scaled(unit_cost, 6), scaled(pack, 3)))
        if len(waiting["variants"]) >= BATCH:
            flush()
flush()
for statement in script("price_list_indexes.sql").split(";"):
    database.execute(statement)
database.execute("COMMIT")
database.close()
