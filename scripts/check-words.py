#!/usr/bin/env python3
"""Fails when the texts that people read use words of a private dialect more often than good technical prose does.

    scripts/check-words.py            the rate of each kind of text; status 1 when one is above its limit
    scripts/check-words.py --show     each place as well

Read are the documentation, the changelog, the texts and comments of the source code, the reports with their templates, and the
profiles. Counted are the words and turns of `WORDS`, of which each has a plain one in its place. The limit is for 10,000 words: the same words, counted in the
documentation and comments of well-kept projects, come to between 2 and 8.
"""

import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# What is counted, and what to write in its place.
WORDS = {
    r"mend(?:s|ed|ing)?": "fix, correct",
    r"(?:tells?|told|telling)": "report, show, say why",
    r"(?:stands?|stood|standing) (?:in|at|on|there|beside|behind|before|above|below|alone|nowhere|anywhere)": "is, exists",
    r"anew": "again",
    r"beside": "next to, in addition to",
    r"(?:whoever|whatever|whichever)": "the person who, the subject itself",
    r"(?:bears?|bore|borne)": "has",
    r"lest": "so that … not",
    r"ahead of": "before",
    r"at hand": "available",
    r"(?:is|are|was|were|be) none": "is not",
    r"(?<!there )is no (?!longer|more|less|later|earlier|other|such|need|one|better)[a-z]+": "is not a …",
    r"all holds": "all checks passed",
    r"(?:troubles?|complaints?|remarks?|doubts?|faults?)": "problem",
    r"(?:therewith|thereof|therein|thereby|hence|thus|heretofore)": "say it directly",
    r"nothing need be done": "no action is needed",
    r"of which nobody": "say what happens",
    r"amiss": "wrong",
    r"mark(?:s|ed|ing)?[- ]offs?": "markdown",
    r"reckon(?:s|ed|ing)?": "calculate, count",
}
PATTERN = re.compile(r"\b(?:%s)\b" % "|".join("(%s)" % word for word in WORDS), re.I)

# The kinds of texts, and how many of the words each may have in 10,000.
# Reports and the changelog are small and would not be noticed among the documentation.
LIMITS = {"documentation": 4, "changelog": 4, "reports": 4, "messages and help": 4, "comments": 3}


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
    return [name for name in names if name and os.path.isfile(os.path.join(ROOT, name))]


def swift_texts(text):
    """The lines of comments and of texts in Swift source code, each with its line number."""
    block = False
    for number, line in enumerate(text.split("\n"), 1):
        stripped = line.strip()
        if block or stripped.startswith("//"):
            comment = stripped.startswith("//") and not block
            if comment:
                yield number, "comments", stripped.lstrip("/ ")
            else:
                if '"""' in stripped:
                    block = False
                yield number, "messages and help", stripped
            continue
        if stripped.endswith('"""'):
            block = True
            continue
        for piece in re.findall(r'"((?:[^"\\]|\\.)*)"', line):
            # A name or a key is no text.
            if " " in piece:
                yield number, "messages and help", re.sub(r"\\\(.*?\)", " ", piece)
        if " // " in line:
            yield number, "comments", line.split(" // ", 1)[1]


def markdown_texts(text, kind):
    """The prose of a page: no code and no outputs of commands."""
    code = False
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("```"):
            code = not code
        elif not code:
            yield number, kind, re.sub(r"`[^`]*`", " ", line)


def template_texts(text):
    """The texts of a template, without the tags of HTML and of Mustache and without its style sheet."""
    # Line breaks stay, for the numbers of the lines.
    text = re.sub(
        r"<style.*?</style>|<!--.*?-->|<[^>]*>|\{\{[^}]*\}\}", lambda tag: " " + "\n" * tag.group().count("\n"), text, flags=re.S)
    for number, line in enumerate(text.split("\n"), 1):
        yield number, "reports", line


def texts(name):
    with open(os.path.join(ROOT, name), encoding="utf-8", errors="replace") as source:
        text = source.read()
    if name.endswith(".swift") and name.split("/")[0] in ("Sources", "Plugins", "Tests", "Package.swift"):
        if "Fixtures/" not in name:
            yield from swift_texts(text)
    elif name.endswith(".md") and not name.startswith("Tests/") and "Fixtures/" not in name:
        yield from markdown_texts(text, "changelog" if name == "CHANGELOG.md" else "documentation")
    elif name.startswith("reports/") and name.endswith((".yml", ".sql")) and "/messages/" not in name:
        for number, line in enumerate(text.split("\n"), 1):
            yield number, "reports", line
    elif name.endswith(".mustache") and name != "reports/_shared/style.mustache":
        # The keys of the message files are these texts.
        yield from template_texts(text)


def main():
    show = "--show" in sys.argv[1:]
    words, found = dict.fromkeys(LIMITS, 0), dict.fromkeys(LIMITS, 0)
    by_word = {}
    for name in files():
        for number, kind, text in texts(name):
            words[kind] += len(re.findall(r"[A-Za-z']+", text))
            for match in PATTERN.finditer(text):
                found[kind] += 1
                index = next(i for i, group in enumerate(match.groups()) if group)
                word = list(WORDS)[index]
                by_word[word, kind] = by_word.get((word, kind), 0) + 1
                if show:
                    print("%s:%d: %s: write %s" % (name, number, match.group(), WORDS[word]))
    if show:
        for (word, kind), count in sorted(by_word.items(), key=lambda item: -item[1]):
            print("%6d  %-18s %s" % (count, kind, word))
    status = 0
    for kind, limit in LIMITS.items():
        rate = 10000 * found[kind] / max(words[kind], 1)
        print("%-18s %7d words, %5d of the dialect: %5.1f in 10,000 (limit %d)" % (kind, words[kind], found[kind], rate, limit))
        if rate > limit:
            status = 1
    if status:
        print("see what to write instead with scripts/check-words.py --show", file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
