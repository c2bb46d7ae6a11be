#!/usr/bin/env python3
"""Damages JSON, XML and workbooks at random, always in the same way, and looks at what `stockroom convert` makes of them.

    scripts/damage-campaign.py STOCKROOM                    status 1 when a record was written that is not right
    scripts/damage-campaign.py STOCKROOM --record           also writes the figures into docs/guides/damaged-files.md
    scripts/damage-campaign.py STOCKROOM --copies 1000      another number of copies of each kind

A record is right when it is one of the original list, or, where the damage itself changed a value, when an independent reader of
the damaged file has the same. With exit status 0 all records must be there.
"""

import argparse
import concurrent.futures
import csv
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import zipfile
import xml.etree.ElementTree as etree

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True

from first_contact import tables  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
NAMES = ["sku", "title", "price", "quantity"]
MARKS = ["{", "}", "[", "]", '"', ",", ":", "<", ">", "/", "&", "\\", "'", "=", "\n", "\r\n", "\t", " ", "0", "e", "-"]


def records(count):
    return [
        {"sku": "A-%04d" % i, "title": ["Mug", "Cup \"big\"", "Teller & Schüssel", "Brush <3 cm>"][i % 4] + " %d" % i,
         "price": "%d.%02d" % (1 + i % 40, (i * 7) % 90 + 9), "quantity": str(3 + i % 60)} for i in range(count)]


# --- files

def json_text(rows):
    return "[\n" + ",\n".join(json_row(row) for row in rows) + "\n]\n"


def json_row(row):
    if isinstance(row, str):
        return row
    return json.dumps({k: row[k] for k in row if k in ("sku", "title")}, ensure_ascii=False)[:-1] + "".join(
        ', "%s": %s' % (k, row[k]) for k in ("price", "quantity") if k in row) + "}"


def lines_text(rows):
    return "".join(json_row(row) + "\n" for row in rows)


