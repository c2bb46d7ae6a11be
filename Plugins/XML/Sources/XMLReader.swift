internal import CLibXML2
public import FormatKit
internal import XMLReading

/// Reads the records of an XML document and, as tables of their own, the elements that repeat within them.
///
/// The first 64 KiB are read three times: to find the record, to find the repeated elements, and to find the columns,
/// which are in the schema of the first batch. Then the document is read once, a block at a time. The tables of a part
/// of the document follow each other, the records' own first.
public struct XMLReader: BatchReader {
  public var columnsMayGrow: Bool { true }
  public private(set) var findings: [SourceFinding] = []

  private let session: XMLSession

  init(_ source: ByteSource, options: XMLOptions) throws(Problems) {
    xmlInitParser()
    session = try XMLSession(source, options: options)
    findings = session.findings
  }

  public mutating func read(into batch: inout RecordBatch) throws(Problems) -> Bool {
    let more = try session.read(into: &batch)
    findings = session.findings
    return more
  }
}

/// The state of one reading.
final class XMLSession {
  private(set) var findings: [SourceFinding] = []

  private static let blockBytes = 1 << 16
  private static let previewBytes = blockBytes - 64

  let source: String
  let options: XMLOptions
  let dictionary: XMLDictionary
  private let words: XMLWords
  let assembly: UnsafeMutablePointer<RecordAssembly>
  let block: UnsafeMutableRawBufferPointer
  private(set) var input: XMLInput
  private var parser: XMLParser?
  private var attributeGuard = AttributeGuard()

  private(set) var blockCount = 0
  private(set) var inputFailure: Problems?
  private var inputIsAtEnd = false
  private var sawContent = false
  private var isStarted = false
  /// What a file of refused records says of the document that they come from.
  private(set) var instruction: RejectInstruction?
  private(set) var isFinished = false
  private var handedOverBatches = 0
  /// The table whose waiting rows are handed over next; nil while the document is read on.
  private var turn: Int?

  init(_ source: ByteSource, options: XMLOptions) throws(Problems) {
    guard let dictionary = XMLDictionary(), let words = XMLWords(dictionary) else {
      throw Problems(.sourceUnreadable, source: source.name, "there is no memory for the parser")
    }
    if let record = options.record, RecordAssembly.parsePath(record, dictionary) == nil {
      throw Problems(
        .invalidOption, value: record, "'\(record)' is not valid for the option 'record' of xml",
        remedy: "Allowed: name, /path/name or {uri}name.")
    }
    self.source = source.name
    self.options = options
    self.dictionary = dictionary
    self.words = words
    input = try XMLInput(source, charset: options.charset)
    findings = [input.finding]
    assembly = .allocate(capacity: 1)
    assembly.initialize(to: RecordAssembly(source: source.name, words: words, purpose: .rows))
    block = .allocate(byteCount: Self.blockBytes, alignment: 16)
  }

  deinit {
    parser = nil
    assembly.pointee.deallocate()
    assembly.deinitialize(count: 1)
    assembly.deallocate()
    block.deallocate()
  }

  // MARK: Handing over

  func read(into batch: inout RecordBatch) throws(Problems) -> Bool {
    if !isStarted { try start() }
    while true {
      if handOver(to: &batch) { return true }
      if isFinished {
        if let failure = assembly.pointee.guarding.failure ?? inputFailure { throw failure }
        try checkFound()
        guard handedOverBatches == 0 else { return false }
        handedOverBatches = 1
        batch.reset(schema: assembly.pointee.tableCount > 0 ? assembly.pointee.tables[0].schema : Schema(columns: []))
        return true
      }
      parseBlock()
      if isFinished || hasEnough(for: batch) { turn = 0 }
    }
  }

  private func handOver(to batch: inout RecordBatch) -> Bool {
    while let table = turn {
      guard table < assembly.pointee.tableCount else {
        turn = nil
        return false
      }
      if assembly.pointee.tables[table].waitingRows > 0 {
        assembly.pointee.tables[table].handOver(to: &batch)
        if !assembly.pointee.hasHandedOver {
          findings += assembly.pointee.outerValues.map { .value(of: $0.name, $0.text) }
        }
        assembly.pointee.hasHandedOver = true
        handedOverBatches += 1
        return true
      }
      turn = table + 1
    }
    return false
  }

  private func hasEnough(for batch: borrowing RecordBatch) -> Bool {
    var bytes = 0
    for index in 0..<assembly.pointee.tableCount {
      if assembly.pointee.tables[index].waitingRows >= batch.rowLimit { return true }
      bytes += assembly.pointee.tables[index].waitingBytes
    }
    return bytes >= min(batch.byteLimit, 1 << 22)
  }

  // MARK: Parsing

  func parseBlock() {
    feed(UnsafeRawBufferPointer(rebasing: block[..<blockCount]))
    if inputIsAtEnd || assembly.pointee.guarding.hasFailed {
      if inputFailure == nil { parser?.finish() }
      parser = nil
      isFinished = true
      let besides = assembly.pointee.besides.sorted { $0.key < $1.key }.map { "\($0.value) '\($0.key)'" }
      if !besides.isEmpty {
        findings.append(
          SourceFinding("not read", besides.joined(separator: ", "), evidence: "elements next to the records"))
      }
    } else {
      fill()
    }
  }

