internal import Catalog
public import FormatKit

/// What a file is and why we think so, from its first records.
public struct Inspection {
  /// A table as far as it was read.
  public struct Table: Sendable {
    public var schema: Schema
    public var recordsSeen: Int
    /// The first records.
    public var records: [[String?]]
    /// For each column up to three different values.
    public var examples: [[String]]
  }

  public let format: String
  public let reason: String
  /// What other formats say of the file: `xml, 30 %: …`.
  public let otherClaims: [String]
  public private(set) var findings: [SourceFinding] = []
  public private(set) var tables: [Table] = []
  /// Whether the whole file was looked at.
  public private(set) var isWhole = true
  /// Which fields each column stands for.
  public private(set) var meanings: [String: [String]] = [:]
  /// The kinds of records that a row becomes.
  public private(set) var recordKinds: [String] = []
  public private(set) var problems: [Diagnostic] = []
  private var profile: MappingProfile?
  private let options: [String: String]

  private static let rowLimit = 5000

  /// Looks at a source. Trouble inside the file is told, not thrown.
  ///
  /// - Throws: when no format recognises the file, or it cannot be read at all.
  public init(_ request: ImportRequest, registry: FormatRegistry, shownRecords: Int = 3) throws {
    let source = request.source
    let preview = try source.preview()
    let claims = registry.claims(to: preview)
    let chosen: RegisteredFormat
    if let id = request.format ?? request.profile?.format {
      chosen = try registry.format(id)
      reason = "given"
    } else {
      let claim = try registry.identify(preview)
      chosen = claim.format
      reason = claim.confidence.reason
    }
    format = chosen.descriptor.id
    let others = claims.filter { $0.format.descriptor.id != chosen.descriptor.id }
    otherClaims = others.map { "\($0.format.descriptor.id), \($0.confidence.score) %: \($0.confidence.reason)" }
    options = (request.profile?.options ?? [:]).merging(request.options) { _, new in new }
    try read(source, chosen, columns: request.profile?.columns ?? [], shownRecords: shownRecords)
    understand(request)
  }

  private mutating func read(
    _ source: ByteSource, _ format: RegisteredFormat, columns: [String], shownRecords: Int
  ) throws {
    guard let reading = format.reading else {
      throw FormatError(.unknownFormat, source: source.name, "the format \(format.descriptor.id) can only be written")
    }
    var options = options
    if !columns.isEmpty, options["header"] == nil { options["header"] = "no" }
    var reader = try reading.reader(for: source, options: options)
    if !columns.isEmpty { reader = RenamingReader(reader, columns: columns) }
    var batch = RecordBatch()
    var rows = 0
    do {
      while try reader.read(into: &batch) {
        note(batch, source: source.name, shownRecords: shownRecords)
        rows += max(1, batch.rowCount)
        if rows >= Self.rowLimit {
          isWhole = false
          break
        }
      }
    } catch {
      var diagnostic = error.diagnostic
      if diagnostic.source.isEmpty { diagnostic.source = source.name }
      problems.append(diagnostic)
    }
    findings = reader.findings
  }

  private mutating func note(_ batch: borrowing RecordBatch, source: String, shownRecords: Int) {
    let schema = batch.schema
    let place: Int
    if let known = tables.firstIndex(where: { $0.schema.table == schema.table }) {
      place = known
    } else {
      place = tables.count
      tables.append(Table(schema: schema, recordsSeen: 0, records: [], examples: []))
    }
    tables[place].schema = schema
    while tables[place].examples.count < schema.columns.count { tables[place].examples.append([]) }
    tables[place].recordsSeen += batch.rowCount
    for row in 0..<batch.rowCount {
      if tables[place].records.count < shownRecords { tables[place].records.append(batch.strings(row: row)) }
      guard row < 50 else { continue }
      for column in schema.columns.indices where tables[place].examples[column].count < 3 {
        if let text = batch.string(row: row, column: column), !text.isEmpty, text.utf8.count < 200,
          !tables[place].examples[column].contains(text)
        {
          tables[place].examples[column].append(text)
        }
      }
    }
    for item in batch.diagnostics where problems.count < 20 {
      var diagnostic = item.diagnostic
      diagnostic.source = source
      problems.append(diagnostic)
    }
  }

