#!/usr/bin/env python3
"""Counts the corner shop in the browser: by clicks in part and by file in part, two people at once, to the posting.

Usage: walk_counts.py STOCKROOM. What the count posts is compared with that of the same count made by commands.
"""

import csv
import pathlib
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from browser import FULL_COUNT, ONE_ITEM, SAMPLES, By, Walk, documented
from without_network import until, without_network

CUT_OFF = "2026-10-31T18:00"
# An item whose stock, cost and supplier cannot be mistaken for another number or word.
SECRET = {"sku": "ZZ-TEST", "title": "Test crate", "stock": "4711", "cost": "87.65", "supplier": "Quellhof"}
PEOPLE = """people:
  %s: { role: manager, name: Anna Meier }
  ines: { role: manager, name: Ines Kern }
  jonas: { role: counter, name: Jonas }
  aylin: { role: counter, name: Aylin }
"""


class CountWalk(Walk):
    """A shop before its count, and a copy in which the same count is made by commands."""

    def make(self):
        self.make_before_count()
        self.import_text("secret.csv", f"sku,title,price\n{SECRET['sku']},{SECRET['title']},199.00\n")
        self.import_text(
            "secret-stock.csv", "sku,location,quantity,unit_cost,effective_at\n"
            f"{SECRET['sku']},shop,{SECRET['stock']},{SECRET['cost']},2026-09-01\n", "--kind", "stock_levels")
        self.import_text(
            "secret-supplier.csv", "supplier,supplier_name\nQUELL," + SECRET["supplier"] + "\n")
        self.copy = self.folder + "/copy"
        shutil.copytree(self.shop, self.copy)
        # Aylin signs in with a card.
        self.add_people(PEOPLE, ["ines", "jonas"])

    def import_text(self, name, text, *words):
        path = f"{self.folder}/{name}"
        pathlib.Path(path).write_text(text)
        self.command("import", path, *words)

    def in_copy(self, *words):
        return subprocess.run(
            [self.stockroom, *words, "--shop", self.copy], check=True, capture_output=True).stdout

    def count(self, browser, code, quantity):
        """One scan and one field: the number waits to be saved by what comes next."""
        self.scan(browser, code)
        self.type(browser.find_element(By.NAME, "quantity"), quantity)

    def title(self, browser):
        return browser.find_element(By.TAG_NAME, "h1").text

    def hides(self, browser, *names):
        """A page of somebody who counts has nothing that would show what to find."""
        source = browser.page_source
        # What the person entered is theirs to see.
        text = re.sub(r'value="[^"]*"', "", source)
        for word in ["xpected", "on hand", "ariance", "difference", "upplier", "at cost", "at retail", SECRET["supplier"], *names]:
            self.expect(word not in text, f"{browser.current_url}: a counter's page has '{word}'")
        self.expect(not re.search(written(SECRET["cost"]), text), f"{browser.current_url}: a counter's page has the cost")


def written(number):
    """A pattern for a number as any page has it: with a mark between thousands or without, a point or a comma, in the source too."""
    whole, _, fraction = number.partition(".")
    pattern = f"{int(whole):,}".replace(",", r"(?:[.,'’\s]|&nbsp;|&#\d+;)?")
    return rf"(?<!\d){pattern}" + (f"[.,]{fraction}" if fraction else "") + r"(?!\d)"


def main():
    lines = list(csv.DictReader(open(SAMPLES / "count-2026-10-31.csv")))
    window = [line for line in lines if line["section"] == "W"]
    clothes = [line for line in lines if line["section"] == "A"][:6]
    rest = [line for line in lines if line not in window and line not in clothes]
    with CountWalk(sys.argv[1]) as walk:
        sheet = walk.folder + "/rest.csv"
        with open(sheet, "w", newline="") as file:
            writer = csv.DictWriter(file, lines[0].keys())
            writer.writeheader()
            writer.writerows(rest)
        walk.serve()
        go(walk, lines, window, clothes, sheet)


