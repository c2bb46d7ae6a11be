internal import Exchange
internal import FormatKit
internal import ProblemKit
internal import Stock

/// An import or its plan, for `--json`.
struct ImportOutput: Encodable {
  struct Count: Encodable {
    let kind: String
    /// What was done, or for movements of stock their kind, such as `receipt`.
    let action: String
    let records: Int
    /// How many of the new records are prices that follow another one, which people call changes; nil without any.
    var followingPrices: Int?
  }
  struct ShownProblem: Encodable {
    let code: String
    let severity: String
    let line: Int
    let record: Int
    /// The location in the document, where lines say little.
    let path: String?
    let field: String?
    let value: String?
    let message: String
    let remedy: String
    /// The line of the file where it is, as far as it is shown; nil where the file has no lines.
    let excerpt: String?

    init(_ problem: Problem, excerpt: String? = nil) {
      self.excerpt = excerpt
      code = problem.code.id
      severity = problem.severity.rawValue
      line = problem.position.line
      record = problem.position.record
      path = problem.position.path
      field = problem.position.field
      value = problem.value
      message = problem.message
      remedy = problem.remedy
    }
  }
  struct Guard: Encodable {
    let code: String
    let cases: Int
    let accepted: Bool
    /// How many records of the file name what the shop does not have, for the guards that ask about that.
    let records: Int?
    /// Above which limit it asks, as the settings say it; nil for a guard without a limit.
    let limit: String?
    /// The first of the remedies.
    let remedy: String
    /// What to do: cases that are not among the examples may need another remedy.
    let remedies: [String]
    let examples: [ShownProblem]
  }
  /// Problems of one cause; `problems` has the first of each.
  struct ProblemGroup: Encodable {
    let code: String
    let severity: String
    let field: String?
    let records: Int
    let remedy: String
    /// What is wrong with all of them, without what is wrong with one alone.
    let message: String
    /// The first of them.
    let examples: [ShownProblem]

    /// - Parameter excerpts: the lines of the problems, or none.
    fileprivate init?(_ group: ImportSummary.Group, _ excerpts: some Sequence<String?>) {
      guard let first = group.problems.first else { return nil }
      (code, severity) = (first.code.id, first.severity.rawValue)
      (field, records, remedy) = (first.position.field, group.count, first.remedy)
      message = Self.message(of: group)
      var excerpts = excerpts.makeIterator()
      examples = group.problems.map { ShownProblem($0, excerpt: excerpts.next().flatMap { $0 }) }
    }

    /// The message of a problem that is the only one; else that of some problems without their own values, or what their code
    /// means where that does not make it one message.
    private static func message(of group: ImportSummary.Group) -> String {
      guard let first = group.problems.first, group.count > 1 else { return group.problems.first?.message ?? "" }
      let texts = group.problems.map { problem in
        problem.value.map { problem.message.replacing("'\($0)'", with: "…") } ?? problem.message
      }
      return texts.allSatisfy { $0 == texts[0] } ? texts[0].replacing(" … ", with: " ") : first.code.summary
    }
  }
  struct Finding: Encodable {
    let name: String
    let value: String
    let evidence: String
    let code: String?
  }
  /// The answer to the sender.
  struct Acknowledgement: Encodable {
    let name: String
    let file: String?
    let interchanges: Int
    let rejectedInterchanges: Int
    let messages: Int
    let rejectedMessages: Int
    let reason: String?

    init(_ answer: WrittenAcknowledgement) {
      name = answer.name
      file = answer.path
      interchanges = answer.acknowledgement.interchanges
      rejectedInterchanges = answer.acknowledgement.rejectedInterchanges
      messages = answer.acknowledgement.messages
      rejectedMessages = answer.acknowledgement.rejectedMessages
      reason = answer.reason
    }
  }
  /// A cell that is imported with another value than the file has.
  struct Corrected: Encodable {
    let line: Int
    let column: String
    let was: String
    let value: String

