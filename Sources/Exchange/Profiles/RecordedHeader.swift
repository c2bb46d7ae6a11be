public import FormatKit
internal import RetailValues
internal import Stock

/// The names of a file's columns as a profile remembers them, table by table.
public struct RecordedHeader: Hashable, Sendable, Codable {
  public struct Table: Hashable, Sendable, Codable {
    /// Nil for the first table of a file.
    public var name: String?
    public var columns: [String]

    public init(name: String?, columns: [String]) {
      self.name = name
      self.columns = columns
    }
  }

  public var tables: [Table]

  public init(tables: [Table]) { self.tables = tables }

  /// The header of a file with these tables; the names are left out where there is one.
  public init(_ schemas: [Schema]) {
    tables = schemas.map { Table(name: schemas.count == 1 ? nil : $0.table, columns: $0.ownColumns) }
  }

  /// A hash over the names of the columns in order; case, spaces and punctuation do not count, nor does the name of a
  /// single table.
  public var fingerprint: String {
    let lines = tables.map { table in
      ([tables.count == 1 ? "" : table.name ?? ""] + table.columns.map(Vocabulary.normalized)).joined(
        separator: "\u{1F}")
    }
    return SHA256Hash.hexadecimal(of: lines.joined(separator: "\u{1E}"))
  }

  /// How much of two headers is the same: 1 when they are alike, 0 when they have no column in common.
  public func likeness(to other: RecordedHeader) -> Double {
    if fingerprint == other.fingerprint { return 1 }
    func names(_ header: RecordedHeader) -> Set<String> {
      Set(
        header.tables.flatMap { table in
          table.columns.map {
            (header.tables.count == 1 ? "" : "\(table.name ?? "")\u{1F}") + Vocabulary.normalized($0)
          }
        })
    }
    let (mine, theirs) = (names(self), names(other))
    guard !mine.isEmpty, !theirs.isEmpty else { return 0 }
    // Another order of the same columns is not quite the same header.
    return min(0.99, Double(mine.intersection(theirs).count) / Double(mine.union(theirs).count))
  }

  /// The columns of a table; of the only one when its name is not known.
  func columns(of table: String, isFirst: Bool) -> [String]? {
    tables.first { $0.name == table }?.columns ?? (isFirst ? tables.first { $0.name == nil }?.columns : nil)
  }
}

/// The changes of the columns since a profile was made.
struct HeaderChange {
  private(set) var findings: [SourceFinding] = []
  /// For each column that is gone, the new one that it may be called now.
  private(set) var renamed: [String: String] = [:]

  /// - Parameter fields: the fields that each column of the profile is mapped to.
  init(from header: RecordedHeader, to schemas: [Schema], profile: MappingProfile) {
    for (place, schema) in schemas.enumerated() {
      guard let before = header.columns(of: schema.table, isFirst: place == 0) else { continue }
      let now = schema.ownColumns
      let place = schemas.count > 1 ? " in \(schema.table)" : ""
      let (known, present) = (Set(before), Set(now))
      var added = now.filter { !known.contains($0) }
      let gone = before.filter { !present.contains($0) }
      let surplus = max(0, gone.count - Self.shownColumns) + max(0, added.count - Self.shownColumns)
      added = Array(added.prefix(Self.shownColumns))
      for column in gone.prefix(Self.shownColumns) {
        let near = Self.nearest(column, among: added)
        if let near {
          renamed[column] = near
          added.removeAll { $0 == near }
        }
        let fields = profile.fields(of: column, table: schema.table)
        let consequence = fields.isEmpty ? "it was not used" : "\(fields.joined(separator: ", ")) left alone"
        findings.append(
          SourceFinding(
            "column gone\(place)", column,
            evidence: consequence + (near.map { "; perhaps it is called '\($0)' now" } ?? "")))
      }
      for column in added where profile.fields(of: column, table: schema.table).isEmpty {
        findings.append(
          SourceFinding("new column\(place)", column, evidence: "the profile does not know it; it is not used"))
      }
      if surplus > 0 {
        findings.append(
          SourceFinding(
            "more columns that differ\(place)", "\(surplus)", evidence: "the profile was made for quite another file"))
      }
    }
    let names = Set(schemas.map(\.table))
    for table in header.tables.compactMap(\.name) where !names.contains(table) && schemas.count > 1 {
      findings.append(SourceFinding("table gone", table, evidence: "among the first records there is not one of it"))
    }
  }

