"""The jobs that are measured: what Stockroom does, what its peers do, and how one knows that they did the same."""

import os
import shutil

import compare
import generate
import measure

HERE = os.path.dirname(os.path.abspath(__file__))
PEERS = os.path.join(HERE, "peers")


class Contender:
    """One side of a job."""

    def __init__(self, name, command, output=None, before=None, feed=None, allowed=(0,), repeats=1, is_peer=True):
        self.name, self.command, self.output, self.before = name, command, output, before
        self.feed, self.allowed, self.repeats, self.is_peer = feed, allowed, repeats, is_peer


class Job:
    """What is measured side by side; the first contender is Stockroom.

    `reach` and `then` say how much CPU time of each peer ours is to be at most, the ones for memory how much of its peak.
    """

    def __init__(self, name, title, reach, then, contenders, compare=None, reach_memory=None, then_memory=None):
        self.name, self.title, self.contenders, self.compare = name, title, contenders, compare
        self.reach, self.then = reach, then
        self.reach_memory, self.then_memory = reach_memory or {}, then_memory or {}


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

    def run(self, command):
        measure.run(command, self.work)

    def call(self, *arguments):
        self.run([self.stockroom, *arguments])

    def shop(self, rows, *kinds, prepare=None, name=None):
        """A shop with the products, and the records of other kinds, in it; made once.

        - kinds: data of the generator, each imported as the records that it holds.
        - prepare: what is done before the last of them; gets the folder.
        """
        folder = os.path.join(self.folder, "shops", "-".join([str(rows), str(self.seed), *([name] if name else kinds)]))
        if os.path.exists(os.path.join(folder, "done")):
            return folder
        shutil.rmtree(folder, ignore_errors=True)
        self.call("init", folder, "--name", "Bench", "--location", "shop", "--time-zone", "UTC")
        self.call("import", self.file("locations", "csv", rows), "--shop", folder, "--kind", "locations")
        self.call("import", self.file("products", "csv", rows), "--shop", folder)
        for kind in kinds:
            if prepare and kind == kinds[-1]:
                prepare(folder)
            table = generate.RECORDS.get(kind, kind)
            # The lines were counted long before the count is opened here.
            accepted = ["--accept", "date-far-off"] if kind == "count_lines" else []
            self.call("import", self.file(kind, "csv", rows), "--shop", folder, "--kind", table, *accepted)
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


def start_up(shop, rows):
    contenders = [Contender("stockroom", [shop.stockroom, "--version"], repeats=20),
                  Contender("stockroom formats", [shop.stockroom, "formats"], repeats=20, is_peer=False)]
    if shop.tool("mlr"):
        contenders.append(Contender("miller", [shop.tool("mlr"), "--version"], repeats=20))
    return Job("start-up", "say the version", {}, {}, contenders)


def all_jobs(shop, rows, wanted):
    """The jobs of one size, made when they are asked for, as some need a shop first."""
    import count_jobs
    import shop_jobs
    makers = {
        "convert-csv-jsonl": csv_to_jsonl, "convert-jsonl-csv": jsonl_to_csv, "convert-xml-csv": xml_to_csv,
        **shop_jobs.MAKERS, **count_jobs.MAKERS, "start-up": start_up}
    for name, make in makers.items():
        if name in (wanted or makers) and (name.startswith("convert") or not shop.is_alone):
            yield name, lambda make=make: make(shop, rows)


def needs_a_shop(name):
    """Whether the job's data must be imported first, which takes long for many rows."""
    return not name.startswith("convert") and name != "start-up"
