"""The jobs that are measured: what Stockroom does, what its peers do, and how one knows that they did the same."""

import os
import re
import shutil

import compare
import generate
import measure

HERE = os.path.dirname(os.path.abspath(__file__))
PEERS = os.path.join(HERE, "peers")


class Contender:
    """One side of a job."""

    def __init__(self, name, command, output=None, before=None, feed=None, allowed=(0,), repeats=1):
        self.name, self.command, self.output, self.before = name, command, output, before
        self.feed, self.allowed, self.repeats = feed, allowed, repeats


class Job:
    """What is measured side by side; the first contender is Stockroom."""

    def __init__(self, name, title, reach, then, contenders, compare=None):
        self.name, self.title, self.contenders, self.compare = name, title, contenders, compare
        self.reach, self.then = reach, then


class Workshop:
    """Where the jobs find the command, their peers and their data; without peers Stockroom is alone."""

    def __init__(self, stockroom, python, tools, folder, seed, reports):
        self.stockroom, self.python, self.tools, self.folder, self.seed = stockroom, python, tools, folder, seed
        self.reports, self.is_alone = reports, python is None
        self.data = os.path.join(folder, "data")
        self.work = os.path.join(folder, "work")
        os.makedirs(self.work, exist_ok=True)

    def file(self, kind, form, rows):
        return generate.ensure(self.data, kind, form, rows, self.seed)

    def out(self, name):
        return os.path.join(self.work, name)

    def peer(self, script, *arguments):
        return [self.python, os.path.join(PEERS, script), *arguments]

    def tool(self, name):
        return self.tools.get(name)

    def call(self, *arguments):
        measure.run([self.stockroom, *arguments], self.work)

    def shop(self, rows, *kinds):
        """A shop with the products, and the records of other kinds, in it; made once."""
        folder = os.path.join(self.folder, "shops", "-".join([str(rows), str(self.seed), *kinds]))
        if os.path.exists(os.path.join(folder, "done")):
            return folder
        shutil.rmtree(folder, ignore_errors=True)
        self.call("init", folder, "--name", "Bench", "--location", "shop")
        self.call("import", self.file("locations", "csv", rows), "--shop", folder, "--as", "locations")
        self.call("import", self.file("products", "csv", rows), "--shop", folder)
        for kind in kinds:
            self.call("import", self.file(kind, "csv", rows), "--shop", folder, "--as", kind)
        with open(os.path.join(folder, "done"), "w"):
            pass
        return folder


def convert(shop, source, target, rows, reach, then, peers):
    """A conversion: the same table out of one format into another, as the generator would have written it too."""
    given = shop.file("products", source, rows)
    outputs = [shop.out(f"ours.{target}"), shop.file("products", target, rows)]
    contenders = [Contender("stockroom", [shop.stockroom, "convert", given, outputs[0]], outputs[0])]
    for name, command in [] if shop.is_alone else peers(given):
        output = shop.out(f"{name}.{target}")
        contenders.append(Contender(name, [word if word != "OUT" else output for word in command], output))
        outputs.append(output)
    names = {"csv": "CSV", "jsonl": "JSON Lines", "xml": "XML"}
    return Job(
        f"convert-{source}-{target}", f"convert {names[source]} → {names[target]}", reach, then, contenders,
        lambda: compare.same_records(outputs))


def csv_to_jsonl(shop, rows):
    def peers(given):
        yield "polars", shop.peer("polars_to_jsonl.py", given, "OUT")
        yield "duckdb", shop.peer("duckdb_convert.py", given, "OUT")
        if shop.tool("mlr"):
            yield "miller", ["sh", "-c", f"exec '{shop.tool('mlr')}' --icsv --ojsonl -S cat '{given}' > \"$0\"", "OUT"]
    return convert(shop, "csv", "jsonl", rows, {"polars": 0.55, "duckdb": 0.55}, {"polars": 0.25, "duckdb": 0.25}, peers)


def jsonl_to_csv(shop, rows):
    def peers(given):
        yield "duckdb", shop.peer("duckdb_convert.py", given, "OUT")
        if shop.tool("mlr"):
            yield "miller", ["sh", "-c", f"exec '{shop.tool('mlr')}' --ijsonl --ocsv -S cat '{given}' > \"$0\"", "OUT"]
    return convert(shop, "jsonl", "csv", rows, {"miller": 0.05}, {"duckdb": 0.5}, peers)


def xml_to_csv(shop, rows):
    def peers(given):
        yield "lxml", shop.peer("lxml_to_csv.py", given, "OUT")
    return convert(shop, "xml", "csv", rows, {"lxml": 0.35}, {"lxml": 0.25}, peers)