  /// How many columns of each sort are listed.
  private static let shownColumns = 40

  private static func nearest(_ column: String, among added: [String]) -> String? {
    let plain = Vocabulary.normalized(column)
    return added.first { Vocabulary.normalized($0) == plain } ?? nearestName(to: column, among: added)
      ?? added.first { name in
        let words = Set(Vocabulary.normalized(name).split(separator: " "))
        let own = Set(plain.split(separator: " "))
        return !own.isEmpty && (words.isSuperset(of: own) || own.isSuperset(of: words)) && !words.isEmpty
      }
  }
}

extension Schema {
  /// The columns that the sender gave, without those that are added in a file of refused records.
  fileprivate var ownColumns: [String] { columns.map(\.name).filter { !RejectColumns.contains($0) } }
}

extension MappingProfile {
  /// The fields that a column is mapped to, or is needed for.
  func fields(of column: String, table: String) -> [String] {
    var fields: [String] = []
    for record in records where record.table == nil || record.table == table {
      for mapping in record.fields where mapping.value.columns.contains(column) && !fields.contains(mapping.field) {
        fields.append(mapping.field)
      }
    }
    return fields
  }
}

extension MappingProfile {
  /// The fields that are multiplied or divided by a number in the profile, such as a rate of exchange.
  ///
  /// - Parameter evidence: where the number comes from.
  func calculations(evidence: String) -> [SourceFinding] {
    var findings: [SourceFinding] = []
    for mapping in records.flatMap(\.fields) {
      for step in mapping.value.steps {
        let shown: String
        switch step {
        case .multiply(let number, _) where (try? ExactDecimal(parsing: number.utf8)) != nil: shown = "× \(number)"
        case .divide(let number, _) where (try? ExactDecimal(parsing: number.utf8)) != nil: shown = "÷ \(number)"
        default: continue
        }
        let finding = SourceFinding(
          "\(mapping.field) calculated", "\(mapping.value.columns.first ?? "") \(shown)",
          evidence: "\(evidence); rounded once, half away from zero")
        if !findings.contains(finding) { findings.append(finding) }
      }
    }
    return findings
  }
}

extension MappingProfile {
  /// The column that has the unit in which an item is kept.
  var stockUnitColumn: String? {
    for mapping in records.flatMap(\.fields) where mapping.field == "stock_unit" && mapping.value.steps.isEmpty {
      if case .columns(let names) = mapping.value.source { return names.first }
    }
    return nil
  }

  /// Whether the records say what the items are.
  private var hasItems: Bool { records.contains { Vocabulary.kind($0.kind)?.field("stock_unit") != nil } }

  /// The unit that all items are kept in, where it is given for the whole file.
  var givenStockUnit: String? { hasItems ? constants["stock_unit"] : nil }

  /// The options that give the unit that all items are kept in; nil where the records say nothing about the items.
  func unitOption(for kind: RecordKind) -> String? {
    let option = FieldReader.Givable.stockUnitOption
    if hasItems { return option }
    return kind.part == .level ? "--kind products \(option)" : nil
  }

  /// The columns with the codes of the items that records of a kind are about.
  func itemColumns(of kind: String) -> [String] {
    let fields = records.filter { $0.kind == kind }.flatMap(\.fields)
    return ["sku", "barcode"].compactMap { name in
      guard let mapping = fields.first(where: { $0.field == name && $0.value.steps.isEmpty }),
        case .columns(let names) = mapping.value.source
      else { return nil }
      return names.first
    }
  }
}

extension ValueExpression {
  /// The columns from which the value is made, if they are named.
  var columns: [String] {
    var names: [String] = []
    switch source {
    case .columns(let columns), .numbered(let columns): names = columns
    case .template(let template):
      names = template.split(separator: "{").dropFirst().compactMap { $0.split(separator: "}").first.map(String.init) }
    case .constant, .given, .named: break
    }
    for step in steps {
      switch step {
      case .divide(let name, _), .multiply(let name, _), .per(let name), .unit(let name): names.append(name)
      default: break
      }
    }
    return names
  }
}
