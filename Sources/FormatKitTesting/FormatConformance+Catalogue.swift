public import FormatKit

extension FormatConformance {
  /// Tries writing and reading again where a format writes whole catalogues: products, variants, barcodes, prices and stock
  /// levels of a sample are put together to one table, a row for each variant and price, written, and read back equal.
  ///
  /// Records with an error are left out; a sample that cannot be read to its end is not tried, but one at least must be.
  public static func catalogueRoundTripViolations<F: ReadableFormat & WritableFormat>(
    of format: F.Type, samples: [ConformanceSample], writeOptions: [String: String] = [:],
    readOptions: [String: String]? = nil
  ) -> [String] {
    var found: [String] = []
    var tried = 0
    for sample in samples {
      let reading = CollectedReading(of: format, source: sample.source(), options: sample.options)
      guard reading.error == nil else { continue }
      let catalogue = JoinedCatalogue(reading)
      guard !catalogue.rows.isEmpty else { continue }
      tried += 1
      do {
        let bytes = try catalogue.table.write(as: format, options: writeOptions, rowsPerBatch: 1024)
        if try catalogue.table.write(as: format, options: writeOptions, rowsPerBatch: 1) != bytes {
          found.append("\(sample.name): batches of 1 row are written otherwise than one batch of all")
        }
        let again = CollectedReading(
          of: format, source: .memory(bytes, name: sample.name), options: readOptions ?? writeOptions)
        if let error = again.error { throw error }
        let back = JoinedCatalogue(again)
        for table in JoinedCatalogue.tables {
          let (before, after) = (catalogue.records[table] ?? [], back.records[table] ?? [])
          if before.count != after.count {
            found.append("\(sample.name): \(before.count) records of '\(table)' are read back as \(after.count)")
          }
          for (left, right) in zip(before, after) where left != right {
            found.append("\(sample.name): a record of '\(table)' was \(left) and is read back as \(right)")
          }
        }
        if try back.table.write(as: format, options: writeOptions, rowsPerBatch: 1024) != bytes {
          found.append("\(sample.name): writing what was read back gives other bytes")
        }
      } catch let error {
        found.append("\(sample.name): \(error)")
      }
    }
    if tried == 0 { found.append("no sample gave a catalogue, so nothing was tried") }
    return shortened(found)
  }
}

/// The tables of a catalogue as one.
private struct JoinedCatalogue {
  static let tables = ["products", "variants", "barcodes", "supplier_items", "prices", "stock_levels"]

  /// The records of each table with what is in them, in an order that does not depend on that of the file.
  var records: [String: [[String]]] = [:]
  var rows: [[String: String]] = []
  private let columns: [String]

  init(_ reading: CollectedReading) {
    var values: [String: [[String: String]]] = [:]
    var columns: [String] = []
    for table in reading.tables where Self.tables.contains(table.name) {
      for record in table.flattened where !record.record.problems.contains(where: { $0.severity == .error }) {
        var named: [String: String] = [:]
        for (name, field) in record.values where !field.text.isEmpty {
          named[name == "attributes" ? "\(table.name).attributes" : name] = field.text
        }
        values[table.name, default: []].append(named)
      }
      for name in table.segments.flatMap(\.schema.columns).map(\.name) {
        let qualified = name == "attributes" ? "\(table.name).attributes" : name
        if !columns.contains(qualified) { columns.append(qualified) }
      }
    }
    self.columns = columns
    for (table, found) in values {
      records[table] =
        found.map { record in record.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" } }
        .sorted { $0.lexicographicallyPrecedes($1) }
    }
    join(values)
  }

  private mutating func join(_ values: [String: [[String: String]]]) {
    func bySKU(_ table: String) -> [String: [[String: String]]] {
      Dictionary(grouping: values[table] ?? [], by: { $0["sku"] ?? "" })
    }
    let further = ["barcodes", "supplier_items", "prices", "stock_levels"].map(bySKU)
    var variants = Dictionary(grouping: values["variants"] ?? [], by: { $0["product_code"] ?? $0["sku"] ?? "" })
    var products = values["products"] ?? []
    let named = Set(products.compactMap { $0["product_code"] })
    for variant in values["variants"] ?? [] {
      let code = variant["product_code"] ?? variant["sku"] ?? ""
      if !named.contains(code), !products.contains(where: { $0["product_code"] == code }) {
        products.append(["product_code": code])
      }
    }
    for product in products {
      let own = variants.removeValue(forKey: product["product_code"] ?? "") ?? []
      if own.isEmpty { rows.append(product) }
      for variant in own {
        let base = product.merging(variant) { $1 }
        let lists = further.map { $0[variant["sku"] ?? ""] ?? [] }
        for index in 0..<max(1, lists.map(\.count).max() ?? 0) {
          var row = base
          for list in lists where index < list.count { row.merge(list[index]) { $1 } }
          rows.append(row)
        }
      }
    }
  }

  /// All of it as one table, a row for each variant and price.
  var table: WrittenTable {
    WrittenTable(
      schema: Schema(columnNames: columns),
      rows: rows.map { row in
        columns.map { CollectedReading.Field(kind: row[$0] == nil ? .absent : .text, text: row[$0] ?? "") }
      })
  }
}
