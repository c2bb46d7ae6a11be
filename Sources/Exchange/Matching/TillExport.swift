internal import FormatKit
internal import Foundation

/// Sales as tills and web shops export them, known by their columns: a row for each item sold or taken back.
///
/// Their columns cannot be matched one by one: the time may be in two of them, a refund may be said in words next to a
/// positive quantity, and the amount is that of the line. Where each header was published is in `docs/reference/till-exports.md`.
struct TillExport {
  /// The kind of its records.
  static let kind = "sales"
  /// The name of the finding that a file is one.
  static let finding = "till export"

  /// The export's name for people.
  let name: String
  let profile: MappingProfile
  let unusedColumns: [String]
  let meanings: [HeaderMatching.Meaning]
  /// The columns of which every value must be a known one.
  let stateColumns: [StateColumn]
  /// The column of the register, which may be in another place where there are several.
  let register: String?
  /// The columns of amounts that the prices do not contain, with what is wrong where one has any.
  private let leftOut: [(column: String, what: String)]

  /// The columns about which `unusedInDoubt` alone decides, by their amounts.
  var columnsOfAmounts: [String] { leftOut.map(\.column) }

  /// A discount that is not in the prices, for which the amount of the sale would be too high; money paid back, for which
  /// goods may have come back.
  func unusedInDoubt(_ look: TableLook?) -> [UnusedColumn] {
    leftOut.compactMap { column, what in
      guard let look = look?.columns[column], look.isMostlyNumbers else { return nil }
      let examples = look.examples.map { "'\($0)'" }.joined(separator: ", ")
      return UnusedColumn(column: column, message: "column '\(column)' (\(examples)) \(what)")
    }
  }

  /// The export that a header belongs to; nil for an unknown header.
  ///
  /// - Parameters:
  ///   - isPlaceGiven: whether all sales are said to be from one location, or a profile says where each is from
  ///   - given: the fields that the user gave columns; an export with any but that of the register is matched column by column
  static func match(
    _ schema: Schema, _ look: TableLook?, isPlaceGiven: Bool = true, given: [String: String] = [:]
  ) -> TillExport? {
    var columns: [String: String] = [:]
    let names = schema.columns.map(\.name).filter { !RejectColumns.contains($0) }
    for name in names {
      let form = Vocabulary.normalized(name)
      if columns[form] == nil { columns[form] = name }
    }
    // Braces in a column's name could not be distinguished from those of a template.
    guard !names.contains(where: { $0.contains("{") || $0.contains("}") }),
      let layout = layouts.first(where: { $0.signature.allSatisfy { columns[$0] != nil } })
    else { return nil }
    let register = layout.register.flatMap { columns[$0] }
    guard given.allSatisfy({ $0.key == register && ["", "location"].contains($0.value) }) else { return nil }
    var placed = layout
    var only: String?
    if let register {
      let own = look?.columns[register]
      if given[register] == "location" {
        placed.location = layout.register
      } else if !isPlaceGiven, given[register] == nil {
        // A file may have sales of another register after the rows that are looked at.
        if let own, own.distinct > 1 { placed.location = layout.register } else { only = own?.samples.first ?? "" }
      }
    }
    return TillExport(placed, schema.table, names, columns, onlyRegister: only)
  }

