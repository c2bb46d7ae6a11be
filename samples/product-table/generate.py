"""Makes the goods of a shop that kept them in a small app: products.db as the app left it, with what such tables go wrong
with, and new-products.json as it takes in new ones. Run in this folder; the same bytes come out each time."""
import json
import random
import sqlite3
import struct
import zlib

STORES = ["Downtown", "South Side", "Harbour", "Old Mill"]
MATERIALS = ["Linen", "Cotton", "Walnut", "Beech", "Stoneware", "Enamel", "Glass", "Wool", "Cork", "Slate", "Brass", "Jute"]
THINGS = [
    ("Tea Towel", 9.5), ("Table Runner", 24), ("Cutting Board", 32), ("Serving Bowl", 38), ("Mug", 14), ("Plate", 18),
    ("Candle Holder", 16.5), ("Storage Jar", 12.9), ("Tray", 28), ("Throw", 65), ("Coaster Set", 11.25), ("Vase", 34),
    ("Bread Basket", 21), ("Apron", 29.9), ("Napkin Ring", 6.75), ("Doorstop", 19), ("Salt Cellar", 13.4),
    ("Wall Hook", 8.2), ("Bookend", 22), ("Pen Pot", 15),
]
COLOURS = ["Natural", "Blue", "Navy", "Green", "Moss", "Red", "Rust", "White", "Ecru", "Black", "Grey", "Yellow"]


def picture(rgb):
    """A plain square as PNG."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + bytes(rgb) * 12 for _ in range(12))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 12, 12, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def goods(chance):
    number = 0
    for thing, base in THINGS:
        for material in MATERIALS:
            number += 1
            price = round(base * chance.choice([0.8, 0.9, 1, 1.1, 1.25, 1.5]) * 20) / 20
            sale = round(price * chance.choice([0.7, 0.8, 0.85]) * 20) / 20 if chance.random() < 0.2 else 0
            colours = chance.sample(COLOURS, chance.choice([0, 1, 1, 2, 3]))
            stores = {store: chance.randint(0, 24) for store in STORES if chance.random() < 0.6}
            note = f"{thing} of {material.lower()}, made by hand." if chance.random() < 0.8 else ""
            photo = picture([chance.randint(40, 230) for _ in range(3)]) if number % 16 == 0 else None
            yield [number, f"{material} {thing}", note, price, sale, photo, ",".join(colours),
                   json.dumps(stores, separators=(",", ":"))]


def spoil(rows):
    """What was found in such tables."""
    rows[16][7] = '{"Downtown":4,"South Side":'
    rows[41][3] = -rows[41][3]
    rows[76][3] = "on request"
    rows[98][7] = '["Downtown","Harbour"]'
    rows[120][7] = '{"Downtown":"6","Harbour":3}'
    rows[121][7] = '{"Downtown":2,"Harbour":-1}'
    rows[150][6] = "Blue,,Blue,Green"
    rows[151][6] = "Navy, washed,White"
    for place in (30, 60, 90):
        rows[place][4] = rows[place][3]
    rows[180][1] = "Käsebrett, groß"
    rows[199][2] = "Two lines\nand a \"quote\"."
    return rows


def main():
    chance = random.Random(20261122)
    rows = spoil(list(goods(chance)))
    open("products.db", "wb").close()
    table = sqlite3.connect("products.db")
    table.execute("PRAGMA page_size = 4096")
    table.execute("""CREATE TABLE products (product_id INTEGER PRIMARY KEY AUTOINCREMENT, product_name TEXT NOT NULL,
      product_description TEXT DEFAULT "", product_regular_price NUMBER DEFAULT 0, product_sale_price NUMBER DEFAULT 0,
      product_photo BLOB, product_colors TEXT DEFAULT "", product_stores TEXT DEFAULT "{}")""")
    table.executemany("INSERT INTO products VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
    table.commit()
    table.close()
    new = [
        {"name": "Copper Kettle", "description": "Holds a litre and a half.", "regular_price": 89, "sale_price": 79.5,
         "colors": ["Copper"], "stores": {"Downtown": 3}},
        {"name": "Felt Slippers", "regular_price": "34.90", "colors": ["Grey", "Moss"],
         "stores": {"Downtown": 5, "Harbour": 2}},
        {"name": "Ash Broom", "description": "", "regular_price": 26, "sale_price": 0, "colors": [], "stores": {}},
    ]
    with open("new-products.json", "w") as file:
        json.dump(new, file, indent=2)
        file.write("\n")


main()
