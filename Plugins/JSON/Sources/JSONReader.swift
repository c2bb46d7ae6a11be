public import FormatKit
import JSONReading

/// Reads JSON documents and JSON Lines: records as one table, arrays within them as child tables.
public struct JSONReader: BatchReader {
  private let state: State

  init(
    _ source: ByteSource, layout: JSONRecordSequence.Layout, table: String, depth: Int, charset: Charset?,
    findings: [SourceFinding], currency: String? = nil
  ) throws(Problems) {
    let isLines = layout == .lines
    let stream = try TextStream(source, charset: charset)
    let scanner = JSONScanner(stream, name: source.name, layout: isLines ? .lines : .document)
    let main = JSONTable(name: table, ownColumns: layout.isKeyed ? [Column(name: "_key")] : [], currency: currency)
    state = State(JSONRecordSequence(JSONRecordMapper(scanner, main: main, depthLimit: depth), layout: layout))
    given = findings
  }

  private let given: [SourceFinding]

  public mutating func read(into batch: inout RecordBatch) throws(Problems) -> Bool {
    try state.sequence.read(into: &batch)
  }

  public var columnsMayGrow: Bool { true }

  public var findings: [SourceFinding] { [state.sequence.mapper.scanner.charsetFinding] + given }

  /// Holds what cannot be copied.
  private final class State {
    var sequence: JSONRecordSequence
    init(_ sequence: consuming JSONRecordSequence) { self.sequence = sequence }
  }
}
