import Foundation
import RetailValues
import Serving
import Testing
import WebTesting
import Wording

@testable import Web

extension ServerTests {
  /// Days and numbers that are typed into the fields of pages, and numbers that pages fill in.
  @Suite struct TypedValues {
    // MARK: Days

    private static let days = [
      (Language.german, "30.11.2026", "2026-11-30"), (.german, "3.4.2026", "2026-04-03"),
      (.german, "2026-11-30", "2026-11-30"), (.french, "30/11/2026", "2026-11-30"),
      (.french, "03/04/2026", "2026-04-03"), (.spanish, "30/11/2026", "2026-11-30"),
      (.swedish, "2026-11-30", "2026-11-30"), (.english, "2026-11-30", "2026-11-30"),
      // The command refuses what is not a day, and what has another meaning elsewhere.
      (.german, "31.02.2026", "31.02.2026"), (.german, "30/11/2026", "30/11/2026"), (.german, "30.11.26", "30.11.26"),
      (.french, "31/02/2026", "31/02/2026"), (.swedish, "30/11/2026", "30/11/2026"),
      (.english, "30/11/2026", "30/11/2026"), (.english, "30.11.2026", "30.11.2026"),
    ]

    @Test(arguments: days)
    func aTypedDayIsGivenToTheCommandInISO8601(language: Language, typed: String, day: String) async throws {
      try await ServedTestShop.serve(roles: [.manager, .accountant]) { server in
        let client = try server.signedIn()
        let headers = ["Accept-Language": language.rawValue]
        let value = PageClient.encoded(typed)
        for (path, option) in [
          ("/books/close?to=\(value)", "--to=\(day)"), ("/books/journal?from=\(value)", "--from=\(day)"),
          ("/books/journal?to=\(value)", "--to=\(day)"), ("/books/journal/csv?from=\(value)", "--from=\(day)"),
          ("/books/log?since=\(value)", "--since=\(day)"),
        ] {
          server.shop.forget()
          _ = try client.get(path, headers: headers)
          #expect(server.shop.words.contains { $0.contains(option) }, "\(path): \(server.shop.words)")
        }
        let page = try client.get("/more", headers: headers)
        server.shop.forget()
        _ = try client.post("/counts/new", [("location", "shop"), ("cut-off", typed)], from: page, headers: headers)
        #expect(server.shop.words.contains { $0.contains("--cut-off=\(day)") }, "\(server.shop.words)")
      }
    }

    @Test func aDayThatDoesNotExistIsRefusedAsItWasTyped() async throws {
      try await ServedTestShop.serve(roles: [.manager, .accountant]) { server in
        let client = try server.signedIn()
        let error = #"{"error": {"code": "usage", "message": "--to '31.02.2026' is not a day", "remedy": "Write it."}}"#
        server.shop.answer = CommandAnswer(status: 2, output: error, notes: "")
        let page = try client.get("/books/close?to=31.02.2026", headers: ["Accept-Language": "de"])
        #expect(page.status == 422 && page.text.contains("31.02.2026"), "\(page.text.prefix(300))")
      }
    }

    @Test(arguments: [
      (Language.german, "31.10.2026", "18:00"), (.french, "31/10/2026", "18:00"), (.spanish, "31/10/2026", "18:00"),
    ])
    func whatToWriteNamesTheDayInTheLanguage(language: Language, day: String, time: String) throws {
      let path = PageMessages.path(language, in: PageTexts.pages, of: "problems")
      let texts = try MessageFile.texts(in: String(contentsOfFile: path, encoding: .utf8), source: path)
      let understood = "Understood are also {{1}}."
      for (remedy, written) in [
        ("Write 2026-10-31 or 2026-10-31T18:00.", "\(day) \(time)."),
        ("Write it as 2026-10-31. \(understood)", "\(day)."),
        ("Write it as 2026-10-31 or 2026-10-31T18:00. \(understood)", "\(day) \(time)."),
      ] {
        let text = try #require(texts[remedy])
        #expect(text.contains("2026-10-31 ") && text.contains(" \(written)"), "\(text)")
      }
      #expect(LanguageConventions(language).isoMoment("\(day) \(time)") == "2026-10-31T18:00")
    }

    @Test(arguments: [
      ("2026-11-30", "2026-11-30T00:00", "2026-11-30T23:59"), ("20261130", "2026-11-30T00:00", "2026-11-30T23:59"),
      ("2026-11-30 8:05", "2026-11-30T08:05", "2026-11-30T08:05"),
      ("2026-11-30T08:05:07", "2026-11-30T08:05:07", "2026-11-30T08:05:07"), ("", "", ""),
      ("31.02.2026", "31.02.2026", "31.02.2026"),
    ])
    func aMomentIsShownAsItsFieldTakesIt(typed: String, beginning: String, end: String) {
      #expect(TypedMoment(typed).inField(endOfDay: false) == beginning)
      #expect(TypedMoment(typed).inField(endOfDay: true) == end)
    }

