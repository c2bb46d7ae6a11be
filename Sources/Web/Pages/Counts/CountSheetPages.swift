internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import RetailValues
internal import Serving
internal import Wording

/// The sheets of a count: as a page to print, and as a file to fill in.
enum CountSheetPages {
  static func add(to routes: PageRoutes) {
    routes.get("/counts/:count/sheet") { visit in
      // The sheet carries its own style: that very style is let through, and nothing else (CSP Level 3, section 2.3.1).
      let nonce = Secret.name()
      let text = try await sheet(visit, format: "html").replacing("<style>", with: "<style nonce=\"\(nonce)\">")
      var response = Response(
        status: .ok, headers: [.contentType: "text/html; charset=utf-8"],
        body: .init(byteBuffer: ByteBuffer(string: text)))
      response.headers[.contentSecurityPolicy] =
        "default-src 'none'; style-src 'nonce-\(nonce)'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
      return response
    }
    routes.get("/counts/:count/sheet.csv") { visit in
      let text = try await sheet(visit, format: "csv")
      let name = "count \(try visit.parameter("count"))\(visit.query["recount"] == nil ? "" : " recount").csv"
      return .download(Data(text.utf8), named: name, type: "text/csv; charset=utf-8")
    }
  }

  private static func sheet(_ visit: Visit, format: String) async throws -> String {
    let section = visit.query["section"]
    let answer = await visit.answer(
      CommandWords("count", "sheet").option("format", format).option("section", section)
        .option("language", format == "html" ? visit.language.rawValue : nil)
        .flag("recount", visit.query["recount"] != nil).argument(try visit.parameter("count")))
    guard answer.status == 0 else { throw PageFailure(answer) }
    return answer.output
  }
}