  private func feed(_ bytes: UnsafeRawBufferPointer) {
    if !attributeGuard.admits(bytes) { return assembly.pointee.guarding.refuseAttributes() }
    parser?.feed(bytes)
  }

  private func fill() {
    (blockCount, inputIsAtEnd, inputFailure) = input.fill(block)
    if !sawContent { sawContent = block[..<blockCount].contains { $0 > 0x20 } }
  }

  /// Looks at the first block and begins the reading proper.
  func start() throws(Problems) {
    isStarted = true
    fill()
    guard sawContent || !inputIsAtEnd else {
      isFinished = true
      if let inputFailure { throw inputFailure }
      throw Problems(.sourceEmpty, source: source, "the file is empty")
    }
    let preview = UnsafeRawBufferPointer(rebasing: block[..<min(blockCount, Self.previewBytes)])
    if block[..<blockCount].first(where: { $0 > 0x20 }) != UInt8(ascii: "<"), sawContent {
      isFinished = true
      throw Problems(
        .wrongFormat, source: source, at: SourcePosition(line: 1), "the content does not begin with '<' and is not XML")
    }
    instruction = RejectInstruction(in: preview)
    try chooseRecord(preview)
    try learnRepetition(preview)
    try learnColumns(preview)
    assembly.pointee.restart()
    attributeGuard = AttributeGuard()
    parser = try XMLParser(assembly, dictionary, charset: input.libraryCharset)
  }

  private func chooseRecord(_ preview: UnsafeRawBufferPointer) throws(Problems) {
    if let record = options.record, let path = RecordAssembly.parsePath(record, dictionary) {
      (assembly.pointee.recordPath, assembly.pointee.isAbsolute) = (path.names, path.isAbsolute)
      findings.append(SourceFinding("record", record, evidence: "given"))
      return
    }
    if let record = instruction?.record, let path = RecordAssembly.parsePath(record, dictionary) {
      let names = path.names.map { RecordAssembly.Name(local: $0.local, uri: $0.uri, isExact: path.isAbsolute) }
      (assembly.pointee.recordPath, assembly.pointee.isAbsolute) = (names, path.isAbsolute)
      findings.append(SourceFinding("record", record, evidence: RejectInstruction.evidence))
      return
    }
    let choice = try preliminary(.outline, preview) { $0.chosenRecord() }
    guard let choice else { return }
    findings.append(SourceFinding("record", choice.text, evidence: choice.evidence))
    guard !(choice.isHollow && inputIsAtEnd) else { return }
    (assembly.pointee.recordPath, assembly.pointee.isAbsolute) = (choice.path, true)
  }

  private func learnRepetition(_ preview: UnsafeRawBufferPointer) throws(Problems) {
    let path = (assembly.pointee.recordPath, assembly.pointee.isAbsolute)
    var repeated = Set<String>()
    for name in (options.repeated ?? "").split(separator: ",") {
      repeated.insert(name.trimmingPrefix(while: \.isWhitespace).split(separator: "/").joined(separator: "."))
    }
    if !repeated.isEmpty {
      findings.append(SourceFinding("repeated", repeated.sorted().joined(separator: ", "), evidence: "given"))
    }
    if let known = instruction?.repeated {
      if !known.isEmpty {
        findings.append(
          SourceFinding("repeated", known.sorted().joined(separator: ", "), evidence: RejectInstruction.evidence))
      }
      assembly.pointee.repeated = repeated.union(known)
      return
    }
    let found = try preliminary(.repetition, preview, path: path) { $0.repeated }
    if !found.isEmpty {
      findings.append(
        SourceFinding("repeated", found.sorted().joined(separator: ", "), evidence: "repeat in the first 64 KiB"))
    }
    assembly.pointee.repeated = repeated.union(found)
  }

  private func learnColumns(_ preview: UnsafeRawBufferPointer) throws(Problems) {
    let parser = try XMLParser(assembly, dictionary, charset: input.libraryCharset)
    var follower = AttributeGuard()
    if follower.admits(preview) { parser.feed(preview) }
  }

  /// Runs over the first block with a separate assembly. Its errors are left to the main pass.
  private func preliminary<Result>(
    _ purpose: RecordAssembly.Purpose, _ preview: UnsafeRawBufferPointer,
    path: (names: [RecordAssembly.Name], isAbsolute: Bool) = ([], false), _ result: (RecordAssembly) -> Result
  ) throws(Problems) -> Result {
    let scratch = UnsafeMutablePointer<RecordAssembly>.allocate(capacity: 1)
    scratch.initialize(to: RecordAssembly(source: source, words: words, purpose: purpose))
    (scratch.pointee.recordPath, scratch.pointee.isAbsolute) = path
    defer {
      scratch.pointee.deallocate()
      scratch.deinitialize(count: 1)
      scratch.deallocate()
    }
    let parser = try XMLParser(scratch, dictionary, charset: input.libraryCharset)
    parser.feed(preview)
    return withExtendedLifetime(parser) { result(scratch.pointee) }
  }

  /// If the requested record does not occur in a document with elements, this is an error, not an empty file.
  private func checkFound() throws(Problems) {
    guard let record = options.record, assembly.pointee.tableCount == 0 || assembly.pointee.tables[0].recordCount == 0,
      assembly.pointee.hasElements
    else { return }
    throw Problems(
      .xmlRecordNotFound, source: source, value: record, "the document has no element '\(record)'")
  }
}
