#!/usr/bin/env python3
"""Walks through the catalog, Find, orders, jobs and the books of a demo shop, and compares them with the command's answers.

Usage: scripts/pages/walk_catalog.py [STOCKROOM]
"""

import json
import pathlib
import re
import subprocess
import sys

from browser import By, Walk

stockroom = sys.argv[1] if len(sys.argv) > 1 else ".build/debug/stockroom"
ORDER = "PO-2026-1041"


def titles(browser):
    return [title.text for title in browser.find_elements(By.CSS_SELECTOR, ".grid h3")]


def find(walk, browser, text):
    field = browser.find_element(By.ID, "q")
    field.clear()
    walk.enter(browser, field, text)


def catalog(walk, browser):
    walk.follow(browser, browser.find_element(By.CSS_SELECTOR, "header nav a[href='/catalog']"))
    walk.check(browser)
    all_products = walk.json("catalog", "list", "--page-size", "1000")["products"]
    seen = titles(browser)
    while more := browser.find_elements(By.CSS_SELECTOR, "a[rel=next]"):
        walk.follow(browser, more[0])
        seen += titles(browser)
    walk.expect(seen == [product["title"] for product in all_products], "the pages are not the whole catalog, in its order")
    walk.check(browser)
    walk.follow(browser, browser.find_element(By.CSS_SELECTOR, "header nav a[href='/catalog']"))
    for name, value in [("brand", "Nordlicht"), ("size", "M")]:
        browser.find_element(By.CSS_SELECTOR, f".desk input[name='{name}'][value='{value}']").click()
    walk.follow(browser, browser.find_element(By.CSS_SELECTOR, ".desk button.primary"))
    chosen = walk.json("catalog", "list", "--brand", "Nordlicht", "--size", "M", "--page-size", "50", "--facets")
    walk.expect(titles(browser) == [product["title"] for product in chosen["products"]], "two facets find something else")
    for value in chosen["facets"]["colour"][:3]:
        label = browser.find_element(By.XPATH, f"//form[@class='desk']//label[input[@name='colour'][@value='{value['value']}']]")
        walk.expect(label.text.split()[-1] == str(value["products"]), f"colour {value}: {label.text}")
    walk.check(browser)
    walk.follow(browser, browser.find_element(By.XPATH, "//ul[@aria-label='Chosen filters']//a[contains(., 'Nordlicht')]"))
    fewer = walk.json("catalog", "list", "--size", "M", "--page-size", "50")["products"]
    walk.expect(titles(browser) == [product["title"] for product in fewer], "a filter that was removed still holds")
    browser.get(walk.base + "/catalog?price-from=twelve")
    walk.expect("Error: " in browser.title, "a price that is none is no error")
    walk.expect(
        browser.find_element(By.CSS_SELECTOR, ".desk [name='price-from']").get_attribute("value") == "twelve",
        "what was typed is lost")
    walk.check(browser)


def finding(walk, browser):
    def variant(sku):
        return f"/products/A1001?variant={sku}#variant-{sku}"

    for text, end in [("A1001", "/products/A1001"), ("A1001-BLK-M", variant("A1001-BLK-M")),
                      ("2410000010073", variant("A1001-BLK-S")), (ORDER, f"/orders/{ORDER}?supplier=ACME")]:
        find(walk, browser, text)
        walk.expect(browser.current_url == walk.base + end, f"{text} leads to {browser.current_url}")
    find(walk, browser, "#5")
    walk.expect(browser.current_url == walk.base + "/imports/5", f"#5 leads to {browser.current_url}")
    find(walk, browser, "1")
    found = [link.get_attribute("href") for link in browser.find_elements(By.CSS_SELECTOR, "#things + ul a")]
    walk.expect(found == [walk.base + "/imports/1", walk.base + "/counts/1"], f"1 finds {found}")
    walk.check(browser)
    find(walk, browser, "shirt")
    named = walk.json("catalog", "list", "--title", "shirt", "--page-size", "20")["products"]
    shown = [link.text for link in browser.find_elements(By.CSS_SELECTOR, "#products + ul a")]
    walk.expect(shown == [product["title"] for product in named], f"shirt finds {shown}")
    walk.check(browser)
    find(walk, browser, "no such thing")
    walk.expect("Nothing was found" in browser.page_source, "nothing is not said to be found")


