"""What a shop's database holds after an import: lines, quantities and values by kind of record."""

import sqlite3
from decimal import Decimal

# Quantities are kept in thousandths, costs in millionths, prices in hundredths.
LINES = {
    "order_lines": ("SELECT order_quantity, pack_size, unit_cost FROM order_lines"),
    "invoice_lines": ("SELECT invoiced_quantity, pack_size, unit_cost FROM invoice_lines"),
    "order_response_lines": ("SELECT confirmed_quantity, NULL, NULL FROM order_response_lines"),
    "despatch_lines": ("SELECT despatched_quantity, NULL, NULL FROM despatch_lines"),
    "sales": ("SELECT -quantity, NULL, unit_price * 10000 FROM movements WHERE kind IN ('sale', 'customer-return')"),
    "stock": ("SELECT quantity, NULL, NULL FROM balances"),
}


class Taken:
    """The figures of one shop."""

    def __init__(self, database):
        self.connection = sqlite3.connect("file:%s?mode=ro" % database, uri=True)

    def close(self):
        self.connection.close()

    def one(self, query):
        return self.connection.execute(query).fetchone()[0] or 0

    def count(self, table):
        if table in LINES:
            return self.one("SELECT COUNT(*) FROM (%s)" % LINES[table])
        return self.one('SELECT COUNT(*) FROM "%s"' % table)

    def lines(self, kind):
        """Lines, the sum of quantities, and the sum of quantity times pack size times price."""
        if kind not in LINES:
            return self.count(kind), None, None
        lines, quantity, value = 0, Decimal(0), Decimal(0)
        for units, pack, price in self.connection.execute(LINES[kind]):
            lines += 1
            if units is None:
                continue
            quantity += Decimal(units) / 1000
            if price is not None:
                value += Decimal(units) / 1000 * Decimal(pack or 1000) / 1000 * Decimal(price) / 1000000
        return lines, quantity, value

    MEASURES = {
        "quantity": "SELECT SUM(quantity) FROM balances", "moved": "SELECT SUM(quantity) FROM movements",
        "price": "SELECT SUM(price) FROM prices",
        "ordered": "SELECT SUM(order_quantity) FROM order_lines", "cost": "SELECT SUM(standard_cost) FROM variants",
        "supplier_cost": "SELECT SUM(unit_cost) FROM supplier_items",
        "counted": "SELECT SUM(quantity) FROM count_entries",
        "sold": "SELECT SUM(-quantity) FROM movements WHERE kind IN ('sale', 'customer-return')",
    }
    SCALES = {"price": 100, "cost": 1000000, "supplier_cost": 1000000}

    def measure(self, name):
        """A count of records by the table's name, or one of the sums above."""
        if name in self.MEASURES:
            return Decimal(self.one(self.MEASURES[name])) / self.SCALES.get(name, 1000)
        if name == "new_locations":
            return Decimal(self.count("locations") - 1)
        if name == "sales_value":
            return self.lines("sales")[2]
        return Decimal(self.count(name))
