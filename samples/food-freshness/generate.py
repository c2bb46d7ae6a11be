#!/usr/bin/env python3
"""Writes the files of this sample. Everything follows from the seed; the numbers of EXPECTED are worked out in another way."""
import csv
import datetime
import json
import random

random.seed(20251122)

# Food, its group, and how long it keeps: place and condition, shortest, longest, unit, advice.
FOODS = [
    ("101", "Dairy", "Milk", "fresh", "milk,whole milk,semi-skimmed", [("refrigerator", "purchased", 5, 7, "Days", None), ("refrigerator", "opened", 3, 4, "Days", None), ("freezer", "stored", 1, 3, "Months", "Shake well after thawing.")]),
    ("102", "Dairy", "Milk", "long-life", "milk,uht", [("pantry", "purchased", 3, 6, "Months", None), ("refrigerator", "opened", 5, 7, "Days", None)]),
    ("103", "Dairy", "Butter", None, "butter", [("pantry", "stored", None, None, None, "A day or two at room temperature does no harm."), ("refrigerator", "purchased", 1, 2, "Months", None), ("freezer", "purchased", 6, 9, "Months", None)]),
    ("104", "Dairy", "Cheese", "hard", "cheese,cheddar,gouda", [("refrigerator", "purchased", 6, 6, "Months", None), ("refrigerator", "opened", 3, 4, "Weeks", None)]),
    ("105", "Dairy", "Cheese", "soft", "cheese,brie", [("refrigerator", "purchased", 1, 2, "Weeks", None), ("freezer", "stored", None, None, "Not Recommended", "It crumbles.")]),
    ("106", "Dairy", "Yoghurt", None, "yoghurt,yogurt", [("refrigerator", "purchased", 1, 2, "Weeks", None), ("freezer", "stored", 1, 2, "Months", None)]),
    ("107", "Dairy", "Cottage cheese", None, "cheese,cottage", [("refrigerator", "stored", None, None, "Package use-by date", None), ("refrigerator", "opened", 1, 1, "Week", None)]),
    ("108", "Eggs", "Eggs", "in shell", "eggs", [("refrigerator", "purchased", 3, 5, "Weeks", None), ("freezer", "stored", None, None, "Not Recommended", None)]),
    ("109", "Meat / Fresh", "Minced beef", None, "beef,mince", [("refrigerator", "purchased", 1, 2, "Days", None), ("freezer", "purchased", 3, 4, "Months", None), ("refrigerator", "thawed", 1, 2, "Days", None)]),
    ("110", "Meat / Fresh", "Chicken", "whole", "poultry,chicken", [("refrigerator", "purchased", 1, 2, "Days", None), ("freezer", "purchased", 1, 1, "Years", None), ("refrigerator", "thawed", 1, 2, "Days", None)]),
    ("111", "Meat / Cured", "Salami", "sliced", "sausage,salami", [("refrigerator", "purchased", 2, 3, "Weeks", None)]),
    ("112", "Fish", "Salmon", "fresh", "fish,salmon", [("refrigerator", "purchased", 1, 2, "Days", None), ("freezer", "purchased", 2, 3, "Months", None), ("refrigerator", "thawed", 1, 2, "Days", None)]),
    ("113", "Produce / Fruit", "Pears", None, "pear,fruit", [("pantry", "stored", None, None, "When Ripe", "Ripe pears give way near the stalk."), ("refrigerator", "stored", 3, 5, "Days", None)]),
    ("114", "Produce / Fruit", "Bananas", None, "banana,fruit", [("pantry", "stored", None, None, "When Ripe", None), ("freezer", "stored", 2, 3, "Months", "Peel them first.")]),
    ("115", "Produce / Vegetables", "Spinach", "raw", "spinach,greens", [("refrigerator", "stored", 3, 7, "Days", None), ("freezer", "stored", 10, 12, "Months", None)]),
    ("116", "Bakery", "Bread", "rye", "bread,rye", [("pantry", "purchased", 5, 7, "Days", None), ("freezer", "stored", 3, 5, "Months", None)]),
    ("117", "Bakery", "Rice cakes", None, "rice", [("pantry", "purchased", 6, 12, "Months", None)]),
    ("118", "Dry goods", "Rice", "white", "rice", [("pantry", "stored", 2, 2, "Years", None)]),
    ("119", "Dry goods", "Sugar", "white", "sugar", [("pantry", "stored", None, None, "Indefinitely", "Keep it dry.")]),
    ("120", "Dry goods", "Honey", None, "honey", [("pantry", "purchased", None, None, "Indefinitely", None), ("pantry", "opened", 2, 2, "Years", None)]),
    ("121", "Prepared", "Soup", "home made", "soup", [("refrigerator", "stored", 3, 4, "Days", None), ("freezer", "stored", 2, 3, "Months", None)]),
    ("122", "Prepared", "Rice", "cooked", "rice,cooked", [("pantry", "stored", None, 2, "Hours", None), ("refrigerator", "stored", 4, 6, "Days", None)]),
]
PREFIXES = {
    ("pantry", "stored"): "Pantry", ("pantry", "purchased"): "DOP_Pantry", ("pantry", "opened"): "Pantry_After_Opening",
    ("refrigerator", "stored"): "Refrigerate", ("refrigerator", "purchased"): "DOP_Refrigerate",
    ("refrigerator", "opened"): "Refrigerate_After_Opening", ("refrigerator", "thawed"): "Refrigerate_After_Thawing",
    ("freezer", "stored"): "Freeze", ("freezer", "purchased"): "DOP_Freeze",
}


