"""What the attacks on the pages share: a shop with a server, a browser that sends any bytes, and what holds for every answer."""

import getpass
import html.parser
import http.client
import os
import pathlib
import re
import resource
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.parse

from cookies import Cookies

PASSPHRASE = "a long enough passphrase"
# What shows itself in a page where a value is not escaped: in text, in attributes of either kind of quotation mark, in templates.
MARK = "\"'><script>alert(1)</script>{{csrf}}{{{csrf}}}<b x"
# What shows itself where a value gets into a header.
BREAK = "a\r\nSet-Cookie: hacked=1\r\nHacked: 1\r\n\r\n<script>alert(1)</script>"
PROTECTION = {"Content-Security-Policy": "default-src 'none'", "X-Content-Type-Options": "nosniff", "Cache-Control": ""}
# What browsers show that is no page; of JSON they show the text, as nobody may guess another kind.
SHOWN = {"text/css", "text/javascript", "image/svg+xml", "text/event-stream", "application/json"}
# What only files of the server have.
SECRETS = [b"SQLite format 3", b"$7$", b"root:x:0:0", b"PRIVATE KEY"]


class Form:
    """A form of a page, as its fields and buttons are in the source."""

    def __init__(self, action, method):
        self.action, self.method, self.fields, self.buttons = action, method, [], []


