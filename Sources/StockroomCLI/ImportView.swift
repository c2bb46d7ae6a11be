internal import Catalog
internal import Exchange
internal import FormatKit
internal import Foundation
internal import Stock

/// An import or its plan, as people see it.
struct ImportView {
  private let summary: ImportSummary

  init(_ summary: ImportSummary) { self.summary = summary }

  func show(_ source: ByteSource) {
    Terminal.say("\(summary.source)  \(summary.byteCount) bytes, \(summary.format), profile \(summary.profile)")
    for finding in summary.findings where !["format", "quote", "header"].contains(finding.name) {
      Terminal.say("  \(finding.name): \(finding.value) (\(finding.evidence))")
    }
    if case .alreadyApplied(let number) = summary.outcome {
      Terminal.say("Already applied as import \(number); nothing changed. --again applies it once more.")
      return
    }
    if !summary.counts.isEmpty {
      let actions = ["create", "update", "unchanged", "reject", "conflict"].filter { action in
        summary.counts.contains { $0.action == action }
      }
      var kinds: [String] = []
      for count in summary.counts where !kinds.contains(count.kind) { kinds.append(count.kind) }
      let rows = kinds.map { kind in
        [kind.replacing("_", with: " ")]
          + actions.map { action in
            let total = summary.counts.filter { $0.kind == kind && $0.action == action }.reduce(0) { $0 + $1.records }
            return total == 0 ? "" : "\(total)"
          }
      }
      Terminal.say(Terminal.table([""] + actions, rows, rightAligned: Set(1...max(1, actions.count))))
    }
    for change in summary.changes where change.action == "update" {
      let fields = change.changes.map { field in
        "\(field.field) \(Self.shown(field.before, field.field)) → \(Self.shown(field.after, field.field))"
      }
      Terminal.say("  \(change.kind.replacing("_", with: " ")) \(change.key): \(fields.joined(separator: ", "))")
    }
    showProblems(source)
    GuardView.show(summary.guards)
    switch summary.outcome {
    case .planned where summary.errorCount == 0 && summary.stoppingGuards.isEmpty:
      Terminal.say("A dry run: nothing was changed.")
    case .applied(let number): Terminal.say("Applied as import \(number).")
    case .planned where summary.errorCount == 0, .refused where summary.errorCount == 0:
      Terminal.say(GuardView.verdict(summary.stoppingGuards))
    case .planned, .refused:
      Terminal.say("\(summary.errorCount) \(summary.errorCount == 1 ? "error" : "errors"): nothing was changed.")
    case .alreadyApplied: break
    }
  }

  private func showProblems(_ source: ByteSource) {
    let excerpts = Excerpts.lines(of: summary.problems, in: source)
    for (diagnostic, excerpt) in zip(summary.problems, excerpts) {
      var shown = diagnostic
      if let caret = excerpt?.caret { shown.position.column = caret + 1 }
      Terminal.show(shown, excerpt: excerpt)
    }
    let total = summary.problemCounts.filter { $0.key != "guard" }.values.reduce(0, +)
    if total > summary.problems.count { Terminal.note("… and \(total - summary.problems.count) more of \(total)") }
  }

  /// A stored value in the field's own terms.
  static func shown(_ value: String?, _ field: String) -> String {
    guard let value else { return "–" }
    guard let number = Int64(value), let type = Vocabulary.kinds.lazy.compactMap({ $0.field(field)?.type }).first else {
      return value
    }
    switch type {
    case .quantity: return Quantity(scaled: number).description
    case .unitCost: return UnitCost(scaled: number).description
    case .money: return FixedPointText.fixed(number, fractionDigits: 2)
    case .percent: return FixedPointText.shortest(number, fractionDigits: 4)
    case .dateTime: return Timestamp(millisecondsSince1970: number).iso8601
    default: return value
    }
  }
}

/// The same for `--json`.
struct ImportAnswer: Encodable {
  struct Count: Encodable {
    let kind: String
    let action: String
    let records: Int
  }
  struct Problem: Encodable {
    let code: String
    let severity: String
    let line: Int
    let record: Int
    let field: String?
    let value: String?
    let message: String
    let remedy: String

    init(_ diagnostic: Diagnostic) {
      code = diagnostic.code.id
      severity = diagnostic.severity.rawValue
      line = diagnostic.position.line
      record = diagnostic.position.record
      field = diagnostic.position.field
      value = diagnostic.value
      message = diagnostic.message
      remedy = diagnostic.remedy
    }
  }
  struct Guard: Encodable {
    let code: String
    let cases: Int
    let accepted: Bool
    let remedy: String
    let examples: [Problem]
  }
  struct Finding: Encodable {
    let name: String
    let value: String
    let evidence: String
  }
  struct Change: Encodable {
    struct Field: Encodable {
      let field: String
      let before: String?
      let after: String?
    }
    let kind: String
    let action: String
    let key: String
    let line: Int
    let fields: [Field]
  }

