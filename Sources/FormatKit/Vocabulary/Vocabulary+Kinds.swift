internal import RetailValues

extension Vocabulary {
  static let catalogKinds: [RecordKind] = [
    RecordKind(
      name: "categories", summary: "Groups of goods, as a tree.", shows: .catalog,
      owner: .allStores, recognition: .categories, isRepeated: true, essentials: ["category"],
      matching: HeaderRule(isOftenNamed: true),
      fields: [
        field("category", .code, "Code or path of the category; unique.", effect: .key, required: true, column: "code"),
        field("category_name", .text, "What people read; the code when not given.", column: "name"),
        field(
          "parent_category", .code, "Code of the category above.", references: "categories", makes: true,
          column: "parent_id"),
        field("gender", .choice(genders), "Whom its products are for."),
        field("attributes", .text, "Further properties, as a JSON object."),
      ]),
    RecordKind(
      name: "brands", summary: "Brands and makers.", shows: .catalog,
      owner: .allStores, recognition: .brands, isRepeated: true, essentials: ["brand"],
      matching: HeaderRule(isOftenNamed: true),
      fields: [
        field("brand", .code, "Name or code of the brand; unique.", effect: .key, required: true, column: "code"),
        field("brand_title", .text, "What people read; the code when not given.", column: "name"),
        field("gender", .choice(genders), "Whom its products are for."),
        field("attributes", .text, "Further properties, as a JSON object."),
      ]),
    RecordKind(
      name: "colours", summary: "Colours with the basic colour that they fall under.", shows: .catalog,
      owner: .allStores, recognition: .colours, isRepeated: true, essentials: ["colour"],
      matching: HeaderRule(isOftenNamed: true),
      fields: [
        field("colour", .code, "Name of the colour; unique.", effect: .key, required: true, column: "code"),
        field("colour_family", .code, "Basic colour: red, orange, black …", column: "family"),
        field("red", .wholeNumber, "Red part of sRGB, 0 to 255."),
        field("green", .wholeNumber, "Green part of sRGB, 0 to 255."),
        field("blue", .wholeNumber, "Blue part of sRGB, 0 to 255."),
      ]),
    RecordKind(
      name: "locations", summary: "Shops, stores and stockrooms: where stock can be.", shows: .places,
      owner: .itself, recognition: .locations, isRepeated: true, essentials: ["location"],
      matching: HeaderRule(isOftenNamed: true),
      fields: [
        field("location", .code, "Code of the location; unique.", effect: .key, required: true, column: "code"),
        field("location_name", .text, "What people read; the code when not given.", column: "name"),
        field(
          "location_kind", .choice(["shop", "stockroom", "warehouse", "transit", "other"]), "What kind of place it is.",
          column: "kind"),
        field("gln", .code, "Global Location Number (GS1)."),
        field("description", .text, "Text for customers."),
        field("opening_hours", .text, "When it is open, as customers read it."),
        field("contact", .text, "How customers reach it."),
        field("address", .text, "Where it is."),
        latitude("Latitude of the place."), longitude("Longitude of the place."),
        field("status", .choice(["active", "inactive"]), "Whether customers are shown it; active unless given."),
        field("attributes", .text, "Further properties, as a JSON object."),
      ]),
    RecordKind(
      name: "suppliers", summary: "Those from whom goods are bought.", shows: .supplier,
      recognition: .suppliers, isRepeated: true, essentials: ["supplier"], matching: HeaderRule(isOftenNamed: true),
      fields: [
        field("supplier", .code, "Code of the supplier; unique.", effect: .key, required: true, column: "code"),
        field("supplier_name", .text, "What people read; the code when not given.", column: "name"),
        field("gln", .code, "Global Location Number (GS1)."),
        field("email", .text, "Where orders are sent."),
      ]),
    RecordKind(
      name: "products", summary: "What a shop sells, in all its colours and sizes.", shows: .catalog,
      storage: .table(StoredTable(added: ["gender", "location", "published_at", "food"])), part: .product,
      recognition: .products, isRepeated: true, matching: HeaderRule(isGuessed: true),
      fields: [
        field("product_code", .code, "Code of the product; unique.", effect: .key, required: true, column: "code"),
        field("title", .text, "Name of the product."),
        field("description", .text, "Text for customers."),
        field("category", .code, "Code or path of its category; made when new.", references: "categories", makes: true),
        field("brand", .code, "Its brand; made when new.", references: "brands", makes: true),
        field("stock_unit", .choice(["each", "kg", "l", "m"]), "The unit that stock is kept in; each unless given."),
        field("tax_rate", .percent, "Rate of the tax contained in its prices."),
        field(
          "status", .choice(["active", "inactive", "discontinued"]),
          "Whether it is sold, not shown for now, or sold no more."),
        field("gender", .choice(genders), "Whom it is for."),
        field(
          "location", .code, "The store whose product it is, where several share a catalog.", references: "locations"),
        field("published_at", .dateTime, "Since when customers are shown it."),
        field("food", .code, "What it is in a table of storage durations.", references: "foods"),
        field("attributes", .text, "Further properties, as a JSON object."),
      ]),
    RecordKind(
      name: "variants", summary: "What is counted and sold: a product in one colour and size.", shows: .catalog,
      storage: .table(StoredTable(origin: .product)), part: .variant, recognition: .variants,
      matching: HeaderRule(isGuessed: true),
      fields: [
        field("sku", .code, "The stock keeping unit; unique.", effect: .key, required: true),
        field(
          "product_code", .code, "The product it belongs to; the SKU itself when not given.", references: "products",
          initially: .field("product_code"), neverEmpty: true),
        field("variant_title", .text, "Name where it differs from the product's.", column: "title"),
        field("colour", .code, "Its colour; made when new.", references: "colours", makes: true),
        field("size", .code, "Its size, as text."),
        field("standard_cost", .unitCost, "Cost of one stock unit that the shop uses."),
        field("attributes", .text, "Further properties, as a JSON object."),
      ]),
    RecordKind(
      name: "barcodes", summary: "Codes that a scanner reads, each belonging to one variant.", shows: .catalog,
      storage: .table(
        StoredTable(
          extras: [
            .init("barcode_text", column: "code", after: "barcode", isFilledByReader: true),
            .init("symbology", after: "barcode_text", isFilledByReader: true),
          ], naming: ["barcode_text"])), part: .barcode, recognition: .barcodes, essentials: ["barcode"],
      matching: HeaderRule(isGuessed: true),
      fields: [
        field(
          "barcode", .barcode, "The code; unique by its GTIN-14 form.", effect: .key, required: true,
          column: "canonical"),
        field("sku", .code, "The variant that it belongs to.", required: true, references: "variants"),
        field("pack_quantity", .quantity, "Stock units that one scan stands for; 1 unless given."),
      ]),
    RecordKind(
      name: "supplier_items", summary: "What a supplier calls an item, what it costs and how it is packed.",
      shows: .supplier,
      part: .supply, recognition: .supplierItems, essentials: ["unit_cost", "supplier_code", "pack_size"],
      matching: HeaderRule(isGuessed: true, isPurchase: true),
      fields: [
        field("supplier", .code, "Code of the supplier.", effect: .key, required: true, references: "suppliers"),
        field("sku", .code, "The variant supplied.", effect: .key, references: "variants"),
        field("barcode", .barcode, "A barcode of the variant, where there is no SKU.", references: "barcodes"),
        field("supplier_code", .code, "The supplier's own code of the item."),
        field("unit_cost", .unitCost, "Price that the supplier asks for one stock unit."),
        field("currency", .currency, "Currency of the cost; the shop's unless given."),
        field("pack_size", .quantity, "Stock units in one order unit; 1 unless given."),
        field("order_unit", .text, "What the supplier delivers by: each, case, pallet."),
        field("minimum_order", .quantity, "Least order, in order units."),
        field("lead_time_days", .wholeNumber, "Days from order to receipt."),
      ]),
    RecordKind(
      name: "prices", summary: "What a customer pays, by price type and time.", shows: .catalog,
      storage: .table(StoredTable(naming: ["sku", "price_type", "currency"], origin: .product)), part: .price,
      recognition: .prices, essentials: ["price"], matching: HeaderRule(isGuessed: true),
      fields: [
        field("sku", .code, "The variant priced.", effect: .key, required: true, references: "variants"),
        field(
          "price_type", .choice(["regular", "sale", "list"]), "Which price it is; regular unless given.", effect: .key,
          initially: .text("regular")),
        field("currency", .currency, "Its currency; the shop's unless given.", effect: .key, initially: .shopCurrency),
        field(
          "valid_from", .dateTime,
          "First moment of validity. Not given: a first price is valid always, a changed one from the import on.",
          effect: .key),
        field("price", .money, "Price of one stock unit.", required: true),
        field("valid_to", .dateTime, "Last moment of validity, of a day its end; open when not given."),
        field(
          "tax_included", .boolean, "Whether tax is contained; yes unless given.", initially: .number(1),
          neverEmpty: true),
      ]),
    RecordKind(
      name: "lots", summary: "Batches of a variant with their expiry.", shows: .places,
      storage: .table(StoredTable(isMadeByLedger: true)), essentials: ["lot"],
      fields: [
        field("sku", .code, "The variant.", effect: .key, required: true, references: "variants"),
        field("lot", .code, "Lot or batch number.", effect: .key, required: true),
        field("expires_on", .date, "Last day of use."),
      ]),
    RecordKind(
      name: "reorder_levels", summary: "From where on an item is ordered again, and up to how much, by location.",
      shows: .expected,
      fields: item(effect: .key) + [
        field(
          "location", .code, "Where the item should be in stock.", effect: .key, required: true, references: "locations"
        ),
        field(
          "reorder_point", .quantity,
          "It is ordered when what is on hand and on order is no more than this, in stock units.", required: true),
        field(
          "order_up_to", .quantity,
          "What is on hand and on order is to be after that, in stock units; the reorder point unless given."),
      ]),
    RecordKind(
      name: "location_aliases", summary: "What partners call the shop's locations in their files and documents.",
      shows: .places,
      fields: [
        field(
          "alias", .code, "The partner's code, such as a GLN or a ship-to number; unique.", effect: .key, required: true
        ),
        field("location", .code, "The location of the shop that it means.", required: true, references: "locations"),
      ]),
    RecordKind(
      name: "supplier_aliases", summary: "What files and documents call the shop's suppliers.", shows: .supplier,
      fields: [
        field(
          "alias", .code, "The code in the files, such as a GLN or a short name; unique.", effect: .key, required: true),
        field("supplier", .code, "The supplier of the shop that it means.", required: true, references: "suppliers"),
      ]),
  ]

