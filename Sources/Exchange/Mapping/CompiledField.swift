internal import FormatKit
internal import RetailValues
internal import Stock

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
  /// The column with the code of the item, for the unit that the shop keeps it in.
  let itemColumn: Int?
  /// The unit that the quantity is written in, where it is not next to the number.
  let writtenUnit: WrittenUnit?
  let clearing: Clearing
  /// The least and the greatest value in the units of storage, where the field has such.
  let range: ClosedRange<Int64>?
  /// Whether the value is calculated from others, so that its last decimals are a result of the calculation. Moving the
  /// decimal mark, as from cents, makes no decimals.
  let isCalculated: Bool
  private let source: Source
  private let steps: [ValueStep]
  /// The value where the source has none.
  private let whereBlank: String?
  /// The field that says in which unit the quantities of the record are; nil where they are in stock units.
  private let quantityUnit: String?
  private let schema: Schema

  /// Where the unit of a quantity is written.
  enum WrittenUnit {
    case column(Int, name: String)
    /// The same for all records.
    case unit(String)
  }

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

  /// - Parameter whereBlank: the value where the expression gives none.
  init(
    field: RecordField, of kind: RecordKind, expression: ValueExpression, whereBlank: String?, isEssential: Bool,
    schema: Schema, marks: ColumnMarks, profile: MappingProfile, settings: ShopSettings, clock: ShopClock,
    lookup: ColumnLookup
  ) throws {
    self.field = field
    self.whereBlank = whereBlank
    quantityUnit = kind.quantityUnit?.name
    self.isEssential = isEssential
    mustBeShopCurrency = kind.isInShopCurrency
    clearing = Self.clearing(field, of: kind)
    range = field.range
    self.schema = schema
    isRequired = field.isRequired
    isCurrency = field.name == "currency"
    (steps, writtenUnit) = Self.withoutUnit(expression, schema, lookup)
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
    itemColumn =
      field.type == .quantity && unitColumn == nil
      ? profile.itemColumns(of: kind.name).lazy.compactMap { schema.index(of: $0) }.first : nil
    var firstColumn: String?
    switch expression.source {
    case .columns(let names):
      firstColumn = names.first
      source = .columns(names.map { lookup.column($0, schema, isOptional: expression.isOptional) })
    case .constant(let text): source = .constant(text)
    case .template(let template):
      let parts = try Self.parts(template, schema, lookup, isOptional: expression.isOptional)
      source = .template(parts)
    case .given(let text):
      // What is given is a constant already.
      guard expression.isOptional else { throw Self.notGiven(field.name, of: text, profile, source: lookup.source) }
      source = .columns([])
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
    if case .columns(let columns) = source, columns.count == 1, columns[0] >= 0, steps.isEmpty,
      whereBlank == nil
    {
      plainColumn = columns[0]
    } else {
      plainColumn = nil
    }
    // A constant is written in the profile, in the profile's own way: a point, and ISO dates.
    let isConstant = if case .constant = source { true } else { false }
    let names: [String] =
      switch expression.source {
      case .columns(let names): names
      case .named, .constant, .template, .given, .numbered: []
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
      hasDecimalCodes: !names.isEmpty && marks.decimalCodes.isSuperset(of: names),
      givable: FieldReader.Givable(
        currency: kind.field("currency") != nil && !kind.isInShopCurrency, stockUnit: profile.unitOption(for: kind)))
  }

  /// The steps of a value but for the one that says its unit, and that unit.
  private static func withoutUnit(
    _ expression: ValueExpression, _ schema: Schema, _ lookup: ColumnLookup
  ) -> (steps: [ValueStep], unit: WrittenUnit?) {
    var unit: WrittenUnit?
    let steps = expression.steps.filter { step in
      guard case .unit(let name) = step else { return true }
      unit =
        schema.index(of: name) == nil && MeasureUnit.named(name) != nil
        ? .unit(name) : .column(lookup.column(name, schema, isOptional: expression.isOptional), name: name)
      return false
    }
    return (steps, unit)
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
    try sourceText(view, batch, fill, noValue: noValue) ?? whereBlank
  }

  /// The value that the source of the field gives.
  private func sourceText(
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
      } catch let error as ValueStep.Negative {
        throw FieldReader.ValueProblem(
          code: .outOfRange, message: "\(field.name) '\(FieldReader.shown(error.value))' is below zero",
          remedy: error.remedy)
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

extension CompiledField {
  /// The problem of a quantity in a unit of which nothing says how many of the item's own it is.
  func unitDiffers(_ number: String, _ unit: String, kept: String) -> FieldReader.ValueProblem {
    FieldReader.ValueProblem(
      code: .unitDiffers,
      message: "\(field.name) '\(number)' is in the unit '\(FieldReader.shown(unit))', and the item is kept in "
        + (MeasureUnit.named(kept) ?? "pieces"),
      remedy: unitRemedy(unit, kept: kept))
  }

  private func unitRemedy(_ unit: String, kept: String) -> String {
    let asItIs: String =
      switch writtenUnit {
      case .column(_, let name) where name.fitsOption:
        "--map \(ShellText.word("\(name)=")) takes the numbers as they are"
      default: "write the numbers in the unit that the item is kept in"
      }
    // The same column can also say that a quantity counts packs.
    if let quantityUnit, case .column(_, let name) = writtenUnit, name.fitsOption, MeasureUnit.named(unit) == nil {
      return "If the column says what each row counts, take it with --map "
        + "\(ShellText.word("\(name)=\(quantityUnit)"))."
    }
    guard MeasureUnit.named(kept) == nil, let wanted = MeasureUnit.named(unit).flatMap(MeasureUnit.stockUnit) else {
      return "If the numbers are in the unit that each item is kept in, \(asItIs); if not, convert them."
    }
    return "If the item is kept in \(wanted), first say so with a list that has the columns sku and stock_unit: "
      + "`stockroom import LIST --kind products`; if the numbers are in the unit that each item is kept in, \(asItIs)."
  }
}
