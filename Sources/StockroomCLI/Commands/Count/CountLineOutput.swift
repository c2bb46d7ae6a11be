internal import RetailValues
internal import Stock

/// What every list of counted lines has in JSON; each list adds its own keys.
struct CountLineOutput: Encodable {
  let sku: String
  let state: String
  let asOf: String
  let counted: String?
  let expected: String
  let variance: String?
  let unitCost: String?
  let costSource: String
  let varianceAtCost: String?
  let varianceAtRetail: String?

  init(_ line: PostedCountLine, clock: ShopClock) {
    sku = line.sku
    state = line.restated == nil ? line.state.rawValue : "restated"
    asOf = clock.iso8601(line.asOf)
    counted = line.counted?.description
    expected = line.expected.description
    variance = line.variance?.description
    unitCost = line.unitCost?.description
    costSource = line.costSource.rawValue
    varianceAtCost = line.costValue?.amount
    varianceAtRetail = line.retailValue?.amount
  }

  init(_ line: CountLine, clock: ShopClock) {
    sku = line.fact.sku
    state = line.state.rawValue
    asOf = clock.iso8601(line.fact.asOf)
    counted = line.fact.counted?.description
    expected = line.fact.expected.description
    variance = line.variance?.description
    unitCost = line.unitCost?.description
    costSource = line.costSource.rawValue
    varianceAtCost = line.costValue?.amount
    varianceAtRetail = line.retailValue?.amount
  }

  /// The first cells of a table for people: item, state, counted, expected, variance, at cost.
  var cells: [String] {
    [
      sku, state, counted ?? "", expected, variance ?? "", varianceAtCost ?? (variance == nil ? "" : "unvalued"),
    ]
  }

  static let headings = ["item", "state", "counted", "expected", "variance", "at cost"]
}

/// A counted line with the keys that one list adds.
struct ExtendedCountLine<Further: Encodable>: Encodable {
  let line: CountLineOutput
  let further: Further

  init(_ line: CountLineOutput, _ further: Further) { (self.line, self.further) = (line, further) }

  func encode(to encoder: any Encoder) throws {
    try line.encode(to: encoder)
    try further.encode(to: encoder)
  }
}
