internal import Foundation

/// Writes the papers as the files that would come: each supplier in its own form, the tills in theirs.
struct PaperFiles {
  let folder: String
  let trade: Trade
  let books: Books
  var items: [Item] { books.goods.items }

  func write(_ name: String, _ lines: [String]) throws {
    try write(name, text: lines.joined(separator: "\n") + "\n")
  }

  func write(_ name: String, text: String) throws {
    let url = URL(fileURLWithPath: folder + "/" + name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  /// A field of CSV.
  static func quoted(_ text: String) -> String {
    text.contains { $0 == "," || $0 == "\"" || $0 == ";" } ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
  }

  func row(_ cells: [String]) -> String { cells.map(PaperFiles.quoted).joined(separator: ",") }

  // MARK: The goods

  func writeCatalog() throws {
    try write(
      "catalog/locations.csv",
      ["location,location_name,location_kind"]
        + Goods.places.indices.map {
          row([Goods.places[$0], Goods.placeNames[$0], $0 == Trade.backroom ? "stockroom" : "shop"])
        })
    try write(
      "catalog/suppliers.csv",
      ["supplier,supplier_name"] + Goods.suppliers.indices.map { row([Goods.suppliers[$0], Goods.supplierNames[$0]]) })
    try write(
      "catalog/categories.csv",
      ["category,category_name,parent_category"] + Goods.groups.map { row([$0.0, $0.1, ""]) }
        + Goods.categories.map { row([$0.code, $0.name, $0.group]) })
    try write(
      "catalog/products.csv",
      ["product_code,title,category,stock_unit,tax_rate"]
        + items.map {
          row([
            $0.sku, $0.title, Goods.categories[$0.category].code, $0.isWeighed ? "kg" : "each",
            $0.category < 2 ? "7" : "19",
          ])
        })
    try write(
      "catalog/variants.csv",
      ["sku,product_code,standard_cost"]
        + items.map { row([$0.sku, $0.sku, $0.source == .standardOnly ? Digits.cost($0.cost(inMonth: 1)) : ""]) })
    try write("catalog/barcodes.csv", ["barcode,sku"] + items.map { row([$0.barcode, $0.sku]) })
    try write("catalog/prices.csv", ["sku,price"] + items.map { row([$0.sku, Digits.money($0.prices[0].cents)]) })
    try writeCosts("catalog/supplier-items.csv", month: 1)
    let opening = trade.bookings.filter { $0.kind == .opening }.map { booking in
      row([
        items[booking.item].sku, Goods.places[booking.place], Digits.quantity(booking.milli),
        booking.cost.map { Digits.cost($0) } ?? "", Year.text(booking.time),
      ])
    }
    try write("catalog/opening-stock.csv", ["sku,location,quantity,unit_cost,effective_at"] + opening)
  }

  /// What all suppliers ask from a month on.
  func writeCosts(_ name: String, month: Int) throws {
    var lines = ["supplier,sku,supplier_code,unit_cost,pack_size"]
    for item in items where item.source == .document || item.source == .listOnly {
      for (supplier, share) in [(item.supplier, 100), (item.secondSupplier ?? -1, 103)] where supplier >= 0 {
        lines.append(
          row([
            Goods.suppliers[supplier], item.sku, supplierCode(item, supplier),
            Digits.cost(item.cost(inMonth: month) * share / 100 / 100 * 100), Digits.quantity(item.pack),
          ]))
      }
    }
    try write(name, lines)
  }

  private func supplierCode(_ item: Item, _ supplier: Int) -> String {
    "\(Goods.suppliers[supplier].prefix(2))-\(20_000 + item.index * 3)"
  }

  func writePrices(_ name: String) throws {
    try write(
      name,
      ["sku,price_type,valid_from,price"]
        + items.filter { $0.prices.count > 1 }.map {
          row([$0.sku, "regular", Year.text($0.prices[1].day * Year.day), Digits.money($0.prices[1].cents)])
        })
  }

  func writeSale(_ name: String, period: (first: Int, last: Int)) throws {
    var lines = ["sku,price_type,valid_from,valid_to,price"]
    for item in items {
      guard let price = item.salePrice else { continue }
      lines.append(
        row([
          item.sku, "sale", Year.text(period.first * Year.day), Year.text(period.last * Year.day + Year.day - 1),
          Digits.money(price),
        ]))
    }
    try write(name, lines)
  }

  // MARK: What moves

  /// Deliveries of one supplier in the form that it sends; the name of the file, or nil when nothing came.
  func writeDeliveries(_ batch: Int, supplier: Int) throws -> String? {
    let prefix = Goods.suppliers[supplier] + "-"
    let received = trade.bookings.filter { $0.batch == batch && $0.kind == .receipt && $0.document.hasPrefix(prefix) }
    guard !received.isEmpty else { return nil }
    let name = folderName(batch) + "/" + Goods.suppliers[supplier].lowercased()
    func expiry(_ booking: Booking) -> String { booking.expires.map(dateAcrossYears) ?? "" }
    switch supplier {
    case 0:
      let lines = received.map { booking in
        [
          booking.document, "\(booking.line)", supplierCode(items[booking.item], supplier),
          Digits.quantity(booking.milli, mark: ","), Digits.cost(booking.cost ?? 0, mark: ","),
          Year.germanText(booking.time), booking.lot ?? "", germanDate(expiry(booking)),
        ].joined(separator: ";")
      }
      try write(
        name + ".csv", ["Lieferschein;Pos;Artikel;Menge;EK netto;Geliefert;Charge;Haltbar bis"] + lines)
      return name + ".csv"
    case 1:
      let lines = received.map { booking in
        """
          <line note="\(booking.document)" position="\(booking.line)">
            <article>\(supplierCode(items[booking.item], supplier))</article>
            <quantity>\(Digits.quantity(booking.milli))</quantity><cost>\(Digits.cost(booking.cost ?? 0))</cost>
            <delivered>\(Year.text(booking.time))</delivered><lot>\(booking.lot ?? "")</lot>\
        <expires>\(expiry(booking))</expires>
          </line>
        """
      }
      try write(
        name + ".xml",
        ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<deliveries from=\"Birch Wholesale Ltd\">"] + lines
          + ["</deliveries>"])
      return name + ".xml"
    case 2:
      let lines = received.map { booking in
        row([
          booking.document, "\(booking.line)", "CEDAR", items[booking.item].sku, Digits.quantity(booking.milli),
          Digits.cost(booking.cost ?? 0), "backroom", Year.text(booking.time), booking.lot ?? "", expiry(booking),
        ])
      }
      try write(
        name + ".csv",
        ["document,line,supplier,sku,quantity,unit_cost,location,effective_at,lot,expires_on"] + lines)
      return name + ".csv"
    default:
      let lines = received.map { booking in
        """
          {"delivery": {"note": "\(booking.document)", "line": \(booking.line), "at": "\(Year.text(booking.time))"}, \
        "item": {"ean": "\(items[booking.item].barcode)", "lot": "\(booking.lot ?? "")", "expires": "\(expiry(booking))"}, \
        "quantity": \(Digits.quantity(booking.milli)), "cost": "\(Digits.cost(booking.cost ?? 0))"}
        """
      }
      try write(name + ".json", text: "[\n" + lines.joined(separator: ",\n") + "\n]\n")
      return name + ".json"
    }
  }

  /// A day that may be in the following year.
  private func dateAcrossYears(_ day: Int) -> String {
    let text = Year.date(ofDay: day % 365)
    return "\(2025 + day / 365)" + text.dropFirst(4)
  }

  private func germanDate(_ date: String) -> String {
    date.isEmpty ? "" : date.split(separator: "-").reversed().joined(separator: ".")
  }

  func folderName(_ batch: Int) -> String { batch > 12 ? "after-the-year" : Year.name(of: batch) }

  func writeTransfers(_ batch: Int) throws -> String? {
    var lines = ["document,line,movement_kind,sku,quantity,location,to_location,lot,effective_at"]
    let moved = trade.bookings.filter { $0.batch == batch && $0.kind == .transfer }
    for (out, into) in zip(moved, moved.dropFirst()) where out.milli < 0 {
      lines.append(
        row([
          out.document, "\(out.line)", "transfer", items[out.item].sku, Digits.quantity(into.milli),
          Goods.places[out.place], Goods.places[into.place], out.lot ?? "", Year.text(out.time),
        ]))
    }
    guard lines.count > 1 else { return nil }
    let name = folderName(batch) + "/transfers.csv"
    try write(name, lines)
    return name
  }

  func writeWriteOffs(_ batch: Int) throws -> String? {
    var lines = ["document,line,movement_kind,sku,quantity,reason,location,lot,effective_at,note"]
    for booking in trade.bookings where booking.batch == batch && booking.reason != nil {
      lines.append(
        row([
          booking.document, "\(booking.line)", booking.kind.rawValue, items[booking.item].sku,
          Digits.quantity(booking.milli), booking.reason ?? "", Goods.places[booking.place], booking.lot ?? "",
          Year.text(booking.time), booking.note ?? "",
        ]))
    }
    guard lines.count > 1 else { return nil }
    let name = folderName(batch) + "/write-offs.csv"
    try write(name, lines)
    return name
  }

  /// A till's lines by the week of the month that they are of, in order.
  func writeTill(_ batch: Int, place: Int) throws -> [String] {
    var weeks: [Int: [Booking]] = [:]
    for booking in trade.bookings where booking.batch == batch && booking.kind == .sale && booking.place == place {
      let month = Year.month(of: booking.time)
      weeks[month * 4 + min(3, (booking.time / Year.day - Year.firstDay(of: month)) / 7), default: []].append(booking)
    }
    var names: [String] = []
    for (week, sold) in weeks.sorted(by: { $0.key < $1.key }) {
      let title = "\(Year.name(of: week / 4))-\(week % 4 + 1)"
      if place == Trade.shop {
        names.append("\(folderName(batch))/till-\(title).csv")
        try write(
          names[names.count - 1],
          ["document,line,effective_at,barcode,quantity,unit_price,lot,location"]
            + sold.map { booking in
              row([
                booking.document, "\(booking.line)", Year.text(booking.time), items[booking.item].barcode,
                Digits.quantity(-booking.milli), Digits.money(booking.price ?? 0), booking.lot ?? "", "shop",
              ])
            })
      } else {
        names.append("\(folderName(batch))/kiosk-\(title).jsonl")
        try write(
          names[names.count - 1],
          sold.map { booking in
            """
            {"document": "\(booking.document)", "line": \(booking.line), "effective_at": "\(Year.text(booking.time))", \
            "sku": "\(items[booking.item].sku)", "quantity": "\(Digits.quantity(-booking.milli))", \
            "unit_price": "\(Digits.money(booking.price ?? 0))", "lot": "\(booking.lot ?? "")"}
            """
          })
      }
    }
    return names
  }

  // MARK: Counts

  func writeCount(_ outcome: Books.Outcome) throws -> String {
    var lines = ["section,sku,counted_quantity,counted_at,counter"]
    for item in outcome.counted {
      guard let look = outcome.evening.first[item] else { continue }
      // Two people count items that are kept in two places.
      let apart = item % 23 == 4 && look.counted >= 2000 ? look.counted / 2 / 1000 * 1000 : 0
      let time = look.time == outcome.evening.cutOff ? "" : Year.text(look.time)
      lines.append(
        row([
          Crew.section(of: item), items[item].sku, Digits.quantity(look.counted - apart), time, Crew.counter(of: item),
        ]))
      if apart > 0 {
        lines.append(row(["W", items[item].sku, Digits.quantity(apart), time, Crew.counter(of: item + 1)]))
      }
    }
    for item in outcome.blank { lines.append(row([Crew.section(of: item), items[item].sku, "", "", ""])) }
    let name = "\(folderName(outcome.evening.month))/count-\(Goods.places[outcome.evening.place]).csv"
    try write(name, lines)
    return name
  }

  func writeRecount(_ outcome: Books.Outcome) throws -> String? {
    guard !outcome.recounted.isEmpty else { return nil }
    var lines = ["section,sku,counted_quantity,counted_at,counter"]
    for item in outcome.recounted {
      guard let look = outcome.evening.second[item] else { continue }
      lines.append(
        row(["R", items[item].sku, Digits.quantity(look.counted), Year.text(look.time), Crew.recounter]))
    }
    let name = "\(folderName(outcome.evening.month))/recount-\(Goods.places[outcome.evening.place]).csv"
    try write(name, lines)
    return name
  }
}
