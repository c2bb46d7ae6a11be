#!/usr/bin/env python3
"""Writes the files of the corner shop again, always the same bytes.

    python3 generate.py            writes next to this file
    python3 generate.py --check    writes elsewhere and tells which committed files differ (exit status 1)

The shop is simulated day by day through October 2026 so that its till, deliveries and sheets agree with each other; what
was lost on the way is drawn at random and shows only in the count. `derive.sql` works out what that comes to, from the
files alone.
"""

import csv
import datetime
import io
import json
import pathlib
import random
import sys
import tempfile
from decimal import ROUND_HALF_UP, Decimal
from xml.sax.saxutils import escape, quoteattr

sys.dont_write_bytecode = True
from goods import ACME, CATEGORIES, COLOURS, KRANZ, LINDE  # noqa: E402

OPENING = "2026-09-01T00:00:00"
CUT_OFF = datetime.datetime(2026, 10, 31, 18, 0, 0)
D = Decimal


class Variant:
    """One variant with what the files say about it."""

    def __init__(self, **fields):
        self.colour = self.size = self.barcode = self.case_barcode = self.variant_title = ""
        self.cost = self.standard_cost = None
        self.pack = D(1)
        self.unit = "each"
        self.description = ""
        self.__dict__.update(fields)

    @property
    def weighed(self):
        return self.unit == "kg"


def check_digit(body):
    """The GS1 check digit: weights 3 and 1 from the right."""
    total = sum(int(digit) * (3 if place % 2 == 0 else 1) for place, digit in enumerate(reversed(body)))
    return body + str((10 - total % 10) % 10)


