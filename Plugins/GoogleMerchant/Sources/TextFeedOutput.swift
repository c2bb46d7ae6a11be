internal import CSVFormat
internal import FormatKit
internal import Foundation

/// Writes items as text with tabs.
///
/// The columns are those that any item has, so the items wait in a temporary file until all are there.
final class TextFeedOutput: FeedOutput {
  private let sink: ByteSink
  private let file: UnsafeMutablePointer<FILE>
  /// The columns so far: attributes, with the parts of groups.
  private var columns: [String: [String]] = ["id": []]
  private var places: [String: Int] = [:]
  private var names: [String] = []

  init(_ sink: ByteSink) throws(Problems) {
    self.sink = sink
    guard let file = tmpfile() else {
      throw Problems(.sinkFailed, "no temporary file can be made, where the items wait for their columns")
    }
    self.file = file
  }

  deinit { fclose(file) }

  func write(_ item: WrittenItem) throws(Problems) {
    for name in item.names {
      guard name != "id", let values = item.values[name], !values.isEmpty else { continue }
      try settle(name, values, item)
    }
    try put(item.id)
    try put(count: item.values.count)
    for name in item.names {
      try put(count: place(of: name))
      let values = item.values[name] ?? []
      try put(count: values.count)
      for value in values {
        switch value {
        case .text(let text):
          try put(count: 0)
          try put(text)
        case .parts(let parts):
          try put(count: parts.count + 1)
          for part in parts {
            try put(part.name)
            try put(part.text)
          }
        }
      }
    }
  }

  /// Notes the column of an attribute, and refuses what a column cannot hold.
  private func settle(_ name: String, _ values: [KeptValue], _ item: WrittenItem) throws(Problems) {
    let attribute = AttributeTable.attribute(name)
    var parts = columns[name] ?? []
    for value in values {
      guard case .parts(let found) = value else { continue }
      guard let attribute, !attribute.parts.isEmpty else {
        throw item.unwritable(
          name, nil,
          "the attribute '\(ItemProblem.shortened(name))' of '\(item.id)' has parts, for which text has no place",
          remedy: "Write RSS, with --option form=rss.")
      }
      guard parts.count + found.count <= 4 * GroupText.maximumParts else {
        throw item.unwritable(name, nil, "the attribute '\(name)' has more than \(4 * GroupText.maximumParts) parts")
      }
      for part in found where !parts.contains(part.name) { parts.append(part.name) }
    }
    if values.count > 1, attribute?.isRepeated != true {
      throw item.unwritable(
        name, nil,
        "the attribute '\(ItemProblem.shortened(name))' of '\(item.id)' has \(values.count) values, text has one",
        remedy: "Write RSS, with --option form=rss.")
    }
    if let all = attribute?.parts.map(\.name), !all.isEmpty {
      parts.sort { (all.firstIndex(of: $0) ?? all.count, $0) < (all.firstIndex(of: $1) ?? all.count, $1) }
    }
    columns[name] = parts
    guard columns.count < RecordBatch.maximumColumns else {
      throw item.unwritable(name, nil, "the items have more than \(RecordBatch.maximumColumns) attributes together")
    }
  }

  private func place(of name: String) -> Int {
    if let place = places[name] { return place }
    places[name] = names.count
    names.append(name)
    return names.count - 1
  }

  func finish() throws(Problems) {
    let ordered = columns.keys.sorted { left, right in
      let (one, other) = (AttributeTable.place(of: left), AttributeTable.place(of: right))
      return one == other ? left.utf8.lexicographicallyPrecedes(right.utf8) : one < other
    }
    let headers = ordered.map { name in
      let parts = columns[name] ?? []
      return parts.isEmpty ? name : "\(name)(\(parts.joined(separator: ":")))"
    }
    let schema = Schema(columnNames: headers)
    var options = CSVOptions()
    options.delimiter = UInt8(ascii: "\t")
    var writer = try CSVFormat(options: options).writer(for: schema, to: sink)
    var batch = RecordBatch()
    batch.reset(schema: schema)
    rewind(file)
    while let id = try takeText() {
      var texts = ["id": id]
      for _ in 0..<(try takeCount()) {
        let name = names[min(try takeCount(), names.count - 1)]
        texts[name] = try takeValues(of: name)
      }
      for name in ordered { batch.append(text: texts[name] ?? "") }
      batch.endRow(at: RecordPosition(line: 0, byteOffset: 0, record: batch.rowCount + 1))
      if batch.isFull {
        try writer.write(batch)
        batch.removeAllRows()
      }
    }
    if batch.rowCount > 0 { try writer.write(batch) }
    try writer.finish()
  }

  /// The values of an attribute as one field.
  private func takeValues(of name: String) throws(Problems) -> String {
    let parts = columns[name] ?? []
    let isList = AttributeTable.attribute(name)?.isRepeated == true
    var texts: [String] = []
    for _ in 0..<(try takeCount()) {
      let count = try takeCount()
      if count == 0 {
        let text = try takeText() ?? ""
        texts.append(isList ? ListText.quoted(text, among: ",") : text)
      } else {
        var found: [KeptPart] = []
        for _ in 1..<count { found.append(KeptPart(name: try takeText() ?? "", text: try takeText() ?? "")) }
        texts.append(GroupText.text(found, names: parts))
      }
    }
    return texts.joined(separator: ",")
  }

  // MARK: The temporary file

  private func put(count: Int) throws(Problems) {
    var number = UInt32(truncatingIfNeeded: count).littleEndian
    try put(&number, 4)
  }

  private func put(_ text: String) throws(Problems) {
    try put(count: text.utf8.count)
    var bytes = Array(text.utf8)
    try put(&bytes, bytes.count)
  }

  private func put(_ bytes: UnsafeRawPointer, _ count: Int) throws(Problems) {
    guard fwrite(bytes, 1, count, file) == count else {
      throw Problems(.sinkFailed, "no space is left for the temporary file, where the items wait for their columns")
    }
  }

  private func takeCount() throws(Problems) -> Int {
    var number: UInt32 = 0
    guard fread(&number, 1, 4, file) == 4 else { throw unreadable }
    return Int(UInt32(littleEndian: number))
  }

  /// The next text; nil at the end of the file.
  private func takeText() throws(Problems) -> String? {
    var number: UInt32 = 0
    let count = fread(&number, 1, 4, file)
    if count == 0, ferror(file) == 0 { return nil }
    guard count == 4 else { throw unreadable }
    var bytes = [UInt8](repeating: 0, count: Int(UInt32(littleEndian: number)))
    guard fread(&bytes, 1, bytes.count, file) == bytes.count else { throw unreadable }
    return String(decoding: bytes, as: UTF8.self)
  }

  private var unreadable: Problems { Problems(.sinkFailed, "the temporary file cannot be read again") }
}
