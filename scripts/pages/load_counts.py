#!/usr/bin/env python3
"""Lets fifty people count at once while long imports run, and prints how long their entries took.

    load_counts.py STOCKROOM [--people 50] [--rows 100000] [--seconds 60] [--pause 3] [--imports 1] [--memory-every 60] [--drain 600]

Each person signs in once, and enters one item after the other with a pause in between, as somebody does who walks along a shelf. A
person whose entry fails, or is not answered within two minutes, goes on with the next item. Lists of new products are sent and
applied, evenly over the time; the first one after a third of its share. Printed are each minute the memory of the server and how
many entries wait; at the end a table of the seconds of the entries in each five minutes, those during an import apart, and one of the
memory. Then all entries that were answered are compared with those in the shop. Exits non-zero when one is missing, is there twice or
with another number, when an entry or an import failed, when the server does not end in time, or when it goes beyond --p99 150
milliseconds or --memory 150 megabytes. With --seconds 3600 it takes an hour.
"""

import argparse
import getpass
import http.client
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import traceback
import urllib.parse

from cookies import Cookies

PASSPHRASE = "a long enough passphrase"
# Seconds within which a server ends that is asked to.
STOP = 15
# Seconds that a row of the table is about.
PERIOD = 300


class Person:
    """A browser without scripts."""

    def __init__(self, host, login):
        self.host, self.login, self.cookies = host, login, Cookies()
        self.connection = http.client.HTTPConnection(host, timeout=120)

    def ask(self, method, path, fields=None, body=None, kind="application/x-www-form-urlencoded"):
        headers = {"Origin": f"http://{self.host}"}
        if self.cookies:
            headers["Cookie"] = str(self.cookies)
        if fields is not None:
            body = urllib.parse.urlencode(fields)
        if body is not None:
            headers["Content-Type"] = kind
        try:
            answer, text = self.exchange(method, path, body, headers)
        except (http.client.RemoteDisconnected, ConnectionError):
            # The server ends a connection on which nobody asked anything for a while.
            if method != "GET":
                raise
            answer, text = self.exchange(method, path, body, headers)
        self.cookies.take(answer.headers)
        return answer.status, answer.getheader("Location"), text

    def exchange(self, method, path, body, headers):
        """The answer to a request, and its text. A connection on which this failed is not used again."""
        try:
            self.connection.request(method, path, body, headers)
            answer = self.connection.getresponse()
            return answer, answer.read().decode()
        except Exception:
            self.connection.close()
            raise

    def sign_in(self, fields):
        status, where, text = self.ask("POST", "/sign-in", fields)
        if status != 303:
            raise SystemExit(f"{self.login} cannot sign in: {status} {text[:400]}")

    def tokens(self, page):
        """The hidden fields of the first form that has the secret of all forms, and what a plan is shown as."""
        names = ("csrf", "once", "shown")
        return {name: found[1] for name in names if (found := re.search(rf'name="{name}" value="([^"]*)"', page))}


def made_shop(stockroom, folder, people, items):
    """A shop with items to count, an open count, and people who count."""
    shop = folder + "/shop"

    def run(*words, **more):
        return subprocess.run([stockroom, *words, "--shop", shop], check=True, capture_output=True, text=True, **more).stdout

    subprocess.run([stockroom, "init", shop, "--name", "Load", "--currency", "EUR"], check=True, capture_output=True)
    path = pathlib.Path(folder, "items.csv")
    path.write_text("sku,title,price\n" + "".join(f"I{n:05},Item {n},9.99\n" for n in range(items)))
    run("import", str(path))
    with open(shop + "/stockroom.yml", "a") as settings:
        settings.write("people:\n  %s: { role: manager, name: Anna }\n" % getpass.getuser())
        for person in range(people):
            settings.write(f"  c{person}: {{ role: counter, name: Counter {person} }}\n")
    pathlib.Path(folder, "locations.csv").write_text("location,location_name\nhall,Hall\n")
    run("import", folder + "/locations.csv")
    run("count", "open", "--location", "hall")
    for person in range(people):
        run("people", "passphrase", f"c{person}", input=PASSPHRASE + "\n")
    return shop


