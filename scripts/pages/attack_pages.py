#!/usr/bin/env python3
"""Attacks the pages of a shop as a stranger, as another site and as a hostile manager would.

    attack_pages.py STOCKROOM [TOPIC…]

Topics are the functions below that have a name of their own: requests, bodies, sessions, attempts, parameters, forms, slow,
connections; all of them unless some are named. Exits with 1 when anything is wrong. It takes some four minutes, and needs 12,000 open
files.
"""

import pathlib
import re
import resource
import select
import socket
import sys
import threading
import time
import urllib.parse

from attack_marks import crawl, expect_marks, hostile_shop, parameters, send_forms
from attacks import MARK, PASSPHRASE, Attack
from cookies import Cookies

# The name of the cookie with the session.
SESSION = "stockroom"
SMUGGLED = "GET /trust HTTP/1.1\r\nHost: {host}\r\nX: "


def requests(attack):
    """Requests that no browser sends: a wrong host, two lengths, a second request within the first."""
    host = attack.host

    def head(target="/sign-in", hosts=(host,), method="GET", more=""):
        return (f"{method} {target} HTTP/1.1\r\n" + "".join(f"Host: {name}\r\n" for name in hosts) + more
                + "Connection: close\r\n\r\n").encode("latin-1")

    def status(data, seconds=20):
        return int((re.match(rb"HTTP/1\.1 (\d+)", attack.raw(data, seconds)) or [0, 0])[1])

    refused = {
        "another host": head(hosts=["elsewhere.example"]), "no host": head(hosts=[]), "an empty host": head(hosts=[""]),
        "the host and another": head(hosts=[host, "elsewhere.example"]), "another and the host": head(hosts=["elsewhere.example", host]),
        "the host twice": head(hosts=[host, host]), "a host with a user": head(hosts=["a@" + host]),
        "a longer host": head(hosts=[host + ".elsewhere.example"]), "a host with a space": head(hosts=[host + " x"]),
        "a target of another host": head("http://elsewhere.example/sign-in"),
        "a target with a user": head(f"http://a@{host}/sign-in"), "a target of another scheme": head(f"https://{host}/sign-in"),
        "a target without a slash": head("sign-in"), "any target": head("*", method="OPTIONS"),
        "a tunnel": head("elsewhere.example:443", method="CONNECT"),
        "a header of 100 kB": head(more=f"X: {'a' * 100_000}\r\n"), "2,000 headers": head(more="X: a\r\n" * 2000),
        "a target of 100 kB": head("/sign-in?" + "a" * 100_000), "a header with NUL": head(more="X: a\0b\r\n"),
        "a name with a space": head(more="X : a\r\n"), "HTTP/9.9": head().replace(b"HTTP/1.1", b"HTTP/9.9"),
    }
    for what, data in refused.items():
        found = status(data)
        # A connection that is closed without an answer is a refusal too.
        attack.expect(found == 0 or 400 <= found < 500, f"requests: {what} is answered with {found}")
    # A whole address is a target too, and its host counts (RFC 9112, section 3.2.2).
    for hosts in ([host], ["elsewhere.example"]):
        found = status(head(f"http://{host}/sign-in", hosts))
        attack.expect(found == 200, f"requests: a target with our name and the host {hosts[0]} is answered with {found}")
    for method in ["PUT", "DELETE", "PATCH", "TRACE", "PROPFIND", "HEAD"]:
        found = attack.raw(head("/more", method=method, more="X-Echo: echo-me\r\n"))
        attack.expect(b"echo-me" not in found and not found.startswith(b"HTTP/1.1 5"), f"requests: {method} is answered with {found[:200]}")
    second = SMUGGLED.format(host=host).encode() + b"\r\n\r\n"
    lengths = {
        "both lengths": b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "both lengths, in the other order": b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
        "two lengths": b"Content-Length: 0\r\nContent-Length: 5\r\n\r\n", "a list of lengths": b"Content-Length: 0, 5\r\n\r\n",
        "a length with a sign": b"Content-Length: +0\r\n\r\n", "a length below zero": b"Content-Length: -1\r\n\r\n",
        "a length in hexadecimal": b"Content-Length: 0x0\r\n\r\n", "a length without end": b"Content-Length: 99999999999999999999\r\n\r\n",
        "an unknown coding": b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        "chunks that are not last": b"Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
        "a name with a tab": b"Transfer-Encoding\t: chunked\r\n\r\n0\r\n\r\n",
        "a folded header": b"Transfer-Encoding:\r\n chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
        "a chunk without a size": b"Transfer-Encoding: chunked\r\n\r\n\r\n",
        "a size below zero": b"Transfer-Encoding: chunked\r\n\r\n-1\r\n",
        "a size that overflows": b"Transfer-Encoding: chunked\r\n\r\n10000000000000000\r\n",
        "line ends of one character": b"Transfer-Encoding: chunked\n\n0\n\n",
    }
    for what, rest in lengths.items():
        found = attack.raw(f"POST /sign-in HTTP/1.1\r\nHost: {host}\r\n".encode() + rest + second, 3)
        first = re.match(rb"HTTP/1\.1 (\d+)", found)
        # One answer, or an error for the first: nothing that follows is read as a request of its own.
        attack.expect(len(re.findall(rb"HTTP/1\.1 \d+ ", found)) <= 1, f"requests: {what}: the rest is a second request")
        attack.expect(not first or 400 <= int(first[1]) < 500, f"requests: {what} is answered with {first and first[1]}")


