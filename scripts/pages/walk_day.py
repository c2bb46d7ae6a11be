#!/usr/bin/env python3
"""Works a day in the corner shop by clicks alone, works the same day by commands alone, and compares all tables of both shops.

Usage: walk_day.py STOCKROOM. The day: a price list with columns that nobody knows, an order and its delivery, a count by two
people at once with a recount by the other one, the posting, the statement, an undo and a redo, and the close of a month. It
prints how many actions and typed fields each job takes, and compares those of docs/reference/clicks.md. What the comparison leaves out
is in same_shops.py.

The pictures of docs/guides/pages.md are made with STOCKROOM_PICTURES=docs/images scripts/check-pages.sh STOCKROOM walk_day.py
"""

import csv
import pathlib
import re
import shutil
import subprocess
import sys
import time

from selenium.webdriver.support.ui import Select

import same_shops
from browser import SAMPLES, By, Walk, documented

CUT_OFF = "2026-10-31T18:00"
MONTH_END = "2026-10-31"
PEOPLE = """people:
  %s: { role: manager, name: Anna Meier, acts_for: [ines, jonas, aylin, cleo] }
  ines: { role: manager, name: Ines Kern }
  jonas: { role: counter, name: Jonas }
  aylin: { role: counter, name: Aylin }
  cleo: { role: accountant, name: Cleo Brandt }
# One difference of the samples is larger: that item has to be counted again.
counts: { tolerance_units: 20 }
"""
AGAIN = "A1064"
PRICES = "Zeug;Wert;Bemerkung\nL001;3,59;neu\nL002;2,79;\nL003;3,59;\nL004;2,09;\n"
COLUMNS = {"Zeug": "sku", "Wert": "price", "Bemerkung": ""}
ORDER = "PO-2026-1107"
DELIVERY_NOTE = "LS-4711"
# Of the second line one case of the four is missing.
CAME = "3"


class DayWalk(Walk):
    """A shop before its day, and a copy in which the day is made by commands."""

    def make(self):
        self.make_before_count()
        self.add_people(PEOPLE, ["ines", "jonas", "cleo"])
        self.files = pathlib.Path(self.folder) / "files"
        self.files.mkdir()
        (self.files / "Preise Dezember.csv").write_text(PRICES)
        shutil.copy(SAMPLES / "supply/order.csv", self.files / "order.csv")
        shutil.copy(SAMPLES / "count-unknown-item.csv", self.files / "new-item.csv")
        lines = list(csv.DictReader(open(SAMPLES / "count-2026-10-31.csv")))
        self.window = [line for line in lines if line["section"] == "W"]
        pantry = [line for line in lines if line["section"] == "D" and line["counted_quantity"]]
        self.pantry = [line for line in pantry if line["sku"] == AGAIN] + pantry[:5]
        with open(self.files / "rest.csv", "w", newline="") as file:
            writer = csv.DictWriter(file, lines[0].keys())
            writer.writeheader()
            writer.writerows(line for line in lines if line not in self.window and line not in self.pantry)
        self.other = self.folder + "/other"
        shutil.copytree(self.shop, self.other)
        self.begun = int(time.time() * 1000)

    def counted(self):
        """What the two people count by hand, in the order in which they enter it: in turn, each with their section."""
        for index in range(max(len(self.window), len(self.pantry))):
            for login, lines in [("jonas", self.window), ("aylin", self.pantry)]:
                if index < len(lines):
                    yield login, lines[index]

    def heading(self, browser):
        return browser.find_element(By.TAG_NAME, "h1").text

    def go(self, browser, title):
        self.click(browser, title, within="header nav")


# The day by clicks.


