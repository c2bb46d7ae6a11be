internal import Foundation
internal import RetailValues

/// The formats for other programs.
extension JournalWriter {
  // MARK: - CSV

  func csvHead() -> String {
    "entry,date,effective_date,kind,description,account,debit,credit,currency,location,count,document,source,reasons,"
      + "corrects,lines,unvalued_lines,unvalued\n"
  }

  /// A row for each posting; each row repeats the data of the entry.
  func csv(_ entry: JournalEntry) -> String {
    var text = ""
    for posting in entry.postings {
      let debit = posting.amount > 0 ? amount(posting.amount) : ""
      // Turned around by its text, which is exact for the least number too.
      let credit = posting.amount < 0 ? String(amount(posting.amount).dropFirst()) : ""
      let cells = [
        entry.id, entry.date, entry.effectiveDate, entry.kind.rawValue, entry.description, posting.account, debit,
        credit,
        heading.currency.code, entry.location, entry.count ?? "", entry.document ?? "", entry.source ?? "",
        entry.reasons.joined(separator: " "), entry.corrects ?? "", "\(entry.lines)", "\(entry.unvaluedLines)",
        Self.quantities(entry),
      ]
      text += cells.map(cell).joined(separator: ",") + "\n"
    }
    return text
  }

  private func cell(_ text: String) -> String {
    CSVText.field(keepsFormulas ? text : CSVText.harmless(text))
  }

  // MARK: - JSON

  private struct Entry: Encodable {
    struct Posting: Encodable {
      let account: String
      let amount: String
    }
    struct Unvalued: Encodable {
      let unit: String
      let quantity: String
    }
    let id: String
    let kind: String
    let date: String
    let effectiveDate: String
    let location: String
    let count: String?
    let document: String?
    let source: String?
    let reasons: [String]
    let description: String
    let corrects: String?
    let lines: Int
    let unvaluedLines: Int
    let unvalued: [Unvalued]
    let postings: [Posting]
  }

  private static func encoded(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.keyEncodingStrategy = .convertToSnakeCase
    // Texts, lists of them and whole numbers can always be written.
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
  }

  func jsonHead() -> String {
    "{\"shop\":\(Self.encoded(heading.shopName)),\"currency\":\"\(heading.currency)\",\"closed_through\":"
      + "\(heading.closedThrough.map { "\"\($0)\"" } ?? "null"),\"entries\":["
  }

  /// Debits positive, credits negative.
  func json(_ entry: JournalEntry) -> String {
    Self.encoded(
      Entry(
        id: entry.id, kind: entry.kind.rawValue, date: entry.date, effectiveDate: entry.effectiveDate,
        location: entry.location, count: entry.count, document: entry.document, source: entry.source,
        reasons: entry.reasons, description: entry.description, corrects: entry.corrects, lines: entry.lines,
        unvaluedLines: entry.unvaluedLines,
        unvalued: entry.unvalued.map { .init(unit: $0.unit, quantity: Quantity(scaled: $0.quantity).description) },
        postings: entry.postings.map { .init(account: $0.account, amount: amount($0.amount)) }))
  }
}
