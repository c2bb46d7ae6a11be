#!/usr/bin/env python3
"""Fails when a public function of FormatKit has no example in its comment, or when an example is wrong.

    scripts/check-examples.py                 each public function, initialiser and subscript without an example
    scripts/check-examples.py BIN_PATH        compiles and runs the examples too; BIN_PATH is where a build is,
                                              `swift build --show-bin-path`

Examples are the blocks of Swift in the comments of Sources/FormatKit. Each is compiled as the body of a function, with what
Tests/FormatKitExamples declares. A comment after an expression, with two spaces before it, begins with its value or the code of its
error, which is compared:

    Charset(name: "latin1")  // .iso8859_1
    try registry.format("cvs")  // throws .unknownFormat: did you mean 'csv'?

An example that needs other surroundings, such as the method of a format, takes the place of a comment `// example: Type.name` in
Tests/FormatKitExamples.
"""

import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MODULE = "Sources/FormatKit"
SURROUNDINGS = "Tests/FormatKitExamples"
# The format of the tutorial, which examples use as well.
FORMAT = "Tests/FormatKitTests/ShelfScanFormat.swift"
# What the examples are linked with: FormatKit and the modules that it imports.
LINKED = ["FormatKit", "RetailValues", "ProblemKit"]
# What a build for the static standard library names, for the dynamic one: scripts/test-library.sh.
LIBRARY = os.path.join(ROOT, ".build/test-library")

MODIFIERS = r"(?:(?:static|class|mutating|convenience|required|final|borrowing|consuming|nonisolated|override) +)*"
TYPE = re.compile(r"( *)(?:(?:public|package|internal|private|fileprivate|final|indirect) +)*"
                  r"(struct|enum|class|protocol|extension|actor) +([\w.]+)")
FUNCTION = re.compile(r" *(?:@\w+(?:\([^)]*\))? +)*(public +)?" + MODIFIERS + r"(func +(\S+?)[(<]|init\b|subscript\b)(.*)")
OTHER = re.compile(r" *(?:@\w+(?:\([^)]*\))? +)*(?:(?:public|package|private|fileprivate|static|final|lazy)(?:\(set\))? +)*"
                   r"(?:var|let|case|typealias|associatedtype) +`?(\w+)")

VALUE = r'(?:"(?:\\.|[^"\\])*"|-?\d[\d_.]*|true\b|false\b|nil\b|\.\w+(?:\([^)]*\))?|\[.*\])'
CHECKED = re.compile(rf"( *)(?:let (\w+)(?:: [^=]+)? = )?(.*?) +// (throws )?({VALUE})(?:[:,;] .*)?$")
REMARK = re.compile(r" *[^\s/].* +// ")
# Code that has no value, so that a comment after it is only a comment.
STATEMENT = re.compile(r" *(?:let|var|if|while|for|guard|func|static|mutating|return)\b|.* [-+]?= |.*[{}] *//")

# Where an example is put into what is around it.
PLACE = re.compile(r" *// example: (.+)$")


class Example:
    """A block of Swift with its first line in a file, and the declaration that it belongs to."""

    def __init__(self, path, line, name, code):
        self.path, self.line, self.name, self.code = path, line, name, code

    def body(self):
        """The code as it is compiled: with a comparison after each expression whose value it gives."""
        lines = [f'#sourceLocation(file: "{self.path}", line: {self.line})']
        for number, text in enumerate(self.code, self.line):
            lines.append(self.compared(text, number))
        return lines

    def compared(self, text, number):
        place = f'"{self.path}:{number}"'
        found = CHECKED.match(text)
        if found:
            indent, name, expression, throws, value = found.groups()
            if throws:
                return f"{indent}do {{ _ = {expression}; noError({place}) }} catch {{ compare(error, {value}, {place}) }}"
            if name:
                return f"{text[:found.end(3)]}; compare({name}, {value}, {place})"
            return f"{indent}compare({expression}, {value}, {place})"
        if REMARK.match(text) and not STATEMENT.match(text):
            sys.exit(f"{self.path}:{number}: the comment after an expression does not begin with its value: {text.strip()}")
        return text


def files(folder):
    """The compiled files below a folder: steps of tutorials are not."""
    for place, folders, names in os.walk(os.path.join(ROOT, folder)):
        folders[:] = sorted(name for name in folders if not name.endswith(".docc"))
        yield from (os.path.relpath(os.path.join(place, name), ROOT) for name in sorted(names) if name.endswith(".swift"))


