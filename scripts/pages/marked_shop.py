"""The demo shop with goods whose costs, quantities, supplier and people no other text contains: a page that has one of the marks shows
what it may not show to everybody. The marks are those of Tests/EndToEndTests/MarkedShop.swift.
"""

import pathlib
import re
import struct
import zlib

from browser import ROOT, Walk

PEOPLE = """people:
  %s: { role: manager, name: Anna Meier, acts_for: [cleo] }
  cleo: { role: accountant, name: Cleo Brandt }
  emil: { role: auditor, name: Emil Roth }
  nora: { role: manager, name: Nora Lind, store: stockroom }
  ben: { role: counter, name: Ben Vogt }
  kai: { role: counter, name: Kai Holm }
  mia: { role: customer, name: Mia Lund }
"""
MARKS = re.findall(
    r'"([^"]+)"', re.search(r"static let marks = \[(.*?)\]", (ROOT / "Tests/EndToEndTests/MarkedShop.swift").read_text(), re.S)[1])
# An order with the number that a delivery note has; it says nothing by itself.
OPEN_ORDER = "OPEN-7"
# Files that are imported in this order: kind, header, row.
MARKED = [
    ("locations", "location", "front"),
    ("suppliers", "supplier,supplier_name,email", "SECRETS,SECRET Ltd,SECRET@example.org"),
    ("products", "product_code,title,attributes", 'P1,Mug,"{""from"":""SECRET""}"'),
    ("variants", "sku,product_code,standard_cost,attributes", 'MUG-1,P1,77777.77,"{""a"":""SECRET""}"'),
    ("barcodes", "barcode,sku", "4006381333931,MUG-1"),
    ("prices", "sku,price", "MUG-1,99999.00"),
    ("supplier_items", "supplier,sku,supplier_code,unit_cost,pack_size", "SECRETS,MUG-1,SECRET-CODE,77777.77,1"),
    ("reorder_levels", "sku,location,reorder_point", "MUG-1,front,329923"),
    ("orders", "supplier,order_number,location", "SECRETS,SECRET-ORDER,front"),
    ("order_lines", "supplier,order_number,location,line,sku,order_quantity,unit_cost",
     "SECRETS,SECRET-ORDER,front,1,MUG-1,4242,77777.77\nSECRETS,SECRET-OPEN,front,1,MUG-1,4242,77777.77\n"
     f"SECRETS,{OPEN_ORDER},front,1,MUG-1,4242,77777.77"),
    ("order_responses", "supplier,order_number,response_number,note", "SECRETS,SECRET-ORDER,R1,SECRET note"),
    ("despatch_advices", "supplier,despatch_number,location", "SECRETS,SECRET-DN,front"),
    ("despatch_lines", "supplier,despatch_number,line,sku,despatched_quantity", "SECRETS,SECRET-DN,1,MUG-1,4242"),
    ("invoices", "supplier,invoice_number,total_amount", "SECRETS,SECRET-INVOICE,329923"),
    ("invoice_lines", "supplier,invoice_number,line,sku,invoiced_quantity,unit_cost",
     "SECRETS,SECRET-INVOICE,1,MUG-1,4242,77777.77"),
    ("receipts", "document,line,sku,location,supplier,order_number,quantity,unit_cost,effective_at,note",
     "SECRET-DN,1,MUG-1,front,SECRETS,SECRET-ORDER,4242,77777.77,2026-01-02T10:00,SECRET note"),
    ("sales", "document,line,sku,location,quantity,unit_price,effective_at", "S1,1,MUG-1,front,4242,9,2026-01-03T10:00"),
    ("movements", "document,line,sku,location,movement_kind,quantity,unit_cost,reason,effective_at,note",
     "M1,1,MUG-1,front,adjustment,4242,77777.77,sample,2026-01-04T10:00,SECRET note"),
]
JOB = "title: What the web shop needs\noutputs:\n  products: {records: variants, format: csv, columns: [sku]}\n"


class MarkedWalk(Walk):
    """The demo shop with marked goods, and a person in each role."""

    def make(self):
        super().make()
        for kind, header, rows in MARKED:
            path = pathlib.Path(self.folder) / f"{kind}.csv"
            path.write_text(f"{header}\n{rows}\n")
            words = ["--accept", "price-below-cost"] if kind == "prices" else []
            self.command("import", str(path), "--kind", kind, "--user", "SECRET-MARY", *words)
        self.count("M1", "sku,counted_quantity,counter,note\nMUG-1,4241,SECRET-CARL,SECRET\n", "--at", "2026-01-05T10:00")
        self.command("reconcile", "M1", "--post", "--user", "SECRET-MARY")
        self.count("M2", "sku,counted_quantity,counter\nMUG-1,4241,SECRET-CARL\nWHAT,4241,x\n", "--section", "B")
        self.command("count", "open", "--location", "front", "--kind", "partial", "--item", "MUG-1", "--number", "M3")
        self.undo_and_add_photo()
        jobs = pathlib.Path(self.shop) / "jobs"
        jobs.mkdir(exist_ok=True)
        (jobs / "nightly.yml").write_text(JOB)
        self.add_people(PEOPLE, ["cleo", "emil", "nora", "ben", "mia"])
        for login in ["ben", "kai"]:
            self.command("count", "section", "M2", "A", "--counter", login)
        self.command("period", "close", "--to", "2025-12-31", "--user", "cleo")
        self.command("job", "run", "--all")
        self.command("backup", "make")

    def undo_and_add_photo(self):
        """An import that is undone, and a photo of what nobody knows."""
        path = pathlib.Path(self.folder) / "undone.csv"
        path.write_text("location,location_name\nback,Back\n")
        self.command("import", str(path))
        self.command("imports", "undo", str(max(entry["number"] for entry in self.json("imports", "list"))))
        path = pathlib.Path(self.folder) / "photo.png"
        path.write_bytes(picture())
        self.command("count", "enter", "M2", "--item", "WHAT", "--quantity", "3", "--section", "B", "--photo", str(path))

    def count(self, number, counted, *words):
        path = pathlib.Path(self.folder) / f"{number}.csv"
        path.write_text(counted)
        self.command("count", "open", "--location", "front", "--number", number)
        self.command("count", "enter", number, str(path), *words)


def picture():
    """A square of one colour, in PNG."""
    def part(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = zlib.compress((b"\0" + b"\x33\x66\x99" * 8) * 8)
    return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", struct.pack(">IIBBBBB", 8, 8, 8, 2, 0, 0, 0)) + part(b"IDAT", rows) + part(b"IEND", b"")
