#!/usr/bin/env python3
"""Writes the files of the boutique that this folder holds; the same ones every time.

Usage: python3 generate.py
The tree has every trap of the app's own: totals that drifted, keys that went stale, counts and prices as texts, prices as
32 bits keep them, colours that products have and the colours do not, and what the check-out wrote into nowhere.
"""
import json
import random
import struct
from pathlib import Path

HERE = Path(__file__).parent
DICE = random.Random(1912)
SIZES = ["XSmall", "Small", "Medium", "Large", "XLarge"]
COLOURS = {
    "White": [("Chalk", 250, 250, 245), ("Ivory", 255, 255, 240)],
    "Gray": [("Ash", 178, 190, 181), ("Slate", 112, 128, 144)],
    "Black": [("Coal", 30, 30, 32), ("Ink", 18, 20, 40)],
    "Pink": [("Rosé", 255, 200, 205), ("Peony", 220, 110, 150)],
    "Red": [("Brick", 178, 58, 40), ("Cherry", 200, 20, 50)],
    "Orange": [("Apricot", 251, 206, 177), ("Rust", 183, 65, 14)],
    "Yellow": [("Mustard", 225, 173, 1), ("Straw", 228, 217, 111)],
    "Green": [("Moss", 90, 110, 60), ("Sage", 178, 190, 160), ("Bottle Green", 0, 78, 56)],
    "Blue": [("Navy Blue", 0, 0, 128), ("Sky Blue", 135, 206, 235), ("Denim", 60, 90, 140), ("Denin", 61, 91, 141)],
    "Purple": [("Plum", 120, 50, 100), ("Lilac", 200, 162, 200)],
    "Brown": [("Camel", 193, 154, 107), ("Walnut", 92, 64, 51)],
}
NAMES = {
    "Shirt": ["Hafen", "Elbe", "Alster", "Kiez", "Dock", "Fleet", "Lotse", "Mole", "Boje", "Anker", "Kai", "Priel", "Deich", "Watt"],
    "Pants": ["Reling", "Luke", "Spant", "Kiel", "Bug", "Heck", "Wanten", "Segel", "Pinne", "Tau"],
    "Dress": ["Möwe", "Robbe", "Qualle", "Koralle", "Perle", "Muschel", "Welle", "Gischt", "Brise", "Düne", "Strand", "Ebbe"],
}
PRICES = {"Shirt": [24.99, 29.99, 34.5, 39.99], "Pants": [49.99, 59.0, 69.99], "Dress": [79.99, 89.0, 119.99]}


def as_float(number):
    """A number as the app keeps it, in 32 bits."""
    return struct.unpack("f", struct.pack("f", number))[0]


def gtin(number):
    """A GTIN-13 of the range for use within a shop, with its check digit."""
    digits = f"20{number:010d}"
    check = (10 - sum(int(d) * (3 if i % 2 else 1) for i, d in enumerate(digits))) % 10
    return digits + str(check)


