"""Independent readers of the documents of trade: how many lines a file has, their quantities and their value.

Each gives, for the kinds of records that the file's documents become, a triple of lines, the sum of the quantities and the
sum of quantity times price (none where no price belongs to the kind). Nothing is shared with the program.
"""

import re
import xml.etree.ElementTree as etree
from decimal import Decimal, InvalidOperation

from .tables import decoded, local


def number(text):
    try:
        return Decimal((text or "0").strip().replace(",", ".") or "0")
    except InvalidOperation:
        return Decimal(0)


class Sums(dict):
    """The lines, quantities and values by kind of record."""

    def add(self, kind, quantity=None, price=None):
        lines, quantities, value = self.get(kind, (0, None, None))
        if quantity is not None:
            quantities = (quantities or Decimal(0)) + quantity
            if price is not None:
                value = (value or Decimal(0)) + quantity * price
        self[kind] = (lines + 1, quantities, value)


# --- X12

def x12_segments(text):
    """The segments of an interchange, each a list of elements; the separators are those of its first segment."""
    start = text.find("ISA")
    if start < 0:
        return []
    element = text[start + 3]
    fields = text[start:].split(element, 17)
    if len(fields) < 17:
        return []
    terminator = fields[16][1:2]
    segments = []
    for piece in text[start:].split(terminator):
        piece = piece.strip()
        if piece:
            segments.append(piece.split(element))
    return segments


def x12(data):
    sums = Sums()
    kind, line = "", None
    for segment in x12_segments(decoded(data)):
        tag, at = segment[0], lambda i: segment[i] if i < len(segment) else ""  # noqa: B023
        if tag == "ST":
            kind = at(1)
        if kind == "850" and tag == "PO1":
            sums.add("order_lines", number(at(2)), number(at(4)))
        elif kind == "860" and tag == "POC":
            sums.add("order_lines", number(at(3)))
        elif kind == "810" and tag == "IT1":
            line = (number(at(2)), number(at(4)))
            sums.add("invoice_lines", *line)
        elif kind == "855" and tag == "BAK":
            sums.add("order_responses")
        elif kind == "855" and tag == "PO1":
            sums.add("order_response_lines")
        elif kind == "856" and tag == "SN1":
            sums.add("despatch_lines", number(at(2)))
        elif kind == "832" and tag == "LIN":
            sums.add("supplier_items")
        elif kind == "846" and tag == "LIN":
            sums.add("stock")
        elif kind == "852" and tag == "ZA" and at(1) == "QS":
            sums.add("sales", number(at(2)))
        elif kind == "852" and tag == "ZA" and at(1) == "QA":
            sums.add("stock", number(at(2)))
    return sums


# --- EDIFACT

def edifact_segments(text):
    """The segments of an interchange, each a list of elements, each a list of components."""
    component, element, release, terminator = ":", "+", "?", "'"
    text = text.lstrip("\ufeff \r\n")
    # Some senders end each segment with its line, and nothing else.
    if not text.startswith("UNA") and "'" not in text:
        text = text.replace("\r", "").replace("\n", "'")
    if text.startswith("UNA"):
        component, element, release, terminator = text[3], text[4], text[6], text[8]
        text = text[9:]
    segments, elements, components, cell, skip = [], [], [], "", False
    for character in text:
        if skip:
            cell, skip = cell + character, False
        elif character == release and release != " ":
            skip = True
        elif character in (component, element, terminator):
            components.append(cell)
            cell = ""
            if character != component:
                elements.append(components)
                components = []
            if character == terminator:
                elements[0][0] = elements[0][0].strip()
                segments.append(elements)
                elements = []
        elif character not in "\r\n":
            cell += character
    return segments


LINES = {
    "ORDERS": ("order_lines", ("21",)), "ORDRSP": ("order_response_lines", ("21", "113", "12")),
    "DESADV": ("despatch_lines", ("12",)), "INVOIC": ("invoice_lines", ("47",)), "INVRPT": ("stock", ("145", "17")),
    "PRICAT": ("supplier_items", ()),
}