class Page(html.parser.HTMLParser):
    """The forms and links of a page, and what in it could run a script."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.forms, self.links, self.dangers, self.named = [], [], [], {}
        self.form = None
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, pairs):
        values = {name: value or "" for name, value in pairs}
        for name, value in values.items():
            if name.startswith("on") or name == "srcdoc" or not re.fullmatch(r"[a-z][a-z0-9:-]*", name):
                self.dangers.append(f"<{tag} {name}>")
            if name in ("href", "src", "action", "formaction") and not re.match(r"/(?!/)|#|\?|$", value):
                self.dangers.append(f"<{tag} {name}={value[:60]!r}>")
        if tag == "script" and not re.fullmatch(r"/assets/[\w.-]+\.js", values.get("src", "")):
            self.dangers.append("a script in the page")
        if tag in ("iframe", "object", "embed", "base"):
            self.dangers.append(f"<{tag}>")
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        if tag == "form":
            self.form = Form(values.get("action", ""), values.get("method", "get").lower())
            self.forms.append(self.form)
            self.named[values.get("id", "")] = self.form
        form = self.named.get(values["form"]) if "form" in values else self.form
        if form and tag in ("input", "textarea", "select", "button") and values.get("type") != "file":
            kind = values.get("type", "text") if tag == "input" else tag
            place = form.buttons if tag == "button" else form.fields
            place.append((kind, values.get("name", ""), values.get("value", ""), values.get("formaction")))

    def handle_endtag(self, tag):
        if tag == "form":
            self.form = None


class Attack:
    """A served shop; it counts what is wrong."""

    def __init__(self, stockroom):
        self.stockroom = str(pathlib.Path(stockroom).resolve())
        self.folder = tempfile.mkdtemp(prefix="attack-")
        self.shop = self.folder + "/shop"
        self.wrong, self.answers, self.server = [], 0, None
        subprocess.run([self.stockroom, "init", self.shop, "--name", "Shop <i>\"'", "--currency", "EUR"],
                       check=True, capture_output=True)

    def command(self, *words, input=None, check=True):
        answer = subprocess.run([self.stockroom, *words, "--shop", self.shop], capture_output=True, input=input, text=True)
        if check and answer.returncode:
            raise SystemExit(f"{' '.join(words)}: {answer.stdout} {answer.stderr}")
        return answer.stdout

    def list_people(self, lines):
        """Lists people in stockroom.yml: the account that runs the server is a manager."""
        path = pathlib.Path(self.shop, "stockroom.yml")
        settings = path.read_text().split("people:\n")[0]
        path.write_text(settings + "people:\n  %s: { role: manager, name: Mary }\n" % getpass.getuser() + "".join(
            f"  {line}\n" for line in lines))

    def serve(self, *words, files=1024):
        """Starts the server, with as many files as processes may usually open."""
        def limit():
            resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

        self.log = open(self.folder + "/log", "a")
        self.server = subprocess.Popen([self.stockroom, "serve", "--shop", self.shop, "--port", "0", *words],
                                       stdout=subprocess.PIPE, stderr=self.log, text=True, preexec_fn=limit)
        link = urllib.parse.urlparse(re.search(r"http://\S+", self.server.stdout.readline())[0])
        self.key = urllib.parse.parse_qs(link.query)["key"][0]
        self.host, self.port = link.netloc, link.port

    def memory(self):
        """The resident memory of the server in megabytes."""
        # `stockroom serve` goes on as another program, in the same process.
        return int(re.search(r"VmRSS:\s+(\d+)", pathlib.Path(f"/proc/{self.server.pid}/status").read_text())[1]) / 1024

    def expect(self, is_right, what):
        if not is_right and what not in self.wrong:
            print("WRONG:", what, flush=True)
            self.wrong.append(what)

    def browser(self, source=None):
        return Browser(self, source)

    def signed_in(self, login=None, source=None):
        browser = self.browser(source)
        fields = {"key": self.key} if login is None else {"login": login, "passphrase": PASSPHRASE}
        answer = browser.post("/sign-in", {**fields, "to": "/"})
        if answer.status != 303:
            raise SystemExit(f"{login} cannot sign in: {answer.status}")
        return browser

    def raw(self, data, seconds=20, source=None):
        """All that the server answers to these bytes until it ends the connection, or is silent for a while."""
        with socket.create_connection(("127.0.0.1", self.port), 20, source and (source, 0)) as connection:
            connection.settimeout(seconds)
            received = b""
            try:
                connection.sendall(data)
                while part := connection.recv(65536):
                    received += part
            except OSError:
                pass
            return received

    def end(self):
        if self.server:
            self.expect(self.server.poll() is None, "the server ended by itself")
            self.server.terminate()
            try:
                self.server.wait(15)
            except subprocess.TimeoutExpired:
                self.expect(False, "the server does not end within 15 seconds")
                self.server.kill()
                self.server.wait()
        if not os.environ.get("STOCKROOM_KEEP"):
            shutil.rmtree(self.folder, ignore_errors=True)
        print(f"{self.answers} answers looked at; " + (f"{len(self.wrong)} wrong" if self.wrong else "everything is right."))
        return 1 if self.wrong else 0


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body
        self.location = headers.get("Location") or ""
        self.is_page = headers.get_content_type() == "text/html"
        self.text = body.decode("utf-8", "replace")

    def input(self, name):
        found = re.search(rf'name="{name}" value="([^"]*)"', self.text)
        return found[1] if found else ""


class Browser:
    """A browser without scripts. Each answer is looked at for what must hold for all."""

    def __init__(self, attack, source=None):
        self.attack, self.cookies, self.source = attack, Cookies(), source

    def ask(self, method, path, body=None, headers=None, timeout=60):
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.attack.port, timeout=timeout, source_address=self.source and (self.source, 0))
        all_headers = {"Host": self.attack.host, "Connection": "close", **(headers or {})}
        if self.cookies:
            all_headers.setdefault("Cookie", str(self.cookies))
        try:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            if body is not None:
                all_headers["Content-Length"] = str(len(body))
            for name, value in all_headers.items():
                connection.putheader(name, value)
            connection.endheaders(body)
            answer = connection.getresponse()
            answer = Answer(answer.status, answer.headers, answer.read())
        finally:
            connection.close()
        self.cookies.take(answer.headers)
        self.look(f"{method} {path[:100]}", answer)
        return answer

    def get(self, path, **more):
        return self.ask("GET", path, **more)

    def post(self, path, fields, page=None, headers=None, kind="application/x-www-form-urlencoded"):
        pairs = list(fields.items()) if isinstance(fields, dict) else list(fields)
        if page:
            pairs = [(name, page.input(name)) for name in ("csrf", "once")] + pairs
        headers = {"Content-Type": kind, "Origin": f"http://{self.attack.host}", **(headers or {})}
        return self.ask("POST", path, urllib.parse.urlencode(pairs).encode(), headers)

    def upload(self, path, page, name, content, field="files"):
        """Sends a file as browsers do, which write a quotation mark in its name as %22."""
        name = name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
        parts = [f'--mark\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{page.input(key)}\r\n' for key in ("csrf", "once")]
        parts.append(f'--mark\r\nContent-Disposition: form-data; name="{field}"; filename="{name}"\r\n\r\n')
        body = "".join(parts).encode() + content + b"\r\n--mark--\r\n"
        return self.ask("POST", path, body, {"Content-Type": "multipart/form-data; boundary=mark"})

    def follow(self, answer):
        """Goes where an answer leads, and waits for what is running."""
        where = ""
        for _ in range(600):
            if answer.status == 303:
                where = answer.location
            elif where.startswith("/running/") and answer.status == 200:
                time.sleep(0.2)
            else:
                break
            answer = self.get(where)
        return answer, where

    def look(self, what, answer):
        expect = self.attack.expect
        self.attack.answers += 1
        expect(answer.status < 500 or answer.status == 503, f"{what} answers {answer.status}")
        expect(not answer.headers.get("Hacked") and "hacked" not in " ".join(answer.headers.get_all("Set-Cookie") or []),
               f"{what}: a header was put in")
        expect(not answer.location or re.match(r"/(?![/\\])[\x21-\x7e]*$", answer.location), f"{what} leads to {answer.location!r}")
        for name, value in PROTECTION.items():
            expect(value in (answer.headers.get(name) or "?" * (value != "")), f"{what}: the header {name} is missing")
        for secret in SECRETS:
            expect(secret not in answer.body, f"{what} shows what only files of the server have: {secret}")
        if answer.is_page:
            for danger in Page(answer.text).dangers:
                expect(False, f"{what}: {danger}")
            csrf = answer.input("csrf")
            if csrf:
                rest = re.sub(r'name="csrf" value="[^"]*"', "", answer.text)
                expect(csrf not in rest, f"{what}: the secret of forms is in the page twice, or a value was read as a template")
        elif answer.headers.get_content_type() not in SHOWN:
            is_kept = (answer.headers.get("Content-Disposition") or "").startswith("attachment")
            expect(is_kept or not answer.body, f"{what} has a file that browsers may show: {answer.headers.get_content_type()}")
