public import FormatKit
internal import JSONReading

/// Writes lists with their items as they come; nothing is kept.
public struct FreshnessListWriter: BatchWriter {
  private var json: JSONTextWriter
  private var list: String?
  private var hasBegun = false

  init(to sink: ByteSink) { json = JSONTextWriter(to: sink, indentation: 2) }

  public mutating func write(_ batch: borrowing RecordBatch) throws(Problems) {
    for row in 0..<batch.rowCount {
      let record = batch.texts(ofRow: row)
      switch batch.schema.table {
      case "shared_lists": try beginList(record)
      case "list_items": try writeItem(record)
      default:
        throw Problems(
          .freshnessUnwritable, value: batch.schema.table, "the table '\(batch.schema.table)' has no place in it")
      }
    }
  }

  public mutating func finish() throws(Problems) {
    try begin()
    try endList()
    try json.endObject()
    try json.endObject()
    try json.endLine()
  }

  private mutating func begin() throws(Problems) {
    guard !hasBegun else { return }
    hasBegun = true
    try json.beginObject()
    try json.key(FreshnessListFormat.rootKey)
    try json.beginObject()
  }

  private mutating func beginList(_ record: [String: String]) throws(Problems) {
    guard let code = record["list"] else {
      throw Problems(.freshnessUnwritable, "a list has no code")
    }
    try begin()
    try endList()
    list = code
    try json.key(code)
    try json.beginObject()
    for (key, field) in [("title", "list_title"), ("kind", "list_kind"), ("owner", "user")] {
      if let text = record[field] { try json.member(key, string: text) }
    }
    if let members = record["members"] {
      try json.key("members")
      try writeCodes(members)
    }
    try json.key("items")
    try json.beginObject()
  }

  private mutating func endList() throws(Problems) {
    guard list != nil else { return }
    try json.endObject()
    try json.endObject()
    list = nil
  }

  private mutating func writeItem(_ record: [String: String]) throws(Problems) {
    guard let item = record["item"], let list, record["list"] == list else {
      throw Problems(.freshnessUnwritable, value: record["item"], "an item does not follow its list")
    }
    try json.key(item)
    try json.beginObject()
    for (key, field, kind) in ItemValues.keys {
      guard let text = record[field] else { continue }
      try json.key(key)
      switch kind {
      case .codes: try writeCodes(text)
      case .number: try json.number(text)
      case .flag: try json.boolean(text == "true" || text == "1")
      case .reminder: try ItemValues.write(reminder: text, to: &json)
      case .text, .day, .place: try json.string(text)
      }
    }
    try json.endObject()
  }

  private mutating func writeCodes(_ codes: String) throws(Problems) {
    try json.beginArray()
    for code in codes.split(separator: ",") { try json.string(code.trimmingSpaces()) }
    try json.endArray()
  }
}

extension Substring {
  /// Without the spaces around it.
  fileprivate func trimmingSpaces() -> String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