def number(value):
    """A decimal as people write it: no exponent, no zeros at the end of a whole number's fraction."""
    text = format(value, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def build_goods():
    """All variants, in the order of the lists; barcodes are counted up within the in-store ranges 20 to 29."""
    variants = []
    names = iter(range(1001, 2000))
    serial = iter(range(1, 9999))
    for category, brand, title, cost, price, tax, colours, sizes, pack in ACME:
        product = f"A{next(names)}"
        for colour in colours:
            for size in sizes:
                count = next(serial)
                slug = size.replace(",", ".").replace(" × ", "x").replace(" ", "").replace("/", "-").upper()
                letters = [product] + [part for part in (COLOURS[colour][5] if colour else "", slug) if part]
                variant = Variant(
                    supplier="ACME", sku="-".join(letters), product=product, title=title, category=category, brand=brand,
                    colour=colour, size=size, cost=D(cost) if cost else None, price=D(price), tax=tax, pack=D(pack))
                variant.supplier_code = variant.sku
                if category == "stationery" and title in ("Radiergummi", "Bleistift HB", "Lineal 30 cm"):
                    variant.barcode = check_digit(f"20{count:05d}")
                elif not (title.startswith("Grußkarte") or title == "Wäschekorb, geflochten" or title == "Kochlöffel, Buche"):
                    variant.barcode = check_digit(f"2410{count:05d}{(count * 7) % 1000:03d}")
                if category == "drinks" and pack >= 12:
                    variant.case_barcode = check_digit(f"2419{count:05d}{(count * 3) % 1000:03d}")
                variants.append(variant)
    for place, (category, title, cost, price, unit, crate) in enumerate(LINDE, 1):
        variants.append(Variant(
            supplier="LINDE", sku=f"L{place:03d}", product=f"L{place:03d}", title=title, category=category, brand="",
            cost=D(cost) if cost else None, price=D(price), tax=7, pack=D(crate), unit=unit,
            supplier_code=f"LH-{4000 + place * 13}",
            barcode="" if category == "produce" and unit == "each" else check_digit(f"2200{place:04d}0000")))
    for place, (title, author, bindings) in enumerate(KRANZ, 1):
        for binding, (cost, price) in bindings.items():
            count = next(serial)
            suffix = {"paperback": "-PB", "hardback": "-HB", "": ""}[binding]
            variants.append(Variant(
                supplier="KRANZ", sku=f"B{place:03d}{suffix}", product=f"B{place:03d}", title=title,
                category="books" if binding else "stationery", brand="", size=binding, description=author,
                cost=D(cost) if cost else None, price=D(price), tax=7, supplier_code=f"{700000 + count * 17}",
                barcode=check_digit(f"97990{count:05d}{(count * 11) % 100:02d}") if binding else ""))
    return variants


class Shop:
    """The books of the shop while it is simulated, and the rows that its people write down."""

    def __init__(self, variants, random_source):
        self.variants = variants
        self.by_sku = {variant.sku: variant for variant in variants}
        self.random = random_source
        self.stock = {}
        self.history = []  # (time, sku, location, quantity)
        self.taken_times = set()
        self.opening, self.receipts, self.sales, self.transfers, self.write_offs = [], [], [], [], []
        self.price_changes = {}
        self.receipt_number = 0

    def on_hand(self, sku, location):
        return self.stock.get((sku, location), D(0))

    def move(self, time, sku, location, quantity):
        self.stock[(sku, location)] = self.on_hand(sku, location) + quantity
        self.history.append((time, sku, location, quantity))

    def expected(self, sku, location, time):
        return sum((move[3] for move in self.history if move[1] == sku and move[2] == location and move[0] <= time), D(0))

    def free_time(self, time, sku):
        """The first second from `time` on in which nothing else happens to the item: order then never depends on ties."""
        while (sku, time) in self.taken_times:
            time += datetime.timedelta(seconds=1)
        self.taken_times.add((sku, time))
        return time

    def price(self, sku, time):
        if sku in self.price_changes and time >= datetime.datetime(2026, 10, 15):
            return self.price_changes[sku]
        return self.by_sku[sku].price


def pick_amount(shop, variant):
    """How much one customer takes."""
    if not variant.weighed:
        return D(shop.random.choice([1, 1, 1, 1, 2, 2, 3] if variant.price < 4 else [1, 1, 1, 1, 1, 2]))
    low, high = (150, 2200) if variant.category == "produce" else (60, 650)
    if "Sencha" in variant.title:
        low, high = 25, 150
    return D(shop.random.randint(low, high)) / 1000


def open_ledger(shop):
    """Stock taken over on 1 September; clothing, home and paper also lie in the stockroom."""
    opening = datetime.datetime.fromisoformat(OPENING)
    without_cost = {"B026", "L031", "A1056", "A1073"}
    list_cost_only = {"A1018-RED", "A1024", "B006-PB", "L016"}
    standard_cost_only = {"B025", "L015"}
    stockroom_only = {"A1042", "A1041", "B019-HB"}
    for variant in shop.variants:
        source = shop.random
        if variant.weighed:
            amounts = {"shop": D(source.randint(12, 60) * 250) / 1000, "stockroom": D(source.randint(0, 16)) * D("2.5")}
            if "Sencha" in variant.title:
                amounts = {"shop": D("1.850"), "stockroom": D(1)}
        elif variant.category in ("pantry", "drinks", "produce"):
            amounts = {"shop": D(source.randint(18, 60)), "stockroom": variant.pack * source.randint(1, 5)}
        elif variant.price > 30:
            amounts = {"shop": D(source.randint(2, 5)), "stockroom": D(source.randint(0, 3))}
        else:
            amounts = {"shop": D(source.randint(4, 14)), "stockroom": D(source.randint(0, 2)) * variant.pack}
        if variant.sku in ("B025", "B026", "A1056", "A1044-BLK"):
            amounts = {"shop": D(60), "stockroom": D(0)}
        if variant.sku in stockroom_only:
            amounts = {"shop": D(0), "stockroom": D(4)}
        cost = variant.cost
        if variant.sku in standard_cost_only:
            variant.standard_cost, cost = variant.cost or D("1.20"), None
            variant.cost = None
        if variant.sku in without_cost or variant.sku in list_cost_only:
            cost = None
        for location, quantity in amounts.items():
            if quantity > 0:
                shop.opening.append([variant.sku, location, number(quantity), number(cost) if cost else "", OPENING])
                shop.move(opening, variant.sku, location, quantity)


def order_from_acme(shop):
    """One purchase order of 5 October for what sells; delivered in two parts, one line short and left open."""
    lines = []
    wanted = [v for v in shop.variants if v.supplier == "ACME" and v.cost and v.sku not in ("A1018-RED", "A1024")]
    chosen = {variant.sku: variant for variant in shop.random.sample(wanted, 64)} | {
        sku: shop.by_sku[sku] for sku in ("A1027-3TASSEN", "A1083", "A1079")}
    for place, variant in enumerate(sorted(chosen.values(), key=lambda each: each.sku), 1):
        cases = shop.random.randint(1, 4) if variant.pack >= 6 else shop.random.randint(2, 6)
        change = "1.06" if variant.sku == "A1027-3TASSEN" else shop.random.choice(
            ["1", "1", "1.02", "1.035", "0.985", "1.04"])
        cost = (variant.cost * D(change)).quantize(D("0.0001"), ROUND_HALF_UP)
        lines.append((place, variant, D(cases), cost))
    return lines


def receive(shop, time, document, line, variant, quantity, cost, location, order="", note=""):
    time = shop.free_time(time, variant.sku)
    shop.receipts.append([
        document, str(line), variant.supplier, order, variant.supplier_code, number(quantity),
        number(cost) if cost is not None else "", location, time.isoformat(), note])
    shop.move(time, variant.sku, location, quantity)


def write_off(shop, time, document, line, variant, quantity, reason, location, note=""):
    time = shop.free_time(time, variant.sku)
    shop.write_offs.append([
        document, str(line), "write-off", variant.sku, number(-quantity), reason, location, time.isoformat(), note])
    shop.move(time, variant.sku, location, -quantity)


def transfer(shop, time, document, line, variant, quantity):
    time = shop.free_time(time, variant.sku)
    shop.transfers.append([
        document, str(line), "transfer", variant.sku, number(quantity), "stockroom", "shop", time.isoformat()])
    shop.move(time, variant.sku, "stockroom", -quantity)
    shop.move(time, variant.sku, "shop", quantity)


def sell(shop, time, document, variant, quantity, price=None):
    if not shop.sales or shop.sales[-1][0] != document or shop.sales[-1][2] != variant.sku:
        time = shop.free_time(time, variant.sku)
    price = price if price is not None else shop.price(variant.sku, time)
    scanned = variant.barcode
    shop.sales.append([
        document, time.isoformat(), "" if scanned else variant.sku, scanned, number(quantity), format(price, "f"), "shop"])
    shop.move(time, variant.sku, "shop", -quantity)


def deliveries(shop, day, order_lines):
    """What arrives on a day, before the shop opens."""
    early = datetime.datetime.combine(day, datetime.time(6, 30))
    if day.day in (12, 19):
        part = [line for line in order_lines if (line[0] % 3 != 0) == (day.day == 12)]
        for place, variant, cases, cost in part:
            quantity = cases * variant.pack
            note = ""
            if place == 7:
                quantity -= variant.pack
                note = "one case less than ordered; stays open"
            if place in (14, 21):
                note = "booked as on the delivery note"
            receive(shop, early + datetime.timedelta(seconds=place), f"AC-LS-88{day.day}", place, variant, quantity, cost,
                    "stockroom", "PO-2026-1041", note)
    if day.weekday() in (0, 3):
        document, line = f"LH-{day:%m%d}", 0
        for variant in (v for v in shop.variants if v.supplier == "LINDE" and v.sku not in ("L015", "L016", "L031")):
            par = D(22) if variant.category == "produce" else D(7)
            if shop.on_hand(variant.sku, "shop") < par:
                line += 1
                crates = 2 if variant.category == "produce" else 1
                cost = None
                if variant.cost:
                    cost = (variant.cost * D(shop.random.randint(94, 109)) / 100).quantize(D("0.0001"), ROUND_HALF_UP)
                receive(shop, early + datetime.timedelta(seconds=line), document, line, variant, variant.pack * crates,
                        cost, "shop")
    if day.day == 8:
        for line, sku in enumerate(("B001-PB", "B009-PB", "B011-PB", "B017-PB", "B020-PB"), 1):
            variant = shop.by_sku[sku]
            receive(shop, early, "KR-5521", line, variant, D(6), variant.cost, "shop")
    if day.day == 22:
        variant = shop.by_sku["B009-PB"]
        receive(shop, early, "KR-R-77", 1, variant, D(-2), None, "shop", note="returned to the supplier")


def fill_shelves(shop, day):
    """What is carried from the stockroom to the shop in the morning."""
    time = datetime.datetime.combine(day, datetime.time(7, 15))
    line = 0
    for variant in shop.variants:
        spare = shop.on_hand(variant.sku, "stockroom")
        low = D(8) if variant.weighed else D(14) if variant.category in ("pantry", "drinks") else D(3)
        if shop.on_hand(variant.sku, "shop") < low and spare > 0 and variant.sku not in ("A1041", "A1042", "B019-HB"):
            line += 1
            quantity = min(spare, variant.pack * (2 if variant.pack >= 6 else 1))
            transfer(shop, time + datetime.timedelta(seconds=line), f"UML-{day:%m%d}", line, variant, quantity)


def trade(shop, day):
    """A day at the till."""
    weights = [
        {"produce": 9, "delicatessen": 4, "pantry": 9, "drinks": 12, "stationery": 3, "books": 1.2, "kitchen": 0.8,
         "home-textiles": 0.6, "tops": 0.35, "bottoms": 0.35, "socks-and-underwear": 0.6}[variant.category]
        for variant in shop.variants
    ]
    tickets = 46 if day.weekday() < 5 else 62 if day.weekday() == 5 else 24
    seconds = sorted(shop.random.sample(range(8 * 3600, 20 * 3600), tickets))
    for second in seconds:
        shop.receipt_number += 1
        document = f"K1-{shop.receipt_number:06d}"
        time = datetime.datetime.combine(day, datetime.time(0)) + datetime.timedelta(seconds=second)
        basket = set()
        for _ in range(shop.random.choice([1, 1, 2, 2, 2, 3, 3, 4, 5])):
            variant = shop.random.choices(shop.variants, weights)[0]
            quantity = pick_amount(shop, variant)
            if variant.sku in basket or shop.on_hand(variant.sku, "shop") < quantity:
                continue
            basket.add(variant.sku)
            price = None
            if shop.random.random() < 0.02 and variant.price > 5:
                price = (shop.price(variant.sku, time) * D("0.9")).quantize(D("0.01"), ROUND_HALF_UP)
            sell(shop, time, document, variant, quantity, price)
            if not variant.weighed and shop.random.random() < 0.012:
                returned = shop.free_time(time + datetime.timedelta(minutes=40), variant.sku)
                if returned.time() < datetime.time(19, 59) and returned.date() == day:
                    shop.returns.append((returned, variant))


def sell_beyond_books(shop, time, document, variant, excess):
    """Sells all that the books know of and some more; what the stockroom has is carried over first."""
    spare = shop.on_hand(variant.sku, "stockroom")
    if spare > 0:
        transfer(shop, time.replace(hour=7, minute=45), f"UML-{time:%m%d}B", 1, variant, spare)
    sell(shop, time, document, variant, shop.on_hand(variant.sku, "shop") + excess)


def special_events(shop, day):
    """What a test wants to see at least once."""
    at = lambda hour, minute, second=0: datetime.datetime.combine(day, datetime.time(hour, minute, second))  # noqa: E731
    if day.day == 9:
        # The same bottle scanned twice: two rows alike, two sales.
        bottle = shop.by_sku["A1077"]
        document = "K1-900001"
        for _ in range(2):
            shop.sales.append([document, at(12, 0, 7).isoformat(), "", bottle.barcode, "1", format(bottle.price, "f"), "shop"])
            shop.move(at(12, 0, 7), bottle.sku, "shop", D(-1))
    if day.day == 10:
        # Sold although the books say that none is there; what comes next costs something else.
        sell_beyond_books(shop, at(13, 5, 1), "K1-900002", shop.by_sku["A1027-3TASSEN"], 2)
    if day.day == 30:
        # The same, and nothing comes any more: the books are below zero when it is counted.
        sell_beyond_books(shop, at(16, 20, 3), "K1-900005", shop.by_sku["A1031-RED"], 1)
    if day.day == 13:
        short = [line for line in shop.order_lines if line[0] in (14,)]
        for line, (_, variant, _, _) in enumerate(short, 1):
            write_off(shop, at(9, 10), "AB-1301", line, variant, min(variant.pack, D(3)), "short-delivery", "stockroom",
                      "missing from the case; supplier credits nothing")
    if day.day == 15:
        write_off(shop, at(9, 20), "AB-1501", 1, shop.by_sku["L005"], D("2.5"), "short-delivery", "shop",
                  "a sack weighed less than the delivery note says")
    if day.day == 20:
        short = [line for line in shop.order_lines if line[0] == 21]
        for line, (_, variant, _, _) in enumerate(short, 1):
            write_off(shop, at(9, 40), "AB-2001", line, variant, D(2), "short-delivery", "stockroom", "two pieces missing")


def losses(shop, day):
    """Slips of the evening: what broke, went off, was seen stolen, was given away to taste."""
    at = datetime.datetime.combine(day, datetime.time(20, 15))
    document, line = f"AB-{day:%m%d}", 0
    rows = []
    for variant in shop.variants:
        chance = {"produce": 0.08, "delicatessen": 0.015, "pantry": 0.004, "drinks": 0.006}.get(variant.category, 0.0015)
        if shop.random.random() >= chance or shop.on_hand(variant.sku, "shop") < 3:
            continue
        if variant.weighed:
            quantity = D(shop.random.randint(120, 1400)) / 1000
            reason = shop.random.choice(["expiry", "expiry", "expiry", "damage", "sample"])
        else:
            quantity = D(1)
            choices = ["expiry", "damage", "damage", "sample"] if variant.category in ("pantry", "drinks", "produce") else [
                "damage", "known-theft", "known-theft", "internal-use"]
            reason = shop.random.choice(choices)
        rows.append((variant, quantity, reason))
    for variant, quantity, reason in rows:
        line += 1
        write_off(shop, at + datetime.timedelta(seconds=line), document, line, variant, quantity, reason, "shop",
                  {"known-theft": "seen, police report", "sample": "tasting at the counter"}.get(reason, ""))


def last_day(shop):
    """31 October: what happens at and after the time of the count, and must not change it."""
    day = datetime.date(2026, 10, 31)
    at = lambda hour, minute, second=0: datetime.datetime.combine(day, datetime.time(hour, minute, second))  # noqa: E731
    notebook, brush, pils = shop.by_sku["A1043-BLK-LINIERT"], shop.by_sku["A1030"], shop.by_sku["A1079"]
    sell(shop, at(18, 0, 0), "K1-900003", notebook, D(1))        # at the cut-off: before the count
    sell(shop, at(18, 0, 1), "K1-900004", brush, D(1))            # a second later: after it
    receive(shop, at(18, 40), "AC-LS-8831", 1, pils, pils.pack, D("0.7150"), "shop", note="express delivery")
    receive(shop, at(18, 45), "AC-LS-8831", 2, notebook, D(6), D("2.4500"), "shop", note="express delivery")


def simulate(variants, random_source):
    shop = Shop(variants, random_source)
    shop.returns = []
    changed = ["A1001-BLK-S", "A1001-BLK-M", "A1001-BLK-L", "A1001-BLK-XL", "A1057", "A1068", "A1070", "A1074-0.5L",
               "A1080", "L001", "L017", "L023", "B001-PB"]
    for sku in changed:
        shop.price_changes[sku] = shop.by_sku[sku].price + (D("1.00") if shop.by_sku[sku].price > 5 else D("0.20"))
    open_ledger(shop)
    shop.order_lines = order_from_acme(shop)
    for number_of_day in range(1, 32):
        day = datetime.date(2026, 10, number_of_day)
        deliveries(shop, day, shop.order_lines)
        fill_shelves(shop, day)
        trade(shop, day)
        special_events(shop, day)
        for place, (time, variant) in enumerate(shop.returns, 1):
            shop.sales.append([
                f"K1-R{day:%m%d}{place}", time.isoformat(), "" if variant.barcode else variant.sku, variant.barcode, "-1",
                format(shop.price(variant.sku, time), "f"), "shop"])
            shop.move(time, variant.sku, "shop", D(1))
        shop.returns = []
        losses(shop, day)
    last_day(shop)
    shop.sales.sort(key=lambda row: (row[1], row[0]))
    return shop


SECTIONS = {
    "tops": "A", "bottoms": "A", "socks-and-underwear": "A", "kitchen": "B", "home-textiles": "B", "stationery": "C",
    "books": "C", "pantry": "D", "drinks": "D", "produce": "E", "delicatessen": "E",
}
UNKNOWN_BARCODE = check_digit("241999900042")


def count_sheet(shop):
    """The sheet of the shop as it was filled in: A to D at the cut-off, E while customers still came."""
    rows = []
    seen = {move[1] for move in shop.history if move[2] == "shop" and move[0] <= CUT_OFF}
    blank = {"A1003-RED-XL", "A1023", "A1034-GRY", "A1052-NVY", "A1066", "A1072", "B013-PB", "L014", "B024-PB"}
    nothing_found = {"A1005-ROS-M", "A1017-RED", "A1048", "A1064", "B012-PB"}
    wanted = {"A1044-BLK": -1, "A1044-NVY": 1, "A1044-RED": -3, "A1016-BLK-M": -2, "A1056": -1, "A1018-RED": -1,
              "A1024": -1, "B025": -5, "B026": -1, "L015": D("-0.300"), "L016": D("0.250"), "L031": D("-0.420"),
              "A1077": -3, "A1043-BLK-LINIERT": -1, "A1030": 0, "A1079": -4}
    two_sections = {"A1020-NVY", "A1043-BLK-BLANKO", "A1001-BLK-M"}
    line_time = datetime.datetime(2026, 10, 31, 18, 20)
    for variant in shop.variants:
        if variant.sku not in seen:
            continue
        section = SECTIONS[variant.category]
        counted_at = ""
        time = CUT_OFF
        if section == "E":
            line_time += datetime.timedelta(seconds=55)
            time, counted_at = line_time, line_time.isoformat()
        expected = shop.expected(variant.sku, "shop", time)
        if variant.sku in blank:
            counted = None
        elif variant.sku in nothing_found:
            counted = D(0)
        elif variant.sku in wanted:
            counted = max(expected + wanted[variant.sku], D(0))
        elif expected < 0:
            counted = D(3)
        elif variant.weighed:
            slip = shop.random.choice([0, 0, 0, -1, -1, -2, 1])
            counted = max(expected + D(slip * shop.random.randint(4, 90)) / 1000, D(0))
        else:
            slip = shop.random.choice([0] * 26 + [-1, -1, -2, 1])
            counted = max(expected + slip, D(0))
        counter = {"A": "Aylin", "B": "Jonas", "C": "Jonas", "D": "Małgorzata", "E": "Aylin"}[section]
        if variant.sku in two_sections and counted >= 2:
            window = D(2) if counted > 2 else D(1)
            rows.append([section, variant.sku, variant.barcode, number(counted - window), "", counter, ""])
            rows.append(["W", variant.sku, variant.barcode, number(window), "", "Jonas", "shop window"])
        else:
            rows.append([section, variant.sku, variant.barcode, "" if counted is None else number(counted), counted_at,
                         counter, "not reached" if counted is None else ""])
    found = shop.by_sku["A1042"]
    rows.append(["B", "" if found.barcode else found.sku, found.barcode, "2", "", "Jonas", "not on the sheet, found under the counter"])
    found = shop.by_sku["B019-HB"]
    rows.append(["C", "", found.barcode, "1", "", "Jonas", "not on the sheet"])
    rows.append(["D", "", UNKNOWN_BARCODE, "3", "", "Małgorzata", "no label, three tins"])
    rows.sort(key=lambda row: row[0])
    return [["1", "shop"] + row for row in rows]


def csv_text(header, rows, delimiter=",", line_end="\n"):
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter, lineterminator=line_end)
    writer.writerow(header)
    writer.writerows(rows)
    return text.getvalue()


