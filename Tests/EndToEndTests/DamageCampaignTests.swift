import FormatKitTesting
import Foundation
import Testing

/// Copies of JSON, XML and workbooks, damaged by `scripts/damage-campaign.py`: everything that is written is correct.
@Suite(.serialized) struct DamageCampaignTests {
  @Test func noWrongRecordIsWritten() throws {
    let root = try #require(PackageRoot.path())
    let program = try #require(Executable.path)
    let folder = try TestFolder()
    let started = try RunningCommand(
      "/usr/bin/env", ["python3", root + "/scripts/damage-campaign.py", program], in: folder.path,
      environment: ProcessInfo.processInfo.environment)
    let run = started.finish(within: 600)
    #expect(run.status == 0, "\(run.outputText.prefix(4000))\n\(run.errorText.suffix(2000))")
    // Each of the four formats with each of the five kinds of damage, and XML with elements moved.
    #expect(run.outputText.split(separator: "\n").count { $0.contains(": ") && !$0.hasPrefix("wrong") } == 21)
  }
}
