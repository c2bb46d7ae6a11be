"""What the walks through the pages share: a demo shop that is served, a browser, and the checks that hold for every page."""

import json
import os
import pathlib
import pwd
import re
import shutil
import subprocess
import sys
import tempfile
import time
import traceback

import axe_core_python
from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "samples/corner-shop"
AXE = pathlib.Path(axe_core_python.__file__).parent / "axe.min.js"
# Rows of docs/reference/clicks.md.
FULL_COUNT = "A full count, from opening to posting, without the entries"
ONE_ITEM = "The stock of one item corrected, nine pieces, outside a count"
# Links that are lines of a list or cells of a table by themselves.
LISTED_LINKS = (
    "main :is(.lines, .tasks, .pages, .crumbs) a, main :is(td, th, dd) > a, main :is(td, th) > div > a, main td .sub > a")
AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
PEOPLE = """people:
  %s: { role: manager, name: Anna Meier }
  cleo: { role: accountant, name: Cleo Brandt }
  ben: { role: counter, name: Ben Vogt }
  mia: { role: customer, name: Mia Lund }
"""


def documented(job):
    """The numbers that docs/reference/clicks.md gives for a job with Stockroom, in their order."""
    for line in (ROOT / "docs/reference/clicks.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[0] == job:
            return [int(number) for number in re.findall(r"\d+", cells[1])]
    raise AssertionError(f"docs/reference/clicks.md has no row '{job}'")


class Element(WebElement):
    """An element of a page; bars that stay in view do not lie on it when it is clicked."""

    def click(self):
        self.parent.execute_script("arguments[0].scrollIntoView({block: 'center'})", self)
        super().click()


class Walk:
    """A walk through the pages of a demo shop; it counts what is wrong."""

    def __init__(self, stockroom, people=False):
        self.stockroom = str(pathlib.Path(stockroom).resolve())
        self.folder = tempfile.mkdtemp(prefix="walk-")
        self.shop = self.folder + "/shop"
        self.wrong = []
        self.server = None
        self.clicks = self.typed = 0
        self.make()
        if people:
            self.add_people(PEOPLE, ["cleo", "ben", "mia"])

    def make(self):
        """Makes the shop: the demo, with its month of trade and its count."""
        subprocess.run(
            [ROOT / "scripts/demo.sh", self.stockroom, self.shop], check=True, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)

    def make_before_count(self):
        """Makes the shop of the samples as it is before its count."""
        subprocess.run(
            [self.stockroom, "init", self.shop, "--name", "The corner shop", "--currency", "EUR", "--time-zone",
             "Europe/Berlin"], check=True, capture_output=True)
        for profile in (SAMPLES / "profiles").glob("*.yml"):
            shutil.copy(profile, self.shop + "/profiles/")
        names = "locations suppliers categories colours products variants barcodes prices supplier-items".split()
        self.command("import", *[str(SAMPLES / f"shop/{name}.csv") for name in names])
        self.command("import", str(SAMPLES / "acme-price-list.csv"), "--profile", "acme-price-list")
        self.command("import", str(SAMPLES / "price-changes-2026-10-15.csv"))
        self.command("import", str(SAMPLES / "opening-stock.csv"))
        self.command("import", str(SAMPLES / "order-2026-10.csv"), "--profile", "order")
        for name in ["receipts", "sales-2026-10", "transfers", "write-offs"]:
            self.command("import", str(SAMPLES / f"{name}.csv"))

    def add_people(self, people, with_passphrase):
        """Lists people in stockroom.yml, and sets the passphrases of some."""
        with open(self.shop + "/stockroom.yml", "a") as settings:
            settings.write(people % pwd.getpwuid(os.getuid()).pw_name)
        for login in with_passphrase:
            self.command("people", "passphrase", login, input=self.passphrase(login).encode())

    @staticmethod
    def passphrase(login):
        return f"correct horse battery {login}"

    def command(self, *words, input=None):
        """The bytes that a command writes; it has to succeed."""
        return subprocess.run(
            [self.stockroom, *words, "--shop", self.shop], check=True, capture_output=True, input=input).stdout

    def json(self, *words):
        return json.loads(self.command(*words, "--json"))

    def serve(self, *words):
        """Starts the server; `link` then signs the manager in."""
        self.server = subprocess.Popen(
            [self.stockroom, "serve", "--shop", self.shop, "--port", "0", *words], stdout=subprocess.PIPE, text=True)
        self.link = self.server.stdout.readline().split("Open ")[1].strip()
        self.base = self.link.split("/sign-in")[0]

    def browser(self, width=1280, dark=False, follows_requests=False):
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium") or "/usr/bin/chromium"
        # The certificate that a shop makes for itself is unknown to the browser.
        for word in ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--ignore-certificate-errors"]:
            options.add_argument(word)
        logs = {"browser": "ALL", "performance": "ALL"} if follows_requests else {"browser": "ALL"}
        options.set_capability("goog:loggingPrefs", logs)
        options.add_experimental_option(
            "prefs", {"download.default_directory": self.folder + "/downloads", "download.prompt_for_download": False})
        browser = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
        browser._web_element_cls = Element
        browser.set_script_timeout(120)
        # A click is over before the page that it leads to is there.
        browser.implicitly_wait(5)
        self.show(browser, width, dark)
        return browser

    @staticmethod
    def show(browser, width, dark=False):
        """Gives the browser a width, and the light or the dark colours; the page that is open changes too."""
        # The window is wider than what it shows, and has a least width of its own.
        browser.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride", {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})
        browser.execute_cdp_cmd(
            "Emulation.setEmulatedMedia",
            {"features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})

    def picture(self, browser, name):
        """Takes a picture of the page for whoever asks for pictures: in the folder that STOCKROOM_PICTURES names."""
        if folder := os.environ.get("STOCKROOM_PICTURES"):
            path = f"{folder}/{name}.png"
            browser.save_screenshot(path)
            try:
                from PIL import Image
            except ImportError:
                return
            # A palette is a third of the bytes, and pages have few colours.
            with Image.open(path) as picture:
                small = picture.convert("RGB").quantize(64, dither=Image.Dither.NONE)
            small.save(path, optimize=True)

    def sign_in(self, browser, login=None, card=None):
        """Signs somebody in with their passphrase or the number of their card, or the manager with the link, which works once."""
        if login is None:
            browser.get(self.link)
        else:
            browser.get(self.base + "/sign-in")
            browser.find_element(By.NAME, "login").send_keys(login)
            browser.find_element(By.NAME, "passphrase").send_keys(card or self.passphrase(login))
        self.follow(browser, browser.find_element(By.CSS_SELECTOR, "main button"))

    # What people do. Actions, among them scans, and fields that are typed into are counted.

    def say(self, what, clicks=None, typed=0):
        """Prints how many actions and typed fields something took, which is right or wrong if given, and begins to count again."""
        print(f"{what}: {self.clicks} actions, {self.typed} typed fields")
        if clicks is not None:
            self.expect(
                (self.clicks, self.typed) == (clicks, typed),
                f"{what}: {self.clicks} + {self.typed}, and docs/reference/clicks.md has {clicks} + {typed}")
        self.clicks = self.typed = 0

    def click(self, browser, text, within="main"):
        """Clicks on the first button, link or summary that begins with a text, and waits for the page that it leads to."""
        self.clicks += 1
        for element in browser.find_elements(By.CSS_SELECTOR, f"{within} button, {within} a, {within} summary"):
            if element.is_displayed() and element.text.strip().startswith(text):
                if element.tag_name == "summary":
                    element.click()
                else:
                    self.follow(browser, element)
                return
        main = browser.find_element(By.TAG_NAME, "main").text[:1500]
        raise AssertionError(f"{browser.current_url}: there is nothing to click called '{text}': {main}")

    def tick(self, element):
        """Ticks a box, or chooses from a list."""
        self.clicks += 1
        element.click()

    def type(self, field, text):
        """Types into a field, in place of what it has."""
        self.typed += 1
        field.clear()
        field.send_keys(text)

    def choose(self, browser, path, field="files"):
        """Chooses a file; those of an import are sent as soon as they are chosen, and lead to another page."""
        self.clicks += 1
        element = browser.find_element(By.ID, field)
        if field == "files":
            self.leave(browser, lambda: element.send_keys(str(path)))
        else:
            element.send_keys(str(path))

    def scan(self, browser, code):
        """What a scanner does: it types the code into the field with the focus, and ends with Enter."""
        self.clicks += 1
        self.enter(browser, browser.switch_to.active_element, code)

    def enter(self, browser, field, text=""):
        """Types into a field, ends with Enter, and waits for the next page."""
        self.leave(browser, lambda: field.send_keys(text + Keys.ENTER))

    def follow(self, browser, element):
        """Clicks on a link or a button, and waits for the page that it leads to."""
        self.leave(browser, element.click)

    @staticmethod
    def leave(browser, act):
        """Does something that leads to another page, and waits until that is there."""
        browser.execute_script("window.isLeft = true")
        act()
        # The page of work that runs looks for the result by itself.
        WebDriverWait(browser, 120, 0.1, ignored_exceptions=[WebDriverException]).until(
            lambda _: browser.execute_script("return !window.isLeft && document.readyState === 'complete'")
            and "/running/" not in browser.current_url)

    # What has to hold.

    def expect(self, is_right, what):
        if not is_right:
            print("WRONG:", what)
            self.wrong.append(what)

    def check(self, browser, axe=True):
        """What holds for every page: no sideways scrolling, nothing in the browser's log, and no violations that axe finds."""
        page = self.check_layout(browser)
        self.expect(
            len(browser.find_elements(By.TAG_NAME, "h1")) == 1, f"{page} has not one h1")
        self.check_log(browser, page)
        if axe:
            self.check_with_axe(browser, page, browser.execute_script("return innerWidth"))

    def check_layout(self, browser):
        """That the page does not scroll sideways; returns its address."""
        page = browser.current_url.removeprefix(self.base)
        width = browser.execute_script("return innerWidth")
        over = browser.execute_script("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
        self.expect(over <= 0, f"{page} at {width} px scrolls sideways by {over} px")
        least = 44 if width <= 704 else 24
        small = browser.execute_script(
            "return [...document.querySelectorAll(arguments[0])].filter(link => link.offsetHeight > 0"
            " && link.getBoundingClientRect().height < arguments[1] - .5).map(link => link.outerHTML.slice(0, 120))",
            LISTED_LINKS, least)
        self.expect(not small, f"{page} at {width} px has links lower than {least} px: {'; '.join(small[:3])}")
        return page

    def check_log(self, browser, page):
        """That the browser's log has no errors."""
        for entry in browser.get_log("browser"):
            # Answers with a status of 400 and more are in the log too; whether they are right is for the walk to say.
            if "favicon.ico" not in entry["message"] and "Failed to load resource" not in entry["message"]:
                self.expect(False, f"{page}: {entry['message']}")

    def check_with_axe(self, browser, page, width):
        # One row of a table is like the next, and axe looks at each for seconds.
        browser.execute_script(
            "for (const body of document.querySelectorAll('tbody')) [...body.rows].slice(12).forEach(row => row.remove())")
        browser.execute_script(AXE.read_text())
        result = browser.execute_async_script(
            "const done = arguments[arguments.length - 1];"
            "axe.run(document, {runOnly: arguments[0]}).then(done, error => done({violations: [{id: String(error), nodes: []}]}))",
            AXE_TAGS)
        is_report = browser.execute_script("return document.querySelector('header.sr') !== null")
        for violation in result["violations"]:
            # In reports a table that scrolls is named by the heading of its section, as the section is.
            if is_report and violation["id"] == "landmark-unique":
                continue
            where = "; ".join(node["html"][:160] for node in violation["nodes"][:2])
            self.expect(False, f"{page} at {width} px: axe {violation['id']}: {where}")

    def downloaded(self, name_part, ending):
        """The path of a file that the browser has saved, once it is whole."""
        folder = pathlib.Path(self.folder) / "downloads"
        for _ in range(300):
            for path in folder.glob(f"*{name_part}*.{ending}"):
                return path
            time.sleep(0.1)
        self.expect(False, f"no file {name_part}.{ending} was downloaded")
        return None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def stop(self):
        if self.server:
            self.server.terminate()
            self.server.wait()
            self.server = None

    def end(self):
        """Stops the server, removes the shop, and ends the process with what came of the walk; an exception is wrong too."""
        kind, error, trace = sys.exc_info()
        if error is not None:
            traceback.print_exception(kind, error, trace)
            self.wrong.append(str(error))
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
        name = pathlib.Path(sys.argv[0]).stem
        print(f"{name}: {len(self.wrong)} wrong" if self.wrong else f"{name}: everything is right.")
        sys.exit(1 if self.wrong else 0)
