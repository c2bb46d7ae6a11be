import Foundation
import RetailValues
import Serving
import Testing
import WebTesting

@testable import Web

/// What is chosen for the columns of a file, by several people.
@Suite struct ColumnChoiceTests {
  private static let reading = WaitingPlan.Reading(
    kind: "prices", columns: ["Preis": "price", "Rest": ""], constants: ["effective_at": "2026-11-30T09:41"],
    newItems: true)

  @Test func theFieldsAreThoseOfTheForm() {
    #expect(
      Self.reading.fields == [
        "kind": "prices", "map.Preis": "price", "map.Rest": "-", "day": "2026-11-30T09:41", "new-items": "yes",
      ])
    #expect(WaitingPlan.Reading().fields.isEmpty)
  }

  @Test func theDigestIsThatOfWhatTheFormShows() {
    let digest = ColumnChoice.digest(of: Self.reading.fields)
    #expect(MadePlan.isDigest(digest))
    var same = Self.reading
    same.cells = [CellChange(line: 2, column: "Preis", was: "x", value: "1")]
    same.constants["currency"] = "EUR"
    #expect(ColumnChoice.digest(of: same.fields) == digest, "the form has no field for these")
    var others = [Self.reading, Self.reading, Self.reading, Self.reading]
    others[0].columns["Preis"] = "unit_cost"
    others[1].columns["Rest"] = nil
    others[2].newItems = false
    others[3].profile = "acme"
    let digests = others.map { ColumnChoice.digest(of: $0.fields) }
    #expect(Set(digests + [digest]).count == 5)
  }

  @Test(
    arguments: [
      // Nothing was changed by the person.
      (["a": "1"], ["a": "1", "b": "2"], ["a": "1"], ["a": "1", "b": "2"]), (["a": "1"], [:], ["a": "1"], [:]),
      // Both changed something.
      (["a": "9"], ["a": "1", "b": "2"], ["a": "1"], ["a": "9", "b": "2"]),
      (["a": "9"], ["a": "8"], ["a": "1"], ["a": "9"]), ([:], ["a": "1", "b": "2"], ["a": "1"], ["b": "2"]),
      // What the person saw is no longer known.
      (["a": "1"], ["b": "2"], nil, ["a": "1"]),
    ] as [([String: String], [String: String], [String: String]?, [String: String])])
  func aChoiceReplacesWhatThePersonChanged(
    chosen: [String: String], present: [String: String], seen: [String: String]?, merged: [String: String]
  ) {
    #expect(ColumnChoice.merged(chosen, into: present, seen: seen) == merged)
  }

  /// Also when the second choice comes while the first one is being saved.
  @Test func aChoiceIsSavedInPlaceOfTheOneThatItIsFor() throws {
    let folder = try TemporaryFolder()
    let visit = try ServedTestShop.visit(in: folder.path)
    let id = Uploads.id(ofFileAt: try visit.site.uploads.place("a.csv"))
    let sent = WaitingPlan(id: id, name: "a.csv", file: "a.csv", login: "anna", sentAt: Date())
    try sent.save(visit)
    let digest = ColumnChoice.digest(of: sent.reading.fields)
    var (first, second) = (sent, sent)
    first.reading.columns["Preis"] = "price"
    second.reading.columns["Preis"] = "unit_cost"
    let saved = try first.saved(over: digest, visit)
    #expect(saved?.reading.columns == ["Preis": "price"])
    let refused = try second.saved(over: digest, visit)
    #expect(refused?.id == nil)
    #expect(try WaitingPlan.find(id, visit).reading.columns == ["Preis": "price"])
    // The same choice is saved already.
    let same = try first.saved(over: digest, visit)
    #expect(same?.id == id)
    let place = try WaitingPlan.place(of: id, visit)
    let choices = [first, second].map { ColumnChoice.find(ColumnChoice.digest(of: $0.reading.fields), in: place) }
    #expect(choices.map { $0?.login } == ["anna", nil])
  }
}