def lines(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read().splitlines()


def blocks(path, texts, first, name):
    """The blocks of Swift among lines whose marks of comments were taken off."""
    start = None
    for index, text in enumerate(texts):
        if text.strip() == "```swift":
            start = index + 1
        elif text.strip() == "```" and start is not None:
            yield Example(path, first + start, name, texts[start:index])
            start = None


def source_examples(path, missing):
    """The examples in the comments of a file. Adds to `missing` each function that has none."""
    types, comment, first = [], [], 0
    for number, text in enumerate(lines(path), 1):
        stripped = text.strip()
        if stripped.startswith("///"):
            if not comment:
                first = number
            comment.append(re.sub(r"^ ?", "", stripped[3:]))
            continue
        if stripped.startswith(("@", "//")) and not FUNCTION.match(text):
            continue
        indent = len(text) - len(text.lstrip())
        while stripped and types and indent <= types[-1][0] and not stripped.startswith(")"):
            types.pop()
        kind, owner = (types[-1][1], types[-1][2]) if types else ("", "")
        name, function, declared = owner, FUNCTION.match(text), TYPE.match(text)
        if declared:
            types.append((indent, declared[2], declared[3]))
            name = declared[3]
        elif function and (function[1] or kind == "protocol" and indent == types[-1][0] + 2):
            called = function[3] or function[2]
            name = f"{owner}.{called}" if owner else called
            if kind == "extension":
                name = "extension " + name
            # An example of something else is not one of this function.
            found = list(blocks(path, comment, first, name))
            if not any(uses(example, owner, called, function[4]) for example in found):
                missing.append(f"{path}:{number}: {name} has no example: {stripped}")
        elif OTHER.match(text):
            name = f"{owner}.{OTHER.match(text)[1]}"
        yield from blocks(path, comment, first, name)
        comment = []


def uses(example, owner, called, rest):
    """Whether an example calls a function, or shows how it is written."""
    code = "\n".join(example.code)
    if called == "subscript":
        return "[" in code
    if called != "init":
        return re.search(rf"\b{re.escape(called)}\b *[(<{{]", code) is not None
    label = re.match(r"[?(]*(\w+)", rest)
    made = rf"\b(?:{re.escape(owner.split('.')[-1])}(?:<\w+>)?|init) *[({{]"
    return re.search(made, code) is not None or label is not None and f"({label[1]}: " in code


def program(examples):
    """The source of a program that runs the examples, and the sources around it with the examples that they take in."""
    around = {path: lines(path) for path in [*files(SURROUNDINGS), FORMAT]}
    places = [found[1] for text in around.values() for line in text if (found := PLACE.match(line))]
    placed, functions, calls = {}, ["import FormatKit"], []
    for number, example in enumerate(examples):
        if example.name in places and example.name not in placed:
            placed[example.name] = example
        else:
            functions += [
                f"extension Example {{ mutating func run{number}() throws {{", *example.body(), "#sourceLocation()", "} }"]
            calls.append(f'run("{example.path}:{example.line}") {{ (example: inout Example) in try example.run{number}() }}')
    if left := set(places) - set(placed):
        sys.exit(f"{SURROUNDINGS}: there is no example of {', '.join(sorted(left))}")
    return {"main.swift": functions + calls + ["finish()"], **{path: put(placed, path, around[path]) for path in around}}


def put(placed, path, text):
    """The lines of a file with the examples in the places of their comments."""
    result = [f'#sourceLocation(file: "{path}", line: 1)']
    for number, line in enumerate(text, 1):
        found = PLACE.match(line)
        result += placed[found[1]].body() + [f'#sourceLocation(file: "{path}", line: {number + 1})'] if found else [line]
    return result


def run(examples, built):
    """Compiles and runs the examples; returns whether all are right."""
    objects = [
        os.path.join(built, f"{module}.build", os.path.basename(path) + ".o")
        for module in LINKED for path in files(f"Sources/{module}")]
    with tempfile.TemporaryDirectory() as folder:
        sources = []
        for path, text in program(examples).items():
            sources.append(os.path.join(folder, os.path.basename(path)))
            with open(sources[-1], "w", encoding="utf-8") as file:
                file.write("\n".join(text) + "\n")
        executable = os.path.join(folder, "examples")
        compiled = subprocess.run(
            ["swiftc", "-wmo", "-Onone", "-swift-version", "6", "-enable-upcoming-feature", "ExistentialAny", "-suppress-warnings",
             "-use-ld=lld", "-I", os.path.join(built, "Modules"), "-L", LIBRARY, *sources, *objects, "-o", executable],
            cwd=ROOT, check=False)
        return compiled.returncode == 0 and subprocess.run(
            [executable], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=False).returncode == 0


def main():
    examples, missing = [], []
    for path in files(MODULE):
        examples += source_examples(path, missing)
    for line in missing:
        print(line, file=sys.stderr)
    if missing or len(sys.argv) > 1 and not run(examples, os.path.abspath(sys.argv[1])):
        sys.exit(1)
    print(f"each public function of FormatKit has an example; {len(examples)} examples"
          + (" give what they say" if len(sys.argv) > 1 else ""))


main()
