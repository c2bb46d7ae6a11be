import FormatKitTesting
import Foundation
import Testing

/// Command lines with their expected output: a folder for each case.
///
/// ```text
/// cases/<case>/cmd        run by `bash -eu` in a fresh folder; stockroom is on the path, $SAMPLES are the samples
/// cases/<case>/expout     standard output
/// cases/<case>/experr     standard error; nothing is expected if there is no such file
/// cases/<case>/expstatus  the exit status; 0 if there is no such file
/// ```
/// With `RECORD_GOLDEN=1` the files are written again. Read the difference before you commit it.
@Suite struct GoldenCaseTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/cases"

  static let names: [String] = {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return entries.filter { FileManager.default.fileExists(atPath: folder + "/\($0)/cmd") }.sorted()
  }()

  @Test func everyFolderIsACase() throws {
    let entries = try FileManager.default.contentsOfDirectory(atPath: Self.folder).filter { !$0.hasPrefix(".") }
    #expect(entries.sorted() == Self.names)
    #expect(!Self.names.isEmpty)
  }

  @Test(arguments: names) func saysWhatItMust(name: String) throws {
    let scratch = try TestFolder()
    let path = Self.folder + "/" + name
    try FileManager.default.createDirectory(atPath: scratch.path + "/work", withIntermediateDirectories: true)
    let run = try RunningCommand(
      "/bin/bash", ["-eu", path + "/cmd"], in: scratch.path + "/work", environment: scratch.environment
    ).finish(within: 60)
    #expect(!run.timedOut, "\(run.shown)")
    let actual = [
      "expout": normalised(run.outputText, scratch), "experr": normalised(run.errorText, scratch),
      "expstatus": run.status == 0 ? "" : "\(run.status)\n",
    ]
    for (file, text) in actual {
      let expected = path + "/" + file
      if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
        if text.isEmpty, file != "expout" {
          try? FileManager.default.removeItem(atPath: expected)
        } else {
          try Data(text.utf8).write(to: URL(fileURLWithPath: expected))
        }
      } else {
        let wanted = FileManager.default.contents(atPath: expected).map { String(decoding: $0, as: UTF8.self) } ?? ""
        #expect(text == wanted, "\(name)/\(file)")
      }
    }
  }

  /// Takes out what differs from run to run: the folder, hashes, and moments of today.
  private func normalised(_ text: String, _ scratch: TestFolder) -> String {
    var text = text.replacing(scratch.path + "/work", with: "<folder>").replacing(scratch.path, with: "<scratch>")
      .replacing(Executable.samples, with: "<samples>")
    text = text.replacing(/[0-9a-f]{64}/, with: "<sha256>")
    // The user that the tests run as, in the audit log.
    text = text.replacing(" \(PeopleTests.login) (", with: " <login> (")
      .replacing("as user \(PeopleTests.login))", with: "as user <login>)")
      .replacing(/"(login|actor)" : "([^"]*)"/) { match in
        match.output.2 == PeopleTests.login ? "\"\(match.output.1)\" : \"<login>\"" : String(match.output.0)
      }
    let days = [-86_400.0, 0, 86_400].map { Date(timeIntervalSinceNow: $0).formatted(.iso8601.year().month().day()) }
    return text.replacing(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?(\.\d+)?(Z|[+-]\d\d:?\d\d)?/) { match in
      days.contains(String(match.output.0.prefix(10))) ? "<now>" : String(match.output.0)
    }
  }
}
