import FormatKit
import FormatKitTesting
import Foundation
import Testing

@testable import X12Format

/// Files that others wrote.
@Suite(.enabled(if: Corpora.isAvailable("x12"), "\(Corpora.notice)"))
struct X12CorpusTests {
  /// The result for every file, one line each, re-recorded with `RECORD_GOLDEN=1`.
  @Test func readsEveryFileAsRecorded() throws {
    let folder = try #require(Corpora.folder("x12"))
    var lines = ["file\ttransaction sets\trecords\tdiagnostics\terror"]
    for path in Corpora.files(in: "x12") where !path.hasSuffix(".json") {
      let sample = try #require(Corpora.sample(path))
      let reading = CollectedReading(of: X12Format.self, source: sample.source())
      lines.append(path.dropFirst(folder.count + 1) + "\t" + summary(of: reading))
    }
    let actual = lines.joined(separator: "\n") + "\n"
    let golden = URL(fileURLWithPath: try #require(PackageRoot.path())).appendingPathComponent(
      "Plugins/X12/Fixtures/corpus-summary.tsv")
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
      try Data(actual.utf8).write(to: golden)
      return
    }
    let expected = String(decoding: try Data(contentsOf: golden), as: UTF8.self)
    for (left, right) in zip(expected.split(separator: "\n"), actual.split(separator: "\n")) { #expect(left == right) }
    #expect(expected.split(separator: "\n").count == lines.count)
  }

  private func summary(of reading: CollectedReading) -> String {
    let sets = reading.findings.first { $0.name == "transaction sets" }?.value ?? ""
    let records = reading.tables.map { "\($0.name) \($0.records.count)" }.joined(separator: ", ")
    var counts: [String: Int] = [:]
    for problem in reading.tables.flatMap(\.records).flatMap(\.problems) {
      counts[problem.code.id, default: 0] += 1
    }
    for finding in reading.findings where finding.name.hasPrefix("x12-") {
      counts["told " + finding.name, default: 0] += 1
    }
    let problems = counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    return [sets, records, problems, reading.error?.code.id ?? ""].joined(separator: "\t")
  }

  /// Each file that can be answered is, and the answer is an interchange without errors.
  @Test func answersEveryFile() throws {
    var answered = 0
    for path in Corpora.files(in: "x12") where !path.hasSuffix(".json") {
      let sample = try #require(Corpora.sample(path))
      let sink = ByteSink.memory()
      let request = AcknowledgementRequest(prepared: "2026-10-31T18:30")
      guard
        (try? X12Format(options: X12Options()).acknowledge(sample.source(), with: request, to: sink)) != nil,
        sink.byteCount > 0
      else { continue }
      answered += 1
      let scanner = try InterchangeScanner(.memory(sink.collectedBytes, name: "answer"), charset: nil)
      while try scanner.next() != nil {}
      let problems = scanner.takeProblems().filter { $0.code != .x12HeaderLayout }
      #expect(problems.map(\.message) == [], "\(path)")
    }
    #expect(answered >= 50)
  }

  // MARK: Another parser

  /// The result of pyx12 for a file: its segments as text, and the findings about the envelope.
  private struct Peer: Decodable {
    let segments: [String]
    let envelopeErrors: [[String]]

    enum CodingKeys: String, CodingKey {
      case segments
      case envelopeErrors = "envelope_errors"
    }
  }

