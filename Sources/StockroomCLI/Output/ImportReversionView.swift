internal import FormatKit
internal import Foundation
internal import RetailValues
internal import Stock

/// An undo or redo, or the plan of one.
struct ImportReversionView {
  private let reversion: ImportReversion
  private let words: RecordWords
  /// The page of all its records; nil for the first of each kind.
  private let page: ReversionPage?

  init(_ reversion: ImportReversion, _ settings: ShopSettings, _ page: ReversionPage? = nil) {
    (self.reversion, self.page) = (reversion, page)
    words = RecordWords(settings)
  }

  private struct JSONOutput: Encodable {
    struct Count: Encodable {
      let kind: String
      let outcome: String
      let records: Int
    }
    struct EffectCount: Encodable {
      let kind: String
      let effect: String
      let records: Int
      /// Whether the records before those that are removed apply again, as prices do; left out where they do not.
      let earlierApplyAgain: Bool?

      init(_ count: ImportReversion.EffectCount) {
        (kind, effect, records) = (count.kind, count.effect.rawValue, count.records)
        earlierApplyAgain = count.effect == .removed && Vocabulary.kind(kind)?.part == .price ? true : nil
      }
    }
    struct Record: Encodable {
      struct Field: Encodable {
        let field: String
        let current: String?
        let wanted: String?
        let outcome: String
      }
      let kind: String
      let key: String
      let documentKind: String?
      let title: String?
      let outcome: String
      let effect: String
      let reason: String?
      let fields: [Field]
    }
    let operation: String
    let importNumber: Int64
    let number: Int64?
    let source: String
    let outcome: String
    let counts: [Count]
    let effects: [EffectCount]
    let records: [Record]
    /// With a page of the records: how many there are of each kind, and how many the choice leaves.
    let kinds: [ChangePage.Kind]?
    let total: Int?
    /// What it makes, changes and removes, with movements of stock, as `imports show` counts it afterwards.
    let written: [ImportOutput.Count]
    let movements: [ImportOutput.Count]
    let restatedCountLines: Int
    let levelsSetSince: Int
    let closedPeriodMovements: Int
    let foundSince: [String]
  }

  /// Its exit status says whether something was kept or blocked.
  var output: ValueOutput {
    ValueOutput(answer, status: reversion.isComplete ? ExitStatus.done : ExitStatus.doneWithRejects) { say() }
  }

  private var records: [ImportReversion.Record] { page?.records ?? reversion.records }

  private var answer: JSONOutput {
    JSONOutput(
      operation: reversion.operation.rawValue, importNumber: reversion.importID, number: reversion.number,
      source: reversion.source, outcome: reversion.number == nil ? "planned" : "applied",
      counts: reversion.counts.map { .init(kind: $0.kind, outcome: $0.outcome.rawValue, records: $0.records) },
      effects: reversion.effects.map { .init($0) },
      records: records.map { record in
        .init(
          kind: record.kind, key: record.key, documentKind: record.documentKind, title: record.title,
          outcome: record.outcome.rawValue, effect: record.effect.rawValue,
          reason: record.reason.isEmpty ? nil : record.reason,
          fields: record.fields.map { field in
            .init(
              field: field.field, current: words.text(field.current, of: field.field, record.kind, record.key),
              wanted: words.text(field.wanted, of: field.field, record.kind, record.key),
              outcome: field.outcome.rawValue)
          })
      }, kinds: page?.kinds(of: reversion), total: page?.total(of: reversion),
      written: reversion.written.counts.map { .init(kind: $0.kind, action: $0.action.rawValue, records: $0.records) },
      movements: reversion.written.movements.map { .init(kind: "movements", action: $0.kind, records: $0.records) },
      restatedCountLines: reversion.restatedCountLines, levelsSetSince: reversion.levelsSetSince,
      closedPeriodMovements: reversion.closedPeriodMovements, foundSince: reversion.foundSince)
  }

  private func say() {
    let isUndo = reversion.operation == .undo
    Terminal.say("\(isUndo ? "Undo" : "Redo") of import \(reversion.importID): \(reversion.source)")
    let counts = KindCounts<ImportReversion.Outcome>(
      reversion.counts.map { (kind: $0.kind, part: $0.outcome, records: $0.records) })
    if !counts.isEmpty {
      counts.show(counts.present(of: ImportReversion.Outcome.allCases)) {
        $0 == .reverted && !isUndo ? "restored" : $0.rawValue
      }
    }
    page?.show(of: reversion)
    for record in records { Terminal.say("  " + line(of: record, isUndo: isUndo != reversion.isOfRemoval)) }
    if reversion.restatedCountLines > 0 {
      Terminal.say(
        "  lines of posted counts restated: \(reversion.restatedCountLines) (the counted numbers stay)")
    }
    if reversion.levelsSetSince > 0 {
      Terminal.say(
        "  stock levels set since by a later import: \(reversion.levelsSetSince) (they counted on these movements; look at "
          + "the stock of these items)")
    }
    if reversion.closedPeriodMovements > 0 {
      Terminal.say("  movements of days for which the books are closed: \(reversion.closedPeriodMovements)")
    }
    if !reversion.foundSince.isEmpty {
      Terminal.say(
        "  Imports since that listed records which were there already: \(reversion.foundSince.joined(separator: ", ")). "
          + "If those should stay, import such a file once more.")
    }
    if let number = reversion.number {
      let verb = isUndo ? "taken" : "brought"
      if reversion.counts.isEmpty {
        Terminal.say("Done as number \(number): there was nothing to be \(verb) back.")
      } else if reversion.total(.blocked) == reversion.counts.reduce(0, { $0 + $1.records }) {
        Terminal.say("Nothing could be \(verb) back; noted as number \(number). The file may be imported again.")
      } else {
        Terminal.say("Done as number \(number).")
      }
    } else {
      Terminal.say("A dry run: nothing was changed.")
    }
  }

  private func line(of record: ImportReversion.Record, isUndo: Bool) -> String {
    let name = "\(record.kind.replacing("_", with: " ")) \(record.key)"
    let because = record.reason.isEmpty ? "" : " (\(record.reason))"
    if record.fields.isEmpty {
      switch record.effect {
      case .removed: return "\(name): removed"
      case .restored: return "\(name): is back"
      case .changed, .moved, .present: return "\(name): reverted"
      case .kept: return isUndo ? "\(name): kept\(because)" : "\(name): not brought back\(because)"
      case .blocked: return "\(name): blocked\(because)"
      }
    }
    let effects: [ImportReversion.Effect: String] = [.removed: "removed, ", .restored: "is back, "]
    let fields = record.fields.map { field in
      let current = words.text(field.current, of: field.field, record.kind, record.key) ?? "–"
      let wanted = words.text(field.wanted, of: field.field, record.kind, record.key) ?? "–"
      switch field.outcome {
      case .reverted: return "\(field.field) \(current) → \(wanted)"
      case .kept: return "\(field.field) stays \(current), would be \(wanted)"
      case .blocked: return "\(field.field) stays \(current), blocked"
      }
    }
    return "\(name): \(effects[record.effect] ?? "")\(fields.joined(separator: ", "))\(because)"
  }
}
