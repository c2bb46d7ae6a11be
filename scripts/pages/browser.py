"""What the walks through the pages share: a demo shop that is served, a browser, and the checks that hold for every page."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import traceback

import axe_core_python
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

ROOT = pathlib.Path(__file__).resolve().parents[2]
AXE = pathlib.Path(axe_core_python.__file__).parent / "axe.min.js"
AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
PEOPLE = """people:
  %s: { role: manager, name: Anna Meier }
  cleo: { role: accountant, name: Cleo Brandt }
  ben: { role: counter, name: Ben Vogt }
  mia: { role: customer, name: Mia Lund }
"""


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
        subprocess.run(
            [ROOT / "scripts/demo.sh", self.stockroom, self.shop], check=True, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        if people:
            with open(self.shop + "/stockroom.yml", "a") as settings:
                settings.write(PEOPLE % os.popen("id -un").read().strip())
            for login in ["cleo", "ben", "mia"]:
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

    def serve(self):
        """Starts the server; returns the link that signs the manager in."""
        self.server = subprocess.Popen(
            [self.stockroom, "serve", "--shop", self.shop, "--port", "0"], stdout=subprocess.PIPE, text=True)
        self.link = self.server.stdout.readline().split("Open ")[1].strip()
        self.base = self.link.split("/sign-in")[0]

    def browser(self, width=1280, dark=False):
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium") or "/usr/bin/chromium"
        for word in ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]:
            options.add_argument(word)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        options.add_experimental_option(
            "prefs", {"download.default_directory": self.folder + "/downloads", "download.prompt_for_download": False})
        browser = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
        browser._web_element_cls = Element
        browser.set_script_timeout(120)
        # A click is over before the page that it leads to is there.
        browser.implicitly_wait(5)
        # The window is wider than what it shows, and has a least width of its own.
        browser.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride", {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})
        if dark:
            browser.execute_cdp_cmd(
                "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark"}]})
        return browser

    def picture(self, browser, name):
        """Takes a picture of the page for whoever asks for pictures: in the folder that STOCKROOM_PICTURES names."""
        if folder := os.environ.get("STOCKROOM_PICTURES"):
            browser.save_screenshot(f"{folder}/{name}.png")

    def sign_in(self, browser, login=None, card=None):
        """Signs somebody in with their passphrase or the number of their card, or the manager with the link, which works once."""
        if login is None:
            browser.get(self.link)
        else:
            browser.get(self.base + "/sign-in")
            browser.find_element(By.NAME, "login").send_keys(login)
            browser.find_element(By.NAME, "passphrase").send_keys(card or self.passphrase(login))
        browser.find_element(By.CSS_SELECTOR, "main button").click()

    def expect(self, is_right, what):
        if not is_right:
            print("WRONG:", what)
            self.wrong.append(what)

    def check(self, browser, axe=True):
        """What holds for every page: no sideways scrolling, nothing in the browser's log, and no violations that axe finds."""
        page = browser.current_url.removeprefix(self.base)
        width = browser.execute_script("return innerWidth")
        over = browser.execute_script("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
        self.expect(over <= 0, f"{page} at {width} px scrolls sideways by {over} px")
        self.expect(
            len(browser.find_elements(By.TAG_NAME, "h1")) == 1, f"{page} has not one h1")
        for entry in browser.get_log("browser"):
            # Answers with a status of 400 and more are in the log too; whether they are right is for the walk to say.
            if "favicon.ico" not in entry["message"] and "Failed to load resource" not in entry["message"]:
                self.expect(False, f"{page}: {entry['message']}")
        if axe:
            self.check_with_axe(browser, page, width)

    def check_with_axe(self, browser, page, width):
        # One row of a table is like the next, and axe looks at each for seconds.
        browser.execute_script(
            "for (const body of document.querySelectorAll('tbody')) [...body.rows].slice(12).forEach(row => row.remove())")
        browser.execute_script(AXE.read_text())
        result = browser.execute_async_script(
            "const done = arguments[arguments.length - 1];"
            "axe.run(document, {runOnly: arguments[0]}).then(done, error => done({violations: [{id: String(error), nodes: []}]}))",
            AXE_TAGS)
        is_report = browser.find_elements(By.CSS_SELECTOR, "header.sr")
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

    def end(self):
        """Stops the server, removes the shop, and ends the process with what came of the walk; an exception is wrong too."""
        kind, error, trace = sys.exc_info()
        if error is not None:
            traceback.print_exception(kind, error, trace)
            self.wrong.append(str(error))
        if self.server:
            self.server.terminate()
            self.server.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
        name = pathlib.Path(sys.argv[0]).stem
        print(f"{name}: {len(self.wrong)} wrong" if self.wrong else f"{name}: everything is right.")
        sys.exit(1 if self.wrong else 0)