def go(walk, lines, window, clothes, sheet):
    # The manager opens the count, and hands two sections out.
    manager = walk.browser()
    walk.sign_in(manager)
    walk.check(manager)
    walk.clicks = 0
    walk.click(manager, "New count")
    walk.check(manager)
    clicks_before = walk.clicks
    walk.click(manager, "Some items only")
    manager.find_element(By.NAME, "cut-off").send_keys("yesterday")
    walk.click(manager, "Open the count")
    walk.expect("alert" in manager.page_source and "yesterday" in manager.page_source, "a wrong cut-off is not shown again")
    walk.check(manager)
    field = manager.find_element(By.NAME, "cut-off")
    if not field.is_displayed():
        walk.click(manager, "Some items only")
    field.clear()
    field.send_keys(CUT_OFF)
    walk.clicks = clicks_before
    walk.click(manager, "Open the count")
    walk.expect("Count 1" in walk.title(manager), f"the count was not opened: {walk.title(manager)}")
    walk.check(manager)
    opening = walk.clicks
    for login, section in [("jonas", "W"), ("aylin", "A")]:
        walk.click(manager, "Hand out a section")
        manager.find_element(By.ID, "section").send_keys(section)
        Select(manager.find_element(By.ID, "counter")).select_by_value(login)
        walk.click(manager, "Hand out", within="main form")
    walk.check(manager)

    walk.click(manager, "Cards with which people sign in")
    walk.check(manager)
    manager.find_element(By.CSS_SELECTOR, "input[value='aylin']").click()
    walk.click(manager, "Make cards")
    walk.check(manager)
    walk.picture(manager, "count-cards")
    number = manager.find_element(By.CSS_SELECTOR, ".cards-to-cut .figure").text

    follow_figures(walk, manager)

    # Two people count at once, on phones.
    jonas, aylin = walk.browser(390), walk.browser(390)
    walk.sign_in(jonas, "jonas")
    walk.sign_in(aylin, "aylin", number)
    walk.check(aylin)
    walk.expect(aylin.current_url == walk.base + "/counts/1", f"a card leads to {aylin.current_url}")
    walk.picture(aylin, "count-by-card")
    for path in ["/", "/counts", "/imports", "/catalog", "/counts/2"]:
        aylin.get(walk.base + path)
        walk.expect(aylin.current_url == walk.base + "/counts/1", f"a card opens {aylin.current_url}")
    walk.click(aylin, "Section A")
    walk.expect("/sections/W" in jonas.current_url, f"the home of a counter with one section is {jonas.current_url}")
    walk.expect(jonas.switch_to.active_element.get_attribute("name") == "code", "the code field has no focus")
    walk.check(jonas)
    walk.hides(jonas, "Aylin", "Anna Meier")
    with ThreadPoolExecutor() as both:
        list(both.map(lambda part: count_section(walk, *part), [(jonas, window, "Aylin"), (aylin, clothes, "Jonas")]))
    figures_follow(walk, manager)
    walk.check(jonas)
    walk.check(aylin)

    # The same code again adds one; the next code saves; a blank is not counted; a corrected number replaces.
    walk.scan(jonas, SECRET["sku"])
    walk.scan(jonas, SECRET["sku"])
    walk.expect(jonas.find_element(By.NAME, "quantity").get_attribute("value") == "2", "the same code does not add one")
    jonas.find_element(By.NAME, "quantity").send_keys("9", Keys.ESCAPE)
    walk.expect(jonas.find_element(By.NAME, "quantity").get_attribute("value") == "2", "Escape does not restore the number")
    answers = []
    for number in ["4710", SECRET["stock"]]:
        field = jonas.find_element(By.NAME, "quantity")
        field.clear()
        field.send_keys(number)
        walk.click(jonas, "Next item" if number == "4710" else "Save the number")
        walk.check(jonas)
        page = re.sub(r'name="(csrf|once)" value="[^"]*"|data-made="\d+"|/undo/\d+', "", jonas.page_source)
        answers.append(re.sub(r"\d\d:\d\d", "", re.sub(written(number), "N", page)))
        if number == "4710":
            walk.click(jonas, "Change", within="main .lines")
            walk.check(jonas)
    walk.expect(answers[0] == answers[1], "the right number has another answer than a wrong one")
    walk.count(jonas, "2400000000000", "3")
    walk.expect("does not know this code" in jonas.page_source, "an unknown code is not shown as unknown")
    walk.check(jonas)
    jonas.find_element(By.NAME, "note").send_keys("box of blue mugs")
    walk.enter(jonas, jonas.find_element(By.NAME, "quantity"))
    walk.expect("box of blue mugs" in jonas.page_source, "the name of an unknown code is not kept")
    walk.scan(jonas, window[0]["sku"])
    jonas.find_element(By.NAME, "quantity").clear()
    walk.enter(jonas, jonas.find_element(By.NAME, "quantity"), "94006381333931")
    walk.expect("looks like a code" in jonas.page_source, "a code in the field of the number is not refused")
    walk.check(jonas)
    walk.hides(jonas, "Aylin", "Anna Meier")
    jonas.find_element(By.NAME, "quantity").clear()
    walk.click(jonas, "Next item")
    walk.click(jonas, "Section W is done")
    walk.check(jonas)
    walk.click(aylin, "Section A is done")
    for path in ["/", "/counts", "/counts/1", "/counts/1/entry", "/counts/1/entry?way=list", "/counts/1/entry/done",
                 "/counts/1/sections/W", "/counts/1/sheet", "/counts/1/sections/W?item=" + SECRET["sku"]]:
        jonas.get(walk.base + path)
        if path != "/counts/1/sheet":
            walk.check(jonas)
        walk.hides(jonas, "Aylin", "Anna Meier")
        walk.expect(
            not re.search(written(SECRET["stock"]), re.sub(r'value="[^"]*"', "", jonas.page_source))
            or "/sections/W" in path, f"{path} shows the stock")
    for path in ["/counts/1/review", "/counts/1/left", "/counts/new"]:
        jonas.get(walk.base + path)
        walk.expect("may" in walk.title(jonas), f"a counter opens {path}: {walk.title(jonas)}")

    # Another manager enters the rest by file, as who enters counts may not approve them.
    ines = walk.browser()
    walk.sign_in(ines, "ines")
    ines.get(walk.base + "/counts/1")
    walk.click(ines, "Enter a filled-in sheet")
    ines.find_element(By.ID, "file").send_keys(sheet)
    walk.click(ines, "Enter the file")
    walk.check(ines)
    walk.expect("entries of rest.csv" in ines.page_source, "the file was not entered")

    # The manager looks, says what the unknown codes are, closes and posts.
    manager.get(walk.base + "/counts/1")
    walk.check(manager)
    walk.expect("295 of 304" in manager.page_source, "the progress is wrong: " + manager.find_element(By.CSS_SELECTOR, ".figure").text)
    walk.command("import", str(SAMPLES / "count-unknown-item.csv"), "--profile", "price-list")
    walk.click(manager, "List", within="main .lines")
    walk.check(manager)
    manager.get(walk.base + "/counts/1/review")
    walk.check(manager)
    for code in ["2400000000000", "2419999000423"]:
        for form in manager.find_elements(By.CSS_SELECTOR, "#unknown ~ ul form"):
            if form.find_element(By.NAME, "code").get_attribute("value") == code:
                walk.enter(manager, form.find_element(By.NAME, "item"), "2419999000423")
                break
    walk.check(manager)
    # The box of blue mugs was no goods of the shop: its item has the number that the file gave.
    manager.get(walk.base + "/counts/1")
    walk.clicks, walk.typed = opening, 0
    walk.click(manager, "Close and review")
    walk.check(manager)
    walk.expect("Their stock stays as it is." in manager.page_source, "what becomes of the items that are left is not said")
    walk.click(manager, "Approve and post")
    walk.say("full count, open to posted", documented(FULL_COUNT)[0])
    walk.expect("posted" in walk.title(manager), f"the count is not posted: {walk.title(manager)}")
    walk.check(manager)

    for address in [link.get_attribute("href") for link in manager.find_elements(By.CSS_SELECTOR, "a[href^='/reports/']")]:
        manager.get(address)
        walk.expect("no such page" not in walk.title(manager), f"there is no page {address}")
    compare(walk, lines)
    widths(walk, manager, jonas)
    reverse(walk, manager)
    only_count(walk, jonas)
    one_item(walk, manager, ines, window[0])
    without_network(walk, jonas, window[:3])
    for browser in [manager, jonas, aylin, ines]:
        browser.quit()
    walk.expect("All checks passed" in walk.command("check").decode(), "the books of the shop are wrong")


