#!/usr/bin/env python3
"""Counts in a shop that one person runs: one item on the page of its product, on a phone without scripts, and a full count.

Usage: walk_alone.py STOCKROOM. It compares the actions that it takes with docs/reference/clicks.md.
"""

import csv
import sys

from browser import FULL_COUNT, ONE_ITEM, SAMPLES, By, Walk, documented


class AloneWalk(Walk):
    """The shop of the samples before its count; it lists nobody, and nobody else has acted in it."""

    def make(self):
        self.make_before_count()

    def phone(self, other, has_scripts):
        """A phone on which the person of another browser is signed in."""
        browser = self.browser(360)
        browser.get(self.base + "/sign-in")
        for cookie in other.get_cookies():
            browser.add_cookie({"name": cookie["name"], "value": cookie["value"], "path": "/"})
        if not has_scripts:
            browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        return browser

    def main(self, browser):
        return browser.find_element(By.TAG_NAME, "main").text


def one_item(walk, browser, line):
    phone = walk.phone(browser, has_scripts=False)
    # The scan into Find.
    walk.clicks, walk.typed = 1, 0
    phone.get(walk.base + "/find?q=" + line["sku"])
    walk.check(phone, axe=False)
    field = phone.find_element(By.NAME, "quantity")
    button = next(button for button in phone.find_elements(By.CSS_SELECTOR, "main button") if "Count and post" in button.text)
    for element in [field, button]:
        walk.expect(element.size["height"] >= 44, f"{element.tag_name} on the page of a product is {element.size['height']} px high")
    walk.type(field, "9")
    walk.click(phone, "Count and post")
    walk.say("one item, found to posted by one person", *documented(ONE_ITEM)[:2])
    walk.expect("→ 9" in walk.main(phone), f"what the count of an item changed is not shown: {walk.main(phone)[:500]}")
    walk.check(phone, axe=False)
    other = walk.phone(browser, has_scripts=True)
    other.get(phone.current_url)
    walk.check(other)
    other.quit()

    walk.click(phone, "Undo")
    reason = phone.find_element(By.ID, "why")
    if not reason.is_displayed():
        walk.click(phone, "Reverse this count")
    walk.type(reason, "the wrong shelf")
    walk.click(phone, "Reverse count 1")
    walk.expect("Count 1 is reversed" in walk.main(phone), "the count of an item is not reversed")
    phone.quit()


def full_count(walk, browser, lines):
    browser.get(walk.base + "/")
    walk.clicks = walk.typed = 0
    walk.click(browser, "New count")
    walk.click(browser, "Open the count")
    walk.check(browser)
    field = browser.switch_to.active_element
    walk.expect(field.get_attribute("name") == "item", "the page of a count that was opened has no focus on its field")
    opening = walk.clicks
    for line in lines:
        walk.scan(browser, line["barcode"] or line["sku"])
        field = browser.find_element(By.NAME, "quantity")
        walk.type(field, line["counted_quantity"])
        if line is not lines[-1]:
            walk.enter(browser, field)
    walk.check(browser)
    walk.clicks, walk.typed = opening, 0
    walk.click(browser, "Close and review")
    walk.check(browser)
    walk.expect(f"{len(lines)}" in walk.main(browser) and "Their stock stays as it is." in walk.main(browser),
                f"the review does not show what was counted: {walk.main(browser)[:500]}")
    walk.click(browser, "Approve and post")
    walk.say("full count by one person", documented(FULL_COUNT)[2])
    walk.expect("Count 2 is posted" in walk.main(browser), f"the count is not posted: {walk.main(browser)[:500]}")
    walk.check(browser)


def main():
    lines = [line for line in csv.DictReader(open(SAMPLES / "count-2026-10-31.csv")) if line["section"] == "W"][:3]
    with AloneWalk(sys.argv[1]) as walk:
        walk.serve()
        browser = walk.browser()
        walk.sign_in(browser)
        one_item(walk, browser, lines[0])
        full_count(walk, browser, lines)
        browser.quit()
        walk.expect("All checks passed" in walk.command("check").decode(), "the books of the shop are wrong")


if __name__ == "__main__":
    main()