def import_prices(walk, manager):
    walk.clicks = walk.typed = 0
    walk.choose(manager, walk.files / "Preise Dezember.csv")
    walk.click(manager, "Say what the columns mean")
    for column, field in COLUMNS.items():
        choice = manager.find_element(By.NAME, "map." + column)
        walk.tick(choice.find_element(By.CSS_SELECTOR, f'option[value="{field or "-"}"]'))
    walk.tick(manager.find_element(By.CSS_SELECTOR, '#kind option[value="prices"]'))
    walk.type(manager.find_element(By.ID, "save-as"), "dezember")
    manager.execute_script("scrollTo(0, 0)")
    walk.picture(manager, "pages-columns")
    walk.check(manager)
    walk.click(manager, "See the plan")
    walk.check(manager)
    walk.click(manager, "Apply")
    walk.expect(re.search(r"/imports/\d+$", manager.current_url), f"the list is not imported: {manager.current_url}")
    walk.check(manager)
    actions, column, kind, fields = documented("The first file of a supplier")
    walk.say(
        "a finished import, columns that nobody knows, kept as a profile", actions + column * len(COLUMNS) + kind, fields)


def import_order(walk, manager):
    walk.go(manager, "Home")
    walk.clicks = walk.typed = 0
    walk.choose(manager, walk.files / "order.csv")
    walk.check(manager)
    walk.click(manager, "Apply")
    walk.expect(re.search(r"/imports/\d+$", manager.current_url), f"the order is not imported: {manager.current_url}")
    walk.say(
        "a finished import, columns that are known", *documented("The next price list of a known supplier"))


def purchase_order(walk, manager):
    """The order as its supplier reads it."""
    walk.go(manager, "Orders")
    walk.follow(manager, manager.find_element(By.LINK_TEXT, ORDER))
    walk.check(manager)
    walk.click(manager, "Purchase order to print")
    walk.check(manager)
    page = manager.find_element(By.TAG_NAME, "main").text
    walk.expect("Purchase order" in page and ORDER in page, f"the purchase order is {page[:300]}")
    manager.get(walk.base + "/")
    walk.clicks = walk.typed = 0


def receive(walk, manager):
    walk.go(manager, "Orders")
    walk.check(manager)
    walk.clicks += 1
    link = manager.find_element(By.CSS_SELECTOR, f"main a[href^='/orders/{ORDER}/receive']")
    walk.follow(manager, link)
    walk.check(manager)
    walk.type(manager.find_element(By.NAME, "quantity.2"), CAME)
    walk.type(manager.find_element(By.ID, "document"), DELIVERY_NOTE)
    walk.click(manager, "Receive the goods")
    walk.check(manager)
    walk.expect("The goods are received" in manager.page_source, f"nothing is received: {manager.current_url}")
    actions, quantity, note = documented("Goods of an order received: four lines, one of them short")
    walk.say("goods received, one line with another quantity", actions, quantity + note)


def open_count(walk, manager):
    walk.go(manager, "Counts")
    walk.click(manager, "New count")
    walk.click(manager, "Some items only")
    walk.type(manager.find_element(By.NAME, "cut-off"), CUT_OFF)
    walk.click(manager, "Open the count")
    for login, section in [("jonas", "W"), ("aylin", "D")]:
        walk.click(manager, "Hand out a section")
        walk.type(manager.find_element(By.ID, "section"), section)
        walk.clicks += 1
        Select(manager.find_element(By.ID, "counter")).select_by_value(login)
        walk.click(manager, "Hand out", within="main form")
    walk.check(manager)
    walk.click(manager, "Cards with which people sign in")
    walk.tick(manager.find_element(By.CSS_SELECTOR, "input[value='aylin']"))
    walk.click(manager, "Make cards")
    number = manager.find_element(By.CSS_SELECTOR, ".cards-to-cut .figure").text
    walk.say("a count opened, two sections handed out, one card made")
    return number


def count(walk, card):
    jonas, aylin = walk.browser(390), walk.browser(390)
    walk.sign_in(jonas, "jonas")
    walk.sign_in(aylin, "aylin", card)
    walk.click(aylin, "Section D")
    walk.clicks = walk.typed = 0
    people = {"jonas": jonas, "aylin": aylin}
    for login, line in walk.counted():
        browser = people[login]
        walk.scan(browser, line["barcode"] or line["sku"])
        field = browser.find_element(By.NAME, "quantity")
        walk.type(field, line["counted_quantity"])
        if line is walk.pantry[2]:
            walk.picture(aylin, "pages-count")
        walk.enter(browser, field)
    walk.say(f"{len(walk.window) + len(walk.pantry)} items scanned and counted")
    walk.click(jonas, "Section W is done")
    walk.click(aylin, "Section D is done")
    walk.check(jonas)
    walk.check(aylin)
    aylin.quit()
    return jonas


