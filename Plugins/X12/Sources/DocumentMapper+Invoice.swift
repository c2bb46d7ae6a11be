internal import FormatKit
internal import SupplyDocuments

/// The data of an invoice as a whole.
struct InvoiceData {
  var isCreditNote = false
  var netDays = ""
  var basis = ""
  /// The totals in the segments before the lines.
  var heading = InvoiceTotals()
  /// The totals in the segments after them, read in advance.
  var summary = SummaryReader.Summary()
}

/// Amounts of an invoice outside its lines.
struct InvoiceTotals {
  var total: ExactNumber?
  var tax: ExactNumber?
  /// Tax that is given as a charge.
  var chargedTax: ExactNumber?
  var allowances: ExactNumber?
  var charges: ExactNumber?

  private static func sum(_ left: ExactNumber?, _ right: ExactNumber?) -> ExactNumber? {
    guard let left else { return right }
    guard let right else { return left }
    return left.adding(right)
  }

  /// Codes of data element 1300 that are taxes.
  static let taxCodes: Set<String> = [
    "H630", "H640", "H650", "H660", "H670", "H680", "H690", "H700", "H710", "H720", "H730",
    "H740", "H750", "H760", "H770", "H780", "H790", "H800", "H810", "H820", "H850",
  ]

  mutating func take(_ segment: Segment) {
    switch segment.id {
    case "TDS": total = ExactNumber(x12: segment.text(1), decimals: 2)
    case "TXI": tax = Self.sum(tax, ExactNumber(x12: segment.text(2)))
    case "SAC":
      guard let amount = ExactNumber(x12: segment.text(5), decimals: 2) else { return }
      switch segment.text(1) {
      case "A", "P": allowances = Self.sum(allowances, amount)
      case "C", "Q":
        if Self.taxCodes.contains(segment.text(2)) {
          chargedTax = Self.sum(chargedTax, amount)
        } else {
          charges = Self.sum(charges, amount)
        }
      default: break
      }
    default: break
    }
  }

  func adding(_ other: InvoiceTotals) -> InvoiceTotals {
    var both = InvoiceTotals()
    both.total = other.total ?? total
    both.tax = Self.sum(tax, other.tax)
    both.chargedTax = Self.sum(chargedTax, other.chargedTax)
    both.allowances = Self.sum(allowances, other.allowances)
    both.charges = Self.sum(charges, other.charges)
    return both
  }
}

extension DocumentMapper {
  mutating func takeInvoice(_ segment: Segment, _ path: String) {
    switch path {
    case "ITD" where line == nil && invoice.netDays.isEmpty:
      invoice.basis = segment.text(2)
      invoice.netDays = value(of: 7, in: segment)
    case "TXI", "SAC/SAC", "SAC/TXI":
      if !isHeaderDone { invoice.heading.take(segment) }
    case "IT1/SAC/SAC":
      guard !InvoiceTotals.taxCodes.contains(segment.text(2)),
        let amount = ExactNumber(x12: segment.text(5), decimals: 2)
      else { return }
      switch segment.text(1) {
      case "A": item.allowances = item.allowances.adding(amount.negated) ?? item.allowances
      case "C": item.allowances = item.allowances.adding(amount) ?? item.allowances
      default: break
      }
    case "TDS": finishLine()
    default: break
    }
  }

  /// A ship notice is of one order, or names none as a whole.
  func completeDespatch(_ row: inout Row) {
    if invoice.summary.hasOtherOrders { row["order_number"] = nil }
  }

  /// The amounts of the whole invoice, and the day on which it is due.
  func complete(_ row: inout Row) {
    let totals = invoice.heading.adding(invoice.summary.totals)
    row.offer("total_amount", totals.total?.text)
    row.offer("tax_amount", (totals.tax ?? totals.chargedTax)?.text)
    row.offer("allowance_amount", totals.allowances?.text)
    row.offer("charge_amount", totals.charges?.text)
    // Terms that count from the date of the invoice.
    if invoice.basis == "3", let days = Int(invoice.netDays) {
      row.offer("due_on", X12Value.date(documentDate, plus: days), rank: 100_000)
    }
    if invoice.isCreditNote {
      for column in ["total_amount", "tax_amount", "allowance_amount", "charge_amount"] { row.removeSign(column) }
    } else {
      row["corrects"] = nil
    }
  }
}

/// Scans a transaction set before reading it, by going through the source a second time.
///
/// The header of a document comes first, but what it needs comes last: the totals of an invoice, the orders of a ship
/// notice. Keeping the lines in between would take memory that grows with the file.
struct SummaryReader {
  private let reader: SegmentReader
  private var segment = Segment()

  struct Summary {
    var totals = InvoiceTotals()
    /// Whether the lines are of more than one order.
    var hasOtherOrders = false
  }

  init(_ source: ByteSource, charset: Charset?) throws(Problems) {
    reader = try SegmentReader(source, charset: charset)
  }

  /// The summary of the transaction set whose ST segment has that number in the file.
  mutating func summary(ofSetAt number: Int) throws(Problems) -> Summary {
    var totals = InvoiceTotals()
    var order: String?
    var hasOtherOrders = false
    var isSummary = false
    reading: while try reader.next(into: &segment) {
      guard segment.number > number else { continue }
      switch segment.id {
      case "SE", "ST", "GE", "GS", "IEA", "ISA": break reading
      case "TDS": isSummary = true
      case "PRF":
        hasOtherOrders = hasOtherOrders || order.map { $0 != segment.text(1) } ?? false
        order = segment.text(1)
      default: break
      }
      if isSummary { totals.take(segment) }
    }
    return Summary(totals: totals, hasOtherOrders: hasOtherOrders)
  }
}
