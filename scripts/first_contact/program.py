"""One real file and the program: the import in a fresh shop with the one step it suggests, or the conversion, and the check."""

import csv
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import tempfile
import zipfile
from decimal import Decimal

from . import documents, tables
from .taken import Taken

READERS = {"x12": documents.x12, "edifact": documents.edifact, "ubl": documents.ubl, "onix": documents.onix}
PLACEHOLDER = re.compile(r"(?<![\w./-])(N|NAME|KIND|CODE|CODES|PATH|FILES|DIR|PROFILE|COLUMN|COUNT)(?![\w./-])")


class Result:
    """What became of a file."""

    def __init__(self, outcome, step="", figures="", message=""):
        self.outcome, self.step, self.figures, self.message = outcome, step, figures, message


class Program:
    def __init__(self, executable, corpora, folder):
        self.executable, self.corpora, self.folder = os.path.abspath(executable), corpora, folder
        home = os.path.join(folder, "home")
        os.makedirs(home)
        self.environment = {
            "PATH": os.path.dirname(self.executable) + ":/usr/local/bin:/usr/bin:/bin", "HOME": home, "TZ": "UTC",
            "LC_ALL": "C.UTF-8", "USER": "manager", "LOGNAME": "manager", "TMPDIR": folder}
        for name in ("LD_LIBRARY_PATH", "SWIFT_BACKTRACE"):
            if name in os.environ:
                self.environment[name] = os.environ[name]
        # A new shop is the same for every file: it is made once, and copied.
        self.shop = os.path.join(folder, "shop")
        made = self.run(["init", self.shop, "--location", "main", "--currency", "USD", "--time-zone", "UTC"], folder)
        if made.returncode != 0:
            raise SystemExit("stockroom init failed:\n" + made.stderr.decode())

    def run(self, arguments, folder):
        try:
            return subprocess.run(
                [self.executable] + arguments, cwd=folder, env=self.environment, stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120, check=False)
        except subprocess.TimeoutExpired:
            return subprocess.CompletedProcess(arguments, 124, b"", b"error: out of time after 120 seconds")

    # --- files about goods

    def imported(self, file, check):
        """Imports a file as a new manager does, then once more by what the program suggests."""
        path = os.path.join(self.corpora, file)
        place = tempfile.mkdtemp(dir=self.folder)
        shop = os.path.join(place, "shop")
        try:
            shutil.copytree(self.shop, shop)
            run = self.run(["import", path, "--json"], shop)
            first = message(run)
            if run.returncode == 0:
                return self.checked(run, file, path, shop, check, "at once", "")
            if run.returncode not in (3, 4, 5, 6):
                return Result("WRONG", message="exit status %d: %s" % (run.returncode, first))
            for step in suggestions(run, path):
                run = self.run(step[1:] + (["--json"] if step[1] == "import" else []), shop)
                if step[1] == "inspect" and run.returncode == 0:
                    # It saved a profile; the command that it prints is part of the same step.
                    later = [s for s in commands(run.stdout.decode("utf-8", "replace"), path) if s[1] == "import"]
                    if not later:
                        continue
                    run = self.run(later[0][1:] + ["--json"], shop)
                if run.returncode == 0:
                    shown = " ".join(shlex.quote(w) for w in step).replace(shlex.quote(path), "FILE")
                    return self.checked(run, file, path, shop, check, "one step", shown)
            return Result("refused", message=first)
        finally:
            shutil.rmtree(place)

    def checked(self, run, file, path, shop, check, outcome, step):
        """Compares what the shop holds with what an independent reader finds in the file."""
        answer = parsed(run)
        kind = answer[0].get("format", "") if isinstance(answer, list) and answer else ""
        taken = Taken(os.path.join(shop, "stock.sqlite"))
        try:
            with open(path, "rb") as source:
                data = source.read()
            if check:
                found = table_figures(check, data, path, taken)
            elif kind in READERS:
                found = document_figures(READERS[kind](data), taken)
            else:
                return Result("unchecked", step, message="taken, and the expectations name no check")
        finally:
            taken.close()
        # What must not be taken without a question.
        for guard in re.findall(r"asks\(([a-z-]+)\)", check):
            found.append(("asks about %s" % guard.replace("-", " "), guard in step))
        wrong = [text for text, is_right in found if not is_right]
        if not found:
            return Result("WRONG", step, message="taken, but an independent reader finds nothing in it")
        if wrong:
            return Result("WRONG", step, message="; ".join(wrong))
        return Result(outcome, step, "; ".join(text for text, _ in found))

    # --- files about the format alone

    def converted(self, file, check):
        path = os.path.join(self.corpora, file)
        place = tempfile.mkdtemp(dir=self.folder)
        try:
            grids, way = independent(path, check)
            target = os.path.join(place, "out")
            count, other, status, texts = 0, [None], 0, []
            while other:
                table = other.pop(0)
                named = ["--table", table] if table is not None else []
                run = self.run(
                    ["convert", path, target, "--to", "csv" if way == "csv" else "json-lines", "--json"]
                    + ([] if way == "csv" else ["--output-option", "nested=" + ("yes" if way == "json-lines" else "no")])
                    + named, place)
                if run.returncode not in (0, 3):
                    if run.returncode not in (1, 4, 5, 6):
                        return Result("WRONG", message="exit status %d: %s" % (run.returncode, message(run)))
                    return Result("refused", message=message(run))
                status = max(status, run.returncode)
                if run.returncode == 3:
                    texts.append(message(run))
                answer = parsed(run) or {}
                if table is None and way == "csv":
                    other = list(answer.get("other_tables", []))
                above = int((re.search(r"above=(\d+)", check) or [0, 1])[1])
                problem, records = compared(grids, answer.get("table", ""), target, way, run.returncode == 3, above)
                if problem:
                    return Result("WRONG", message=problem)
                count += records
            figures = "%d records" % count
            return Result("in part" if status == 3 else "at once", "", figures, texts[0] if texts else "")
        finally:
            shutil.rmtree(place)