def follow(person, status, where, seconds):
    """The address of the page that an answer leads to once the work that it began is done, and that page; fails when it is not."""
    end = time.monotonic() + seconds
    page = ""
    # The page of running work is answered 200 while it runs, and 303 once it is done.
    while status == 303 or status == 200 and where.startswith("/running/"):
        if time.monotonic() > end:
            raise TimeoutError(f"{where} was not done within {seconds:.0f} s")
        if status == 200:
            time.sleep(0.3)
        status, next_address, page = person.ask("GET", where)
        where = next_address or where
    if status != 200:
        raise RuntimeError(f"{where} is answered with {status}: {first_words(page)}")
    return where, page


def first_words(page):
    """The first words of what a page says."""
    return " ".join(re.sub(r"<[^>]*>", " ", page.split("<main", 1)[-1]).split())[:300]


def send_import(manager, number, rows, seconds):
    """Sends a list of new products and applies it; returns what there is to say of it."""
    began = time.monotonic()
    lines = "sku,title,price\n" + "".join(f"N{number}-{n:06},New item {n},{n % 97}.50\n" for n in range(rows))
    mark = "----load"
    tokens = manager.tokens(manager.ask("GET", "/imports")[2])
    body = "".join(f'--{mark}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n' for name, value in tokens.items())
    body += f'--{mark}\r\nContent-Disposition: form-data; name="file"; filename="new-{number}.csv"\r\n\r\n{lines}\r\n--{mark}--\r\n'
    status, where, page = manager.ask("POST", "/imports/new", body=body.encode(), kind=f"multipart/form-data; boundary={mark}")
    where, page = follow(manager, status, where or "/imports/new", seconds)
    planned = time.monotonic()
    form = re.search(r'action="(/plans/[^"]+/apply)"', page)
    if not form:
        raise RuntimeError(f"the plan cannot be applied: {first_words(page)}")
    status, where, page = manager.ask("POST", form[1], {**manager.tokens(page), "page": "1"})
    where, page = follow(manager, status, where or form[1], seconds)
    return f"planned in {planned - began:.1f} s, applied in {time.monotonic() - planned:.1f} s; {where}"


def waiting(shop):
    """How many entries are saved and not in the shop yet."""
    return len(list(pathlib.Path(shop, "waiting-entries").glob("*.json")))


class Memory:
    """The memory of a process, looked at from time to time, in megabytes."""

    def __init__(self, process, shop, begun):
        self.process, self.shop, self.begun = process, shop, begun
        # The minutes since the beginning, the resident memory, the share of it that is the process's own, and how many entries wait.
        self.samples, self.peak = [], 0
        self.ended = threading.Event()

    def look(self):
        status = pathlib.Path(f"/proc/{self.process}/status").read_text()
        resident, self.peak = [int(re.search(rf"{name}:\s+(\d+)", status)[1]) / 1024 for name in ("VmRSS", "VmHWM")]
        # Pages that are shared with other processes count in parts.
        own = re.search(r"Pss:\s+(\d+)", pathlib.Path(f"/proc/{self.process}/smaps_rollup").read_text())
        self.samples.append(((time.monotonic() - self.begun) / 60, resident, int(own[1]) / 1024, waiting(self.shop)))

    def follow(self, every):
        """Looks from time to time, and prints what it sees, until nobody wants to know it any more or the process has ended."""
        while True:
            try:
                self.look()
            except (OSError, TypeError):
                return
            print("minute %.1f: %.0f MB, Pss %.0f MB; %d entries wait" % self.samples[-1], flush=True)
            if self.ended.wait(every):
                return

    def print(self):
        print(f"\nMemory of the server; at most {self.peak:.0f} MB\n\n{'minute':>8} {'RSS MB':>8} {'Pss MB':>8} {'waiting':>8}")
        for sample in self.samples:
            print("%8.1f %8.0f %8.0f %8d" % sample)