  let source: String
  let bytes: Int
  let sha256: String
  let format: String
  let profile: String
  let outcome: String
  let importNumber: Int64?
  let counts: [Count]
  let findings: [Finding]
  let errors: Int
  let warnings: Int
  let notices: Int
  let problems: [Problem]
  let guards: [Guard]
  let changes: [Change]

  init(_ summary: ImportSummary) {
    source = summary.source
    bytes = summary.byteCount
    sha256 = summary.fileSHA256
    format = summary.format
    profile = summary.profile
    switch summary.outcome {
    case .planned: (outcome, importNumber) = ("planned", nil)
    case .applied(let number): (outcome, importNumber) = ("applied", number)
    case .alreadyApplied(let number): (outcome, importNumber) = ("already-applied", number)
    case .refused: (outcome, importNumber) = ("refused", nil)
    }
    counts = summary.counts.map { Count(kind: $0.kind, action: $0.action, records: $0.records) }
    findings = summary.findings.map { Finding(name: $0.name, value: $0.value, evidence: $0.evidence) }
    errors = summary.problemCounts["error"] ?? 0
    warnings = summary.problemCounts["warning"] ?? 0
    notices = summary.problemCounts["notice"] ?? 0
    problems = summary.problems.map(Problem.init)
    guards = summary.guards.map {
      Guard(
        code: $0.code.rawValue, cases: $0.count, accepted: $0.isAccepted, remedy: $0.code.remedy,
        examples: $0.examples.map(Problem.init))
    }
    changes = summary.changes.map { change in
      Change(
        kind: change.kind, action: change.action, key: change.key, line: change.line,
        fields: change.changes.map {
          .init(
            field: $0.field, before: $0.before.map { [field = $0.field] in ImportView.shown($0, field) },
            after: $0.after.map { [field = $0.field] in ImportView.shown($0, field) })
        })
    }
  }
}

/// The lines of a source that diagnostics speak of, found in one pass.
enum Excerpts {
  private static let longest = 160

  static func lines(of diagnostics: [Diagnostic], in source: ByteSource) -> [Excerpt?] {
    let offsets = diagnostics.map(\.position.byteOffset)
    guard let last = offsets.max(), last >= 0, let stream = try? TextStream(source) else {
      return diagnostics.map { _ in nil }
    }
    var texts: [Int: [UInt8]] = [:]
    // What stands before each place, which tells whether a line begins there.
    var before: [Int: UInt8] = [0: 0x0A]
    let wanted = Set(offsets.filter { $0 >= 0 }).sorted()
    var position = 0
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    while position < last + longest, let count = try? stream.read(into: buffer), count > 0 {
      for offset in wanted where offset < position + count && offset + longest > position {
        let from = max(0, offset - position)
        let to = min(count, offset + longest - position)
        if from < to { texts[offset, default: []] += buffer[from..<to] }
      }
      for offset in wanted where offset > position && offset <= position + count {
        before[offset] = buffer[offset - position - 1]
      }
      position += count
    }
    return diagnostics.map { diagnostic in
      guard let bytes = texts[diagnostic.position.byteOffset] else { return nil }
      let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
      let text = String(decoding: line, as: UTF8.self).replacing("\t", with: " ")
      var caret: Int?
      // A column is only told when it is certain: a line begins here, and the value stands in it once.
      let beginsLine = before[diagnostic.position.byteOffset].map { $0 == 0x0A || $0 == 0x0D } ?? false
      if beginsLine, let value = diagnostic.value, !value.isEmpty, let place = onlyPlace(of: value, in: text) {
        caret = text.distance(from: text.startIndex, to: place)
      }
      return Excerpt(line: text, caret: caret)
    }
  }

  /// Where a value stands in a line as a whole word, if it does exactly once.
  private static func onlyPlace(of value: String, in line: String) -> String.Index? {
    var found: String.Index?
    for range in line.ranges(of: value) {
      let isPart = [
        range.lowerBound > line.startIndex ? line[line.index(before: range.lowerBound)] : ",",
        range.upperBound < line.endIndex ? line[range.upperBound] : ",",
      ].contains { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "." }
      if isPart { continue }
      if found != nil { return nil }
      found = range.lowerBound
    }
    return found
  }
}
