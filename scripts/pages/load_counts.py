#!/usr/bin/env python3
"""Lets fifty people count at once while a long import runs, and prints how long their entries took.

    load_counts.py STOCKROOM [--people 50] [--rows 100000] [--seconds 60] [--pause 3] [--imports 1] [--memory-every 60] [--drain 600]

Each person signs in once, and enters one item after the other with a pause in between, as somebody does who walks along a shelf.
After a third of the time a list of new products is sent and applied. Printed are the seconds of the entries before the import and
during it, each minute the memory of the server with its peak and how many entries wait, and whether every entry that was answered is
in the shop. Exits non-zero when one is not, or when an import or the end of the server takes too long. With --seconds 3600 it takes
an hour.
"""

import argparse
import getpass
import http.client
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

PASSPHRASE = "a long enough passphrase"
# Seconds within which a server ends that is asked to.
STOP = 15


class Person:
    """A browser without scripts."""

    def __init__(self, host, login):
        self.host, self.login, self.cookie, self.csrf = host, login, "", ""
        self.connection = http.client.HTTPConnection(host, timeout=120)

    def ask(self, method, path, fields=None, body=None, kind="application/x-www-form-urlencoded"):
        headers = {"Cookie": self.cookie, "Origin": f"http://{self.host}"} if self.cookie else {"Origin": f"http://{self.host}"}
        if fields is not None:
            body = urllib.parse.urlencode(fields)
        if body is not None:
            headers["Content-Type"] = kind
        try:
            self.connection.request(method, path, body, headers)
            answer = self.connection.getresponse()
        except (http.client.RemoteDisconnected, ConnectionError):
            # The server ends a connection on which nobody asked anything for a while.
            if method != "GET":
                raise
            self.connection.close()
            self.connection.request(method, path, body, headers)
            answer = self.connection.getresponse()
        text = answer.read().decode()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie" and not value.startswith("="):
                self.cookie = value.split(";")[0]
        return answer.status, answer.getheader("Location"), text

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


def memory(process):
    """The resident memory of a process now, and its peak, in megabytes."""
    status = pathlib.Path(f"/proc/{process}/status").read_text()
    return tuple(int(re.search(rf"{name}:\s+(\d+)", status)[1]) / 1024 for name in ("VmRSS", "VmHWM"))


def print_memory(process, shop, every, ended):
    """Prints the memory of a process and how many entries wait from time to time, until the event is set or the process has ended."""
    began = time.monotonic()
    while True:
        try:
            now, peak = memory(process)
        except (OSError, TypeError):
            return
        print(f"after {time.monotonic() - began:.0f} s: {now:.0f} MB, at most {peak:.0f} MB; {waiting(shop)} entries wait", flush=True)
        if ended.wait(every):
            return


def percentile(numbers, share):
    ordered = sorted(numbers)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else float("nan")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("stockroom")
    parser.add_argument("--people", type=int, default=50)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pause", type=float, default=3, help="seconds between two entries of a person")
    parser.add_argument("--imports", type=int, default=1)
    parser.add_argument("--memory-every", type=float, default=60, help="seconds between two lines with the memory")
    parser.add_argument("--drain", type=float, default=600, help="seconds within which an import, and what waits, has to be done")
    options = parser.parse_args()
    stockroom = str(pathlib.Path(options.stockroom).resolve())
    folder = tempfile.mkdtemp(prefix="load-")
    # Nobody counts an item twice, or one of somebody else.
    steps = int(options.seconds / max(options.pause, 0.05)) + 2
    shop = made_shop(stockroom, folder, options.people, max(20_000, options.people * steps))
    server = subprocess.Popen([stockroom, "serve", "--shop", shop, "--port", "0"], stdout=subprocess.PIPE,
                              stderr=open(folder + "/log", "w"), text=True)
    link = urllib.parse.urlparse(re.search(r"http://\S+", server.stdout.readline())[0])
    host = link.netloc
    manager = Person(host, getpass.getuser())
    manager.sign_in({"key": urllib.parse.parse_qs(link.query)["key"][0], "to": "/"})
    counters = []
    for number in range(options.people):
        person = Person(host, f"c{number}")
        person.sign_in({"login": person.login, "passphrase": PASSPHRASE, "to": "/"})
        counters.append(person)
    took, entered, failed = [], {}, []
    importing = threading.Event()
    stop = time.monotonic() + options.seconds

    def count(number, person):
        try:
            walk(number, person)
        except Exception as error:
            failed.append((0, f"{type(error).__name__}: {error}"))

    def walk(number, person):
        time.sleep(options.pause * number / options.people)
        step = 0
        while time.monotonic() < stop:
            item, quantity = f"I{number * steps + step:05}", step % 90 + 1
            status, _, page = person.ask("GET", f"/counts/1/entry?item={item}")
            fields = {**person.tokens(page), "item": item, "quantity": quantity, "way": "scan"}
            began, during = time.monotonic(), importing.is_set()
            status, where, text = person.ask("POST", "/counts/1/entry", fields)
            took.append((time.monotonic() - began, during or importing.is_set()))
            if status == 303:
                entered[item] = quantity
            else:
                failed.append((status, text[:300]))
            step += 1
            time.sleep(max(0.05, options.pause - (time.monotonic() - began)))

    threads = [threading.Thread(target=count, args=pair) for pair in enumerate(counters)]
    for thread in threads:
        thread.start()
    ended = threading.Event()
    threading.Thread(target=print_memory, args=(server.pid, shop, options.memory_every, ended), daemon=True).start()
    for number in range(options.imports):
        time.sleep(options.seconds / 3 / options.imports)
        importing.set()
        try:
            print(f"import {number + 1}: {send_import(manager, number, options.rows, options.drain)}", flush=True)
        except Exception as error:
            failed.append((0, f"import {number + 1}: {type(error).__name__}: {error}"))
        importing.clear()
    for thread in threads:
        thread.join()
    last = time.monotonic()
    while waiting(shop) and time.monotonic() - last < options.drain:
        time.sleep(0.5)
    print(f"{waiting(shop)} entries wait {time.monotonic() - last:.1f} s after the last one was made")
    ended.set()
    now, peak = memory(server.pid)
    for words, chosen in (("without an import", False), ("during an import", True)):
        times = [seconds for seconds, during in took if during == chosen]
        print(f"{len(times)} entries {words}: median {percentile(times, 0.5) * 1000:.0f} ms, "
              f"p99 {percentile(times, 0.99) * 1000:.0f} ms, longest {max(times, default=0) * 1000:.0f} ms")
    print(f"memory at the end: {now:.0f} MB, at most {peak:.0f} MB")
    server.terminate()
    asked = time.monotonic()
    try:
        server.wait(STOP)
        print(f"the server ended within {time.monotonic() - asked:.1f} s")
    except subprocess.TimeoutExpired:
        failed.append((0, f"the server did not end within {STOP} s; its log is {folder}/log"))
        server.kill()
        server.wait()
    found = subprocess.run(
        ["sqlite3", shop + "/stock.sqlite",
         "SELECT code, quantity / 1000 FROM count_entries WHERE superseded_by IS NULL"],
        capture_output=True, text=True, check=True).stdout
    there = dict(line.split("|") for line in found.split())
    lost = [item for item, quantity in entered.items() if there.get(item) != str(quantity)]
    print(f"{len(entered)} items entered, {len(lost)} lost; {len(failed)} entries, imports and stops failed")
    for problem in failed[:3]:
        print(problem)
    sys.exit(1 if lost or failed else 0)


if __name__ == "__main__":
    main()
