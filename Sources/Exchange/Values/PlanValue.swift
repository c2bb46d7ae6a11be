internal import FormatKit
public import RetailValues

/// Stored values, in the words of the record vocabulary.
public struct PlanValue: Sendable {
  private let clock: ShopClock
  private let currency: Currency
  private let kinds: RecordCatalog
  /// The moment of the plan: what happens then, happens when the plan is carried out.
  private let now: Timestamp?

  /// The placeholder for the moment at which a plan is carried out.
  public static let whenApplied = "(when applied)"

  public init(currency: Currency, clock: ShopClock, now: Timestamp? = nil) {
    self.init(currency: currency, clock: clock, now: now, kinds: .standard)
  }

  init(currency: Currency, clock: ShopClock, now: Timestamp?, kinds: RecordCatalog) {
    self.kinds = kinds
    self.currency = currency
    self.clock = clock
    self.now = now
  }

  /// A value as people write it: `12.5` for a quantity of 12,500 thousandths.
  ///
  /// - Parameter currency: the currency of the record, where it names one.
  public func text(_ value: String, of field: String, kind: String, currency: String? = nil) -> String {
    guard let number = Int64(value), let type = kinds[kind]?.field(field)?.type else { return value }
    switch type {
    case .quantity: return Quantity(scaled: number).description
    case .unitCost: return UnitCost(scaled: number).description
    case .money:
      let own = currency.flatMap { Currency($0) } ?? self.currency
      return FixedPointText.fixed(number, fractionDigits: own.minorUnitDigits)
    case .degrees: return Degrees(scaled: number).description
    case .percent: return FixedPointText.shortest(number, fractionDigits: 4)
    case .dateTime:
      let moment = Timestamp(millisecondsSince1970: number)
      return moment == now ? Self.whenApplied : clock.iso8601(moment)
    case .boolean: return number == 0 ? "false" : "true"
    default: return value
    }
  }
}
