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
  init(condition: CompiledCondition?, alternative: Int?) {
    (hasKind, kindName, isDocumentLine) = (false, "", false)
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
        field: field, of: kind, expression: expression, isEssential: essential.contains(field.name), schema: schema,
        marks: marks, profile: profile, settings: settings, clock: clock, lookup: lookup)
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

  /// The values of a mapping with the profile's constants for what it leaves open.
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

/// A field mapping with its columns looked up.
final class CompiledField {
  let field: RecordField
  let reader: FieldReader
  /// The columns that the value comes from.
  let columnNames: [String]
  /// The column, when the value is that column and nothing more.
  let plainColumn: Int?
  /// The name of the value's source in error messages.
  let sourceName: String
  let isEssential: Bool
  let isRequired: Bool
  let isCurrency: Bool
  let mustBeShopCurrency: Bool
  /// Whether it is an amount of money as a column has it, so that the column may name its currency.
  let isAmount: Bool
  /// The column with the item's unit, where the field is a quantity that may be written with it: `1.5 kg`.
  let unitColumn: Int?
  /// The unit that all items of the file are kept in, where it is given for the whole file.
  let givenUnit: String?
  let clearing: Clearing
  /// The least and the greatest value in the units of storage, where the field has such.
  let range: ClosedRange<Int64>?
  /// Whether the value is calculated from others, so that its last decimals are a result of the calculation. Moving the
  /// decimal mark, as from cents, makes no decimals.
  let isCalculated: Bool
  private let source: Source
  private let steps: [ValueStep]
  private let schema: Schema

  /// The effect of `(clear)` in the field.
  enum Clearing {
    /// Empties it.
    case empties
    /// Nothing: what happened has nothing to be emptied.
    case nothing
    /// It is refused: the record must have the field.
    case refused
  }

  private static func clearing(_ field: RecordField, of kind: RecordKind) -> Clearing {
    if field.isRequired || field.isNeverEmpty { return .refused }
    return kind.isFact ? .nothing : .empties
  }

  private enum Source {
    case columns([Int])
    case constant(String)
    case template([TemplatePart])
    case named([(name: Int, value: Int)], names: Set<String>)
    case numbered([Int], RowNumbers)
  }

  private enum TemplatePart {
    case text(String)
    case column(Int)
  }

  init(
    field: RecordField, of kind: RecordKind, expression: ValueExpression, isEssential: Bool, schema: Schema,
    marks: ColumnMarks, profile: MappingProfile, settings: ShopSettings, clock: ShopClock, lookup: ColumnLookup
  ) throws {
    self.field = field
    self.isEssential = isEssential
    mustBeShopCurrency = kind.isInShopCurrency
    clearing = Self.clearing(field, of: kind)
    range = field.range
    self.schema = schema
    isRequired = field.isRequired
    isCurrency = field.name == "currency"
    steps = expression.steps
    var isCalculated = false
    var isMultiplied = false
    var isPerUnit = false
    for step in steps {
      switch step {
      case .per(let name):
        isPerUnit = true
        _ = lookup.column(name, schema, isOptional: expression.isOptional)
      case .divide(let name, _), .multiply(let name, _):
        isMultiplied = true
        isCalculated = isCalculated || !Self.isPowerOfTen(name)
        try Self.checkOperand(name, schema, lookup, isOptional: expression.isOptional)
      default: break
      }
    }
    self.isCalculated = isCalculated
    isAmount = [.money, .unitCost].contains(field.type) && !isCalculated
    givenUnit = field.type == .quantity ? profile.givenStockUnit : nil
    unitColumn = field.type == .quantity ? profile.stockUnitColumn.flatMap { schema.index(of: $0) } : nil
    var firstColumn: String?
    switch expression.source {
    case .columns(let names):
      firstColumn = names.first
      source = .columns(names.map { lookup.column($0, schema, isOptional: expression.isOptional) })
    case .constant(let text): source = .constant(text)
    case .template(let template):
      let parts = try Self.parts(template, schema, lookup, isOptional: expression.isOptional)
      source = .template(parts)
    case .named(let name, let value, let names):
      var pairs: [(name: Int, value: Int)] = []
      for number in 1...100 {
        guard let nameColumn = schema.index(of: name.replacing("{n}", with: "\(number)")),
          let valueColumn = schema.index(of: value.replacing("{n}", with: "\(number)"))
        else { break }
        pairs.append((nameColumn, valueColumn))
      }
      firstColumn = value
      source = .named(pairs, names: Set(names.map { $0.lowercased() }))
    case .numbered(let columns):
      source = .numbered(
        columns.map { lookup.column($0, schema, isOptional: expression.isOptional) },
        lookup.rowNumbers(within: columns, of: "\(schema.table)\n\(kind.name)"))
    }
    self.sourceName = firstColumn ?? field.name
    if case .columns(let columns) = source, columns.count == 1, columns[0] >= 0, steps.isEmpty {
      plainColumn = columns[0]
    } else {
      plainColumn = nil
    }
    // A constant is written in the profile, in the profile's own way: a point, and ISO dates.
    let isConstant = if case .constant = source { true } else { false }
    let names: [String] =
      switch expression.source {
      case .columns(let names): names
      case .named, .constant, .template, .numbered: []
      }
    columnNames = names
    var numbers = marks.number(from: names)
    var dates = marks.date(from: names)
    // Columns that are found by the content of other columns were not searched for evidence.
    if case .named = expression.source {
      numbers.isDisputed = marks.fileMark == nil
      dates.isDisputed = marks.fileOrder == nil
    }
    if let decimal = isConstant ? .point : profile.decimal { numbers = ColumnReading(notation: decimal) }
    if let order = isConstant ? .yearMonthDay : profile.dates { dates = ColumnReading(notation: order) }
    // The field of a library's ISBNs holds ISBNs under any column name.
    let codes: CodeColumn = field.name == "isbn" ? .books : marks.codes(from: names)
    reader = FieldReader(
      name: field.name, column: sourceName, numbers: numbers, dates: dates, settings: settings, clock: clock,
      codes: codes,
      percentages: isMultiplied ? .calculated : marks.percentages(from: names),
      // With a given decimal mark, prices are rounded with a warning.
      use: FieldUse(field.name, of: kind, isCalculated: isMultiplied || isPerUnit || profile.decimal != nil),
      keptDigits: schema.keptDigits,
      hasDecimalCodes: !names.isEmpty && marks.decimalCodes.isSuperset(of: names))
  }

