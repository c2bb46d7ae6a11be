public import FormatKit
internal import JSONReading

/// Reads lists one after the other and their items one by one.
///
/// The record of a list is returned when the list ends, because its title may come after its items.
public struct FreshnessListReader: BatchReader {
  private let source: String
  private let reader: JSONEventReader
  private var rows = TableRows(FreshnessListFormat.schemas)
  private var place = Place.start
  private var list = TableRow("shared_lists", at: SourcePosition())
  /// Keys that are not imported; each is reported once.
  private var toldKeys: Set<String> = []
  /// Problems of the text between records.
  private var waiting: [Problem] = []
  private static let keyLimit = 100
  private static let itemLimit = JSONValueLimit(bytes: 1 << 20, nodes: 10_000)

  private enum Place { case start, document, lists, list, itemsByCode, items, end }

  init(_ source: ByteSource, charset: Charset?) throws(Problems) {
    self.source = source.name
    reader = try JSONEventReader(source, charset: charset, depth: 16)
  }

  public var findings: [SourceFinding] { reader.findings }

  public mutating func read(into batch: inout RecordBatch) throws(Problems) -> Bool {
    while !rows.hasOutgoing, place != .end {
      try step()
      if place == .end { rows.flush() }
    }
    guard rows.hasOutgoing else { return false }
    rows.fill(&batch, source: source)
    return true
  }

  private mutating func step() throws(Problems) {
    switch place {
    case .start:
      guard try reader.next() == .beginObject else { throw wrongFormat("begins with no object") }
      place = .document
    case .document:
      guard let key = try reader.nextKey() else {
        _ = try reader.next()
        place = .end
        return
      }
      guard key == FreshnessListFormat.rootKey else { return try skip(key) }
      guard try reader.next() == .beginObject else { throw wrongFormat("has no lists by their code") }
      place = .lists
    case .lists:
      guard let code = try reader.nextKey() else {
        place = .document
        return
      }
      list = TableRow("shared_lists", at: reader.position)
      list["list"] = code
      if try reader.next() == .beginObject {
        place = .list
      } else {
        problem(.freshnessInvalidValue, code, "the list '\(code.prefix(100))' is not an object", &list)
        try reader.skipValue()
        rows.add(list)
      }
    case .list: try readList()
    case .itemsByCode:
      guard let code = try reader.nextKey() else {
        place = .list
        return
      }
      addItem(code, try reader.value(limit: Self.itemLimit))
    case .items:
      guard try reader.nextElement() != nil else {
        place = .list
        return
      }
      addItem(nil, try reader.value(limit: Self.itemLimit))
    case .end: break
    }
  }

  private mutating func readList() throws(Problems) {
    guard let key = try reader.nextKey() else {
      list.problems += reader.takeProblems() + waiting
      waiting = []
      rows.add(list)
      place = .lists
      return
    }
    switch key {
    case "title": try take("list_title", .text, key)
    case "owner": try take("user", .text, key)
    case "members": try take("members", .codes, key)
    case "kind":
      try take("list_kind", .text, key)
      if let kind = list["list_kind"], !["household", "shopping"].contains(kind) {
        problem(.freshnessInvalidValue, kind, "kind '\(kind.prefix(100))' is neither household nor shopping", &list)
        list["list_kind"] = nil
      }
    case "items":
      switch try reader.next() {
      case .beginObject: place = .itemsByCode
      case .beginArray: place = .items
      case .null: break
      default:
        problem(.freshnessInvalidValue, nil, "the items are not an object", &list)
        try reader.skipValue()
      }
    default: try skip(key)
    }
  }

  private mutating func take(_ field: String, _ kind: ItemValues.Kind, _ key: String) throws(Problems) {
    let value = try reader.value(limit: Self.itemLimit)
    Self.take(value, as: kind, key: key, into: field, of: &list)
  }

  private static func take(
    _ value: JSONValue, as kind: ItemValues.Kind, key: String, into field: String, of row: inout TableRow
  ) {
    do {
      let (text, odd) = try ItemValues.read(value, as: kind, key: key)
      row[field] = text
      if let odd {
        row.problems.append(
          Problem(
            .freshnessOddValue, at: value.position, value: value.scalar ?? value.text,
            "\(key) \(value.text.prefix(100)) \(odd)"))
      }
    } catch {
      row.problems.append(
        Problem(error.code, at: value.position, value: value.scalar ?? value.text, error.message))
    }
  }

  private mutating func addItem(_ code: String?, _ value: JSONValue) {
    var row = TableRow("list_items", at: value.position)
    row["list"] = list["list"]
    row["item"] = code
    row.problems = reader.takeProblems() + waiting
    waiting = []
    guard value.isObject else {
      problem(.freshnessInvalidValue, value.text, "the item is not an object", &row, at: value.position)
      return rows.add(row)
    }
    var seen: Set<String> = []
    for member in value.members.reversed() where seen.insert(member.key).inserted {
      if code == nil, member.key == "id" {
        row["item"] = member.value.scalar
      } else if let (key, field, kind) = ItemValues.keys.first(where: { $0.key == member.key }) {
        Self.take(member.value, as: kind, key: key, into: field, of: &row)
      } else if let told = newlyUnknown(member.key, at: member.value.position) {
        row.problems.append(told)
      }
    }
    row.problems.sort { $0.position.byteOffset < $1.position.byteOffset }
    for (field, key) in [("item", "id"), ("title", "name"), ("expires_on", "expires")]
    where row[field] == nil && !row.problems.contains(where: { $0.position.path?.hasSuffix("/" + key) == true }) {
      problem(.freshnessMissingField, nil, "the item has no \"\(key)\"", &row, at: value.position)
    }
    rows.add(row)
  }

  // MARK: - Problems

  private mutating func skip(_ key: String) throws(Problems) {
    if let told = newlyUnknown(key, at: reader.position) { waiting.append(told) }
    try reader.skipValue()
  }

  private mutating func newlyUnknown(_ key: String, at position: SourcePosition) -> Problem? {
    guard toldKeys.count < Self.keyLimit, toldKeys.insert(key).inserted else { return nil }
    return Problem(.freshnessUnknownKey, at: position, value: key, "the key \"\(key.prefix(100))\" is not kept")
  }

  private func problem(
    _ code: Problem.Code, _ value: String?, _ message: String, _ row: inout TableRow,
    at position: SourcePosition? = nil
  ) {
    row.problems.append(Problem(code, at: position ?? reader.position, value: value, message))
  }

  private func wrongFormat(_ what: String) -> Problems {
    Problems(
      .wrongFormat, source: source, at: reader.position, "the file \(what), so it holds no freshness lists")
  }
}
