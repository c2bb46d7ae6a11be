public import ProblemKit
public import RetailValues

/// A way of writing the journal down.
public enum JournalFormat: String, Hashable, Sendable, CaseIterable {
  case csv, hledger, beancount, json

  /// The format for a file's ending.
  public init?(fileEnding: String) {
    switch fileEnding.lowercased() {
    case "csv": self = .csv
    case "journal", "hledger", "ledger": self = .hledger
    case "beancount", "bean": self = .beancount
    case "json": self = .json
    default: return nil
    }
  }

  /// Whether the accounts have to be known before the first entry.
  public var declaresAccounts: Bool { self == .hledger || self == .beancount }
}

/// The heading of a journal.
public struct JournalHeading: Hashable, Sendable {
  public var shopName: String
  public var currency: Currency
  /// The last day of the last closed period, ISO 8601.
  public var closedThrough: String?
  /// The accounts of all entries with the day of their first use; only for formats that declare them.
  public var accounts: [String: String]

  public init(shopName: String, currency: Currency, closedThrough: String?, accounts: [String: String] = [:]) {
    self.shopName = shopName
    self.currency = currency
    self.closedThrough = closedThrough
    self.accounts = accounts
  }
}

/// Writes a journal, part by part: ``head()``, then ``text(of:)`` for each entry, then
/// ``foot(unvaluedLines:emptyEntries:)``.
///
/// The same entries produce the same text. Text from files is escaped: it cannot end a line or a field, and every
/// program reads it as text only.
public struct JournalWriter: Sendable {
  public let format: JournalFormat
  let heading: JournalHeading
  /// Whether CSV cells that a spreadsheet would read as formulas are left unchanged.
  let keepsFormulas: Bool
  var isFirst = true

  public init(_ format: JournalFormat, heading: JournalHeading, keepsFormulas: Bool = false) {
    self.format = format
    self.heading = heading
    self.keepsFormulas = keepsFormulas
  }

  /// The text before the entries.
  ///
  /// - Throws: ``Problems`` for an account that the format does not support.
  public func head() throws(Problems) -> String {
    switch format {
    case .csv: csvHead()
    case .hledger: hledgerHead()
    case .beancount: try beancountHead()
    case .json: jsonHead()
    }
  }

  /// One entry.
  ///
  /// - Throws: ``Problems`` for an account that the format does not support.
  public mutating func text(of entry: JournalEntry) throws(Problems) -> String {
    defer { isFirst = false }
    return switch format {
    case .csv: csv(entry)
    case .hledger: hledger(entry)
    case .beancount: try beancount(entry)
    case .json: (isFirst ? "\n" : ",\n") + json(entry)
    }
  }

  /// The text after the entries.
  ///
  /// - Parameters:
  ///   - unvaluedLines: lines without a cost, in all entries, including entries that were left out.
  ///   - emptyEntries: entries that were left out because they have no amount.
  public func foot(unvaluedLines: Int, emptyEntries: Int) -> String {
    let remark =
      "\(unvaluedLines) lines without a cost are in no amount; \(emptyEntries) entries without an amount are left out"
    switch format {
    case .csv: return ""
    case .hledger, .beancount: return unvaluedLines + emptyEntries == 0 ? "" : "\n; \(remark)\n"
    case .json:
      return (isFirst ? "" : "\n") + "],\"unvalued_lines\":\(unvaluedLines),\"empty_entries\":\(emptyEntries)}\n"
    }
  }

  /// An amount in the currency's decimals.
  func amount(_ minorUnits: Int64) -> String { Money(minorUnits: minorUnits, currency: heading.currency).amount }

  /// Names and values that say more about an entry, in a fixed order.
  func details(_ entry: JournalEntry) -> [(name: String, value: String)] {
    var details = [("kind", entry.kind.rawValue), ("location", entry.location)]
    if let count = entry.count { details.append(("count", count)) }
    if let document = entry.document { details.append(("document", document)) }
    if let source = entry.source { details.append(("source", source)) }
    if !entry.reasons.isEmpty { details.append(("reasons", entry.reasons.joined(separator: " "))) }
    if entry.date != entry.effectiveDate { details.append(("effective", entry.effectiveDate)) }
    if let corrects = entry.corrects { details.append(("corrects", corrects)) }
    details.append(("lines", "\(entry.lines)"))
    if entry.unvaluedLines > 0 {
      details.append(("unvalued-lines", "\(entry.unvaluedLines)"))
      details.append(("unvalued", Self.quantities(entry)))
    }
    return details
  }

  /// `-3 each and 0.25 kg`.
  static func quantities(_ entry: JournalEntry) -> String {
    entry.unvalued.map { "\(Quantity(scaled: $0.quantity)) \($0.unit)" }.joined(separator: " and ")
  }

  /// Text on one line: line ends and other control characters become spaces, and characters of `unwanted` are replaced.
  static func line(_ text: String, replacing unwanted: [Unicode.Scalar: String] = [:]) -> String {
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate, .unassigned:
        if line.last != " " { line.append(" ") }
      // Marks that turn the direction of text around could show one thing and mean another.
      case .format: continue
      default:
        if let other = unwanted[scalar] { line.append(contentsOf: other.unicodeScalars) } else { line.append(scalar) }
      }
    }
    while line.last == " " { line.removeLast() }
    return String(line.drop { $0 == " " })
  }
}
