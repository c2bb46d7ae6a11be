import Foundation
import Serving
import Testing
import WebTesting

@testable import Web

extension ServerTests {
  /// The page of what the columns of a file mean, on a real server.
  @Suite struct Columns {
    private static let inspected = CommandAnswer.inspected(["stock_levels"], columns: ["Preis", "Artikel"])
    private static let file = "Artikel,Preis\n"

    @Test(arguments: ["products", ""]) func aFieldOfAnotherKindStaysChosen(kind: String) async throws {
      try await ServedTestShop.serve { server in
        let (client, place) = try server.sent(Self.file, answering: Self.inspected)
        let fields = [("kind", kind), ("map.Preis", "price"), ("map.Artikel", "-")]
        _ = try client.follow(try client.choose(fields, at: place))
        let page = try client.get(place + "/columns")
        #expect(page.status == 200)
        #expect(page.text.components(separatedBy: "value=\"price\" selected").count == 2)
        #expect(page.text.components(separatedBy: "value=\"-\" selected").count == 2)
      }
    }

    @Test func columnsToLookAtAreOpenAndTheOthersAreFolded() async throws {
      try await ServedTestShop.serve { server in
        let seen = CommandAnswer(
          status: 0,
          output: #"""
            {"record_kinds": ["prices"], "tables": [{"columns": [
              {"name": "Preis", "meaning": ["price"], "evidence": "its values are amounts", "examples": ["1", "2", "3"]},
              {"name": "Artikel", "meaning": ["sku"], "evidence": "by its name", "examples": ["A1"]},
              {"name": "EAN", "meaning": ["barcode"], "examples": []}
            ], "records": [["1", "A1", null]]}]}
            """#, notes: "")
        let (client, place) = try server.sent(Self.file, answering: seen)
        let page = try client.get(place + "/columns")
        #expect(page.status == 200)
        for text in [
          "1 column to look at", "<summary>2 columns are understood</summary>", "1 · 2 · 3", "Selling price (price)",
          "<optgroup label=\"Price\">", "First rows as records", "<dt>Item number (sku)</dt><dd>A1</dd>",
        ] {
          #expect(page.text.contains(text), "\(text)")
        }
        let folded = page.text.components(separatedBy: "<details").dropFirst().joined()
        #expect(folded.contains("map.Artikel") && folded.contains("map.EAN") && !folded.contains("map.Preis"))
      }
    }

    /// The sizes of packs belong to the items of a supplier, whatever else the rows become.
    @Test(arguments: ["products", ""]) func aStatedSupplierAddsTheFieldsOfSuppliersItems(kind: String) async throws {
      try await ServedTestShop.serve { server in
        let (client, place) = try server.sent(Self.file, answering: Self.inspected)
        let before = try client.get(place + "/columns")
        #expect(before.status == 200 && !before.text.contains("value=\"pack_size\""))
        _ = try client.follow(try client.choose([("kind", kind), ("supplier", "acme")], at: place))
        let page = try client.get(place + "/columns")
        for field in ["unit_cost", "pack_size", "supplier_code"] {
          #expect(page.text.contains("value=\"\(field)\""), "\(field)")
        }
      }
    }

    @Test(arguments: [
      (
        "en", "<option value=\"dmy\">Day, month, year: 31.12.2026</option>",
        "<option value=\"comma\">Comma: 1.234,50</option>"
      ),
      (
        "de", "<option value=\"dmy\">Tag, Monat, Jahr: 31.12.2026</option>",
        "<option value=\"comma\">Komma: 1.234,50</option>"
      ),
      (
        "sv", "<option value=\"ymd\">År, månad, dag: 2026-12-31</option>",
        "<option value=\"point\">Punkt: 1,234.50</option>"
      ),
    ])
    func formatsAreSaidInWords(language: String, dates: String, decimals: String) async throws {
      try await ServedTestShop.serve { server in
        let (client, place) = try server.sent(Self.file, answering: Self.inspected)
        let page = try client.get(place + "/columns", headers: ["Accept-Language": language])
        #expect(page.text.contains(dates) && page.text.contains(decimals), "\(page.text)")
      }
    }

    /// The page of what somebody else has chosen since calls the fields the same.
    @Test func eachFieldHasItsTitle() async throws {
      try await ServedTestShop.serve { server in
        let (client, place) = try server.sent(Self.file, answering: Self.inspected)
        let page = try client.get(place + "/columns").text
        for (field, title) in ColumnChoice.titles {
          #expect(page.contains("name=\"\(field)\""), "\(field)")
          let label = ColumnChoice.isTick(field) ? "> \(title)</label>" : "<label for=\"\(field)\">\(title)"
          #expect(page.contains(label), "\(field)")
        }
        #expect(ColumnChoice.titles.count { ColumnChoice.isTick($0.field) } == 3)
        #expect(page.contains("name=\"map.Preis\""))
      }
    }

    @Test func theProfilesOfTheShopAreOffered() async throws {
      try await ServedTestShop.serve { server in
        let (client, place) = try server.sent(Self.file, answering: Self.inspected)
        let profiles = CommandAnswer(
          status: 0, output: #"{"profiles": [{"profile": "acme", "summary": "The list of Acme"}]}"#, notes: "")
        server.shop.whenAsked = { [shop = server.shop] words in
          shop.answer = words.first == "settings" ? profiles : Self.inspected
        }
        let page = try client.get(place + "/columns")
        #expect(page.text.contains("<option value=\"acme\">The list of Acme</option>"))
      }
    }

    @Test func theFirstRowsAreReadAgainWithTheAnswers() async throws {
      try await ServedTestShop.serve { server in
        let (client, place) = try server.sent(Self.file, answering: Self.inspected)
        let fields = [("map.Preis", "price"), ("look", "yes")]
        let page = try client.follow(try client.choose(fields, at: place))
        #expect(client.place == place + "/columns")
        #expect(page.text.contains("value=\"price\" selected"))
        #expect(server.shop.words.contains { $0.first == "inspect" && $0.contains("--map=Preis=price") })
      }
    }

    @Test func theFirstRowsAreThoseWithTheCorrectedCells() async throws {
      try await ServedTestShop.serve(running: RunningWork(patience: .seconds(600))) { server in
        let (client, place) = try server.sent(Self.file, answering: Self.inspected)
        let cell = [("line", "2"), ("column", "Preis"), ("origin", "original"), ("was", "x"), ("cell", "1")]
        _ = try client.follow(try client.post(place + "/cells", cell, from: try client.get("/more")))
        server.shop.forget()
        #expect(try client.get(place + "/columns").status == 200)
        let corrected = server.shop.words.filter { words in
          words.first == "inspect" && words.contains { $0.hasPrefix("--corrections=") }
        }
        #expect(corrected.count == 1)
        // Cells that cannot be corrected leave the file as it was sent.
        let refused = CommandAnswer(
          status: 5, output: #"{"error": {"code": "correction-refused", "message": "the file has no such column"}}"#,
          notes: "")
        server.shop.answer(inTurn: [refused, Self.inspected])
        let page = try client.get(place + "/columns")
        #expect(page.status == 200 && page.text.contains("map.Preis"))
      }
    }

    @Test func aProfileThatDoesNotExistLeavesTheForm() async throws {
      try await ServedTestShop.serve { server in
        let (client, place) = try server.sent(Self.file, answering: Self.inspected)
        let unknown = CommandAnswer(
          status: 2,
          output: #"""
            {"error": {"code": "profile-unknown", "message": "there is no mapping profile 'acmee'",
              "remedy": "Did you mean 'acme'?"}}
            """#, notes: "")
        let form = try client.get(place + "/columns")
        server.shop.answer = unknown
        let fields = [("profile", "acmee"), ("map.Artikel", "sku")]
        _ = try client.follow(try client.post(place + "/columns", fields, from: form))
        server.shop.answer(inTurn: [unknown, Self.inspected])
        let page = try client.get(place + "/columns")
        #expect(page.status == 200)
        for text in [
          "There is no mapping profile &#39;acmee&#39;", "name=\"profile\" value=\"\"", "value=\"sku\" selected",
        ] {
          #expect(page.text.contains(text), "\(text)")
        }
      }
    }

    @Test(arguments: ["../x", "a/b", "acme.yml"])
    func aPathInPlaceOfAProfileLeavesTheFormAndIsNotRead(profile: String) async throws {
      try await ServedTestShop.serve { server in
        let (client, place) = try server.sent(Self.file, answering: Self.inspected)
        server.shop.forget()
        let fields = [
          ("profile", profile), ("kind", "stock_levels"), ("map.Preis", "price"), ("supplier", "north"),
          ("decimal", "comma"), ("save-as", "acme"), ("new-items", "yes"),
        ]
        let page = try client.choose(fields, at: place)
        #expect(page.status == 422)
        for text in [
          "<title>Error: ", "<a href=\"#profile\">", "name=\"profile\" value=\"\(profile)\"", "aria-invalid=\"true\"",
          "value=\"stock_levels\" selected", "value=\"price\" selected", "name=\"supplier\" value=\"north\"",
          "name=\"save-as\" value=\"acme\"", "name=\"new-items\" value=\"yes\" checked",
        ] {
          #expect(page.text.contains(text), "\(text)")
        }
        #expect(!server.shop.words.contains { $0.contains("--profile=\(profile)") })
      }
    }
  }
}
