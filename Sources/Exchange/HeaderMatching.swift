public import FormatKit

/// Finds out what the columns of a file mean by their names.
///
/// The field's own name wins over a synonym; a column means one field. Where a row describes an item with its price, its
/// barcode and its stock, it becomes several records.
public struct HeaderMatching: Sendable {
  public let profile: MappingProfile
  /// Columns that mean nothing known; they are left out.
  public let unusedColumns: [String]
  /// Which column was taken for which field, for people.
  public let findings: [SourceFinding]

  /// What is known beside the header.
  public struct Hints: Sendable {
    /// The kind that the user named.
    public var kind: String?
    /// The file's name, whose words may name a kind.
    public var fileName: String
    /// Fields that are given for the whole file, such as the supplier.
    public var given: Set<String>
    /// The values of those that are constants.
    public var constants: [String: String]

    public init(
      kind: String? = nil, fileName: String = "", given: Set<String> = [], constants: [String: String] = [:]
    ) {
      self.kind = kind
      self.fileName = fileName
      self.given = given
      self.constants = constants
    }
  }

  /// What a column was taken for, and why.
  public struct Meaning: Hashable, Sendable {
    public var table: String
    public var column: String
    public var field: String
    /// `by its name`, or what its values look like.
    public var evidence: String
  }

  public let meanings: [Meaning]

  /// Matches the tables of a source by the names of their columns.
  ///
  /// - Throws: `nothing-mapped`, `kind-ambiguous`.
  public init(_ schemas: [Schema], source: String, hints: Hints) throws(FormatError) {
    try self.init(schemas, looks: [:], source: source, hints: hints)
  }

  /// Matches the tables of a source by the names of their columns and, where a name says nothing, by what the values of
  /// the first records look like.
  ///
  /// - Throws: `nothing-mapped`, `kind-ambiguous`.
  init(
    _ schemas: [Schema], looks: [String: TableLook], source: String, hints: Hints
  ) throws(FormatError) {
    if hints.kind == nil || hints.kind == "sales", schemas.count == 1, let schema = schemas.first,
      let till = TillExport.match(schema)
    {
      profile = till.profile
      unusedColumns = till.unusedColumns
      findings = [SourceFinding("till export", till.name, evidence: "by its columns")]
      meanings = till.meanings
      return
    }
    var records: [MappingProfile.RecordMapping] = []
    var unused: [String] = []
    var findings: [SourceFinding] = []
    var meanings: [Meaning] = []
    let named = schemas.filter { Vocabulary.kind($0.table) != nil }
    let wanted = named.isEmpty || hints.kind != nil ? Array(schemas.prefix(1)) : named
    let passedOver = schemas.map(\.table).filter { table in !wanted.contains { $0.table == table } }
    if !passedOver.isEmpty {
      findings.append(
        SourceFinding(
          "tables not used", passedOver.joined(separator: ", "),
          evidence: named.isEmpty ? "only the first is read" : "no record kind has that name"))
    }
    for schema in wanted {
      let kind = hints.kind ?? (Vocabulary.kind(schema.table) == nil ? nil : schema.table)
      let columns = MatchedColumns(schema, look: looks[schema.table])
      let match = try Self.match(columns, kind: kind, source: source, hints: hints)
      records += match.records
      unused += columns.names.filter { !match.used.contains($0) }
      for (column, field) in match.meanings {
        let evidence = match.evidence[field] ?? "by its name"
        meanings.append(Meaning(table: schema.table, column: column, field: field, evidence: evidence))
      }
      for column in columns.names {
        let own = meanings.filter { $0.table == schema.table && $0.column == column }
        guard let first = own.first, !own.contains(where: { $0.field == column }) else { continue }
        let evidence = own.map(\.evidence).first { $0 != "by its name" } ?? first.evidence
        findings.append(
          SourceFinding("column \(column)", own.map(\.field).joined(separator: ", "), evidence: evidence))
      }
      findings += match.findings
    }
    profile = MappingProfile(name: "automatic", summary: "Columns matched by their names", records: records)
    unusedColumns = unused
    self.findings = findings
    self.meanings = meanings
  }

  /// What one table was taken for.
  struct Match {
    var records: [MappingProfile.RecordMapping]
    var used: Set<String>
    var meanings: [(column: String, field: String)]
    /// Why a column was taken for a field, where it was not for its name.
    var evidence: [String: String] = [:]
    var findings: [SourceFinding] = []
    /// The fields that columns were found for, before anything was derived from them.
    var found: Set<String> = []
  }

