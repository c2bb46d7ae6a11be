import Testing
import WebTesting

@testable import Web

extension ServerTests {
  /// Style and script, which browsers keep.
  @Suite struct Assets {
    /// An update of the program must not leave a page with the script of the version before.
    @Test(arguments: ["style.css", "count-offline.js", "icon.svg"])
    func aBrowserAsksWhetherAnAssetChanged(name: String) async throws {
      try await ServedTestShop.serve { server in
        let client = server.client()
        let first = try client.get("/assets/\(name)")
        let tag = try #require(first.headers["etag"])
        #expect(first.status == 200 && !first.body.isEmpty && first.headers["cache-control"] == "no-cache")
        for known in [tag, "W/\(tag)", "\"0\", \(tag)", "*"] {
          let again = try client.get("/assets/\(name)", headers: ["If-None-Match": known])
          #expect(again.status == 304 && again.body.isEmpty && again.headers["etag"] == tag, "\(known)")
          #expect(again.headers["cache-control"] == "no-cache", "\(known)")
        }
        let changed = try client.get("/assets/\(name)", headers: ["If-None-Match": "\"0\""])
        #expect(changed.status == 200 && changed.body == first.body)
      }
    }

    @Test func eachAssetHasATagOfItsOwn() async throws {
      try await ServedTestShop.serve { server in
        let client = server.client()
        let style = try client.get("/assets/style.css").headers["etag"]
        let script = try client.get("/assets/kept.js").headers["etag"]
        #expect(style != nil && script != nil && style != script)
      }
    }
  }
}
