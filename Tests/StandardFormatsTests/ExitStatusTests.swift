import Exchange
import FormatKit
import FormatKitTesting
import Foundation
import Jobs
import Pictures
import Reconciliation
import Reporting
import StandardFormats
import Stock
import Testing
import Unpacking

/// How a command ends that a problem stops is a contract with people and with cron.
///
/// With `RECORD_GOLDEN=1` the list is written again. Read the difference before you commit it.
@Suite struct ExitStatusTests {
  static let path = "\(PluginFolder.root)/Tests/StandardFormatsTests/exit-statuses.tsv"

  /// Every code of the program, by the list that it is declared in.
  static var lists: [(name: String, codes: [Problem.Code])] {
    let catalogue =
      Problem.Code.common + Problem.Code.unpacking + Problem.Code.exchange + Problem.Code.staging
      + Problem.Code.guards + Problem.Code.pictures + Problem.Code.jobs
      + standardFormats.formats.flatMap(\.descriptor.problemCodes)
    return [
      ("command", [.usage]), ("checks", Problem.Code.checks), ("errors.md", catalogue), ("jobs", Problem.Code.jobRuns),
      ("reconciliation", Problem.Code.reconciliation), ("report SQL", Problem.Code.reportSQL),
      ("reports", Problem.Code.reports), ("stock", Problem.Code.stock),
    ]
  }

  @Test func everyCodeEndsACommandAsBefore() throws {
    var text = "list\tcode\texit status\n"
    for list in Self.lists {
      let rows = Set(list.codes.map { "\(list.name)\t\($0.id)\t\($0.outcome.rawValue)" })
      text += rows.sorted().joined(separator: "\n") + "\n"
    }
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
      try text.write(toFile: Self.path, atomically: true, encoding: .utf8)
    }
    let golden = try String(contentsOfFile: Self.path, encoding: .utf8)
    let (ours, theirs) = (text.split(separator: "\n"), golden.split(separator: "\n"))
    #expect(Set(ours).symmetricDifference(theirs) == [])
    #expect(ours.count == theirs.count)
  }

  /// A code has one meaning; that of a number out of range is shared by files and counts.
  @Test func eachCodeIsDeclaredOnce() {
    var known: [String: Problem.Code] = [:]
    for code in Self.lists.flatMap(\.codes) where code != .countOutOfRange {
      if let other = known.updateValue(code, forKey: code.id) {
        #expect(other == code, "two declarations have the code \(code.id)")
      }
    }
  }
}
