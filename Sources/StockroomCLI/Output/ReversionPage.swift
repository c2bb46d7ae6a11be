internal import RetailValues
internal import Stock

/// A page of the records of an undo or a redo, taken while the dry run still has them.
final class ReversionPage {
  let hidesPersonal: Bool
  private let choice: ChangePage
  private let words: RecordWords
  private(set) var records: [ImportReversion.Record] = []
  /// How many records have the text that is looked for.
  private var found = 0

  init(_ choice: ChangePage, _ settings: ShopSettings, hidesPersonal: Bool) {
    (self.choice, self.hidesPersonal) = (choice, hidesPersonal)
    words = RecordWords(settings)
  }

  /// Without a text to look for, the records before the page need not be read, and not those after it.
  private var isSearch: Bool { choice.text != nil }

  /// Reads the records of the page.
  var reading: ImportReversion.Reading {
    ImportReversion.Reading(kind: choice.kind, skip: isSearch ? 0 : choice.skip, hidesPersonal: hidesPersonal) {
      [self] record in take(record)
    }
  }

  /// - Returns: whether another record is wanted.
  private func take(_ record: ImportReversion.Record) -> Bool {
    guard isSearch else {
      records.append(record)
      return records.count < choice.limit
    }
    guard choice.chooses(record.kind, { holds($0, in: record) }) else { return true }
    found += 1
    if found > choice.skip, records.count < choice.limit { records.append(record) }
    return true
  }

  /// Whether a text in lower case is in the key, the title or a value of a record.
  private func holds(_ text: String, in record: ImportReversion.Record) -> Bool {
    let values = record.fields.flatMap { field in
      [field.current, field.wanted].map { words.text($0, of: field.field, record.kind, record.key) }
    }
    return ([record.key, record.title] + values).contains { $0?.lowercased().contains(text) ?? false }
  }

  /// How many records of each kind there are.
  func kinds(of reversion: ImportReversion) -> [ChangePage.Kind] {
    reversion.kinds(hidingPersonal: hidesPersonal).map { .init(kind: $0.kind, records: $0.records) }
  }

  /// How many records the choice leaves.
  func total(of reversion: ImportReversion) -> Int {
    guard !isSearch else { return found }
    return kinds(of: reversion).reduce(0) { $0 + ((choice.kind ?? $1.kind) == $1.kind ? $1.records : 0) }
  }

  /// Says which records of how many are shown.
  func show(of reversion: ImportReversion) {
    let total = total(of: reversion)
    guard !records.isEmpty else {
      return Terminal.say(total > 0 ? Terminal.thereAreOnly(total, "record") : "There is nothing to show.")
    }
    Terminal.say("\(choice.skip + 1) to \(choice.skip + records.count) of \(total) records")
  }
}
