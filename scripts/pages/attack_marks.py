"""A shop whose records have a script in every text. Its pages are followed, filled in, and asked for with other words."""

import collections
import csv
import html
import io
import re
import urllib.parse

from attacks import BREAK, MARK, Page
from routes import routes

# Records of which every text is hostile: kind, header, rows. They come in by the page for files, so that the plans of them are hostile too.
RECORDS = [
    ("locations", "location,location_name", [["back", MARK]]),
    ("suppliers", "supplier,supplier_name,email", [["SUP", MARK, "a@example.org"], ["S" + MARK, MARK, ""]]),
    ("categories", "category,category_name", [["CAT", MARK]]),
    ("products", "product_code,title,category,brand,attributes", [
        ["P1", "Mug " + MARK, "CAT", MARK, '{"from":"<script>alert(1)</script>"}'],
                                                                ["P2" + MARK, "Cup " + MARK, "CAT", MARK, ""]]),
    ("variants", "sku,product_code,colour,size,standard_cost", [
        ["MUG", "P1", "c" + MARK, MARK, "3"], ["CUP" + MARK, "P2" + MARK, "", MARK, "4"]]),
    ("barcodes", "barcode,sku", [["4006381333931", "MUG"]]),
    ("prices", "sku,price", [["MUG", "9"], ["CUP" + MARK, "8"]]),
    ("supplier_items", "supplier,sku,supplier_code,unit_cost,pack_size", [["SUP", "MUG", "code " + MARK, "3", "1"]]),
    ("reorder_levels", "sku,location,reorder_point", [["MUG", "front", "500"]]),
    ("orders", "supplier,order_number,location", [["SUP", "O " + MARK, "front"]]),
    ("order_lines", "supplier,order_number,location,line,sku,order_quantity,unit_cost", [
        ["SUP", "O " + MARK, "front", "1", "MUG", "42", "3"]]),
    ("receipts", "document,line,sku,location,supplier,quantity,unit_cost,effective_at,note",
     [["D " + MARK, "1", "MUG", "front", "SUP", "42", "3", "2026-01-02T10:00", MARK]]),
    ("sales", "document,line,sku,location,quantity,unit_price,effective_at", [
        ["S " + MARK, "1", "MUG", "front", "1", "9", "2026-01-03T10:00"]]),
    ("movements", "document,line,sku,location,movement_kind,quantity,unit_cost,reason,effective_at,note",
     [["M " + MARK, "1", "MUG", "front", "adjustment", "1", "3", "sample", "2026-01-04T10:00", MARK]]),
]
# Files that no record is made of.
FILES = [
    (MARK + ".csv", [["sku", "title" + MARK, MARK, "{{csrf}}"], ["X1", MARK, MARK, "<img src=x onerror=alert(1)>"]]),
    (BREAK + ".csv", [["sku", "title", "price"], [MARK, BREAK, MARK], ["MUG", "=HYPERLINK(1)", "x" + MARK]]),
    ("../../../" + MARK + "/..\\..\\" + "n" * 300 + ".csv", [[MARK, BREAK], [MARK, BREAK]]),
    ("e." + "x\u0301" * 300, [["sku", "title"], ["X2", MARK]]),
]
# Values of parts of addresses and of queries; the long one is still an address.
PARTS = ["..%2f..%2fstock.sqlite", "..%2f..%2f..%2f..%2fetc%2fpasswd", "%2e%2e", "..", "%00", "1%00.csv", "%c0%ae%c0%ae%c0%af", "%ff%fe",
         "%0d%0aHacked:%201", "--help", "-1", "9223372036854775808", "a" * 8000,
         urllib.parse.quote(MARK, safe=""), "%F3%A0%81%81%CC%81", "%25%32%65%25%32%65%25%32%66"]
# Pages of which each has to show a mark, so that looking for one means something.
SHOWING = """/catalog /products/:code /imports /imports/:number /plans/:id /plans/:id/columns /orders /orders/:number
/orders/:number/receive /counts /counts/:count/review /counts/:count/cards /settings/people /reports/:name /find""".split()
# How many pages of one kind are asked for, and how often its forms are sent.
MOST_OF_KIND, MOST_SENT = 3, 1
# Nobody is signed out or taken off the list while forms are sent, nor has their passphrase changed.
NOT_SENT = ("/sign-out", "/sign-in", "/passphrase", "/delete", "/remove")


