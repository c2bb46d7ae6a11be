"""Independent readers of CSV, workbooks and JSON: the cells of a file as rows of plain texts.

They share no code with the program. Numbers are written without an exponent and without zeros that say nothing, but with those
that their cell shows in front (00123), and dates as ISO 8601 has them, so that two readings of one file can be compared as texts.
"""

import csv
import datetime
import decimal
import io
import json
import re
import xml.etree.ElementTree as etree
import zipfile

csv.field_size_limit(1 << 28)


def decoded(data):
    """The text of a file by its byte-order mark, else UTF-8, else Windows-1252."""
    for mark, charset in ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")):
        if data.startswith(mark):
            return data[len(mark):].decode(charset, "replace")
    if len(data) > 3 and data[1:4:2] == b"\0\0" and data[0:1] != b"\0":
        return data.decode("utf-16-le", "replace")
    if len(data) > 3 and data[0:3:2] == b"\0\0":
        return data.decode("utf-16-be", "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def delimited(data, delimiter=None):
    """The rows of a delimited text, those without any value left out."""
    text = decoded(data)
    if delimiter is None:
        delimiter = likely_delimiter(text)
    # A quote after a delimiter and a space opens a field too.
    spaced = re.search(re.escape(delimiter) + ' "', text) is not None
    rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=spaced))
    return [row for row in rows if any(cell.strip() for cell in row)]


def likely_delimiter(text):
    """The character that gives most rows the same number of cells, more than one."""
    best, most = ",", 0.0
    for candidate in ",;\t|":
        widths = [len(row) for row in csv.reader(io.StringIO(text, newline=""), delimiter=candidate) if row][:200]
        if not widths:
            continue
        usual = max(set(widths), key=widths.count)
        share = widths.count(usual) / len(widths)
        if usual > 1 and share > most + 0.05:
            best, most = candidate, share
    return best


# --- workbooks

NAME = re.compile(r"\{[^}]*\}")
ERROR = "\0"


def local(element):
    return NAME.sub("", element.tag)


def number_text(value):
    """A number as texts are compared: no exponent, at most 15 digits when it has a fraction."""
    number = decimal.Decimal(str(value))
    if number != number.to_integral_value() and len(number.normalize().as_tuple().digits) > 15:
        number = decimal.Context(prec=15, rounding=decimal.ROUND_HALF_UP).plus(number)
    text = format(number, "f")
    return (text.rstrip("0").rstrip(".") if "." in text else text) or "0"


