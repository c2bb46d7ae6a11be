import Foundation
import Serving
import Testing
import WebTesting

@testable import Web

@Suite struct ReportPagesTests {
  @Test func theStylesOfADocumentAreOneFile() {
    let style = ReportStyle(
      of: """
        <!DOCTYPE html><html><head><style>body{margin:0}</style></head><body>
        <!-- <style>p{}</style> --><p title="<style>">a < b</p><svg><STYLE type="text/css">rect{fill:red}</style ><g/></svg>
        <style media="print">p{color:red}</style></body>
        """)
    #expect(style.text == "body{margin:0}\nrect{fill:red}\n@media print {p{color:red}}")
    #expect(
      style.document == """
        <!DOCTYPE html><html><head></head><body>
        <!-- <style>p{}</style> --><p title="<style>">a < b</p><svg><g/></svg>
        </body>
        """)
  }

  @Test func styleAttributesAreRulesOfTheFile() {
    let style = ReportStyle(
      of: "<p STYLE='color:red'>a</p><p data-style=x style=\"content:&quot;a&quot;\">b</p><i style=color:red>c</i>")
    #expect(
      style.document
        == "<p data-style=\"1\">a</p><p data-style=x data-style=\"2\">b</p><i data-style=\"1\">c</i>")
    func rule(_ number: Int, _ value: String) -> String {
      String(repeating: "[data-style=\"\(number)\"]", count: 3) + " {\(value)}"
    }
    #expect(style.text == rule(1, "color:red") + "\n" + rule(2, "content:\"a\""))
    #expect(ReportStyle(of: "<p style='x}body{color:red'>a</p>").text.isEmpty)
  }

  @Test(arguments: [
    ("<", "<"), ("<style", ""), ("<p style=", "<p "), ("<p style='", "<p "), ("<!--", "<!--"), ("<p a=\"", "<p a=\""),
    ("<a/", "<a/"), ("<p>a</p>", "<p>a</p>"), ("ä<b>ö</b>", "ä<b>ö</b>"),
  ])
  func aDocumentWithoutStyleStaysAsItIs(document: String, kept: String) {
    let style = ReportStyle(of: document)
    #expect(style.document == kept && style.text.isEmpty)
  }

  @Test func aStyleThatIsCutOffIsTakenOut() {
    let style = ReportStyle(of: "<p>a</p><style>b")
    #expect(style.document == "<p>a</p>" && style.text == "b")
  }

  @Test func partsOfOursAreAtTheBeginningAndAtTheEndOfTheBody() {
    let text = ReportDocument("<html><head><title>a</title></head><body><main>b</main></body></html>")
      .text(links: "L", head: "H", foot: "F")
    #expect(
      text
        == "<html><head><title>a</title>L</head><body>\nH<main id=\"main\" tabindex=\"-1\">b</main>F</body></html>")
    #expect(ReportDocument("b").text(links: "L", head: "H", foot: "F") == "Hb")
  }

  @Test(arguments: [
    ("table wide keep", "S<div class=\"table scroll wide keep\" id=\"t\">a</div>"),
    ("table medium", "S<div class=\"table scroll medium\" id=\"t\">a</div>"),
    ("table keep", "<div class=\"table keep\" id=\"t\">a</div>"), ("table", "<div class=\"table\" id=\"t\">a</div>"),
  ])
  func tablesThatAreWiderThanAPhoneSayThatTheyScroll(classes: String, shown: String) {
    let text = ReportDocument("<div class=\"\(classes)\" id=\"t\">a</div>")
      .text(links: "", head: "", foot: "", scroll: "S")
    #expect(text == shown)
  }

  private static let report =
    JSONValue(
      """
      {"name": "shrinkage", "parameters": [
        {"name": "detail", "type": "choice", "choices": ["no", "yes"], "default": "no", "is_required": false},
        {"name": "location", "type": "location", "values": [{"code": "shop", "name": "Shop"}], "is_required": false},
        {"name": "period", "type": "period", "is_required": false},
        {"name": "from", "type": "date-time", "is_required": false},
        {"name": "to", "type": "date-time", "is_required": false}]}
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
    // A sum's link has the exact moment.
    #expect(parameters("to=2026-10-31T19%3A00%3A00%2B01%3A00&") == ["to=2026-10-31T19:00:00+01:00"])
    // A link puts its own value before those of the page that it is on, and passes on more than the report has.
    #expect(parameters("location=yard&period=2026&location=shop&session=1") == ["location=yard", "period=2026"])
  }

  /// The field has words of the page's language, the address of files and of links has the word that commands know.
  @Test(arguments: [
    ("", "last-month", "Last month"), ("period=last-month", "last-month", "Last month"),
    ("period=Letzter+Monat", "last-month", "Last month"), ("period=+this+YEAR+", "this-year", "This year"),
    ("period=2026-10", "2026-10", "2026-10"), ("period=Octember", "Octember", "Octember"),
  ])
  func periodsAreShownInWords(query: String, value: String, text: String) throws {
    let words = ["letzter monat": "last-month", "this year": "this-year"]
    let form = ReportForm(Self.report, query: FormValues(encoded: query), periodWords: words)
    #expect(form.parameters == ["period=\(value)"])
    let fields = try #require(form.fields["fields"] as? [[String: Any]])
    let period = try #require(fields.first { $0["name"] as? String == "period" })
    #expect(shown(period["value"]) == text)
  }

  @Test func wordsOfPeriodsAreKnownInEachLanguage() throws {
    let words = ReportForm.periodWords(in: try PageTemplates(folder: PageTexts.pages))
    for text in ["last month", "letzter monat", "mes pasado", "mois dernier", "förra månaden"] {
      #expect(words[text] == "last-month", "\(text)")
    }
    // No text is that of two periods.
    #expect(words.count == 7 * 5)
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
  /// The page of a report that takes its time, and its style.
  @Suite struct MadeReports {
    private static func answer(_ output: String) -> CommandAnswer {
      CommandAnswer(status: 0, output: output, notes: "")
    }

    private static let described = answer(
      #"{"name": "stock", "title": "Stock", "is_permitted": true, "formats": ["html"], "parameters": []}"#)
    private static let document = answer(
      "<html><head><style>body{margin:0}</style></head><body><main>All of it</main></body></html>")

    @Test func aReportIsShownAtOnceOrAfterThePageOfRunningWork() async throws {
      for patience in [Duration.seconds(600), .zero] {
        try await ServedTestShop.serve(running: RunningWork(patience: patience)) { server in
          let client = try server.signedIn()
          server.shop.answer(inTurn: [Self.described, Self.document, Self.described])
          server.shop.whenAsked = { words in if words.contains("--format=html") { usleep(50_000) } }
          let first = try client.get("/reports/stock")
          #expect(first.status == (patience == .zero ? 303 : 200))
          #expect(patience != .zero || first.location.hasPrefix("/running/"))
          let page = try client.follow(first)
          #expect(page.text.contains("All of it") && page.text.contains("/assets/report.css"))
          #expect(!page.text.contains("<style"))
          #expect(page.headers["content-security-policy"] == Gate.policy)
          let name = try #require(page.text.firstMatch(of: #/report-styles/([A-Za-z0-9_-]+)/#)).output.1
          let style = try client.get("/report-styles/\(name)")
          #expect(style.text == "body{margin:0}" && style.headers["content-type"] == "text/css; charset=utf-8")
          let others = try client.get("/report-styles/x")
          #expect(others.status == 404)
          #expect(server.shop.words.filter { $0.contains("--format=html") }.count == 1, "it is made once")
        }
      }
    }

    @Test(arguments: [
      ("en", "Throw away"), ("de", "Verwerfen"), ("es", "Descartar"), ("fr", "Abandonner"), ("sv", "Kasta"),
    ])
    func aReportSaysWhatIsKeptOnTheDevice(language: String, button: String) async throws {
      try await ServedTestShop.serve(running: RunningWork(patience: .seconds(600))) { server in
        let client = try server.signedIn()
        server.shop.answer(inTurn: [Self.described, Self.document])
        let page = try client.get("/reports/stock", headers: ["Accept-Language": language])
        #expect(page.status == 200 && page.text.contains("All of it"))
        #expect(page.text.contains("data-kept=\"8c1f0e5d/anna\" hidden>"))
        #expect(page.text.contains("data-ask><button type=\"button\">\(button)<"), "\(page.text)")
        #expect(page.text.contains("<script src=\"/assets/kept.js\" defer></script>"))
      }
    }

    @Test func aReportThatIsRunningCanBeStopped() async throws {
      try await ServedTestShop.serve(running: RunningWork(patience: .zero)) { server in
        let client = try server.signedIn()
        let stop = CommandAnswer(status: 75, output: "", notes: "It was stopped.")
        server.shop.answer(inTurn: [Self.described, stop, Self.answer("[]")])
        server.shop.whenAsked = { words in
          guard words.contains("--format=html") else { return }
          while WorkWatch.current?.obeysStop() == false { sched_yield() }
        }
        let place = try client.get("/reports/stock").location
        let page = try client.get(place)
        #expect(page.isRunning && page.text.contains("Making the report “Stock”"))
        #expect(!page.text.contains("goes on waiting"), "that is said of files")
        let stopped = try client.post(place + "/stop", [], from: page)
        let end = try client.follow(stopped)
        #expect(client.place == "/reports" && end.text.contains("Stopped. Nothing was changed."))
      }
    }
  }

  /// What pages of reports say.
  @Suite struct RefusedReports {
    @Test(arguments: [
      ("en", "", "It shows: who counted, entered or posted. Ask somebody"),
      ("de", "", "Er zeigt: wer gezählt, eingetragen oder gebucht hat. Fragen Sie"),
      (
        "en", #""manager", "auditor", "service""#,
        "It shows: who counted, entered or posted. These roles may see it: manager, auditor.</p>"
      ),
      ("de", #""accountant""#, "gebucht hat. Diese Rollen dürfen ihn sehen: Buchhaltung.</p>"),
    ])
    func whyAReportIsNotShownIsSaidInTheLanguage(language: String, roles: String, text: String) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let report = """
          {"name": "stock", "title": "Stock", "is_permitted": false, "permitted_roles": [\(roles)], "formats": [],
           "parameters": []}
          """
        let refusal = """
          {"error": {"code": "report-not-shown", "message":
            "the report reads unit_cost, which shows who counted, entered or posted", "remedy": ""}}
          """
        server.shop.answer(inTurn: [
          CommandAnswer(status: 0, output: report, notes: ""), CommandAnswer(status: 4, output: refusal, notes: ""),
        ])
        let page = try client.get("/reports/stock", headers: ["Accept-Language": language])
        #expect(page.status == 403 && page.text.contains(text), "\(page.text)")
      }
    }
  }
}
