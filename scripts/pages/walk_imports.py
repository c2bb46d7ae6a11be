#!/usr/bin/env python3
"""Imports a supplier's file by clicks: an unknown header, an error, a profile, the refused row, undo and redo.

Usage: walk_imports.py STOCKROOM
"""

import csv
import io
import json
import pathlib
import sys

from browser import By, Walk, documented

# The wholesaler's list of next month: names that nobody knows, a price that is none, and two prices that change.
LIST = """Zeug;Wert;Bemerkung
L001;3,49;neu
L002;2,79;
L003;auf Anfrage;kommt
L004;2,09;
"""


def prices(walk):
    text = walk.command("export", "prices", "--format", "csv").decode()
    return {row["sku"]: row["price"] for row in csv.DictReader(io.StringIO(text)) if row["sku"] in ("L001", "L002", "L003", "L004")}


def drop(walk, browser):
    """Two files that are dropped next to the field are sent at once; a text is not."""
    browser.get(walk.base + "/")
    dropped = """
        const data = new DataTransfer();
        for (const name of arguments[0]) data.items.add(new File(["sku,price\\nL001,3.59\\n"], name));
        if (!arguments[0].length) data.items.add("a text", "text/plain");
        const event = new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true});
        document.querySelector(".drop strong").dispatchEvent(event);
        return event.defaultPrevented;"""
    walk.expect(not browser.execute_script(dropped, []), "a text that is dropped is left to the browser")
    walk.leave(browser, lambda: browser.execute_script(dropped, ["dropped 1.csv", "dropped 2.csv"]))
    walk.check(browser)
    page = browser.find_element(By.TAG_NAME, "main").text
    walk.expect("dropped 1.csv" in page and "dropped 2.csv" in page, "two files that are dropped are looked at: " + page[:600])


def correct(walk, browser):
    """A price that is none is written right on the page of the plan; the file is then taken, and taken back."""
    path = pathlib.Path(walk.folder) / "with an error.csv"
    path.write_text("sku,price\nL002,soon\n")
    before = prices(walk)
    browser.get(walk.base + "/")
    walk.choose(browser, path)
    cell = browser.find_element(By.NAME, "cell")
    walk.expect(cell.get_attribute("value") == "soon", f"the cell to correct has {cell.get_attribute('value')}")
    walk.type(cell, "2.99")
    walk.click(browser, "Check again")
    walk.check(browser)
    walk.expect(not browser.find_elements(By.CSS_SELECTOR, "#correct"), "a cell that was corrected is still to be corrected")
    walk.click(browser, "Apply")
    walk.expect(prices(walk) == before | {"L002": "2.99"}, "the corrected price is not the shop's")
    walk.click(browser, "Undo")
    walk.click(browser, "Undo import")
    walk.expect(prices(walk) == before, "the undo leaves the corrected price")


def stop(walk, browser):
    """While files are on their way, another press does not send them again, however late; after a stop it does."""
    browser.get(walk.base + "/")
    # The driver waits for the page that was asked for, so the page itself stops the upload and sends the next file.
    script = """
        const form = document.querySelector("[data-drop]"), sent = form.querySelector("[data-sent]"), seen = {};
        function choose(name, rows) {
            const data = new DataTransfer();
            data.items.add(new File(["sku,price\\n", "L001,3.59\\n".repeat(rows)], name));
            form.elements.files.files = data.files;
        }
        function press() { form.querySelector("button").click(); }
        setTimeout(() => {
            choose("stopped.csv", 2_000_000);
            press();
            setTimeout(() => {
                const later = new SubmitEvent("submit", {bubbles: true, cancelable: true});
                Object.defineProperty(later, "timeStamp", {value: performance.now() + 60_000});
                form.dispatchEvent(later);
                Object.assign(seen, {isOnItsWay: !sent.hidden, isOneUpload: later.defaultPrevented});
                window.stop();
                setTimeout(() => {
                    seen.isStopped = sent.hidden;
                    sessionStorage.seen = JSON.stringify(seen);
                    choose("sent again.csv", 1);
                    press();
                }, 500);
            }, 20);
        });"""
    walk.leave(browser, lambda: browser.execute_script(script))
    seen = json.loads(browser.execute_script("return sessionStorage.seen"))
    walk.expect(seen == {"isOnItsWay": True, "isOneUpload": True, "isStopped": True}, f"an upload that is stopped: {seen}")
    page = browser.find_element(By.TAG_NAME, "main").text
    walk.expect("sent again.csv" in page, "after a stop, a file is sent again: " + page[:600])
    walk.check(browser)


