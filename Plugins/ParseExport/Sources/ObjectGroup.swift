internal import FormatKit
internal import JSONReading

/// A record with what belongs to it, and the objects of the export that it came from.
struct ObjectGroup {
  typealias Record = (kind: String, fields: [String: String])
  typealias Object = (file: WaitingObjects.File, text: String)

  var key: SourceKey?
  private var sources: [(className: String, becameRecord: Bool, text: String)] = []
  private var records: [Record] = []

  /// Kinds whose records are part of another record's object.
  private static let parts: Set = ["variants", "product_colours", "counters"]

  mutating func add(_ kind: String, _ fields: [String: String]) {
    if kind == ClassMapper.sourceObjects.kind {
      sources.append((fields["source_class"] ?? "", fields["source_kind"] != nil, fields["source_text"] ?? "{}"))
    } else {
      records.append((kind, fields))
    }
  }

  /// The objects to write: each original object with the changes since its import, and records without an original
  /// object in the form of their class. Objects whose record was removed are left out.
  func objects(_ mapper: inout ClassMapper) -> [Object] {
    var objects: [Object] = []
    var counters = records.filter { $0.kind == "counters" }
    var sources = self.sources
    // Counters with a class of their own are not columns of the counted object.
    sources.removeAll { source in
      guard ParseClass(name: source.className) == .counter, let value = Self.value(of: source.text) else {
        return false
      }
      let read = mapper.records(of: value, named: source.className).first
      guard let place = counters.firstIndex(where: { $0.fields["counter"] == read?.fields["counter"] }) else {
        return true
      }
      let text = Self.text(
        of: value, as: .counter, changed: [counters.remove(at: place)], from: read.map { [$0] } ?? [])
      objects.append((.named(source.className), text))
      return true
    }
    let own = records.filter { $0.kind != "counters" } + counters
    let main = own.first { !Self.parts.contains($0.kind) }
    var isWritten = false
    for source in sources {
      guard source.becameRecord else {
        objects.append((.named(source.className), source.text))
        continue
      }
      guard main != nil else { continue }
      isWritten = true
      if let known = ParseClass(name: source.className), let value = Self.value(of: source.text) {
        let read = mapper.records(of: value, named: source.className)
        objects.append((.named(source.className), Self.text(of: value, as: known, changed: own, from: read)))
      } else {
        objects.append((.named(source.className), source.text))
      }
    }
    if !isWritten, let (known, object) = ParseExportWriter.object(of: own) {
      objects.append((.new(known), object.text))
    }
    // What no object has a column for.
    for counter in counters where main == nil || ParseExportWriter.column(of: counter, in: main) == nil {
      if let (known, object) = ParseExportWriter.object(of: counter.kind, counter.fields) {
        objects.append((.new(known), object.text))
      }
    }
    return objects
  }

  private static func value(of text: String) -> JSONValue? {
    guard let reader = try? JSONEventReader(.text(text)) else { return nil }
    return try? reader.value()
  }

  /// An object as it came in, with the columns that its records would have otherwise today.
  private static func text(
    of value: JSONValue, as known: ParseClass, changed now: [Record], from before: [Record]
  ) -> String {
    guard let (_, new) = ParseExportWriter.object(of: now), let (_, old) = ParseExportWriter.object(of: before) else {
      return value.text
    }
    var members = value.members.map { (key: $0.key, text: $0.value.text, isNull: $0.value.isNull) }
    for column in Set(new.columns.keys).union(old.columns.keys).sorted() {
      let (text, earlier) = (new.columns[column], old.columns[column])
      if text == earlier { continue }
      if let text, let earlier, let text = Self.value(of: text), let earlier = Self.value(of: earlier),
        isSame(text, earlier)
      {
        continue
      }
      let names = known.names(of: column)
      let place =
        names.lazy.compactMap { name in members.firstIndex { $0.key == name && !$0.isNull } }.first
        ?? members.firstIndex { $0.key == names.first }
      switch (text, place) {
      case (let text?, let place?): members[place].text = text
      case (let text?, nil): members.append((column, text, false))
      // A price in another currency than the shop's is not among the fields of an item.
      case (nil, let place?) where column != "price": members.remove(at: place)
      case (nil, _): break
      }
    }
    return WrittenObject.text(of: members.map { ($0.key, $0.text) })
  }

  /// Whether the shop would store both equally: numbers by value, texts without surrounding blanks.
  private static func isSame(_ first: JSONValue, _ second: JSONValue) -> Bool {
    switch (first.content, second.content) {
    case (.string(let first), .string(let second)): return trimmed(first) == trimmed(second)
    case (.number(let first), .number(let second)):
      if first == second { return true }
      guard let first = Double(first), let second = Double(second) else { return false }
      // Places are kept to seven decimals, and nothing else has more.
      return abs(first - second) <= 0.000_000_051
    case (.array(let first), .array(let second)):
      return first.count == second.count && zip(first, second).allSatisfy(isSame)
    case (.object(let first), .object(let second)):
      return first.count == second.count
        && first.allSatisfy { member in
          second.last { $0.key == member.key }.map { isSame(member.value, $0.value) } ?? false
        }
    case (.boolean(let first), .boolean(let second)): return first == second
    case (.null, .null): return true
    default: return false
    }
  }

  private static func trimmed(_ text: String) -> Substring {
    var text = text[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}

extension ClassMapper {
  /// The records of an object as an import would read them.
  mutating func records(of value: JSONValue, named className: String) -> [ObjectGroup.Record] {
    guard let content = ParseContent(className: className) else { return [] }
    var object = ParseObject(value, file: "", base: 0)
    return rows(of: content, &object).map { ($0.table, $0.fields) }
  }
}
