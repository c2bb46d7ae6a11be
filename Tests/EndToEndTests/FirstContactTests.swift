import FormatKitTesting
import Foundation
import Testing

/// The real files of the collections, tried by `scripts/first-contact.py` as a new manager would. No file has a worse
/// result than the expectations next to this file, and the imported data equal those of an independent reader.
@Suite(.enabled(if: Corpora.isAvailable("ubl"), "\(Corpora.notice)"), .serialized) struct FirstContactTests {
  @Test func noRealFileDoesWorseThanExpected() throws {
    let root = try #require(PackageRoot.path())
    let corpora = try #require(Corpora.folder())
    let program = try #require(Executable.path)
    let folder = try TestFolder()
    let started = try RunningCommand(
      "/usr/bin/env", ["python3", root + "/scripts/first-contact.py", program, corpora], in: folder.path,
      environment: ProcessInfo.processInfo.environment)
    let run = started.finish(within: 900)
    let lines = run.outputText.split(separator: "\n")
    let worse = lines.filter { $0.hasPrefix("worse") }.joined(separator: "\n")
    #expect(run.status == 0, "\(worse)\n\(lines.last ?? "")\n\(run.errorText.suffix(2000))")
    #expect(!run.timedOut)
  }
}
