public import FormatKit

/// Shared lists with their items as a file holds them, each record by its key.
public struct SharedLists: Hashable, Sendable {
  /// A list or an item: its fields without those of its key.
  public typealias Fields = [String: String]

  public var lists: [String: Fields] = [:]
  /// Items by the code of their list and their own.
  public var items: [String: [String: Fields]] = [:]

  public init(lists: [String: Fields] = [:], items: [String: [String: Fields]] = [:]) {
    self.lists = lists
    self.items = items
  }

  /// Items that are read from one file: lists are what some people keep by hand.
  static let itemLimit = 100_000

  /// Reads a file of lists.
  ///
  /// - Returns: the lists, and what is odd or wrong in the file; with an error among it they are not to be used.
  /// - Throws: what ends the source, and `too-many-items`.
  public static func read(
    _ source: ByteSource, as format: RegisteredFormat, options: [String: String] = [:]
  ) throws -> (lists: SharedLists, problems: [Problem]) {
    guard let reading = format.reading else {
      throw Problems(
        .unknownFormat, source: source.name, value: format.descriptor.id,
        "the format \(format.descriptor.id) cannot be read", remedy: "See `stockroom formats`.")
    }
    var read = SharedLists()
    var problems: [Problem] = []
    var count = 0
    var reader = try reading.reader(for: source, options: options)
    var batch = RecordBatch()
    batches: while true {
      do throws(Problems) {
        guard try reader.read(into: &batch) else { break batches }
      } catch {
        // A device may have no list yet, and merging is not an import.
        if error.code == .nothingTaken { break batches }
        throw error
      }
      problems += batch.problems.map(\.problem)
      let areItems = Vocabulary.kind(batch.schema.table)?.field("item") != nil
      for row in 0..<batch.rowCount {
        var fields: Fields = batch.texts(ofRow: row)
        guard let list = fields.removeValue(forKey: "list") else { continue }
        count += 1
        let position = batch.position(row: row)
        let place = SourcePosition(line: position.line, byteOffset: position.byteOffset)
        guard count <= itemLimit else {
          throw Problems(
            .listTooLong, source: source.name, at: place,
            "the lists have more than \(itemLimit) items")
        }
        func repeated(_ what: String) {
          problems.append(
            Problem(.listRepeated, source: source.name, at: place, value: what, "\(what) stands twice"))
        }
        if !areItems {
          if read.lists.updateValue(fields, forKey: list) != nil { repeated("the list '\(list)'") }
        } else if let item = fields.removeValue(forKey: "item"),
          read.items[list, default: [:]].updateValue(fields, forKey: item) != nil
        {
          repeated("the item '\(item)' of the list '\(list)'")
        }
      }
    }
    return (read, problems)
  }

  /// Writes the lists in order of their codes, in a format that holds both kinds.
  public func write(as format: RegisteredFormat, options: [String: String] = [:], to sink: ByteSink) throws {
    guard let gathering = format.gathering else {
      throw Problems(
        .unknownFormat, value: format.descriptor.id,
        "the format \(format.descriptor.id) does not hold lists with items",
        remedy: "Take freshness-list.")
    }
    var writer = try gathering.writer(to: sink, options: options)
    let tables = try gathering.demands(options: options).flatMap(\.tables)
    var batch = RecordBatch()
    func add(_ kind: String, _ records: [(list: String, item: String?, fields: Fields)]) throws {
      guard let table = tables.first(where: { $0.kind == kind }) else { return }
      batch.reset(schema: Schema(table: kind, columnNames: table.fields))
      for record in records {
        for field in table.fields {
          let text = field == "list" ? record.list : field == "item" ? record.item : record.fields[field]
          if let text { batch.append(text: text, kind: .text) } else { batch.append(missing: .absent) }
        }
        batch.endRow(at: RecordPosition(line: 0, byteOffset: 0, record: batch.rowCount + 1))
        if batch.isFull {
          try writer.write(batch)
          batch.removeAllRows()
        }
      }
      if batch.rowCount > 0 { try writer.write(batch) }
    }
    for code in Set(lists.keys).union(items.keys).sorted() {
      try add("shared_lists", [(code, nil, lists[code] ?? [:])])
      try add("list_items", (items[code] ?? [:]).sorted { $0.key < $1.key }.map { (code, $0.key, $0.value) })
    }
    try writer.finish()
  }
}