def csv_bytes(rows):
    text = io.StringIO(newline="")
    csv.writer(text).writerows(rows)
    return text.getvalue().encode()


def hostile_shop(attack):
    """Fills the shop with hostile records, by its pages, and with a count that has unknown codes of hostile names."""
    mary, kinds = attack.mary, collections.Counter()
    attack.people += [f"kai: {{ role: counter, name: '{MARK.replace(chr(39), chr(39) * 2)}' }}"]
    attack.list_people(attack.people)
    for kind, header, rows in RECORDS:
        answer = mary.upload("/imports/new", mary.get("/imports"), f"{kind} {MARK}.csv", csv_bytes([header.split(",")] + rows))
        page, where = mary.follow(answer)
        form = re.search(r'action="(/plans/\w+)/apply"', page.text)
        if form:
            fields = [("csrf", page.input("csrf")), ("once", page.input("once")), ("shown", page.input("shown")), ("on-error", "skip")]
            fields += [("accept", html.unescape(code)) for code in re.findall(r'name="accept" value="([^"]*)"', page.text)]
            page, where = mary.follow(mary.post(form[1] + "/apply", fields))
        kinds["applied" if where.startswith("/imports/") else f"not applied: {kind}"] += 1
    for name, rows in FILES:
        answer = mary.upload("/imports/new", mary.get("/imports"), name, csv_bytes(rows))
        attack.expect(answer.status in (303, 422), f"forms: the file {name[:40]!r} is answered with {answer.status}")
        mary.follow(answer)
    # Counts, of which one has a hostile name, with codes that nobody knows.
    for number in ["C1", "C" + MARK]:
        answer = mary.post("/counts/new", {"location": "front", "kind": "full", "number": number, "also": "yes"}, mary.get("/counts/new"))
        kinds[f"count {answer.status}"] += 1
        count = answer.location or "/counts/C1"
        mary.post(count + "/sections", {"section": "s" + MARK, "counter": "ben"}, mary.get(count))
        rows = [["sku", "counted_quantity", "counter", "note"], ["MUG", "5", MARK, MARK],
                [MARK, "7", MARK, MARK], ["U " + BREAK, "7", MARK, BREAK]]
        mary.follow(mary.upload(count + "/file", mary.get(count), f"count {MARK}.csv", csv_bytes(rows), "file"))
        for item in [MARK, BREAK, "MUG"]:
            fields = {"item": item, "quantity": "3", "way": "scan", "description": MARK, "note": MARK}
            mary.post(count + "/entry", fields, mary.get(count + "/entry"))
    print("forms: " + ", ".join(f"{number} × {what}" for what, number in kinds.items()))


def kind(address):
    """The kind of page that an address leads to: its route and the names in its query."""
    parts = urllib.parse.urlsplit(address)
    names = "&".join(sorted(set(urllib.parse.parse_qs(parts.query, keep_blank_values=True))))
    for pattern in sorted(routes(), key=lambda pattern: pattern.count(":")):
        if re.fullmatch(re.sub(r":\w+", "[^/]+", pattern.replace(".", r"\.")), parts.path):
            return pattern + "?" + names
    return parts.path + "?" + names


def crawl(attack, browser):
    """Follows all links, some of each kind; returns the pages. The answers are looked at as they come."""
    asked, pages, seen = collections.Counter(), {}, set()
    waiting = collections.deque(["/", "/more", "/find?q=" + urllib.parse.quote(MARK), "/find?q=mug", "/counts", "/imports"])
    while waiting and len(seen) < 500:
        address = waiting.popleft()
        form = kind(address)
        if address in seen or asked[form] >= MOST_OF_KIND:
            continue
        seen.add(address)
        asked[form] += 1
        answer = browser.get(address)
        if answer.location:
            waiting.append(answer.location)
        elif answer.is_page:
            page = Page(answer.text)
            pages[address] = (answer, page)
            for link in page.links:
                link = urllib.parse.urljoin(address, link).split("#")[0]
                if link.startswith("/") and len(link) < 4000:
                    # As browsers write it.
                    waiting.append(urllib.parse.quote(link, safe="/?&=%:+,;@!$'()*~-._"))
    return pages


