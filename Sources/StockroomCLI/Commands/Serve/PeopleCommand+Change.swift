internal import ArgumentParser
internal import FormatKit
internal import Foundation
internal import ProblemKit
internal import RetailValues
internal import Serving
internal import Stock

extension PeopleCommand {
  struct Add: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Add a person to the people of the shop.",
      discussion: """
        It adds a line to stockroom.yml; everything else in the file stays as it is. In a shop that lists nobody yet, \
        the person who runs the command is listed too, as manager and accountant, because only those who are listed \
        may do anything from then on. --role is the role in which you act yourself. Without --name, the login is the name.

        Set a passphrase afterwards, so that the person can sign in to the pages.

        Examples:
          stockroom people add ben --roles counter
          stockroom people add cleo --roles accountant,auditor --name "Cleo Faure"
          stockroom people add nora --roles manager --store nordlys
        """)
    static let acts = Acts(.servePages)

    @Argument(help: "The name to sign in with; on the command line, the user of the operating system.")
    var login: String

    @OptionGroup var given: PersonOptions

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      try shop.folder.changingSettings { try add(in: shop) }
    }

    private func add(in shop: OpenShop) throws -> ValueOutput {
      let edit = try PeopleEdit(of: shop.folder, by: shop.person)
      let person = PeopleSettings.Person(
        login: login, name: given.name?.trimmingSpaces() ?? login, roles: try PeopleRoles.named(given.roles),
        store: try given.store.map { try PeopleRoles.store($0, in: shop) })
      let change = try edit.adding(person)
      let first = edit.unlisted.flatMap { $0.login == login ? nil : $0 }
      let listed = first.map { "; the list is new and has \($0.login) too: \($0.words)" } ?? ""
      if let own = edit.unlisted, own.login == login { try PeopleRoles.requireNoCount(of: own, as: person, in: shop) }
      try change.write(
        recording: "listed \(login): \(person.words)\(listed)", in: shop,
        before: {
          // What is left of somebody who had the login before. Those who list themselves keep theirs.
          guard edit.unlisted?.login != login else { return }
          try Passphrases(shop: shop.folder.path).remove(login)
          try CardFile.withdraw(of: login, shop: shop.folder.path)
        })
      let others = first.map { " \($0.login) is listed as manager and accountant; nobody else may do anything." } ?? ""
      return ValueOutput(
        PersonAnswer(person, shop),
        "stockroom.yml lists \(login): \(person.words).\(others) To sign in to the pages, they need a passphrase: "
          + "stockroom people passphrase \(login)")
    }
  }

  struct Change: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "change", abstract: "Change the roles, the name or the store of a person.",
      discussion: """
        What is not given stays. It changes the lines of the person in stockroom.yml, and nothing else in the file. \
        The roles take the place of the present ones; they hold from the person's next command or click.

        Examples:
          stockroom people change ben --roles counter,manager
          stockroom people change ben --name "Ben Okafor"
          stockroom people change nora --all-stores
        """)
    static let acts = Acts(.servePages)

    @Argument(help: "The person's login, as stockroom.yml has it.")
    var login: String

    @OptionGroup var given: PersonOptions

    @Flag(help: "The person sees and changes all stores.")
    var allStores = false

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      try shop.folder.changingSettings { try change(in: shop) }
    }

    private func change(in shop: OpenShop) throws -> ValueOutput {
      let edit = try PeopleEdit(of: shop.folder, by: shop.person)
      let old = try edit.person(login)
      guard !allStores || given.store == nil else {
        throw Problems(.usage, "--store and --all-stores exclude each other", remedy: "Leave one of them out.")
      }
      var new = old
      if !given.roles.isEmpty { new.roles = try PeopleRoles.named(given.roles) }
      new.name = given.name?.trimmingSpaces() ?? old.name
      if allStores { new.store = nil }
      // A store that stays may have got another name.
      if let store = given.store, store != old.store { new.store = try PeopleRoles.store(store, in: shop) }
      guard new != old else { return ValueOutput(PersonAnswer(old, shop), "Nothing was changed: \(old.words).") }
      let change = try edit.changing(old, to: new)
      try PeopleRoles.requireNoCount(of: old, as: new, in: shop)
      try change.write(recording: "changed \(login): \(old.words) → \(new.words)", in: shop)
      return ValueOutput(PersonAnswer(new, shop), "stockroom.yml lists \(login): \(new.words).")
    }
  }

  struct Remove: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Take a person off the list, with the passphrase.",
      discussion: """
        The person may do nothing from then on, and is signed out of the pages. What the person did stays, in the log \
        too. It takes the lines of the person out of stockroom.yml; comments above them stay. A person who counts in a \
        count, or entered counts there, cannot be removed before the count is posted or discarded.

        Example:
          stockroom people remove ben
        """)
    static let acts = Acts(.servePages)

    @Argument(help: "The person's login, as stockroom.yml has it.")
    var login: String

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      try shop.folder.changingSettings { try remove(from: shop) }
    }

    private func remove(from shop: OpenShop) throws -> ValueOutput {
      let edit = try PeopleEdit(of: shop.folder, by: shop.person)
      let person = try edit.person(login)
      let change = try edit.removing(person)
      try PeopleRoles.requireNoCount(of: person, as: nil, in: shop)
      let details = "took \(login) off the list of people, with the passphrase: \(person.words)"
      try change.write(
        recording: details, in: shop,
        after: {
          try CardFile.withdraw(of: login, shop: shop.folder.path)
          try Passphrases(shop: shop.folder.path).remove(login)
        })
      return ValueOutput(
        RemovedPerson(login: login),
        "stockroom.yml no longer lists \(login), who may do nothing and cannot sign in. What they did stays.")
    }
  }
}