def keys(walk, browser):
    """The key / leads to Find from outside of fields, Escape empties it, and More switches the key off."""
    def focused():
        return browser.switch_to.active_element.get_attribute("id")

    def press():
        browser.get(walk.base + "/counts")
        browser.find_element(By.TAG_NAME, "body").send_keys("/")

    press()
    field = browser.find_element(By.ID, "q")
    walk.expect(focused() == "q" and field.get_attribute("value") == "", "the key / does not lead to Find")
    field.send_keys("a/b")
    walk.expect(field.get_attribute("value") == "a/b", "no / can be typed into Find")
    field.send_keys("\ue00c")
    walk.expect(field.get_attribute("value") == "", "Escape does not empty Find")
    for is_on in [False, True]:
        browser.get(walk.base + "/more")
        browser.find_element(By.CSS_SELECTOR, "[data-find-key] input").click()
        walk.check(browser)
        press()
        walk.expect((focused() == "q") == is_on, f"the key / is {'off' if is_on else 'on'}")


def product(walk, browser):
    find(walk, browser, "A1001")
    variants = walk.json("catalog", "show", "A1001")["variants"]
    rows = browser.find_elements(By.CSS_SELECTOR, "#variants + table tbody tr")
    for row, variant in zip(rows, variants, strict=True):
        left = variant.get("left", {})
        cells = [cell.text for cell in row.find_elements(By.CSS_SELECTOR, "th, td")]
        expected = [
            variant["sku"], f"{variant['colour']}, {variant['size']}", variant["barcode"], variant["price"],
            left.get("shop", ""), left.get("stockroom", "")]
        walk.expect(cells == expected, f"{cells}, not {expected}")
    walk.follow(browser, browser.find_element(By.LINK_TEXT, "A1001-BLK-S"))
    movements = walk.json("stock", "A1001-BLK-S")["movements"]
    rows = browser.find_elements(By.CSS_SELECTOR, "#movements ~ table tbody tr")
    shown = [row.find_elements(By.TAG_NAME, "td")[2].text.replace("−", "-") for row in rows]
    walk.expect(shown == [movement["quantity"] for movement in reversed(movements)], f"movements: {shown}")
    walk.check(browser)


def orders(walk, browser):
    home = browser.find_element(By.CSS_SELECTOR, "header a[href='/']")
    walk.follow(browser, home)
    late = [order for order in walk.json("order", "list") if order["is_late"]]
    walk.expect([order["order_number"] for order in late] == [ORDER], f"late: {late}")
    walk.follow(browser, browser.find_element(By.PARTIAL_LINK_TEXT, f"Order {ORDER} is late"))
    walk.check(browser)
    walk.follow(browser, browser.find_element(By.LINK_TEXT, "Receive goods"))
    walk.check(browser)
    quantity = browser.find_element(By.CSS_SELECTOR, "[name^='quantity.']")
    quantity.clear()
    quantity.send_keys("one")
    walk.follow(browser, browser.find_element(By.CSS_SELECTOR, "main button.primary"))
    walk.expect("“one” is not a quantity" in browser.page_source, "'one' is taken for a quantity")
    walk.expect(
        browser.find_element(By.CSS_SELECTOR, "[name^='quantity.']").get_attribute("value") == "one", "'one' is lost")
    quantity = browser.find_element(By.CSS_SELECTOR, "[name^='quantity.']")
    quantity.clear()
    quantity.send_keys("1")
    walk.follow(browser, browser.find_element(By.CSS_SELECTOR, "main button.primary"))
    message = browser.find_element(By.CSS_SELECTOR, "[role=status]").text
    walk.expect("The goods are received" in message, message)
    order = walk.json("order", "show", ORDER)["order"]
    walk.expect(order["open_lines"] == 0 and order["state"] == "received", f"the order is {order}")
    walk.follow(browser, browser.find_element(By.CSS_SELECTOR, "[role=status] a"))
    walk.follow(browser, browser.find_element(By.CSS_SELECTOR, "main button.primary"))
    order = walk.json("order", "show", ORDER)["order"]
    walk.expect(order["open_lines"] == 1, f"after the undo the order is {order}")
    browser.get(walk.base + "/orders?which=all")
    walk.check(browser)
    walk.follow(browser, browser.find_element(By.LINK_TEXT, "Draft an order"))
    browser.find_element(By.CSS_SELECTOR, "select option[value='ACME']").click()
    walk.follow(browser, browser.find_element(By.XPATH, "//button[.='Show what is running low']"))
    walk.check(browser)
    report = json.loads(walk.command("report", "reorder", "--param", "supplier=ACME", "--format", "json"))["data"]["lines"]
    expected = [line["sku"] for line in report if line.get("order_quantity")]
    shown = [row.text.split("\n")[0] for row in browser.find_elements(By.CSS_SELECTOR, "#plan + table tbody th")]
    walk.expect(shown == expected, f"the draft has {shown}, not {expected}")
    if expected:
        walk.follow(browser, browser.find_element(By.CSS_SELECTOR, "main button.primary"))
        number = browser.find_element(By.TAG_NAME, "h1").text.removeprefix("Order ")
        lines = walk.json("order", "show", number)["lines"]
        walk.expect([line["sku"] for line in lines] == expected, f"the drafted order has {len(lines)} lines")


