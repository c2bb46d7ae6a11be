internal import Hummingbird
internal import HummingbirdCore
internal import RetailValues
internal import Serving

/// Cards to print, with which people who have no passphrase sign in to one count.
enum CountCardPages {
  static func add(to routes: PageRoutes) {
    routes.get("/counts/:count/cards") { visit in try page(try await count(visit), [], visit) }
    routes.post("/counts/:count/cards") { visit in
      let number = try await count(visit)
      let (site, shop) = (visit.site, visit.frame.name)
      if visit.form["withdraw"] != nil {
        try await site.commands.outside { try site.cards.withdraw(count: number) }
        site.log("\(visit.person.login) took the cards of count \(number) back")
        return visit.redirect(
          to: CountPages.address(number) + "/cards",
          saying: LocalizedText("The cards of count \(number) no longer sign anybody in."))
      }
      let chosen = Set(visit.form.all("person"))
      let people = counters(visit).filter { chosen.contains($0.login) }
      guard !people.isEmpty else {
        throw PageFailure(
          status: .unprocessableContent, title: LocalizedText("Nobody is chosen"),
          remedy: LocalizedText("Choose who gets a card."))
      }
      // Making a hash takes a tenth of a second.
      let cards = try await site.commands.hash {
        try people.map { person in
          let digits = try site.cards.make(for: person.login, count: number)
          return [
            "shop": shop, "name": person.name, "login": person.login,
            "number": "\(digits.prefix(4)) \(digits.suffix(4))",
          ]
        }
      }
      site.log("\(visit.person.login) made cards of count \(number) for \(people.map(\.login).joined(separator: ", "))")
      return try page(number, cards, visit)
    }
  }

  /// The number or the name of the count, for who may run it: with a card, somebody signs in to the whole shop.
  ///
  /// - Throws: that there is no such count.
  private static func count(_ visit: Visit) async throws -> String {
    try visit.requireInWholeShop(.runSessions)
    let number = try visit.parameter("count")
    _ = try await visit.run(CommandWords("count", "status").argument(number))
    return number
  }

  /// The people who may get a card: those in the role of counters.
  private static func counters(_ visit: Visit) -> [ServedPerson] { visit.people.filter { $0.roles.contains(.counter) } }

  private static func page(_ number: String, _ made: [[String: String]], _ visit: Visit) throws -> Response {
    let withCard = Set(visit.site.cards.cards(ofCount: number).map(\.login))
    let people = counters(visit).map {
      ["login": $0.login, "name": $0.name, "has_card": withCard.contains($0.login)] as [String: Any]
    }
    let isHere = ["//127.0.0.1", "//localhost", "//[::1]"].contains { visit.origin.contains($0) }
    return try visit.page(
      "count-cards", title: LocalizedText("Cards for count \(number)"),
      [
        "count": number, "address": CountPages.address(number), "made": made, "has_made": !made.isEmpty,
        "people": people, "has_people": !people.isEmpty, "has_cards": !withCard.isEmpty, "origin": visit.origin,
        "is_here": isHere,
      ])
  }
}