    @Test(arguments: [("en", "2026-11-30"), ("de", "30.11.2026"), ("en", "2026-11-30T00:00")])
    func aDayWithoutATimeStaysInTheFieldOfTheColumns(language: String, typed: String) async throws {
      try await ServedTestShop.serve { server in
        let headers = ["Accept-Language": language]
        let (client, place) = try server.sent(
          "Artikel,Preis\n", answering: .inspected(["stock_levels"], columns: ["Preis"]))
        let columns = place + "/columns"
        let form = try client.get(columns, headers: headers)
        server.shop.forget()
        _ = try client.follow(try client.post(columns, [("day", typed)], from: form, headers: headers))
        #expect(server.shop.words.contains { $0.contains("--set=effective_at=2026-11-30T00:00") })
        let page = try client.get(columns, headers: headers)
        #expect(page.text.contains(#"name="day" type="datetime-local" value="2026-11-30T00:00""#))
      }
    }

    /// Each present moment is within an hour of a day's end, which another offset would put on the other side of it.
    @Test(arguments: [
      ("2026-11-30", "2026-11-29T23:30:00Z", true), ("2026-11-29", "2026-11-29T23:30:00Z", false),
      ("2026-12-01", "2026-11-29T23:30:00Z", false), ("2026-11-30T00:30", "2026-11-29T23:30:00Z", false),
      ("", "2026-11-29T23:30:00Z", false),
      // The clock goes back during this day, and forward during the other one.
      ("2026-10-25", "2026-10-24T22:30:00Z", true), ("2026-10-25", "2026-10-25T22:30:00Z", true),
      ("2026-10-26", "2026-10-25T22:30:00Z", false), ("2026-03-29", "2026-03-28T22:30:00Z", false),
      ("2026-03-29", "2026-03-29T22:30:00Z", false), ("2026-03-30", "2026-03-29T22:30:00Z", true),
    ])
    func todayIsTheDayOfTheShopsClock(typed: String, present: String, isToday: Bool) throws {
      let clock = try #require(ShopClock(timeZone: "Europe/Berlin"))
      let moment = try #require(Timestamp(present, clock: .utc))
      #expect(TypedMoment(typed).isToday(on: clock, at: moment) == isToday)
    }

    /// The offset is that of the moment, not that of the present.
    @Test(arguments: [
      ("Europe/Berlin", "2026-11-30T17:30:25.113Z", "2026-11-30T18:30:25.113+01:00"),
      ("Europe/Berlin", "2026-07-01T17:30:25.113Z", "2026-07-01T19:30:25.113+02:00"),
      ("Europe/Berlin", "2026-10-25T00:30:00Z", "2026-10-25T02:30:00+02:00"),
      ("Europe/Berlin", "2026-10-25T01:30:00Z", "2026-10-25T02:30:00+01:00"),
      ("America/St_Johns", "2026-11-30T17:30:25.113Z", "2026-11-30T14:00:25.113-03:30"),
      ("Pacific/Kiritimati", "2026-11-30T17:30:25.113Z", "2026-12-01T07:30:25.113+14:00"),
    ])
    func aMomentHasTheOffsetOfTheShopsTimeZone(zone: String, moment: String, text: String) throws {
      let clock = try #require(ShopClock(timeZone: zone))
      let frame = ShopFrame(name: "Test", currency: "EUR", now: "", clock: clock)
      let present = try #require(Timestamp(moment, clock: .utc))
      #expect(frame.clock.iso8601(present) == text)
    }