def comma(value):
    return format(value, "f").replace(".", ",")


PRICE_LIST = ["product_code", "title", "category", "brand", "tax_rate", "sku", "colour", "size", "barcode", "case_barcode",
              "unit_cost", "price", "pack_size", "order_unit"]


def price_list_row(variant):
    return [variant.product, variant.title, variant.category, variant.brand, str(variant.tax), variant.sku, variant.colour,
            variant.size, variant.barcode, variant.case_barcode, format(variant.cost, "f") if variant.cost else "",
            format(variant.price, "f"), number(variant.pack), "case"]


def acme_csv(variants):
    german = {code: name for code, _, _, name in CATEGORIES}
    header = ["Modell", "Bezeichnung", "Warengruppe", "Marke", "MwSt", "Artikelnummer", "Farbe", "Größe", "EAN", "EAN Karton",
              "EK", "VK", "VPE", "Bestelleinheit"]
    rows = [[
        v.product, v.title, german[v.category], v.brand, f"{v.tax} %", v.sku, COLOURS[v.colour][0] if v.colour else "",
        v.size, v.barcode, v.case_barcode, comma(v.cost) if v.cost else "auf Anfrage", comma(v.price), comma(v.pack),
        "Karton"] for v in variants]
    return csv_text(header, rows, ";", "\r\n").encode("windows-1252")


