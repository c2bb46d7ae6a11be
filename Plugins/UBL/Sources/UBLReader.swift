public import FormatKit
internal import SupplyDocuments
internal import XMLReading

/// Hands out the records of a UBL document: the supplier, the document, its lines.
public struct UBLReader: BatchReader {
  private let walk: DocumentWalk
  private var failure: Problems?
  private var isAtEnd = false

  init(_ source: ByteSource, options: UBLOptions) throws(Problems) {
    walk = try DocumentWalk(source, options: options)
  }

  public var findings: [SourceFinding] { walk.findings }

  public mutating func read(into batch: inout RecordBatch) throws(Problems) -> Bool {
    while !walk.buffer.hasOutgoing, !isAtEnd { advance() }
    guard walk.buffer.hasOutgoing else {
      if let failure { throw failure }
      return false
    }
    walk.buffer.fill(&batch, source: walk.source)
    return true
  }

  private mutating func advance() {
    do throws(Problems) {
      if try walk.step() { return }
      failure = walk.finish()
    } catch {
      failure = error
    }
    isAtEnd = true
    walk.buffer.flush()
  }
}
