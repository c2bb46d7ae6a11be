internal import ArgumentParser
internal import RetailValues
internal import Stock

extension CountCommand {
  struct Duties: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "duties", abstract: "Say whether you may approve and post counts in which you counted.",
      discussion: """
        A person who counted, or entered counts, may not approve, post or reverse that count, unless nobody else could. See \
        docs/guides/counting.md.

        Example:
          stockroom count duties
        """)
    static let acts = Acts(.enterCounts)

    @OptionGroup var shopOptions: ShopOptions

    private struct JSONOutput: Encodable {
      /// Whether their role permits it.
      let mayPost: Bool
      /// Whether they may also where they counted themselves.
      let mayPostOwn: Bool
    }

    func run(in shop: OpenShop) throws -> ValueOutput {
      let books = try shop.booksForReading
      let mayPost = shop.person.roles.role(for: .postCounts) != nil
      let mayPostOwn =
        try mayPost
        && books.mayApproveOwnCounts(actor: shop.actor, isSinglePerson: shop.isRunByOnePerson(by: books))
      let sentence =
        mayPostOwn
        ? "You may approve and post counts, also those in which you counted: nobody else could."
        : mayPost
          ? "You may approve and post counts, but not those in which you counted."
          : "You may not approve and post counts."
      return ValueOutput(JSONOutput(mayPost: mayPost, mayPostOwn: mayPostOwn), sentence)
    }
  }
}

extension OpenShop {
  /// Whether one person runs the shop, so that they may approve what they counted: the shop's setting, else what its list of
  /// people says; nil without either.
  ///
  /// A list with one person who may approve counts says so as long as nobody else has ever acted in a role that may: the others
  /// cannot be taken off the list for one count.
  ///
  /// - Parameter books: the shop's database, whose log says who acted.
  func isRunByOnePerson(by books: ShopDatabase) throws -> Bool? {
    if let isSinglePerson = folder.settings.isSinglePerson { return isSinglePerson }
    let people = folder.settings.people?.people ?? []
    let approvers = people.filter { $0.roles.role(for: .postCounts) != nil }
    guard let approver = approvers.first else { return nil }
    guard approvers.count == 1 else { return false }
    let names = [approver.name, approver.login]
    let accounts = people.filter { $0.login == approver.login || !$0.actsFor.isDisjoint(with: names) }
    return try !books.haveOthersActed(than: names, logins: accounts.map(\.login), in: Act.postCounts.roles)
  }
}
