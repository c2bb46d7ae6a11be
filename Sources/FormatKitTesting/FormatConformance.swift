public import FormatKit

/// The tests that every format passes, ours first.
///
/// Each function tries a format on samples and returns what it breaks, in words, so that a test in any framework says
///
/// ```swift
/// #expect(FormatConformance.violations(of: CSVFormat.self, samples: samples) == [])
/// ```
///
/// Samples should be small (a few records each) and show every feature of the format, files with errors included: many of
/// the checks read a sample some hundred times. At most ``maximumViolations`` are returned at once.
public enum FormatConformance {
  /// How many violations one call returns at most.
  public static let maximumViolations = 25

  /// The checks of ``violations(of:samples:checking:)``. Leave a check out only where the format itself gives it no
  /// meaning, and say why next to the call.
  public struct Checks: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The descriptor, the codes and the options are complete and well-formed.
    public static let description = Checks(rawValue: 1 << 0)
    /// Chunks of 1, 5 and 4,096 bytes and batches of 1 and 1,024 rows give the same records, problems and findings.
    public static let chunking = Checks(rawValue: 1 << 1)
    /// No bytes at all are ``Problem/Code/sourceEmpty``; white space alone is that or ``Problem/Code/wrongFormat``.
    public static let emptySource = Checks(rawValue: 1 << 2)
    /// A UTF-8 byte-order mark changes nothing.
    public static let byteOrderMark = Checks(rawValue: 1 << 3)
    /// Lines that end with CR LF are the same lines.
    public static let lineEnds = Checks(rawValue: 1 << 4)
    /// The newline at the end may be missing.
    public static let finalNewline = Checks(rawValue: 1 << 5)
    /// A file cut off anywhere gives an error or the records before the cut, of which only the last may differ.
    public static let cutOff = Checks(rawValue: 1 << 6)
    /// A medium that fails half-way ends the source with that failure, never with a shorter list of records.
    public static let failingSource = Checks(rawValue: 1 << 7)

    /// A source of which nothing is taken ends with an error, so that no import counts it as done.
    public static let nothingTaken = Checks(rawValue: 1 << 8)

