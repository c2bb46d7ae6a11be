#!/usr/bin/env python3
"""Measures in collections of other systems' files what the year of trade takes its shape from.

Usage: measure.py CORPORA > measured.json

CORPORA holds the folder `retail` with the collections named under "sources". What is written are sums and quantiles in whole
numbers, never a record: prices in cents, shares in parts of a million, quantiles at every twentieth from the least to the
greatest.
"""
import csv
import datetime
import glob
import json
import os
import sys


def quantiles(values, steps=20):
    ordered = sorted(values)
    last = len(ordered) - 1
    return [ordered[(last * step + steps // 2) // steps] for step in range(steps + 1)]


def millionths(part, whole):
    return (part * 1_000_000 + whole // 2) // whole


def cents(text):
    """Exact: the digits are moved, no binary fraction is made."""
    whole, _, fraction = text.partition(".")
    return int(whole) * 100 + int((fraction + "00")[:2])


def table(path, delimiter=","):
    with open(path, encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file, delimiter=delimiter))


def lines(path):
    with open(path, encoding="utf-8-sig") as file:
        return [line.rstrip("\n").split("\t") for line in file if line.strip()]


def uci(folder):
    """Invoice lines of a gift wholesaler: what is sold together, how often, at what price; returns and written-off lots."""
    files = sorted(glob.glob(folder + "/*.csv"))
    rows = [row for path in files for row in table(path)]
    credits = [row for row in rows if row["InvoiceNo"].startswith("C")]
    sold = [row for row in rows if int(row["Quantity"]) > 0 and cents(row["UnitPrice"].lstrip("-")) > 0]
    # Negative without a credit note: lots that were written off or corrected.
    written_off = [row for row in rows if int(row["Quantity"]) < 0 and not row["InvoiceNo"].startswith("C")]
    by_item, price = {}, {}
    for row in sold:
        item = row["StockCode"].upper()
        by_item[item] = by_item.get(item, 0) + 1
        price.setdefault(item, cents(row["UnitPrice"]))
    ranked = sorted(by_item.values(), reverse=True)
    total, shares = sum(ranked), []
    for step in range(20):
        part = ranked[len(ranked) * step // 20:len(ranked) * (step + 1) // 20]
        shares.append(millionths(sum(part), total))
    weekdays = [0] * 7
    for row in sold:
        weekdays[datetime.date.fromisoformat(row["InvoiceDate"][:10]).weekday()] += 1
    hours = [0] * 24
    for row in sold:
        hours[int(row["InvoiceDate"][11:13])] += 1
    return {
        "days": len(files), "lines": len(rows), "items": len(by_item),
        "units_of_line": quantiles([int(row["Quantity"]) for row in sold]),
        "price_of_item": quantiles(price.values()),
        "lines_by_rank": shares,
        "lines_by_weekday": [millionths(count, len(sold)) for count in weekdays],
        "lines_by_hour": [millionths(count, len(sold)) for count in hours],
        "returned_lines": millionths(len(credits), len(rows)),
        "written_off_lines": millionths(len(written_off), len(rows)),
        "units_written_off": quantiles([-int(row["Quantity"]) for row in written_off]),
    }


def wide_world(folder):
    """Holdings with the last stocktake, and when goods were ordered."""
    holdings = table(folder + "/Warehouse.StockItemHoldings.csv")
    items = {row["StockItemID"]: row for row in table(folder + "/Warehouse.StockItems.csv")}
    orders = table(folder + "/Purchasing.PurchaseOrders.csv")
    ratio = [
        millionths(cents(row["LastCostPrice"]), cents(items[row["StockItemID"]]["UnitPrice"])) for row in holdings]
    # Only whole years, so that every month is there as often as the others.
    years = {row["OrderDate"][:4] for row in orders}
    whole = {year for year in years if len({r["OrderDate"][:7] for r in orders if r["OrderDate"][:4] == year}) == 12}
    months = [0] * 12
    for row in orders:
        if row["OrderDate"][:4] in whole:
            months[int(row["OrderDate"][5:7]) - 1] += 1
    apart = [abs(int(row["QuantityOnHand"]) - int(row["LastStocktakeQuantity"])) for row in holdings]
    return {
        "items": len(items), "orders": len(orders), "years": len(whole),
        "cost_of_price": quantiles(ratio),
        "orders_by_month": [millionths(count, sum(months)) for count in months],
        "pack_size": quantiles([int(row["QuantityPerOuter"]) for row in items.values()]),
        "tax_rates": sorted({cents(row["TaxRate"]) for row in items.values()}),
        "stocktakes_that_differ": millionths(sum(1 for units in apart if units), len(apart)),
        "holdings_apart_from_stocktake": quantiles([
            millionths(units, int(row["QuantityOnHand"])) for units, row in zip(apart, holdings)
            if int(row["QuantityOnHand"])]),
    }


def adventure_works(folder):
    """Stock by product and place, what suppliers ask, and why goods are scrapped."""
    stock = lines(folder + "/ProductInventory.csv")
    vendors = lines(folder + "/ProductVendor.csv")
    reasons = [row[1] for row in lines(folder + "/ScrapReason.csv")]
    places, suppliers = {}, {}
    for row in stock:
        places[row[1]] = places.get(row[1], 0) + 1
    for row in vendors:
        suppliers[row[1]] = suppliers.get(row[1], 0) + 1
    rise = [millionths(cents(row[5]), cents(row[4])) for row in vendors]
    return {
        "stock_levels": len(stock), "on_hand": quantiles([int(row[5]) for row in stock]),
        "places_of_item": quantiles(places.values()), "suppliers_of_item": quantiles(suppliers.values()),
        "lead_time_days": quantiles([int(row[3]) for row in vendors]),
        "last_receipt_cost_of_list": quantiles(rise),
        "scrap_reasons": len(reasons),
        "scrapped_as_not_ordered": millionths(sum("not as ordered" in name for name in reasons), len(reasons)),
        "scrapped_by_handling": millionths(sum("Handling" in name for name in reasons), len(reasons)),
    }


def open_boxes(folder):
    """Sheets of a warehouse, with lots and their expiry."""
    rows = table(folder + "/mainWarehouseInventory.csv")
    expiring = [row for row in rows if row["Expiration date"]]
    years = [int(row["Expiration date"][-4:]) for row in expiring]
    return {
        "lines": len(rows), "lines_with_lot": millionths(sum(1 for row in rows if row["Lot number"]), len(rows)),
        "lines_at_zero": millionths(sum(1 for row in rows if int(row["Physical QOH"]) == 0), len(rows)),
        "bins": len({row["Bin location"] for row in rows}),
        "expiry_years_apart": quantiles([year - min(years) for year in years]),
    }


def inventree(folder):
    """Stocktakes: what the second one of a part says against the first."""
    with open(folder + "/stocktakes_only.json", encoding="utf-8") as file:
        records = [record["fields"] for record in json.load(file) if record["model"] == "part.partstocktake"]
    by_part = {}
    for record in records:
        by_part.setdefault(record["part"], []).append((record["date"], cents(record["quantity"]) // 100))
    apart = []
    for counts in by_part.values():
        ordered = sorted(counts)
        apart += [abs(after[1] - before[1]) for before, after in zip(ordered, ordered[1:])]
    differing = [units for units in apart if units]
    return {
        "stocktakes": len(records), "parts": len(by_part), "counted_again": len(apart),
        "counts_that_differ": millionths(len(differing), len(apart)),
        "units_apart": quantiles(differing),
        "entries_of_part": quantiles([record["item_count"] for record in records]),
    }


def main():
    retail = os.path.join(sys.argv[1], "retail")
    measured = {
        "sources": {
            "uci": "UCI Online Retail, 30 days from December 2010 to January 2011 (CC BY 4.0)",
            "wide_world": "Wide World Importers, stock items, holdings and purchase orders (MIT)",
            "adventure_works": "AdventureWorks, product inventory, vendors and scrap reasons (MIT)",
            "open_boxes": "OpenBoxes, inventory of the main warehouse of its demonstration data (EPL 1.0)",
            "inventree": "InvenTree demonstration data, stocktakes (MIT)",
        },
        "uci": uci(retail + "/uci-online-retail/by-day"),
        "wide_world": wide_world(retail + "/wide-world-importers/csv"),
        "adventure_works": adventure_works(retail + "/adventureworks"),
        "open_boxes": open_boxes(retail + "/openboxes/configuration"),
        "inventree": inventree(retail + "/inventree"),
    }
    parts = []
    for name, values in measured.items():
        inner = ",\n".join(f"    {json.dumps(key)}: {json.dumps(value)}" for key, value in values.items())
        parts.append(f"  {json.dumps(name)}: {{\n{inner}\n  }}")
    print("{\n" + ",\n".join(parts) + "\n}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main()
