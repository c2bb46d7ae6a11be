extension GuardTests {
  private static let received = "document,line,supplier,sku,quantity,effective_at"
  private static let ordered = "supplier,order_number,line,sku,order_quantity,order_unit\n"
  /// An order of 3 packs of 12 and 2 packs of 6.
  private static let order = ordered + "acme,O1,1,A,3,case\nacme,O1,2,B,2,case\n"

  private static func despatched(_ quantity: String, _ unit: String = "") -> String {
    "supplier,despatch_number,line,sku,order_number,order_line,despatched_quantity,order_unit\n"
      + "acme,D1,1,A,O1,1,\(quantity),\(unit)\n"
  }

  private static func invoiced(_ quantity: String) -> String {
    "supplier,invoice_number,line,sku,order_number,order_line,invoiced_quantity\nacme,I1,1,A,O1,1,\(quantity)\n"
  }

  private static func receipts(_ rows: String...) -> String {
    received + ",order_number\n" + rows.enumerated().map { "R1,\($0 + 1),acme,\($1)\n" }.joined()
  }

  /// What guards find in receipts that may count packs or pieces.
  private static let receiptCases: [Case] = [
    Case(
      name: "3 cartons that would be 3 pieces", before: catalog + [order], file: receipts("A,3,2026-11-02,O1"),
      found: ["packs-or-pieces": 1],
      reported: [
        "3 of 'A' is taken for 3 pieces; as packs it is 3 × pack of 12 = 36 pieces; order 'O1' has 36 open: "
          + "packs fit exactly"
      ]),
    Case(
      name: "a part of an order, in packs or pieces", before: catalog + [order],
      file: receipts("A,2,2026-11-02,O1", "B,5,2026-11-02,O1"), found: ["packs-or-pieces": 1],
      reported: ["2 of 'A' is taken for 2 pieces; as packs it is 2 × pack of 12 = 24 pieces; order 'O1' has 36 open"]),
    Case(
      name: "what is open of an order, in one line and in two", before: catalog + [order],
      file: receipts("A,24,2026-11-02,O1", "A,12,2026-11-02,O1", "B,12,2026-11-02,O1"), found: [:]),
    Case(
      name: "the rest of an order", before: catalog + [order, receipts("A,24,2026-11-02,O1")],
      file: received + ",order_number\nR2,1,acme,A,1,2026-11-03,O1\n", found: ["packs-or-pieces": 1],
      reported: ["1 × pack of 12 = 12 pieces; order 'O1' has 12 open: packs fit exactly"]),
    Case(
      name: "receipts with units", before: catalog + [order],
      file: received + ",order_number,order_unit\nR1,1,acme,A,3,2026-11-02,O1,case\nR1,2,acme,B,12,2026-11-02,O1,Stk\n",
      found: [:]),
    Case(
      name: "receipts without an order", before: catalog,
      file: received + "\nR1,1,acme,A,24,2026-11-02\nR1,2,acme,A,3,2026-11-02\nR1,3,best,C,5,2026-11-02\n"
        + "R1,4,acme,B,-1,2026-11-02\nR1,5,acme,A,30,2026-11-02\n",
      found: ["packs-or-pieces": 1], reported: ["file.csv:3: 3 of 'A' is taken for 3 pieces"]),
    Case(
      name: "a receipt without a supplier, of an item whose lists agree", before: catalog,
      file: "document,line,sku,quantity,unit_cost,effective_at\nR1,1,A,3,5,2026-11-02\n",
      found: ["packs-or-pieces": 1]),
    Case(
      name: "an order that counts pieces", before: catalog + [ordered + "acme,O1,1,A,36,each\nacme,O1,2,B,12,each\n"],
      file: receipts("A,3,2026-11-02,O1", "B,5,2026-11-02,O1"), found: ["packs-or-pieces": 1],
      reported: ["order 'O1' has 36 open: packs fit exactly"]),
    Case(
      name: "a unit that is not known, and a pack without a size", before: catalog + [order],
      file: received + ",order_number,order_unit\nR1,1,acme,A,3,2026-11-02,O1,Flasche\n"
        + "R1,2,best,B,12,2026-11-02,,case\n", found: ["packs-or-pieces": 2],
      reported: [
        "the unit 'Flasche' is neither a piece nor a known pack: 3 of 'A' is taken for 3 pieces",
        "the unit 'case' of 'B' is a pack, and no list says how many pieces it has: 12 is taken for pieces",
      ]),
    Case(
      name: "a delivery that was booked by other lines already",
      before: catalog + [
        received + "\nR7,1,acme,A,24,2026-11-02\nR7,2,acme,A,12,2026-11-02\nR7,3,acme,B,6,2026-11-02\n"
      ],
      file: "document,supplier,sku,quantity,effective_at\nR7,acme,A,36,2026-11-03\nR7,acme,B,12,2026-11-03\n",
      found: ["same-as-recorded": 1], reported: ["36 of 'A' came with receipt 'R7' already, recorded by import"]),
    Case(
      name: "receipts that come again, in another file", before: catalog + [order, receipts("A,3,2026-11-02,O1")],
      file: receipts("A,3,2026-11-02,O1") + "\n", found: [:]),
  ]

  /// What guards find in suppliers' documents that may count packs or pieces.
  private static let documentCases: [Case] = [
    Case(
      name: "36 pieces of an invoice that would be 432", before: catalog + [order], file: invoiced("36"),
      found: ["packs-or-pieces": 1],
      reported: [
        "36 of 'A' is taken for 36 × pack of 12 = 432 pieces; as pieces it is 36; order 'O1' has 36 open: "
          + "pieces fit exactly"
      ]),
    Case(
      name: "a credit of one piece", before: catalog + [order],
      file: "supplier,invoice_number,invoice_kind,line,sku,order_number,order_line,invoiced_quantity\n"
        + "acme,I1,credit-note,1,A,O1,1,1\n",
      found: ["packs-or-pieces": 1], reported: ["1 × pack of 12 = 12 pieces; as pieces it is 1"]),
    Case(
      name: "invoices without an order and a unit", before: catalog,
      file: "supplier,invoice_number,line,sku,invoiced_quantity\nacme,I1,1,A,10\nacme,I1,2,B,24\nbest,I2,1,C,5\n",
      found: ["packs-or-pieces": 1],
      reported: ["10 of 'A' is taken for 10 pieces; as packs it is 10 × pack of 12 = 120 pieces"]),
    Case(name: "an invoice of the packs ordered", before: catalog + [order], file: invoiced("3"), found: [:]),
    Case(name: "an invoice of fewer packs", before: catalog + [order], file: invoiced("2"), found: [:]),
    Case(
      name: "pieces in a despatch advice", before: catalog + [order], file: despatched("24"),
      found: ["packs-or-pieces": 1], reported: ["as pieces it is 24; order 'O1' has 36 open"]),
    Case(
      name: "a despatch advice with its unit", before: catalog + [order], file: despatched("24", "each"), found: [:]),
    Case(
      name: "what is left after another despatch advice", before: catalog + [order, despatched("1")],
      file: despatched("24").replacing("D1", with: "D2"), found: ["packs-or-pieces": 1],
      reported: ["order 'O1' has 24 open: pieces fit exactly"]),
    Case(
      name: "a confirmation in pieces", before: catalog + [order],
      file: "supplier,order_number,response_number,line,sku,confirmed_quantity\nacme,O1,C1,1,A,36\nacme,O1,C1,2,B,2\n",
      found: ["packs-or-pieces": 1], reported: ["36 of 'A' is taken for 36 × pack of 12 = 432 pieces"]),
  ]

  static let lineCases = receiptCases + documentCases
}