def acme_json(variants):
    products = {}
    for v in variants:
        product = products.setdefault(v.product, {
            "code": v.product, "title": v.title, "category": v.category, "brand": v.brand, "tax": v.tax, "variants": []})
        product["variants"].append({
            "product": v.product, "number": v.sku, "colour": v.colour or None, "size": v.size or None,
            "gtin": {"each": v.barcode or None, "case": v.case_barcode or None},
            "cost": format(v.cost, "f") if v.cost else None, "price": format(v.price, "f"), "pack": int(v.pack),
            "unit": "case"})
    document = {"supplier": "ACME", "issued": "2026-08-28", "products": list(products.values())}
    text = json.dumps(document, ensure_ascii=False, indent=1)
    # Costs and prices are numbers in the file; they are written digit for digit, not through binary floating point.
    for key in ("cost", "price"):
        parts = text.split(f'"{key}": "')
        text = parts[0] + "".join(f'"{key}": ' + part.replace('"', "", 1) for part in parts[1:])
    return text + "\n"


def acme_xml(variants):
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<price-list supplier="ACME" issued="2026-08-28">']
    for v in variants:
        lines.append(f"  <item number={quoteattr(v.sku)}>")
        lines.append(f"    <product code={quoteattr(v.product)}>")
        lines.append(f"      <title>{escape(v.title)}</title>")
        lines.append(f"      <category>{escape(v.category)}</category>")
        lines.append(f"      <brand>{escape(v.brand)}</brand>")
        lines.append(f"      <tax>{v.tax}</tax>")
        lines.append("    </product>")
        for name, value in (("colour", v.colour), ("size", v.size), ("ean", v.barcode), ("case-ean", v.case_barcode),
                            ("cost", format(v.cost, "f") if v.cost else "")):
            lines.append(f"    <{name}>{escape(value)}</{name}>" if value else f"    <{name}/>")
        lines.append(f'    <price currency="EUR">{format(v.price, "f")}</price>')
        lines.append(f'    <pack unit="case">{number(v.pack)}</pack>')
        lines.append("  </item>")
    return "\n".join(lines + ["</price-list>"]) + "\n"


