internal import FormatKit
internal import Reconciliation
internal import RetailValues
internal import Stock

extension ShopDatabase {
  /// Hands out the lines of a count one after the other, as posting would find them.
  ///
  /// - Returns: their totals.
  @discardableResult
  func forEachCountLine(
    _ code: String, asOf moment: Timestamp? = nil, options: ReconciliationOptions = ReconciliationOptions(),
    _ body: (CountLine) throws -> Void
  ) throws -> ReconciliationOutcome {
    var pass: ReconciliationPass?
    try forEachCountFact(
      code, asOf: moment, begin: { pass = ReconciliationPass(of: $0, options: options) },
      { fact in if let line = pass?.line(of: fact) { try body(line) } })
    guard let pass else {
      throw Problems(.notFound, "there is no count '\(code)'", remedy: "See `stockroom count list`.")
    }
    return pass.outcome()
  }
}

/// The lines of a reconciliation that an answer shows: on a terminal those that are worth most, with JSON all of them.
struct ShownLines {
  /// Whether lines without a variance are shown too.
  let withoutVariance: Bool
  /// How many are shown at most.
  let limit: Int?
  /// How many there would be to show.
  private(set) var count = 0
  /// Whether one of them was counted again or is to be.
  private(set) var haveRules = false
  private var kept: [CountLine] = []

  init(withoutVariance: Bool, limit: Int?) {
    self.withoutVariance = withoutVariance
    self.limit = limit
  }

  mutating func add(_ line: CountLine) {
    guard withoutVariance || (line.variance.map { $0.scaled != 0 } ?? false) else { return }
    count += 1
    if line.fact.isDisputed || line.fact.isRecountOpen || line.fact.isRecounted { haveRules = true }
    // Of very many, most are worth less than what is kept already.
    if let limit, kept.count >= limit, let least, !Self.isDearer(line, least) { return }
    kept.append(line)
    guard let limit, kept.count >= 2 * limit else { return }
    kept = dearest
    least = kept.last
  }

  /// The last of those shown, once there are more than can be.
  private var least: CountLine?

  /// All that are kept, in the order in which they came.
  var all: [CountLine] { kept }

  /// Those that are shown, the one that is worth most first.
  var dearest: [CountLine] { Array(kept.sorted(by: Self.isDearer).prefix(limit ?? kept.count)) }

  private static func isDearer(_ line: CountLine, _ other: CountLine) -> Bool {
    let (value, otherValue) = (line.costValue?.minorUnits.magnitude ?? 0, other.costValue?.minorUnits.magnitude ?? 0)
    return value != otherValue ? value > otherValue : line.fact.sku < other.fact.sku
  }
}

/// Writes the lines of a count in any format that can be written, one after the other.
struct CountLineFile: ~Copyable {
  /// The lines that a file contains.
  enum Contents {
    /// Those of a count that is not posted.
    case reconciled
    /// The lines of a posted count, which also have their later corrections.
    case posted
  }

  private static let columns = [
    Column(name: "state"), Column(name: "as_of", type: .dateTime),
    Column(name: "counted", type: .number), Column(name: "expected", type: .number),
    Column(name: "variance", type: .number), Column(name: "unit_cost", type: .number), Column(name: "cost_source"),
    Column(name: "variance_at_cost", type: .number), Column(name: "variance_at_retail", type: .number),
    Column(name: "reason"), Column(name: "route"),
  ]
  private static let columnsSince = [
    Column(name: "restated", type: .number), Column(name: "variance_now", type: .number),
    Column(name: "variance_now_at_cost", type: .number), Column(name: "variance_now_at_retail", type: .number),
  ]

  private var writer: any BatchWriter
  private var batch = RecordBatch()
  private let moments: MomentText
  private let hasTitles: Bool
  private var count = 0

  /// - Parameter hasTitles: whether the lines have the titles of their items.
  init(
    _ contents: Contents, hasTitles: Bool, clock: ShopClock, format: RegisteredFormat, options: [String: String],
    to sink: ByteSink
  ) throws {
    let writing = try format.requireWriting()
    let item = [Column(name: "sku")] + (hasTitles ? [Column(name: "title")] : [])
    let schema = Schema(
      table: "count_lines", columns: item + Self.columns + (contents == .posted ? Self.columnsSince : []))
    let writer = try writing.writer(for: schema, to: sink, options: options)
    (self.writer, self.hasTitles) = (writer, hasTitles)
    moments = MomentText(clock: clock)
    batch.reset(schema: schema)
  }

