"""The jobs that need a shop: importing, importing again, exporting, reporting."""

import json
import os
import random
import re
import shutil

import compare
import generate
import measure
from jobs import PEERS, Contender, Job


def sqlite_script(path, lines):
    with open(path, "w") as out:
        out.write("\n".join(lines) + "\n")
    return path


FIELDS = "sku,product_code,colour,size,standard_cost"


def removed(path):
    if os.path.exists(path):
        os.remove(path)


def loaded(shop, name, *given):
    """A flat table of the products with unique keys, as sqlite3 loads it; the statements that make it."""
    script = sqlite_script(shop.out(f"{name}.sql"), [
        *given, "CREATE UNIQUE INDEX by_sku ON products(sku);", "CREATE UNIQUE INDEX by_barcode ON products(barcode);"])
    return shop.out(f"{name}.sqlite"), script


def same_items(shop, folder, flat):
    """Whether a shop and a flat table have the same items; in the table, numbers are texts with the zeros of the file."""
    ours, theirs = shop.out("imported.csv"), shop.out("loaded.csv")
    shop.call("export", "variants", "--fields", FIELDS, "--to", ours, "--shop", folder)
    said = measure.run([shop.tool("sqlite3"), "-csv", "-header", flat,
                        f"SELECT {FIELDS} FROM products ORDER BY rowid"], shop.work)[3]
    with open(theirs, "wb") as out:
        out.write(re.sub(rb"(\.\d*?)0+\r?$", rb"\1", said.replace(b"\r\n", b"\n"), flags=re.M))
    return compare.same_records([ours, theirs])


def empty_shop(shop, folder):
    shutil.rmtree(folder, ignore_errors=True)
    shop.call("init", folder, "--name", "Bench", "--location", "shop")


def import_csv(shop, rows):
    """Products into an empty shop; the peers load one flat table with unique keys and check nothing else."""
    given, folder = shop.file("products", "csv", rows), shop.out("shop")
    flat, script = loaded(shop, "import", ".mode csv", f".import {given} products")
    return Job(
        "import-csv", "import CSV into a shop", {"sqlite3": 2.0}, {"sqlite3": 1.0},
        [Contender("stockroom", [shop.stockroom, "import", given, "--shop", folder],
                   before=lambda: empty_shop(shop, folder)),
         Contender("sqlite3", [shop.tool("sqlite3"), flat], before=lambda: removed(flat), feed=script)],
        lambda: same_items(shop, folder, flat))


def import_jsonl(shop, rows):
    """The same from JSON Lines, next to our own import of the same records from CSV."""
    given, table = shop.file("products", "jsonl", rows), shop.file("products", "csv", rows)
    folder, other = shop.out("shop"), shop.out("shop-csv")
    columns = generate.COLUMNS["products"]
    fields = ", ".join(f"line->>'{column}' AS {column}" for column in columns)
    # Lines come in as one text each, apart by a byte that none of them has.
    flat, script = loaded(
        shop, "import-jsonl", "CREATE TEMP TABLE lines (line TEXT);", ".mode ascii", '.separator "\\001" "\\n"',
        f".import {given} lines", f"CREATE TABLE products AS SELECT {fields} FROM lines;")
    database = shop.out("import-jsonl.duckdb")
    return Job(
        "import-jsonl", "import JSON Lines into a shop", {"our CSV import": 1.1}, {},
        [Contender("stockroom", [shop.stockroom, "import", given, "--shop", folder],
                   before=lambda: empty_shop(shop, folder)),
         Contender("our CSV import", [shop.stockroom, "import", table, "--shop", other],
                   before=lambda: empty_shop(shop, other)),
         Contender("sqlite3", [shop.tool("sqlite3"), flat], before=lambda: removed(flat), feed=script),
         Contender("duckdb", shop.peer("duckdb_import.py", given, database), before=lambda: removed(database))],
        lambda: same_items(shop, folder, flat))


def bare_program(shop):
    """The C program that only inserts, compiled again when its source is newer."""
    program, source = shop.out("price_list"), os.path.join(PEERS, "price_list.c")
    if not os.path.exists(program) or os.path.getmtime(program) < os.path.getmtime(source):
        shop.run(["cc", "-O2", source, "-lsqlite3", "-o", program])
    return program