def bodies(attack):
    """Forms and files that are too large, broken, or cut off."""
    mary = attack.mary
    page = mary.get("/imports")
    stranger = attack.browser()
    size = {"Content-Type": "application/x-www-form-urlencoded"}
    attack.expect(stranger.ask("POST", "/sign-in", b"login=" + b"a" * 20_000, size).status == 413, "bodies: a long name is taken")
    attack.expect(mary.ask("POST", "/role", b"csrf=" + b"a" * 1_100_000, size).status == 413, "bodies: a form of 1.1 MB is taken")
    kind = {"Content-Type": "multipart/form-data; boundary=mark"}
    secrets = "".join(f'--mark\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{page.input(name)}\r\n' for name in ("csrf", "once"))
    file = '--mark\r\nContent-Disposition: form-data; name="files"; filename="a.csv"\r\n\r\nsku,title\r\nA,B\r\n'
    for what, body in {
        "nothing": "", "no boundary": "x" * 1000, "only the end": "--mark--\r\n", "no end": secrets + file,
        "no secrets": file + "--mark--\r\n", "secrets after the file": file + secrets + "--mark--\r\n",
        "21 files": secrets + file * 21 + "--mark--\r\n", "1,001 fields": secrets + secrets * 500 + "--mark--\r\n",
        "a field of 1.1 MB": secrets + '--mark\r\nContent-Disposition: form-data; name="x"\r\n\r\n' + "a" * 1_100_000 + "\r\n--mark--\r\n",
        "a head of 30 kB": secrets + "--mark\r\nX: " + "a" * 30_000 + "\r\n\r\n\r\n--mark--\r\n",
        "a head without end": secrets + "--mark\r\n" + "a: b\r\n" * 10_000, "another boundary": secrets.replace("--mark", "--other"),
        "a boundary with more": secrets.replace("--mark\r\n", "--markx\r\n"),
    }.items():
        answer = mary.ask("POST", "/imports/new", body.encode(), kind)
        attack.expect(400 <= answer.status < 500, f"bodies: {what} is answered with {answer.status}")
    for boundary in ["", "boundary=", "boundary=" + "a" * 71, "boundary=\"", "boundary=\u00e4"]:
        answer = mary.ask("POST", "/imports/new", (secrets + file).encode(), {"Content-Type": f"multipart/form-data; {boundary}"})
        attack.expect(400 <= answer.status < 500, f"bodies: the boundary {boundary[:20]!r} is answered with {answer.status}")
    left = list(pathlib.Path(attack.shop, ".uploads").rglob("*.csv"))
    attack.expect(not left, f"bodies: {left} is kept of what was refused")
    # Most of a large file, and then the connection ends.
    before = attack.memory()
    begin = (secrets + '--mark\r\nContent-Disposition: form-data; name="files"; filename="large.csv"\r\n\r\n').encode()
    connection = socket.create_connection(("127.0.0.1", attack.port))
    connection.sendall(f"POST /imports/new HTTP/1.1\r\nHost: {attack.host}\r\nCookie: {mary.cookies}\r\nContent-Type: multipart/form-data; "
                       f"boundary=mark\r\nContent-Length: 1000000000\r\n\r\n".encode() + begin)
    for _ in range(60):
        connection.sendall(b"a,b,c,d\n" * 125_000)
    grown = attack.memory() - before
    connection.close()
    attack.expect(grown < 100, f"bodies: a file of 60 MB takes {grown:.0f} MB of memory")
    for _ in range(300):
        left = list(pathlib.Path(attack.shop, ".uploads").rglob("large*"))
        if not left:
            break
        time.sleep(0.2)
    attack.expect(not left, "bodies: half a file is kept")