  private static let movementFields: [RecordField] =
    [
      field("document", .code, "Number of the receipt, slip or sheet that says so.", effect: .key),
      field("line", .code, "Number of the line within the document; its place when not given.", effect: .key),
    ] + item() + [newTitle]

  private static let movementTail: [RecordField] = [
    field("location", .code, "Where; --location or the shop's only one when not given.", references: "locations"),
    field("effective_at", .dateTime, "When it happened; needed unless the document's kind has a time of its own."),
    field("lot", .code, "Lot or batch number."),
    field("note", .text, "Free text."),
  ]

  static let ledgerKinds: [RecordKind] = [
    RecordKind(
      name: "stock_levels", summary: "What is on hand: the first opens the ledger, a later one adjusts it.",
      shows: .expected,
      storage: .levels, part: .level, essentials: ["quantity"], matching: HeaderRule(isGuessed: true),
      fields: [
        field("sku", .code, "The variant.", effect: .key, references: "variants"),
        field("barcode", .barcode, "A barcode of the variant, where there is no SKU.", references: "barcodes"),
        field(
          "location", .code, "Where; --location or the shop's only one when not given.", effect: .key,
          references: "locations"),
        field("lot", .code, "Lot or batch number.", effect: .key),
        field("quantity", .quantity, "Stock on hand.", required: true),
        field("unit_cost", .unitCost, "Cost of one stock unit, for the opening's value."),
        field("effective_at", .dateTime, "As of when; the moment of the import when not given."),
      ]),
    RecordKind(
      name: "receipts", summary: "Goods received.", shows: .expected,
      storage: .movements(
        MovementRule(
          document: "receipt", kinds: ("receipt", "supplier-return"), party: "supplier", identity: ["unit_cost"])),
      matching: .movement(isPurchase: true),
      fields: movementFields + [
        field("supplier", .code, "From whom.", references: "suppliers"),
        field("order_number", .code, "The order that it fulfils."),
        field(
          "quantity", .quantity, "Stock units received; negative for a return to the supplier.", effect: .delta,
          required: true),
        // Stock is kept in stock units, so that packs are converted and the unit is not kept.
        orderUnit("The unit that the quantity is in: each, case; stock units unless given.", use: .instruction),
        field("unit_cost", .unitCost, "Cost of one stock unit."),
        field("expires_on", .date, "Last day of use of the lot."),
      ] + movementTail),
    RecordKind(
      name: "sales", summary: "Goods sold; a negative quantity is a customer's return.", shows: .expected,
      storage: .movements(MovementRule(document: "sale", kinds: ("sale", "customer-return"), isOutgoing: true)),
      matching: .movement(isGuessed: true),
      fields: movementFields + [
        field("quantity", .quantity, "Stock units sold.", effect: .delta, required: true),
        field("unit_price", .money, "Price of one stock unit as sold, tax included."),
        field("currency", .currency, "Its currency; the shop's unless given."),
      ] + movementTail),
    RecordKind(
      name: "movements", summary: "Any movement of stock, its sign as in the ledger: in is positive, out is negative.",
      shows: .expected,
      storage: .movements(
        MovementRule(document: "movement", identity: ["movement_kind", "to_location", "reason", "unit_cost"])),
      matching: .movement(),
      fields: movementFields.map(withMovementNames) + [
        field(
          "movement_kind",
          .choice([
            "opening", "receipt", "sale", "customer-return", "supplier-return", "transfer", "adjustment", "write-off",
            "count-adjustment",
          ]), "Why stock moved.", required: true),
        field("quantity", .quantity, "Stock units; in is positive, out is negative.", effect: .delta, required: true),
        field(
          "to_location", .code, "Where a transfer goes; the quantity is then what is taken there.",
          references: "locations"),
        field("reason", .code, "Reason code of an adjustment or write-off."),
        field("unit_cost", .unitCost, "Cost of one stock unit."),
        field("unit_price", .money, "Price of one stock unit, tax included."),
        field("currency", .currency, "Currency of cost and price; the shop's unless given."),
      ] + movementTail.map(withMovementNames)),
  ]