def serial_date(value, epoch_1904, code):
    """A serial number as the date, time or length of time that its cell shows; none where it is not a date."""
    number = decimal.Decimal(value)
    if re.search(r"\[(h+|m+|s+)\]", code, re.I):
        if number < 0:
            return None
        seconds = int((number * 86400).to_integral_value(decimal.ROUND_HALF_UP))
        return "%02d:%02d:%02d" % (seconds // 3600, seconds // 60 % 60, seconds % 60)
    if number < 0:
        return None
    has_parts = re.search(r"s+\.0+", code) is not None
    unit = 1000 if has_parts else 1
    ticks = int((number * 86400 * unit).to_integral_value(decimal.ROUND_HALF_UP))
    day, inside = divmod(ticks, 86400 * unit)
    time = "%02d:%02d:%02d" % (inside // unit // 3600, inside // unit // 60 % 60, inside // unit % 60)
    if has_parts and inside % unit:
        time += (".%03d" % (inside % unit)).rstrip("0")
    shows_day = re.search(r"[dy]", code, re.I) or re.search(r"(^|[^hms:\]])m(?!.*[hs:])", code, re.I)
    if day == 0 and not epoch_1904:
        return time
    if not epoch_1904 and day == 60:
        date = "1900-02-29"
    else:
        first = datetime.date(1904, 1, 1) if epoch_1904 else datetime.date(1899, 12, 31 if day < 60 else 30)
        try:
            date = (first + datetime.timedelta(days=day)).isoformat()
        except OverflowError:
            return None
    if not shows_day and day == 0:
        return time
    # A moment at midnight whose format shows the time keeps it.
    return date + ("T" + time if inside or re.search(r"[hs]|a/p|am/pm", code, re.I) else "")


class Covered(str):
    """The text of a merged cell in a row below its first: below a header it counts for each row, above it for none."""

    def __eq__(self, other):
        return other == "" or str.__eq__(self, other)

    def __ne__(self, other):
        return not self == other

    __hash__ = str.__hash__


class Workbook:
    """The sheets of an .xlsx workbook, in order, without those that are hidden."""

    def __init__(self, path):
        self.archive = zipfile.ZipFile(path)
        self.names = {name.replace("\\", "/").lower().lstrip("/"): name for name in self.archive.namelist()}
        main = self.target("_rels/.rels", "officeDocument", "") or "xl/workbook.xml"
        self.folder = main.rsplit("/", 1)[0] + "/" if "/" in main else ""
        book = self.part(main)
        relations = self.folder + "_rels/" + main.rsplit("/", 1)[-1] + ".rels"
        self.epoch_1904 = any(
            local(e) == "workbookPr" and e.get("date1904") in ("1", "true") for e in book.iter())
        self.texts = self.shared(self.target(relations, "sharedStrings", self.folder))
        self.formats = self.styles(self.target(relations, "styles", self.folder))
        self.sheets = []
        for sheet in (e for e in book.iter() if local(e) == "sheet"):
            key = next((v for k, v in sheet.attrib.items() if NAME.sub("", k) == "id" and "}" in k), None)
            path = self.target(relations, None, self.folder, key)
            if path and "worksheet" in self.kind and sheet.get("state", "visible") == "visible":
                self.sheets.append((sheet.get("name"), path))

    def part(self, path):
        return etree.fromstring(self.archive.read(self.names[path.lower().lstrip("/")]))

    def target(self, relations, kind, folder, key=None):
        if relations.lower() not in self.names:
            return None
        for element in self.part(relations):
            if key is not None and element.get("Id") != key:
                continue
            self.kind = element.get("Type", "")
            if kind is None or self.kind.endswith("/" + kind):
                target = element.get("Target", "").replace("\\", "/")
                whole = target.lstrip("/") if target.startswith("/") else folder + target
                parts = []
                for piece in whole.split("/"):
                    if piece == "..":
                        parts = parts[:-1]
                    elif piece not in (".", ""):
                        parts.append(piece)
                return "/".join(parts)
        return None

    @staticmethod
    def plain(element):
        """The text of a shared or inline string, without the reading aids of East Asian text."""
        pieces = []

        def walk(inner):
            for child in inner:
                if local(child) in ("rPh", "phoneticPr"):
                    continue
                if local(child) == "t":
                    pieces.append(child.text or "")
                walk(child)

        walk(element)
        return unescaped("".join(pieces))

    def shared(self, path):
        if path is None or path.lower() not in self.names:
            return []
        return [self.plain(e) for e in self.part(path) if local(e) == "si"]

    def styles(self, path):
        if path is None or path.lower() not in self.names:
            return []
        root = self.part(path)
        own = {e.get("numFmtId"): e.get("formatCode", "") for e in root.iter() if local(e) == "numFmt"}
        codes = []
        for group in root:
            if local(group) == "cellXfs":
                for style in group:
                    number = style.get("numFmtId", "0")
                    codes.append(own[number] if number in own else BUILT_IN.get(int(number), ""))
        return codes

    def rows(self, path):
        """The rows of a sheet with a value, as wide as its widest."""
        table, width, last = {}, 0, 0
        root = self.part(path)
        for row in (e for e in root.iter() if local(e) == "row"):
            index = int(row.get("r") or last + 1)
            last, column = index, 0
            cells = table.setdefault(index, {})
            for cell in (e for e in row if local(e) == "c"):
                reference = re.match(r"[A-Za-z]+", cell.get("r") or "")
                if reference:
                    column = 0
                    for letter in reference.group().upper():
                        column = column * 26 + ord(letter) - 64
                    column -= 1
                cells[column] = self.value(cell)
                width = max(width, column + 1)
                column += 1
        for merged in (e for e in root.iter() if local(e) == "mergeCell"):
            found = re.match(r"([A-Z]+)(\d+):[A-Z]+(\d+)$", merged.get("ref") or "")
            if found is None:
                continue
            column = 0
            for letter in found.group(1):
                column = column * 26 + ord(letter) - 64
            text = table.get(int(found.group(2)), {}).get(column - 1, "")
            if text in ("", ERROR) or re.fullmatch(r"-?[\d.]+(E[+-]?\d+)?", text):
                continue
            for index in range(int(found.group(2)) + 1, int(found.group(3)) + 1):
                if index in table and any(table[index].values()):
                    table[index][column - 1] = Covered(text)
        grid = [[table[i].get(c, "") for c in range(width)] for i in sorted(table)]
        grid = [row for row in grid if any(row)]
        while grid and not any(row[0] for row in grid):
            grid = [row[1:] for row in grid]
        # A cell that shows an error has no value, but it is there.
        return [["" if cell == ERROR else cell for cell in row] for row in grid]

    def value(self, cell):
        kind = cell.get("t", "n")
        text = next((e.text or "" for e in cell if local(e) == "v"), None)
        inline = next((e for e in cell if local(e) == "is"), None)
        if inline is not None:
            return self.plain(inline)
        if kind == "inlineStr":
            return unescaped(text or "")
        if kind == "e":
            return ERROR
        if text is None or (text == "" and kind != "str"):
            return ""
        if kind == "s":
            return self.texts[int(text)]
        if kind == "str":
            return unescaped(text)
        if kind == "b":
            return "true" if text in ("1", "true") else "false"
        if kind == "d":
            return text
        style = int(cell.get("s") or 0)
        code = self.formats[style] if style < len(self.formats) else ""
        if is_date(code):
            shown = serial_date(text, self.epoch_1904, code)
            if shown is not None:
                return shown
        digits = number_text(text)
        return digits.zfill(len(code)) if re.fullmatch("0{2,15}", code) and digits.isdigit() else digits


BUILT_IN = {
    14: "mm-dd-yy", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm",
    21: "h:mm:ss", 22: "m/d/yy h:mm", 45: "mm:ss", 46: "[h]:mm:ss", 47: "mmss.0",
    **{i: "yyyy-mm-dd" for i in list(range(27, 32)) + [36] + list(range(50, 59))},
    **{i: "h:mm:ss" for i in range(32, 36)},
}


def is_date(code):
    code = code.split(";")[0]
    code = re.sub(r'"[^"]*"|\\.|_.|\*.', "", code)
    code = re.sub(r"\[(?!h+\]|m+\]|s+\])[^\]]*\]", "", code, flags=re.I)
    return re.search(r"[ymdhs]|a/p", re.sub(r"general", "", code, flags=re.I), re.I) is not None


def unescaped(text):
    """Characters that the format writes as _x000D_, and line ends as one line feed."""
    text = re.sub(r"_x([0-9A-Fa-f]{4})_", lambda m: chr(int(m.group(1), 16)), text)
    return text


# --- JSON

def flat(value, prefix=""):
    """An object as names with points and plain texts; lists of objects are tables of their own and are left out."""
    result = {}
    for key, inner in value.items():
        name = prefix + key
        if isinstance(inner, dict):
            result.update(flat(inner, name + "."))
        elif isinstance(inner, list):
            continue
        elif inner is not None:
            result[name] = plain_value(inner)
    return result


def plain_value(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, decimal.Decimal)):
        return number_text(value)
    return str(value).strip()


def parsed_json(text):
    return json.loads(text, parse_float=decimal.Decimal)


def record_lists(value):
    """Every list of objects in a document, the whole document first."""
    if isinstance(value, list):
        yield [flat(item) for item in value if isinstance(item, dict)]
        for item in value:
            yield from record_lists(item)
    elif isinstance(value, dict):
        yield [flat(value)]
        yield [flat(item) for item in value.values() if isinstance(item, dict)]
        yield [{"_key": key, **flat(item)} for key, item in value.items() if isinstance(item, dict)]
        for item in value.values():
            yield from record_lists(item)


# --- OpenDocument

class OpenDocument:
    """The sheets of an .ods document."""

    def __init__(self, path):
        with zipfile.ZipFile(path) as archive:
            self.root = etree.fromstring(archive.read("content.xml"))

    def grids(self):
        return [(self.attribute(t, "name"), self.rows(t)) for t in self.root.iter() if local(t) == "table"]

    @staticmethod
    def attribute(element, name, otherwise=None):
        return next((v for k, v in element.attrib.items() if NAME.sub("", k) == name), otherwise)

    def rows(self, table):
        grid = []
        for row in (e for e in table.iter() if local(e) == "table-row"):
            cells = []
            for cell in row:
                if local(cell) in ("table-cell", "covered-table-cell"):
                    count = int(self.attribute(cell, "number-columns-repeated", "1"))
                    value = self.value(cell)
                    cells += [value] * (count if value else min(count, 64))
            count = int(self.attribute(row, "number-rows-repeated", "1"))
            grid += [cells] * (count if any(cells) else 1)
        grid = [row for row in grid if any(row)]
        while grid and not any(row[:1] != [""] for row in grid):
            grid = [row[1:] for row in grid]
        return grid

    def value(self, cell):
        kind = self.attribute(cell, "value-type")
        if kind in ("float", "percentage", "currency"):
            return number_text(self.attribute(cell, "value"))
        if kind == "boolean":
            return self.attribute(cell, "boolean-value")
        if kind == "date":
            return re.sub(r"T00:00:00$", "", self.attribute(cell, "date-value"))
        if kind == "time":
            text = self.attribute(cell, "time-value")
            length = re.match(r"PT(\d+)H(\d+)M(\d+)([.,]\d+)?S", text)
            if length is None:
                return text
            hours, minutes, seconds, part = length.groups()
            part = (part or "").replace(",", ".")[:4].rstrip("0").rstrip(".")
            return "%02d:%02d:%02d%s" % (int(hours), int(minutes), int(seconds), part)
        return "\n".join("".join(e.itertext()) for e in cell if local(e) == "p")
