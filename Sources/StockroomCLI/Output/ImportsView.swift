internal import Exchange
internal import FormatKit
internal import Foundation
internal import RetailValues
internal import Stock

/// Stored values in the words of the record vocabulary.
struct RecordWords {
  private let values: PlanValue

  init(_ settings: ShopSettings) { values = PlanValue(currency: settings.currency, clock: settings.clock) }

  /// - Parameter key: of a price its currency comes last.
  func text(_ value: String?, of field: String, _ kind: String, _ key: String) -> String? {
    let currency = Vocabulary.kind(kind)?.part == .price ? key.split(separator: " ").last.map(String.init) : nil
    return value.map { values.text($0, of: field, kind: kind, currency: currency) }
  }

  func change(from before: String?, to after: String?, of field: String, _ kind: String, _ key: String) -> String {
    "\(text(before, of: field, kind, key) ?? "–") → \(text(after, of: field, kind, key) ?? "–")"
  }
}

/// One line of the list of imports, for `--json`.
struct ImportEntryOutput: Encodable {
  let number: Int64
  let operation: String
  let reverts: Int64?
  let state: String
  let source: String
  let bytes: Int
  let sha256: String
  let format: String
  let profile: String?
  let at: String
  let actor: String
  let created: Int
  let updated: Int
  let unchanged: Int
  let rejected: Int
  /// For items that were entered one by one: the count, and its section; nil for the whole count.
  let count: String?
  let section: String?
  /// For a line of several entries: how many they are, and the number of the first.
  private(set) var entries: Int?
  private(set) var firstNumber: Int64?

  /// - Parameter line: a line of the list, which may be several entries.
  init(_ line: ImportLine, clock: ShopClock) {
    self.init(line.entry, line.counts, clock: clock)
    if count != nil { (entries, firstNumber) = (line.entries, line.firstNumber) }
  }

  init(_ entry: ImportEntry, clock: ShopClock) { self.init(entry, ImportLine.Counts(entry), clock: clock) }

  private init(_ entry: ImportEntry, _ counts: ImportLine.Counts, clock: ShopClock) {
    number = entry.number
    operation = entry.operation.rawValue
    reverts = entry.reverts
    state = entry.isUndone ? "undone" : "applied"
    source = entry.source
    bytes = entry.byteCount
    sha256 = entry.fileSHA256
    format = entry.format
    profile = entry.profile
    at = clock.iso8601(entry.at)
    actor = entry.actor
    (created, updated, unchanged, rejected) = (counts.created, counts.updated, counts.unchanged, counts.rejected)
    let part = CountEntryOptions.part(enteredBy: entry)
    (count, section) = (part?.count, part?.section)
  }
}

/// The changes by an import, for `--json`.
struct ImportContentsOutput: Encodable {
  let entry: ImportEntryOutput
  let counts: [ImportOutput.Count]
  let movements: [ImportOutput.Count]
  /// The cells of the file that were corrected; nil without any.
  let corrections: [ImportOutput.Corrected]?
  let records: [ImportOutput.Change]
  /// With the records of a page: how many there are of each kind, and how many the choice leaves.
  private(set) var kinds: [ChangePage.Kind]?
  private(set) var total: Int?
  /// The position of the last of the records, for `--after`, where others follow.
  private(set) var next: String?

  /// The changes with a page of their records.
  init(_ contents: ImportContents, _ page: ChangePage, kinds: [ChangePage.Kind], _ settings: ShopSettings) {
    self.init(contents, settings, records: page.records)
    (self.kinds, total, next) = (kinds, page.isCounted ? page.total : nil, page.next?.text)
  }

  /// The changes with the first records of each kind.
  init(_ contents: ImportContents, _ settings: ShopSettings) {
    let words = RecordWords(settings)
    self.init(contents, settings, records: contents.records.map { ImportOutput.Change($0, words) })
  }

  private init(_ contents: ImportContents, _ settings: ShopSettings, records: [ImportOutput.Change]) {
    entry = ImportEntryOutput(contents.entry, clock: settings.clock)
    counts = contents.counts.map { count in
      .init(
        kind: count.kind, action: count.action.rawValue, records: count.records,
        followingPrices: count.followingPrices == 0 ? nil : count.followingPrices)
    }
    movements = contents.movements.map { .init(kind: "movements", action: $0.kind, records: $0.records) }
    corrections = contents.corrections.isEmpty ? nil : contents.corrections.map { .init($0) }
    self.records = records
  }
}

