internal import FormatKit
internal import RetailValues
internal import Stock

/// A way of reading files whose rows can be recognised when they come again: all that decides what becomes of a row,
/// next to its bytes and the records of the shop.
struct ImportFeed {
  /// The digest of everything that identifies the feed. A different digest is another feed, of which nothing is known.
  let fingerprint: String

  /// Increased when a change in the program gives other results for the same rows.
  private static let version = 1

  /// - Returns: nil where rows cannot be judged one by one: where they move stock, count or order something, where one takes
  ///   values from those above it, and where an item is found by something else than its SKU.
  init?(
    _ request: ImportRequest, _ opened: OpenedSource, _ context: StagingContext, _ settings: ShopSettings, tool: String
  ) {
    guard opened.profile.fillDown == nil, Self.isJudgedByRow(opened.profile),
      context.match == nil || context.match == [.sku]
    else { return nil }
    func lines(_ values: [String: String]) -> [String] {
      values.sorted { $0.key < $1.key }.flatMap {
        ["\($0.key.utf8.count)", $0.key, "\($0.value.utf8.count)", $0.value]
      }
    }
    func word<Notation>(_ reading: ColumnReading<Notation>?) -> String {
      reading.map { "\($0.notation) \($0.isDisputed)" } ?? "-"
    }
    let marks = opened.marks
    let parts: [[String]] = [
      ["\(Self.version)", tool, opened.format.descriptor.id, opened.fingerprint],
      [settings.currency.code, settings.timeZone, request.location ?? "-", request.supplier ?? "-"],
      lines(opened.options), lines(request.constants), lines(request.forced), lines(opened.renamed),
      lines(context.duplicates.mapValues(\.rawValue)), lines(marks.decimal.mapValues(word)),
      lines(marks.dates.mapValues(word)), lines(marks.codes.mapValues { "\($0)" }),
      [word(marks.fileMark), word(marks.fileOrder)],
      [context.match == nil ? "any" : "sku"],
    ]
    fingerprint = SHA256Hash.hexadecimal(
      of: parts.map { "\($0.count)\n" + $0.joined(separator: "\n") }.joined(separator: "\n"))
  }

  private static func isJudgedByRow(_ profile: MappingProfile) -> Bool {
    let records = profile.records.filter { !$0.kind.isEmpty }
    return !records.isEmpty
      && records.allSatisfy { record in
        guard let kind = Vocabulary.kind(record.kind), kind.recognition != nil else { return false }
        let given = Set(record.fields.map(\.field)).union(profile.constants.keys.filter { kind.field($0) != nil })
        // The number of a row depends on the rows above it.
        let isNumbered = record.fields.contains { if case .numbered = $0.value.source { true } else { false } }
        if isNumbered { return false }
        // Codes that name an item next to its SKU may come to mean another item because of records that the row does not name.
        if kind.part != .barcode, given.contains("barcode") { return false }
        if kind.part != .supply, given.contains("supplier_code") { return false }
        if [.barcode, .supply, .price].contains(kind.part), !given.contains("sku") { return false }
        return !given.contains("parent_category")
      }
  }
}

/// The digests of the rows of a batch.
struct RowDigests {
  private let hash: SipHash
  private var words: [UInt64] = []

  init(_ hash: SipHash) { self.hash = hash }

  /// A number for a table and its columns, which goes into the digest of each of its rows.
  func tag(of schema: Schema) -> UInt64 {
    let names =
      [schema.table] + (schema.currency.map { ["currency \($0)"] } ?? [])
      + schema.columns.map { "\($0.type.rawValue) \($0.currency.map { "\($0) " } ?? "")\($0.name)" }
    return hash.digest(of: names.map { "\($0.utf8.count) \($0)" }.joined(separator: "\n")).low
  }

  /// The digest of a row: its table, and the content and kind of each field.
  mutating func digest(row: Int, of batch: borrowing RecordBatch, columns: Int, tag: UInt64) -> RowDigest {
    words.removeAll(keepingCapacity: true)
    words.append(tag)
    var length = 0
    var pending: UInt64 = 0
    for column in 0..<columns {
      let count = batch.bytes(row: row, column: column).count
      length &+= count
      let word = UInt64(truncatingIfNeeded: count) << 3 | UInt64(batch.kind(row: row, column: column).rawValue)
      if column & 1 == 0 {
        pending = word
      } else {
        words.append(pending | word << 32)
      }
    }
    if columns & 1 == 1 { words.append(pending) }
    // The fields of a row follow each other in memory.
    let start = columns == 0 ? nil : batch.bytes(row: row, column: 0).baseAddress
    return words.withUnsafeBufferPointer { hash.digest($0, UnsafeRawBufferPointer(start: start, count: length)) }
  }
}
