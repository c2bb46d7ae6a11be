internal import FormatKit
internal import SupplyDocuments
internal import XMLReading

/// Catalogues, and the reports of stock and of sales.
extension DocumentBuilder {
  /// The records of a catalogue's item: the product, its variant, its barcode, what the supplier asks, what customers pay.
  func catalogueRows(_ element: XMLElement, _ line: Captures, _ report: inout StructureReport) -> [Row] {
    var product = Row(.products, at: element)
    product.take(line)
    translate("status", of: line, &product, &report)
    let barcode = barcode(of: line)
    guard let code = line.text("sku") ?? line.text("supplier_code") ?? barcode else {
      report.add(
        .ublMissingElement, at: element,
        "the item has no code: no BuyersItemIdentification, "
          + "SellersItemIdentification or StandardItemIdentification with a GTIN")
      return [product]
    }
    product.set("product_code", code)
    if let category = line["tax_category"], let rate = word(of: category, &report), product["tax_rate"] == nil {
      product.set("tax_rate", rate)
    }
    if let description = product["description"], description == product["title"] { product["description"] = nil }
    var variant = Row(.variants, at: element)
    variant.set("sku", code)
    variant.set("product_code", code)
    for property in line.all("properties") {
      guard let name = property.element.value("Name")?.lowercased(), let value = property.element.value("Value"),
        let column = Self.propertyColumns[name], variant[column] == nil
      else { continue }
      variant.set(column, value)
    }
    var rows = [product, variant]
    if let barcode {
      var row = Row(.barcodes, at: element)
      row.set("barcode", barcode)
      row.set("sku", code)
      rows.append(row)
    }
    return rows + supplyRows(code, element, line, &report)
  }

  private static let propertyColumns: [String: String] = [
    "colour": "colour", "color": "colour", "farbe": "colour", "couleur": "colour", "colore": "colour", "färg": "colour",
    "size": "size", "größe": "size", "taille": "size", "taglia": "size", "talla": "size", "storlek": "size",
  ]

  /// The supplier's price for an item, and the price for customers.
  private func supplyRows(
    _ code: String, _ element: XMLElement, _ line: Captures, _ report: inout StructureReport
  ) -> [Row] {
    var rows: [Row] = []
    var supply = Row(.supplierItems, at: element)
    supply.set("supplier", supplier)
    if let own = line.text("supplier_code_0"), own != supplier, !isSupplierGiven {
      if let row = supplierRow(own, line, index: 0, at: element) { rows.append(row) }
      supply.set("supplier", own)
    }
    supply.set("sku", code)
    supply.set("supplier_code", line.text("supplier_code"))
    supply.set("minimum_order", line.text("minimum_order"))
    supply.set("lead_time_days", line["lead_time"].flatMap { days(of: $0) })
    let unit = line.text("order_unit_word") ?? ""
    let pack = line.text("content") ?? line.text("pack")
    let measure = LineMeasure(unitCode: unit, pack: pack.flatMap { ExactNumber($0) })
    supply.set("order_unit", measure.word)
    if !unit.isEmpty || pack != nil { supply.set("pack_size", measure.content?.shortest) }
    let places = line.all("places").compactMap { place in place.element.first("Price").map { (place.element, $0) } }
    var cost: XMLElement?
    for (place, price) in places {
      let kind = price.value("PriceTypeCode").flatMap { CodeLists.translations["PriceTypeCode"]?[$0] } ?? "cost"
      if kind == "list" {
        rows.append(contentsOf: [priceRow(code, price, line, at: place)].compactMap { $0 })
      } else if let cost {
        if cost.value("PriceAmount") != price.value("PriceAmount") {
          report.add(
            .ublNotImported, at: price, value: price.value("PriceAmount"),
            "the price '\(price.value("PriceAmount") ?? "")' for another place or quantity is not imported")
        }
      } else {
        cost = price
        var found = Captures()
        Self.priceRules.take(price, into: &found)
        setUnitCost(found, measure, "unit_cost", &supply, &report)
        supply.set("currency", price.first("PriceAmount")?[attribute: "currencyID"])
      }
    }
    return [supply] + rows
  }

