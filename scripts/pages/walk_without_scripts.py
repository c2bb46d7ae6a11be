#!/usr/bin/env python3
"""Does without any script what must not need one: an import, the entry of a count, and a report.

Usage: walk_without_scripts.py STOCKROOM
"""

import csv
import pathlib
import sys

from browser import By, Walk

FIRST, SECOND = "L001", "L002"


class PlainWalk(Walk):
    """Browsers that run no script of a page. What the walk itself asks of a page is no script of it."""

    def browser(self, width=390, dark=False, follows_requests=False):
        browser = super().browser(width, dark, follows_requests)
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        return browser


def file_and_plan(walk, browser):
    """A list of prices, sent by the button, to the plan and to the shop."""
    path = pathlib.Path(walk.folder) / "prices.csv"
    path.write_text(f"sku,price\n{FIRST},3.77\n")
    browser.get(walk.base + "/")
    browser.find_element(By.ID, "files").send_keys(str(path))
    button = browser.find_element(By.CSS_SELECTOR, "form[data-drop] button")
    walk.expect(button.is_displayed(), "without scripts there is no button to send a file")
    walk.follow(browser, button)
    walk.check(browser, axe=False)
    walk.expect("What prices.csv changes" in browser.title, f"the file leads to its plan: {browser.title}")
    walk.click(browser, "Apply")
    walk.check(browser, axe=False)
    prices = {row["sku"]: row["price"] for row in csv.DictReader(
        walk.command("export", "prices", "--format", "csv").decode().splitlines())}
    walk.expect(prices[FIRST] == "3.77", f"the price of the file is not the shop's: {prices[FIRST]}")
    walk.click(browser, "Undo")
    walk.click(browser, "Undo import")
    walk.check(browser, axe=False)


def count(walk, browser):
    """A count of two items: opened and entered."""
    browser.get(walk.base + "/counts/new")
    browser.find_element(By.CSS_SELECTOR, "details summary").click()
    walk.check(browser, axe=False)
    walk.tick(browser.find_element(By.CSS_SELECTOR, "#kind option[value='partial']"))
    items = browser.find_element(By.NAME, "items")
    items.send_keys(f"{FIRST}\n{SECOND}")
    walk.click(browser, "Open the count")
    walk.check(browser, axe=False)
    walk.click(browser, "Count here")
    for code, number in [(FIRST, "11"), (SECOND, "7")]:
        field = browser.find_element(By.NAME, "code")
        walk.enter(browser, field, code)
        walk.check(browser, axe=False)
        quantity = browser.find_element(By.NAME, "quantity")
        walk.type(quantity, number)
        walk.enter(browser, quantity)
    walk.check(browser, axe=False)


def report(walk, browser):
    """The shrinkage statement, for another period by its form."""
    browser.get(walk.base + "/reports")
    walk.check(browser, axe=False)
    browser.get(walk.base + "/reports/shrinkage?period=2026-10")
    walk.check(browser, axe=False)
    walk.expect(browser.find_elements(By.CSS_SELECTOR, "table"), "the statement has no table")


def main():
    with PlainWalk(sys.argv[1]) as walk:
        walk.serve()
        browser = walk.browser()
        walk.sign_in(browser)
        file_and_plan(walk, browser)
        count(walk, browser)
        report(walk, browser)
        walk.expect("All checks passed" in walk.command("check").decode(), "the books of the shop are wrong")


main()