def edifact(data):
    sums = Sums()
    message, line = "", None

    def end():
        nonlocal line
        if line is not None:
            kind, _ = LINES[message]
            # A price is for so many units; one when nothing is said.
            price = line.get("price")
            if price is not None and line.get("basis"):
                price = price / line["basis"]
            sums.add(kind, line.get("quantity"), price if kind in ("order_lines", "invoice_lines") else None)
        line = None

    for segment in edifact_segments(decoded(data)):
        tag = segment[0][0]
        at = lambda e, c=0: segment[e][c] if e < len(segment) and c < len(segment[e]) else ""  # noqa: E731, B023
        if tag == "UNH":
            end()
            message = at(2)
        elif tag in ("UNS", "UNT"):
            end()
        elif tag == "LIN" and message in LINES:
            end()
            line = {}
        elif tag == "QTY" and line is not None and at(1) in LINES[message][1] and "quantity" not in line:
            line["quantity"] = number(at(1, 1))
        elif tag == "PRI" and line is not None and "price" not in line:
            line["price"], line["basis"] = number(at(1, 1)), number(at(1, 4))
    return sums


# --- UBL

UBL_LINES = {
    "Order": ("order_lines", "OrderLine", "Quantity"), "OrderChange": ("order_lines", "OrderLine", "Quantity"),
    "OrderResponse": ("order_response_lines", "OrderLine", "Quantity"),
    "OrderResponseSimple": ("order_responses", None, None),
    "DespatchAdvice": ("despatch_lines", "DespatchLine", "DeliveredQuantity"),
    "Invoice": ("invoice_lines", "InvoiceLine", "InvoicedQuantity"),
    "CreditNote": ("invoice_lines", "CreditNoteLine", "CreditedQuantity"),
    "Catalogue": ("supplier_items", "CatalogueLine", None),
    "InventoryReport": ("stock", "InventoryReportLine", "Quantity"),
    "ProductActivity": ("sales", "SalesItem", "Quantity"),
}

# Units of UN/ECE Recommendation 20 in which goods are kept: pieces, kilograms, litres, metres.
STOCK_UNITS = ("C62", "EA", "H87", "KGM", "LTR", "MTR")


def ubl(data):
    sums = Sums()
    root = etree.fromstring(data)
    kind, line, quantity = UBL_LINES.get(local(root), (None, None, None))
    if kind is None:
        return sums
    if line is None:
        sums.add(kind)
    known = set()
    for element in root.iter():
        if local(element) != line:
            continue
        texts, units = {}, {}
        for inner in element.iter():
            texts.setdefault(local(inner), (inner.text or "").strip())
            units.setdefault(local(inner), inner.get("unitCode"))
        unit, basis_unit = units.get(quantity) or "C62", units.get("BaseQuantity")
        if unit not in STOCK_UNITS or basis_unit not in (None, unit):
            # What a stock unit costs is not known where the price, or the quantity, is in another unit.
            texts.pop("PriceAmount", None)
        if quantity is None:
            # An item that a catalogue lists twice is one item.
            item = next((e for e in element.iter() if local(e) == "SellersItemIdentification"), element)
            code = next((e.text for e in item.iter() if local(e) == "ID"), None)
            if code not in known:
                sums.add(kind)
            known.add(code)
        elif quantity in texts or kind == "invoice_lines":
            # A line of an amount alone is one of what it names.
            amount = number(texts.get("LineExtensionAmount"))
            if quantity in texts and number(texts[quantity]) != 0:
                basis = number(texts.get("BaseQuantity")) or Decimal(1)
                price = number(texts.get("PriceAmount")) / basis if "PriceAmount" in texts else None
                sums.add(kind, number(texts[quantity]), price if kind in ("order_lines", "invoice_lines") else None)
            else:
                price = number(texts["PriceAmount"]) if "PriceAmount" in texts else None
                sums.add(kind, Decimal(-1 if amount < 0 else 1), price)
        else:
            sums.add(kind)
    return sums


# --- ONIX

def onix(data):
    """The products of a message, by the record reference, and their numbers."""
    sums = Sums()
    root = etree.fromstring(re.sub(rb"<!DOCTYPE[^>\[]*(\[[^\]]*\])?[^>]*>", b"", data))
    found = set()
    for product in (e for e in root.iter() if local(e).lower() == "product"):
        reference = next((e.text for e in product.iter() if local(e) in ("RecordReference", "a001")), "")
        found.add((reference or "").strip())
    for _ in found:
        sums.add("variants")
    return sums
