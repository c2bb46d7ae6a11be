internal import ArgumentParser
internal import FormatKit
internal import Foundation
internal import ProblemKit
internal import RetailValues
internal import Serving
internal import Stock

/// The people of a shop, as far as they sign in.
struct PeopleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "people",
    abstract: "List, add, change and remove the people of the shop, and set the passphrases with which they sign in.",
    discussion: """
      Who the people are and what they may do is in stockroom.yml, under people.

      Examples:
        stockroom people
        stockroom people add ben --roles counter --name "Ben Okafor"
        stockroom people passphrase ben
        stockroom people change-passphrase
      """,
    subcommands: [
      List.self, Add.self, Change.self, Remove.self, Passphrase.self, ChangePassphrase.self,
    ], defaultSubcommand: List.self)

  struct List: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the people with their roles, and whether they can sign in.",
      discussion: """
        Example:
          stockroom people list
        """)
    static let acts = Acts(.servePages)

    @OptionGroup var shopOptions: ShopOptions

    struct Row {
      let person: PeopleSettings.Person
      let hasPassphrase: Bool
      /// The line of stockroom.yml that lists the person.
      let line: Int?

      var roles: [String] { person.roles.map(\.rawValue).sorted() }
    }

    func run(in shop: OpenShop) throws -> Listing<Row> {
      let logins = Passphrases(shop: shop.folder.path).logins
      let lines = SettingLines(of: shop.folder)
      let rows = (shop.folder.settings.people?.people ?? []).map { person in
        Row(
          person: person, hasPassphrase: logins.contains(person.login), line: lines.line("people", person.login))
      }
      return Listing(
        rows, empty: "stockroom.yml lists nobody: the person who runs the command may do everything.",
        columns: [
          OutputColumn("login") { $0.person.login }, OutputColumn("name") { $0.person.name },
          OutputColumn("roles", key: "roles", json: { $0.roles }, text: { $0.roles.joined(separator: ", ") }),
          OutputColumn(
            "passphrase", key: "has_passphrase", json: { $0.hasPassphrase }, text: { $0.hasPassphrase ? "set" : "none" }
          ),
          .json("store") { $0.person.store }, .json("acts_for") { $0.person.actsFor.sorted() },
          .json("line") { $0.line },
        ])
    }
  }

  struct Passphrase: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "passphrase", abstract: "Set the passphrase with which a person signs in to the pages.",
      discussion: """
        It is asked for twice, and not shown. Without a terminal it is the first line of standard input. The file \
        passphrases in the shop's folder keeps a hash of it (scrypt), which only the owner of the folder can read.

        Examples:
          stockroom people passphrase ben
          stockroom people passphrase ben --remove
        """)
    static let acts = Acts(.servePages)

    @Argument(help: "The person's login, as stockroom.yml has it.")
    var login: String

    @Flag(help: "Take the passphrase away: the person can no longer sign in.")
    var remove = false

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      let names = shop.folder.settings.people?.people.map(\.login) ?? [ActingPerson.login]
      guard names.contains(login) || remove else {
        throw Problems(
          .usage, "stockroom.yml lists nobody with the login '\(login)'",
          remedy: nearestName(to: login, among: names).map { "Did you mean '\($0)'?" }
            ?? "Add them first with `stockroom people add`.")
      }
      let passphrases = Passphrases(shop: shop.folder.path)
      let passphrase = remove ? nil : try TypedPassphrase.new(for: login)
      try shop.books.recordAct(
        remove ? "took the passphrase of \(login) away" : "set the passphrase of \(login)", actor: shop.actor
      ) {
        if let passphrase { try passphrases.set(passphrase, for: login) } else { try passphrases.remove(login) }
      }
      return ValueOutput(
        PassphraseAnswer(login: login, hasPassphrase: !remove),
        remove
          ? "\(login) can no longer sign in. Who is signed in by a link stays so until the server is started again."
          : "\(login) can sign in with the new passphrase.")
    }
  }

  struct ChangePassphrase: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "change-passphrase", abstract: "Change your own passphrase, by giving the present one.",
      discussion: """
        You are asked for the present passphrase, then twice for the new one; none of them is shown. Without a terminal they are \
        the first two lines of standard input. A person without a passphrase gets one from a manager.

        Example:
          stockroom people change-passphrase
        """)
    static let acts = Acts(.changePassphrase)
    static var worksInOneStore: Bool { true }

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      let login = shop.person.login
      let passphrases = Passphrases(shop: shop.folder.path)
      guard passphrases.logins.contains(login) else {
        throw Problems(
          .usage, "you ('\(login)') have no passphrase that could be changed",
          remedy: "Ask a manager to set one: stockroom people passphrase \(login)")
      }
      let present = try TypedPassphrase.present(of: login)
      let new = try TypedPassphrase.new(for: login)
      try shop.books.recordAct("changed their own passphrase", actor: shop.actor) {
        try passphrases.change(present, to: new, for: login)
      }
      return ValueOutput(
        PassphraseAnswer(login: login, hasPassphrase: true), "You sign in with the new passphrase from now on.")
    }
  }
}

/// What a command says after a passphrase was set, changed or removed.
private struct PassphraseAnswer: Encodable {
  let login: String
  let hasPassphrase: Bool
}

/// Passphrases that people type, or that come on standard input.
private enum TypedPassphrase {
  /// A new passphrase, typed twice on a terminal.
  static func new(for login: String) throws -> String {
    guard GivenInput.canAsk else { return try given() }
    let first = try hidden("New passphrase of \(login): ")
    guard try hidden("The same again: ") == first else {
      throw Problems(.usage, "the two are not the same, so nothing was changed", remedy: "Run the command again.")
    }
    return first
  }

  /// The passphrase that a person has now.
  static func present(of login: String) throws -> String {
    GivenInput.canAsk ? try hidden("Present passphrase of \(login): ") : try given()
  }

  private static func given() throws -> String {
    guard let line = GivenInput.line() else {
      throw Problems(
        .usage, "no passphrase came on standard input",
        remedy: "Run the command on a terminal, or pipe a line into it.")
    }
    return line
  }

  /// A line that is typed and not shown.
  private static func hidden(_ question: String) throws -> String {
    Terminal.writeError(Terminal.safe(question))
    var shown = termios()
    if tcgetattr(0, &shown) == 0 {
      var silent = shown
      silent.c_lflag &= ~tcflag_t(ECHO)
      if tcsetattr(0, TCSAFLUSH, &silent) == 0 {
        defer {
          tcsetattr(0, TCSAFLUSH, &shown)
          Terminal.writeError("\n")
        }
        if let line = readLine() { return line }
      }
    }
    throw Problems(.usage, "no passphrase was typed", remedy: "Run the command again.")
  }
}