  /// - Parameter onlyRegister: the register of the rows that were looked at; nil where the others need not have the same.
  private init?(
    _ layout: Layout, _ table: String, _ names: [String], _ columns: [String: String], onlyRegister: String?
  ) {
    func column(_ form: String?) -> String? { form.flatMap { columns[$0] } }
    let times = layout.time.compactMap { column($0) }
    guard let quantity = column(layout.quantity), let day = times.first else { return nil }
    var common: [MappingProfile.FieldMapping] = []
    var meanings: [HeaderMatching.Meaning] = []
    func mean(_ column: String, _ field: String) {
      meanings.append(.init(table: table, column: column, field: field, evidence: "a column of \(layout.name)"))
    }
    func add(_ field: String, _ form: String?, _ steps: [ValueStep] = []) {
      guard let name = column(form) else { return }
      common.append(.init(field: field, value: ValueExpression(.columns([name]), steps: steps)))
      mean(name, field)
    }
    add("document", layout.document)
    add("barcode", layout.barcode)
    add("title", layout.title.first)
    add("currency", layout.currency)
    add("location", layout.location)
    add("unit_price", layout.price, [.amount])
    // The amount charged for the line, without its sign and currency, divided by the quantity.
    let number = ValueStep.regex(pattern: "([0-9](?:[0-9.,'’]*[0-9])?)", with: "$1")
    add("unit_price", layout.amount, [number, .divide(quantity, steps: [.absolute])])
    let time =
      times.count > 1
      ? ValueExpression(.template(times.map { "{\($0)}" }.joined(separator: " ")))
      : ValueExpression(.columns([day]), steps: [.replace(text: ", ", with: " ")])
    common.append(.init(field: "effective_at", value: time))
    for name in times { mean(name, "effective_at") }
    mean(quantity, "quantity")
    if let sku = column(layout.sku) { mean(sku, "sku") }

    var records: [MappingProfile.RecordMapping] = []
    func leaveOut(_ condition: RowCondition, _ note: String) {
      records.append(
        .init(kind: "", table: table, condition: condition, fields: [], alternative: 1, note: note))
    }
    if let without = layout.without, let name = column(without.column), let sku = column(layout.sku) {
      leaveOut(
        .all([
          .column(sku, .blank),
          .any([.column(name, .oneOf(Self.spelled(without.words))), .column(quantity, .blank)]),
        ]), "hold no goods: sums and payments of receipts, by '\(name)'")
    }
    if let void = layout.void, let name = column(void.column) {
      leaveOut(.column(name, .oneOf(Self.spelled(void.words))), "are no completed sales, by '\(name)'")
    }
    if let name = column(layout.cancelled) { leaveOut(.column(name, .present), "were cancelled, by '\(name)'") }
    var refund: RowCondition?
    if let kind = layout.kind, let name = column(kind.column) {
      refund = .column(name, .oneOf(Self.spelled(kind.refunds)))
    }
    for condition in refund.map({ [$0, nil] }) ?? [nil] {
      let amount = ValueExpression(.columns([quantity]), steps: condition == nil ? [] : [.absolute, .negate])
      for item in Self.items(
        sku: column(layout.sku), barcode: column(layout.barcode), titles: layout.title.compactMap { column($0) })
      {
        let conditions = [condition, item.condition].compactMap { $0 }
        records.append(
          .init(
            kind: Self.kind, table: table,
            condition: conditions.isEmpty ? nil : conditions.count == 1 ? conditions[0] : .all(conditions),
            fields: [.init(field: "sku", value: item.value), .init(field: "quantity", value: amount)] + common,
            alternative: 1))
      }
    }
    let repeated = layout.ofDocument.compactMap { column($0) }
    name = layout.name
    profile = MappingProfile(
      name: "automatic", summary: layout.name,
      fillDown: repeated.isEmpty
        ? nil : column(layout.document).map { MappingProfile.FillDown(group: $0, columns: repeated) },
      records: records)
    let used = Set(
      meanings.map(\.column)
        + [layout.kind?.column, layout.void?.column, layout.cancelled, layout.without?.column].compactMap { column($0) }
    )
    let register = column(layout.register)
    var states = layout.states(in: table, column)
    if let onlyRegister, let register {
      states.append(StateColumn(table: table, column: register, words: [], onlyValue: onlyRegister))
    }
    stateColumns = states
    self.register = register
    leftOut = [
      (
        layout.discount,
        "has discounts that the prices do not contain, and is not used; subtract the discount of one from each price in the file"
      ),
      (
        layout.refunded,
        "has money that was paid back, and is not used; if goods came back, add a row with a negative quantity for each"
      ),
    ].compactMap { form, what in column(form).map { ($0, what) } }
    unusedColumns = names.filter { !used.contains($0) }
    self.meanings = meanings
  }

  /// The ways in which a word of the export may be written.
  private static func spelled(_ words: [String]) -> [String] {
    words.flatMap { [$0, $0.uppercased(), $0.capitalized] }
  }

  /// The ways in which a row may name its item: by its SKU, else its barcode, else by its name, with that of its variant
  /// where it has one.
  private static func items(
    sku: String?, barcode: String?, titles: [String]
  ) -> [(condition: RowCondition?, value: ValueExpression)] {
    var items: [(condition: RowCondition?, value: ValueExpression)] = []
    for code in [sku, barcode].compactMap({ $0 }) { items.append((.column(code, .present), .column(code))) }
    if titles.count > 1 {
      let hasVariant: RowCondition = .all([
        .column(titles[0], .present), .column(titles[1], .present), .not(.column(titles[1], .oneOf(["Regular"]))),
      ])
      items.append((hasVariant, ValueExpression(.template("{\(titles[0])} {\(titles[1])}"))))
    }
    if let title = titles.first { items.append((nil, .column(title))) }
    return items
  }
}
