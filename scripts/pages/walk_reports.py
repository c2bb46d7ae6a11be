#!/usr/bin/env python3
"""Opens every report of a demo shop by clicks, as each role, and compares figures and files with the command's.

Usage: scripts/pages/walk_reports.py [STOCKROOM]
"""

import json
import os
import subprocess
import sys
import zipfile

from browser import By, Walk
from without_network import keep_entries, throw_away

stockroom = sys.argv[1] if len(sys.argv) > 1 else ".build/debug/stockroom"
PERIOD = "2026-10"
# The rows of a long table that a page has unless all are asked for.
SHOWN_ROWS = 100
# What a report needs before it can be made.
NEEDED = {"share-page": {"product": "A1001"}}


def links(browser):
    """The addresses of the reports in the list."""
    return [link.get_attribute("href") for link in browser.find_elements(By.CSS_SELECTOR, "main .lines a")]


def open_by_click(walk, browser, address):
    """Goes to the list by the navigation, then to the report."""
    walk.follow(browser, browser.find_element(By.CSS_SELECTOR, "header nav a[href='/reports']"))
    walk.follow(browser, browser.find_element(By.CSS_SELECTOR, f"main .lines a[href='{address.removeprefix(walk.base)}']"))


def fill(walk, browser, values):
    for name, value in values.items():
        field = browser.find_element(By.CSS_SELECTOR, f"[name='{name}']")
        if field.tag_name == "select":
            field.find_element(By.CSS_SELECTOR, f"option[value='{value}']").click()
        else:
            field.clear()
            field.send_keys(value)
    form = browser.find_element(By.CSS_SELECTOR, "form[action^='/reports/']")
    walk.follow(browser, form.find_element(By.CSS_SELECTOR, "button[type=submit]"))


def permitted(walk, login):
    """What the list has to show: the reports that the command makes for the person, tried one after the other."""
    reports = {report["name"] for report in walk.json("report")}
    if login in (None, "cleo"):
        return reports
    role = {"ben": "counter", "mia": "customer"}[login]
    allowed = set()
    for name in reports:
        words = [f"--param={key}={value}" for key, value in NEEDED.get(name, {}).items()]
        # The manager may act in a role with fewer rights.
        done = subprocess.run(
            [walk.stockroom, "report", name, *words, "--format", "json", "--role", role, "--shop", walk.shop],
            capture_output=True, text=True)
        if "the report reads" not in done.stderr and "joins by" not in done.stderr:
            allowed.add(name)
    return allowed


def go_through(walk, browser, login):
    walk.follow(browser, browser.find_element(By.CSS_SELECTOR, "header nav a[href='/reports']"))
    walk.check(browser)
    found = links(browser)
    names = {address.rsplit("/", 1)[1] for address in found}
    walk.expect(names == permitted(walk, login), f"the list of {login} has {sorted(names)}")
    for address in found:
        name = address.rsplit("/", 1)[1]
        open_by_click(walk, browser, address)
        form = browser.find_elements(By.CSS_SELECTOR, "form[action^='/reports/']")
        if name in NEEDED:
            fill(walk, browser, NEEDED[name])
        elif name == "shopping-route":
            # It needs a list of one's own, and nobody has one.
            walk.expect(len(form) == 1, "shopping-route asks for a list")
        is_report = bool(browser.find_elements(By.CSS_SELECTOR, "header.sr"))
        walk.expect(is_report or name == "shopping-route", f"{name} as {login} is no report: {browser.title}")
        walk.check(browser, axe=login in (None, "mia"))
    return names


def refused(walk, browser, names):
    """A report that a role may not see answers 403, also for its files."""
    for address in ["/reports/shrinkage", "/reports/margin", "/reports/shrinkage/csv", "/reports/margin/xlsx"]:
        walk.expect(address.split("/")[2] not in names, f"{address} is in the list")
        status = browser.execute_async_script(
            "fetch(arguments[0]).then(answer => arguments[1](answer.status))", address)
        walk.expect(status == 403, f"{address} answers {status}")