  /// The number of a movement's document is also named after the kind of movement, and its location after where goods
  /// came from.
  private static func withMovementNames(_ field: RecordField) -> RecordField {
    let names: [String]
    switch field.name {
    case "document": names = movementDocuments.flatMap(\.names)
    case "location": names = originNames
    default: return field
    }
    var field = field
    field.synonyms += names
    return field
  }

  static let countKinds: [RecordKind] = [
    RecordKind(
      name: "counts", summary: "Count sessions.", shows: .places,
      storage: .counts, matching: HeaderRule(isOftenNamed: true),
      fields: [
        field("count", .code, "Number or name of the count.", effect: .key, required: true),
        field("location", .code, "Where it is counted.", references: "locations"),
        field("count_kind", .choice(["full", "partial", "cycle"]), "How much it covers; partial unless given."),
        field("cut_off_at", .dateTime, "As of when lines without a time of their own are counted."),
      ]),
    RecordKind(
      name: "count_lines", summary: "What was counted. Blank is not counted, zero is.", shows: .expected,
      storage: .countLines, essentials: ["counted_quantity"],
      matching: HeaderRule(columns: ["counted_quantity"], event: [], isGuessed: true),
      fields: [
        field("count", .code, "Number or name of the count; made when new.", effect: .key, required: true),
        field("location", .code, "Where it is counted.", references: "locations"),
        field("section", .code, "Part of the location.", effect: .key, plainly: countedSections),
        field("sku", .code, "The variant counted.", effect: .key, references: "variants"),
        field("barcode", .barcode, "A barcode of the variant, where there is no SKU.", references: "barcodes"),
        field("lot", .code, "Lot or batch number.", effect: .key),
        field("counted_quantity", .quantity, "Stock units counted; blank means not counted."),
        field("counted_at", .dateTime, "When the line was counted."),
        // Sheets have a column for it that people leave empty.
        field("counter", .text, "Who counted.", constantFillsBlanks: true),
        field("note", .text, "Free text."),
      ]),
  ]
}
