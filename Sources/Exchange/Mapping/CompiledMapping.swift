internal import FormatKit
internal import RetailValues
internal import Stock

/// A record mapping with its columns looked up in one schema.
///
/// A class, as its fields are: millions of rows go through it, and a copy would count references to all that it holds.
final class CompiledRecord {
  /// Whether it makes records; a mapping that passes rows over does not.
  let hasKind: Bool
  let kindName: String
  /// Whether its records are lines of documents.
  let isDocumentLine: Bool
  let condition: CompiledCondition?
  let alternative: Int?
  /// What is true of the rows that are passed over; nil where their number is not reported.
  let note: String?
  /// How the amount of a row that is passed over is found.
  let amount: PassedOverRows.Amount?
  let fields: [CompiledField]
  let inserter: (any MappedRecordInserter)?
  /// The place of each field among those of the kind's staging table, and how many there are.
  let places: [Int]
  let width: Int
  /// Whether it has the parts of a barcode besides its fields.
  let hasBarcodeParts: Bool
  /// The fields without which a row of several records does not have this one.
  let essential: Set<String>
  /// The currency that the columns of its amounts name.
  let namedCurrency: NamedCurrency?
  /// The place of the currency among the fields of the staging table; nil where records of the kind have none.
  let currencyPlace: Int?
  /// The places of a movement's quantity and of the amounts for one unit of it, whose product must be a value that can be
  /// kept; nil for records of other kinds.
  let valued: (quantity: Int, amounts: [Int])?
  /// The column with the mark of a record from a reject file, where the kind keeps it.
  private(set) var markColumn: Int?

  /// A mapping that passes rows over.
  init(
    condition: CompiledCondition?, alternative: Int?, note: String? = nil, amount: PassedOverRows.Amount? = nil
  ) {
    (hasKind, kindName, isDocumentLine) = (false, "", false)
    (self.note, self.amount) = (note, amount)
    self.condition = condition
    self.alternative = alternative
    fields = []
    inserter = nil
    namedCurrency = nil
    currencyPlace = nil
    valued = nil
    places = []
    width = 0
    hasBarcodeParts = false
    essential = []
  }

  /// - Parameter supplied: the fields that the import itself gives, such as the supplier.
  /// - Throws: `column-missing`, and `field-missing` when nothing supplies a field that every record must have.
  init(
    kind: RecordKind, mapping: MappingProfile.RecordMapping, condition: CompiledCondition?, profile: MappingProfile,
    schema: Schema, several: Bool, marks: ColumnMarks, settings: ShopSettings, clock: ShopClock,
    receiver: any MappedRecordReceiver,
    lookup: ColumnLookup, supplied: Set<String>
  ) throws {
    (hasKind, kindName, isDocumentLine) = (true, kind.name, kind.document != nil)
    self.condition = condition
    alternative = mapping.alternative
    (note, amount) = (nil, nil)
    essential = several ? kind.essentials : []
    let given = Self.given(mapping, profile, kind)
    for field in kind.fields where field.isRequired && given[field.name] == nil && !supplied.contains(field.name) {
      throw Problems(
        .fieldMissing, source: lookup.source, value: field.name,
        "no column gives '\(field.name)', which every record of \(kind.name) must have")
    }
    // The currency is read before the amounts that are in it.
    let ordered = kind.fields.filter { $0.name == "currency" } + kind.fields.filter { $0.name != "currency" }
    let essential = self.essential
    fields = try ordered.compactMap { field in
      guard let expression = given[field.name] else { return nil }
      return try CompiledField(
        field: field, of: kind, expression: expression,
        whereBlank: field.constantFillsBlanks ? profile.constants[field.name] : nil,
        isEssential: essential.contains(field.name), schema: schema, marks: marks, profile: profile,
        settings: settings, clock: clock, lookup: lookup)
    }
    namedCurrency = try NamedCurrency.named(
      by: fields.filter(\.isAmount).flatMap(\.columns).map { schema.columns[$0] }, around: schema.currency, of: kind,
      given: given["currency"], shop: settings.currency, source: lookup.source)
    // Several mappings may make records of one kind; they share its staging table.
    let all = Set(profile.records.filter { $0.kind == kind.name }.flatMap { Self.given($0, profile, kind).keys })
    let mayNameCurrency = kind.fields.contains { all.contains($0.name) && [.money, .unitCost].contains($0.type) }
    let names = kind.fields.map(\.name).filter { all.contains($0) || mayNameCurrency && $0 == "currency" }
    currencyPlace = names.firstIndex(of: "currency")
    valued =
      kind.isInShopCurrency
      ? names.firstIndex(of: "quantity").map { quantity in
        (quantity, ["unit_cost", "unit_price"].compactMap { names.firstIndex(of: $0) })
      } : nil
    // Movements without a number of their own are known again by their mark.
    let extra = kind.filledColumns + (kind.isMovement ? ["mark"] : [])
    hasBarcodeParts = kind.part == .barcode
    markColumn = kind.isMovement ? schema.index(of: RejectColumns.mark) : nil
    inserter = try receiver.receiver(for: kind.name, fields: names + extra)
    places = fields.map { field in names.firstIndex(of: field.field.name) ?? 0 }
    width = names.count + extra.count
  }

  /// The values of a mapping with the profile's constants for the fields that it leaves open.
  private static func given(
    _ mapping: MappingProfile.RecordMapping, _ profile: MappingProfile, _ kind: RecordKind
  ) -> [String: ValueExpression] {
    var given = Dictionary(mapping.fields.map { ($0.field, $0.value) }) { first, _ in first }
    for (field, value) in profile.constants where given[field] == nil && kind.field(field) != nil {
      given[field] = ValueExpression(.constant(value))
    }
    return given
  }
}

extension CompiledRecord {
  /// Whether this is a mapping outside any choice that passes the row over.
  func isPassingOver(
    _ view: RowView, _ batch: borrowing RecordBatch, _ fill: FillDownState?, noValue: [String]
  ) throws -> Bool {
    guard !hasKind, alternative == nil else { return false }
    guard let condition else { return true }
    return try condition.holds(view, batch, fill, noValue: noValue)
  }
}
