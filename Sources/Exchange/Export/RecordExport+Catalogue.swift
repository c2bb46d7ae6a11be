public import FormatKit
internal import Foundation
internal import RetailValues
internal import Stock

extension RecordExport {
  /// Writes the catalogue of the shop as a shop system takes it: its variants, those of one product together.
  ///
  /// Nothing reaches the sink before the whole file is known to be right: what the system needs and the shop lacks is one
  /// error that lists all of it.
  ///
  /// - Parameters:
  ///   - fields: those of the format's ``CatalogueExport`` that may be shown; all of them when nil.
  ///   - location: code of the only location whose stock is wanted.
  ///   - options: those of the format that the user gave.
  /// - Returns: how many variants were written.
  @discardableResult
  public func writeCatalogue(
    format: RegisteredFormat, fields: [String]? = nil, location: String? = nil, options: [String: String] = [:],
    to sink: ByteSink
  ) throws -> Int {
    let writing = try format.requireWriting()
    guard let catalogue = format.catalogue, let kind = Vocabulary.kind(CatalogueExport.kind) else {
      throw Problems(
        .unknownFormat, value: format.descriptor.id, "a file of \(format.descriptor.id) is not a catalogue",
        remedy: "Name the kind of records that it should hold.")
    }
    let completed = catalogue.options.merging(options) { _, given in given }
    return try withSnapshot { snapshot in
      let columns = try RecordColumns(
        kind, fields: fields ?? catalogue.fields, shop: snapshot.settings, templates: templates)
      let nowhere = try Nowhere()
      var trial = try writing.writer(for: columns.schema, to: nowhere.sink, options: completed)
      try fill(&trial, columns, location, of: snapshot, progress: nil)
      var writer = try writing.writer(for: columns.schema, to: sink, options: completed)
      let count = try fill(&writer, columns, location, of: snapshot, progress: progress)
      for notice in writer.notices { noted?(notice) }
      try noteProductsWithoutVariants(of: snapshot)
      return count - writer.omittedRecords
    }
  }

  @discardableResult
  private func fill(
    _ writer: inout any BatchWriter, _ columns: RecordColumns, _ location: String?, of snapshot: ShopSnapshot,
    progress: ((Int) -> Void)?
  ) throws -> Int {
    var filler = RecordFiller(columns)
    var batch = RecordBatch()
    batch.reset(schema: columns.schema)
    let wanted = RecordSelection(kind: columns.kind, fields: columns.selected, location: location)
    try snapshot.forEachRecord(of: [wanted], groupedBy: CatalogueExport.group) { _, row in
      guard let row else { return }
      filler.append(row, to: &batch)
      if batch.isFull {
        try writer.write(batch)
        batch.removeAllRows()
        progress?(filler.count)
      }
    }
    if batch.rowCount > 0 { try writer.write(batch) }
    try writer.finish()
    return filler.count
  }

  /// A catalogue has what can be sold: a product that has no variant is not in it.
  private func noteProductsWithoutVariants(of snapshot: ShopSnapshot) throws {
    guard noted != nil else { return }
    var examples: [String] = []
    var count = 0
    var product: String?
    let kinds = ["products", CatalogueExport.kind]
    func settle() {
      guard let code = product else { return }
      count += 1
      if examples.count < 5 { examples.append(code) }
      product = nil
    }
    let selections = kinds.map { RecordSelection(kind: $0, fields: [CatalogueExport.group]) }
    try snapshot.forEachRecord(of: selections, groupedBy: CatalogueExport.group) { place, row in
      if place == 0, let row {
        settle()
        product = row.text(0).map { String(decoding: $0, as: UTF8.self) }
      } else if place == 1 {
        product = nil
      }
    }
    settle()
    guard count > 0 else { return }
    let more = count > examples.count ? " and \(count - examples.count) more" : ""
    noted?(
      Problem(
        .catalogueIncomplete,
        "products without variants are not in the file: \(examples.joined(separator: ", "))\(more)",
        remedy: "Import a variant for each product that should be sold."))
  }
}

/// A sink that discards its bytes.
private final class Nowhere {
  let sink: ByteSink
  private let descriptor: Int32

  init() throws {
    descriptor = open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw Problems(.sinkFailed, source: "/dev/null", "cannot be opened: \(String(cString: strerror(errno)))")
    }
    sink = ByteSink(descriptor: descriptor, name: "/dev/null")
  }

  deinit { close(descriptor) }
}