extension ImportOutput.Change {
  /// A record of an import in the words of the vocabulary.
  init(_ record: ImportContents.Record, _ words: RecordWords) {
    func text(_ value: String?, of field: String) -> String? { words.text(value, of: field, record.kind, record.key) }
    self.init(
      kind: record.kind, action: record.action, key: record.key, title: record.title,
      fields: record.fields.map { field in
        .init(
          field: field.field, before: text(field.before, of: field.field), after: text(field.after, of: field.field))
      })
  }
}

extension ChangePage {
  /// Takes its records from an import.
  ///
  /// - Returns: how many records of each kind the import has.
  mutating func take(from contents: ImportContents, in books: ShopDatabase) throws -> [Kind] {
    let words = RecordWords(books.settings)
    isOfReversion = contents.entry.operation != .import
    let kinds = contents.kinds.map { Kind(kind: $0.kind, records: $0.records) }
    // Without a text to look for, the records before the page need not be read, and not those after it.
    let isSearch = text != nil
    let isSkipped = !isSearch && after == nil
    let chunk = isSearch ? ShopDatabase.importedChunk : min(limit, ShopDatabase.importedChunk - 1) + 1
    var found = 0
    var last: ImportedPosition?
    try books.forEachImportedRecord(
      of: contents, kind: kind, from: isSkipped ? .skipping(skip) : .after(after ?? .start), reading: chunk
    ) { record, position in
      let change = ImportOutput.Change(record, words)
      guard chooses(change) else { return true }
      found += 1
      guard isSkipped || found > skip else { return true }
      guard records.count < limit else {
        next = last
        return isSearch && isCounted
      }
      records.append(change)
      last = position
      return true
    }
    total = isSearch ? found : kinds.reduce(0) { $0 + ((kind ?? $1.kind) == $1.kind ? $1.records : 0) }
    return kinds
  }
}

/// The changes by an import, for people.
struct ImportContentsView {
  private let contents: ImportContents
  private let clock: ShopClock
  private let words: RecordWords

  init(_ contents: ImportContents, _ settings: ShopSettings) {
    self.contents = contents
    clock = settings.clock
    words = RecordWords(settings)
  }

  /// What was imported.
  func showEntry() {
    let entry = contents.entry
    let name = entry.reverts.map { "\(entry.operation.words) of import \($0)" } ?? entry.operation.words
    Terminal.say(
      "\(entry.number)  \(name)\(entry.isUndone ? ", undone" : "")  \(clock.display(entry.at))  \(entry.actor)")
    Terminal.say(
      "  \(entry.source)  \(entry.byteCount) bytes, \(entry.format)" + (entry.profile.map { ", profile \($0)" } ?? ""))
    Terminal.say("  SHA-256 \(entry.fileSHA256)")
  }

  /// What was imported, and the corrected cells of it.
  func showCorrections() {
    showEntry()
    CorrectedCellView.show(contents.corrections)
    if contents.corrections.isEmpty { Terminal.say("  No cell was corrected.") }
  }

  func show() {
    showEntry()
    CorrectedCellView.show(contents.corrections)
    let counts = KindCounts<PlanAction>(
      contents.counts.map {
        (kind: $0.kind, action: $0.action, records: $0.records, followingPrices: $0.followingPrices)
      })
    if !counts.isEmpty { counts.show(counts.present(of: [.create, .update, .delete]), heading: \.rawValue) }
    for record in contents.records {
      let kind = record.kind.replacing("_", with: " ")
      let isReversion = contents.entry.operation != .import
      switch isReversion ? record.action : record.action.shown(before: record.fields.map(\.before)) {
      case .create: Terminal.say("  \(kind) \(record.key): made")
      case .delete: Terminal.say("  \(kind) \(record.key): removed")
      default:
        let fields = record.fields.map { field in
          guard record.action == .update || field.before != nil else {
            return "\(field.field) \(words.text(field.after, of: field.field, record.kind, record.key) ?? "–")"
          }
          return "\(field.field) "
            + words.change(from: field.before, to: field.after, of: field.field, record.kind, record.key)
        }
        Terminal.say("  \(kind) \(record.key): \(fields.joined(separator: ", "))")
      }
    }
    for movement in contents.movements {
      Terminal.say("  movements of stock: \(movement.records) \(movement.kind)")
    }
    if counts.isEmpty, contents.movements.isEmpty { Terminal.say("  It changed nothing.") }
  }
}
