"""XML to CSV by lxml, an element at a time: lxml_to_csv.py IN OUT."""

import csv
import sys

from lxml import etree

with open(sys.argv[2], "w", encoding="utf-8", newline="") as out:
    rows = csv.writer(out, lineterminator="\n")
    is_first = True
    for _, record in etree.iterparse(sys.argv[1], tag="record"):
        if is_first:
            rows.writerow([field.tag for field in record])
            is_first = False
        rows.writerow([field.text or "" for field in record])
        record.clear()
        while record.getprevious() is not None:
            del record.getparent()[0]
