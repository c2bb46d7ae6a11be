#!/usr/bin/env python3
"""Fails when a module imports what its layer may not, or when a folder or file becomes too large to find one's way in.

    scripts/check-modules.py                    each wrong import with its file and line; status 1 when there is one
    scripts/check-modules.py --layers           the layers as they are, with what each may import
    scripts/check-modules.py --manifest F       reads the output of `swift package dump-package` from F

`LAYERS` is the declaration of the arrows between modules; docs/decisions/0001-modules.md says why they point so. Package.swift
says what each module depends on within its layer's rule, and both its declarations and every `import` are compared.
"""

import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# Each layer: its modules, the layers whose modules it may import in addition to its own, and the libraries of others that
# it may use. What a layer may not import, none of its modules may, whatever Package.swift says.
# `*Format` are the modules of Plugins that are not named elsewhere; `peers` is false where modules of one layer must not know
# each other.
LAYERS = {
    "base": dict(modules=["ProblemKit", "Subprocess", "Segments"], peers=False),
    "yaml": dict(modules=["YAMLReading"], libraries=["Yams"]),
    "values": dict(modules=["RetailValues"], imports=["base"]),
    "sums": dict(modules=["Reconciliation"], imports=["base", "values"]),
    "kit": dict(modules=["FormatKit"], imports=["base", "values"]),
    "workbooks": dict(modules=["Workbook"], imports=["base", "values"], libraries=["CLibXLSXWriter"]),
    # The words of reports and pages in several languages.
    "wording": dict(modules=["Wording"], imports=["base", "yaml", "values"], libraries=["Mustache", "Yams"]),
    "kit tests": dict(modules=["FormatKitTesting"], imports=["kit"]),
    "pictures": dict(modules=["Pictures"], imports=["base", "kit"]),
    "reading": dict(
        modules=["XMLReading", "JSONReading", "ZipReading", "Unpacking", "SupplyDocuments"],
        imports=["values", "kit"], libraries=["CLibXML2", "CLibZip", "CLibZ", "CLibZstd"]),
    # Delimited text is read and written in one module; the formats of shop systems are written in it.
    "delimited text": dict(modules=["CSVFormat", "DelimitedReading"], imports=["values", "kit"], libraries=["CLibCSV"]),
    # Never the shop, and never another format.
    "formats": dict(
        modules=["*Format"], imports=["base", "values", "kit", "workbooks", "reading", "delimited text"],
        libraries=["CLibSQLite", "CLibXML2"], peers=False),
    # The shop's database, its rules and its ledger, and what is above them: only these know the database library.
    "shop": dict(
        modules=["Stock"], imports=["base", "values", "kit"], libraries=["GRDB", "GRDBSQLite", "CLibSQLite", "CLibCrypto"]),
    "above the shop": dict(
        modules=["CatalogSearch", "StockJournal", "ShopCheck"], imports=["base", "values", "shop"], libraries=["GRDB"]),
    # They work with formats and databases whose names they do not know.
    "work": dict(
        modules=["Exchange", "Reporting"], imports=["base", "yaml", "values", "kit", "workbooks", "wording", "shop"],
        libraries=["Yams", "Mustache"], peers=False),
    "jobs": dict(modules=["Jobs"], imports=["base", "values", "kit", "wording", "shop", "work"], libraries=["Yams"]),
    # What the command and the pages have in common.
    "served shop": dict(modules=["Serving"], imports=["values", "kit", "wording"], libraries=["CLibCrypt", "CLibMalloc"]),
    # It knows no rule of the shop: what it shows and changes, it asks the command for.
    "pages": dict(
        modules=["Web"], imports=["base", "values", "kit", "reading", "wording", "served shop"],
        libraries=["CLibCrypto", "Hummingbird", "HummingbirdCore", "HTTPTypes", "Logging", "Mustache",
                   "NIOCore", "NIOHTTP1", "NIOPosix", "NIOSSL"]),
    "list of formats": dict(modules=["StandardFormats"], imports=["kit", "delimited text", "formats"]),
    "command": dict(
        modules=["StockroomCLI"],
        imports=["base", "yaml", "values", "sums", "kit", "pictures", "reading", "wording", "shop", "above the shop", "work",
                 "jobs", "served shop", "list of formats"],
        libraries=["ArgumentParser", "Yams"]),
    "programs": dict(modules=["stockroom", "stockroom-serve"], imports=["command", "pages", "served shop"], peers=False),
    # It judges the sums of the others, so that it takes only random numbers from them.
    "scenario": dict(modules=["shop-scenario"], imports=["kit tests"]),
}

# Modules of the system: every module may import them.
PLATFORM = {"Foundation", "Glibc", "Synchronization", "Dispatch"}

# How many files a folder may have, and lines a file.
MOST_FILES, MOST_LINES = 40, 400

# Files that are longer, with the lines that they may have. The list may only become shorter and its numbers smaller.
LONG_FILES = {}

IMPORT = re.compile(
    r"^(?:@\w+(?:\([^)]*\))? +)*(?:(?:public|package|internal|fileprivate|private) +)?"
    r"import +(?:(?:struct|class|enum|protocol|func|var|let|typealias) +)?(\w+)")


