import Serving
import Testing
import WebTesting

@testable import Web

@Suite struct ReportPagesTests {
  /// The hash is that of `openssl dgst -sha256 -binary | base64` over the text between the tags.
  @Test func policyHasTheHashesOfTheStyles() {
    let policy = StylePolicy(
      of: """
        <!DOCTYPE html><html><head><style>body{margin:0}</style></head><body>
        <!-- <style>p{}</style> --><p title="<style>">a < b</p><svg><style type="text/css">rect{fill:red}</style></svg></body>
        """)
    #expect(policy.elements == ["body{margin:0}", "rect{fill:red}"])
    #expect(policy.attributes.isEmpty)
    #expect(StylePolicy.hash(of: "body{margin:0}") == "IAdwN3biDCQ3brrgp1m8kBEsPQYyqfREKOEfeoREopc=")
    #expect(policy.policy.contains("style-src 'self' 'sha256-"))
    #expect(!policy.policy.contains("unsafe"))
  }

  @Test func policyAllowsExactlyTheStyleAttributesOfTheDocument() {
    let policy = StylePolicy(of: "<p STYLE='color:red'>a</p><p data-style=x style=\"content:&quot;a&quot;\">b</p>")
    #expect(policy.attributes == ["color:red", "content:\"a\""])
    #expect(policy.policy.contains("'unsafe-hashes' 'sha256-"))
  }

  @Test(arguments: ["<", "<style", "<style>a", "<p style=", "<p style='", "</style><style>", "<!--", "<p a=\"", "<a/"])
  func policyOfADocumentThatIsCutOffIsMade(document: String) {
    #expect(StylePolicy(of: document).policy.hasPrefix("default-src 'none'"))
  }

  @Test func policyOfADocumentWithoutStyleIsThatOfOurPages() {
    #expect(StylePolicy(of: "<p>a</p>").policy == Gate.policy)
  }

  @Test func partsOfOursAreAtTheBeginningAndAtTheEndOfTheBody() {
    let text = ReportDocument("<html><head><title>a</title></head><body><main>b</main></body></html>")
      .text(links: "L", head: "H", foot: "F")
    #expect(
      text
        == "<html><head><title>a</title>L</head><body>\nH<main id=\"main\" tabindex=\"-1\">b</main>F</body></html>")
    #expect(ReportDocument("b").text(links: "L", head: "H", foot: "F") == "Hb")
  }

  private static let report =
    JSONValue(
      """
      {"name": "shrinkage", "parameters": [
        {"name": "detail", "type": "choice", "choices": ["no", "yes"], "default": "no", "is_required": false},
        {"name": "location", "type": "location", "values": [{"code": "shop", "name": "Shop"}], "is_required": false},
        {"name": "period", "type": "period", "is_required": false},
        {"name": "from", "type": "date-time", "is_required": false}]}
      """) ?? .null

  @Test func formPresetsTheLastMonthUnlessTheAddressSaysSomethingOfThePeriod() {
    func parameters(_ query: String) -> [String] {
      ReportForm(Self.report, query: FormValues(encoded: query)).parameters
    }
    #expect(parameters("") == ["period=last-month"])
    #expect(parameters("location=shop") == ["location=shop", "period=last-month"])
    #expect(parameters("period=&location=shop") == ["location=shop"])
    #expect(parameters("period=2026-10") == ["period=2026-10"])
    #expect(parameters("from=2026-10-01") == ["from=2026-10-01"])
    // A link puts its own value before those of the page that it is on, and passes on more than the report has.
    #expect(parameters("location=yard&period=2026&location=shop&session=1") == ["location=yard", "period=2026"])
  }

  @Test func formKeepsAValueThatTheShopDoesNotHave() throws {
    let form = ReportForm(Self.report, query: FormValues(encoded: "location=cellar&period="))
    let fields = try #require(form.fields["fields"] as? [[String: Any]])
    let location = try #require(fields.first { $0["name"] as? String == "location" })
    let options = try #require(location["options"] as? [[String: Any]])
    #expect(options.map { $0["value"] as? String } == ["", "shop", "cellar"])
    #expect(options.filter { $0["is_chosen"] as? Bool == true }.map { $0["value"] as? String } == ["cellar"])
  }

  @Test func choicesHaveTheirTitles() throws {
    let report = try #require(
      JSONValue(
        #"{"name": "r", "parameters": [{"name": "by", "type": "choice", "default": "all", "#
          + #""choices": ["net-sales", "all", "book-stock"], "choice_titles": ["Nettoumsatz", "alle", "book-stock"]}]}"#
      ))
    let form = ReportForm(report, query: FormValues())
    let fields = try #require(form.fields["fields"] as? [[String: Any]])
    let options = try #require(fields[0]["options"] as? [[String: Any]])
    #expect(options.map { shown($0["title"]) } == ["Nettoumsatz", "alle", "book stock"])
    #expect(options.map { $0["value"] as? String } == ["net-sales", "all", "book-stock"])
  }
}

extension ServerTests {
  /// What pages of reports say.
  @Suite struct RefusedReports {
    @Test(arguments: [
      ("en", "Because the report reads unit_cost, which shows who counted, entered or posted. Ask somebody"),
      ("de", "; das zeigt wer gezählt, eingetragen oder gebucht hat. Fragen Sie"),
    ])
    func whyAReportIsNotShownIsSaidInTheLanguage(language: String, text: String) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let report = #"{"name": "stock", "title": "Stock", "is_permitted": false, "formats": [], "parameters": []}"#
        let refusal = """
          {"error": {"code": "report-not-shown", "message":
            "the report reads unit_cost, which shows who counted, entered or posted", "remedy": ""}}
          """
        server.shop.answer(inTurn: [
          CommandAnswer(status: 0, output: report, notes: ""), CommandAnswer(status: 4, output: refusal, notes: ""),
        ])
        let page = try client.get("/reports/stock", headers: ["Accept-Language": language])
        #expect(page.status == 403 && page.text.contains(text))
      }
    }
  }
}