def price_list(shop, rows, kind):
    """A supplier's price list into an empty shop; the peers make the same tables of it, with the same keys and checks."""
    given, folder = shop.file(kind, "csv", rows), shop.out("shop")
    files = {name: shop.out(f"price-list-{name}.{'duckdb' if name == 'duckdb' else 'sqlite'}")
             for name in ("bare", "sqlite3", "python", "duckdb")}
    tables, indexes = (os.path.join(PEERS, name) for name in ("price_list.sql", "price_list_indexes.sql"))
    script = shop.out("price-list.sql")
    with open(script, "wb") as out:
        out.write(measure.run(shop.peer("price_list_sqlite.py", given), shop.work)[3])

    def emptied(name):
        return lambda: [removed(files[name] + ending) for ending in ("", "-wal", "-shm", ".wal")]

    def imported(name, source, target):
        return Contender(name, [shop.stockroom, "import", source, "--shop", target, "--new-suppliers"],
                         before=lambda: empty_shop(shop, target))
    contenders = [
        imported("stockroom", given, folder),
        Contender("bare C", [bare_program(shop), given, files["bare"], tables, indexes], before=emptied("bare")),
        Contender("sqlite3", [shop.tool("sqlite3"), files["sqlite3"]], before=emptied("sqlite3"), feed=script),
        Contender("python", shop.peer("price_list_python.py", given, files["python"]), before=emptied("python")),
        Contender("duckdb", shop.peer("price_list_duckdb.py", given, files["duckdb"]), before=emptied("duckdb"))]
    reach = {"bare C": 1.5, "sqlite3": 0.8, "python": 0.5, "duckdb": 0.7}
    then = {"bare C": 1.0, "sqlite3": 0.6, "python": 0.4, "duckdb": 0.5}
    if kind != "price_list":
        sorted_list = shop.file("price_list", "csv", rows)
        contenders.insert(1, imported("in order", sorted_list, shop.out("shop-in-order")))
        reach, then = {**reach, "in order": 1.1}, {**then, "in order": 0.9}

    def same():
        found = [shop.out(f"rows-{name}.csv") for name in ("stockroom", *files)]
        for database, path in zip([os.path.join(folder, "stock.sqlite"), *files.values()], found):
            shop.run(shop.peer("price_list_rows.py", database, path))
        return compare.same_records(found)
    title = "import a price list" if kind == "price_list" else "import a price list in no order"
    return Job(f"import-{kind.replace('_', '-')}", title, reach, then, contenders, same)


def upsert(shop, name, given, original):
    """What sqlite3 does to bring a flat table up to date by a file: stage it, and change the rows that differ."""
    flat, script, setup = shop.out(f"{name}.sqlite"), shop.out(f"{name}.sql"), shop.out(f"{name}-setup.sql")
    columns = generate.COLUMNS["products"]
    sqlite_script(setup, [".mode csv", f".import {original} products", "CREATE UNIQUE INDEX by_sku ON products(sku);"])
    changed = " OR ".join(f"products.{c} IS NOT excluded.{c}" for c in columns[1:])
    sqlite_script(script, [
        ".mode csv", f"CREATE TEMP TABLE stage ({', '.join(columns)});", f".import --skip 1 {given} stage", "BEGIN;",
        f"INSERT INTO products SELECT * FROM stage WHERE true ON CONFLICT(sku) DO UPDATE SET "
        f"{', '.join(f'{c} = excluded.{c}' for c in columns[1:])} WHERE {changed};", "COMMIT;"])
    removed(flat)
    measure.run([shop.tool("sqlite3"), flat], shop.work, feed=setup)
    return flat, script


def import_again(shop, rows):
    """The same file once more: nothing changes, and all sides must find that out. Beside it our own first import of it."""
    given, folder, first = shop.file("products", "csv", rows), shop.shop(rows), shop.out("shop-first")
    flat, script = upsert(shop, "again", given, given)
    return Job(
        "import-again", "import it again, nothing changed", {"our first import": 0.5}, {},
        [Contender("stockroom", [shop.stockroom, "import", given, "--shop", folder, "--again"]),
         Contender("our first import", [shop.stockroom, "import", given, "--shop", first],
                   before=lambda: empty_shop(shop, first)),
         Contender("sqlite3", [shop.tool("sqlite3"), flat], feed=script)],
        lambda: same_items(shop, folder, flat))