def escaped(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def xml_text(rows):
    return '<?xml version="1.0" encoding="UTF-8"?>\n<items>\n' + "".join(
        row + "\n" if isinstance(row, str) else
        "<item>" + "".join("<%s>%s</%s>" % (k, escaped(row[k]), k) for k in NAMES if k in row) + "</item>\n"
        for row in rows) + "</items>\n"


def sheet_text(rows):
    out = []
    for number, row in enumerate([dict(zip(NAMES, NAMES))] + rows, 1):
        if row is None:
            continue
        cells = row if isinstance(row, list) else [row.get(name) for name in NAMES]
        cells = "".join(sheet_cell("ABCDEFGH"[i], number, value) for i, value in enumerate(cells) if value is not None)
        out.append('<row r="%d">%s</row>' % (number, cells))
    return ('<?xml version="1.0" encoding="UTF-8"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/'
            '2006/main"><sheetData>\n%s\n</sheetData></worksheet>\n') % "\n".join(out)


def sheet_cell(column, row, value):
    if re.fullmatch(r"-?\d+(\.\d+)?", value):
        return '<c r="%s%d"><v>%s</v></c>' % (column, row, value)
    return '<c r="%s%d" t="inlineStr"><is><t>%s</t></is></c>' % (column, row, escaped(value))


def workbook(path, sheet):
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    documents = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    packages = "http://schemas.openxmlformats.org/package/2006/relationships"
    parts = {
        "[Content_Types].xml": "<Types/>",
        "_rels/.rels": '<Relationships xmlns="%s"><Relationship Id="a" Type="%s/officeDocument" Target="xl/workbook.xml"/>'
                       "</Relationships>" % (packages, documents),
        "xl/workbook.xml": '<workbook xmlns="%s" xmlns:r="%s"><sheets><sheet name="List" sheetId="1" r:id="a"/></sheets>'
                           "</workbook>" % (main, documents),
        "xl/_rels/workbook.xml.rels": '<Relationships xmlns="%s"><Relationship Id="a" Type="%s/worksheet" '
                                      'Target="worksheets/sheet1.xml"/></Relationships>' % (packages, documents),
        "xl/worksheets/sheet1.xml": sheet,
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(zipfile.ZipInfo(name), text)


# --- damage

def characters(dice, text):
    """One to three characters too many, too few or other ones."""
    for _ in range(dice.randint(1, 3)):
        place = dice.randrange(len(text))
        kind = dice.randrange(4)
        if kind == 0:
            text = text[:place] + text[place + 1:]
        elif kind == 1:
            text = text[:place] + dice.choice(MARKS) + text[place:]
        elif kind == 2:
            text = text[:place] + dice.choice(MARKS) + text[place + 1:]
        else:
            text = text[:place] + text[place:place + dice.randint(1, 30)] + text[place:]
    return text


def parts(dice, text):
    """A part of the text cut off, left out, doubled or moved."""
    start, size = dice.randrange(len(text)), dice.randint(1, 200)
    kind = dice.randrange(4)
    if kind == 0:
        return text[:start]
    if kind == 1:
        return text[:start] + text[start + size:]
    if kind == 2:
        return text[:start + size] + text[start:]
    piece = text[start:start + size]
    rest = text[:start] + text[start + size:]
    place = dice.randrange(len(rest) + 1)
    return rest[:place] + piece + rest[place:]


def line_ends(dice, text):
    """Other line ends, some of them, or none."""
    end = dice.choice(["\r\n", "\r", "\n\n", " ", "\n \n"])
    share = dice.choice([1.0, 0.5, 0.05])
    return re.sub("\n", lambda m: end if dice.random() < share else "\n", text)


def odd_values(dice, rows, kind):
    """A value of another kind in one record, or a record that lacks some or has others."""
    index = dice.randrange(len(rows))
    row = dict(rows[index])
    name = dice.choice(NAMES)
    change = dice.randrange(4)
    if change == 0:
        row.pop(name)
    elif change == 1:
        row["title"] = dice.choice(["", " ", "NULL", "#N/A", "4.5", "00123", "'=1+1", "a\tb"]) if kind != "json" else "NULL"
    elif change == 2:
        row = {key: row[key] for key in dice.sample(NAMES, 4)}
    else:
        row["quantity"] = dice.choice(["-1", "0", "1.50", "1000000"])
    return rows[:index] + [row] + rows[index + 1:]


def odd_rows(dice, rows, kind):
    """A row that is no record: a total, a heading, a note, names again, a remark, another table; the records stay as they are."""
    index = dice.randrange(1, len(rows) + 1)
    total = sum(int(row["quantity"]) for row in rows[:index])
    if kind in ("json", "json-lines"):
        extra = [dice.choice(["17", "null", '"total"', "[1, 2]", "true"])]
    elif kind == "xml":
        extra = [dice.choice(["<note>closed</note>", "<!-- a remark -->", "<?page 2?>", "", "<total>%d</total>" % total])]
    else:
        extra = dice.choice([
            [["Total", None, None, str(total)]], [None, ["Grand total:", None, None, str(total)]],
            [["Total", None, None, str(total + 1)]], [NAMES], [None], [None, None, NAMES],
            [[None, "Total", None, str(total)]], [["BEVERAGES"]], [["Page 2 of 3"]], [[None, "Seasonal goods"]],
            [["Prices valid until 31.12."]], [None, ["SNACKS"]],
            [None, ["location", "address", "opened", "staff"], ["main", "High St 1", "2020", "4"]]])
        if len(extra) == 3 and extra[0] is None and extra[1] is not None:
            return rows + extra
    return rows[:index] + extra + rows[index:]


# --- independent readings

def read_json(path):
    with open(path, encoding="utf-8") as text:
        value = json.loads(text.read(), parse_float=str, parse_int=str, parse_constant=refuse)
    best = max(tables.record_lists(value), key=len)
    return best


def refuse(word):
    raise ValueError(word)


def read_lines(path):
    found = []
    with open(path, encoding="utf-8", newline="") as text:
        for line in re.split(r"\r\n|\r|\n", text.read()):
            if line.strip():
                try:
                    value = json.loads(line, parse_float=str, parse_int=str, parse_constant=refuse)
                    found.append(tables.flat(value) if isinstance(value, dict) else None)
                except ValueError:
                    found.append(None)
    return found


def read_xml(path):
    root = etree.parse(path).getroot()
    found = []
    for item in root.iter("item"):
        record = {}

        def walk(element, prefix):
            for name, value in element.attrib.items():
                record[(prefix + "@" + name) if prefix else "@" + name] = value
            for child in element:
                walk(child, (prefix + "." if prefix else "") + child.tag)
            text = (element.text or "") + "".join(child.tail or "" for child in element)
            if prefix and text.strip() or prefix and not len(element):
                record[prefix] = text
            elif text.strip():
                record["value"] = text

        walk(item, "")
        found.append(record)
    return found


def read_workbook(path):
    book = tables.Workbook(path)
    grid = book.rows(book.sheets[0][1])
    return [dict(zip(grid[0], row)) for row in grid[1:]]


KINDS = {
    "json": (json_text, read_json, ".json"), "json-lines": (lines_text, read_lines, ".jsonl"),
    "xml": (xml_text, read_xml, ".xml"), "xlsx": (sheet_text, read_workbook, ".xlsx"),
}
DAMAGES = {"characters": characters, "parts": parts, "line ends": line_ends, "values": odd_values, "rows": odd_rows}


def moved(dice, text):
    """An element put into another one, or into a namespace: its column is empty then, and that must be reported."""
    names = list(re.finditer(r"<(title|price|quantity)>(.*?)</\1>", text))
    found = dice.choice(names)
    name, value = found.group(1), found.group(2)
    new = dice.choice([
        "<{0}><{1}>{2}</{1}></{0}>".format(name, dice.choice(["net", "value", "b"]), value),
        '<p:{0} xmlns:p="urn:p">{1}</p:{0}>'.format(name, value), '<{0} xmlns="urn:p">{1}</{0}>'.format(name, value)])
    return text[:found.start()] + new + text[found.end():]


def plain(record):
    return {k.strip(): re.sub(r"\r\n?", "\n", v).strip().lstrip("'") for k, v in record.items()
            if v is not None and str(v).strip() and k not in ("_parent", "_index")}


def one(program, folder, kind, damage, seed):
    """The outcome of one damaged copy: right, in part, refused or wrong, with what is wrong."""
    write, read, ending = KINDS[kind]
    dice = random.Random("%s %s %d" % (kind, damage, seed))
    rows = records(dice.choice([5, 40, 150]))
    place = os.path.join(folder, "%s-%s-%d" % (kind, damage.replace(" ", "-"), seed))
    path, target = place + ending, place + ".csv"
    changed = DAMAGES[damage](dice, rows, kind) if damage in ("values", "rows") else rows
    text = write(changed)
    if damage == "moved":
        text = moved(dice, text)
    elif damage not in ("values", "rows"):
        text = DAMAGES[damage](dice, text)
    if kind == "xlsx":
        workbook(path, text)
        if damage == "parts" and dice.random() < 0.5:
            with open(path, "rb") as source:
                data = source.read()
            with open(path, "wb") as cut:
                start = dice.randrange(len(data))
                cut.write(data[:start] + data[start + dice.choice([1, 9, 100, len(data)]):])
    else:
        with open(path, "w", encoding="utf-8", newline="") as out:
            out.write(text)
    run = subprocess.run(
        [program, "convert", path, target, "--from", kind, "--to", "csv"], stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120, check=False)
    if run.returncode not in (0, 1, 3, 4, 5, 6):
        return "wrong", path, "exit status %d" % run.returncode
    if run.returncode not in (0, 3):
        return "refused", path, ""
    with open(target, encoding="utf-8", newline="") as out:
        written = [plain(row) for row in csv.DictReader(out)]
    written = [row for row in written if row]
    if damage == "moved":
        # The record is written with what it has, and the rest is not missing without a word.
        return ("right" if b"xml-odd-element" in run.stderr or b"in most other records" in run.stderr
                or b"than in most other records" in run.stderr else "wrong"), path, "the moved element is not reported"
    expected = rows if damage == "rows" else None
    if expected is not None and kind in ("json", "json-lines"):
        # What is no object is one value, and is warned of.
        expected = [row if isinstance(row, dict) else odd_value(row) for row in changed]
        if b"json-odd-record" not in run.stderr and b"records before it are objects" not in run.stderr:
            return "wrong", path, "the odd record is not reported"
    if kind == "xlsx" and damage == "rows" and any(is_heading(row) for row in changed) \
            and b"xlsx-heading-row" not in run.stderr and b"a heading or a note" not in run.stderr:
        return "wrong", path, "the heading is not reported"
    if expected is None:
        try:
            expected = read(path)
        except Exception as problem:  # noqa: BLE001
            return "wrong", path, "written, but the independent reader refuses it: %s" % problem
    expected = [None if row is None else plain(row) for row in expected]
    if kind == "xlsx":
        # A cell has the number 4.3, whatever zeros its file has.
        expected = [{k: tables.number_text(v) if re.fullmatch(r"-?\d+(\.\d+)?", v) else v for k, v in row.items()}
                    for row in expected]
    expected = [row for row in expected if row is None or row]
    if run.returncode == 0:
        if written != expected:
            return "wrong", path, first_difference(written, expected)
        return "right", path, ""
    position = 0
    for row in written:
        while position < len(expected) and expected[position] != row:
            position += 1
        if position == len(expected):
            return "wrong", path, "a record is not in the file: %s" % row
        position += 1
    return "in part", path, ""


def is_heading(row):
    return isinstance(row, list) and sum(value is not None for value in row) == 1


def odd_value(text):
    value = json.loads(text)
    return {"value": tables.plain_value(value)} if value is not None and not isinstance(value, list) else {}


def first_difference(written, expected):
    for index, (mine, theirs) in enumerate(zip(written, expected)):
        if mine != theirs:
            return "record %d is %s; the file has %s" % (index + 1, mine, theirs)
    return "%d records are written, the file has %d" % (len(written), len(expected))


# --- the page

BEGIN, END = "<!-- damage-campaign: begin -->", "<!-- damage-campaign: end -->"


def section(counts, copies):
    lines = [
        BEGIN, "## JSON, XML and workbooks",
        "`scripts/damage-campaign.py` makes %d damaged copies for each line of the table, the same ones each time: characters "
        "too many or too few, parts cut off, left out, doubled or moved, other line ends, values that are missing or of another "
        "kind, rows that are no records (totals, headings, notes, names again, remarks, other tables), and elements moved into another "
        "one or into a namespace. `stockroom convert` "
        "reads each copy, and readers of Python's standard library read it too. A test runs the script." % copies, "",
        "- **right**: exit status 0, and every record is as in the file.",
        "- **in part**: exit status 3. The records that are written are right, and the others are listed with their errors.",
        "- **refused**: nothing is written.",
        "- **wrong**: a record was written that is not in the file, or one is missing without an error.", "",
        "| format | damage | right | in part | refused | wrong |", "| --- | --- | ---: | ---: | ---: | ---: |"]
    for (kind, damage), found in counts.items():
        lines.append("| %s | %s | %s |" % (kind, damage, " | ".join(
            str(found.get(o, 0)) for o in ("right", "in part", "refused", "wrong"))))
    return "\n".join(lines + [END]) + "\n"


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("stockroom")
    options.add_argument("--copies", type=int, default=12)
    options.add_argument("--record", action="store_true")
    options.add_argument("--page", default=os.path.join(ROOT, "docs/guides/damaged-files.md"))
    given = options.parse_args()
    program = os.path.abspath(given.stockroom)
    tasks = [(kind, damage, seed) for kind in KINDS for damage in DAMAGES for seed in range(given.copies)]
    tasks += [("xml", "moved", seed) for seed in range(given.copies)]
    counts, wrong = {}, 0
    with tempfile.TemporaryDirectory(prefix="damage-") as folder:
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            found = pool.map(lambda task: one(program, folder, *task), tasks)
            for (kind, damage, seed), (outcome, _, why) in zip(tasks, found):
                group = counts.setdefault((kind, damage), {})
                group[outcome] = group.get(outcome, 0) + 1
                if outcome == "wrong":
                    wrong += 1
                    print("wrong: %s, %s, copy %d: %s" % (kind, damage, seed, why[:400]))
    for (kind, damage), group in counts.items():
        print("%s, %s: %s" % (kind, damage, ", ".join("%d %s" % (n, o) for o, n in sorted(group.items()))))
    if given.record:
        try:
            with open(given.page, encoding="utf-8") as page:
                text = page.read()
        except FileNotFoundError:
            text = "# Damaged files\n\n"
        if BEGIN in text:
            text = text[:text.index(BEGIN)] + section(counts, given.copies) + text[text.index(END) + len(END) + 1:]
        else:
            text = text.rstrip("\n") + "\n\n" + section(counts, given.copies)
        with open(given.page, "w", encoding="utf-8") as page:
            page.write(text)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
