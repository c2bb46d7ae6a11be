#!/usr/bin/env python3
"""Prints the English texts of the pages of `stockroom serve` as lines of a message file, for translators.

    scripts/page-texts.py                          all texts: "English": ""
    scripts/page-texts.py pages/messages/de.yml    only those that this file does not translate
    scripts/page-texts.py --places                 with a comment that says where each text is

The texts are those of pages/*.mustache and the sentences in Sources/Web that are written `LocalizedText("…")`. A test compares the
message files with both, and it decides: it reads the templates with the code that translates them.
"""

import html
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
READ_ALOUD = {"aria-label", "alt", "title", "placeholder", "aria-description", "data-label"}


def collapsed(text):
    """A text in the form in which it is looked up."""
    return re.sub(r"\{\{\s*([A-Za-z0-9._-]+)\s*\}\}", r"{{\1}}", " ".join(re.split(r"[ \t\r\n]+", text.strip(" \t\r\n"))))


def has_letters(text):
    return any(letter.isalpha() for letter in re.sub(r"\{\{[^{}]*\}\}", "", text))


def template_runs(text):
    """The texts of a template between its tags, and those of attributes that are read aloud, with their lines."""
    place, element, attribute, quote, at, run = "text", "", "", "", 0, None

    def end_run():
        nonlocal run
        if run is not None:
            english = collapsed(html.unescape(text[run:at]))
            # A single word in these elements is a name that programs know.
            is_name = place == "text" and element in ("code", "kbd") and re.fullmatch(r"[a-z0-9_.-]+", english)
            if has_letters(english) and not is_name:
                yield text.count("\n", 0, run) + 1, english
        run = None

    while at < len(text):
        if text.startswith("{{", at):
            close = "}}}" if text.startswith("{{{", at) else "}}"
            end = text.find(close, at)
            end = len(text) if end < 0 else end + len(close)
            is_variable = close == "}}" and re.match(r"[\w. ]", text[at + 2:at + 3])
            if not is_variable:
                yield from end_run()
            elif run is None and (place == "text" or place == "value" and attribute in READ_ALOUD):
                run = at
            at = end
            continue
        character = text[at]
        if place == "text":
            if text.startswith("<!--", at):
                yield from end_run()
                place = "comment"
            elif re.match(r"<[A-Za-z0-9:/!?-]", text[at:at + 2]):
                yield from end_run()
                place, attribute = "tag", ""
                element = re.match(r"[A-Za-z0-9:-]*", text[at + 1:])[0].lower()
            elif run is None:
                run = at
        elif place == "tag":
            if character == ">":
                place = "raw" if element in ("style", "script") else "text"
            elif character in "\"'":
                place, quote = "value", character
            elif re.match(r"[A-Za-z0-9:-]", character) and not re.match(r"[A-Za-z0-9:-]", text[at - 1]):
                attribute = re.match(r"[A-Za-z0-9:-]*", text[at:])[0].lower()
        elif place == "value":
            if character == quote:
                yield from end_run()
                place, attribute = "tag", ""
            elif attribute in READ_ALOUD and run is None:
                run = at
        elif place == "raw":
            if text.startswith("</" + element, at):
                place, element = "tag", ""
        elif text.startswith("-->", at):
            place = "text"
        at += 1
    yield from end_run()


LITERAL = r'"(?:[^"\\]|\\\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|\\[^(])*"'


def key(literal):
    """The key of a literal of Swift: with {{1}}, {{2}} … for what is put into it."""
    number, english, at = 0, "", 1
    while at < len(literal) - 1:
        if literal.startswith("\\(", at):
            depth, at, number = 1, at + 2, number + 1
            while depth:
                depth += {"(": 1, ")": -1}.get(literal[at], 0)
                at += 1
            english += "{{%d}}" % number
        elif literal[at] == "\\":
            english += {"n": "\n", "t": "\t"}.get(literal[at + 1], literal[at + 1])
            at += 2
        else:
            english += literal[at]
            at += 1
    return english


def swift_sentences(text):
    """The sentences in a file of Swift with their lines."""
    text = re.sub(r"(?m)^\s*//.*$", "", text)
    patterns = [
        rf"LocalizedText\(\s*({LITERAL})\s*\)",
        rf"LocalizedText\(\s*count:[^\"]*?,\s*one:\s*({LITERAL}),\s*other:\s*({LITERAL})\s*\)",
    ]
    found = [(match.start(), literal) for pattern in patterns for match in re.finditer(pattern, text)
             for literal in match.groups()]
    # The words of fixed lists, one list a constant. A long sentence is on several lines.
    for match in re.finditer(r"[wW]ords: \[String\] = \[(.*?)\n  \]", text, re.S):
        words = re.sub(r'"""\n(.*?)\n\s*"""', lambda long: '"' + re.sub(r"\\\n\s*", "", long[1].strip()) + '"', match[1],
                       flags=re.S)
        found += [(match.start(), literal) for literal in re.findall(LITERAL, words)]
    return [(text.count("\n", 0, place) + 1, key(literal)) for place, literal in sorted(found)]


def texts():
    """Each text of the pages, once, with the first place of it."""
    found = {}
    folder = os.path.join(ROOT, "pages")
    for name in sorted(os.listdir(folder)):
        if name.endswith(".mustache"):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                for line, english in template_runs(file.read()):
                    found.setdefault(english, f"pages/{name}:{line}")
    for place, folders, names in os.walk(os.path.join(ROOT, "Sources/Web")):
        folders.sort()
        for name in sorted(names):
            if name.endswith(".swift"):
                path = os.path.join(place, name)
                with open(path, encoding="utf-8") as file:
                    for line, english in swift_sentences(file.read()):
                        if has_letters(english):
                            found.setdefault(english, f"{os.path.relpath(path, ROOT)}:{line}")
    return found


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def translated(path):
    """The texts that a message file translates. It is written as this script writes it: a line each."""
    found = set()
    with open(path, encoding="utf-8") as file:
        for line in file:
            match = re.match(r'\s*("(?:[^"\\]|\\.)*"|[^"#:][^:]*):\s*(\S.*?)\s*$', line)
            if match and match[2] not in ('""', "''"):
                name = match[1]
                if name.startswith('"'):
                    name = re.sub(r"\\(.)", lambda escape: {"n": "\n"}.get(escape[1], escape[1]), name[1:-1])
                found.add(collapsed(name))
    return found


def main():
    files = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    known = set().union(*[translated(path) for path in files])
    for english, place in texts().items():
        if english not in known:
            if "--places" in sys.argv:
                print(f"# {place}")
            print(f'{quoted(english)}: ""')


main()