  /// The name of a header as it is compared: lower case, anything but letters and digits one space.
  static func normalized(_ header: String) -> String {
    header.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
  }

  // MARK: Kinds

  private static func match(
    _ columns: MatchedColumns, kind: String?, source: String, hints: Hints
  ) throws(FormatError) -> Match {
    if let kind { return try match(columns, as: kind, source: source, hints: hints) }
    // Columns that all bear the names of one kind's fields: a file in our own words.
    let exact = Vocabulary.kinds.filter {
      isPlain($0.name, columns.names) && isSufficient($0, Set(columns.names), hints.given)
    }
    if let chosen = choose(exact, columns: columns.names, hints: hints) {
      let assigned = Assignment(Dictionary(columns.names.map { ($0, $0) }) { first, _ in first })
      return single(chosen, assigned, columns)
    }
    if exact.count > 1 {
      throw FormatError(
        .kindAmbiguous, source: source, "the columns may be \(exact.map(\.name).joined(separator: " or "))")
    }
    var candidates: [(kind: RecordKind, assigned: Assignment)] = []
    for known in Vocabulary.kinds where !itemKinds.dropLast().contains(known.name) {
      var assigned = columns.assign(known.fields)
      columns.takeNameForKey(&assigned, of: known)
      if isSufficient(known, Set(assigned.columns.keys), hints.given), isPlausible(known, assigned, columns) {
        candidates.append((known, assigned))
      }
    }
    // What happened at a time under a number is no list of goods, however much it says of them.
    let events = candidates.filter { isEvent($0.kind, $0.assigned) }
    if !events.isEmpty { candidates = events }
    let best = candidates.map(\.assigned.columns.count).max() ?? 0
    let winners = candidates.filter { $0.assigned.columns.count == best }
    if events.isEmpty {
      try refuseCountedList(columns, source: source, hints: hints)
      if let items = items(columns, hints), items.used.count >= best,
        items.used.count > best || !items.found.isDisjoint(with: itemFields)
      {
        return items
      }
    }
    if let chosen = choose(winners.map(\.kind), columns: columns.names, hints: hints),
      let winner = winners.first(where: { $0.kind.name == chosen.name })
    {
      return single(winner.kind, winner.assigned, columns)
    }
    if winners.count > 1 {
      throw FormatError(
        .kindAmbiguous, source: source, "the columns may be \(winners.map(\.kind.name).joined(separator: " or "))")
    }
    throw nothingMapped(columns, source: source)
  }

  /// Matches columns with a kind that the user or the table's name says.
  private static func match(
    _ columns: MatchedColumns, as kind: String, source: String, hints: Hints
  ) throws(FormatError) -> Match {
    // Said to be products, but with more in each row: take it all.
    if kind == "products" || kind == "variants", !isPlain(kind, columns.names), let items = items(columns, hints),
      kind == "variants" || items.records.count > 2 || items.found.contains("sku")
    {
      return items
    }
    guard let known = Vocabulary.kind(kind) else {
      let near = nearestName(to: kind, among: Vocabulary.kinds.map(\.name))
      throw FormatError(
        .nothingMapped, source: source, value: kind, "there is no record kind '\(kind)'",
        remedy: near.map { "Did you mean '\($0)'?" } ?? "See docs/record-kinds.md for the kinds.")
    }
    // Where the count is named, a column of that name is what was counted.
    var assigned = columns.assign(known.fields.filter { $0.name != "count" || !hints.given.contains("count") })
    columns.takeNameForKey(&assigned, of: known)
    columns.complete(&assigned, for: known)
    if kind == "listings", let library = library(known, assigned, columns, hints) { return library }
    guard isSufficient(known, Set(assigned.columns.keys), hints.given, isNamed: true) else {
      throw incomplete(known, assigned.columns, columns, given: hints.given, source: source)
    }
    return single(known, assigned, columns)
  }

  /// Whether a row of the kind tells what happened: it has a number and a time, or the place in an order or a count.
  private static func isEvent(_ kind: RecordKind, _ assigned: Assignment) -> Bool {
    switch kind.name {
    case "sales", "receipts", "movements":
      return assigned.columns["document"] != nil && assigned.columns["effective_at"] != nil
    case "order_lines", "order_response_lines", "despatch_lines", "invoice_lines", "count_lines": return true
    default: return false
    }
  }