class Tally:
    """What became of the entries. People write it at the same time."""

    def __init__(self):
        self.lock = threading.Lock()
        # The seconds since the beginning, the seconds that the answer took, and whether an import ran meanwhile.
        self.took = []
        # Numbers by items: what was answered to be saved, and what was sent without an answer that says so.
        self.entered, self.unsure = {}, {}
        self.failed = []

    def fail(self, what):
        with self.lock:
            self.failed.append(what)
        # A server that has ended fails thousands of entries.
        if len(self.failed) <= 20:
            print("FAILED:", what, flush=True)

    def enter(self, person, item, quantity, begun, importing):
        """Enters an item in the name of a person."""
        status, _, page = person.ask("GET", f"/counts/1/entry?item={item}")
        if status != 200:
            raise RuntimeError(f"the page of {item} is answered with {status}: {first_words(page)}")
        fields = {**person.tokens(page), "item": item, "quantity": quantity, "way": "scan"}
        sent, during = time.monotonic(), importing.is_set()
        with self.lock:
            self.unsure[item] = quantity
        status, where, text = person.ask("POST", "/counts/1/entry", fields)
        with self.lock:
            self.took.append((sent - begun, time.monotonic() - sent, during or importing.is_set()))
            # Who is no longer signed in is sent elsewhere.
            if status == 303 and (where or "").startswith("/counts/1/entry"):
                self.entered[item] = self.unsure.pop(item)
        if item not in self.entered:
            raise RuntimeError(f"the entry of {item} is answered with {status} {where or ''}: {first_words(text)}")

    def print(self):
        """The seconds of the entries in each period."""
        print(f"\nMilliseconds of the entries{'':>10}{'without an import':^35} {'during an import':^35}\n")
        names = "".join(f" {name:>8}" for name in ("entries", "median", "p99", "longest"))
        print(f"{'minutes':>12}{names}{names}")
        periods = sorted({int(at // PERIOD) for at, _, _ in self.took})
        for period in [*periods, None]:
            row = f"{'all' if period is None else f'{period * PERIOD // 60} to {(period + 1) * PERIOD // 60}':>12}"
            for chosen in (False, True):
                times = [1000 * seconds for at, seconds, during in self.took
                         if during == chosen and period in (None, int(at // PERIOD))]
                row += f" {len(times):>8}" + "".join(
                    f" {number:>8.0f}" if times else f" {'':>8}"
                    for number in (percentile(times, 0.5), percentile(times, 0.99), max(times, default=0)))
            print(row)

    def hold(self, most, memory, most_memory):
        """Fails where entries took too long, beside an import or without, or where the server had more memory than it may have."""
        for chosen in (False, True):
            slow = percentile([1000 * seconds for _, seconds, during in self.took if during == chosen], 0.99)
            if slow > most:
                self.fail(f"p99 of entries {'during' if chosen else 'without'} an import is {slow:.0f} ms, and may be {most:.0f}")
        if memory.peak > most_memory:
            self.fail(f"the server had {memory.peak:.0f} MB, and may have {most_memory:.0f}")

    def compare(self, shop):
        """Compares what was entered with what the shop has; returns how many items are wrong."""
        database = sqlite3.connect(f"file:{shop}/stock.sqlite?mode=ro", uri=True)
        rows = database.execute("SELECT code, quantity FROM count_entries WHERE superseded_by IS NULL").fetchall()
        database.close()
        there = {}
        for code, quantity in rows:
            there.setdefault(code, []).append(quantity)
        lost = [item for item in self.entered if item not in there]
        other = [item for item, quantity in self.entered.items() if item in there and there[item] != [1000 * quantity]]
        strange = [code for code in there if code not in self.entered
                   and there[code] != [1000 * self.unsure.get(code, -1)]]
        late = [code for code in there if code in self.unsure]
        print(f"\n{len(self.entered)} entries were answered, of {sum(self.entered.values())} pieces; the shop has {len(rows)} entries "
              f"of {sum(quantity for _, quantity in rows) / 1000:.0f} pieces")
        print(f"{len(lost)} lost, {len(other)} twice or with another number, {len(strange)} that nobody sent; of {len(self.unsure)} "
              f"without a good answer, {len(late)} are there")
        for name, items in (("lost", lost), ("twice or other", other), ("not sent", strange)):
            if items:
                print(f"{name}: {', '.join(items[:10])}")
        return len(lost) + len(other) + len(strange)


def percentile(numbers, share):
    ordered = sorted(numbers)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else float("nan")


def parsed():
    parser = argparse.ArgumentParser()
    parser.add_argument("stockroom")
    parser.add_argument("--people", type=int, default=50)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pause", type=float, default=3, help="seconds between two entries of a person")
    parser.add_argument("--imports", type=int, default=1)
    parser.add_argument("--memory-every", type=float, default=60, help="seconds between two looks at the memory")
    parser.add_argument("--p99", type=float, default=150, help="milliseconds that 99 of 100 entries may take")
    parser.add_argument("--memory", type=float, default=150, help="megabytes that the server may have")
    parser.add_argument("--drain", type=float, default=600, help="seconds within which an import, and what waits, has to be done")
    return parser.parse_args()


def main():
    options = parsed()
    stockroom = str(pathlib.Path(options.stockroom).resolve())
    folder = tempfile.mkdtemp(prefix="load-")
    # Nobody counts an item twice, or one of somebody else.
    steps = int(options.seconds / max(options.pause, 0.05)) + 2
    shop = made_shop(stockroom, folder, options.people, max(20_000, options.people * steps))
    server = subprocess.Popen([stockroom, "serve", "--shop", shop, "--port", "0"], stdout=subprocess.PIPE,
                              stderr=open(folder + "/log", "w"), text=True)
    tally = Tally()
    try:
        run(options, server, shop, steps, tally)
    except Exception as error:
        traceback.print_exc()
        tally.fail(f"{type(error).__name__}: {error}")
    finally:
        end(server, folder, tally)
    wrong = tally.compare(shop)
    for what in tally.failed[:10]:
        print(f"failed: {what}")
    print(f"{wrong} items wrong; {len(tally.failed)} entries, imports, stops and limits failed" if wrong or tally.failed
          else "everything is right.")
    if not wrong and not tally.failed:
        shutil.rmtree(folder, ignore_errors=True)
    sys.exit(1 if wrong or tally.failed else 0)


def run(options, server, shop, steps, tally):
    """Signs people in, lets them count while lists are imported, and waits until everything is in the shop."""
    link = urllib.parse.urlparse(re.search(r"http://\S+", server.stdout.readline())[0])
    host = link.netloc
    manager = Person(host, getpass.getuser())
    manager.sign_in({"key": urllib.parse.parse_qs(link.query)["key"][0], "to": "/"})
    counters = []
    for number in range(options.people):
        person = Person(host, f"c{number}")
        person.sign_in({"login": person.login, "passphrase": PASSPHRASE, "to": "/"})
        counters.append(person)
    importing = threading.Event()
    begun = time.monotonic()

    def count(number, person):
        time.sleep(options.pause * number / options.people)
        for step in range(steps):
            asked = time.monotonic()
            if asked >= begun + options.seconds:
                return
            try:
                tally.enter(person, f"I{number * steps + step:05}", step % 90 + 1, begun, importing)
            except Exception as error:
                tally.fail(f"{person.login} after {asked - begun:.0f} s: {type(error).__name__}: {error}")
            time.sleep(max(0.05, options.pause - (time.monotonic() - asked)))

    threads = [threading.Thread(target=count, args=pair) for pair in enumerate(counters)]
    for thread in threads:
        thread.start()
    memory = Memory(server.pid, shop, begun)
    watch = threading.Thread(target=memory.follow, args=(options.memory_every,), daemon=True)
    watch.start()
    for number in range(options.imports):
        time.sleep(max(0, begun + options.seconds * (number + 1 / 3) / options.imports - time.monotonic()))
        importing.set()
        try:
            print(f"import {number + 1}: {send_import(manager, number, options.rows, options.drain)}", flush=True)
        except Exception as error:
            tally.fail(f"import {number + 1}: {type(error).__name__}: {error}")
        importing.clear()
    for thread in threads:
        thread.join()
    last = time.monotonic()
    while waiting(shop) and time.monotonic() - last < options.drain:
        time.sleep(0.5)
    print(f"{waiting(shop)} entries wait {time.monotonic() - last:.1f} s after the last one was made")
    # One more look, at the end.
    memory.ended.set()
    watch.join()
    try:
        memory.look()
    except (OSError, TypeError):
        tally.fail("the server ended by itself")
    tally.print()
    memory.print()
    tally.hold(options.p99, memory, options.memory)


def end(server, folder, tally):
    """Stops the server, which has to end in time."""
    asked = time.monotonic()
    if server.poll() is not None:
        tally.fail(f"the server ended by itself with {server.returncode}; its log is {folder}/log")
    server.terminate()
    try:
        server.wait(STOP)
        print(f"\nthe server ended within {time.monotonic() - asked:.1f} s")
    except subprocess.TimeoutExpired:
        tally.fail(f"the server did not end within {STOP} s; its log is {folder}/log")
        server.kill()
        server.wait()


if __name__ == "__main__":
    main()