def figures(walk, browser):
    """The shrinkage of the month that was, as the command has it."""
    open_by_click(walk, browser, walk.base + "/reports/shrinkage")
    fill(walk, browser, {"period": PERIOD, "location": "shop"})
    page = browser.find_element(By.TAG_NAME, "main").text
    report = json.loads(
        walk.command(
            "report", "shrinkage", "--param", f"period={PERIOD}", "--param", "location=shop", "--format", "json"))["data"]
    for name in ["total_cost", "total_retail", "percent"]:
        number = f"{abs(float(report['header'][name])):,.2f}"
        walk.expect(number in page, f"shrinkage has no {name} {number}")
    rows = browser.find_elements(By.CSS_SELECTOR, "main table")[0].find_elements(By.CSS_SELECTOR, "tbody tr")
    for row, line in zip(rows, report["statement"], strict=True):
        cells = [cell.text.replace("\n", " ").split()[-1] for cell in row.find_elements(By.TAG_NAME, "td")[:4]]
        expected = [str(line["lines"])] + [f"{abs(float(line[name])):,.2f}" for name in ["loss_cost", "gain_cost", "net_cost"]]
        walk.expect([cell.lstrip("▼▲") for cell in cells] == expected, f"statement {line['part']}: {cells}, not {expected}")
    # From the sum of a count to its lines, with parameters and no figures in the address.
    session = report["sessions"][0]["session"]
    statement = browser.current_url
    walk.follow(browser, browser.find_element(By.CSS_SELECTOR, f"main a[href='/reports/variance-detail?session={session}']"))
    walk.expect(browser.current_url.endswith(f"/reports/variance-detail?session={session}"), browser.current_url)
    detail = json.loads(
        walk.command("report", "variance-detail", "--param", f"session={session}", "--format", "json"))["data"]
    lines = browser.find_elements(By.CSS_SELECTOR, "main tbody tr")
    shown = min(SHOWN_ROWS, len(detail["lines"]))
    walk.expect(len(lines) >= shown, f"{len(lines)} lines of the count, not {shown}")
    walk.check(browser)
    page = browser.current_url
    to_the_line(walk, browser, detail["lines"][:SHOWN_ROWS])
    if len(detail["lines"]) > SHOWN_ROWS:
        browser.get(page)
        walk.follow(browser, browser.find_element(By.CSS_SELECTOR, ".sr-rest a"))
        lines = browser.find_elements(By.CSS_SELECTOR, "main tbody tr")
        walk.expect(len(lines) >= len(detail["lines"]), f"{len(lines)} lines of all, not {len(detail['lines'])}")
    browser.get(statement)
    # From the sum of a category to its own lines.
    category = next(row for row in report["categories"] if row["category"] and row["lines"])
    # What else the form said goes along.
    address = f"/reports/shrinkage-lines?category={category['category']}&subcategories=no&period={PERIOD}&location=shop"
    link = browser.find_element(By.CSS_SELECTOR, f"main a[href^='{address}']").get_attribute("href")
    walk.expect(link.removeprefix(walk.base + address) == "&denominator=net-sales&detail=no", link)
    browser.get(link)
    shown = browser.find_element(By.TAG_NAME, "main").text
    walk.expect(f"{abs(float(category['net_cost'])):,.2f}" in shown, f"{address} has another net loss")
    walk.check(browser)


def same_address(walk, browser, other):
    """The address of a report shows another person who may see it the same figures."""
    address = f"{walk.base}/reports/shrinkage?period={PERIOD}&location=shop"
    shown = []
    for reader in [browser, other]:
        # A report that takes a while has a page of its own until it is there.
        walk.leave(reader, lambda: reader.get(address))
        shown.append([table.text for table in reader.find_elements(By.CSS_SELECTOR, "main table")])
    walk.expect(len(shown[0]) > 5 and shown[0] == shown[1], "the address of a report shows another person other figures")


def to_the_line(walk, browser, lines):
    """From a counted item to the line of its file, with what became of it."""
    line = next(line for line in lines if line["import_id"] and line["source_line"])
    address = f"/imports/{line['import_id']}?line={line['source_line']}#line"
    link = browser.find_element(By.CSS_SELECTOR, f"main a[href='{address}']")
    walk.expect(link.text == line["source"], f"{link.text} leads to {address}, not {line['source']}")
    walk.follow(browser, link)
    name = line["source"].rsplit(":", 1)[0].rsplit("/", 1)[-1]
    number = f"{line['source_line']:,}"
    heading = browser.find_element(By.ID, "line").text
    walk.expect(heading == f"Line {number} of {name}", f"the heading of {address} is {heading}")
    shown = browser.find_element(By.CSS_SELECTOR, "section[aria-labelledby=line]").text
    made = walk.json("imports", "line", str(line["import_id"]), str(line["source_line"]))["records"]
    walk.expect(bool(made), f"nothing was made of {address}")
    for record in made:
        walk.expect(record["key"] in shown, f"{address} does not show {record['key']}")
    walk.check(browser)


def plain_sources(walk, browser):
    """A reader who may not see what an import changed has the same sources without links."""
    browser.get(walk.base + "/reports/variance-detail")
    walk.expect(not browser.find_elements(By.CSS_SELECTOR, "main a[href^='/imports/']"), "cleo has links to imports")


