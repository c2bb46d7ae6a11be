import Foundation
import Testing

/// What `init` asks on a terminal.
@Suite struct InitQuestionTests {
  private func folder() throws -> String {
    let path = FileManager.default.temporaryDirectory.path + "/init-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  private func settings(_ path: String) throws -> String {
    try String(contentsOfFile: path + "/stockroom.yml", encoding: .utf8)
  }

  @Test func asksForWhatWasNotGiven() throws {
    let folder = try folder()
    let run = try TerminalRun.run(["init", "mine"], answers: "euros\nGBP\n\nhigh-street\n", in: folder)
    #expect(run.status == 0, "\(run.shown)")
    #expect(run.shown.contains("It can never be changed."))
    #expect(run.shown.contains("'euros' is not a currency of ISO 4217"))
    #expect(run.shown.contains("Time zone [Europe/Berlin]: "))
    let settings = try settings(folder + "/mine")
    for line in ["currency: GBP", "time_zone: Europe/Berlin", "location: high-street"] {
      #expect(settings.contains(line), "\(line)")
    }
  }

  @Test func whatWasGivenIsNotAskedFor() throws {
    let folder = try folder()
    let given = try TerminalRun.run(
      ["init", "mine", "--currency", "SEK", "--time-zone", "UTC"], answers: "-\n", in: folder)
    #expect(given.status == 0, "\(given.shown)")
    #expect(!given.shown.contains("Currency"))
    #expect(try settings(folder + "/mine").contains("# location:"))
    let yes = try TerminalRun.run(["init", "other", "--yes"], answers: "", in: folder)
    #expect(yes.status == 0 && !yes.shown.contains("["), "\(yes.shown)")
    #expect(try settings(folder + "/other").contains("time_zone: UTC"))
  }

  @Test func aShopInsideAnotherOneIsConfirmed() throws {
    let folder = try folder()
    _ = try TerminalRun.run(["init", "outer", "--yes"], answers: "", in: folder)
    let inner = ["init", "outer/inner", "--currency", "EUR", "--time-zone", "UTC", "--location", "till"]
    let refused = try TerminalRun.run(inner, answers: "\n", in: folder)
    #expect(refused.status == 4, "\(refused.shown)")
    #expect(!FileManager.default.fileExists(atPath: folder + "/outer/inner"))
    let made = try TerminalRun.run(inner, answers: "y\n", in: folder)
    #expect(made.status == 0, "\(made.shown)")
  }

  /// After three wrong answers no shop is made.
  @Test func givesUp() throws {
    let folder = try folder()
    let run = try TerminalRun.run(["init", "mine"], answers: "a\nb\nc\n", in: folder)
    #expect(run.status == 2, "\(run.shown)")
    let words = run.shown.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("stockroom init mine --currency EUR --time-zone Europe/Berlin --location shop"))
    #expect(!FileManager.default.fileExists(atPath: folder + "/mine"))
  }
}