def files():
    """Every generated file: its name and bytes."""
    random_source = random.Random(20261031)
    variants = build_goods()
    shop = simulate(variants, random_source)
    acme = [v for v in variants if v.supplier == "ACME"]
    others = [v for v in variants if v.supplier != "ACME"]
    yield "shop/locations.csv", csv_text(["location", "location_name", "location_kind"], [
        ["shop", "Corner shop, Ahornstraße 1", "shop"], ["stockroom", "Stockroom in the yard", "stockroom"]])
    yield "shop/suppliers.csv", csv_text(["supplier", "supplier_name", "email"], [
        ["ACME", "Acme Großhandel GmbH", "bestellung@acme.example"], ["LINDE", "Hofladen Lindenau", "hof@lindenau.example"],
        ["KRANZ", "Buchgroßhandel Kranz & Töchter", "order@kranz.example"]])
    yield "shop/categories.csv", csv_text(["category", "category_name", "parent_category"], [
        [code, name, parent] for code, name, parent, _ in CATEGORIES])
    yield "shop/colours.csv", csv_text(["colour", "colour_family", "red", "green", "blue"], [
        [code, family, red, green, blue] for code, (_, family, red, green, blue, _) in COLOURS.items()])
    products = {v.product: v for v in others}
    yield "shop/products.csv", csv_text(["product_code", "title", "description", "category", "stock_unit", "tax_rate"], [
        [v.product, v.title, v.description, v.category, v.unit, v.tax] for v in products.values()])
    yield "shop/variants.csv", csv_text(["sku", "product_code", "size", "standard_cost"], [
        [v.sku, v.product, v.size, number(v.standard_cost) if v.standard_cost else ""] for v in others])
    yield "shop/barcodes.csv", csv_text(["barcode", "sku"], [[v.barcode, v.sku] for v in others if v.barcode])
    yield "shop/prices.csv", csv_text(["sku", "price"], [[v.sku, format(v.price, "f")] for v in others])
    items = [[v.supplier, v.sku, v.supplier_code, format(v.cost, "f") if v.cost else "", number(v.pack)] for v in others]
    # Acme would deliver one of Kranz's books too, dearer and by another number: the lower list cost counts.
    items.append(["ACME", "B006-PB", "A9006", "5.4500", "1"])
    yield "shop/supplier-items.csv", csv_text(["supplier", "sku", "supplier_code", "unit_cost", "pack_size"], items)

    yield "acme-price-list.csv", acme_csv(acme)
    yield "price-list.csv", csv_text(PRICE_LIST, [price_list_row(v) for v in acme])
    yield "price-list.json", acme_json(acme)
    yield "price-list.xml", acme_xml(acme)
    yield "price-changes-2026-10-15.csv", csv_text(["sku", "price_type", "valid_from", "price"], [
        [sku, "regular", "2026-10-15T00:00:00", format(price, "f")] for sku, price in shop.price_changes.items()])
    yield "opening-stock.csv", csv_text(["sku", "location", "quantity", "unit_cost", "effective_at"], shop.opening)
    yield "order-2026-10.csv", csv_text(
        ["supplier", "order_number", "ordered_on", "expected_on", "location", "line", "supplier_code", "order_quantity",
         "order_unit", "pack_size", "unit_cost"],
        [["ACME", "PO-2026-1041", "2026-10-05", "2026-10-12", "stockroom", place, v.supplier_code, number(cases), "case",
          number(v.pack), format(cost, "f")] for place, v, cases, cost in shop.order_lines])
    yield "receipts.csv", csv_text(
        ["document", "line", "supplier", "order_number", "supplier_code", "quantity", "unit_cost", "location",
         "effective_at", "note"], shop.receipts)
    yield "transfers.csv", csv_text(
        ["document", "line", "movement_kind", "sku", "quantity", "location", "to_location", "effective_at"], shop.transfers)
    yield "write-offs.csv", csv_text(
        ["document", "line", "movement_kind", "sku", "quantity", "reason", "location", "effective_at", "note"],
        shop.write_offs)
    yield "sales-2026-10.csv", csv_text(
        ["document", "effective_at", "sku", "barcode", "quantity", "unit_price", "location"], shop.sales)
    yield "count-session.csv", csv_text(["count", "location", "count_kind", "cut_off_at"], [
        ["1", "shop", "partial", CUT_OFF.isoformat()]])
    yield "count-2026-10-31.csv", csv_text(
        ["count", "location", "section", "sku", "barcode", "counted_quantity", "counted_at", "counter", "note"],
        count_sheet(shop))
    unknown = Variant(
        supplier="ACME", product="A1999", sku="A1999", title="Erdnüsse, geröstet 200 g", category="pantry",
        brand="Ährenwort", tax=7, barcode=UNKNOWN_BARCODE, cost=D("1.1500"), price=D("2.49"), pack=D(12))
    yield "count-unknown-item.csv", csv_text(PRICE_LIST, [price_list_row(unknown)])
    verify(variants, shop)