extension ServerTests {
  /// The page of the columns of a file in two browsers, on a real server.
  @Suite struct ColumnChoices {
    private static let inspected = CommandAnswer.inspected(["prices"], columns: ["Preis", "Menge"])

    /// Serves a shop of Anna and Ben, who both have the page of the columns of a file open.
    private static func serve(
      _ test: @escaping @Sendable (ServedTestShop.Running, Browsers) throws -> Void
    ) async throws {
      try await ServedTestShop.serve(running: RunningWork(patience: .seconds(600))) { server in
        try server.add(ServedPerson(login: "ben", name: "Ben", roles: [.manager]))
        let (anna, plan) = try server.sent("Preis,Menge\n", answering: Self.inspected)
        let (ben, place) = (try server.signedIn(as: "ben"), plan + "/columns")
        let browsers = Browsers(
          anna: anna, ben: ben, place: place, annasPage: try anna.get(place), bensPage: try ben.get(place))
        server.shop.forget()
        try test(server, browsers)
      }
    }

    private struct Browsers {
      let anna: PageClient
      let ben: PageClient
      let place: String
      let annasPage: PageClient.Answer
      let bensPage: PageClient.Answer
    }

    /// The hidden fields of the form of a page that somebody else's choice is shown on.
    private static func fields(_ page: PageClient.Answer, _ place: String) -> [(String, String)] {
      let form = page.text.components(separatedBy: "<form action=\"\(place)\"").dropFirst().first ?? ""
      let own = form.components(separatedBy: "</form>")[0]
      return own.matches(of: #/<input type="hidden" name="([^"]*)" value="([^"]*)">/#).map {
        (String($0.output.1), String($0.output.2))
      }
    }

    /// The words of the commands that plan the file.
    private static func plans(_ server: ServedTestShop.Running) -> [[String]] {
      server.shop.words.filter { $0.first == "import" }
    }

    @Test func theSecondPersonSeesWhatTheFirstChoseAndDecides() async throws {
      try await Self.serve { server, both in
        let first = [("map.Preis", "unit_cost"), ("map.Menge", "quantity")]
        _ = try both.ben.follow(try both.ben.post(both.place, first, from: both.bensPage))
        server.shop.forget()
        let second = [("map.Preis", "price"), ("map.Menge", "="), ("supplier", "north")]
        let changed = try both.anna.post(both.place, second, from: both.annasPage)
        #expect(changed.status == 409)
        for text in [
          "Nothing was saved.</strong> Ben changed the columns or options since.", "When you looked",
          "Column “Menge”", "Quantity (quantity)", "Cost price (unit_cost)", "<b>Selling price (price)</b>",
          "<b>north</b>", "href=\"\(both.place)\">Keep what is chosen now",
        ] {
          #expect(changed.text.contains(text), "\(text)")
        }
        #expect(Self.plans(server).isEmpty)
        let kept = try both.anna.get(both.place).text
        #expect(kept.contains("value=\"unit_cost\" selected") && kept.contains("value=\"quantity\" selected"))
        #expect(!kept.contains("value=\"north\""))
        // What Ben alone changed stays.
        _ = try both.anna.follow(try both.anna.post(both.place, Self.fields(changed, both.place)))
        let words = try #require(Self.plans(server).last)
        #expect(
          Set(words).isSuperset(of: ["--map=Menge=quantity", "--map=Preis=price", "--supplier=north"]), "\(words)")
      }
    }

    @Test func aProfileIsNotSavedOfColumnsThatSomebodyElseHasChanged() async throws {
      try await Self.serve { server, both in
        _ = try both.ben.follow(try both.ben.post(both.place, [("map.Menge", "quantity")], from: both.bensPage))
        server.shop.forget()
        let second = [("map.Preis", "price"), ("save-as", "acme")]
        let changed = try both.anna.post(both.place, second, from: both.annasPage)
        #expect(changed.status == 409 && changed.text.contains("also makes the profile acme"))
        #expect(!server.shop.words.contains { $0.contains("--save-profile=acme") })
        _ = try both.anna.follow(try both.anna.post(both.place, Self.fields(changed, both.place)))
        let words = try #require(server.shop.words.first { $0.contains("--save-profile=acme") })
        #expect(Set(words).isSuperset(of: ["--map=Menge=quantity", "--map=Preis=price"]), "\(words)")
        #expect(Self.plans(server).last?.contains("--profile=acme") == true)
      }
    }