    @Test func daysOfReportsAreTypedInTheLanguage() {
      let types = ["period", "date", "date-time", "text"]
      let parameters = types.map { #"{"name": "\#($0)", "type": "\#($0)"}"# }.joined(separator: ",")
      let report = JSONValue(#"{"name": "r", "parameters": [\#(parameters)]}"#) ?? .null
      let query = FormValues(
        encoded: "period=30.11.2026&date=1.12.2026&date-time=30.11.2026,+18:05&text=30.11.2026")
      #expect(
        ReportForm(report, query: query, language: .german).parameters
          == ["period=2026-11-30", "date=2026-12-01", "date-time=2026-11-30T18:05", "text=30.11.2026"])
      #expect(ReportForm(report, query: query).parameters.first == "period=30.11.2026")
    }

    // MARK: Numbers

    private static let languages = [
      ("en", "1.234"), ("de", "1,234"), ("fr", "1,234"), ("es", "1,234"), ("sv", "1,234"),
    ]

    @Test(arguments: languages)
    func aFilledInQuantityIsReceivedAsItIs(language: String, filledIn: String) async throws {
      let order = CommandAnswer(
        status: 0,
        output: #"""
          {"order": {"order_number": "7", "supplier": "S"}, "import_number": 9,
           "lines": [{"line": "1", "sku": "A1", "title": "Cheese", "open": "1.234", "pack_size": "1"}]}
          """#, notes: "")
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let headers = ["Accept-Language": language]
        server.shop.answer = order
        let address = "/orders/7/receive?supplier=S"
        let page = try client.get(address, headers: headers)
        #expect(page.text.contains("inputmode=\"decimal\" value=\"\(filledIn)\""), "\(page.text)")
        server.shop.forget()
        let sent = try client.post(address, [("line", "1"), ("quantity.1", filledIn)], from: page, headers: headers)
        #expect(sent.status == 303, "\(sent.text.prefix(300))")
        #expect(server.shop.words.contains { $0.contains("receive") && $0.contains("--line=1") })
        // Typed with the other mark, the same digits may be a thousand more.
        let other = filledIn == "1.234" ? "1,234" : "1.234"
        let again = try client.get(address, headers: headers)
        server.shop.forget()
        let asked = try client.post(address, [("line", "1"), ("quantity.1", other)], from: again, headers: headers)
        #expect(asked.status == 422 && asked.text.contains("value=\"\(other)\""), "\(asked.text.prefix(300))")
        #expect(!server.shop.words.contains { $0.contains("receive") })
      }
    }

    @Test(arguments: languages)
    func aFilledInLimitIsSavedAsItIs(language: String, filledIn: String) async throws {
      let settings = CommandAnswer(
        status: 0,
        output: #"""
          {"file": "stockroom.yml",
           "guards": [
             {"guard": "unit-cost-changed", "limit": "1.234 %", "written": "1.234", "usual": "20 %", "line": 9}],
           "counts": [{"setting": "tolerance_value", "value": "1234.50", "written": "1234.50", "line": 3}]}
          """#, notes: "")
      let saved = CommandAnswer(status: 0, output: #"{"setting": "x", "value": "5", "line": 9}"#, notes: "")
      let amount = language == "en" ? "1234.50" : "1234,50"
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let headers = ["Accept-Language": language]
        for (setting, shown, filledIn, words) in [
          ("unit-cost-changed", "1.234 %", filledIn, ["--was=1.234 %", "--", "unit-cost-changed", "1.234"]),
          ("tolerance_value", "1234.50", amount, ["--was=1234.50", "--", "tolerance_value", "1234.50"]),
        ] {
          server.shop.answer = settings
          let page = try client.get("/settings/guards", headers: headers)
          #expect(page.text.contains("name=\"value\" value=\"\(filledIn)\""), "\(filledIn)")
          #expect(page.text.contains("name=\"shown\" value=\"\(shown)\""), "\(shown)")
          server.shop.answer = saved
          server.shop.forget()
          let fields = [("setting", setting), ("shown", shown), ("value", filledIn)]
          let sent = try client.post("/settings/guards", fields, from: page, headers: headers)
          #expect(sent.status == 303, "\(sent.text.prefix(300))")
          #expect(server.shop.words.first == ["settings", "set"] + words)
        }
      }
    }

    @Test(
      arguments: [
        ("/orders/7/receive?supplier=S", [("line", "1"), ("quantity.1", "12 3")]),
        ("/counts/7/sections/A", [("item", "A1"), ("quantity", "12 3")]),
        ("/counts/7/decisions", [("sku", "A1"), ("quantity", "12 3"), ("note", "seen")]),
        ("/settings/guards", [("setting", "tolerance_units"), ("shown", "not set"), ("value", "12 3")]),
      ] as [(String, [(String, String)])])
    func aNumberInWrongGroupsIsRefusedOnEachPage(path: String, fields: [(String, String)]) async throws {
      let answer = CommandAnswer(
        status: 0,
        output: #"""
          {"lines": [{"line": "1", "sku": "A1", "open": "5"}],
           "counts": [{"setting": "tolerance_units", "value": null, "line": null}]}
          """#, notes: "")
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        server.shop.answer = answer
        server.shop.forget()
        let sent = try client.post(path, fields, from: page)
        #expect(sent.status == 422, "\(sent.text.prefix(300))")
        #expect(sent.text.contains("The digits of 12 3 are not in groups of three"))
        let acts: Set = ["receive", "enter", "--decide=A1=123", "set"]
        #expect(!server.shop.words.contains { !acts.isDisjoint(with: $0) }, "\(server.shop.words)")
      }
    }

    @Test func aPriceInWrongGroupsIsNotSearchedFor() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.forget()
        let page = try client.get("/catalog?price-from=12%203")
        #expect(page.status == 422 && page.text.contains("The digits of 12 3 are not in groups of three"))
        #expect(server.shop.words.isEmpty)
      }
    }
  }
}