def import_changed(shop, rows):
    """The file once more with another cost and price in every twentieth row, into the shop as it was before each time."""
    original, given = shop.file("products", "csv", rows), shop.file("changed_products", "csv", rows)
    source, folder = shop.shop(rows), shop.out("shop-changed")
    flat, script = upsert(shop, "changed", given, original)
    shutil.copyfile(flat, f"{flat}.before")

    def restore():
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(source, folder)
    return Job(
        "import-changed", "import it again, 5 % changed", {}, {"sqlite3": 0.4},
        [Contender("stockroom", [shop.stockroom, "import", given, "--shop", folder], before=restore),
         Contender("sqlite3", [shop.tool("sqlite3"), flat], before=lambda: shutil.copyfile(f"{flat}.before", flat),
                   feed=script)],
        lambda: same_items(shop, folder, flat))


EXPORTED = ["sku", "product_code", "colour", "size", "standard_cost"]


def export(shop, rows, form):
    """A kind of the catalogue out of the shop; the peer selects from a flat table of the same records."""
    folder, flat = shop.shop(rows), shop.out(f"export-{rows}.sqlite")
    if not os.path.exists(flat):
        setup = sqlite_script(shop.out("export.sql"), [".mode csv", f".import {shop.file('products', 'csv', rows)} products"])
        measure.run([shop.tool("sqlite3"), flat], shop.work, feed=setup)
    option, title = {"csv": ("-csv", "CSV"), "jsonl": ("-json", "JSON Lines")}[form]
    ours, theirs = shop.out(f"export.{form}"), shop.out(f"export-sqlite.{form}")
    select = f"SELECT {', '.join(EXPORTED)} FROM products ORDER BY rowid"
    peer = ["sh", "-c", f"exec '{shop.tool('sqlite3')}' -header {option} '{flat}' \"$1\" > \"$0\"", theirs, select]

    def same():
        # Its cost is a text with the zeros of the file, ours a number without them; its JSON is one array.
        text = open(theirs, encoding="utf-8", newline="").read()
        if form == "csv":
            text = re.sub(r"(\.\d*?)0+\r?$", r"\1", text.replace("\r\n", "\n"), flags=re.M)
        else:
            text = re.sub(r'(\.\d*?)0+"\}', r'\1"}', text.strip().removeprefix("[").removesuffix("]").replace("},\n", "}\n"))
        with open(theirs, "w", encoding="utf-8", newline="") as out:
            out.write(text + ("" if text.endswith("\n") else "\n"))
        return compare.same_records([ours, theirs])
    command = [shop.stockroom, "export", "variants", "--fields", ",".join(EXPORTED), "--to", ours, "--shop", folder]
    return Job(
        f"export-{form}", f"export to {title}", {"sqlite3": 0.6}, {"sqlite3": 0.4},
        [Contender("stockroom", command, ours), Contender("sqlite3", peer, theirs)], same)


def report(shop, rows):
    """Every item on hand on one page."""
    folder = shop.shop(rows, "stock_levels")
    ours, theirs = shop.out("report.html"), shop.out("jinja.html")

    def items(path):
        with open(path, encoding="utf-8") as page:
            return [line for line in page.read().replace("&#34;", "&quot;").splitlines() if 'class="sub code"' in line]

    def same():
        mine, other = items(ours), items(theirs)
        if mine == other and mine:
            return None
        wrong = next(((a, b) for a, b in zip(mine, other) if a != b), (len(mine), len(other)))
        return f"the items differ: {wrong[0]} and {wrong[1]}"
    return Job(
        "report", "report to HTML", {"jinja2": 1.0}, {"jinja2": 0.3},
        [Contender("stockroom", [shop.stockroom, "report", "stock-on-hand", "--out", ours, "--shop", folder,
                                 "--time-limit", "600"], ours),
         Contender("jinja2", shop.peer("jinja_report.py", os.path.join(folder, "stock.sqlite"),
                                       os.path.join(shop.reports, "stock-on-hand"), theirs), theirs)], same)