def manifest():
    """What Package.swift declares: the targets that are no tests, by name."""
    if "--manifest" in sys.argv:
        with open(sys.argv[sys.argv.index("--manifest") + 1], encoding="utf-8") as file:
            text = file.read()
    else:
        # In a folder of its own: a build that is running has the lock on the other one.
        with tempfile.TemporaryDirectory() as scratch:
            text = subprocess.run(
                ["swift", "package", "--scratch-path", scratch, "dump-package"], cwd=ROOT, stdout=subprocess.PIPE,
                check=True).stdout
    targets = {}
    for target in json.loads(text)["targets"]:
        path = target.get("path") or "Sources/" + target["name"]
        # What is under Tests is for tests alone.
        if target["type"] in ("regular", "executable") and not path.startswith("Tests/"):
            targets[target["name"]] = (path, {next(iter(each.values()))[0] for each in target["dependencies"]})
    return targets


def layers(targets):
    """The layer of each module, and what is wrong with the list of layers itself."""
    found = {module: layer for layer, rule in LAYERS.items() for module in rule["modules"]}
    wrong = [f"scripts/check-modules.py: {module} is in a layer but not in Package.swift"
             for module in found if module not in targets and "*" not in module]
    pattern = found.pop("*Format")
    for module, (path, _) in targets.items():
        if module not in found and path.startswith("Plugins/"):
            found[module] = pattern
        elif module not in found:
            wrong.append(f"Package.swift: {module} is in no layer of scripts/check-modules.py")
    return found, wrong


def may_import(module, other, layer_of):
    """Whether the layer of `module` allows the import of `other`."""
    if module not in layer_of:
        return True
    layer = layer_of[module]
    rule = LAYERS[layer]
    if other not in layer_of:
        return other in rule.get("libraries", [])
    if layer_of[other] == layer:
        return rule.get("peers", True)
    return layer_of[other] in rule.get("imports", [])


def swift_files(folder):
    """The compiled files below a folder: steps of tutorials in documentation catalogues are not compiled."""
    for place, folders, names in os.walk(os.path.join(ROOT, folder)):
        folders[:] = [name for name in folders if not name.startswith(".") and not name.endswith(".docc")]
        for name in sorted(names):
            if name.endswith(".swift"):
                yield os.path.relpath(os.path.join(place, name), ROOT)


def lines(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read().splitlines()


def wrong_arrows(targets):
    """Each import and each declared dependency that a layer does not allow, and each dependency that nothing imports."""
    layer_of, wrong = layers(targets)
    for module, (path, dependencies) in sorted(targets.items()):
        imported = set()
        for file in swift_files(path):
            for number, line in enumerate(lines(file), 1):
                match = IMPORT.match(line)
                if not match or match[1] in PLATFORM:
                    continue
                other = match[1]
                imported.add(other)
                if not may_import(module, other, layer_of):
                    wrong.append(f"{file}:{number}: {module} ({layer_of[module]}) may not import {other}"
                                 f" ({layer_of.get(other, 'a library')})")
                elif other not in dependencies:
                    wrong.append(f"{file}:{number}: {module} imports {other}, which Package.swift does not declare")
        for other in sorted(dependencies):
            if not may_import(module, other, layer_of):
                wrong.append(f"Package.swift: {module} ({layer_of[module]}) may not depend on {other}")
            elif other not in imported:
                wrong.append(f"Package.swift: {module} depends on {other}, which no file of it imports")
    return wrong


def wrong_sizes():
    """Each folder with too many files and each file that is too long."""
    wrong, counts, seen = [], {}, set()
    for root in ("Sources", "Plugins", "Tests"):
        for file in swift_files(root):
            folder = os.path.dirname(file)
            counts[folder] = counts.get(folder, 0) + 1
            length, most = len(lines(file)), LONG_FILES.get(file, MOST_LINES)
            seen.add(file)
            if length > most:
                wrong.append(f"{file}:{most + 1}: the file has {length} lines; {most} are the most. Split it by subject")
            elif file in LONG_FILES and length < most:
                left = "take it out of" if length <= MOST_LINES else f"write {length} in"
                wrong.append(f"{file}: the file has {length} lines now; {left} LONG_FILES in scripts/check-modules.py")
    wrong += [f"scripts/check-modules.py: LONG_FILES names {file}, which does not exist" for file in LONG_FILES
              if file not in seen]
    wrong += [f"{folder}: the folder has {count} files; {MOST_FILES} are the most. Make folders of subjects"
              for folder, count in sorted(counts.items()) if count > MOST_FILES and not folder.startswith("Tests/")]
    return wrong


def print_layers(targets):
    layer_of, _ = layers(targets)
    for layer, rule in LAYERS.items():
        modules = sorted(module for module, its in layer_of.items() if its == layer)
        print(f"{layer}: {', '.join(modules)}")
        for name in ("imports", "libraries"):
            if rule.get(name):
                print(f"  {name} {', '.join(rule[name])}")


def main():
    targets = manifest()
    if "--layers" in sys.argv:
        return print_layers(targets)
    wrong = wrong_arrows(targets) + wrong_sizes()
    for line in wrong:
        print(line, file=sys.stderr)
    if wrong:
        sys.exit(1)
    print(f"{len(targets)} modules keep to their {len(LAYERS)} layers, and no folder or file is too large")


main()
