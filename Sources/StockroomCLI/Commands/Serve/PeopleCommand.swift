internal import ArgumentParser
internal import FormatKit
internal import Foundation
internal import ProblemKit
internal import RetailValues
internal import Stock
internal import Web

/// The people of a shop, as far as they sign in.
struct PeopleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "people", abstract: "List the people of the shop, and set the passphrases with which they sign in.",
    discussion: """
      Who the people are and what they may do is in stockroom.yml, under people.

      Examples:
        stockroom people
        stockroom people passphrase ben
      """,
    subcommands: [List.self, Passphrase.self], defaultSubcommand: List.self)

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
      let login: String
      let name: String
      let roles: [String]
      let hasPassphrase: Bool
    }

    func run(in shop: OpenShop) throws -> Listing<Row> {
      let logins = Passphrases(shop: shop.folder.path).logins
      let rows = (shop.folder.settings.people?.people ?? []).map { person in
        Row(
          login: person.login, name: person.name, roles: person.roles.map(\.rawValue).sorted(),
          hasPassphrase: logins.contains(person.login))
      }
      return Listing(
        rows, empty: "stockroom.yml lists nobody: the person who runs the command may do everything.",
        columns: [
          OutputColumn("login") { $0.login }, OutputColumn("name") { $0.name },
          OutputColumn("roles", key: "roles", json: { $0.roles }, text: { $0.roles.joined(separator: ", ") }),
          OutputColumn(
            "passphrase", key: "has_passphrase", json: { $0.hasPassphrase }, text: { $0.hasPassphrase ? "set" : "none" }
          ),
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
          remedy: nearestName(to: login, among: names).map { "Did you mean '\($0)'?" } ?? "Add them under people first."
        )
      }
      let passphrases = Passphrases(shop: shop.folder.path)
      struct Answer: Encodable {
        let login: String
        let hasPassphrase: Bool
      }
      if remove {
        try passphrases.remove(login)
      } else {
        try passphrases.set(try Self.asked(for: login), for: login)
      }
      try shop.books.recordAct(
        remove ? "took the passphrase of \(login) away" : "set the passphrase of \(login)", actor: shop.actor)
      return ValueOutput(
        Answer(login: login, hasPassphrase: !remove),
        remove
          ? "\(login) can no longer sign in. Who is signed in stays so until the server is started again."
          : "\(login) can sign in with the new passphrase.")
    }

    /// The passphrase, typed twice on a terminal.
    private static func asked(for login: String) throws -> String {
      guard ShopQuestions.canAsk else {
        guard let line = readLine() else {
          throw Problems(
            .usage, "no passphrase came on standard input",
            remedy: "Run the command on a terminal, or pipe a line into it.")
        }
        return line
      }
      let first = try hidden("Passphrase of \(login): ")
      guard try hidden("The same again: ") == first else {
        throw Problems(.usage, "the two are not the same, so nothing was changed", remedy: "Run the command again.")
      }
      return first
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
}