def trading_shop(shop, rows, months):
    """A shop whose last month is December 2025, with 24 months or fewer of so many sales in 24; made once.

    The shops of one size have the same December; what differs is the months before it.
    """
    folder = os.path.join(shop.folder, "shops", f"{rows}-{shop.seed}-months-{months}")
    if os.path.exists(os.path.join(folder, "done")):
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    shop.call("init", folder, "--name", "Bench", "--location", "shop", "--time-zone", "UTC", "--currency", "EUR")
    items, sales = max(40, rows // 200), rows // 24

    def taken_in(name, header, lines, *options):
        path = shop.out(name)
        with open(path, "w", encoding="utf-8") as out:
            out.write("\n".join([header, *lines]) + "\n")
        shop.call("import", path, "--shop", folder, "--location", "shop", *options)

    def month(number):
        return f"{2024 + number // 12}-{number % 12 + 1:02d}"
    taken_in("items.csv", "sku,title,price,cost",
             (f"I{i:06d},Item {i},{25 + i % 50}.00,{2 + i % 20}.00" for i in range(items)), "--new-items")
    taken_in("receipts.csv", "document,sku,quantity,received_at,unit_cost",
             (f"R{i // 100},I{i:06d},100000,{month(24 - months)}-01T08:00:00,{2 + i % 20}.00" for i in range(items)),
             "--kind", "receipts")
    for number in range(24 - months, 24):
        chosen = random.Random(shop.seed * 100 + number)
        taken_in("sales.csv", "receipt,sku,quantity,sold_at,price",
                 (f"S{number}-{k // 3},I{i:06d},{chosen.randint(1, 3)},"
                  f"{month(number)}-{1 + k * 27 // sales:02d}T{8 + k % 10:02d}:{k % 60:02d}:00,{25 + i % 50}.00"
                  for k in range(sales) for i in [chosen.randrange(items)]), "--kind", "sales")
    with open(os.path.join(folder, "done"), "w"):
        pass
    return folder


def month_report(shop, rows, name, *parameters):
    """A report of the last month of a shop that has traded for 24 months, next to one that has traded for that month alone."""
    def contender(side, months):
        output = shop.out(f"{name}-{months}.json")
        return Contender(side, [shop.stockroom, "report", name, *parameters, "--generated-at", "2026-01-01", "--out", output,
                                "--shop", trading_shop(shop, rows, months), "--time-limit", "600"], output)
    sides = [contender("stockroom", 24), contender("after one month", 1)]

    def same():
        # What was sold, and how many rows there are, is the same; stock and sums to date are not.
        def shape(path):
            with open(path, encoding="utf-8") as report:
                data = json.load(report)["data"]
            sold = [line["units"] for line in data.get("ledger", []) if line["line"] == "Sales"]
            return sold, len(data.get("items", []))
        found = [shape(side.output) for side in sides]
        return None if found[0] == found[1] else f"the month differs: {found[0]} and {found[1]}"
    return Job(f"month-{name}", f"{name} of the last of 24 months", {"after one month": 1.3}, {"after one month": 1.1}, sides, same)


OF_MONTH = ["--param", "period=2025-12"]
MAKERS = {
    "import-csv": import_csv, "import-price-list": lambda shop, rows: price_list(shop, rows, "price_list"),
    "import-shuffled-price-list": lambda shop, rows: price_list(shop, rows, "shuffled_price_list"), "import-jsonl": import_jsonl, "import-again": import_again, "import-changed": import_changed,
    "export-csv": lambda shop, rows: export(shop, rows, "csv"),
    "export-jsonl": lambda shop, rows: export(shop, rows, "jsonl"), "report": report,
    **{f"month-{name}": lambda shop, rows, name=name: month_report(shop, rows, name, *OF_MONTH)
       for name in ["stock-ledger", "lead-schedule", "inventory-turn", "shrinkage", "margin"]},
    "month-slow-movers": lambda shop, rows: month_report(
        shop, rows, "slow-movers", "--param", "at=2025-12-31", "--param", "window=30")}
