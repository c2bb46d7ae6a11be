import Foundation
import Testing
import WebTesting

/// A shop whose pages are served by the executable.
final class ServedShop {
  /// A browser that is signed in by the link that the command printed.
  let client: PageClient
  private let process = Process()

  /// Starts `stockroom serve` on a free port.
  init(_ folder: String, environment: [String: String]) throws {
    process.executableURL = URL(fileURLWithPath: try #require(Executable.path))
    process.arguments = ["serve", "--shop", folder, "--port", "0"]
    process.environment = environment
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    var text = ""
    while !text.contains("\n") {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { break }
      text += String(decoding: data, as: UTF8.self)
    }
    let address = try #require(
      text.split(whereSeparator: \.isWhitespace).first { $0.hasPrefix("http://") }.map(String.init))
    client = try #require(PageClient(address: address))
    let page = try client.get("/sign-in?" + (URL(string: address)?.query ?? ""))
    let answer = try client.post("/sign-in", [("key", try #require(page.input("key")))])
    try #require(answer.status == 303)
  }

  deinit { stop() }

  /// Stops the server, and returns the status that it ends with.
  @discardableResult
  func stop() -> Int32 {
    if process.isRunning {
      process.terminate()
      process.waitUntilExit()
    }
    return process.terminationStatus
  }

  /// Sends files and returns the page that shows what came of them.
  func send(_ paths: [String]) throws -> PageClient.Answer {
    let files = try paths.map { path in
      (name: (path as NSString).lastPathComponent, content: try Data(contentsOf: URL(fileURLWithPath: path)))
    }
    return try client.follow(try client.upload("/imports/new", files, from: try client.get("/imports")))
  }

  /// Sends one file, applies its plan, and returns the page of the import.
  func take(_ path: String, answers: [(String, String)] = [], accepting: [String] = []) throws -> PageClient.Answer {
    var page = try send([path])
    let plan = client.place
    if !answers.isEmpty {
      page = try client.follow(try client.post(plan + "/columns", answers, from: try client.get(plan + "/columns")))
    }
    return try client.follow(try client.post(plan + "/apply", accepting.map { ("accept", $0) }, from: page))
  }
}