  /// Matches the columns with the record vocabulary.
  private mutating func understand(_ request: ImportRequest) {
    if let given = request.profile {
      profile = given
    } else {
      let hints = HeaderMatching.Hints(
        kind: request.kind, fileName: String(request.source.name.split(separator: "/").last ?? ""),
        given: request.supplier == nil ? [] : ["supplier"])
      do {
        let matching = try HeaderMatching(tables.map(\.schema), source: request.source.name, hints: hints)
        profile = matching.profile
      } catch {
        if problems.allSatisfy({ $0.severity != .error }) { problems.append(error.diagnostic) }
      }
    }
    guard let profile else { return }
    for record in profile.records where !record.kind.isEmpty {
      if !recordKinds.contains(record.kind) { recordKinds.append(record.kind) }
      for mapping in record.fields {
        guard case .columns(let columns) = mapping.value.source else { continue }
        for column in columns where meanings[column]?.contains(mapping.field) != true {
          meanings[column, default: []].append(mapping.field)
        }
      }
    }
  }

  /// A mapping profile for this file as YAML with comments, which works as it is; nil when nothing was recognised.
  public func profileText(named name: String) -> String? {
    guard let profile, !profile.records.isEmpty else { return nil }
    var lines = [
      "# What the columns of this file mean. See docs/mapping-profiles.md for all that a profile can say.",
      "profile: \(Self.quoted(name))", "format: \(format)",
    ]
    if !options.isEmpty {
      let pairs = options.sorted { $0.key < $1.key }.map { "\($0.key): \(Self.quoted($0.value))" }
      lines.append("options: { \(pairs.joined(separator: ", ")) }")
    }
    lines += [
      "# decimal: comma          # when numbers are written 1.234,56",
      "# dates: dmy              # when dates are written 31.10.2026",
      "# constants: { currency: EUR, supplier: ACME }   # fields that every record gets", "records:",
    ]
    let several = tables.count > 1
    for record in profile.records {
      lines.append("  - kind: \(record.kind)")
      if several, let table = record.table { lines.append("    from: \(Self.quoted(table))") }
      lines.append("    fields:")
      for mapping in record.fields {
        guard case .columns(let columns) = mapping.value.source, let first = columns.first else { continue }
        if columns.count == 1 {
          lines.append("      \(mapping.field): \(Self.quoted(first))")
        } else {
          lines.append("      \(mapping.field): { columns: [\(columns.map(Self.quoted).joined(separator: ", "))] }")
        }
      }
      let known = Set(record.fields.map(\.field))
      let open = (Vocabulary.kind(record.kind)?.fields ?? []).map(\.name).filter { !known.contains($0) }
      if !open.isEmpty { lines.append("      # also: \(open.joined(separator: ", "))") }
    }
    let used = Set(meanings.keys)
    let unused = tables.flatMap { $0.schema.columns.map(\.name) }
      .filter { !used.contains($0) && !RejectColumns.contains($0) }
    if !unused.isEmpty {
      lines.append("# Columns that are not used:")
      lines += unused.prefix(200).map { "#   \(Self.quoted($0))" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A text as a double-quoted YAML scalar.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case let control where control.value < 0x20 || (0x7F...0x9F).contains(control.value):
        let digits = String(control.value, radix: 16)
        result += "\\x" + String(repeating: "0", count: 2 - digits.count) + digits
      // YAML takes these for line ends, byte-order marks or no characters at all.
      case "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{FFFE}", "\u{FFFF}": result += "\\u" + String(scalar.value, radix: 16)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
