import Foundation
import RetailValues
import Serving
import Testing
import WebTesting

@testable import Web

extension ServerTests {
  /// The page of jobs with their last sets, whose files are downloaded.
  @Suite struct JobSetPagesTests {
    /// The answer to `job list`, `job status` and `job sets`, with a set of one file in a folder.
    private static func answer(
      folder: String, name: String = "goods 1.csv", bytes: Int = 7,
      sha256: String = "41e66d9824e416f0a098656247349053805d754a59a62a141e8912f29118275e"
    ) -> CommandAnswer {
      CommandAnswer(
        status: 0,
        output: """
          {"status": 0, "problems": [], "jobs": [{"job": "nightly", "status": 0, "schedule": "02:30",
            "is_overdue": true, "due_at": "2026-10-31T02:30:00+01:00", "last_run": {"result": "published"},
            "sets": [{"number": 12, "mode": "full", "cut_off": "2026-10-30T02:30:00+01:00", "by": "Mary <b>",
              "is_newest": true, "is_whole": false, "rows": 1200, "folder": "\(folder)",
              "files": [{"name": "\(name)", "bytes": \(bytes), "rows": 1200, "sha256": "\(sha256)"}]}]}]}
          """, notes: "")
    }

    private static let link = #"href="/jobs/nightly/sets/12/goods%201.csv""#

    @Test(arguments: [(Role.manager, true), (.auditor, false)])
    func setsAreListedAndTheirFilesOfferedToWhoMayRunJobs(role: Role, isOffered: Bool) async throws {
      try await ServedTestShop.serve(roles: [role]) { server in
        let client = try server.signedIn()
        server.shop.answer = Self.answer(folder: server.folder)
        let page = try client.get("/jobs")
        for part in ["goods 1.csv", "1,200", "Mary &lt;b&gt;", "newest", "not whole", "overdue"] {
          #expect(page.text.contains(part), "\(part)")
        }
        #expect(page.text.contains(Self.link) == isOffered)
        try Data("sku\nA1\n".utf8).write(to: URL(fileURLWithPath: server.folder + "/goods 1.csv"))
        let file = try client.get("/jobs/nightly/sets/12/goods%201.csv")
        #expect(file.status == (isOffered ? 200 : 403))
        guard isOffered else { return }
        #expect(file.text == "sku\nA1\n" && file.headers["content-length"] == "7")
        #expect(file.headers["content-disposition"] == "attachment; filename*=UTF-8''goods%201.csv")
        #expect(file.headers["x-content-type-options"] == "nosniff")
        #expect(server.shop.words.last == ["job", "sets", "--limit=20", "--", "nightly"])
      }
    }

    /// A person who belongs to one store does not see the files of the whole shop.
    @Test func filesAreForTheWholeShop() async throws {
      try await ServedTestShop.serve { server in
        server.shop.store = "front"
        server.shop.answer = Self.answer(folder: server.folder)
        let answer = try server.signedIn().get("/jobs/nightly/sets/12/goods%201.csv")
        #expect(answer.status == 403)
      }
    }

    @Test func aLargeFileComesWhole() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let content = Data((0..<300_000).map { UInt8($0 % 251) })
        try content.write(to: URL(fileURLWithPath: server.folder + "/goods 1.csv"))
        let digest = "3c65ea93424a9c362fec0e3a69ea36031e8a358441479dd665cc6110eabe7b08"
        server.shop.answer = Self.answer(folder: server.folder, bytes: content.count, sha256: digest)
        #expect(try client.get("/jobs/nightly/sets/12/goods%201.csv").body == content)
        server.shop.answer = Self.answer(folder: server.folder, bytes: content.count + 1, sha256: digest)
        #expect(try client.get("/jobs/nightly/sets/12/goods%201.csv").status == 404, "it was changed")
      }
    }

    @Test func aFileOfTheSameLengthWithOtherBytesIsRefused() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.answer(folder: server.folder)
        try Data("sku\nA2\n".utf8).write(to: URL(fileURLWithPath: server.folder + "/goods 1.csv"))
        let file = try client.get("/jobs/nightly/sets/12/goods%201.csv")
        #expect(file.status == 404 && file.text.contains("The file is not as it was published"))
      }
    }

    /// Only the names that the command lists lead to a file, and of those only names in the folder of the set.
    @Test(arguments: ["../secret", "..", "/etc/passwd", "a/../secret"])
    func noPathLeadsOutOfTheSet(name: String) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let folder = server.folder + "/set"
        try FileManager.default.createDirectory(atPath: folder + "/a", withIntermediateDirectories: true)
        try Data("secrets".utf8).write(to: URL(fileURLWithPath: server.folder + "/secret"))
        let address = "/jobs/nightly/sets/12/" + FormValues.encoded(name)
        server.shop.answer = Self.answer(folder: folder)
        #expect(try client.get(address).status == 404, "it is not listed")
        server.shop.answer = Self.answer(folder: folder, name: name)
        #expect(try client.get(address).status == 404, "a manifest may have been written by hand")
        #expect(try client.get("/jobs/nightly/sets/11/goods%201.csv").status == 404)
      }
    }

    @Test func aLinkIsNoFileOfASet() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        try Data("secrets".utf8).write(to: URL(fileURLWithPath: server.folder + "/secret"))
        try FileManager.default.createSymbolicLink(
          atPath: server.folder + "/goods 1.csv", withDestinationPath: server.folder + "/secret")
        server.shop.answer = Self.answer(folder: server.folder)
        #expect(try client.get("/jobs/nightly/sets/12/goods%201.csv").status == 404)
      }
    }

    @Test func aDeliveryThatFailedIsCalledTheSameOnAllPages() async throws {
      try await ServedTestShop.serve { server in
        let answer = CommandAnswer(
          status: 0,
          output: #"{"jobs": [{"job": "feed", "status": 6, "last_run": {"result": "published"}}], "problems": []}"#,
          notes: "")
        for path in ["/", "/jobs"] {
          let page = try server.page(path, answering: answer)
          #expect(page.text.contains(#"<span class="tag error">failed</span>"#), "\(page.text)")
        }
        #expect(try server.page("/jobs.csv", answering: answer).text.contains("feed,,,failed,"))
      }
    }

    @Test func aJobThatDidNotRunIsOnTheHomePage() async throws {
      try await ServedTestShop.serve { server in
        let page = try server.page("/", answering: Self.answer(folder: server.folder))
        #expect(page.text.contains("Job nightly did not run") && page.text.contains("<h1>1 thing needs you</h1>"))
        let file = try server.page("/jobs.csv", answering: Self.answer(folder: server.folder))
        #expect(file.text.contains("nightly,,02:30,published,,,2026-10-31 02:30,\r\n"), "\(file.text)")
      }
    }
  }
}