def verify(variants, shop):
    """What the files promise: unique codes, no two movements of an item at one moment but opening stock and equal sales."""
    codes = [code for v in variants for code in (v.barcode, v.case_barcode) if code]
    assert len(codes) == len(set(codes)) and UNKNOWN_BARCODE not in codes
    assert all(code == check_digit(code[:-1]) and len(code) in (8, 13) for code in codes)
    assert len({v.sku for v in variants}) == len(variants)
    moments = {}
    for time, sku, location, quantity in shop.history:
        moments.setdefault((sku, time), []).append((location, quantity))
    for (sku, time), moves in moments.items():
        assert len(moves) == 1 or time.isoformat() == OPENING or sum(q for _, q in moves) == 0 or len(set(moves)) == 1, (
            sku, time, moves)


def write(folder):
    written = []
    for name, content in files():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
        written.append(name)
    return written


def main():
    here = pathlib.Path(__file__).resolve().parent
    if sys.argv[1:] == ["--check"]:
        with tempfile.TemporaryDirectory() as folder:
            names = write(pathlib.Path(folder))
            differing = [
                name for name in names
                if not (here / name).exists() or (here / name).read_bytes() != (pathlib.Path(folder) / name).read_bytes()]
        print("\n".join(f"{name} differs" for name in differing) or f"{len(names)} files are as generated")
        return 1 if differing else 0
    print(f"wrote {len(write(here))} files")
    return 0


if __name__ == "__main__":
    sys.exit(main())