def sessions(attack):
    """Sessions that are set before, of others, signed out, and of people whose rights change; forms of others and sent twice."""
    fixed = attack.browser()
    fixed.cookies[SESSION] = "a" * 43
    fixed.post("/sign-in", {"login": "anna", "passphrase": PASSPHRASE, "to": "/"})
    attack.expect("a" * 43 not in str(fixed.cookies), "sessions: the cookie of before is the one after signing in")
    first = fixed.cookies.get(SESSION, "")
    fixed.post("/sign-in", {"login": "anna", "passphrase": PASSPHRASE, "to": "/"})
    attack.expect(fixed.cookies.get(SESSION) != first, "sessions: signing in again keeps the cookie")
    old = attack.browser()
    old.cookies[SESSION] = first
    attack.expect(old.get("/more").status == 303, "sessions: the session of before is still open after signing in again")
    anna, ben = attack.signed_in("anna"), attack.signed_in("ben")
    for to in ["//elsewhere.example", "https://elsewhere.example", "/\\elsewhere.example", "/%0d%0aHacked: 1", "/a\r\nHacked: 1",
               "javascript:alert(1)",
               "/\t/elsewhere.example", "\\/elsewhere.example", MARK]:
        attack.browser().get("/sign-in?to=" + urllib.parse.quote(to))
    page = anna.get("/more")
    for what, headers in {"another site": {"Origin": "https://elsewhere.example"}, "no site": {"Origin": "null"},
                          "another port": {"Origin": "http://127.0.0.1:1"}, "another scheme": {"Origin": f"https://{attack.host}"},
                          "a longer name": {"Origin": f"http://{attack.host}.elsewhere.example"},
                          "a frame": {"Sec-Fetch-Site": "cross-site"}, "a neighbour": {"Sec-Fetch-Site": "same-site"},
                          "an unknown word": {"Sec-Fetch-Site": "x"}}.items():
        answer = anna.post("/role", {"role": ""}, page, headers)
        attack.expect(answer.status == 403, f"sessions: a form of {what} is answered with {answer.status}")
        answer = attack.browser().post("/sign-in", {"login": "anna", "passphrase": PASSPHRASE}, headers=headers)
        attack.expect(answer.status == 403, f"sessions: signing in from {what} is answered with {answer.status}")
    other = ben.get("/more")
    for what, fields in {"another person": [("csrf", other.input("csrf")), ("once", "1")], "nobody": [("once", "1")],
                         "nothing": [("csrf", ""), ("once", "1")], "no key": [("csrf", page.input("csrf"))]}.items():
        answer = anna.post("/role", fields + [("role", "")])
        attack.expect(answer.status == 403, f"sessions: a form with the secret of {what} is answered with {answer.status}")
    # One key, two bodies, and the same of another person.
    key = [("csrf", page.input("csrf")), ("once", "one-key")]
    new = [("location", "front"), ("kind", "full")]
    first = anna.post("/counts/new", key + new + [("number", "K1")])
    attack.expect(first.status == 303, f"sessions: a count is not opened: {first.status}")
    again = anna.post("/counts/new", key + new + [("number", "K1")])
    attack.expect(again.status == 303 and again.location == first.location, "sessions: a form that is sent twice is carried out twice")
    differs = anna.post("/counts/new", key + new + [("number", "K2")])
    attack.expect(differs.status == 422, f"sessions: a key with another body is answered with {differs.status}")
    # One login has at most twenty sessions, and ends none of others.
    anna = attack.signed_in("anna")
    many = [attack.signed_in("anna") for _ in range(21)]
    attack.expect(anna.get("/more").status == 303 and many[0].get("/more").status == 303, "sessions: one login has more than 20")
    attack.expect(many[1].get("/more").status == 200 and ben.get("/more").status == 200,
                  "sessions: one of the last 20 sessions, or one of somebody else, has ended")
    anna = many[-1]
    # Signing out: here, and everywhere. `clear` keeps the cookie that a thief has.
    thief, here, there = attack.browser(), attack.signed_in("anna"), attack.signed_in("anna")
    thief.cookies = Cookies(here.cookies)
    here.post("/sign-out", {}, here.get("/more"))
    attack.expect(thief.get("/more").status == 303, "sessions: a session is open after signing out")
    thief.cookies = Cookies(there.cookies)
    there.post("/sign-out", {"everywhere": "yes"}, there.get("/more"))
    attack.expect(thief.get("/more").status == 303 and anna.get("/more").status == 303,
                  "sessions: one is open after signing out everywhere")
    # A card of a count, and the rights of a person, change while they are signed in.
    attack.expect(ben.get("/counts").status == 200, "sessions: a counter sees no counts")
    attack.list_people(["anna: { role: manager, name: Anna }", "ben: { role: customer, name: Ben }"])
    attack.expect(ben.get("/counts").status in (303, 403, 404), "sessions: a role that was taken still opens pages")
    attack.list_people(["anna: { role: manager, name: Anna }"])
    attack.expect(ben.get("/more").status == 303, "sessions: a person who was removed is still signed in")
    attack.list_people(attack.people)
    attack.expect(ben.get("/more").status == 303, "sessions: a person who was added again has the session of before")
    attack.expect(attack.mary.get("/more").status == 200, "sessions: others were signed out")