    public static let all: Checks = [
      .description, .chunking, .emptySource, .byteOrderMark, .lineEnds, .finalNewline, .cutOff, .failingSource,
      .nothingTaken,
    ]
  }

  /// Tries the reading side of a format on samples.
  ///
  /// - Parameter samples: at least one; see ``GoldenFixtures/samples(in:file:)`` for those of a fixtures folder.
  /// - Returns: what is broken, in words; empty when nothing is.
  public static func violations<F: ReadableFormat>(
    of format: F.Type, samples: [ConformanceSample], checking checks: Checks = .all
  ) -> [String] {
    var found: [String] = []
    if samples.isEmpty { found.append("there is no sample to try the format on") }
    if checks.contains(.description) { found += descriptionViolations(of: format) }
    if checks.contains(.emptySource) {
      found += emptySourceViolations(of: format, options: samples.first?.options ?? [:])
    }
    for sample in samples {
      let whole = CollectedReading(of: format, source: sample.source(), options: sample.options)
      found += whole.contractViolations.map { "\(sample.name): \($0)" }
      if checks.contains(.chunking) { found += chunkingViolations(of: format, sample, whole) }
      if checks.contains(.cutOff) { found += cutOffViolations(of: format, sample, whole) }
      if checks.contains(.nothingTaken) { found += nothingTakenViolations(of: format, sample) }
      if checks.contains(.failingSource) { found += failingSourceViolations(of: format, sample, whole) }
      guard sample.isPlainText else { continue }
      if checks.contains(.byteOrderMark) { found += byteOrderMarkViolations(of: format, sample, whole) }
      if checks.contains(.lineEnds) { found += lineEndViolations(of: format, sample, whole) }
      if checks.contains(.finalNewline) { found += finalNewlineViolations(of: format, sample, whole) }
    }
    return shortened(found)
  }

  /// As every command reads: through the registry.
  private static func nothingTakenViolations<F: ReadableFormat>(
    of format: F.Type, _ sample: ConformanceSample
  ) -> [String] {
    silence(of: .readable(format), reading: sample).map { ["\(sample.name): \($0)"] } ?? []
  }

  /// The violation of a registered format that ends a source without a record, a table and an error; nil without a violation.
  ///
  /// The source may be of any kind, because a person who names the wrong format must learn that nothing was imported.
  public static func silence(of format: RegisteredFormat, reading sample: ConformanceSample) -> String? {
    guard let reading = format.reading else { return nil }
    do throws(Problems) {
      var reader = try reading.reader(for: sample.source(), options: sample.options)
      var batch = RecordBatch()
      while try reader.read(into: &batch) {
        if batch.rowCount > 0 || !batch.schema.columns.isEmpty { return nil }
      }
    } catch {
      return nil
    }
    return "\(format.descriptor.id) ends the source without a record, a table or an error, as if it were imported"
  }

  static func shortened(_ found: [String]) -> [String] {
    var seen: Set<String> = []
    let unique = found.filter { seen.insert($0).inserted }
    guard unique.count > maximumViolations else { return unique }
    return unique.prefix(maximumViolations) + ["and \(unique.count - maximumViolations) more"]
  }

  private static func emptySourceViolations<F: ReadableFormat>(of format: F.Type, options: [String: String]) -> [String]
  {
    var found: [String] = []
    for (bytes, shown) in [([], "0 bytes"), (Array(" \n\r\n".utf8), "white space only")] as [([UInt8], String)] {
      let reading = CollectedReading(of: format, source: .memory(bytes, name: "empty"), options: options)
      let code = reading.error?.code
      let isFine = code == .sourceEmpty || (code == .wrongFormat && !bytes.isEmpty)
      if !isFine { found.append("a source of \(shown) ends with \(code?.id ?? "no error") instead of source-empty") }
      found += reading.contractViolations.map { "a source of \(shown): \($0)" }
    }
    return found
  }

  private static func chunkingViolations<F: ReadableFormat>(
    of format: F.Type, _ sample: ConformanceSample, _ whole: CollectedReading
  ) -> [String] {
    var found: [String] = []
    for chunk in [1, 5, 4096] {
      for rowLimit in [1, 1024] {
        let reading = CollectedReading(
          of: format, source: sample.source(chunk: chunk), options: sample.options, rowLimit: rowLimit)
        let context = "\(sample.name) in chunks of \(chunk) bytes and batches of \(rowLimit) rows"
        if let difference = whole.difference(from: reading, rules: .strict) {
          found.append("\(context): \(difference)")
        }
        found += reading.contractViolations.map { "\(context): \($0)" }
      }
    }
    return found
  }

  private static func byteOrderMarkViolations<F: ReadableFormat>(
    of format: F.Type, _ sample: ConformanceSample, _ whole: CollectedReading
  ) -> [String] {
    // A declared set other than UTF-8 contradicts the mark; then there is no right answer.
    let declaration = String(decoding: sample.bytes.prefix(200), as: UTF8.self).lowercased()
    let contradicts = declaration.contains("encoding=") && !declaration.contains("utf-8")
    guard sample.options["charset"] ?? "utf-8" == "utf-8", !contradicts else { return [] }
    let marked = sample.replacing([0xEF, 0xBB, 0xBF] + sample.bytes)
    let reading = CollectedReading(of: format, source: marked.source(), options: sample.options)
    return whole.difference(from: reading, rules: .sameRecords).map { ["\(sample.name) with a byte-order mark: \($0)"] }
      ?? []
  }

  private static func lineEndViolations<F: ReadableFormat>(
    of format: F.Type, _ sample: ConformanceSample, _ whole: CollectedReading
  ) -> [String] {
    guard sample.bytes.contains(10), !sample.bytes.contains(13) else { return [] }
    let changed = sample.replacing(sample.bytes.flatMap { $0 == 10 ? [13, 10] : [$0] })
    let reading = CollectedReading(of: format, source: changed.source(), options: sample.options)
    return whole.difference(from: reading, rules: .sameLines).map { ["\(sample.name) with CR LF: \($0)"] } ?? []
  }

  private static func finalNewlineViolations<F: ReadableFormat>(
    of format: F.Type, _ sample: ConformanceSample, _ whole: CollectedReading
  ) -> [String] {
    var bytes = sample.bytes
    guard bytes.last == 10 else { return [] }
    bytes.removeLast()
    if bytes.last == 13 { bytes.removeLast() }
    guard let last = bytes.last, last != 10 else { return [] }
    let reading = CollectedReading(of: format, source: sample.replacing(bytes).source(), options: sample.options)
    return whole.difference(from: reading, rules: .sameRecords).map {
      ["\(sample.name) without its last newline: \($0)"]
    }
      ?? []
  }
}
