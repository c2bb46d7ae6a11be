internal import FormatKit
internal import Foundation
internal import RetailValues
public import Stock

/// A plan as a file of JSON Lines: the ``PlanHeader``, one line for each record, and a last line with the number of records
/// and the SHA-256 of their lines.
///
/// A record's line says what will be done with it (`kind`, `action`, `key`, `at`, `fields` with `before` and `after`),
/// or why it will be refused (`problems`). Refused records come after the others.
public enum PlanFile {
  /// Returns the name of the column of a problem that is about one cell of the file; nil for another one.
  typealias CellNames = (StagedProblem) -> String?

  /// The longest line that is read.
  static let longestLine = 1 << 24

  /// Writes a plan's record lines, and knows their number and hash.
  struct RecordLines {
    private let values: PlanValue
    private let tables: [String]
    private let cells: CellNames
    private let take: (UnsafeBufferPointer<UInt8>) throws -> Void
    private var line = JSONLine()
    private let hash: SHA256Hash
    private(set) var count = 0

    /// - Parameter header: the plan's first line, which is part of the hash; none to compare lines only.
    init(
      values: PlanValue, tables: [String], cells: @escaping CellNames, header: String = "",
      _ take: @escaping (UnsafeBufferPointer<UInt8>) throws -> Void
    ) {
      let hash = SHA256Hash()
      var header = header
      header.withUTF8 { hash.update(UnsafeRawBufferPointer($0)) }
      self.hash = hash
      self.values = values
      self.tables = tables
      self.cells = cells
      self.take = take
    }

    func digest() -> String { hash.hexadecimalDigest() }

    mutating func writeAll(of area: StagingArea) throws {
      for kind in area.plannedKinds {
        try area.forEachPlanned(kind: kind, actions: nil) { record in
          // A key in conflict is reported with the records that have it.
          if record.action != .conflict { try write(record, []) }
        }
      }
      try area.forEachRecordWithProblems { record, problems in try write(record, problems) }
    }

    private mutating func write(_ record: PlannedRecord, _ problems: [StagedProblem]) throws {
      line.begin()
      line.member("kind", record.kind)
      line.member("action", record.action.rawValue)
      if !record.keys.isEmpty { line.member("key", record.keys) }
      let position = record.position
      if position.record > 0 {
        line.member("at") { line in
          line.begin()
          if position.line > 0 { line.member("line", position.line) }
          line.member("record", position.record)
          if tables.count > 1, tables.indices.contains(position.table) {
            line.member("table", tables[position.table])
          }
          line.end()
        }
      }
      if !record.changes.isEmpty {
        line.member("fields") { line in
          line.begin()
          for change in record.changes {
            line.member(change.field) { line in
              line.begin()
              for (name, value) in [("before", change.before), ("after", change.after)] {
                line.member(
                  name, value.map { values.text($0, of: change.field, kind: record.kind, currency: record.currency) })
              }
              line.end()
            }
          }
          line.end()
        }
      }
      if !problems.isEmpty {
        line.member("problems") { line in
          line.array(problems) { line, problem in
            line.begin()
            line.member("code", problem.code)
            line.member("severity", problem.severity)
            if problem.position.line != position.line { line.member("line", problem.position.line) }
            if let path = problem.path { line.member("path", path) }
            if !problem.field.isEmpty { line.member("field", problem.field) }
            // Where the record of the cell begins.
            if problem.position.line == position.line, let cell = cells(problem) { line.member("cell", cell) }
            if !problem.value.isEmpty { line.member("value", problem.value) }
            line.member("message", problem.message)
            line.member("remedy", problem.remedy)
            line.end()
          }
        }
      }
      line.end()
      line.endLine()
      count += 1
      try line.withBytes { bytes in
        hash.update(UnsafeRawBufferPointer(bytes))
        try take(bytes)
      }
    }
  }

  /// Writes a whole plan.
  ///
  /// - Returns: the SHA-256 of the records' lines alone, without the header, which differs each time.
  static func write(
    _ header: PlanHeader, of area: StagingArea, values: PlanValue, tables: [String], cells: @escaping CellNames,
    to sink: ByteSink
  ) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let first = String(decoding: try encoder.encode(header), as: UTF8.self) + "\n"
    try sink.write(first)
    let records = SHA256Hash()
    var lines = RecordLines(values: values, tables: tables, cells: cells, header: first) { bytes in
      records.update(UnsafeRawBufferPointer(bytes))
      try sink.write(bytes)
    }
    try lines.writeAll(of: area)
    try sink.write("{\"records\":\(lines.count),\"sha256\":\"\(lines.digest())\"}\n")
    return records.hexadecimalDigest()
  }
}

