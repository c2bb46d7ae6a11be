#!/usr/bin/env python3
"""Makes the data of ICU that the released command is linked with: scripts/icu-data.py OBJECT.

The Swift toolchain's library of ICU comes with 32 MB of data, most of it about languages and character sets that Stockroom asks
nothing about: it writes its texts, numbers and dates itself. OBJECT gets what belongs to no language, such as the time zones, the
currencies of countries and the properties of letters. What is printed are the options with which the linker takes OBJECT in place of
the library's data (docs/decisions/0030-less-data-of-icu.md).

Where the toolchain does not have the library, or has it in another form, nothing is printed and all data are linked.
"""

import json
import os
import re
import struct
import subprocess
import sys
import tempfile

# Bundles at the top are those of languages when their names are such, but for these.
LANGUAGE = re.compile(r"[a-z]{2,3}(_[A-Za-z0-9]+)*")
OF_NO_LANGUAGE = {"pool", "res_index", "root"}
# What is kept of a folder: the names of currencies and time zones of the root locale, and the borders of characters and words.
FOLDERS = {"brkitr": OF_NO_LANGUAGE | {"char", "word"}, "curr": OF_NO_LANGUAGE | {"supplementalData"}, "zone": OF_NO_LANGUAGE}


def is_kept(name):
    """Whether an item stays, by its path without the package: `zone/de.res`, `zoneinfo64.res`."""
    folder, _, file = name.rpartition("/")
    base, _, ending = file.rpartition(".")
    if folder:
        return base in FOLDERS.get(folder, ())
    return ending not in ("cnv", "spp") and (base in OF_NO_LANGUAGE or not LANGUAGE.fullmatch(base))


def archive():
    target = json.loads(subprocess.run(["swiftc", "-print-target-info"], check=True, stdout=subprocess.PIPE).stdout)
    library = os.path.dirname(target["paths"]["runtimeResourcePath"])
    return os.path.join(library, "swift_static", "linux", "lib_FoundationICU.a")


def package(library):
    """The data in a library, from their first byte on, and the name that they are linked by; None where there are none."""
    name = re.search(rb"icudt\d+_dat\0", library)
    form = library.find(b"CmnD")
    if not name or form < 12 or library[form - 10:form - 8] != b"\xda\x27":
        return None
    return library[form - 12:], name.group()[:-1].decode()


def reduced(data):
    """The same package with the items that are kept, as ICU's `udata` reads it: a header, a table of contents, the items."""
    start, = struct.unpack_from("<H", data)
    count, = struct.unpack_from("<I", data, start)
    places = [struct.unpack_from("<II", data, start + 4 + 8 * item) for item in range(count)]
    items = []
    for item, (name, place) in enumerate(places):
        text = data[start + name:data.index(b"\0", start + name)]
        following = places[item + 1:]
        # The last item ends somewhere in the library: it has the highest name, and is that of a language.
        if following and is_kept(text.decode().partition("/")[2]):
            items.append((text + b"\0", data[start + place:start + following[0][1]]))
    names, contents, table = b"", b"", []
    first_name = 4 + 8 * len(items)
    first = -(-(first_name + sum(len(name) for name, _ in items)) // 16) * 16
    for name, content in items:
        table.append(struct.pack("<II", first_name + len(names), first + len(contents)))
        names += name
        contents += content + b"\0" * (-len(content) % 16)
    toc = struct.pack("<I", len(items)) + b"".join(table) + names
    return data[:start] + toc.ljust(first, b"\0") + contents


def main(target):
    found = None
    if os.path.exists(archive()):
        with open(archive(), "rb") as library:
            found = package(library.read())
    if not found:
        print("icu-data: the toolchain has no data of ICU that could be made smaller", file=sys.stderr)
        return
    data, name = found
    os.makedirs(os.path.dirname(target) or ".", exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "icu.dat"), "wb") as out:
            out.write(reduced(data))
        # The linker uses the wrapper wherever the data are referred to, and leaves the data themselves out.
        source = (f'.section .rodata, "a", @progbits\n.balign 16\n.globl __wrap_{name}\n__wrap_{name}:\n'
                  f'.incbin "{folder}/icu.dat"\n.section .note.GNU-stack, "", @progbits\n')
        subprocess.run(["clang", "-c", "-x", "assembler", "-", "-o", target], input=source.encode(), check=True)
    print(f"-Xlinker --wrap={name} -Xlinker {os.path.abspath(target)}")


main(sys.argv[1])