    @Test func aProfileThatIsSavedSaysWhatTheOneInUseDoes() async throws {
      try await Self.serve { server, both in
        let choice = [("profile", "holzwurm"), ("map.Preis", "price"), ("save-as", "acme")]
        _ = try both.ben.follow(try both.ben.post(both.place, choice, from: both.bensPage))
        let words = try #require(server.shop.words.first { $0.contains("--save-profile=acme") })
        #expect(Set(words).isSuperset(of: ["--profile=holzwurm", "--map=Preis=price"]), "\(words)")
        #expect(Self.plans(server).last?.contains("--profile=acme") == true)
      }
    }

    @Test func aProfileThatSomebodyElseSavedIsNotReplaced() async throws {
      try await Self.serve { server, both in
        let first = [("map.Preis", "price"), ("save-as", "acme")]
        _ = try both.ben.follow(try both.ben.post(both.place, first, from: both.bensPage))
        let changed = try both.anna.post(both.place, [("kind", "prices")], from: both.annasPage)
        #expect(changed.status == 409 && changed.text.contains(">acme</div>"))
        #expect(try both.anna.get(both.place).text.contains("name=\"profile\" value=\"acme\""))
      }
    }

    @Test func theSameChoiceOfBothIsSaved() async throws {
      try await Self.serve { server, both in
        let choice = [("map.Preis", "price")]
        _ = try both.ben.follow(try both.ben.post(both.place, choice, from: both.bensPage))
        let same = try both.anna.post(both.place, choice, from: both.annasPage)
        #expect(same.status == 303)
        #expect(try both.anna.get(both.place).text.contains("value=\"price\" selected"))
      }
    }

    @Test func anOlderPageOfOnesOwnIsComparedToo() async throws {
      try await Self.serve { server, both in
        let other = try both.anna.get(both.place)
        _ = try both.anna.follow(try both.anna.post(both.place, [("map.Preis", "price")], from: both.annasPage))
        let changed = try both.anna.post(both.place, [("map.Preis", "unit_cost"), ("look", "yes")], from: other)
        #expect(changed.status == 409 && changed.text.contains("The columns or options were changed since."))
        let saved = try both.anna.post(both.place, Self.fields(changed, both.place))
        #expect(saved.location == both.place, "the button was that of another look at the columns")
      }
    }

    @Test func aFormThatDoesNotSayWhatItShowedReplacesNothing() async throws {
      try await Self.serve { server, both in
        _ = try both.ben.follow(try both.ben.post(both.place, [("map.Menge", "quantity")], from: both.bensPage))
        let changed = try both.anna.post(both.place, [("map.Preis", "price")], from: try both.anna.get("/more"))
        #expect(changed.status == 409 && changed.text.contains("Your choice replaces all of it."))
        #expect(try both.anna.get(both.place).text.contains("value=\"quantity\" selected"))
        #expect(!(try both.anna.get(both.place).text.contains("value=\"price\" selected")))
      }
    }

    @Test func cellsThatSomebodyElseCorrectedAreKept() async throws {
      try await Self.serve { server, both in
        let cell = [("line", "2"), ("column", "Preis"), ("origin", "original"), ("was", "x"), ("cell", "1")]
        let plan = String(both.place.dropLast("/columns".count))
        _ = try both.ben.follow(try both.ben.post(plan + "/cells", cell, from: try both.ben.get("/more")))
        server.shop.forget()
        let saved = try both.anna.post(both.place, [("map.Preis", "price")], from: both.annasPage)
        #expect(saved.status == 303)
        let words = try #require(Self.plans(server).last)
        #expect(words.contains("--map=Preis=price") && words.contains { $0.hasPrefix("--corrections=") })
      }
    }
  }
}