  /// Whether a table is about the kind, and does not merely name one of it beside other things.
  private static func isPlausible(_ kind: RecordKind, _ assigned: Assignment, _ columns: MatchedColumns) -> Bool {
    guard ["categories", "brands", "colours", "locations", "suppliers", "counts"].contains(kind.name) else {
      return true
    }
    var used = Set(assigned.columns.values)
    // Anything may have a name; it says something beside a code.
    if let key = kind.key.first.flatMap({ assigned.columns[$0.name] }),
      !MatchedColumns.forms(key).contains(where: { $0.contains(" ") })
    {
      used = used.filter { normalized($0) != "name" }
    }
    // Two words among dozens that say something else are a coincidence.
    return used.count == columns.names.count || used.count > 1 && used.count * 8 >= columns.names.count
  }

  /// A list of what was counted belongs into a count, which only the user can name.
  private static func refuseCountedList(_ columns: MatchedColumns, source: String, hints: Hints) throws(FormatError) {
    guard let kind = Vocabulary.kind("count_lines") else { return }
    let assigned = columns.assign(kind.fields)
    guard !hints.given.contains("count"), assigned.columns["count"] == nil,
      let counted = assigned.columns["counted_quantity"],
      !["quantity", "qty", "count"].contains(normalized(counted)),
      isSufficient(kind, Set(assigned.columns.keys).union(["count"]), hints.given),
      columns.assign(Vocabulary.kind("prices")?.fields ?? []).columns["price"] == nil
    else { return }
    throw FormatError(
      .nothingMapped, source: source, value: counted,
      "the columns are those of a counted list ('\(counted)'), and none says which count it belongs to",
      remedy: "Enter it with `stockroom count enter N FILE`, or import it with --as count_lines --set count=NAME.")
  }

  /// What is lacking for the kind that the user named.
  private static func incomplete(
    _ kind: RecordKind, _ assigned: [String: String], _ columns: MatchedColumns, given: Set<String>, source: String
  ) -> FormatError {
    let lacking = kind.fields.filter { $0.isRequired && assigned[$0.name] == nil && !given.contains($0.name) }
      .map(\.name)
    let what = lacking.isEmpty ? "an item, such as sku or barcode" : lacking.joined(separator: ", ")
    return FormatError(
      .nothingMapped, source: source, value: kind.name,
      "\(kind.name) need \(what), and no column has that meaning by its name",
      remedy:
        "The file has: \(columns.names.prefix(12).joined(separator: ", ")). Rename a column, or say what it means in a "
        + "mapping profile (docs/mapping-profiles.md).\(columns.hint)")
  }

  private static func nothingMapped(_ columns: MatchedColumns, source: String) -> FormatError {
    let names = columns.names.prefix(12).map { String($0.prefix(40)) }.joined(separator: ", ")
    let remedy =
      columns.haveNoNames
      ? "The file has no header: `stockroom inspect FILE --save-profile NAME` writes a profile with its columns in order."
      : DiagnosticCode.nothingMapped.remedy
    return FormatError(
      .nothingMapped, source: source, "the columns \(names) are not those of any record kind",
      remedy: remedy + columns.hint)
  }

  /// Whether all columns bear the names of fields of the kind.
  private static func isPlain(_ kind: String, _ columns: [String]) -> Bool {
    let names = Set(Vocabulary.kind(kind)?.fields.map(\.name) ?? [])
    return columns.allSatisfy { names.contains($0) }
  }

  /// Whether the fields at hand are enough for records of the kind.
  ///
  /// - Parameter isNamed: whether somebody said that it is this kind; else a list that knows items by barcode is one of items.
  private static func isSufficient(
    _ kind: RecordKind, _ fields: Set<String>, _ given: Set<String>, isNamed: Bool = false
  ) -> Bool {
    let all = fields.union(given)
    let item: Set<String> = ["sku", "barcode", "supplier_code"]
    let namesItem = kind.field("barcode") != nil && kind.field("sku") != nil && kind.name != "barcodes"
    guard kind.fields.allSatisfy({ !$0.isRequired || all.contains($0.name) || (namesItem && $0.name == "sku") }) else {
      return false
    }
    if namesItem, all.isDisjoint(with: item) { return false }
    switch kind.name {
    case "sales", "receipts", "movements": return all.contains("effective_at") || all.contains("document")
    case "count_lines": return fields.contains("counted_quantity")
    // An order that goes out has all else that its answer has.
    case "order_responses": return !all.isDisjoint(with: ["response", "response_number", "responded_on"])
    case "order_response_lines":
      return !all.isDisjoint(with: ["line_response", "confirmed_quantity", "response_number", "promised_on"])
    case "supplier_items":
      return (all.contains("sku") || isNamed && all.contains("barcode")) && fields.count > 2
    default: return true
    }
  }

