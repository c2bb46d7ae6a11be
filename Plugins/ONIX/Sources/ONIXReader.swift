public import FormatKit

/// Reads the products of an ONIX message as records, one product after the other.
public struct ONIXReader: BatchReader {
  private static let maximumRemarks = 100

  private var scanner: MessageScanner
  private var mapper: ProductMapper
  private var rows = TableRows(RecordTable.schemas)
  private var failure: Problems?
  private var isAtEnd = false
  /// The problems of the message that are returned with the next record.
  private var waiting: [Problem] = []

  init(_ source: ByteSource, options: ONIXOptions) throws(Problems) {
    scanner = try MessageScanner(source, charset: options.charset)
    mapper = ProductMapper(source: source.name, options: options)
  }

  public mutating func read(into batch: inout RecordBatch) throws(Problems) -> Bool {
    while !rows.hasOutgoing, !isAtEnd { advance() }
    guard rows.hasOutgoing else {
      if let failure { throw failure }
      return false
    }
    rows.fill(&batch, source: scanner.source)
    return true
  }

  public var findings: [SourceFinding] {
    var found = scanner.findings
    if let release = scanner.release ?? mapper.release {
      found.append(SourceFinding("release", release.name, evidence: release.evidence))
    }
    if let sender = mapper.header.senderName {
      found.append(SourceFinding("sender", sender, evidence: "the header"))
    }
    guard isAtEnd else { return found }
    let counts = mapper.counts.sorted { $0.key < $1.key }.map { "\($0.value) of type \($0.key)" }
    found.append(
      SourceFinding("products", counts.isEmpty ? "none" : counts.joined(separator: ", "), evidence: "NotificationType"))
    // Problems that do not belong to a record are reported here.
    return found
      + waiting.prefix(Self.maximumRemarks).map {
        SourceFinding($0.code.id, $0.message, evidence: $0.position.path ?? "the message")
      }
  }

  private mutating func advance() {
    do throws(Problems) {
      switch try scanner.next() {
      case .header(let element): mapper.takeHeader(element)
      case .product(let element): take(mapper.rows(of: element))
      case .other(let name, let position): mapper.pass(name, at: position)
      case nil:
        isAtEnd = true
        mapper.finish()
      }
    } catch {
      failure = error
      isAtEnd = true
      // Problems of an element without an end may come from half a name.
      _ = scanner.takeProblems()
    }
    if isAtEnd {
      waiting += scanner.takeProblems() + mapper.takeMessageProblems()
      if failure == nil { failure = Problems(collected: waiting.filter { $0.severity == .error }) }
      waiting.removeAll { $0.severity == .error }
    }
    if isAtEnd { rows.flush() }
  }

  private mutating func take(_ records: [TableRow]) {
    waiting += mapper.takeMessageProblems() + scanner.takeProblems()
    var records = records
    if !records.isEmpty {
      records[0].problems = waiting + records[0].problems
      waiting = []
    }
    rows.add(contentsOf: records)
  }
}