  private static let priceRules = MappingRules(
    """
    price = Price/PriceAmount
    price_base = Price/BaseQuantity
    orderable_factor = Price/OrderableUnitFactorRate
    """)

  private func priceRow(_ code: String, _ price: XMLElement, _ line: Captures, at place: XMLElement) -> Row? {
    guard let amount = price.value("PriceAmount"),
      price.value("BaseQuantity").map({ ExactNumber($0)?.isOne ?? false })
        ?? true
    else { return nil }
    var row = Row(.prices, at: place)
    row.set("sku", code)
    row.set("price_type", "list")
    row.set("currency", price.first("PriceAmount")?[attribute: "currencyID"])
    row.set("price", amount)
    let day = price.value("ValidityPeriod", "StartDate") ?? line.text("valid_from") ?? captures.text("valid_from")
    row.set("valid_from", day.flatMap { DocumentValue.day($0) })
    return row
  }

  /// A measure of time in days; nil when it is not a whole number of them.
  private func days(of value: Captures.Value) -> String? {
    let factors = ["DAY": 1, "D": 1, "WEE": 7]
    guard let factor = factors[value.element[attribute: "unitCode"] ?? ""], let number = ExactNumber(value.text),
      let days = number.multiplied(by: ExactNumber(factor))?.shortest, !days.contains("."), !days.hasPrefix("-")
    else { return nil }
    return days
  }

  // MARK: Stock and sales

  /// When a report is of: the end of its period, with its time where there is one.
  private var moment: String? {
    guard let value = captures["as_of"] else { return nil }
    let time: String? =
      switch value.element.name {
      case "EndDate": captures.text("end_time")
      case "StartDate": captures.text("start_time")
      default: captures.text("issued_at")
      }
    return DocumentValue.moment(value.text, time)
  }

  /// A quantity in stock units. A unit of unknown content is reported.
  private func stockUnits(_ line: Captures, _ report: inout StructureReport) -> ExactNumber? {
    let measure = measure(of: line, &report)
    guard let value = line["quantity"], let number = ExactNumber(value.text) else { return nil }
    if let units = measure.stockUnits(number) { return units.isZero ? .zero : units }
    report.add(
      .ublWrongValue, at: value.element, value: value.text,
      "the quantity '\(value.text)' is in \(measure.word ?? "units"), and how many stock units one holds is not given")
    return nil
  }

  func stockRow(_ element: XMLElement, _ line: Captures, _ report: inout StructureReport) -> Row {
    var row = Row(.stockLevels, at: element)
    row.take(line)
    row["quantity"] = nil
    takeItem(line, &row, &report)
    row.set("quantity", stockUnits(line, &report)?.shortest)
    row.set("effective_at", moment)
    return row
  }

  func salesRows(_ element: XMLElement, _ line: Captures, _ report: inout StructureReport) -> [Row] {
    guard let kind = line["kind"], word(of: kind, &report) == "sales" else {
      report.add(
        .ublNotImported, at: element, value: line.text("kind"),
        "the activity '\(line.text("kind") ?? "")' is not a sale")
      return []
    }
    let items = element.all("SalesItem")
    return items.enumerated().map { index, element in
      var item = Captures()
      for child in element.children { MappingTables.salesItem.take(child, into: &item) }
      var row = Row(.sales, at: element)
      row.take(item)
      row["quantity"] = nil
      takeItem(item, &row, &report)
      row.set("document", captures.text("id"))
      let number = line.text("line") ?? String(lineCount)
      row.set("line", items.count > 1 ? "\(number).\(index + 1)" : number)
      row.set("location", line.text("location"))
      row.set("quantity", stockUnits(item, &report)?.shortest)
      setUnitCost(item, measure(of: item, &report), "unit_price", &row, &report)
      row.set("currency", item["price"]?.element[attribute: "currencyID"] ?? currency)
      row.set("effective_at", moment)
      return row
    }
  }
}
