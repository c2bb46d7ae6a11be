internal import FormatKit
internal import RetailValues
internal import Stock

/// Receives the records that a profile makes of the rows of a source.
protocol MappedRecordReceiver {
  /// Prepares for records of a kind with these fields.
  func receiver(for kind: String, fields: [String]) throws -> any MappedRecordInserter
  /// Records a problem with a record.
  func add(_ problem: StagedProblem) throws
  /// Records why a row may not be an item, to be asked if it makes a new one.
  func addDoubt(_ doubt: StagedProblem) throws
}

extension MappedRecordReceiver {
  // Without a shop no item is new.
  func addDoubt(_ doubt: StagedProblem) {}
}

/// Takes the records of one kind.
protocol MappedRecordInserter {
  func insert(_ values: [StagedValue], at position: StagedPosition, isBroken: Bool) throws
}

extension StageInserter: MappedRecordInserter {}

extension StagingArea: MappedRecordReceiver {
  func receiver(for kind: String, fields: [String]) throws -> any MappedRecordInserter {
    try inserter(for: kind, fields: fields)
  }
}

/// Collects the records of one kind in a batch, in the words of the record vocabulary; those of other kinds are skipped.
final class MappedBatch: MappedRecordReceiver {
  let kind: RecordKind
  let schema: Schema
  var batch = RecordBatch(rowLimit: .max, byteLimit: .max)
  private(set) var rejected = 0
  private(set) var problems: [StagedProblem] = []
  private let settings: ShopSettings
  /// Whether records with problems are kept too, without the values that cannot be read.
  private let keepsBroken: Bool
  private static let shownProblems = 20

  init(kind: RecordKind, fields: Set<String>, settings: ShopSettings, keepsBroken: Bool = false) {
    self.kind = kind
    self.settings = settings
    self.keepsBroken = keepsBroken
    schema = Schema(table: kind.name, columns: kind.schema.columns.filter { fields.contains($0.name) })
    batch.reset(schema: schema)
  }

  func receiver(for kind: String, fields: [String]) throws -> any MappedRecordInserter {
    kind == self.kind.name ? Inserter(owner: self, fields: fields) : PassedOver()
  }

  func add(_ problem: StagedProblem) {
    if problems.count < Self.shownProblems { problems.append(problem) }
  }

  private struct PassedOver: MappedRecordInserter {
    func insert(_ values: [StagedValue], at position: StagedPosition, isBroken: Bool) {}
  }

  private struct Inserter: MappedRecordInserter {
    let owner: MappedBatch
    let fields: [String]
    let places: [Int?]
    let types: [ValueType]
    let currencyPlace: Int?

    init(owner: MappedBatch, fields: [String]) {
      self.owner = owner
      self.fields = fields
      places = owner.schema.columns.map { fields.firstIndex(of: $0.name) }
      types = owner.schema.columns.map { owner.kind.field($0.name)?.type ?? .text }
      currencyPlace = fields.firstIndex(of: "currency")
    }

    func insert(_ values: [StagedValue], at position: StagedPosition, isBroken: Bool) {
      if isBroken { owner.rejected += 1 }
      guard !isBroken || owner.keepsBroken else { return }
      var currency = owner.settings.currency
      if let currencyPlace, case .text(let code) = values[currencyPlace] { currency = Currency(code) ?? currency }
      let barcode = fields.firstIndex(of: "barcode_text").flatMap { place -> String? in
        if case .text(let code) = values[place] { code } else { nil }
      }
      for (index, type) in types.enumerated() {
        guard let place = places[index] else {
          owner.batch.append(missing: .absent)
          continue
        }
        switch values[place] {
        case .absent: owner.batch.append(missing: .absent)
        case .clear: owner.batch.append(text: "(clear)")
        case .bytes(let bytes): owner.batch.append(bytes)
        case .text(let text): owner.batch.append(text: type == .barcode ? barcode ?? text : text)
        case .integer(let number): append(number, type, currency)
        }
      }
      owner.batch.endRow(
        at: RecordPosition(line: position.line, byteOffset: position.byteOffset, record: position.record))
    }

    private func append(_ number: Int64, _ type: ValueType, _ currency: Currency) {
      switch type {
      case .quantity: digits(number, Quantity.fractionDigits)
      case .unitCost: digits(number, UnitCost.fractionDigits)
      case .percent: PercentageText.append(number, to: &owner.batch)
      case .degrees: digits(number, Degrees.fractionDigits)
      case .money:
        owner.batch.append(
          text: FixedPointText.fixed(number, fractionDigits: currency.minorUnitDigits), kind: .number)
      case .boolean: owner.batch.append(text: number != 0 ? "true" : "false", kind: .boolean)
      case .dateTime:
        owner.batch.append(text: owner.settings.clock.iso8601(Timestamp(millisecondsSince1970: number)))
      default: digits(number, 0)
      }
    }

    private func digits(_ number: Int64, _ digits: Int) {
      owner.batch.append(text: FixedPointText.shortest(number, fractionDigits: digits), kind: .number)
    }
  }
}