def enter_rest(walk):
    """Another manager enters the paper sheets, as who enters counts may not approve them."""
    ines = walk.browser()
    walk.sign_in(ines, "ines")
    walk.go(ines, "Counts")
    walk.click(ines, "Count 1")
    walk.clicks = walk.typed = 0
    walk.click(ines, "Enter a filled-in sheet")
    walk.choose(ines, walk.files / "rest.csv", "file")
    walk.click(ines, "Enter the file")
    walk.expect("entries of rest.csv" in ines.page_source, "the file was not entered")
    walk.say("a filled-in sheet entered")
    ines.quit()


def review(walk, manager, jonas):
    # What one scanned and nobody had registered.
    walk.go(manager, "Home")
    walk.choose(manager, walk.files / "new-item.csv")
    walk.click(manager, "Columns and options")
    walk.type(manager.find_element(By.ID, "profile"), "price-list")
    walk.click(manager, "See the plan")
    walk.click(manager, "Apply")
    walk.say("a finished import with a profile of the shop")

    walk.go(manager, "Counts")
    walk.click(manager, "Count 1")
    walk.check(manager)
    walk.click(manager, "Ask for recounts")
    walk.check(manager)
    walk.click(manager, f"Have {AGAIN} counted again")
    walk.follow(jonas, jonas.find_element(By.CSS_SELECTOR, "header a[href='/']"))
    walk.click(jonas, "Count 1: 1 item to count again")
    walk.check(jonas)
    walk.expect(AGAIN in jonas.page_source, f"{AGAIN} is not to be counted again")
    field = jonas.find_element(By.NAME, "quantity")
    walk.type(field, "0")
    walk.enter(jonas, field)
    walk.check(jonas)
    jonas.quit()
    walk.say("a recount asked for and made")

    walk.go(manager, "Counts")
    walk.click(manager, "Count 1")
    walk.clicks = 0
    walk.click(manager, "Close and review")
    walk.check(manager)
    walk.click(manager, "Approve and post")
    walk.expect("posted" in walk.heading(manager), f"the count is not posted: {walk.heading(manager)}")
    walk.check(manager)
    walk.say("a finished count, from the last entry to the posting")


def statement(walk, manager):
    walk.click(manager, "Shrinkage of the month")
    walk.check(manager)
    lost = walk.json(
        "report", "shrinkage", "--param", "period=2026-10", "--param", "location=shop", "--format", "json")["data"]["header"]
    for name in ["total_cost", "total_retail"]:
        number = f"{abs(float(lost[name])):,.2f}"
        walk.expect(number in manager.find_element(By.TAG_NAME, "main").text, f"the statement has no {name} {number}")


def undo_and_redo(walk, manager, number):
    """Takes the last import back from the home page, and carries it out again from the list of imports."""
    for page, word in [("Home", "Undo"), ("Imports", "Redo")]:
        walk.go(manager, page)
        walk.clicks = walk.typed = 0
        row = manager.find_element(By.CSS_SELECTOR, f"main a[href='/imports/{number}/{word.lower()}']")
        walk.clicks += 1
        walk.follow(manager, row)
        walk.check(manager)
        walk.click(manager, f"{word} import {number}")
        walk.expect(f"{word} of import {number}" in walk.heading(manager) or "/imports/" in manager.current_url,
                    f"no {word}: {manager.current_url}")
        walk.say(f"{word} of an import", *documented("A wrong import taken back"))


