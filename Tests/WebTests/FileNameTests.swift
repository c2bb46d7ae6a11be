import Foundation
import RetailValues
import Serving
import Testing
import WebTesting

@testable import Web

/// Names of files, as senders give them and as browsers get them.
@Suite struct FileNameTests {
  /// A name of a file may have 255 bytes, and the server adds some of its own.
  @Test(arguments: [
    String(repeating: "n", count: 5_000) + ".csv", "e." + String(repeating: "x\u{301}", count: 300),
    "e.x" + String(repeating: "\u{301}", count: 300), "e" + String(repeating: "\u{301}", count: 300) + ".csv",
    String(repeating: "é", count: 300), "a." + String(repeating: "b", count: 300),
  ])
  func aNameOfAnyLengthIsThatOfAFile(name: String) {
    let safe = Uploads.safe(name)
    #expect((1...120).contains(safe.utf8.count))
    #expect(!safe.utf8.contains(UInt8(ascii: "/")))
  }

  @Test(arguments: ["a\r\nSet-Cookie: x=1", "a\"; filename=\"b.html", "a\0b", "\u{202E}vsc.exe", "Größe; x=y"])
  func aNameInAHeaderHasNothingThatEndsIt(name: String) {
    // As `Response.download` writes it after `filename*=UTF-8''` (RFC 8187, section 3.2).
    let encoded = FormValues.encoded(name)
    let plain = "-._~%0123456789".utf8
    #expect(
      encoded.utf8.allSatisfy { byte in
        plain.contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) && byte < 0x80
      })
    #expect(encoded.removingPercentEncoding == name)
  }
}

extension ServerTests {
  @Suite struct FilesOfForms {
    @Test func aFormThatIsSentAgainLeavesNoFile() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = CommandAnswer(
          status: 0, output: #"[{"outcome": "planned", "errors": 0, "counts": [], "guards": [], "problems": []}]"#,
          notes: "")
        let page = try client.get("/more")
        let first = try client.upload("/imports/new", [("a.csv", Data("sku,title\n".utf8))], from: page)
        #expect(first.status == 303)
        let kept = try FileManager.default.contentsOfDirectory(atPath: server.folder + "/.uploads")
        let again = try client.upload("/imports/new", [("a.csv", Data("sku,title\n".utf8))], from: page)
        #expect(again.status == 303 && again.location == first.location)
        // Another name, and another content of the same length.
        for (name, text) in [("b.csv", "sku,title\n"), ("a.csv", "sku,price\n")] {
          let other = try client.upload("/imports/new", [(name, Data(text.utf8))], from: page)
          #expect(other.status == 422)
        }
        let left = try FileManager.default.contentsOfDirectory(atPath: server.folder + "/.uploads")
        #expect(left.sorted() == kept.sorted())
      }
    }
  }
}
