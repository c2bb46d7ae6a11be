#!/usr/bin/env python3
"""Measures how fast the pages of `stockroom serve` are read, next to Datasette on a copy of the same database.

    beside_datasette.py STOCKROOM [--items 20000] [--imports 60] [--seconds 10] [--rounds 3] [--threads 2] [--connections 1 4 8]

Both serve the same shop on this machine, each page is asked for by wrk, first of the one and then of the other, and the median of
the rounds counts. Before that each page is read once: it has to have the rows that it should have. Printed are pages per second,
their ratio, the processor time of a page, and the memory of both at the end, as the table of docs/reference/load.md. Only pages that
came whole and in time count; how many failed is printed next to them. A page that fails does not end the measuring: nothing counts
for it.

Datasette is started again for each page and number of connections. It writes a line for each request on its standard output, which
is thrown away: a pipe that nobody reads would be full after some hundred requests, and Datasette would wait for it without end.

Datasette has the easier part. It shows single tables, to everybody, of a file that does not change (--immutable), and without its
suggestions of facets; its CSV leaves out what changed. A page of Stockroom checks who asks, runs the command with its permissions,
and has prices, stock and counts by facet as well. Needs wrk and Datasette (Debian: wrk; pip install datasette).
"""

import argparse
import getpass
import http.client
import os
import pathlib
import re
import shutil
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse

COLOURS = "Red Blue Green Black White Grey Brown Pink".split()
THINGS = "lamp mug plate towel basket candle clock frame".split()
# The last import changes this many products, and its changes are shown. Datasette gives at most 1,000 rows as CSV.
CHANGED = 1000
LISTED = 50
# Seconds after which a page has failed.
TIMEOUT = 30
TICKS = os.sysconf("SC_CLK_TCK")


def title(number):
    return f"{COLOURS[number % 8]} {THINGS[number // 8 % 8]} {number}"


def made_shop(stockroom, folder, items, imports):
    """A shop with products, with lists of new prices, each an import, and with the brand of some products at last."""
    shop = folder + "/shop"
    subprocess.run([stockroom, "init", shop, "--name", "Load", "--currency", "EUR"], check=True, capture_output=True)

    def take(name, lines):
        path = pathlib.Path(folder, name)
        path.write_text("\n".join(lines) + "\n")
        done = subprocess.run([stockroom, "import", str(path), "--shop", shop], capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"{name} was not imported: {done.stdout}{done.stderr}")

    take("products.csv", ["sku,title,price", *(f"I{n:06},{title(n)},{n % 90 + 1}.99" for n in range(items))])
    for number in range(1, imports - 1):
        take(f"prices-{number}.csv", ["sku,price", *(f"I{n:06},{n % 90 + 1}.{number % 90:02}" for n in range(20))])
    take("brands.csv", ["sku,brand", *(f"I{n:06},House" for n in range(CHANGED))])
    with open(shop + "/stockroom.yml", "a") as settings:
        settings.write("people:\n  %s: { role: manager, name: Anna }\n" % getpass.getuser())
    return shop


class Server:
    """A server that was started, the header that its requests have, and what it cost."""

    def __init__(self, name, words, log, output, cookie=None):
        self.name, self.cookie = name, cookie
        with open(log, "w") as errors:
            self.process = subprocess.Popen(words, stdout=output, stderr=errors, text=True)

    def get(self, path):
        connection = http.client.HTTPConnection(self.host, timeout=120)
        connection.request("GET", path, headers={"Cookie": self.cookie} if self.cookie else {})
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, text

    def processor_seconds(self):
        """The time that the process and its ended children have used; 0 once it has ended."""
        try:
            fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return 0
        return sum(int(field) for field in fields[11:15]) / TICKS

    def memory(self):
        """The resident memory now and at most, in megabytes; 0 once it has ended."""
        try:
            status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        except OSError:
            status = ""
        found = [re.search(rf"{name}:\s+(\d+)", status) for name in ("VmRSS", "VmHWM")]
        return [int(one[1]) / 1024 if one else 0 for one in found]

    def end(self):
        if self.process.poll() is not None:
            return
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            print(f"{self.name} did not end within 30 s", file=sys.stderr)
            self.process.kill()
            self.process.wait()


