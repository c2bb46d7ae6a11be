import Foundation
import RetailValues
import Serving
import Testing
import WebTesting

@testable import Web

extension ServerTests {
  /// Photos of unknown codes on a real server, with a shop that only notes what it is asked.
  @Suite struct CountPhotos {
    private static let name = String(repeating: "a", count: 64)

    /// A card of a code that the catalog does not know.
    private static let card = CommandAnswer(
      status: 0,
      output: #"{"items": [{"code": "zz9", "pack": "1"}], "state": "counting", "listed": 0, "total": 1, "entered": 0}"#,
      notes: "")

    private static func photos(at path: String, type: String = "image/jpeg") -> CommandAnswer {
      CommandAnswer(
        status: 0,
        output: """
          [{"code": "zz9", "section": "A", "sha256": "\(name)", "media_type": "\(type)", "width": 9, "height": 9,
            "path": "\(path)"}]
          """, notes: "")
    }

    /// Sends a form with a photo.
    private static func send(
      _ client: PageClient, _ path: String, _ fields: [(String, String)], from page: PageClient.Answer,
      bytes: Int = 1000, language: String = "en"
    ) throws -> PageClient.Answer {
      var body = Data()
      let secrets = [("csrf", page.input("csrf") ?? ""), ("once", page.input("once") ?? "")]
      for (name, value) in secrets + fields {
        body += Data("--b7f3\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
      }
      body += Data("--b7f3\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"x.jpg\"\r\n\r\n".utf8)
      body += Data(count: bytes) + Data("\r\n--b7f3--\r\n".utf8)
      return try client.send(
        "POST", path,
        headers: ["Content-Type": "multipart/form-data; boundary=b7f3", "Accept-Language": language], body: body)
    }

    private static func uploads(_ server: ServedTestShop.Running) -> [String] {
      (try? FileManager.default.contentsOfDirectory(atPath: server.folder + "/.uploads")) ?? []
    }

    @Test func onlyPicturesThatTheCommandListsAreShown() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let path = server.folder + "/kept.jpg"
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: path))
        server.shop.answer = Self.photos(at: path)
        let shown = try client.get("/counts/7/photos/\(Self.name)")
        #expect(shown.status == 200 && shown.body == Data([1, 2, 3]))
        #expect(shown.headers["content-type"] == "image/jpeg")
        #expect(shown.headers["x-content-type-options"] == "nosniff" && shown.headers["cache-control"] == "no-store")
        #expect(server.shop.words.last == ["count", "photo", "--", "7"])
        let other = try client.get("/counts/7/photos/" + String(repeating: "b", count: 64))
        #expect(other.status == 404)
        for type in ["image/svg+xml", "text/html", ""] {
          server.shop.answer = Self.photos(at: path, type: type)
          let answer = try client.get("/counts/7/photos/\(Self.name)")
          #expect(answer.status == 404, "\(type)")
        }
        server.shop.answer = Self.photos(at: server.folder + "/gone.jpg")
        let gone = try client.get("/counts/7/photos/\(Self.name)")
        #expect(gone.status == 404)
      }
    }

    @Test func aPhotoIsKeptBeforeTheEntry() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.card
        let page = try client.get("/counts/7/sections/A?item=zz9")
        #expect(page.text.contains(#"action="/counts/7/sections/A/photo" method="post" enctype="multipart/form-data""#))
        server.shop.forget()
        let fields = [("item", "zz9"), ("title", "zz9"), ("quantity", "2"), ("note", "Mug")]
        let saved = try Self.send(client, "/counts/7/sections/A/photo", fields, from: page)
        #expect(saved.status == 303 && saved.location == "/counts/7/sections/A")
        let words = server.shop.words
        #expect(words.count == 2)
        #expect(words[0].filter { !$0.hasPrefix("--add=") } == ["count", "photo", "--section=A", "--", "7", "zz9"])
        let given = words[0].first { $0.hasPrefix("--add=") } ?? ""
        #expect(given.hasPrefix("--add=\(server.folder)/.uploads/") && given.hasSuffix("/.photo"))
        #expect(words[1].starts(with: ["count", "enter", "--section=A", "--item=zz9", "--quantity=2", "--note=Mug"]))
        #expect(Self.uploads(server).isEmpty)
      }
    }

    @Test func aPhotoThatIsRefusedLosesNothingElse() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.card
        let page = try client.get("/counts/7/sections/A?item=zz9")
        let refusal = CommandAnswer(
          status: 2,
          output: """
            {"error": {"code": "picture-unknown", "message": "the content is not a picture", "remedy": "Save it."}}
            """, notes: "")
        server.shop.answer(inTurn: [refusal, Self.card])
        let fields = [("item", "zz9"), ("title", "zz9"), ("quantity", "2"), ("note", "Mug")]
        let answer = try Self.send(client, "/counts/7/sections/A/photo", fields, from: page)
        #expect(answer.status == 422)
        #expect(answer.text.contains("The photo was not saved"))
        #expect(answer.text.contains("2 × zz9 saved. The content is not a picture. Save it."))
        #expect(server.shop.words.contains { $0.starts(with: ["count", "enter"]) })
        #expect(Self.uploads(server).isEmpty)
        // A step of the number keeps what was typed.
        server.shop.answer(inTurn: [refusal, Self.card])
        let step = try Self.send(
          client, "/counts/7/sections/A/photo", fields + [("step", "1")], from: answer)
        #expect(step.status == 422 && step.text.contains(#"value="Mug""#))
      }
    }

    @Test func whyAPhotoIsRefusedIsSaidInTheLanguage() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.card
        let page = try client.get("/counts/7/sections/A?item=zz9")
        let refusal = CommandAnswer(
          status: 4,
          output: """
            {"error": {"code": "wrong-state", "message": "the count has 3 photos, and more are not kept",
              "remedy": "Describe the item without a photo."}}
            """, notes: "")
        server.shop.answer(inTurn: [refusal, Self.card])
        let fields = [("item", "zz9"), ("title", "zz9"), ("quantity", "2"), ("note", "Mug")]
        let answer = try Self.send(client, "/counts/7/sections/A/photo", fields, from: page, language: "de")
        #expect(answer.status == 422)
        #expect(answer.text.contains("Die Zählung hat 3 Fotos, und mehr werden nicht gespeichert. Beschreiben Sie"))
      }
    }

    /// A number that can mean two, and one that was scanned.
    @Test(arguments: ["1,500", "4006381333931"])
    func aQuestionAboutTheNumberLosesNothing(number: String) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = CommandAnswer(
          status: 0, output: #"{"items": [{"code": "B2", "sku": "B2", "pack": "1"}], "state": "counting"}"#, notes: "")
        let page = try client.get("/counts/7/sections/A?item=zz9")
        server.shop.forget()
        let fields = [("item", "zz9"), ("quantity", number), ("shown-number", "1"), ("note", "Mug"), ("code", "B2")]
        let answer = try Self.send(client, "/counts/7/sections/A/photo", fields, from: page)
        #expect(answer.status == 422)
        #expect(
          server.shop.words.contains { $0.starts(with: ["count", "photo", "--section=A"]) && $0.contains("zz9") })
        #expect(!server.shop.words.contains { $0.starts(with: ["count", "enter"]) })
        #expect(answer.input("code") == "B2" && answer.input("quantity") == number)
        // The answer goes on with the code that was scanned.
        let saved = try client.post(
          "/counts/7/sections/A",
          [("item", "zz9"), ("quantity", "15"), ("code", answer.input("code") ?? "")], from: answer)
        #expect(saved.status == 303 && saved.location == "/counts/7/sections/A?item=B2")
        #expect(Self.uploads(server).isEmpty)
      }
    }

    @Test func aFileThatIsFarTooLargeIsNotKept() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.card
        let page = try client.get("/counts/7/sections/A?item=zz9")
        server.shop.forget()
        let fields = [("item", "zz9"), ("quantity", "2")]
        let answer = try? Self.send(client, "/counts/7/sections/A/photo", fields, from: page, bytes: 65_000_000)
        #expect(answer?.status ?? 413 == 413)
        #expect(server.shop.words.isEmpty && Self.uploads(server).isEmpty)
      }
    }

    @Test(arguments: [Role.accountant, .auditor])
    func whoDoesNotCountSendsNoPhoto(role: Role) async throws {
      try await ServedTestShop.serve(roles: [role]) { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        server.shop.forget()
        let answer = try Self.send(client, "/counts/7/entry/photo", [("item", "zz9"), ("quantity", "2")], from: page)
        #expect(answer.status == 403)
        #expect(server.shop.words.isEmpty && Self.uploads(server).isEmpty)
      }
    }

    @Test func aCardOpensThePhotosOfItsCountAlone() async throws {
      try await ServedTestShop.serve(roles: [.manager, .counter]) { server in
        let manager = try server.signedIn()
        let made = try manager.post("/counts/7/cards", [("person", "anna")], from: try manager.get("/counts/7/cards"))
        let number = try #require(made.text.firstMatch(of: #/Number: <strong[^>]*>(\d{4} \d{4})/#)?.1)
        let counter = server.client()
        _ = try counter.post("/sign-in", [("login", "anna"), ("passphrase", String(number))])
        let own = try counter.get("/counts/7")
        let path = server.folder + "/kept.jpg"
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: path))
        server.shop.answer = Self.photos(at: path)
        let shown = try counter.get("/counts/7/photos/\(Self.name)")
        #expect(shown.status == 200)
        let other = try counter.get("/counts/8/photos/\(Self.name)")
        #expect(other.location == "/counts/7" && other.body != Data([1, 2, 3]))
        server.shop.forget()
        let sent = try Self.send(counter, "/counts/8/entry/photo", [("item", "zz9"), ("quantity", "2")], from: own)
        #expect(sent.status == 403)
        #expect(server.shop.words.isEmpty && Self.uploads(server).isEmpty)
      }
    }

    @Test func recountsShowTheirOwnProgress() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let section = CommandAnswer(
          status: 0, output: #"{"items": [], "state": "counting", "listed": 90, "total": 40, "entered": 40}"#,
          notes: "")
        let recounts = CommandAnswer(
          status: 0,
          output: """
            {"items": [{"code": "A1", "sku": "A1", "pack": "1"}], "state": "counting", "listed": 3, "total": 1}
            """, notes: "")
        server.shop.answer(inTurn: [section, recounts])
        let page = try client.get("/counts/7/sections/A?way=recounts")
        #expect(page.text.contains("<b>2 of 3</b> recounts"))
        #expect(page.text.contains(#"value="66""#))
      }
    }
  }
}