def take_by_profile(walk, browser):
    """The plan of a list that has the columns of a profile which a person wrote asks about it; the profile is the main button."""
    (pathlib.Path(walk.shop) / "profiles/februar.yml").write_text(
        "profile: februar\nrecords:\n  - kind: prices\n    fields: { sku: Artikelnummer, price: VK }\n")
    path = pathlib.Path(walk.folder) / "Februar.csv"
    path.write_text("Artikelnummer;Bezeichnung;VK\nL001;Wattestab;3,59\nL002;Watte;2,89\n")
    browser.get(walk.base + "/")
    walk.clicks = walk.typed = 0
    walk.choose(browser, path)
    walk.check(browser)
    page = browser.find_element(By.TAG_NAME, "main").text
    walk.expect("A profile of the shop fits this file." in page, "the plan does not offer the profile: " + page[:600])
    main = [button.text for button in browser.find_elements(By.CSS_SELECTOR, "main button.primary")]
    walk.expect(main == ["Read it with the profile februar"], f"the main button of the plan: {main}")
    walk.click(browser, "Read it with the profile februar")
    walk.check(browser)
    walk.click(browser, "Apply")
    walk.expect("/imports/" in browser.current_url, "the list is applied by the profile: " + browser.current_url)
    walk.say(
        "a finished import with a profile that a person wrote",
        *documented("The next price list where the profile names its supplier, or a person wrote it"))


def main():
    walk = Walk(sys.argv[1])
    walk.serve()
    desk, phone = walk.browser(1280), walk.browser(390)
    walk.sign_in(desk)
    before = prices(walk)
    path = pathlib.Path(walk.folder) / "Preise <b>Dezember.csv"
    path.write_text(LIST)

    walk.check(desk)
    walk.choose(desk, path)
    walk.check(desk)
    walk.expect("<b>Dezember" in desk.find_element(By.TAG_NAME, "main").text, "the name of the file is shown as it is")
    plan = desk.current_url

    # The columns, at both widths: a phone sees the same page.
    walk.click(desk, "Say what the columns mean")
    for cookie in desk.get_cookies():
        phone.get(walk.base + "/sign-in")
        phone.add_cookie({"name": cookie["name"], "value": cookie["value"]})
    for width, browser in ((1280, desk), (390, phone)):
        browser.get(plan + "/columns")
        walk.check(browser)
    for column, field in (("Zeug", "sku"), ("Wert", "price"), ("Bemerkung", "-")):
        choice = desk.find_element(By.NAME, "map." + column)
        walk.tick(choice.find_element(By.CSS_SELECTOR, f'option[value="{field}"]'))
    walk.tick(desk.find_element(By.CSS_SELECTOR, '#kind option[value="prices"]'))
    walk.type(desk.find_element(By.ID, "save-as"), "dezember")
    walk.click(desk, "See the plan")
    walk.check(desk)
    phone.get(plan)
    walk.check(phone)
    text = desk.find_element(By.TAG_NAME, "main").text
    walk.expect("auf Anfrage" in text and "Line 4" in text, "the error is shown with its line and value: " + text[:600])
    walk.expect(prices(walk) == before, "nothing is changed before the plan is applied")

    # Applied without the row with the error; what is asked is confirmed.
    for box in desk.find_elements(By.CSS_SELECTOR, "input[type=checkbox]"):
        walk.tick(box)
    walk.click(desk, "Apply")
    walk.check(desk)
    phone.get(desk.current_url)
    walk.check(phone)
    after = prices(walk)
    walk.expect(after == before | {"L001": "3.49", "L004": "2.09"}, f"two prices changed: {after} from {before}")
    print(f"first file of a supplier, with an error: {walk.clicks} clicks, {walk.typed} fields typed")
    desk.find_element(By.LINK_TEXT, "Download the refused rows").click()
    rejects = walk.downloaded("rejects", "csv")
    if rejects:
        walk.expect("auf Anfrage" in rejects.read_text(), "the refused row is handed back")

    # The same columns again are read by the profile.
    again = pathlib.Path(walk.folder) / "Januar.csv"
    again.write_text(LIST.replace("auf Anfrage", "3,59").replace("3,49", "3,59"))
    desk.get(walk.base + "/")
    walk.clicks = walk.typed = 0
    walk.choose(desk, again)
    walk.check(desk)
    walk.expect("What Januar.csv changes" in desk.title, "the second file is understood: " + desk.title)
    walk.expect("Read with the profile dezember" in desk.page_source, "the plan does not name its profile")
    walk.click(desk, "Apply")
    walk.expect("/imports/" in desk.current_url, "the second file is applied with two actions: " + desk.current_url)
    walk.say("a finished import, columns of a saved profile", *documented("The next price list of a known supplier"))
    walk.expect(prices(walk) == before | {"L001": "3.59", "L003": "3.59", "L004": "2.09"}, "its prices are the shop's")

    # Taken back and brought back.
    walk.click(desk, "Undo")
    walk.check(desk)
    walk.click(desk, "Undo import")
    walk.check(desk)
    walk.expect(prices(walk) == after, "the undo brings the prices back")
    desk.get(walk.base + "/imports")
    walk.check(desk)
    phone.get(walk.base + "/imports")
    walk.check(phone)
    take_by_profile(walk, desk)
    correct(walk, desk)
    drop(walk, desk)
    stop(walk, desk)
    for address in ("/", "/more", "/nothing", "/imports/1"):
        for browser in (desk, phone):
            browser.get(walk.base + address)
            walk.check(browser)
    walk.end()


main()