  private static func isPowerOfTen(_ operand: String) -> Bool {
    operand.first == "1" && operand.dropFirst().allSatisfy { $0 == "0" }
  }

  /// A calculation's operand is a column or a number.
  private static func checkOperand(
    _ name: String, _ schema: Schema, _ lookup: ColumnLookup, isOptional: Bool
  ) throws {
    if schema.index(of: name) != nil || (try? ExactDecimal(parsing: name.utf8)) == nil {
      _ = lookup.column(name, schema, isOptional: isOptional)
    }
  }

  private static func parts(
    _ template: String, _ schema: Schema, _ lookup: ColumnLookup, isOptional: Bool
  ) throws -> [TemplatePart] {
    var parts: [TemplatePart] = []
    var rest = template[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
      let name = String(rest[rest.index(after: open)..<close])
      parts.append(.column(lookup.column(name, schema, isOptional: isOptional)))
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    return parts
  }

  /// The places of the columns that the value may come from.
  var columns: [Int] {
    guard case .columns(let columns) = source else { return [] }
    return columns.filter { $0 >= 0 }
  }

  /// Whether a value is out of the field's range.
  func refuses(_ staged: StagedValue) -> Bool {
    guard let range, case .integer(let number) = staged else { return false }
    return !range.contains(number)
  }

  /// The value of the field in a row, after its steps; nil when it is empty.
  ///
  /// - Throws: ``FieldReader/ValueProblem``.
  func text(
    _ view: RowView, _ batch: borrowing RecordBatch, _ fill: FillDownState?, noValue: [String]
  ) throws -> String? {
    var text: String?
    switch source {
    case .columns(let columns):
      for column in columns {
        text = view.text(column, batch, fill, noValue: noValue)
        if let number = text, steps.isEmpty, batch.kind(row: view.row, column: column) == .percentage {
          text = try ValueStep.multiply("100", steps: []).apply(to: number, mark: .point) { _ in nil }.map { "\($0)%" }
        }
        if let number = text, reader.decimal == .comma, batch.kind(row: view.row, column: column) == .number {
          // A JSON number has a point even where the columns of text have a comma.
          text = number.replacing(".", with: ",")
        }
        if text != nil { break }
      }
    case .constant(let constant): text = constant
    case .template(let parts):
      var filled = ""
      for part in parts {
        switch part {
        case .text(let piece): filled += piece
        case .column(let column):
          guard let piece = view.text(column, batch, fill, noValue: noValue) else { return nil }
          filled += piece
        }
      }
      text = filled
    case .named(let pairs, let names):
      for pair in pairs {
        guard let name = view.text(pair.name, batch, fill, noValue: noValue), names.contains(name.lowercased()) else {
          continue
        }
        text = view.text(pair.value, batch, fill, noValue: noValue)
        break
      }
    case .numbered(let columns, let numbers):
      text = try numbers.next(within: columns.map { view.text($0, batch, fill, noValue: noValue) })
    }
    for step in steps {
      guard let current = text, !current.isEmpty else { return nil }
      guard current.utf8.count <= FieldReader.maximumTextBytes else {
        throw FieldReader.ValueProblem(code: .valueTooLong, message: "\(field.name) is longer than 1 MiB")
      }
      // The text of another column that a calculation names; looked up here, because a batch cannot be captured.
      var operand: String?
      switch step {
      case .per(let name):
        if let index = schema.index(of: name) { operand = view.text(index, batch, fill, noValue: noValue) }
      case .divide(let name, let inner), .multiply(let name, let inner):
        if let index = schema.index(of: name) {
          operand = view.text(index, batch, fill, noValue: noValue)
          for step in inner {
            operand = try operand.flatMap { try step.apply(to: $0, mark: reader.decimal) { _ in nil } }
          }
          if operand == nil { return nil }
        }
      default: break
      }
      if isCalculated, reader.numbers.isDisputed {
        try refuseDoubtful(current)
        if let operand { try refuseDoubtful(operand) }
      }
      do {
        text = try step.apply(to: current, mark: reader.decimal) { _ in operand }
      } catch let error as ValueStep.NotMapped {
        throw FieldReader.ValueProblem(
          code: .notMapped,
          message: "\(field.name) '\(FieldReader.shown(error.value))' is not in the profile's value map")
      } catch let error as ValueStep.NotANumber {
        throw FieldReader.ValueProblem(
          code: .notANumber, message: "\(field.name) '\(FieldReader.shown(error.value))' is not a number")
      }
    }
    return text?.isEmpty == true ? nil : text
  }

  /// Refuses to calculate with a number that may be a thousand or a fraction.
  private func refuseDoubtful(_ text: String) throws {
    var text = text
    let isDoubtful = text.withUTF8 { bytes in
      if case .doubtful = MarkSign(bytes.trimmed) { true } else { false }
    }
    if isDoubtful { throw text.withUTF8 { reader.unclear($0) } }
  }
}
