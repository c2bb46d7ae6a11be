internal import FormatKit

/// The nested table whose rows a file without a profile is about, such as the lines of orders or the variants of products: they
/// are read with the fields of the records around them.
struct NestedRows {
  let rows: String
  /// The table of the records that hold the rows.
  private let head: String

  var finding: SourceFinding {
    SourceFinding(
      nestedRowsName, rows,
      evidence: "each with the fields of its record in '\(head)', which \(nestedRowsName)=\(head) reads alone")
  }

  /// Nil where the records themselves are what is asked for, or where it is not clear which of several tables is.
  init?(in schemas: [Schema], _ request: ImportRequest, _ format: RegisteredFormat) {
    guard format.options.contains(where: { $0.name == nestedRowsName }), request.options[nestedRowsName] == nil,
      request.profile == nil, Self.mayBeRows(request.kind)
    else { return nil }
    let candidates = NestedTables(schemas)
    guard let rows = candidates.only, let head = rows.parent else { return nil }
    (self.rows, self.head) = (rows.table, head)
  }

  /// Whether rows of a kind may be nested in others: the heads of documents hold the rows, and are not rows.
  private static func mayBeRows(_ kind: String?) -> Bool {
    guard let kind, let known = Vocabulary.kind(kind) else { return true }
    return known.namesItem || known.part != nil
  }
}

/// The nested tables of a source that are about items.
struct NestedTables {
  private let schemas: [Schema]

  init(_ schemas: [Schema]) { self.schemas = schemas }

  /// The only one whose rows name items, where the records around them do not; nil otherwise.
  var only: Schema? {
    let nested = schemas.filter { $0.parent != nil && UnusedColumn.isAboutItems($0) }
    let coded = nested.filter { Self.namesItems($0) }
    let found = outermost(coded.isEmpty ? nested.filter(Self.describesItems) : coded)
    guard found.count == 1, let rows = found.first else { return nil }
    let around = around(rows)
    let holding = zip(around, [rows] + around)
    guard around.count <= 4, !holding.contains(where: { Self.hasCodes($0, holding: $1) }) else { return nil }
    return rows
  }

  /// The commands for the rows of the tables that are about items; nil without one.
  func question(source: String) -> String? {
    let nested = schemas.filter { schema in
      schema.parent != nil && UnusedColumn.isAboutItems(schema) && schema.index(of: "value") == nil
    }
    guard !nested.isEmpty else { return nil }
    return HeaderMatching.instruction(
      "The records hold further ones. To read a row for each of those, with the fields of the record around it:",
      nested.prefix(3).map { UnusedColumn.command(forRowsOf: $0, source: source) })
  }

  /// Those that are in none of the others.
  private func outermost(_ tables: [Schema]) -> [Schema] {
    tables.filter { table in !around(table).contains { outer in tables.contains { $0.table == outer.table } } }
  }

  /// The tables around one, the nearest first.
  private func around(_ table: Schema) -> [Schema] {
    var found: [Schema] = []
    var parent = table.parent
    while let name = parent, let schema = schemas.first(where: { $0.table == name }), found.count < schemas.count {
      found.append(schema)
      parent = schema.parent
    }
    return found
  }

  private static func columns(of schema: Schema) -> [String] {
    schema.columns.map(\.name).filter { !NestedColumns.all.contains($0) }
  }

  private static let itemNames = UnusedColumn.itemNames.union(MatchedColumns.doubtfulNames)
    .union(MatchedColumns.productNames).union(Vocabulary.headerNames(of: ["supplier_code"]))

  private static func namesItems(_ schema: Schema) -> Bool {
    columns(of: schema).contains { !itemNames.isDisjoint(with: MatchedColumns.forms($0)) }
  }

  /// Whether items have names and something else.
  private static func describesItems(_ schema: Schema) -> Bool {
    let names = Vocabulary.headerNames(of: ["title", "description"])
    return columns(of: schema).contains { !names.isDisjoint(with: MatchedColumns.forms($0)) }
  }

  /// Whether the records surely have codes of items; a `reference` may be that of an order.
  private static func hasCodes(_ schema: Schema, holding child: Schema) -> Bool {
    // In few records there may be one object where the others have a list.
    let path = String(child.table.dropFirst(schema.table.count + 1))
    return columns(of: schema).contains { name in
      if name == path || name.hasPrefix(path + ".") { return false }
      let forms = MatchedColumns.forms(name)
      return forms.contains { $0.split(separator: " ").contains("sku") }
        || !barcodeNames.isDisjoint(with: forms)
        || forms.contains {
          $0.contains("artikelnummer") || $0.contains("item number") || $0.contains("article number")
        }
    }
  }

  private static let barcodeNames = Vocabulary.headerNames(of: ["barcode"])
}