/// A person as the commands that list one say it.
private struct PersonAnswer: Encodable {
  let login: String
  let name: String
  let roles: [String]
  let store: String?
  let hasPassphrase: Bool

  init(_ person: PeopleSettings.Person, _ shop: OpenShop) {
    (login, name, store) = (person.login, person.name, person.store)
    roles = person.roles.map(\.rawValue).sorted()
    hasPassphrase = Passphrases(shop: shop.folder.path).logins.contains(person.login)
  }
}

private struct RemovedPerson: Encodable {
  let login: String
}

/// The options that say who a person is and what they may do.
struct PersonOptions: ParsableArguments {
  @Option(help: ArgumentHelp(PeopleRoles.help, valueName: "role"))
  var roles: [String] = []

  @Option(help: "The name in the log and in counts.")
  var name: String?

  @Option(help: ArgumentHelp("The only store that the person sees and changes.", valueName: "location"))
  var store: String?
}

/// What may be said of a person.
private enum PeopleRoles {
  static let help =
    "What the person may be: \(Role.allCases.map(\.rawValue).joined(separator: ", ")). Separate several roles by "
    + "commas, or repeat the option."

  /// - Throws: `usage` for a word that is not a role, and without any.
  static func named(_ words: [String]) throws -> Set<Role> {
    let words = words.flatMap { $0.split(separator: ",").map { $0.trimmingSpaces() } }.filter { !$0.isEmpty }
    guard !words.isEmpty else {
      throw Problems(
        .usage, "--roles is missing or empty: it says what the person may be", remedy: PeopleSettings.remedy(for: ""))
    }
    return Set(
      try words.map { word -> Role in
        if let role = Role(rawValue: word) { return role }
        throw Problems(.usage, "--roles '\(word)' is not a role", remedy: PeopleSettings.remedy(for: word))
      })
  }

  /// Counts know people by their names, so that nobody approves what they counted, also not under another name or login.
  ///
  /// - Parameter new: the person afterwards; nil for one who is removed.
  /// - Throws: `usage` for another name, or none, while a count is not posted in which the person counts.
  static func requireNoCount(
    of old: PeopleSettings.Person, as new: PeopleSettings.Person?, in shop: OpenShop
  ) throws {
    guard old.name != new?.name, let count = try shop.books.unpostedCount(countedBy: old.name) else { return }
    let what = new == nil ? "'\(old.login)' cannot be removed now" : "--name cannot change now"
    let meanwhile =
      new == nil ? " Until then, `stockroom people passphrase \(old.login) --remove` keeps them from signing in." : ""
    throw Problems(
      .usage, "\(what): '\(old.name)' counts in count \(count), or entered counts there",
      remedy: "Post or discard the count first.\(meanwhile)")
  }

  /// The code of the location that is meant.
  static func store(_ given: String, in shop: OpenShop) throws -> String {
    if let code = try shop.books.code(meantBy: given, among: .locations) { return code }
    throw Problems(
      .usage, "--store '\(given)' is not a location", remedy: "`stockroom export locations` lists them.")
  }
}
