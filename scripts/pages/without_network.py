"""Counting while the network is cut, as a part of a walk."""

import json

from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait


def without_network(walk, jonas, lines):
    """What is counted without the network waits on the device, and is in the count once when the network is back."""
    count = walk.json("count", "open", "--location", "shop", "--kind", "full", "--blind")["count"]
    page = f"{walk.base}/counts/{count}/sections/N"
    codes = [line["barcode"] or line["sku"] for line in lines]
    jonas.get(page)
    network(jonas, False)
    jonas.switch_to.active_element.send_keys(codes[0] + Keys.ENTER)
    number = jonas.find_element(By.ID, "offline-number")
    until(jonas, number.is_displayed)
    number.clear()
    number.send_keys("0.250")
    jonas.find_element(By.ID, "offline-code").send_keys(codes[0] + Keys.ENTER)
    more = number.get_attribute("value")
    walk.expect(more == "1.25", f"0.250 and one more is '{more}', and 1.250 could be a thousand")
    for quantity, following in zip("345", [*codes[1:], ""]):
        number.clear()
        number.send_keys(quantity)
        jonas.find_element(By.ID, "offline-code").send_keys(following + Keys.ENTER)
    status = jonas.find_element(By.CSS_SELECTOR, "[data-status]").text
    walk.expect("3 entries wait for the network" in status, f"without the network the page says '{status}'")
    walk.expect(jonas.current_url == page, f"without the network the browser is at {jonas.current_url}")
    walk.check(jonas)
    [[name, kept]] = kept_entries(jonas)
    walk.expect(all(entry.keys() == {"id", "code", "number"} for entry in json.loads(kept)), f"the device keeps {kept}")
    network(jonas, True)
    until(jonas, lambda: not kept_entries(jonas))
    walk.expect(entered(walk, count) == (3, "12"), f"the network is back, and the count has {entered(walk, count)}")
    imports = walk.json("imports", "list")

    # As if the answers had been lost: the page has the same entries again when it is loaded, and sends them.
    keep_entries(jonas, name, kept)
    jonas.get(page)
    until(jonas, lambda: not kept_entries(jonas))
    walk.expect(entered(walk, count) == (3, "12"), f"entries are sent twice, and the count has {entered(walk, count)}")
    walk.expect(walk.json("imports", "list") == imports, "what is sent twice is imported twice")

    # A code that nobody knows stays in the list, with the reason, until the person throws it away.
    entry = json.loads(kept)[0]
    last = "1" if entry["id"].endswith("0") else "0"
    keep_entries(jonas, name, json.dumps([entry | {"id": entry["id"][:-1] + last, "code": "4099999999999"}]))
    jonas.get(page)
    until(jonas, lambda: "does not know the code" in jonas.find_element(By.CSS_SELECTOR, "[data-list]").text)
    walk.check(jonas)
    jonas.get(walk.base + "/more")
    said = jonas.find_element(By.CSS_SELECTOR, "[data-kept]")
    walk.expect(said.is_displayed() and "4099999999999" in said.text, f"another page says of kept entries '{said.text}'")
    jonas.find_element(By.CSS_SELECTOR, "form[action='/sign-out'] button").click()
    walk.expect(jonas.find_element(By.CSS_SELECTOR, "[data-unsent]").is_displayed(), "signing out does not ask about kept entries")
    walk.check(jonas)
    jonas.get(page)
    walk.click(jonas, "Enter it again")
    walk.enter(jonas, jonas.find_element(By.NAME, "quantity"))
    walk.expect(not kept_entries(jonas), "what is entered again is kept as not entered")
    keep_entries(jonas, name, json.dumps([entry | {"problem": "The catalog does not know the code."}]))
    jonas.get(page)
    jonas.find_element(By.CSS_SELECTOR, "[data-list] button").click()
    walk.expect(not kept_entries(jonas), "what is thrown away is kept")
    keep_entries(jonas, name.replace(f"/counts/{count}/", "/counts/999/"), json.dumps([entry]))
    of_a_deleted_count(walk, jonas, entry)


def of_a_deleted_count(walk, browser, entry):
    """The notice of every page leads from a count that was deleted to the others, and throws away what is kept of it."""
    browser.get(walk.base + "/more")
    walk.follow(browser, browser.find_element(By.CSS_SELECTOR, "[data-kept] a"))
    walk.expect(browser.current_url == walk.base + "/counts", f"the notice of a deleted count leads to {browser.current_url}")
    walk.expect("There is no count 999." in browser.find_element(By.TAG_NAME, "main").text, "nothing says that the count was deleted")
    throw_away(walk, browser, entry)


def throw_away(walk, browser, entry):
    """Throws away what is kept of one section by the notice of the page, after it was asked about and kept once."""
    words = f"{entry['number']} × {entry['code']}"
    said = browser.find_element(By.CSS_SELECTOR, "[data-kept]")
    walk.expect(said.is_displayed() and words in said.text, f"{browser.current_url} says of kept entries '{said.text}'")
    question = said.find_element(By.CSS_SELECTOR, "[data-question]")
    begin = said.find_element(By.CSS_SELECTOR, "[data-ask] button")
    begin.click()
    walk.expect(words in question.text and not begin.is_displayed(), f"the question says '{question.text}'")
    walk.check(browser)
    said.find_element(By.CSS_SELECTOR, "[data-not]").click()
    walk.expect(begin.is_displayed() and not question.is_displayed(), "the question stays after its answer")
    walk.expect(len(kept_entries(browser)) == 1, "what is to be kept is thrown away")
    begin.click()
    said.find_element(By.CSS_SELECTOR, "[data-throw]").click()
    walk.expect(not kept_entries(browser) and not said.is_displayed(), "what is thrown away by the notice is kept")
    walk.check(browser)


def entered(walk, count):
    """How many items the section has, and how many units of them."""
    parts = [part for part in walk.json("count", "status", count)["parts"] if part["section"] == "N"]
    return sum(part["items"] for part in parts), ", ".join(part["units"] for part in parts)


def network(browser, is_there):
    browser.execute_cdp_cmd("Network.enable", {})
    browser.execute_cdp_cmd("Network.emulateNetworkConditions", {
        "offline": not is_there, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1})


def until(browser, holds):
    WebDriverWait(browser, 60, 0.1, ignored_exceptions=[WebDriverException]).until(lambda _: holds())


def kept_entries(browser):
    return browser.execute_script("return Object.entries(localStorage).filter(([key]) => key.startsWith('stockroom-entries '))")


def keep_entries(browser, name, entries):
    browser.execute_script("localStorage.setItem(...arguments)", name, entries)