    init(_ cell: CorrectedCell) { (line, column, was, value) = (cell.line, cell.column, cell.was, cell.value) }
  }
  struct Change: Encodable {
    struct Field: Encodable {
      let field: String
      let before: String?
      let after: String?
    }
    let kind: String
    let action: PlanAction
    let key: String
    /// What people read of it in addition to its key, such as the title of its item; nil without one.
    var title: String?
    /// The line of the file; nil for what a finished import changed.
    private(set) var line: Int?
    let fields: [Field]
    /// Of a plan, by how many percent its price or cost changes: `25`, `-7.5`; nil where none does.
    var percent: String?
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
  /// The cells that were corrected; nil without any.
  let corrections: [Corrected]?
  let errors: Int
  let warnings: Int
  let notices: Int
  let problemGroups: [ProblemGroup]
  let problems: [ShownProblem]
  let guards: [Guard]
  let changes: [Change]
  /// Records of the source that are left out, and the file that they are in.
  let refusedRecords: Int
  let rejectFile: String?
  let answer: Acknowledgement?
  /// Why a saved plan no longer holds.
  private(set) var changedSince: [String]?
  /// Whether a plan made again would treat each record as the saved one does.
  let recordsAlike: Bool?
  /// SHA-256 of what a saved plan says of its records: the same for each plan that treats them alike.
  let recordsSHA256: String?
  /// The number of the last import when a plan was saved.
  let lastImport: Int64?
  /// The first moment of which the file has a movement of stock, when a plan was saved.
  let firstAt: String?

  /// - Parameter file: the source of the records, from which the lines with problems are shown; nil to show none.
  init(_ summary: ImportSummary, from file: ByteSource? = nil) {
    source = summary.source
    bytes = summary.byteCount
    sha256 = summary.fileSHA256
    format = summary.format
    profile = summary.profile
    switch summary.outcome {
    case .planned: (outcome, importNumber) = ("planned", nil)
    case .applied(let number): (outcome, importNumber) = ("applied", number)
    case .alreadyApplied(let number): (outcome, importNumber) = ("already-applied", number)
    case .empty: (outcome, importNumber) = ("empty", nil)
    case .refused: (outcome, importNumber) = ("refused", nil)
    case .stale(let reasons):
      (outcome, importNumber) = ("stale", nil)
      changedSince = reasons
    }
    recordsAlike = summary.treatsRecordsAlike
    recordsSHA256 = summary.recordsSHA256
    lastImport = summary.lastImport
    firstAt = summary.firstAt
    refusedRecords = summary.refusedRecords
    rejectFile = summary.rejectFile
    answer = summary.answer.map(Acknowledgement.init)
    let lines = file.map { Excerpts.lines(of: summary.problems, in: $0).map { $0?.line } } ?? []
    var place = 0
    problemGroups = summary.problemGroups.compactMap { group in
      defer { place += group.problems.count }
      return ProblemGroup(group, lines.dropFirst(place))
    }
    counts = summary.counts.map { count in
      Count(
        kind: count.kind, action: count.action.rawValue, records: count.records,
        followingPrices: count.followingPrices == 0 ? nil : count.followingPrices)
    }
    findings = summary.findings.map { Finding(name: $0.name, value: $0.value, evidence: $0.evidence, code: $0.code) }
    corrections = summary.corrections.isEmpty ? nil : summary.corrections.map { Corrected($0) }
    errors = summary.problemCounts["error"] ?? 0
    warnings = summary.problemCounts["warning"] ?? 0
    notices = summary.problemCounts["notice"] ?? 0
    problems = summary.problems.map { ShownProblem($0) }
    guards = summary.guards.map {
      Guard(
        code: $0.code.rawValue, cases: $0.count, accepted: $0.isAccepted, records: $0.newRecords?.records,
        limit: $0.limit, remedy: $0.remedies[0], remedies: $0.remedies,
        examples: $0.examples.map { ShownProblem($0) })
    }
    changes = summary.changes.map { change in
      Change(
        kind: change.kind, action: change.action, key: change.key, line: change.line,
        fields: change.changes.map {
          .init(field: $0.field, before: $0.before, after: $0.after)
        })
    }
  }
}
