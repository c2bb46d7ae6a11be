public import FormatKit
public import RetailValues
internal import Stock

/// Finds out what the columns of a file mean by their names.
///
/// The field's own name wins over a synonym; a column means one field. Where a row describes an item with its price, its
/// barcode and its stock, it becomes several records.
public struct HeaderMatching: Sendable {
  public let profile: MappingProfile
  /// Columns that mean nothing known; they are left out.
  public let unusedColumns: [String]
  /// Those of them without which the other columns may mean something else.
  let unusedInDoubt: [UnusedColumn]
  /// Those that may say of records that they did not happen.
  let stateColumns: [StateColumn]
  /// The field for which each column was used, for people.
  public let findings: [SourceFinding]

  /// The information available in addition to the header.
  public struct Hints: Sendable {
    /// The kind that the user named.
    public var kind: String?
    /// The file's name, whose words may name a kind.
    public var fileName: String
    /// Fields that are given for the whole file, such as the supplier.
    public var given: Set<String>
    /// The values of those that are constants.
    public var constants: [String: String]
    /// The fields that the user gave columns, by the columns' names; an empty field for a column that is left out.
    public var columns: [String: String] = [:]
    /// The shop's currency; nil outside a shop.
    public var currency: Currency?
    /// What the shop knows of codes; nil outside a shop.
    package var knownCodes: KnownCodes?
    /// The shop's locations; nil outside a shop.
    package var knownLocations: KnownLocations?
    /// The location for records that name none, where the user did not give it; nil where he did.
    package var usualLocation: String?
    /// The day on which the file is imported; nil where nothing is.
    package var today: CalendarDate?
    /// The kinds that a file may have records of.
    package var kinds = RecordCatalog.standard
    /// What stands around the records.
    var surroundings = Surroundings()

    public init(
      kind: String? = nil, fileName: String = "", given: Set<String> = [], constants: [String: String] = [:],
      columns: [String: String] = [:], currency: Currency? = nil
    ) {
      self.columns = columns
      self.currency = currency
      self.kind = kind
      self.fileName = fileName
      self.given = given
      self.constants = constants
    }
  }

  /// The meaning of a column, and the evidence for it.
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
  public init(_ schemas: [Schema], source: String, hints: Hints) throws(Problems) {
    try self.init(schemas, looks: [:], source: source, hints: hints)
  }

