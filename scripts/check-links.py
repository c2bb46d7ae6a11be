#!/usr/bin/env python3
"""Fails when a relative link of a Markdown page leads nowhere, or when a text names a page of docs/ that does not exist.

    scripts/check-links.py

Checked are the links of all pages, with the headings that they name, and paths such as docs/README.md anywhere in the sources.
Each page of docs/ must be in the index, docs/README.md.
"""

import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LINK = re.compile(r"\]\(([^)\s]*)\)")
PAGE = re.compile(r"\bdocs/[a-z0-9/-]+\.md\b")


def files():
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, check=False)
    if listed.returncode == 0:
        names = listed.stdout.decode().split("\0")
    else:
        # A copy without its history.
        names = [
            os.path.relpath(os.path.join(place, name), ROOT) for place, folders, found in os.walk(ROOT)
            if not set(os.path.relpath(place, ROOT).split(os.sep)) & {".build", ".git"} for name in found]
    return [name for name in names if name and os.path.isfile(os.path.join(ROOT, name)) and "/Fixtures/" not in name]


def read(name):
    try:
        with open(os.path.join(ROOT, name), encoding="utf-8") as source:
            return source.read()
    except UnicodeDecodeError:
        return ""


def prose(text):
    """The lines of a page outside its blocks of code, each with its number."""
    code = False
    for number, line in enumerate(text.split("\n"), 1):
        if line.lstrip().startswith("```"):
            code = not code
        elif not code:
            yield number, line


def anchors(text):
    """What links can name in a page: its headings, as GitHub spells them."""
    found = set()
    for _, line in prose(text):
        if line.startswith("#"):
            heading = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", line.lstrip("#").strip()).lower()
            anchor = re.sub(r"[^\w\- ]", "", heading).replace(" ", "-")
            number, unique = 0, anchor
            while unique in found:
                number += 1
                unique = "%s-%d" % (anchor, number)
            found.add(unique)
        found.update(re.findall(r'<a (?:id|name)="([^"]*)"', line))
    return found


def main():
    problems = []
    index = set(LINK.findall(read("docs/README.md")))
    for name in files():
        if re.fullmatch(r"docs/(?:tutorials|guides|reference)/.*\.md", name) and name[len("docs/"):] not in index:
            problems.append("docs/README.md: %s is not in the index" % name)
        text = read(name)
        for number, line in enumerate(text.split("\n"), 1):
            for page in PAGE.findall(line):
                if not os.path.exists(os.path.join(ROOT, page)):
                    problems.append("%s:%d: there is no page %s" % (name, number, page))
        if not name.endswith(".md"):
            continue
        for number, line in prose(text):
            for target in LINK.findall(re.sub(r"`[^`]*`", "", line)):
                if re.match(r"[a-z]+:", target):
                    continue
                path, _, anchor = target.partition("#")
                page = os.path.normpath(os.path.join(os.path.dirname(name), path)) if path else name
                if not os.path.exists(os.path.join(ROOT, page)):
                    problems.append("%s:%d: the link to %s leads nowhere" % (name, number, target))
                elif anchor and page.endswith(".md") and anchor not in anchors(read(page)):
                    problems.append("%s:%d: %s has no heading #%s" % (name, number, page, anchor))
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
