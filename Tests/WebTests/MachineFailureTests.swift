import Foundation
import RetailValues
import Serving
import Synchronization
import Testing
import WebTesting

@testable import Web

/// Failures of the server's machine, which pages say without its paths.
@Suite(.timeLimit(.minutes(10))) struct MachineFailureTests {
  /// What servers say.
  private final class Log: Sendable {
    private let lines = Mutex([String]())

    var all: [String] { lines.withLock { $0 } }

    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }

  private static func answer(_ message: String, code: String = "refused", remedy: String = "") -> CommandAnswer {
    CommandAnswer(
      status: 4, output: #"{"error": {"code": "\#(code)", "message": "\#(message)", "remedy": "\#(remedy)"}}"#,
      notes: "")
  }

  @Test(
    arguments: [
      ("there is no room for /tmp/shop/stock.sqlite-wal: No space left on device", .fullDisk),
      ("/tmp/shop/stockroom.yml: cannot be written: No space left on device", .fullDisk),
      ("/tmp/shop/people: cannot be written: Disk quota exceeded", .fullDisk),
      ("/tmp/shop is on a file system that may only be read", .onlyReadable),
      ("/tmp/shop may not be opened by 'ann': it belongs to 'root' and has the rights 0555", .onlyReadable),
      ("Error Domain=NSPOSIXErrorDomain Code=30 \"Read-only file system\"", .onlyReadable),
      ("the disk failed: /tmp/shop/stock.sqlite cannot be read: Input/output error", .unusableFile),
      ("the backup 7 was made, but cannot be entered in the log: /tmp/shop may not be opened by 'ann'", nil),
      ("there is no location 'front'", nil), ("", nil),
    ] as [(String, MachineFailure?)])
  func failuresOfTheMachineAreKnownByWhatCommandsSay(message: String, failure: MachineFailure?) {
    #expect(MachineFailure(message) == failure)
    #expect(MachineFailure(Self.answer(message.replacing("\"", with: "\\\""))) == failure)
    // A command that does its work may show any text.
    #expect(MachineFailure(CommandAnswer(status: 0, output: "{}", notes: message)) == nil)
  }

  @Test func pagesSayWhatIsWrongWithoutThePath() async throws {
    try await ServedTestShop.serve(roles: [.counter]) { server in
      let remedy = "Give yourself the right with `chmod u+rw /tmp/shop`."
      for (message, status, title) in [
        ("there is no room for /tmp/shop/stock.sqlite: No space left on device", 507, "computer is full"),
        ("/tmp/shop may not be opened by 'ann'", 503, "can only be read at the moment"),
        ("the disk failed: /tmp/shop/stock.sqlite cannot be read: Input/output error", 503, "one of its files"),
      ] {
        let page = try server.page("/catalog", answering: Self.answer(message, remedy: remedy))
        #expect(page.status == status)
        #expect(page.text.contains(title) && page.text.contains("Nothing was changed."))
        #expect(!page.text.contains("/tmp/"))
        #expect(page.headers["retry-after"] == (status == 503 ? "30" : nil))
      }
      let unexpected = try server.page("/catalog", answering: CommandAnswer(status: 1, output: "", notes: "/tmp/x"))
      #expect(unexpected.status == 500 && !unexpected.text.contains("/tmp/"))
      let other = try server.page("/catalog", answering: Self.answer("/tmp/shop/a.yml: people is not a list"))
      #expect(other.status == 422 && other.text.contains(".yml: people is not a list"))
      #expect(!other.text.contains("/tmp/"))
    }
  }

  @Test func theLogHasWhatTheCommandSaid() {
    let shop = ServedTestShop(folder: "/tmp", roles: [.manager])
    let log = Log()
    let logged = LoggedShop(shop, log: { log.add($0) })
    shop.answer = Self.answer("there is no location 'front'")
    _ = logged.run(["count", "open"], input: nil, as: "anna", role: nil)
    #expect(log.all == [])
    shop.answer = Self.answer("/tmp/shop/a: cannot be written: No space left on device", code: "output-failed")
    _ = logged.run(["settings", "set"], input: nil, as: "anna", role: nil)
    #expect(log.all == ["settings for anna: /tmp/shop/a: cannot be written: No space left on device"])
  }

  @Test(arguments: [
    ("/tmp/shop/report.yml:3: wrong", "report.yml:3: wrong"),
    ("the file (/tmp/a/b.csv) is gone", "the file (b.csv) is gone"),
    ("use `chmod u+rw /tmp/a/b`", "use `chmod u+rw b`"), ("/tmp/", "tmp"), ("in /tmp, or in /dev", "in tmp, or in dev"),
    ("'/tmp/a' is not a code", "'/tmp/a' is not a code"), ("1/2 and/or a / b", "1/2 and/or a / b"),
    ("see /no-such-folder/a and https://example.org/tmp/a", "see /no-such-folder/a and https://example.org/tmp/a"),
    ("", ""), ("no path", "no path"),
  ])
  func pathsOfTheMachineAreShownAsNames(text: String, shown: String) {
    #expect(text.withoutMachinePaths == shown)
  }

  @Test func pathsMayHaveSpaces() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/my shop"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect("\(path)/a.yml is empty".withoutMachinePaths == "a.yml is empty")
    #expect("\(path) is empty".withoutMachinePaths == "my shop is empty")
    withExtendedLifetime(folder) {}
  }

  @Test func whatIsDownloadedNeedsNoRoomInTheShop() throws {
    let uploads = Uploads(shop: "/proc/no-such-folder")
    let path = try uploads.placeOutput("report.csv")
    #expect(path.hasSuffix("/report.csv"))
    #expect(FileManager.default.createFile(atPath: path, contents: Data("a".utf8)))
    uploads.removeOutput(at: path)
    #expect(!FileManager.default.fileExists(atPath: (path as NSString).deletingLastPathComponent))
  }
}