/// A plan file that was opened: its header, then its lines one at a time.
public struct SavedPlan {
  public let header: PlanHeader
  public let path: String
  private var lines: TextLines
  private let hash = SHA256Hash()

  /// One record of a plan, as its line says.
  public struct Record: Decodable, Sendable {
    public struct Place: Decodable, Sendable {
      public var line: Int?
      public var record: Int
      public var table: String?
    }
    public struct Change: Decodable, Sendable {
      public var before: String?
      public var after: String?
    }
    public struct RecordedProblem: Decodable, Sendable {
      public var code: String
      public var severity: String
      /// The line where it is, if that is not the record's line.
      public var line: Int?
      /// The location in the document, where lines say little.
      public var path: String?
      public var field: String?
      /// The column of the cell, where the problem is about one that can be corrected.
      public var cell: String?
      public var value: String?
      public var message: String
      public var remedy: String
    }
    public var kind: String
    public var action: PlanAction
    public var key: [String]?
    public var at: Place?
    public var fields: [String: Change]?
    public var problems: [RecordedProblem]?
  }

  /// Opens a plan.
  ///
  /// - Throws: `plan-invalid` when the file is not a plan, or one of a later form.
  public init(path: String) throws {
    self.path = path
    lines = try TextLines(ByteSource.file(path), charset: .utf8)
    guard let first = try lines.next(), first.text.hasPrefix("{") else { throw Self.invalid(path, "is not a plan") }
    struct Form: Decodable {
      let version: Int
      enum CodingKeys: String, CodingKey { case version = "stockroom_plan" }
    }
    guard let form = try? JSONDecoder().decode(Form.self, from: Data(first.text.utf8)) else {
      throw Self.invalid(path, "is not a plan")
    }
    guard form.version == 1, let header = try? JSONDecoder().decode(PlanHeader.self, from: Data(first.text.utf8))
    else { throw Self.invalid(path, "is a plan of a form that this version does not know") }
    self.header = header
    update(first.text)
  }

  private func update(_ line: String) {
    var line = line + "\n"
    line.withUTF8 { hash.update(UnsafeRawBufferPointer($0)) }
  }

  /// The next record's line; nil at the end, which is checked to be whole.
  ///
  /// - Throws: `plan-invalid` when the file is cut off or was altered.
  public mutating func nextLine() throws -> String? {
    guard let line = try lines.next() else {
      throw Self.invalid(path, "is cut off: its last line is missing")
    }
    guard line.text.hasPrefix("{\"records\":") else {
      update(line.text)
      return line.text
    }
    guard line.text.hasSuffix("\"sha256\":\"\(hash.hexadecimalDigest())\"}") else {
      throw Self.invalid(path, "was altered: its lines are not those that its last line was made for")
    }
    return nil
  }

  /// The record on a line; nil when the line does not contain one.
  public static func record(_ line: String) -> Record? {
    try? JSONDecoder().decode(Record.self, from: Data(line.utf8))
  }

  private static func invalid(_ path: String, _ what: String) -> Problems {
    Problems(.planInvalid, source: path, what)
  }
}

/// One line of JSON in the making.
struct JSONLine {
  private var bytes: [UInt8] = []
  private var needsComma = false

  mutating func begin() {
    bytes.append(UInt8(ascii: "{"))
    needsComma = false
  }

  mutating func end() {
    bytes.append(UInt8(ascii: "}"))
    needsComma = true
  }

  mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  mutating func member(_ name: String, _ value: (inout JSONLine) throws -> Void) rethrows {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    quote(name)
    bytes.append(UInt8(ascii: ":"))
    try value(&self)
    needsComma = true
  }

  mutating func member(_ name: String, _ value: String?) {
    member(name) { line in
      if let value { line.quote(value) } else { line.bytes.append(contentsOf: "null".utf8) }
    }
  }

  mutating func member(_ name: String, _ value: Int) {
    member(name) { $0.bytes.append(contentsOf: String(value).utf8) }
  }

  mutating func member(_ name: String, _ values: [String]) {
    member(name) { line in line.array(values) { $0.quote($1) } }
  }

  mutating func array<Element>(_ elements: [Element], _ write: (inout JSONLine, Element) -> Void) {
    bytes.append(UInt8(ascii: "["))
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      write(&self, element)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func quote(_ text: String) { JSONText.append(text, to: &bytes) }

  /// Hands the line out and begins a new one.
  mutating func withBytes(_ body: (UnsafeBufferPointer<UInt8>) throws -> Void) rethrows {
    try bytes.withUnsafeBufferPointer(body)
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }
}