  /// - Parameter title: the title of its item, which the line does not have.
  mutating func write(_ line: CountLine, title: String? = nil) throws {
    let fact = line.fact
    append(fact.sku, title)
    batch.append(text: line.state.rawValue)
    append(fact.asOf)
    append(fact.counted?.scaled, Quantity.fractionDigits)
    append(fact.expected.scaled, Quantity.fractionDigits)
    append(line.variance?.scaled, Quantity.fractionDigits)
    append(line.unitCost?.scaled, UnitCost.fractionDigits)
    batch.append(text: line.costSource.rawValue)
    append(line.costValue)
    append(line.retailValue)
    batch.append(text: line.reason)
    batch.append(text: line.route.rawValue)
    try endLine()
  }

  mutating func write(_ line: PostedCountLine) throws {
    append(line.sku, line.title)
    batch.append(text: line.restated == nil ? line.state.rawValue : "restated")
    append(line.asOf)
    append(line.counted?.scaled, Quantity.fractionDigits)
    append(line.expected.scaled, Quantity.fractionDigits)
    append(line.variance?.scaled, Quantity.fractionDigits)
    append(line.unitCost?.scaled, UnitCost.fractionDigits)
    batch.append(text: line.costSource.rawValue)
    append(line.costValue)
    append(line.retailValue)
    if let reason = line.reason { batch.append(text: reason) } else { batch.append(missing: .null) }
    batch.append(text: line.route)
    append(line.restated?.scaled, Quantity.fractionDigits)
    append(line.varianceNow?.scaled, Quantity.fractionDigits)
    append(line.costValueNow)
    append(line.retailValueNow)
    try endLine()
  }

  private mutating func endLine() throws {
    count += 1
    batch.endRow(at: RecordPosition(line: 0, byteOffset: 0, record: count))
    guard batch.isFull else { return }
    try writer.write(batch)
    batch.removeAllRows()
  }

  private mutating func append(_ sku: String, _ title: String?) {
    batch.append(text: sku)
    guard hasTitles else { return }
    if let title { batch.append(text: title) } else { batch.append(missing: .null) }
  }

  private mutating func append(_ moment: Timestamp) {
    moments.withText(moment) { batch.append($0) }
  }

  /// - Returns: how many lines were written.
  consuming func finish() throws -> Int {
    if batch.rowCount > 0 { try writer.write(batch) }
    try writer.finish()
    return count
  }

  private mutating func append(_ money: Money?) {
    guard let money else { return batch.append(missing: .null) }
    let digits = money.currency.minorUnitDigits
    FixedPointText.withText(money.minorUnits, fractionDigits: digits, keeping: digits) {
      batch.append($0, kind: .number)
    }
  }

  private mutating func append(_ number: Int64?, _ digits: Int) {
    guard let number else { return batch.append(missing: .null) }
    FixedPointText.withText(number, fractionDigits: digits, keeping: 0) { batch.append($0, kind: .number) }
  }
}

/// Which lines of a count are written to a file.
enum CountLineChoice: String, CaseIterable {
  case all, differences, uncounted

  func contains(_ line: CountLine) -> Bool { contains(line.state, line.variance) }

  /// Of a posted line, a difference may have come from later corrections.
  func contains(_ line: PostedCountLine) -> Bool {
    contains(line.state, line.variance) || (self == .differences && line.restated != nil)
  }

  private func contains(_ state: CountLineState, _ variance: Quantity?) -> Bool {
    switch self {
    case .all: true
    case .differences: variance.map { $0.scaled != 0 } ?? false
    case .uncounted: state == .uncounted
    }
  }
}

extension PostedCountLine {
  /// The route of its variance, in the words of a reconciliation.
  fileprivate var route: String {
    guard let variance else { return VarianceRoute.none.rawValue }
    return variance.scaled == 0 ? VarianceRoute.matched.rawValue : "posted"
  }
}