def count_section(walk, browser, lines, other):
    """Scans and counts the items of one section, while somebody else does the same with another one."""
    for line in lines:
        walk.count(browser, line["barcode"] or line["sku"], line["counted_quantity"])
        walk.hides(browser, "Anna Meier", other)
        walk.enter(browser, browser.find_element(By.NAME, "quantity"))


def follow_figures(walk, manager):
    """The page of the count, which then stays as it is."""
    manager.get(walk.base + "/counts/1")
    live = manager.find_element(By.CSS_SELECTOR, "[data-live]")
    until(manager, live.is_displayed)
    manager.execute_script("window.isSame = true")


def figures_follow(walk, manager):
    """The page has the figures of the server without having been loaded again."""
    own = "document.querySelector('[data-events]').innerHTML.trim()"
    shown = f"""
        const done = arguments[arguments.length - 1], parser = new DOMParser();
        fetch('/counts/1').then(answer => answer.text()).then(text => {{
          const part = parser.parseFromString(text, 'text/html').querySelector('[data-events]');
          done([window.isSame === true, part.innerHTML.trim() === {own}]);
        }});"""
    until(manager, lambda: manager.execute_async_script(shown) == [True, True])
    figure = manager.find_element(By.CSS_SELECTOR, "[data-events] .figure").text
    walk.expect(not figure.startswith("0 of"), f"after two sections the figures say {figure}")
    walk.check(manager)


