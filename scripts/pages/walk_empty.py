#!/usr/bin/env python3
"""Opens the pages of a shop that has nothing yet, and the page by which a device comes to trust the certificate of a shop.

Usage: walk_empty.py STOCKROOM. The addresses are those of the server without parts that something has to have a name for.
"""

import subprocess
import sys
import urllib.parse

from browser import By, Walk
from routes import routes

VIEWS = [(1280, False), (390, True), (360, False), (1600, True)]
# Files.
LEFT_OUT = (".csv", ".crt")
SIGNED_OUT = ("/sign-in", "/trust")


class EmptyWalk(Walk):
    """A shop as `stockroom init` makes it."""

    def make(self):
        subprocess.run(
            [self.stockroom, "init", self.shop, "--name", "A new shop", "--currency", "EUR", "--time-zone", "Europe/Berlin"],
            check=True, capture_output=True)


def look(walk, browser, address):
    """Opens a page, and looks at it in all views."""
    browser.get(walk.base + address)
    status = browser.execute_script("return performance.getEntriesByType('navigation')[0].responseStatus")
    walk.expect(status < 500 and status != 404, f"in an empty shop {address} answers {status}")
    for width, dark in VIEWS:
        walk.show(browser, width, dark)
        walk.check(browser, axe=(width, dark) in VIEWS[:2])
    walk.show(browser, *VIEWS[0])
    return status


def main():
    with EmptyWalk(sys.argv[1]) as walk:
        walk.serve()
        browser = walk.browser()
        walk.sign_in(browser)
        browser.get(walk.base + "/more")
        linked = {urllib.parse.urlsplit(link.get_attribute("href")).path
                  for link in browser.find_elements(By.CSS_SELECTOR, "header a, main a, nav a")}
        whole = [path for path in routes() if ":" not in path and not path.endswith(LEFT_OUT) and not path.startswith(SIGNED_OUT)]
        statuses = {address: look(walk, browser, address) for address in sorted({*whole, *linked})}
        walk.expect(linked, "the page More leads nowhere")
        for address in linked:
            walk.expect(statuses[address] == 200, f"the page More leads to {address}, which answers {statuses[address]}")
        browser.get(walk.base + "/reports")
        reports = [link.get_attribute("href").removeprefix(walk.base)
                   for link in browser.find_elements(By.CSS_SELECTOR, "main .lines a[href^='/reports/']")]
        for address in reports:
            browser.get(walk.base + address)
            walk.check(browser, axe=False)
            walk.expect("Internal" not in browser.title, f"{address} of an empty shop is {browser.title}")
        print(f"{len(statuses)} pages and {len(reports)} reports of an empty shop: "
              + ", ".join(f"{address} {status}" for address, status in statuses.items() if status != 200))
        browser.quit()
        walk.stop()

        walk.serve("--own-certificate")
        browser = walk.browser()
        walk.expect(walk.base.startswith("https://"), f"with a certificate the pages are at {walk.base}")
        look(walk, browser, "/trust")
        walk.expect(len(browser.find_element(By.CSS_SELECTOR, ".fingerprint").text) > 90, "the page has no fingerprint")
        walk.follow(browser, browser.find_element(By.LINK_TEXT, "Open the pages"))
        walk.expect("/sign-in" in browser.current_url, f"the page to trust the shop leads to {browser.current_url}")
        walk.check(browser)
        browser.quit()


if __name__ == "__main__":
    main()