def attempts(attack):
    """Wrong passphrases and numbers of cards: there is an end to them, and it is not the end of others."""
    def tries(login, count, source):
        browser = attack.browser(source)
        return [browser.post("/sign-in", {"login": login, "passphrase": f"{number:08}"}).status for number in range(count)]

    anna = attack.signed_in("anna")
    found = tries("kim", 8, "127.0.0.2")
    attack.expect(found == [422] * 5 + [429] * 3, f"attempts: wrong numbers are answered with {found}")
    found = [status for number in range(4) for status in tries(f"nobody {number}", 5, "127.0.0.2")]
    attack.expect(found == [422] * 15 + [429] * 5, f"attempts: the address may go on with other names: {found}")
    attack.expect(attack.browser("127.0.0.2").post("/sign-in", {"login": "anna", "passphrase": PASSPHRASE}).status == 429,
                  "attempts: the address may sign in")
    attack.expect(attack.browser("127.0.0.3").post("/sign-in", {"login": "anna", "passphrase": PASSPHRASE}).status == 303,
                  "attempts: an address that guessed keeps another one out")
    found = tries("anna", 6, "127.0.0.4")
    attack.expect(found == [422] * 5 + [429], f"attempts: wrong passphrases are answered with {found}")
    attack.expect(anna.get("/more").status == 200, "attempts: somebody who guesses signs a person out")
    attack.expect(attack.browser("127.0.0.7").post("/sign-in", {"login": "anna", "passphrase": PASSPHRASE}).status == 303,
                  "attempts: guesses of a passphrase keep its owner out at another address")
    found = [status for number in range(12) for status in tries("nobody else", 5, f"127.0.3.{number + 1}")]
    attack.expect(found == [422] * 50 + [429] * 10, f"attempts: guesses from many addresses are answered with {found}")
    attack.expect(attack.browser("127.0.0.5").post("/sign-in", {"login": "ben", "passphrase": PASSPHRASE}).status == 303,
                  "attempts: guesses of one passphrase keep others out")
    begun = time.monotonic()
    attack.browser("127.0.0.6").post("/sign-in", {"login": "nobody at all", "passphrase": PASSPHRASE})
    unknown = time.monotonic() - begun
    begun = time.monotonic()
    attack.browser("127.0.0.6").post("/sign-in", {"login": "lea", "passphrase": "wrong wrong wrong"})
    known = time.monotonic() - begun
    attack.expect(unknown > known / 3 and known > unknown / 3,
                  f"attempts: {unknown:.3f} s for an unknown name, {known:.3f} s for a known one")


def forms(attack):
    """A script in every field of every form, in every record, and in every file: no page has it unescaped."""
    hostile_shop(attack)
    pages = crawl(attack, attack.mary)
    expect_marks(attack, pages)
    send_forms(attack, attack.mary, pages)
    attack.expect(attack.mary.get("/more").status == 200, "forms: a form signed its sender out")
    again = crawl(attack, attack.mary)
    crawl(attack, attack.signed_in("ben"))
    print(f"forms: {len(pages)} pages before, {len(again)} after")