def parsed(run):
    try:
        return json.loads(run.stdout.decode("utf-8", "replace"))
    except ValueError:
        return None


def remedies(run):
    """The texts of a refusal that say what to do, the most important first."""
    answer = parsed(run)
    texts = []
    if isinstance(answer, dict) and "error" in answer:
        texts.append(answer["error"].get("remedy", ""))
    for part in answer if isinstance(answer, list) else []:
        for key in ("remedy", "suggestion", "command"):
            if isinstance(part.get(key), str):
                texts.append(part[key])
        for problem in part.get("problem_groups", []) + part.get("problems", []) + part.get("guards", []):
            if problem.get("severity", "error") == "error" and problem.get("remedy"):
                texts.append(problem["remedy"])
    texts.append(run.stderr.decode("utf-8", "replace"))
    unique = []
    for text in texts:
        if text and text not in unique:
            unique.append(text)
    return unique


def commands(text, path):
    """The commands in back quotes, or on a line of their own, that can be run as they are."""
    found = []
    for piece in re.findall(r"`(stockroom [^`]+)`", text) + re.findall(r"^\s+(stockroom .+)$", text, re.M):
        if PLACEHOLDER.search(piece.replace(path, "")):
            continue
        try:
            words = shlex.split(piece)
        except ValueError:
            continue
        words = [path if word in ("FILE", os.path.basename(path)) else word for word in words]
        if len(words) > 2 and words[1] in ("import", "inspect", "count") and words not in found:
            found.append(words)
    return found


def suggestions(run, path):
    """The commands that a refusal suggests: those it prints, and the import with the options that it names."""
    found, options, accepted = [], [], []
    for text in remedies(run):
        found += [c for c in commands(text, path) if c not in found]
        for option in re.findall(r"(?<![\w-])(--new-[a-z]+)", text):
            if option not in options:
                options.append(option)
        for guard in re.findall(r"(?<![\w-])--accept ([a-z][a-z-]+)", text):
            # What makes new records has an option of its own.
            if guard not in accepted and not guard.startswith("new-"):
                accepted.append(guard)
        for name, value in re.findall(r"(?<![\w-])(--option|--set|--profile) ([a-z][\w-]*(?:=[^\s,.;`'\"]+)?)", text):
            if (name == "--profile") != ("=" in value) and [name, value] != options[-2:]:
                options += [name, value]
    if accepted:
        options += ["--accept", ",".join(accepted)]
    if options:
        found.append(["stockroom", "import", path] + options)
    # An import first: what looks at the file comes after.
    return sorted(found, key=lambda words: words[1] != "import")[:3]