def jobs(walk, browser):
    browser.get(walk.base + "/jobs")
    walk.expect("no jobs yet" in browser.page_source, "a shop without jobs does not say so")
    folder = pathlib.Path(walk.shop) / "jobs"
    folder.mkdir(exist_ok=True)
    good = "title: What the web shop needs\noutputs:\n  products: {records: variants, format: csv, columns: [sku]}\n"
    (folder / "nightly.yml").write_text(good)
    (folder / "feed.yml").write_text(good + "targets:\n  - {name: away, folder: /proc/no-such-folder}\n")
    for name, tag in [("nightly", "published"), ("feed", "failed")]:
        browser.get(walk.base + "/jobs")
        walk.follow(browser, browser.find_element(By.XPATH, f"//button[.='Run {name} now']"))
        section = browser.find_element(By.CSS_SELECTOR, f"section[aria-labelledby='job-{name}']")
        status = json.loads(subprocess.run(
            [walk.stockroom, "job", "status", name, "--json", "--shop", walk.shop], capture_output=True).stdout)["jobs"][0]
        walk.expect(tag in section.text, f"{name}: {section.text}")
        walk.expect((status["status"] == 0) == (tag == "published"), f"{name} ended with {status['status']}")
    walk.check(browser)
    walk.follow(browser, browser.find_element(By.CSS_SELECTOR, "header a[href='/']"))
    walk.expect(bool(browser.find_elements(By.PARTIAL_LINK_TEXT, "Job feed failed")), "home does not name the failed job")