def table():
    categories = {}
    products = []
    for code, group, name, subtitle, keywords, durations in FOODS:
        number = categories.setdefault(group, len(categories) + 1)
        row = [("ID", int(code)), ("Category_ID", number), ("Name", name), ("Name_subtitle", subtitle), ("Keywords", keywords)]
        known = {PREFIXES[place, condition]: rest for place, condition, *rest in durations}
        for prefix in PREFIXES.values():
            shortest, longest, unit, tips = known.get(prefix, (None, None, None, None))
            row += [(prefix + "_Min", shortest), (prefix + "_Max", longest), (prefix + "_Metric", unit)]
            if "After" not in prefix:
                row.append((prefix + ("_Tips" if "Freeze" in prefix else "_tips"), tips))
        products.append([{key: value} for key, value in row])
    # What real tables have: columns in any order, a number as text, a range the wrong way round, words for a number, no unit.
    products[3].reverse()
    def change(code, column, value):
        for row in products:
            if {"ID": int(code)} in row:
                next(cell for cell in row if column in cell)[column] = value
    change("106", "DOP_Refrigerate_Min", "1")
    change("111", "DOP_Refrigerate_Min", 3)
    change("111", "DOP_Refrigerate_Max", 2)
    change("117", "Refrigerate_After_Opening_Max", 2)
    change("116", "Refrigerate_After_Opening_Min", "Until it is stale.")
    sheets = [
        {"name": "Version", "data": [[{"Data_Version_Number": 3}, {"Modified_Date": "11-01-2025"}]]},
        {"name": "Product", "data": products},
        {"name": "Category", "data": [
            [{"ID": number}, {"Category_Name": group.split(" / ")[0]},
             {"Subcategory_Name": group.split(" / ")[1] if " / " in group else None}]
            for group, number in categories.items()]},
    ]
    with open("storage-table.json", "w") as file:
        json.dump({"fileName": "storage.xlsx", "sheets": sheets}, file, indent=1, ensure_ascii=False)
        file.write("\n")


def ean(number):
    digits = f"{number:012d}"
    total = sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(digits))
    return digits + str(-total % 10)


GOODS = [
    ("MILK-1L", "Whole milk 1 l", "101", 0.78, 7), ("MILK-UHT", "Long-life milk 1 l", "102", 0.70, 120),
    ("BUTTER-250", "Butter 250 g", "103", 1.60, 45), ("GOUDA-400", "Gouda 400 g", "104", 3.10, 60),
    ("BRIE-200", "Brie 200 g", "105", 1.95, 14), ("YOGHURT-500", "Yoghurt 500 g", "106", 0.92, 14),
    ("COTTAGE-200", "Cottage cheese 200 g", "107", 0.85, 12), ("EGGS-10", "Eggs, ten", "108", 2.20, 25),
    ("MINCE-500", "Minced beef 500 g", "109", 3.90, 3), ("CHICKEN", "Chicken, whole", "110", 5.40, 4),
    ("SALAMI-100", "Salami, sliced 100 g", "111", 1.30, 20), ("SALMON-250", "Salmon fillet 250 g", "112", 4.80, 3),
    ("SPINACH-300", "Spinach 300 g", "115", 1.10, 5), ("RYE-750", "Rye bread 750 g", "116", 1.70, 6),
    ("RICE-1KG", "Rice 1 kg", "118", 1.25, 700), ("HONEY-500", "Honey 500 g", "120", 4.20, None),
]


def day(offset):
    return datetime.date(2025, 11, 1) + datetime.timedelta(days=offset)


