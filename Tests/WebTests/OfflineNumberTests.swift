import Foundation
import Testing
import WebTesting

@testable import Web

private let node = "/usr/bin/node"

/// What the script of a page without the network makes of a number when the same code is scanned again. It runs where Node.js is.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: node))) struct OfflineNumberTests {
  private static let cases = [
    ("7", "8"), ("0", "1"), ("1.5", "2.5"), ("0,5", "1,5"), ("0.250", "1.25"), (".250", "1.25"), ("0,250", "1,25"),
    ("0.125", "1.1250"), ("0,125", "1,1250"), ("0.000", "1"), ("1.25", "2.25"), ("1.1250", "2.1250"),
    // These could be read two ways before, and the person is asked when they are sent.
    ("1.250", "2.250"), ("12,500", "13,500"), ("998.250", "999.250"), ("999.250", "999.250"), ("999,125", "999,125"),
    ("1.234,5", "1.234,5"), ("", ""), ("x", "x"),
  ]

  private static func run(_ script: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: node)
    process.arguments = ["-e", script]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  @Test func oneMoreCannotBeReadTwoWays() throws {
    let script = try String(contentsOfFile: "\(PageTexts.root)/pages/count-offline.js", encoding: .utf8)
    let start = try #require(script.firstRange(of: "  const oneMore = "))
    let end = try #require(script[start.upperBound...].firstRange(of: "\n  };\n"))
    let numbers = Self.cases.map { "\"\($0.0)\"" }.joined(separator: ", ")
    let made = try Self.run(
      script[start.lowerBound..<end.upperBound] + "console.log([\(numbers)].map(oneMore).join(\"|\"))")
    #expect(made == Self.cases.map(\.1).joined(separator: "|") + "\n")
  }

  /// The server takes what becomes of a number below one, in any language.
  @Test(arguments: ["1.25", "1,25", "1.1250", "1,1250"])
  func theServerDoesNotAskAboutIt(number: String) {
    #expect(CountNumber.failure(number) == nil)
  }
}