def stockroom_server(stockroom, shop, folder):
    server = Server("Stockroom", [stockroom, "serve", "--shop", shop, "--port", "0"], folder + "/stockroom.log",
                    subprocess.PIPE)
    found = re.search(r"http://\S+", server.process.stdout.readline())
    if not found:
        raise SystemExit("stockroom serve did not start: " + pathlib.Path(folder, "stockroom.log").read_text())
    link = urllib.parse.urlparse(found[0])
    server.host = link.netloc
    connection = http.client.HTTPConnection(server.host, timeout=120)
    key = urllib.parse.parse_qs(link.query)["key"][0]
    connection.request("POST", "/sign-in", urllib.parse.urlencode({"key": key, "to": "/"}), {
        "Origin": f"http://{server.host}", "Content-Type": "application/x-www-form-urlencoded"})
    answer = connection.getresponse()
    cookies = [value.split(";")[0] for name, value in answer.getheaders() if name.lower() == "set-cookie"]
    server.cookie = next((cookie for cookie in cookies if not cookie.endswith("=")), None)
    if answer.status != 303 or not server.cookie:
        raise SystemExit(f"the manager cannot sign in: {answer.status} {answer.read().decode()[:400]}")
    return server


def copied(shop, folder):
    """A copy of the shop's file, which is written at any time; the copy has no log next to it."""
    copy = folder + "/stock.sqlite"
    with sqlite3.connect(f"file:{shop}/stock.sqlite?mode=ro", uri=True) as source, sqlite3.connect(copy) as target:
        source.backup(target)
        target.execute("PRAGMA journal_mode = DELETE")
    return copy


def datasette_server(copy, folder):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = Server("Datasette", [
        shutil.which("datasette"), "serve", "--immutable", copy, "--port", str(port), "--setting", "suggest_facets", "off",
        "--setting", "max_csv_mb", "0"], folder + "/datasette.log", subprocess.DEVNULL)
    server.host = f"127.0.0.1:{port}"
    for _ in range(600):
        try:
            server.get("/-/versions.json")
            return server
        except OSError:
            time.sleep(0.1)
    server.end()
    raise SystemExit("datasette did not start: " + pathlib.Path(folder, "datasette.log").read_text())


def pages(copy, items, imports):
    """What is read: its name, the path of each, and for each a text that is in it as often as there are rows."""
    thing = THINGS[0]
    with sqlite3.connect(f"file:{copy}?mode=ro", uri=True) as database:
        number = min(items - 1, 4242)
        product = database.execute("SELECT id FROM products WHERE code = ?", [f"I{number:06}"]).fetchone()[0]
        last = database.execute("SELECT MAX(id) FROM imports").fetchone()[0]
        changes = database.execute("SELECT COUNT(*) FROM changes WHERE import_id = ?", [last]).fetchone()[0]
    if changes < CHANGED:
        raise SystemExit(f"the last import has {changes} changes instead of {CHANGED}")
    shown = min(imports, LISTED)
    return [
        ("50 products by a word", f"/catalog?q={thing}", rf"<h3>\w+ {thing} \d+</h3>",
         f"/stock/products?title__contains={thing}&_sort=title&_size={LISTED}", rf"col-title[^>]*>\w+ {thing} \d+<", LISTED),
        ("one product", f"/products/I{number:06}", f"<h1>{title(number)}</h1>",
         f"/stock/products/{product}", rf'col-title[^>]*>{title(number)}<', 1),
        (f"{shown} imports", "/imports", r'<th role="rowheader"[^>]*>.*?(?:prices-\d+|products|brands)\.csv',
         f"/stock/imports?_sort_desc=id&_size={LISTED}", r'<td class="col-id[ "]', shown),
        ("50 changes of an import", f"/imports/{last}?kind=products", r"\bI\d{6}\b",
         f"/stock/changes?import_id={last}&_size={LISTED}", r'<td class="col-record_id[ "]', LISTED),
        (f"{CHANGED:,} changes as CSV", f"/imports/{last}/records.csv", r"(?m)^I\d{6},",
         f"/stock/changes.csv?import_id={last}&_size=max&_nocol=before&_nocol=after", r"(?m)^\d+,\d+,", CHANGED),
    ]


def check(server, path, pattern, rows):
    """That a page answers and has its rows, no more and no fewer; returns how many bytes it has, and 0 where it fails."""
    try:
        status, text = server.get(path)
    except (OSError, http.client.HTTPException) as error:
        print(f"{server.name}: {path} does not answer: {error!r}", file=sys.stderr)
        return 0
    found = len(re.findall(pattern, text))
    if status != 200 or found != rows:
        print(f"{server.name}: {path} answers {status} and has {found} of {rows} rows: {text[:600]}", file=sys.stderr)
        return 0
    return len(text.encode())