def goods():
    with open("products.csv", "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["product_code", "title", "category", "food"])
        for sku, title, food, _, _ in GOODS:
            writer.writerow([sku, title, "food", food])
    with open("goods.csv", "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["product_code", "sku", "barcode", "price", "standard_cost"])
        for number, (sku, _, _, cost, _) in enumerate(GOODS):
            writer.writerow([sku, sku, ean(400999000000 + number * 17), f"{cost * 1.45:.2f}", f"{cost:.2f}"])


def trade():
    deliveries, sales = [], []
    for sku, _, _, cost, keeps in GOODS:
        step = 21 if keeps is None or keeps > 40 else max(3, min(7, keeps - 1))
        number = 0
        for offset in range(0, 21, step):
            number += 1
            quantity = random.randint(12, 30)
            expires = None if keeps is None else day(offset + keeps)
            lot = f"{sku[:3]}{offset:02d}" if keeps is not None or offset == 0 else ""
            deliveries.append([f"DN-{offset:02d}", sku, quantity, f"{cost:.2f}", f"{day(offset)}T07:30", lot, expires or ""])
            # Sales do not name lots; a delivery sells out nearly, sometimes not nearly.
            left = quantity - random.choice([0, 1, 2, 5, 8])
            while left > 0:
                sold = min(left, random.randint(1, 9))
                left -= sold
                sales.append([f"{day(offset + random.randint(0, step - 1))}T{random.randint(9, 18):02d}:{random.randint(0, 59):02d}", sku, sold])
    sales.sort()
    # What a customer brought back, and a sale of goods that nobody booked in.
    sales.append([f"{day(20)}T17:10", "YOGHURT-500", -2])
    sales.append([f"{day(20)}T17:40", "HONEY-500", 60])
    for name, header, rows in [
        ("deliveries.csv", ["document", "sku", "quantity", "unit_cost", "effective_at", "lot", "expires_on"], deliveries),
        ("sales.csv", ["effective_at", "sku", "quantity"], sales),
    ]:
        with open(name, "w", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(header)
            writer.writerows(rows)
    # A delivery note that turns up late, for goods that were sold long ago.
    with open("late-delivery.csv", "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["document", "sku", "quantity", "unit_cost", "effective_at", "lot", "expires_on"])
        writer.writerow(["DN-LATE", "MILK-1L", 6, "0.78", f"{day(2)}T06:00", "MIL-X", day(6)])
    return deliveries, sales


def lists():
    def item(name, expires, **more):
        return {"name": name, "expires": expires, **more}
    base = {"freshness_lists": {"home": {
        "title": "Kitchen", "kind": "household", "owner": "anna", "members": ["anna", "ben"], "items": {
            "milk": item("Milk", "2025-11-24", owners=["anna"], purchaser="anna", notify="every-day", place="refrigerator", purchased="2025-11-18", food="101", quantity=2, unit="l"),
            "butter": item("Butter", "2026-01-10", owners=["anna", "ben"], notify="one-week-before", place="refrigerator"),
            "soup": item("Soup", "2025-11-23", owners=["ben"], place="refrigerator", note="in the green pot"),
            "rice": item("Rice", "2027-10-01", place="pantry"),
            "brie": item("Brie", "2025-11-29", owners=["ben"], place="refrigerator", notify="one-day-before"),
        }}}}
    mine, theirs = json.loads(json.dumps(base)), json.loads(json.dumps(base))
    here, there = mine["freshness_lists"]["home"]["items"], theirs["freshness_lists"]["home"]["items"]
    # Opened by one and drunk by half by the other: two fields, no conflict.
    here["milk"]["opened"] = "2025-11-21"
    there["milk"]["quantity"] = 1
    # Each an owner more and less.
    here["butter"]["owners"] = ["anna"]
    there["butter"]["owners"] = ["anna", "ben", "carl"]
    # Both looked at the label, and read something else.
    here["brie"]["expires"] = "2025-11-28"
    there["brie"]["expires"] = "2025-11-30"
    # Eaten by one, put into the freezer by the other.
    del here["soup"]
    there["soup"].update(place="freezer", expires="2026-02-20")
    # Both bought yoghurt.
    here["yoghurt-1"] = item("Yoghurt", "2025-12-05", owners=["anna"])
    there["yoghurt-2"] = item("Yoghurt", "2025-12-05", owners=["ben"])
    # Put in again under another code.
    there["rice-new"] = dict(there.pop("rice"), note="the opened bag")
    for name, content in [("list-base.json", base), ("list-anna.json", mine), ("list-ben.json", theirs)]:
        with open(name, "w") as file:
            json.dump(content, file, indent=2, ensure_ascii=False)
            file.write("\n")


table()
goods()
trade()
lists()