def slow(attack):
    """Somebody who sends one byte a second, or reads nothing, is not waited for."""
    mary = attack.mary
    page = mary.get("/imports")
    begin = f'--mark\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n{page.input("csrf")}\r\n'
    post = f"POST {{}} HTTP/1.1\r\nHost: {attack.host}\r\nContent-Length: 100000\r\n"
    starts = {
        "a head": (b"GET /sign-in HTTP/1.1\r\nX: ", 20),
        "a form of a stranger": (post.format("/sign-in").encode() + b"\r\n", 45),
        "a file": ((post.format("/imports/new") + f"Cookie: {mary.cookies}\r\nContent-Type: multipart/form-data; boundary=mark\r\n\r\n"
                    + begin).encode(), 45),
    }
    times = {}

    def drip(what, data):
        with socket.create_connection(("127.0.0.1", attack.port)) as connection:
            connection.sendall(data)
            begun = time.monotonic()
            while time.monotonic() - begun < 90:
                try:
                    connection.sendall(b"a")
                    if select.select([connection], [], [], 1)[0] and not connection.recv(65536):
                        break
                except OSError:
                    break
            times[what] = time.monotonic() - begun

    threads = [threading.Thread(target=drip, args=(what, data)) for what, (data, _) in starts.items() for _ in range(20)]
    for thread in threads:
        thread.start()
    # Those who ask for much and read nothing, from more addresses than the server has places for.
    ask = f"GET /assets/style.css HTTP/1.1\r\nHost: {attack.host}\r\n\r\n".encode() * 50
    readers = []
    for number in range(700):
        reader = socket.socket()
        reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        try:
            reader.bind((f"127.0.1.{number % 7 + 1}", 0))
            reader.settimeout(5)
            reader.connect(("127.0.0.1", attack.port))
            reader.setblocking(False)
            reader.send(ask)
        except OSError:
            pass
        readers.append(reader)
    longest = 0
    while any(thread.is_alive() for thread in threads):
        begun = time.monotonic()
        try:
            attack.expect(mary.get("/imports", timeout=20).status == 200, "slow: no page while others are slow")
        except OSError as error:
            attack.expect(False, f"slow: no page while others are slow: {error}")
        longest = max(longest, time.monotonic() - begun)
        time.sleep(1)
    for reader in readers:
        reader.close()
    for what, (_, limit) in starts.items():
        attack.expect(times[what] < limit, f"slow: {what} of one byte a second is awaited for {times[what]:.0f} s")
    attack.expect(longest < 5, f"slow: a page took {longest:.1f} s while others were slow")
    print("slow: " + ", ".join(f"{what} {seconds:.0f} s" for what, seconds in times.items()) + f"; the slowest page {longest:.2f} s")


def connections(attack):
    """10,000 connections on which half a request comes: half from one address, half from fifty."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (12_000, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    before = attack.memory()
    opened, refused, longest = [], 0, 0
    for number in range(10_000):
        connection = socket.socket()
        connection.settimeout(5)
        try:
            connection.bind(("127.0.0.9" if number < 5_000 else f"127.0.2.{number % 50 + 1}", 0))
            connection.connect(("127.0.0.1", attack.port))
            connection.send(b"GET /sign-in HTTP/1.1\r\nHost: ")
        except OSError:
            refused += 1
        opened.append(connection)
        if number % 1_000 == 999:
            begun = time.monotonic()
            attack.expect(attack.mary.get("/imports").status == 200, "connections: no page while 10,000 connections are open")
            longest = max(longest, time.monotonic() - begun)
    # The same address as the one that has most.
    begun = time.monotonic()
    attack.expect(attack.browser("127.0.0.9").get("/sign-in").status == 200, "connections: no page for the address that has most")
    longest = max(longest, time.monotonic() - begun)
    grown = attack.memory() - before
    held = len(list(pathlib.Path(f"/proc/{attack.server.pid}/fd").iterdir()))
    for connection in opened:
        connection.close()
    attack.expect(longest < 5, f"connections: a page took {longest:.1f} s")
    attack.expect(grown < 150, f"connections: the memory of the server grew by {grown:.0f} MB")
    attack.expect(held < 1_024, f"connections: the server holds {held} files")
    print(f"connections: 10,000 opened, {refused} refused, {held} files held, the slowest page {longest:.2f} s, {grown:.0f} MB more")


TOPICS = [requests, bodies, sessions, forms, parameters, slow, connections, attempts]


def main():
    chosen = [topic for topic in TOPICS if topic.__name__ in sys.argv[2:] or len(sys.argv) == 2]
    attack = Attack(sys.argv[1])
    attack.people = ["anna: { role: manager, name: Anna }", "ben: { role: counter, name: Ben }", "lea: { role: manager, name: Lea }"]
    attack.list_people(attack.people)
    for login in ["anna", "ben", "lea"]:
        attack.command("people", "passphrase", login, input=PASSPHRASE + "\n")
    pathlib.Path(attack.folder, "locations.csv").write_text("location,location_name\nfront,Front\n")
    attack.command("import", attack.folder + "/locations.csv")
    attack.serve()
    try:
        attack.mary = attack.signed_in()
        for topic in chosen:
            begun = time.monotonic()
            topic(attack)
            print(f"-- {topic.__name__}: {time.monotonic() - begun:.0f} s", flush=True)
    finally:
        status = attack.end()
    sys.exit(status)


if __name__ == "__main__":
    main()
