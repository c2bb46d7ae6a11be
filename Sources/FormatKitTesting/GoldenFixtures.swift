public import FormatKit
import Foundation

/// Golden cases of a format: a folder per case, each with an input and the text that reading it must give.
///
/// ```text
/// Fixtures/semicolons/input.csv      the source
/// Fixtures/semicolons/options        optional: lines of key=value; '#' begins a comment
/// Fixtures/semicolons/expected.txt   the BatchDump of the reading
/// ```
/// A mistake in a format becomes a case, not code. With the environment variable `RECORD_GOLDEN=1` the expected texts are
/// written again, and the difference is read before it is committed.
public enum GoldenFixtures {
  /// Reads every case of a folder and compares.
  ///
  /// - Parameters:
  ///   - folder: the folder with the cases: an absolute path, or one from the package's root (`Plugins/CSV/Fixtures`).
  ///   - codesWithoutCase: codes of the format that no file can cause, such as those of its writer. Every other code that the
  ///     format declares must appear in a case.
  /// - Returns: what differs, in words; empty when nothing does.
  public static func violations<F: ReadableFormat>(
    of format: F.Type, folder: String, codesWithoutCase: [Problem.Code] = [], file: String = #filePath
  ) -> [String] {
    let record = ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1"
    var found: [String] = []
    var codes: Set<Problem.Code> = []
    let cases = FolderWalk.folders(in: resolved(folder, file: file))
    if cases.isEmpty { return ["there is no case in '\(folder)'"] }
    for path in cases {
      let name = URL(fileURLWithPath: path).lastPathComponent
      do {
        let reading = try reading(of: format, case: path)
        found += reading.contractViolations.map { "\(name): \($0)" }
        if let error = reading.error { codes.insert(error.code) }
        codes.formUnion(reading.tables.flatMap(\.records).flatMap(\.problems).map(\.code))
        let actual = BatchDump.text(of: reading)
        let expectedPath = path + "/expected.txt"
        if record {
          try Data(actual.utf8).write(to: URL(fileURLWithPath: expectedPath))
        } else if let expected = FileManager.default.contents(atPath: expectedPath) {
          let text = String(decoding: expected, as: UTF8.self)
          if let difference = firstDifference(expected: text, actual: actual) { found.append("\(name): \(difference)") }
        } else {
          found.append("\(name): there is no expected.txt; run with RECORD_GOLDEN=1 and read what it writes")
        }
      } catch {
        found.append("\(name): \(error)")
      }
    }
    for code in F.descriptor.problemCodes where !codes.contains(code) && !codesWithoutCase.contains(code) {
      found.append("no case causes the code '\(code.id)'")
    }
    return FormatConformance.shortened(found)
  }

  /// The inputs of all cases of a folder as samples, for ``FormatConformance``.
  public static func samples(in folder: String, file: String = #filePath) -> [ConformanceSample] {
    FolderWalk.folders(in: resolved(folder, file: file)).compactMap { try? sample(ofCase: $0) }
  }

  private static func reading<F: ReadableFormat>(of format: F.Type, case path: String) throws -> CollectedReading {
    let sample = try sample(ofCase: path)
    let source = ByteSource.memory(sample.bytes, name: inputName(of: sample))
    return CollectedReading(of: format, source: source, options: sample.options)
  }

  /// The sample of a case includes the name of the case, which the golden text must not.
  private static func inputName(of sample: ConformanceSample) -> String {
    String(sample.name[(sample.name.lastIndex(of: "/").map(sample.name.index(after:)) ?? sample.name.startIndex)...])
  }

  private static func sample(ofCase path: String) throws -> ConformanceSample {
    let inputs = FolderWalk.entries(of: path).filter { $0.hasPrefix("input.") }
    guard inputs.count == 1, let input = inputs.first,
      let data = FileManager.default.contents(atPath: path + "/" + input)
    else { throw CaseError(description: "a case has exactly one file input.*, but here are \(inputs)") }
    var options: [String: String] = [:]
    if let text = FileManager.default.contents(atPath: path + "/options") {
      for line in String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
        guard let sign = line.firstIndex(of: "=") else {
          throw CaseError(description: "the line '\(line)' of the options is not key=value")
        }
        options[String(line[..<sign])] = String(line[line.index(after: sign)...])
      }
    }
    let name = URL(fileURLWithPath: path).lastPathComponent + "/" + input
    return ConformanceSample(name: name, bytes: Array(data), options: options)
  }

  private static func resolved(_ folder: String, file: String) -> String {
    if folder.hasPrefix("/") { return folder }
    return (PackageRoot.path(from: file) ?? ".") + "/" + folder
  }

  private static func firstDifference(expected: String, actual: String) -> String? {
    guard expected != actual else { return nil }
    let (left, right) = (lines(expected), lines(actual))
    let place = zip(left, right).prefix { $0 == $1 }.count
    let shown = { (lines: [Substring]) in place < lines.count ? "'\(lines[place])'" : "the end" }
    return "line \(place + 1) of expected.txt is \(shown(left)), but reading gives \(shown(right))"
  }

  private static func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }
}

private struct CaseError: Error, CustomStringConvertible {
  let description: String
}