def message(run):
    """The first error of a run, without the file's path."""
    text = run.stderr.decode("utf-8", "replace")
    line = next((l for l in text.splitlines() if l.startswith("error:")), None)
    if line is None:
        answer = parsed(run)
        if isinstance(answer, dict) and "error" in answer:
            line = "error: " + answer["error"].get("message", "")
        elif isinstance(answer, list) and answer:
            line = next(
                ("error: %s" % p.get("message") for p in answer[0].get("problems", []) if p.get("severity") == "error"),
                "")
        else:
            line = (text.splitlines() or [""])[0]
    return re.sub(r"^error: ", "", re.sub(r"/\S.*?/corpora/\S*(?: [^:/]*\.\w+)?:?[\d:]* ?", "", line)).strip()


# --- figures

def shown(value):
    return format(value.normalize(), "f") if value == value.to_integral_value() else format(
        value.quantize(Decimal("0.01")), "f")


def document_figures(sums, taken):
    found = []
    for kind, (lines, quantity, value) in sorted(sums.items()):
        own_lines, own_quantity, own_value = taken.lines(kind)
        name = kind.replace("_", " ")
        found.append(both("%s" % name, Decimal(lines), Decimal(own_lines)))
        if quantity is not None and own_quantity is not None:
            found.append(both("their quantities", quantity, own_quantity))
        if value is not None and own_value is not None:
            found.append(both("their value", value, own_value, Decimal("0.005") * max(lines, 1)))
    return found


def both(name, expected, own, tolerance=Decimal("0.0005")):
    if abs(expected - own) <= tolerance:
        return "%s %s" % (name, shown(expected)), True
    return "%s: the file has %s, the shop %s" % (name, shown(expected), shown(own)), False


CHECK = re.compile(r"(\w+)=(rows|distinct|sum|filled|none)\(([^)]*)\)")
CONDITION = re.compile(r"^(.*?) ?where (.+?)(!?=)(.*)$")


def table_figures(check, data, path, taken):
    """Figures as the expectations name them: `prices=rows() quantity=sum(qty where type!=parent) sold=none()`."""
    found = []
    records, names = check_rows(data, path)

    def cell(row, name):
        index = int(name[1:]) - 1 if name.startswith("#") else names.index(name)
        return row[index].strip() if index < len(row) else ""

    for measure, function, argument in CHECK.findall(check):
        rows, condition = records, CONDITION.match(argument)
        if condition:
            argument, name, sign, values = condition.groups()
            rows = [row for row in rows if (cell(row, name) in values.split("|")) == (sign == "=")]
        # With commas several columns are one after the other, with * they are multiplied, or one key.
        alternatives = [[n for n in part.split("*") if n] for part in argument.split(",")]
        columns = alternatives[0]
        if function == "none":
            expected = Decimal(0)
        elif function == "rows":
            expected = Decimal(len(rows))
        elif function == "distinct":
            # Several columns with * are one key.
            expected = Decimal(len({
                tuple(cell(row, c).lower() for c in key) for key in alternatives for row in rows} - {("",)}))
        elif function == "filled":
            expected = Decimal(sum(1 for row in rows if cell(row, columns[0])))
        else:
            expected = Decimal(0)
            for row, factors in ((row, factors) for row in rows for factors in alternatives):
                product = Decimal(1)
                for name in factors:
                    product *= documents.number(re.sub(r"[^\d.,-]", "", cell(row, name)))
                expected += product
        found.append(both(measure.replace("_", " "), expected, taken.measure(measure), Decimal("0.005")))
    return found


def check_rows(data, path):
    if path.endswith(".json"):
        listed = next(l for l in tables.record_lists(tables.parsed_json(tables.decoded(data))) if len(l) > 1)
        names = sorted({name for record in listed for name in record})
        return [[record.get(name, "") for name in names] for record in listed], names
    if path.endswith(".xlsx"):
        book = tables.Workbook(path)
        rows = book.rows(book.sheets[0][1])
    else:
        rows = tables.delimited(data)
    names = [name.strip().lstrip("\ufeff") for name in rows[0]]
    # A first cell with a number, such as an ISBN, is the name of no column.
    if re.fullmatch(r"\d[\d.]*", names[0]) or all(
            re.fullmatch(r"-?[\d.]*|.*\d{4}-\d\d.*", name) for name in names[:2]):
        return rows, names
    return rows[1:], names


# --- the comparison of converted records