def files(walk, browser):
    """The downloads: the same bytes as the command writes, and a workbook that opens."""
    browser.get(f"{walk.base}/reports/sales-summary?period={PERIOD}&by=month")
    titles = [link.text for link in browser.find_elements(By.CSS_SELECTOR, ".sr-files a")]
    has_pdf = "pdf" not in walk.json("report", "sales-summary", "--describe")["unavailable_formats"]
    walk.expect(titles == ["Excel", "CSV"] + (["PDF"] if has_pdf else []), f"files: {titles}")
    browser.find_element(By.LINK_TEXT, "CSV").click()
    path = walk.downloaded("sales-summary", "csv")
    expected = walk.command("report", "sales-summary", "--param", f"period={PERIOD}", "--param", "by=month", "--format", "csv")
    walk.expect(path is not None and path.read_bytes() == expected, "the CSV is not that of the command")
    browser.find_element(By.LINK_TEXT, "Excel").click()
    path = walk.downloaded("sales-summary", "xlsx")
    if path:
        with zipfile.ZipFile(path) as workbook:
            walk.expect(workbook.testzip() is None and "xl/workbook.xml" in workbook.namelist(), "the workbook is damaged")
    if has_pdf:
        browser.find_element(By.LINK_TEXT, "PDF").click()
        path = walk.downloaded("sales-summary", "pdf")
        walk.expect(path is not None and path.read_bytes().startswith(b"%PDF-"), "the PDF is none")
    left = [name for name in os.listdir(walk.shop + "/.uploads")] if os.path.exists(walk.shop + "/.uploads") else []
    walk.expect(left == [], f"files of downloads are left: {left}")


def tables(walk, browser, width):
    """The shop's name is in the frame alone; on a phone each table that is cut says so, and its first column stays."""
    page = f"{browser.current_url.removeprefix(walk.base)} at {width} px"
    seen = [name for name in browser.find_elements(By.CSS_SELECTOR, "main .masthead .shop") if name.is_displayed()]
    walk.expect(not seen, f"{page} has the shop's name twice")
    silent = browser.execute_script(
        "return [...document.querySelectorAll('main .table')].filter(table => table.scrollWidth > table.clientWidth"
        " && (!table.previousElementSibling?.matches('.more-right') || !table.previousElementSibling.offsetHeight"
        " || getComputedStyle(table.querySelector('tbody tr:not(.head) > :first-child')).position !== 'sticky'))"
        ".map(table => table.getAttribute('aria-label') || table.getAttribute('aria-labelledby'))")
    walk.expect(not silent, f"{page} has tables that are cut and do not say so: {', '.join(silent)}")


def kept_numbers(walk, browser):
    """A report says what the device keeps of a count, and throws it away when that is confirmed."""
    browser.get(f"{walk.base}/reports/sales-summary?period={PERIOD}&by=month")
    owner = browser.find_element(By.CSS_SELECTOR, "[data-kept]").get_attribute("data-kept")
    entry = {"id": "1", "code": "4006381333931", "number": "3"}
    keep_entries(browser, f"stockroom-entries {owner} /counts/999/sections/N", json.dumps([entry]))
    walk.leave(browser, browser.refresh)
    throw_away(walk, browser, entry)


def mistakes(walk, browser):
    """What was typed is kept, with what is wrong with it; an unknown report is no page."""
    browser.get(walk.base + "/reports/shrinkage")
    fill(walk, browser, {"period": "Octember"})
    walk.expect(browser.title.startswith("Error: "), f"the title is {browser.title}")
    walk.expect("Octember" in browser.find_element(By.CSS_SELECTOR, "[role=alert]").text, "the problem is not named")
    walk.expect(browser.find_element(By.NAME, "period").get_attribute("value") == "Octember", "the period is lost")
    walk.check(browser)
    fill(walk, browser, {"period": PERIOD})
    walk.expect(bool(browser.find_elements(By.CSS_SELECTOR, "header.sr")), "the corrected form shows no report")
    browser.get(walk.base + "/reports/no-such-report")
    walk.expect("There is no such page" in browser.title, browser.title)


with Walk(stockroom, people=True) as walk:
    walk.serve()
    for login in [None, "cleo", "ben", "mia"]:
        browser = walk.browser()
        walk.sign_in(browser, login)
        names = go_through(walk, browser, login)
        if login is None:
            figures(walk, browser)
            files(walk, browser)
            kept_numbers(walk, browser)
            mistakes(walk, browser)
        if login == "cleo":
            plain_sources(walk, browser)
            same_address(walk, manager, browser)
            manager.quit()
        if login in ("ben", "mia"):
            refused(walk, browser, names)
        if login is None:
            manager = browser
        else:
            browser.quit()
    for width, dark in [(390, False), (360, True)]:
        browser = walk.browser(width, dark)
        walk.sign_in(browser, "cleo")
        for address in ["/reports", "/reports/shrinkage?period=2026-10", "/reports/variance-detail", "/reports/margin?period=2026-10"]:
            browser.get(walk.base + address)
            tables(walk, browser, width)
            walk.check(browser)
        kept_numbers(walk, browser)
        browser.quit()
