import Foundation
import ProgramTesting
import Subprocess
import Testing
import WebTesting

/// `stockroom serve` on a free port.
final class ServeProcess {
  /// The words that it printed once it served.
  let words: [String]
  private let program: TestProgram

  /// - Parameter log: what the server writes its log to; where the test writes it when nil.
  init(
    _ folder: String, options: [String] = [], environment: [String: String], log: FileHandle? = nil
  ) throws {
    let output = FileManager.default.temporaryDirectory.path + "/serve-\(UUID().uuidString).out"
    defer { unlink(output) }
    program = try TestProgram(
      [try #require(Executable.path), "serve", "--shop", folder, "--port", "0"] + options, environment: environment,
      channels: (.reading("/dev/null"), .writing(output), .descriptor(log?.fileDescriptor ?? 2)))
    var text = ""
    while !text.contains("Stop with") {
      let isRunning = program.isRunning
      text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
      if !isRunning { break }
      usleep(3_000)
    }
    words = text.split(whereSeparator: \.isWhitespace).map(String.init)
  }

  deinit { stop() }

  /// Stops the server, and returns the status that it ends with: another than 0 when it does not end by itself.
  @discardableResult
  func stop() -> Int32 {
    if program.isRunning { program.send(SIGTERM) }
    for _ in 0..<3_000 where program.isRunning { usleep(10_000) }
    if program.isRunning { program.send(SIGKILL) }
    return program.finish()
  }
}

/// A shop whose pages are served by the executable.
final class ServedShop {
  /// A browser that is signed in by the link that the command printed.
  let client: PageClient
  private let process: ServeProcess

  /// Starts `stockroom serve` on a free port.
  init(_ folder: String, environment: [String: String]) throws {
    let process = try ServeProcess(folder, environment: environment)
    self.process = process
    let address = try #require(process.words.first { $0.hasPrefix("http://") })
    let client = try #require(PageClient(address: address))
    self.client = client
    let page = try client.get("/sign-in?" + (URL(string: address)?.query ?? ""))
    let answer = try client.post("/sign-in", [("key", try #require(page.input("key")))])
    try #require(answer.status == 303)
  }

  deinit { stop() }

  /// Stops the server, and returns the status that it ends with.
  @discardableResult
  func stop() -> Int32 { process.stop() }

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