def independent(path, check):
    """The grids of a file by an independent reader, and the format in which the program's reading is compared."""
    with open(path, "rb") as source:
        data = source.read()
    delimiter = re.search(r"delimiter=(\S+)", check)
    if path.endswith(".json"):
        return list(tables.record_lists(tables.parsed_json(tables.decoded(data)))), "json-lines"
    if data[:2] == b"PK":
        try:
            if path.endswith(".ods"):
                return tables.OpenDocument(path).grids(), "csv"
            book = tables.Workbook(path)
            return [(name, book.rows(part)) for name, part in book.sheets], "csv"
        except (KeyError, zipfile.BadZipFile, tables.etree.ParseError, ValueError):
            return [], "csv"
    if data[:4] == b"\xd0\xcf\x11\xe0":
        return [], "csv"
    given = {"tab": "\t", "semicolon": ";", "space": " ", "none": "\x01"}
    if "escape=backslash" in check:
        data = data.replace(b'\\"', b'""')
    mark = given.get(delimiter.group(1), delimiter.group(1)) if delimiter else None
    return [("", tables.delimited(data, mark))], "lines"


def same(left, right):
    return squeezed(left) == squeezed(right)


def squeezed(text):
    return text.replace("\r\n", "\n").replace("\r", "\n").strip().lstrip("'")


def filled(row):
    cells = [tables.Covered(squeezed(cell)) if isinstance(cell, tables.Covered) else squeezed(cell) for cell in row]
    while cells and not cells[-1]:
        cells.pop()
    return cells


def same(expected, own):
    """Whether two rows have the same values, of which the last may be covered by a merged cell."""
    width = max(len(expected), len(own))
    return all(a == b for a, b in zip(expected + [""] * (width - len(expected)), own + [""] * (width - len(own))))


def compared(grids, table, target, way, in_part, most_above):
    """The first difference between the records of the program and the rows of the independent reader, and their number."""
    if way == "json-lines":
        with open(target, encoding="utf-8") as lines:
            records = [tables.flat(tables.parsed_json(line)) for line in lines if line.strip()]
        # Where a record of a table within another one is, the program numbers.
        trimmed = [{k: v for k, v in r.items() if v != "" and k not in ("_parent", "_index")} for r in records]
        for grid in grids:
            if [{k: v for k, v in r.items() if v != ""} for r in grid if r] == [r for r in trimmed if r]:
                return None, len(records)
        return "no list of the document has these %d records" % len(records), 0
    if way == "lines":
        with open(target, encoding="utf-8") as lines:
            listed = [tables.parsed_json(line) for line in lines if line.strip()]
        names = []
        for record in listed:
            names += [name for name in record if name not in names]
        records = [[plain(record.get(name)) for name in names] for record in listed]
        grid = grids[0][1]
    else:
        with open(target, encoding="utf-8", newline="") as text:
            rows = list(csv.reader(io.StringIO(text.read(), newline="")))
        records = rows[1:]
        # A second table on a sheet has its name with a number.
        named = [rows_of for name, rows_of in grids if name in (table, re.sub(r" \(\d+\)$", "", table))]
        if not named:
            return "the independent reader has no table '%s'" % table, 0
        grid = named[0]
    own = [row for row in map(filled, records) if row]
    expected = [row for row in map(filled, grid) if row]
    # What is empty at the left of the records and of their names is no column of theirs.
    part = expected[max(0, len(expected) - len(own) - 1):]
    while part and all(row[:1] == [""] for row in part) and any(row[:1] != [""] for row in expected[:-len(part)]):
        part = [row[1:] for row in part]
    expected = expected[:len(expected) - len(part)] + part
    if in_part:
        # Some records were refused: what was written must be right, and in the file's order.
        position = 0
        for row in own:
            while position < len(expected) and not same(expected[position], row):
                position += 1
            if position == len(expected):
                return "the record %s is not in the file so" % " | ".join(row)[:120], 0
            position += 1
        return None, len(own)
    if len(own) > len(expected):
        return "%d records are written, the file has %d rows" % (len(own), len(expected)), 0
    # From the end: what is not taken is mostly above the records.
    position = len(expected)
    for index in range(len(own) - 1, -1, -1):
        wanted, position = position, position - 1
        while position >= 0 and not same(expected[position], own[index]):
            position -= 1
        if position < 0 or wanted - position > most_above + 1:
            return "record %d is %s; the file has %s" % (
                index + 1, " | ".join(own[index])[:100], " | ".join(expected[wanted - 1])[:100]), 0
    above = len(expected) - len(own)
    if above > most_above:
        return "%d rows are not taken for records, and the expectations allow %d" % (above, most_above), 0
    return None, len(own)


def plain(value):
    return "" if value is None else value if isinstance(value, str) else tables.plain_value(value)
