public import FormatKit
internal import SupplyDocuments

/// Hands out the documents of X12 interchanges as records: the supplier, the document, its lines.
public struct X12Reader: BatchReader {
  private let scanner: InterchangeScanner
  private var mapper: DocumentMapper
  private var failure: Problems?
  private var isAtEnd = false
  private var remarks: [SourceFinding] = []

  init(_ source: ByteSource, options: X12Options) throws(Problems) {
    scanner = try InterchangeScanner(source, charset: options.charset)
    mapper = try DocumentMapper(source, options: options)
  }

  public mutating func read(into batch: inout RecordBatch) throws(Problems) -> Bool {
    while mapper.queue.next == nil, !isAtEnd { advance() }
    guard let first = mapper.queue.next else {
      if let failure { throw failure }
      return false
    }
    batch.reset(schema: first.table.schema)
    while !batch.isFull {
      while mapper.queue.next == nil, !isAtEnd { advance() }
      guard let row = mapper.queue.next, row.table === first.table else { break }
      row.append(to: &batch, number: row.position.record, source: scanner.name)
      mapper.queue.removeFirst()
    }
    return true
  }

  public var findings: [SourceFinding] {
    var found = [scanner.charsetFinding]
    if let separators = scanner.separators {
      found.append(SourceFinding("separators", separators.shown, evidence: "the ISA segment"))
    }
    let counts = scanner.counts
    if counts.interchanges > 0 {
      let sets = countedSets
      found.append(
        SourceFinding(
          "transaction sets", sets.isEmpty ? "none" : sets.joined(separator: ", "),
          evidence: "\(counts.interchanges) \(counts.interchanges == 1 ? "interchange" : "interchanges")"))
    }
    return found + mapper.acknowledgements + remarks
  }

  private mutating func advance() {
    do throws(Problems) {
      guard let step = try scanner.next() else { return finish() }
      try mapper.take(step, of: scanner)
    } catch {
      failure = error
      isAtEnd = true
      mapper.abandon()
    }
  }

  /// Turns problems without a record into an error of the file, or a finding, at its end.
  private mutating func finish() {
    isAtEnd = true
    mapper.finish()
    let orphans = mapper.queue.orphans
    var problems = orphans.filter(\.isError).map { $0.problem(source: scanner.name) }
    if mapper.queue.isUnused {
      problems.append(nothingToImport)
      for var problem in orphans.filter({ !$0.isError }).prefix(Self.shownReasons) {
        problem.remedy = "No record comes of it."
        problems.append(problem.problem(source: scanner.name))
      }
    }
    failure = Problems(collected: problems)
    var counts: [String: Int] = [:]
    for problem in orphans where !problem.isError { counts[problem.message, default: 0] += 1 }
    for problem in orphans where !problem.isError && remarks.count < 100 {
      guard let count = counts.removeValue(forKey: problem.message) else { continue }
      let place = problem.position.path ?? "the file"
      remarks.append(
        SourceFinding(
          problem.code.id, problem.message, evidence: count > 1 ? "\(count) times, first at \(place)" : place))
    }
  }

  /// The error for an interchange without a record for the shop, so that it is not mistaken for an imported one.
  private var nothingToImport: Problem {
    let sets = countedSets
    let answers = mapper.acknowledgements.prefix(Self.shownReasons).map { "; \($0.value)" }.joined()
    return Problem(
      .x12NothingToImport, source: scanner.name, at: SourcePosition(line: 1, byteOffset: 0),
      sets.isEmpty
        ? "the file has no transaction set"
        : "the file has \(sets.joined(separator: ", ")), and nothing to import\(answers)")
  }

  /// How many reasons are shown why nothing was taken.
  private static let shownReasons = 20

  /// `2 of 850`, for each kind of transaction set.
  private var countedSets: [String] {
    scanner.counts.sets.sorted { $0.key < $1.key }.map { "\($0.value) of \($0.key.isEmpty ? "no kind" : $0.key)" }
  }
}
