extension GuardTests {
  private static let ordered = "supplier,order_number,line,sku,order_quantity"
  /// The catalog without the suppliers' lists.
  private static let unlisted = Array(catalog.dropLast())

  /// What guards find in orders that may count packs or pieces.
  static let orderCases: [Case] = [
    Case(
      name: "orders that may count packs or pieces", before: catalog,
      file: ordered + "\nacme,O1,1,A,24\nacme,O1,2,B,7\nbest,O2,1,C,5\nacme,O1,3,C,5\n", found: ["packs-or-pieces": 2],
      reported: [
        "file.csv:2: 24 of 'A' ordered: 24 × pack of 12 = 288 pieces, by the list of supplier 'acme'; "
          + "if the file counts pieces, it is 2 × pack of 12",
        "file.csv:3: 7 of 'B' ordered: 7 × pack of 6 = 42 pieces, by the list of supplier 'acme'; "
          + "if the file counts pieces, it is not a whole number of packs",
      ]),
    Case(
      name: "orders with units", before: catalog,
      file: ordered + ",order_unit\nacme,O1,1,A,24,each\nacme,O1,2,B,7,Stk\nacme,O1,3,A,2,case\n", found: [:]),
    Case(
      name: "orders of which a line has no unit", before: catalog,
      file: ordered + ",order_unit\nacme,O1,1,A,24,each\nacme,O1,2,B,12,\n", found: ["packs-or-pieces": 1],
      reported: ["file.csv:3: 12 of 'B' ordered: 12 × pack of 6 = 72 pieces"]),
    Case(
      name: "orders with packs of their own", before: catalog,
      file: ordered + ",pack_size\nacme,O1,1,A,24,10\nacme,O1,2,B,7,6\n", found: [:]),
    Case(
      name: "orders by weight",
      before: catalog + [
        "sku,title,stock_unit\nFLOUR,Flour,kg\n", "supplier,sku,unit_cost,pack_size\nacme,FLOUR,1,25\n",
      ], file: ordered + "\nacme,O1,1,FLOUR,50\n", found: ["packs-or-pieces": 1],
      reported: ["50 × pack of 25 = 1250 kg", "if the file counts kg, it is 2 × pack of 25"]),
    Case(
      name: "an order that comes again with another quantity",
      before: catalog + [ordered + "\nacme,O1,1,A,24\nacme,O1,2,B,12\n"],
      file: ordered + "\nacme,O1,1,A,24\nacme,O1,2,B,18\n", found: ["packs-or-pieces": 1],
      reported: ["18 of 'B' ordered"]),
    Case(
      name: "an order that comes again with another cost",
      before: catalog + [ordered + ",unit_cost\nacme,O1,1,A,24,5\n"],
      file: ordered + ",unit_cost\nacme,O1,1,A,24,4.9\n", found: [:]),
    Case(
      name: "a known line with a unit, in a list without units",
      before: catalog + [ordered + ",order_unit\nacme,O1,1,A,24,each\n"],
      file: ordered + "\nacme,O1,1,A,36\n", found: [:]),
    Case(
      name: "a known line with the same quantity of another item", before: catalog + [ordered + "\nacme,O1,1,A,24\n"],
      file: ordered + "\nacme,O1,1,B,24\n", found: ["packs-or-pieces": 1],
      reported: ["24 of 'B' ordered: 24 × pack of 6 = 144 pieces"]),
    Case(
      name: "a known line with the same quantity in another unit",
      before: catalog + [ordered + ",order_unit\nacme,O1,1,A,24,each\n"],
      file: ordered + ",order_unit\nacme,O1,1,A,24,Flasche\n", found: ["packs-or-pieces": 1]),
    Case(
      name: "orders in units that may be pieces or packs", before: catalog,
      file: ordered + ",order_unit\nacme,O1,1,A,24,Flasche\nacme,O1,2,B,12,kg\nbest,O2,1,C,5,Flasche\n",
      found: ["packs-or-pieces": 2],
      reported: [
        "the unit 'Flasche' is neither a piece nor a known pack: 24 of 'A' ordered: 24 × pack of 12 = 288 pieces",
        "the unit 'kg' is neither a piece nor a known pack: 12 of 'B' ordered: 12 × pack of 6 = 72 pieces",
      ]),
    Case(
      name: "orders by weight with their unit",
      before: catalog + [
        "sku,title,stock_unit\nFLOUR,Flour,kg\n", "supplier,sku,unit_cost,pack_size\nacme,FLOUR,1,25\n",
      ], file: ordered + ",order_unit\nacme,O1,1,FLOUR,50,KGM\n", found: [:]),
    Case(
      name: "a list with packs that comes after an order without units",
      before: unlisted + [ordered + "\nacme,O1,1,A,24\nacme,O1,2,B,12\n"], file: catalog[3],
      found: ["packs-or-pieces": 2],
      reported: [
        "the list has 'A' in packs of 12: line '1' of order 'O1', whose unit is not clear, would count 288 instead of",
        "the list has 'B' in packs of 6: line '2' of order 'O1', whose unit is not clear, would count 72 instead of 12",
      ]),
    Case(
      name: "a list with packs that comes after an order with units",
      before: unlisted + [ordered + ",order_unit\nacme,O1,1,A,24,each\nacme,O1,2,B,12,case\n"],
      file: catalog[3], found: [:]),
  ]
}