def tree():
    colours = {
        name: {"Red": round(r / 255, 6), "Green": round(g / 255, 6), "Blue": round(b / 255, 6), "Type": kind}
        for kind, shades in COLOURS.items() for name, r, g, b in shades
    }
    colours["Apricot"]["Red"] = 0.985  # between two steps of 255
    colours["Camel"]["Green"] = "0.603922"  # a number as a text
    inventory, barcodes, number = {}, {}, 0
    for kind, names in NAMES.items():
        for place, name in enumerate(names):
            code = f"{kind[:4].upper()}{place + 1:04d}"
            price = DICE.choice(PRICES[kind])
            counts = {}
            for family, colour in DICE.sample([(f, c[0]) for f, all_ in COLOURS.items() for c in all_ if c[0] != "Denin"], 2):
                sizes = SIZES[1:4] if kind == "Pants" else SIZES[:4]
                counts.setdefault(family, {})[colour] = {size: DICE.randint(0, 4) for size in sizes}
                for size in sizes:
                    number += 1
                    barcodes[gtin(number)] = {"Color": colour, "Product": code, "Size": size}
            totals = {size: sum(c.get(size, 0) for t in counts.values() for c in t.values()) for size in SIZES}
            inventory[code] = {
                "Title": f"{ {'Shirt': 'Shirt', 'Pants': 'Trousers', 'Dress': 'Dress'}[kind]} {name}",
                "Price": as_float(price), "Type": kind, "TypePrice": f"{kind} {price}",
                "Description": DICE.choice(["Linen, washed soft.", "Organic cotton.\nWash at 30 degrees.", "Wool from Jutland."]),
                "Sizes": totals, "Colors": counts,
            }
    # What went wrong over the years.
    inventory["SHIR0001"]["Sizes"]["Medium"] += 3  # scanned out, and the total left as it was
    inventory["SHIR0004"]["Sizes"]["Small"] -= 1
    inventory["DRES0002"]["Sizes"]["Large"] = str(inventory["DRES0002"]["Sizes"]["Large"])
    inventory["PANT0003"]["TypePrice"] = "Pants 45.0"  # the price was raised since
    inventory["SHIR0007"]["TypePrice"] = "Dress 29.99"
    first = next(iter(inventory["SHIR0002"]["Colors"].values()))
    colour = next(iter(first))
    first[colour] = {size: str(count) for size, count in first[colour].items()}
    inventory["DRES0012"]["Price"] = 0
    inventory["DRES0011"].pop("Colors")  # announced, not yet there
    inventory["DRES0011"].pop("Sizes")
    barcodes = {code: entry for code, entry in barcodes.items() if entry["Product"] != "DRES0011"}
    inventory["SHIR0009"]["Colors"].setdefault("Red", {})["Rust"] = {"Medium": 1}  # rust falls under orange
    inventory["SHIR0009"]["Sizes"]["Medium"] += 1
    inventory["PANT0005"]["Colors"].setdefault("Green", {})["Olive"] = {"Small": 2, "Large": 1}  # nobody made that colour
    inventory["PANT0005"]["Sizes"]["Small"] += 2
    inventory["PANT0005"]["Sizes"]["Large"] += 1
    inventory["SHIR0010"]["Supplier note"] = "reorder in March"
    users = {
        "kQ7vManager01": {"DisplayName": "Marlene", "UserType": "Manager"},
        "kQ7vEmploy01": {"DisplayName": "Tom", "UserType": "Employee"},
        "kQ7vEmploy02": {"DisplayName": "Asta", "UserType": "Employee"},
    }
    for place, name in enumerate(["Ines", "Bodo", "Chiara", "Dörte", "Emil", "Frida", "Gesa", "Hinnerk"]):
        liked = DICE.sample(sorted(inventory), place % 4)
        users[f"kQ7vCustom{place + 1:02d}"] = {
            "DisplayName": name, "UserType": "Customer", **({"Favorites": {f"-Kq{i}": code for i, code in enumerate(liked)}} if liked else {})}
    return {
        "Inventory": {"Optional(\"SHIR0001\")": {"Colors": {"Blue": {"Navy Blue": {"Medium": -1}}}}},
        "barcodeIDs": barcodes, "colors": colours, "inventory": inventory, "maxPrice": 99.5,
        "storeInfo": {"Hours": "Mon to Fri 10-18:30\nSat 10-16", "Name": "Boutique Marlene"}, "users": users,
    }


def write(name, text):
    (HERE / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    data = tree()
    write("store.json", json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True) + "\n")
    codes = sorted(data["barcodeIDs"])
    write("delivery-scans.csv", "barcode,effective_at\n" + "".join(
        f"{code},2026-11-20T08:{5 + i // 6:02d}:{i % 6 * 10:02d}\n" for i, code in enumerate(codes[:4] * 2 + codes[10:13] * 3)))
    stock = {(e["Product"], e["Color"], e["Size"]): c for c, e in data["barcodeIDs"].items()}
    there = [stock[(p, colour, size)] for p, product in sorted(data["inventory"].items())
             for kind in product.get("Colors", {}).values() for colour, sizes in kind.items() for size, n in sizes.items()
             if int(n) > 1 and (p, colour, size) in stock]
    write("sale-scans.csv", "barcode,effective_at\n" + "".join(
        f"{code},2026-11-20T{11 + i // 4:02d}:{i % 4 * 13:02d}:00\n" for i, code in enumerate(there[:60:5])))
    write("sections.csv", "location,section,section_title,map_x,map_y,map_width,map_height\n"
          "store,1,Window,0,0,400,80\nstore,2,Shirts,0,90,190,200\nstore,3,Trousers,210,90,190,95\nstore,4,Dresses,210,195,190,95\n"
          "store,5,Fitting rooms,0,300,400,60\nstore,6,Storage,,,,\n")
    write("section-products.csv", "location,section,product_code\n" + "".join(
        f"store,{ {'SHIR': 2, 'PANT': 3, 'DRES': 4}[p[:4]]},{p}\n" for p in sorted(data["inventory"]) if p not in ("DRES0011", "PANT0010"))
        + "store,1,DRES0001\nstore,1,SHIR0003\nstore,9,PANT0010\n")
    write("sales-events.csv", "event,event_title,starts_at,ends_at\n"
          "winter,Winter sale,2026-11-15T00:00,2026-12-31T23:59:59\nlast,Last pieces,2026-06-01T00:00,\n")
    write("sales-event-rates.csv", "event,rate_group,category,product_code,mark_off\n"
          "winter,shirts,Shirt,,20\nwinter,dresses,Dress,,10\nlast,one dress,,DRES0003,35\nlast,one shirt,,SHIR0005,15\n")
    write("last-ends.csv", "event,starts_at,ends_at\nlast,2026-06-01T00:00,2026-11-30T20:00\n")
    write("new-colours.csv", "colour,colour_family,red,green,blue\nNavy  blue,Blue,2,2,126\nPetrol,Blue,0,95,106\n")