def measured(server, path, connections, options):
    """Pages per second, the milliseconds of processor time of one, and how many failed."""
    words = ["wrk", "-t", str(min(options.threads, connections)), "-c", str(connections), "-d", f"{options.seconds}s",
             "--timeout", f"{TIMEOUT}s"]
    if server.cookie:
        words += ["-H", f"Cookie: {server.cookie}"]
    before, begun = server.processor_seconds(), time.monotonic()
    try:
        output = subprocess.run([*words, f"http://{server.host}{path}"], capture_output=True, text=True,
                                timeout=options.seconds + 4 * TIMEOUT).stdout
    except subprocess.TimeoutExpired:
        output = ""
    used, seconds = server.processor_seconds() - before, time.monotonic() - begun
    came = re.search(r"(\d+) requests in", output)
    refused = re.search(r"Non-2xx or 3xx responses: (\d+)", output)
    errors = re.search(r"Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)", output)
    failed = (int(refused[1]) if refused else 0) + (sum(map(int, errors.groups())) if errors else 0)
    if not came:
        failed += 1
    # wrk counts an answer that came too late among the requests and among the errors.
    late = int(errors[4]) if errors else 0
    good = max((int(came[1]) if came else 0) - (int(refused[1]) if refused else 0) - late, 0)
    return good / seconds, used / max(good, 1) * 1000, failed


def rest(servers):
    """Waits until what was asked last is answered, so that it takes no time from the other one; for ten seconds at most."""
    for _ in range(20):
        before = sum(server.processor_seconds() for server in servers)
        time.sleep(0.5)
        # Servers that have nothing to do use a little.
        if sum(server.processor_seconds() for server in servers) - before < 0.1:
            return


def measure(server, other, listed, options):
    """Prints a line for each page and number of connections; returns the highest memory of the other one.

    :param other: starts the other server.
    """
    print("| page | at once | Stockroom, pages/s | Datasette, pages/s | ratio | processor time | Datasette's | size | Datasette's |")
    print("| --- |" + " --: |" * 8)
    memory = []
    for connections in options.connections:
        for name, *parts, rows in listed:
            servers = [server, other()]
            asked = list(zip(servers, parts[::2], parts[1::2]))
            sizes = [check(server, path, pattern, rows) for server, path, pattern in asked]
            rest(servers)
            results = [[], []]
            for _ in range(options.rounds):
                for result, size, (server_asked, path, _) in zip(results, sizes, asked):
                    # What it answers does not count where the page itself is wrong.
                    result.append(measured(server_asked, path, connections, options) if size else (0, 0, 1))
                    rest(servers)
            (ours, our_cost, our_failed), (theirs, their_cost, their_failed) = [
                [*(statistics.median(values) for values in list(zip(*result))[:2]), sum(values[2] for values in result)]
                for result in results]
            ratio = f"{ours / theirs:.1f}" if theirs else "-"
            failed = f" failed: {our_failed} and {their_failed}" if our_failed or their_failed else ""
            print(f"| {name} | {connections} | {ours:,.1f} | {theirs:,.1f} | {ratio} | {our_cost:.2f} ms | {their_cost:.2f} ms "
                  f"| {sizes[0] / 1000:,.0f} kB | {sizes[1] / 1000:,.0f} kB |{failed}", flush=True)
            memory.append(servers[1].memory()[1])
            servers[1].end()
    return max(memory)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("stockroom")
    for name, number in [("items", 20_000), ("imports", 60), ("seconds", 10), ("rounds", 3), ("threads", 2)]:
        parser.add_argument(f"--{name}", type=int, default=number)
    parser.add_argument("--connections", type=int, nargs="+", default=[1, 4, 8], help="how many pages are asked for at once")
    options = parser.parse_args()
    if min(options.connections) < 1 or options.threads < 1 or options.rounds < 1:
        parser.error("at least 1 connection, thread and round is needed")
    if options.items < CHANGED or options.imports < 3:
        parser.error(f"at least {CHANGED} items and 3 imports are needed")
    for program in ("wrk", "datasette"):
        if not shutil.which(program):
            raise SystemExit(f"there is no {program} (Debian: wrk; pip install datasette)")
    stockroom = str(pathlib.Path(options.stockroom).resolve())
    folder = tempfile.mkdtemp(prefix="beside-")
    servers = []
    try:
        shop = made_shop(stockroom, folder, options.items, options.imports)
        servers.append(stockroom_server(stockroom, shop, folder))
        copy = copied(shop, folder)

        def other():
            servers[1:] = [datasette_server(copy, folder)]
            return servers[1]

        print(f"{options.items:,} items, {options.imports} imports; {options.threads} threads, "
              f"{', '.join(map(str, options.connections))} connections, "
              f"{options.seconds} s, median of {options.rounds}; {os.cpu_count()} processors")
        theirs = measure(servers[0], other, pages(copy, options.items, options.imports), options)
        now, most = servers[0].memory()
        print(f"memory of Stockroom: {now:.0f} MB, at most {most:.0f} MB; of Datasette: at most {theirs:.0f} MB")
    finally:
        for server in servers:
            server.end()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