  /// pyx12 finds the same segments with the same elements. It ends a segment at CR or LF next to the terminator too, and takes a
  /// letter in ISA11 for a separator.
  @Test(.enabled(if: Corpora.isAvailable("peer-outputs/pyx12"), "\(Corpora.notice)"))
  func agreesWithAnotherParser() throws {
    let folder = try #require(Corpora.folder("peer-outputs/pyx12/x12"))
    let corpus = try #require(Corpora.folder("x12"))
    var compared = 0
    for path in Corpora.files(in: "peer-outputs/pyx12/x12", endings: ["json"]) {
      let name = String(path.dropFirst(folder.count + 1).dropLast(".json".count))
      let data = try #require(FileManager.default.contents(atPath: path))
      let peer = try JSONDecoder().decode(Peer.self, from: data)
      let sample = try #require(Corpora.sample(corpus + "/" + name))
      let reader = try SegmentReader(sample.source(), charset: nil)
      var segment = Segment()
      var ours: [[String]] = []
      while try reader.next(into: &segment) {
        // Line ends count in binary data, which pyx12 takes them out of.
        ours.append(
          (0...segment.count).map { element in
            element == 0 ? segment.id : segment.text(element).replacing("\n", with: "")
          })
      }
      let separators = try #require(reader.separators)
      let theirs = peer.segments.map { text in
        var text = text
        for ending in [separators.terminator.text, "\n", "\r"] where text.hasSuffix(ending) {
          text.removeLast(ending.count)
        }
        var parts = text.components(separatedBy: separators.element.text).map { part in
          var part = part.replacing("\n", with: "").replacing("\r", with: "")
          while part.hasSuffix(separators.component.text), !text.hasPrefix("ISA") { part.removeLast() }
          return part.trimmingCharacters(in: CharacterSet(charactersIn: " \t"))
        }
        while parts.count > 1, parts.last?.isEmpty == true { parts.removeLast() }
        return parts
      }
      // ISA16 is the component separator itself.
      let shown = ours.map { $0.first == "ISA" ? Array($0.prefix(16)) : $0 }
      let theirShown = theirs.map { $0.first == "ISA" ? Array($0.prefix(16)) : $0 }
      // A last segment without its terminator is one to us, and none to pyx12.
      let isOneLess = shown.count == theirShown.count + 1 && shown.last?.first == "IEA" && !segment.isTerminated
      #expect(shown.count == theirShown.count || isOneLess, "\(name)")
      for (left, right) in zip(shown, theirShown) { #expect(left == right, "\(name)") }
      compared += 1
    }
    #expect(compared >= 25)
  }

  /// Reads to the end; what ended it early.
  private func failure(of scanner: InterchangeScanner) -> Problems? {
    do throws(Problems) { while try scanner.next() != nil {} } catch { return error }
    return nil
  }

  /// The findings of pyx12 about counts and control numbers, by the codes of TA1, AK9 and AK5.
  @Test(.enabled(if: Corpora.isAvailable("peer-outputs/pyx12"), "\(Corpora.notice)"))
  func findsTheSameProblemsOfTheEnvelope() throws {
    let folder = try #require(Corpora.folder("peer-outputs/pyx12/x12"))
    let corpus = try #require(Corpora.folder("x12"))
    for path in Corpora.files(in: "peer-outputs/pyx12/x12", endings: ["json"]) {
      let name = String(path.dropFirst(folder.count + 1).dropLast(".json".count))
      let data = try #require(FileManager.default.contents(atPath: path))
      let peer = try JSONDecoder().decode(Peer.self, from: data)
      var theirs = peer.envelopeErrors.filter { ["isa", "gs", "st"].contains($0[0]) }.map { "\($0[0]) \($0[1])" }
      // These two end their segments with LF next to a separator or CR, where pyx12 takes the last one for lost.
      if ["edi.net/x12.850.issue135.edi", "oopfactory/ORD/_850/Example2_Adobe_TLP.txt"].contains(name) {
        theirs.removeAll { $0 == "isa 023" }
      }
      let sample = try #require(Corpora.sample(corpus + "/" + name))
      let scanner = try InterchangeScanner(sample.source(), charset: nil)
      var ours: [String] = []
      if let failure = failure(of: scanner) {
        #expect(failure.code == .sourceTruncated)
        ours += ["isa 023", "gs 3"]
      }
      for problem in scanner.takeProblems() where problem.isError || problem.code == .x12RepeatedNumber {
        switch problem.report {
        case .interchange(let code): ours.append("isa \(code)")
        case .group(let code): ours.append("gs \(code)")
        case .set(let code): ours.append("st \(code)")
        default: break
        }
      }
      #expect(ours.sorted() == theirs.sorted(), "\(name)")
    }
  }
}