def compare(walk, lines):
    """The same count by commands posts the same."""
    whole = walk.folder + "/whole.csv"
    secret = dict.fromkeys(lines[0].keys(), "")
    secret.update(count="1", location="shop", section="W", sku=SECRET["sku"], counted_quantity=SECRET["stock"], counter="Jonas")
    found = dict(secret, sku="2400000000000", counted_quantity="3")
    with open(whole, "w", newline="") as file:
        writer = csv.DictWriter(file, lines[0].keys())
        writer.writeheader()
        writer.writerows([*lines, secret, found])
    walk.in_copy("count", "open", "--location", "shop", "--kind", "full", "--blind", "--cut-off", CUT_OFF)
    walk.in_copy("count", "enter", "1", whole)
    walk.in_copy("import", str(SAMPLES / "count-unknown-item.csv"), "--profile", "price-list")
    walk.in_copy("count", "resolve", "1", "2400000000000", "2419999000423")
    walk.in_copy("reconcile", "1", "--uncounted", "ignore", "--post")
    for report, words in [
        ("shrinkage", ["--param", "period=2026-10", "--param", "location=shop"]), ("variance-detail", ["--param", "session=1"]),
    ]:
        ours, theirs = walk.folder + f"/{report}-1.csv", walk.folder + f"/{report}-2.csv"
        walk.command("report", report, *words, "--out", ours)
        walk.in_copy("report", report, *words, "--out", theirs)
        ours, theirs = [figures(path) for path in [ours, theirs]]
        walk.expect(len(ours) > 3, f"{report} is empty")
        differing = [(a, b) for a, b in zip(ours, theirs) if a != b]
        walk.expect(
            not differing and len(ours) == len(theirs), f"{report} differs from that of the commands: {differing[:3]}")


def figures(path):
    """The rows of a report without the imports, files and lines that they came from."""
    with open(path, newline="") as file:
        names, *rows = csv.reader(file)
    origins = {names.index(name) for name in ("import_id", "source_line") if name in names}
    return [names] + [
        [cell for place, cell in enumerate(row) if place not in origins and not re.search(r"(\.csv|section \w+):\d+", cell)]
        for row in rows]