  /// Matches the tables of a source by the names of their columns and, where a name says nothing, by what the values of
  /// the first records look like.
  ///
  /// - Throws: `nothing-mapped`, `kind-ambiguous`.
  init(
    _ schemas: [Schema], looks: [String: TableLook], source: String, hints: Hints
  ) throws(Problems) {
    if hints.kind == nil || hints.kind == TillExport.kind, schemas.count == 1,
      let schema = schemas.first,
      let till = TillExport.match(
        schema, looks[schema.table],
        isPlaceGiven: hints.given.contains("location") && hints.usualLocation == nil, given: hints.columns)
    {
      profile = TipRows.leftOut(of: till.profile, schemas, looks, hints)
      unusedColumns = till.unusedColumns
      (unusedInDoubt, stateColumns) = (till.unusedInDoubt(looks[schema.table]), till.stateColumns)
      findings = [SourceFinding(TillExport.finding, till.name, evidence: "by its columns")]
      meanings = till.meanings
      return
    }
    var records: [MappingProfile.RecordMapping] = []
    var unused: [String] = []
    var inDoubt: [UnusedColumn] = []
    var states: [StateColumn] = []
    var findings: [SourceFinding] = []
    var meanings: [Meaning] = []
    let named = schemas.filter { hints.kinds[$0.table] != nil }
    let wanted = named.isEmpty || hints.kind != nil ? Array(schemas.prefix(1)) : named
    let passedOver = schemas.map(\.table).filter { table in !wanted.contains { $0.table == table } }
    if !passedOver.isEmpty {
      findings.append(
        SourceFinding(
          "tables not used", passedOver.joined(separator: ", "),
          evidence: named.isEmpty ? "only the first is read" : "no record kind has that name"))
      inDoubt += schemas.filter { passedOver.contains($0.table) }
        .compactMap { UnusedColumn(table: $0, next: wanted, source: source) }
    }
    inDoubt += hints.surroundings.otherLists(next: wanted, source: source)
    for schema in wanted {
      let kind = hints.kind ?? (hints.kinds[schema.table] == nil ? nil : schema.table)
      let named = MatchedColumns(schema, look: looks[schema.table], given: hints.columns, currency: hints.currency)
      var columns = named.meaning(try CodeOwners(named, hints).meanings(source: source))
        .meaning(LocationColumns(named, hints)?.meanings ?? [:])
        .meaning(LocationValues(named, hints).meanings)
      var match = try Self.match(columns, kind: kind, source: source, hints: hints)
      let known = try KnownCodeColumns(columns: columns, match: match, hints: hints).meanings(source: source)
      if !known.isEmpty {
        columns = columns.meaning(known)
        match = try Self.match(columns, kind: kind, source: source, hints: hints)
      }
      if kind == nil {
        try Self.refuseAnswer(match, columns, source: source, hints: hints)
        try Self.refuseDocument(match, columns, source: source, hints: hints)
        try Self.refuseLotsAlone(match, columns, source: source, hints: hints)
      }
      try Self.refuseNamesAsCodes(match, columns, source: source, hints: hints)
      try Self.refuseDoubtfulLocations(match, columns, source: source, hints: hints)
      try Self.refuseOtherCountedLocation(match, columns, source: source, hints: hints)
      Self.addPlainNumber(columns, to: &match, hints: hints)
      // Another table may bring a location whose code is the name of one that the shop has.
      let placed =
        wanted.count == 1
        ? LocationValues(columns, hints).inCodes(match.records) : (records: match.records, findings: [])
      findings += placed.findings
      let mapped = columns.inWrittenUnits(columns.inUnits(placed.records), used: match.used)
      records += mapped
      let operands = columns.priceUnits(in: mapped)
      let units = columns.quantityUnits(in: mapped, from: match.records)
      match.used.formUnion((operands + units).map(\.column))
      unused += columns.names.filter { !match.used.contains($0) }
      let unusedColumns = UnusedColumns(columns, match, hints)
      inDoubt += unusedColumns.found
      if let questions = Problems(
        collected: hints.surroundings.questions(match, schema, source: source, hints: hints)
          + hints.surroundings.validity(match, columns, source: source, hints: hints))
      {
        throw questions
      }
      states += unusedColumns.states
      meanings += operands.map {
        Meaning(
          table: schema.table, column: $0.column, field: $0.field,
          evidence: "by its name, the number of items that it is for")
      }
      for (column, field) in match.meanings {
        let evidence =
          hints.columns[column] != nil
          ? "given" : columns.evidence(of: column) ?? match.evidence[field] ?? "by its name"
        meanings.append(Meaning(table: schema.table, column: column, field: field, evidence: evidence))
      }
      meanings += units.map {
        Meaning(
          table: schema.table, column: $0.column, field: $0.field, evidence: "by its name, the unit that it is in")
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
    try Self.requireUse(of: hints.columns, in: meanings, records: records, source: source)
    var made = MappingProfile(name: "automatic", summary: "Columns matched by their names", records: records)
    // Where the barcodes are the codes, an item that has another code in the shop is known by its barcode.
    if Self.codesAreBarcodes(records, of: hints.kinds) { made.match = [.barcode, .sku] }
    profile = TipRows.leftOut(of: made, schemas, looks, hints)
    unusedColumns = unused
    unusedInDoubt = inDoubt
    stateColumns = states
    self.findings = findings
    self.meanings = meanings
  }

  /// Whether items have no other codes than their barcodes.
  private static func codesAreBarcodes(_ records: [MappingProfile.RecordMapping], of kinds: RecordCatalog) -> Bool {
    guard let barcodes = records.first(where: { kinds[$0.kind]?.part == .barcode }) else { return false }
    func source(_ field: String) -> ValueExpression.Source? {
      barcodes.fields.first { $0.field == field }?.value.source
    }
    return source("barcode") != nil && source("barcode") == source("sku")
  }

  /// The match of one table.
  struct Match {
    var records: [MappingProfile.RecordMapping]
    var used: Set<String>
    var meanings: [(column: String, field: String)]
    /// The evidence that a column is a field, if it is not its name.
    var evidence: [String: String] = [:]
    var findings: [SourceFinding] = []
    /// The fields that columns were found for, before anything was derived from them.
    var found: Set<String> = []
  }

  // MARK: Kinds

  private static func match(
    _ columns: MatchedColumns, kind: String?, source: String, hints: Hints
  ) throws(Problems) -> Match {
    if let kind { return try match(columns, as: kind, source: source, hints: hints) }
    // All columns have the names of one kind's fields: the file is in our own vocabulary.
    let plain = Assignment(Dictionary(columns.names.map { ($0, $0) }) { first, _ in first })
    let exact = hints.kinds.kinds.filter {
      isPlain($0, columns.names) && columns.headsSuit($0) && isSufficient($0, fields(of: $0, plain), hints.given)
    }
    if let chosen = choose(exact, columns: columns.names, hints: hints) {
      return single(chosen, plain, columns, hints)
    }
    if exact.count > 1 {
      throw Problems(
        .kindAmbiguous, source: source, "the columns may be \(exact.map(\.name).joined(separator: " or "))")
    }
    if let answer = answer(columns, hints: hints) { return answer }
    var candidates: [(kind: RecordKind, assigned: Assignment)] = []
    for known in hints.kinds.kinds where known.part == nil || known.part == .level {
      var assigned = columns.assign(known.fields)
      columns.takeNameForKey(&assigned, of: known)
      let isClear = saysItself(known, assigned, columns, hints)
      if isClear { columns.takePlainNames(&assigned, of: known) }
      if isSufficient(known, fields(of: known, assigned, isNamed: isClear), hints.given),
        isPlausible(known, assigned, columns), !statesStock(known, assigned)
      {
        candidates.append((known, assigned))
      }
    }
    if let moved = moved(columns, hints: hints) { return moved }
    // A table of events at a time and under a number is not a list of goods, even if it has many fields of goods.
    let events = candidates.filter { isEvent($0.kind, $0.assigned) }
    if !events.isEmpty { candidates = events }
    let best = candidates.map { fit($0.kind, $0.assigned) }.max() ?? 0
    let winners = candidates.filter { fit($0.kind, $0.assigned) == best }
    if events.isEmpty {
      try refuseCountedList(columns, source: source, hints: hints)
      let levels = levels(columns, hints)
      let rival = max(best, levels?.used.count ?? 0)
      if let items = items(columns, hints), items.used.count >= rival,
        items.used.count > rival || !items.found.isDisjoint(with: itemFields)
      {
        try refuseLostDocument(items, columns, source: source, hints: hints)
        return items
      }
      if let levels, levels.used.count >= best {
        try refuseLostDocument(levels, columns, source: source, hints: hints)
        return levels
      }
    }
    if let chosen = choose(winners.map(\.kind), columns: columns.names, hints: hints),
      let winner = winners.first(where: { $0.kind.name == chosen.name })
    {
      let match = single(winner.kind, winner.assigned, columns, hints)
      try refuseLostDocument(match, columns, source: source, hints: hints)
      return match
    }
    if let winner = winners.first, winners.count > 1 {
      try refuseLostDocument(
        single(winner.kind, winner.assigned, columns, hints), columns, source: source, hints: hints)
      let commands = choices(among: winners.map(\.kind.name), columns, source: source, hints: hints)
      throw Problems(
        .kindAmbiguous, source: source, "the columns may be \(winners.map(\.kind.name).joined(separator: " or "))",
        remedy: instruction("Say which it is:", commands))
    }
    try refuseCountedList(columns, isLastReading: true, source: source, hints: hints)
    throw lackingLocation(columns, source: source, hints: hints)
      ?? nothingMapped(columns, source: source, hints: hints)
  }

  /// Matches columns with a kind that the user or the table's name says.
  private static func match(
    _ columns: MatchedColumns, as kind: String, source: String, hints: Hints
  ) throws(Problems) -> Match {
    guard let known = hints.kinds[kind] else {
      let near = nearestName(to: kind, among: hints.kinds.kinds.map(\.name))
      throw Problems(
        .nothingMapped, source: source, value: kind, "there is no record kind '\(kind)'",
        remedy: near.map { "Did you mean '\($0)'?" } ?? "See docs/reference/record-kinds.md for the kinds.")
    }
    // Said to be products, but with more in each row: take it all.
    if known.part == .product || known.part == .variant, !isPlain(known, columns.names),
      let items = items(columns, hints),
      known.part == .variant || items.records.count > 2 || items.found.contains("sku")
    {
      return items
    }
    // If the count is given, a column of that name is the counted quantity.
    var assigned = columns.assign(known.fields.filter { $0.name != "count" || !hints.given.contains("count") })
    columns.takeNameForKey(&assigned, of: known)
    columns.takePlainNumber(&assigned, of: known)
    columns.takePlainNames(&assigned, of: known)
    columns.complete(&assigned, for: known)
    if let library = library(known, assigned, columns, hints) { return library }
    if let levels = levels(known, assigned, columns, hints) { return levels }
    if let counted = try countedAtLocations(known, assigned, columns, hints, source: source) { return counted }
    guard isSufficient(known, fields(of: known, assigned, isNamed: true), hints.given, isNamed: true) else {
      throw incomplete(known, assigned, columns, hints, source: source)
    }
    return single(known, assigned, columns, hints)
  }

  /// How many columns speak for a kind. A unit that is not kept only says how the quantity is read.
  private static func fit(_ kind: RecordKind, _ assigned: Assignment) -> Int {
    assigned.columns.keys.filter { name in
      kind.field(name).map { $0.isQuantityUnit && $0.use == .instruction } != true
    }.count
  }

  /// Whether a row of the kind describes an event: it has a number and a time, or a line number in an order or a count.
  private static func isEvent(_ kind: RecordKind, _ assigned: Assignment) -> Bool {
    kind.matching.event.map { $0.allSatisfy { assigned.columns[$0] != nil } } ?? false
  }

  /// Whether a table is about the kind, and does not merely name a record of it among other data.
  private static func isPlausible(_ kind: RecordKind, _ assigned: Assignment, _ columns: MatchedColumns) -> Bool {
    guard kind.matching.isOftenNamed else { return true }
    var used = Set(assigned.columns.values)
    // Anything may have a name; it proves something only next to a code.
    if let key = kind.key.first.flatMap({ assigned.columns[$0.name] }),
      !MatchedColumns.forms(key).contains(where: { $0.contains(" ") })
    {
      used = used.filter { Vocabulary.normalized($0) != "name" }
    }
    // Two words among dozens that say something else are a coincidence.
    return used.count == columns.names.count || used.count > 1 && used.count * 8 >= columns.names.count
  }

  /// Whether the quantity of a movement without a document's number is called stock on hand, and nothing else.
  private static func statesStock(_ kind: RecordKind, _ assigned: Assignment) -> Bool {
    guard kind.isMovement, !kind.statesMovementKind, assigned.columns["document"] == nil,
      let quantity = assigned.columns["quantity"]
    else { return false }
    let words = ColumnWords.words(of: quantity)
    return ColumnWords.onHand.areIn(words) && !ColumnWords.moved.areIn(words)
  }

  /// Whether all columns have the names of fields of the kind.
  private static func isPlain(_ kind: RecordKind, _ columns: [String]) -> Bool {
    let names = Set(kind.fields.map(\.name))
    return columns.allSatisfy { names.contains($0) }
  }

  /// The one of several kinds that fits best: by a word in the file's name, else the only one.
  private static func choose(_ kinds: [RecordKind], columns: [String], hints: Hints) -> RecordKind? {
    if kinds.count == 1 { return kinds[0] }
    let words = Set(Vocabulary.normalized(hints.fileName).split(separator: " ").map(String.init))
    let byName = kinds.filter { kind in
      let singular = kind.name.hasSuffix("s") ? String(kind.name.dropLast()) : kind.name
      let parts = kind.name.split(separator: "_").map(String.init)
      return words.contains(kind.name) || words.contains(singular) || (parts.count > 1 && words.isSuperset(of: parts))
    }
    if byName.count == 1 { return byName[0] }
    // A level without a document is not a receipt.
    if !columns.contains("document"), let level = kinds.first(where: { $0.part == .level }) { return level }
    // If one kind's fields are a subset of another's, the smaller kind is meant.
    let smallest = kinds.min { $0.fields.count < $1.fields.count }
    if let smallest, kinds.allSatisfy({ kind in smallest.fields.allSatisfy { kind.field($0.name) != nil } }) {
      return smallest
    }
    return nil
  }
}