def close_month(walk):
    cleo = walk.browser()
    walk.sign_in(cleo, "cleo")
    walk.clicks = walk.typed = 0
    walk.go(cleo, "Books")
    walk.click(cleo, "Close a period")
    walk.typed += 1
    cleo.execute_script("arguments[0].value = arguments[1]", cleo.find_element(By.ID, "to"), MONTH_END)
    walk.click(cleo, "Show that period")
    walk.check(cleo)
    walk.click(cleo, f"Close the books through {MONTH_END}")
    walk.expect(f"closed through {MONTH_END}" in cleo.page_source, "the month is not closed")
    walk.check(cleo)
    walk.say("a month closed")
    cleo.quit()


def by_clicks(walk, manager, price_import):
    import_prices(walk, manager)
    undo_and_redo(walk, manager, price_import)
    import_order(walk, manager)
    purchase_order(walk, manager)
    receive(walk, manager)
    jonas = count(walk, open_count(walk, manager))
    enter_rest(walk)
    walk.go(manager, "Home")
    walk.picture(manager, "pages-home")
    review(walk, manager, jonas)
    statement(walk, manager)
    close_month(walk)


# The same day by commands.


def by_commands(walk, price_import):
    def run(*words, status=0, user=None):
        words = [*words, "--shop", walk.other, *(["--user", user] if user else [])]
        done = subprocess.run([walk.stockroom, *words], capture_output=True, text=True, cwd=walk.files)
        walk.expect(done.returncode == status, f"{words} ended with {done.returncode}: {done.stderr}{done.stdout}")

    def take(name, *words):
        """A file in two steps, as the pages take it."""
        plan = f"{walk.folder}/{name}.plan"
        run("import", name, *words, "--plan", plan)
        run("apply", plan)

    columns = [word for column, field in COLUMNS.items() for word in ("--map", f"{column}={field}")]
    run("inspect", "Preise Dezember.csv", "--kind", "prices", *columns, "--save-profile", "dezember")
    take("Preise Dezember.csv", "--profile", "dezember")
    for word in ["undo", "redo"]:
        run("imports", word, str(price_import))
    take("order.csv")
    run("order", "receive", ORDER, "--line", "1", "--line", f"2={CAME}", "--line", "3", "--line", "4", "--document",
        DELIVERY_NOTE, "--location", "stockroom")
    run("count", "open", "--location", "shop", "--kind", "full", "--blind", "--cut-off", CUT_OFF)
    for login, section in [("jonas", "W"), ("aylin", "D")]:
        run("count", "section", "1", section, "--counter", login)
    for login, line in walk.counted():
        run("count", "enter", "1", "--item", line["sku"], "--quantity", line["counted_quantity"], "--section",
            line["section"], user=login)
    for login, section in [("jonas", "W"), ("aylin", "D")]:
        run("count", "section", "1", section, "--done", user=login)
    run("count", "enter", "1", "rest.csv", user="ines")
    take("new-item.csv", "--profile", "price-list")
    run("count", "recount", "1", "--item", AGAIN)
    run("count", "enter", "1", "--item", AGAIN, "--quantity", "0", user="jonas")
    run("count", "close", "1")
    run("reconcile", "1", "--uncounted", "ignore", "--approve", "--post")
    run("period", "close", "--to", MONTH_END, user="cleo")


# The comparison.


def compare(walk):
    differences, summary = same_shops.differences(walk.shop, walk.other, walk.begun)
    for difference in differences:
        walk.expect(False, difference)
    print("compared:", summary)
    for name in ["profiles/dezember.yml", "stockroom.yml"]:
        one, two = [pathlib.Path(shop) / name for shop in (walk.shop, walk.other)]
        walk.expect(one.read_text() == two.read_text(), f"{name} differs")
    for shop in (walk.shop, walk.other):
        done = subprocess.run([walk.stockroom, "check", "--shop", shop], capture_output=True, text=True)
        walk.expect(done.returncode == 0, f"check: {done.stdout}")


def main():
    with DayWalk(sys.argv[1]) as walk:
        price_import = max(entry["number"] for entry in walk.json("imports", "list")) + 1
        walk.serve()
        manager = walk.browser()
        walk.sign_in(manager)
        by_clicks(walk, manager, price_import)
        manager.quit()
        by_commands(walk, price_import)
        compare(walk)


main()
