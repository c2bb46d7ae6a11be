public import RetailValues

/// Shrinkage in units, at cost and at retail. A loss is positive, a gain negative.
public struct ShrinkageAmount: Hashable, Sendable {
  public let units: Quantity
  public let cost: Money
  public let retail: Money
}

/// The totals of a reconciliation: each is the sum of the rounded lines.
public struct ShrinkageTotals: Hashable, Sendable {
  /// Variances that are unknown losses: found by counting only.
  public let unknown: ShrinkageAmount
  /// Variances with a known-loss reason.
  public let known: ShrinkageAmount
  /// Gross loss less gross gain, of all variances. Variances whose reason is not a loss are only in this sum.
  public let net: ShrinkageAmount
  /// All losses; positive.
  public let grossLoss: ShrinkageAmount
  /// All gains; positive. A net alone hides errors that cancel.
  public let grossGain: ShrinkageAmount
  /// Lines with a variance but without a cost: in the units, not in the money.
  public let unvaluedLines: Int
  /// Lines with a variance but without a price.
  public let unpricedLines: Int

  /// Totals of nothing.
  public static func zero(in currency: Currency) -> ShrinkageTotals {
    let none = Money(minorUnits: 0, currency: currency)
    let amount = ShrinkageAmount(units: .zero, cost: none, retail: none)
    return ShrinkageTotals(
      unknown: amount, known: amount, net: amount, grossLoss: amount, grossGain: amount, unvaluedLines: 0,
      unpricedLines: 0)
  }

  /// Adds up lines without running over.
  struct Accumulator {
    private struct Sum {
      var units: Int128 = 0
      var cost: Int128 = 0
      var retail: Int128 = 0

      /// Adds with a sign: −1 turns a variance into a loss.
      mutating func add(_ line: CountLine, _ variance: Quantity, sign: Int128) {
        units += sign * Int128(variance.scaled)
        cost += sign * Int128(line.costValue?.minorUnits ?? 0)
        retail += sign * Int128(line.retailValue?.minorUnits ?? 0)
      }

      func amount(_ currency: Currency) -> ShrinkageAmount? {
        guard let units = Int64(exactly: units), let cost = Int64(exactly: cost), let retail = Int64(exactly: retail)
        else { return nil }
        return ShrinkageAmount(
          units: Quantity(scaled: units), cost: Money(minorUnits: cost, currency: currency),
          retail: Money(minorUnits: retail, currency: currency))
      }
    }

    private let currency: Currency
    private var unknown = Sum()
    private var known = Sum()
    private var net = Sum()
    private var loss = Sum()
    private var gain = Sum()
    private var unvalued = 0
    private var unpriced = 0

    init(currency: Currency) { self.currency = currency }

    mutating func add(_ line: CountLine) {
      guard let variance = line.variance, variance.scaled != 0 else { return }
      net.add(line, variance, sign: -1)
      switch line.lossClass {
      case .known: known.add(line, variance, sign: -1)
      case .unknown: unknown.add(line, variance, sign: -1)
      case .none: break
      }
      if variance.scaled < 0 { loss.add(line, variance, sign: -1) } else { gain.add(line, variance, sign: 1) }
      if line.costValue == nil { unvalued += 1 }
      if line.retailValue == nil { unpriced += 1 }
    }

    /// The totals; nil when one leaves the range of money or quantity.
    func totals() -> ShrinkageTotals? {
      guard let unknown = unknown.amount(currency), let known = known.amount(currency), let net = net.amount(currency),
        let loss = loss.amount(currency), let gain = gain.amount(currency)
      else { return nil }
      return ShrinkageTotals(
        unknown: unknown, known: known, net: net, grossLoss: loss, grossGain: gain, unvaluedLines: unvalued,
        unpricedLines: unpriced)
    }
  }
}