  /// The one of several kinds that fits best: by a word in the file's name, else the only one.
  private static func choose(_ kinds: [RecordKind], columns: [String], hints: Hints) -> RecordKind? {
    if kinds.count == 1 { return kinds[0] }
    let words = Set(normalized(hints.fileName).split(separator: " ").map(String.init))
    let byName = kinds.filter { kind in
      let singular = kind.name.hasSuffix("s") ? String(kind.name.dropLast()) : kind.name
      let parts = kind.name.split(separator: "_").map(String.init)
      return words.contains(kind.name) || words.contains(singular) || (parts.count > 1 && words.isSuperset(of: parts))
    }
    if byName.count == 1 { return byName[0] }
    // A level without a document is not a receipt.
    if !columns.contains("document"), let level = kinds.first(where: { $0.name == "stock_levels" }) { return level }
    // Where one kind's fields are all among the other's, the smaller one is meant.
    let smallest = kinds.min { $0.fields.count < $1.fields.count }
    if let smallest, kinds.allSatisfy({ kind in smallest.fields.allSatisfy { kind.field($0.name) != nil } }) {
      return smallest
    }
    return nil
  }

  static func single(_ kind: RecordKind, _ assigned: Assignment, _ columns: MatchedColumns) -> Match {
    let fields = kind.fields.compactMap { field in
      assigned.columns[field.name].map { MappingProfile.FieldMapping(field: field.name, value: .column($0)) }
    }
    var match = Match(
      records: [.init(kind: kind.name, table: columns.table, fields: fields)], used: Set(assigned.columns.values),
      meanings: assigned.columns.map { ($0.value, $0.key) }.sorted { $0.0 < $1.0 }, evidence: assigned.evidence)
    addHead(of: kind, assigned, columns, to: &match)
    return match
  }

  /// What stands in every line of a document's list and is of the whole document, such as its day, becomes its head.
  private static func addHead(
    of lines: RecordKind, _ assigned: Assignment, _ columns: MatchedColumns, to match: inout Match
  ) {
    guard let head = Vocabulary.head(of: lines.name) else { return }
    let keys = Set(head.key.map(\.name))
    var fields: [MappingProfile.FieldMapping] = []
    var own: [(column: String, field: String)] = []
    let found = columns.assign(head.fields)
    for field in head.fields {
      if keys.contains(field.name) || field.name == "currency", let column = assigned.columns[field.name] {
        fields.append(.init(field: field.name, value: .column(column)))
      } else if let column = found.columns[field.name], !match.used.contains(column) {
        fields.append(.init(field: field.name, value: .column(column)))
        own.append((column, field.name))
      }
    }
    guard !own.isEmpty else { return }
    match.records.insert(.init(kind: head.name, table: columns.table, fields: fields), at: 0)
    match.used.formUnion(own.map(\.column))
    match.meanings += own
  }
}

// MARK: - Libraries

extension HeaderMatching {
  /// A library whose books have no codes of their own, such as a list of ISBNs: the user and the ISBN, or else the title,
  /// make the code of each listing, so that the same list again changes nothing.
  ///
  /// - Returns: nil where listings have codes, or neither ISBN nor title.
  private static func library(
    _ kind: RecordKind, _ assigned: Assignment, _ columns: MatchedColumns, _ hints: Hints
  ) -> Match? {
    guard assigned.columns["listing"] == nil, !hints.given.contains("listing") else { return nil }
    let sources = ["isbn", "title"].compactMap { assigned.columns[$0] }
    let user = assigned.columns["user"]
    // A brace is part of the template's own signs.
    guard !sources.isEmpty, (sources + [user].compactMap { $0 }).allSatisfy({ !$0.contains("{") && !$0.contains("}") })
    else { return nil }
    let owner = hints.constants["user"].flatMap { $0.contains("{") || $0.contains("}") ? nil : $0 }
    let front = user.map { "{\($0)} " } ?? owner.map { "\($0) " } ?? ""
    var match = single(kind, assigned, columns)
    guard let base = match.records.popLast() else { return nil }
    match.records += sources.map { column in
      var record = base
      record.fields.insert(
        .init(
          field: "listing",
          value: ValueExpression(.template(front + "{\(column)}"))), at: 0)
      record.condition = .column(column, .present)
      record.alternative = 1
      return record
    }
    match.findings.append(
      SourceFinding(
        "listing",
        "made of \(user ?? owner.map { _ in "the user" } ?? "the ISBN")"
          + (user == nil && owner == nil ? "" : " and the ISBN or title"),
        evidence: "no column has codes of listings"))
    return match
  }
}