def widths(walk, manager, jonas):
    """Every page at the other widths, and dark."""
    paths = ["/", "/counts", "/counts/new", "/counts/1", "/counts/1/review", "/counts/1/left"]
    walk.command("count", "open", "--location", "stockroom", "--kind", "full")
    paths += ["/counts/2", "/counts/2/review", "/counts/2/entry", "/counts/2/entry?way=list", "/counts/2/entry/done",
              "/counts/2/entry?item=" + SECRET["sku"]]
    for width, dark in [(360, False), (390, True), (1280, True), (1600, False)]:
        browser = walk.browser(width, dark)
        browser.get(walk.base + "/sign-in")
        for cookie in manager.get_cookies():
            browser.add_cookie({"name": cookie["name"], "value": cookie["value"], "path": "/"})
        for path in paths:
            browser.get(walk.base + path)
            walk.check(browser)
            if len(sys.argv) > 2:
                name = re.sub(r"\W+", "-", path).strip("-") or "home"
                browser.save_screenshot(f"{sys.argv[2]}/{name}-{width}{'-dark' if dark else ''}.png")
        browser.quit()


def reverse(walk, manager):
    manager.get(walk.base + "/counts/1/review")
    walk.click(manager, "Reverse this count")
    manager.find_element(By.ID, "why").send_keys("the wrong shelves")
    walk.click(manager, "Reverse count 1")
    walk.expect("reversed" in walk.title(manager), "the count is not reversed")
    walk.check(manager)


def only_count(walk, jonas):
    """A person without a section begins the only open count on the home page."""
    jonas.get(walk.base + "/")
    walk.check(jonas)
    walk.hides(jonas, "Aylin", "Anna Meier")
    walk.clicks = walk.typed = 0
    walk.expect(jonas.switch_to.active_element.get_attribute("name") == "item", "the field on the home page has no focus")
    walk.scan(jonas, SECRET["sku"])
    walk.expect("/counts/2/entry" in jonas.current_url, f"the first scan leads to {jonas.current_url}")
    field = jonas.find_element(By.NAME, "quantity")
    walk.type(field, "7")
    walk.say("one more item in a count", *documented("One more item in a count, nine pieces"))
    walk.enter(jonas, field)
    walk.expect(f"7 × {SECRET['title']} saved" in jonas.page_source, "what is scanned on the home page is not saved")
    walk.check(jonas)
    walk.click(jonas, "Count 2 is done")
    walk.click(jonas, "Done, leave them blank")
    walk.say("only count, last number to done", documented(FULL_COUNT)[1])
    jonas.get(walk.base + "/")
    walk.expect(not jonas.find_elements(By.CSS_SELECTOR, "main [name='item']"), "a count that is done is offered again")
    walk.expect("Count 2" in jonas.page_source, "the home page does not lead to the open count")


def one_item(walk, manager, ines, line):
    """One item is counted from the page of its product, and posted by another manager."""
    manager.get(walk.base + "/")
    # The scan into Find.
    walk.clicks, walk.typed = 1, 0
    walk.enter(manager, manager.find_element(By.ID, "q"), line["sku"])
    walk.check(manager)
    walk.click(manager, "Count this item")
    walk.check(manager)
    field = manager.switch_to.active_element
    walk.expect("/counts/3/entry" in manager.current_url and field.get_attribute("name") == "quantity",
                f"a count of one item leads to {manager.current_url}")
    walk.expect(field.get_attribute("value") == "", "the number of a count of one item does not begin blank")
    walk.type(field, line["counted_quantity"])
    walk.enter(manager, field)
    walk.expect("The list is at its end" in manager.page_source, "the count has more than the item")
    walk.check(manager)
    ines.get(walk.base + "/")
    walk.click(ines, "Count 3")
    walk.click(ines, "Close and review")
    walk.check(ines)
    walk.click(ines, "Approve and post")
    walk.expect("posted" in walk.title(ines), f"the count of one item is not posted: {walk.title(ines)}")
    walk.say("one item, found to posted by another", *documented(ONE_ITEM)[2:])


if __name__ == "__main__":
    main()