def sqlite_script(path, lines):
    with open(path, "w") as out:
        out.write("\n".join(lines) + "\n")
    return path


def import_csv(shop, rows):
    """Products into an empty shop; the peers load one flat table with unique keys and check nothing else."""
    given, folder = shop.file("products", "csv", rows), shop.out("shop")
    flat, script = shop.out("flat.sqlite"), shop.out("import.sql")
    sqlite_script(script, [
        ".mode csv", f".import {given} products", "CREATE UNIQUE INDEX by_sku ON products(sku);",
        "CREATE UNIQUE INDEX by_barcode ON products(barcode);"])

    def empty():
        shutil.rmtree(folder, ignore_errors=True)
        shop.call("init", folder, "--name", "Bench", "--location", "shop")

    def away():
        if os.path.exists(flat):
            os.remove(flat)

    def same():
        fields = "sku,product_code,colour,size"
        ours, theirs = shop.out("imported.csv"), shop.out("loaded.csv")
        shop.call("export", "variants", "--fields", fields, "--to", ours, "--shop", folder)
        said = measure.run([shop.tool("sqlite3"), "-csv", "-header", flat,
                            f"SELECT {fields} FROM products ORDER BY rowid"], shop.work)[3]
        with open(theirs, "wb") as out:
            out.write(said.replace(b"\r\n", b"\n"))
        return compare.same_records([ours, theirs])
    return Job(
        "import-csv", "import CSV into a shop", {"sqlite3": 2.0}, {"sqlite3": 1.0},
        [Contender("stockroom", [shop.stockroom, "import", given, "--shop", folder], before=empty),
         Contender("sqlite3", [shop.tool("sqlite3"), flat], before=away, feed=script)], same)


def import_again(shop, rows):
    """The same file once more: nothing changes, and both sides must find that out."""
    given, folder = shop.file("products", "csv", rows), shop.shop(rows)
    flat, script, setup = shop.out("again.sqlite"), shop.out("again.sql"), shop.out("setup.sql")
    columns = generate.COLUMNS["products"]
    sqlite_script(setup, [".mode csv", f".import {given} products", "CREATE UNIQUE INDEX by_sku ON products(sku);"])
    changed = " OR ".join(f"products.{c} IS NOT excluded.{c}" for c in columns[1:])
    sqlite_script(script, [
        ".mode csv", f"CREATE TEMP TABLE stage ({', '.join(columns)});", f".import --skip 1 {given} stage", "BEGIN;",
        f"INSERT INTO products SELECT * FROM stage WHERE true ON CONFLICT(sku) DO UPDATE SET "
        f"{', '.join(f'{c} = excluded.{c}' for c in columns[1:])} WHERE {changed};", "COMMIT;"])
    if os.path.exists(flat):
        os.remove(flat)
    measure.run([shop.tool("sqlite3"), flat], shop.work, feed=setup)
    return Job(
        "import-again", "import it again, nothing changed", {}, {"sqlite3": 0.4},
        [Contender("stockroom", [shop.stockroom, "import", given, "--shop", folder, "--again"]),
         Contender("sqlite3", [shop.tool("sqlite3"), flat], feed=script)])


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


def start_up(shop, rows):
    contenders = [Contender("stockroom", [shop.stockroom, "--version"], repeats=20),
                  Contender("stockroom formats", [shop.stockroom, "formats"], repeats=20)]
    if shop.tool("mlr"):
        contenders.append(Contender("miller", [shop.tool("mlr"), "--version"], repeats=20))
    return Job("start-up", "say the version", {}, {}, contenders)


def all_jobs(shop, rows, wanted):
    """The jobs of one size, made when they are asked for, as some need a shop first."""
    makers = {
        "convert-csv-jsonl": csv_to_jsonl, "convert-jsonl-csv": jsonl_to_csv, "convert-xml-csv": xml_to_csv,
        "import-csv": import_csv, "import-again": import_again, "export-csv": lambda s, r: export(s, r, "csv"),
        "export-jsonl": lambda s, r: export(s, r, "jsonl"), "report": report, "start-up": start_up}
    for name, make in makers.items():
        if name in (wanted or makers) and (name.startswith("convert") or not shop.is_alone):
            yield name, lambda make=make: make(shop, rows)


NEED_A_SHOP = {"import-csv", "import-again", "export-csv", "export-jsonl", "report"}
"""The jobs whose data must be imported first, which takes long for many rows."""