def expect_marks(attack, pages):
    """Whether the pages show the mark, as text."""
    shown = {kind(address).split("?")[0] for address, (answer, _) in pages.items()
             if re.search("(&lt;|&#60;)script(&gt;|&#62;)alert", answer.text)}
    for pattern in SHOWING:
        attack.expect(pattern in shown, f"forms: no page {pattern} shows a mark")
    print(f"forms: {len(pages)} pages, of which {len(shown)} kinds show a mark")


def send_forms(attack, browser, pages):
    """Sends each form with the mark in each of its fields, then with a line break, then with what was hidden changed too."""
    sent = collections.Counter()
    for address, (_, page) in list(pages.items()):
        for number, form in enumerate(page.forms):
            name = (kind(form.action or address), form.method, tuple(field[1] for field in form.fields))
            if form.action.endswith(NOT_SENT) or sent[name] >= MOST_SENT:
                continue
            sent[name] += 1
            for text, with_hidden in ((MARK, False), (BREAK, False), (MARK, True)):
                # The key of the form is used up, so that the page is asked for again.
                fresh = browser.get(address)
                forms = Page(fresh.text).forms
                if number >= len(forms):
                    break
                send(browser, address, forms[number], text, with_hidden)
    print(f"forms: {len(sent)} forms sent")


def send(browser, address, form, text, with_hidden):
    fields = []
    for type, name, value, _ in form.fields:
        is_secret = name in ("csrf", "once")
        if not name:
            continue
        if not is_secret and (type in ("text", "search", "textarea", "password", "number", "datetime-local", "date", "month")
                              or with_hidden):
            value = text
        fields.append((name, value))
    targets = [(form.action or address, [])] + [
        (action or form.action or address, [(name, text if with_hidden else value)] if name else [])
        for _, name, value, action in form.buttons]
    for target, more in targets[:4]:
        target = target.split("#")[0]
        if target.endswith(NOT_SENT):
            continue
        if form.method == "post":
            answer = browser.post(target, fields + more)
        else:
            answer = browser.get(target.split("?")[0] + "?" + urllib.parse.urlencode(fields + more))
        if answer.location.startswith("/sign-in"):
            browser.attack.expect(False, f"forms: {target} with {fields + more} leads to {answer.location}")
        elif answer.status == 303:
            browser.follow(answer)


def parameters(attack):
    """Every part of every address, and every name of a query that a link has, with paths, bytes that are not text, and scripts."""
    browser = attack.signed_in("anna")
    stranger = attack.browser()
    for pattern in routes():
        places = re.findall(r":\w+", pattern)
        for place in places:
            for part in PARTS:
                path = pattern.replace(place, part, 1)
                browser.get(re.sub(r":\w+", "1", path))
        stranger.get(re.sub(r":\w+", PARTS[8], pattern))
    queries = {"/sign-in": ["to", "key", "lost"], "/find": ["q"], "/trust": ["x"]}
    for address, (_, page) in crawl(attack, browser).items():
        for link in page.links:
            parts = urllib.parse.urlsplit(urllib.parse.urljoin(address, link))
            form = kind(parts.path).split("?")[0]
            if ":" not in form or "reports/" in form:
                queries.setdefault(parts.path if "reports/" in form else form, []).extend(urllib.parse.parse_qs(parts.query))
    for path, names in queries.items():
        for name in sorted(set(names)):
            for part in PARTS:
                (stranger if path == "/sign-in" else browser).get(f"{path}?{name}={part}" if ":" not in path else "/")
    for path in ["/../stock.sqlite", "/assets/style.css/../../stock.sqlite", "/%2e%2e/stock.sqlite", "/..%2fstock.sqlite",
                 "/pages/home.mustache",
                 "/home.mustache", "/stock.sqlite", "/passphrases", "/.uploads/",
                 "/assets/style.css%00",
                 "//etc/passwd", "/assets/count.js/..%5c..%5cstock.sqlite", "/assets/..%2fstock.sqlite"]:
        for who in (browser, stranger):
            answer = who.get(path)
            attack.expect(answer.status in (303, 400, 404), f"parameters: {path} is answered with {answer.status}")