def books(walk, login):
    browser = walk.browser()
    walk.sign_in(browser, login)
    walk.follow(browser, browser.find_element(By.CSS_SELECTOR, "header nav a[href='/books']"))
    walk.check(browser)
    walk.follow(browser, browser.find_element(By.LINK_TEXT, "Journal"))
    for name, day in [("from", "2026-10-01"), ("to", "2026-10-31")]:
        browser.execute_script("arguments[0].value = arguments[1]", browser.find_element(By.NAME, name), day)
    walk.follow(browser, browser.find_element(By.CSS_SELECTOR, "main button.primary"))
    words = ["journal", "--from", "2026-10-01", "--to", "2026-10-31"]
    entries = json.loads(walk.command(*words, "--format", "json"))["entries"]
    rows = browser.find_elements(By.CSS_SELECTOR, "main tbody tr")
    walk.expect(len(rows) == min(len(entries), 50), f"{len(rows)} rows of {len(entries)} entries")
    walk.expect(entries[0]["description"] in rows[0].text, rows[0].text)
    walk.check(browser)
    browser.find_element(By.LINK_TEXT, "CSV").click()
    path = walk.downloaded("journal", "csv")
    walk.expect(path is not None and path.read_bytes() == walk.command(*words, "--format", "csv"), "the journal is another")
    browser.get(walk.base + "/books/close")
    browser.execute_script("arguments[0].value = '2026-10-31'", browser.find_element(By.ID, "to"))
    walk.follow(browser, browser.find_element(By.XPATH, "//button[.='Show that period']"))
    figure = browser.find_element(By.CSS_SELECTOR, ".figures dd").text
    walk.expect(walk.json("period", "list") == [], "a period was closed before anybody said so")
    walk.check(browser)
    walk.follow(browser, browser.find_element(By.XPATH, "//button[.='Close the books through 2026-10-31']"))
    period = walk.json("period", "list")[0]
    walk.expect(figure == str(period["entries"]), f"shown were {figure} entries, closed {period['entries']}")
    walk.check(browser)
    browser.get(walk.base + "/books/close?to=2026-10-31")
    walk.expect("are closed through 2026-10-31 already" in browser.page_source, "a period is closed twice")
    browser.get(walk.base + "/books")
    walk.follow(browser, browser.find_element(By.LINK_TEXT, "Reopen the last period"))
    walk.check(browser)
    walk.follow(browser, browser.find_element(By.CSS_SELECTOR, "main button.primary"))
    walk.expect(walk.json("period", "list")[0]["reopened_at"] is not None, "the period was not reopened")
    walk.follow(browser, browser.find_element(By.LINK_TEXT, "Check"))
    walk.expect(browser.find_element(By.TAG_NAME, "h1").text == "All checks passed", "the checks do not pass")
    walk.check(browser)
    walk.follow(browser, browser.find_element(By.LINK_TEXT, "Log"))
    first = walk.json("log", "--limit", "1")[0]
    row = browser.find_element(By.CSS_SELECTOR, "main tbody tr").text
    walk.expect(str(first["number"]) in row and first["details"] in row, row)
    walk.check(browser)
    browser.quit()


def others(walk):
    """A counter and a customer see no stock in the catalog, and neither orders nor the books."""
    for login in ["ben", "mia"]:
        browser = walk.browser(390)
        walk.sign_in(browser, login)
        for address in ["/catalog", "/catalog?brand=Feder", "/find?q=shirt", "/products/A1001", "/products/A1001?variant=A1001-BLK-S"]:
            browser.get(walk.base + address)
            main = browser.find_element(By.TAG_NAME, "main").text
            walk.expect(not re.search("in stock|out of stock|On hand|In shop|Movements", main), f"{login} sees stock in {address}")
            walk.check(browser, axe=login == "mia")
        for address in ["/orders", f"/orders/{ORDER}", "/books", "/books/journal", "/books/check", "/books/log", "/jobs", "/expiry",
                        "/books/close", f"/orders/{ORDER}/receive"]:
            status = browser.execute_async_script(
                "fetch(arguments[0]).then(answer => arguments[1](answer.status))", address)
            walk.expect(status == 403, f"{address} answers {status} to {login}")
        find(walk, browser, ORDER)
        walk.expect("Nothing was found" in browser.page_source, f"{login} finds an order")
        browser.quit()


with Walk(stockroom, people=True) as walk:
    walk.serve()
    browser = walk.browser()
    walk.sign_in(browser)
    for part in [catalog, finding, keys, product, orders, jobs]:
        part(walk, browser)
    for address in ["/", "/catalog", "/products/A1001?variant=A1001-BLK-S", f"/orders/{ORDER}?supplier=ACME", "/orders?which=all",
                    f"/orders/{ORDER}/receive?supplier=ACME", "/jobs", "/expiry?days=all", "/books/journal?from=2026-10-01&to=", "/books/log"]:
        browser.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride", {"width": 360, "height": 800, "deviceScaleFactor": 1, "mobile": False})
        browser.get(walk.base + address)
        walk.check(browser)
    browser.quit()
    books(walk, "cleo")
    others(walk)
