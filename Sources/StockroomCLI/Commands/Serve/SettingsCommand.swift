internal import ArgumentParser
internal import RetailValues

/// The settings of a shop: shown as they hold, and changed.
struct SettingsCommand: ParsableCommand {
  enum Subject: String, ExpressibleByArgument, CaseIterable {
    case shop, reasons, guards, counts, accounts, identification, profiles
  }

  static let configuration = CommandConfiguration(
    commandName: "settings",
    abstract: "Show the settings, what each means, and in which line it is set; change settings and reasons.",
    discussion: """
      Settings are in the file stockroom.yml of the shop; what it does not set has its usual value. They can also be \
      changed there, with a text editor, and hold from the next command on.

      The people are listed and changed by `stockroom people`, the locations by `stockroom location`.

      Examples:
        stockroom settings
        stockroom settings guards
        stockroom settings set unit-cost-changed 30
        stockroom settings reason add spoiled --loss known
      """,
    subcommands: [Show.self, SetValue.self, Unset.self, ReasonGroup.self, ProfileGroup.self],
    defaultSubcommand: Show.self)
}

extension SettingsCommand {
  struct Show: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show the settings as they hold, what each means, and in which line it is set.",
      discussion: """
        What stockroom.yml does not set has its usual value, and no line. Profiles are files in the folder profiles.

        Examples:
          stockroom settings show
          stockroom settings show guards
        """)
    static let acts = Acts(.servePages)

    @Argument(help: "Only this subject.")
    var subject: Subject?

    @OptionGroup var shopOptions: ShopOptions

    /// A subject that was not asked for is left out.
    private struct Answer: Encodable {
      let file: String
      var shop: [SettingRow]?
      var reasons: [ReasonRow]?
      var guards: [GuardRow]?
      var counts: [SettingRow]?
      var accounts: [SettingRow]?
      var identification: [SettingRow]?
      var profiles: [ProfileRow]?
    }

    func run(in shop: OpenShop) throws -> ValueOutput {
      let rows = SettingRows(shop.folder)
      var answer = Answer(file: shop.folder.settingsPath)
      for subject in self.subject.map({ [$0] }) ?? Subject.allCases {
        switch subject {
        case .shop: answer.shop = rows.shop
        case .reasons: answer.reasons = rows.reasons
        case .guards: answer.guards = rows.guards
        case .counts: answer.counts = rows.counts
        case .accounts: answer.accounts = rows.accounts
        case .identification: answer.identification = rows.identification
        case .profiles: answer.profiles = rows.profiles
        }
      }
      return ValueOutput(answer) { [answer] in Self.show(answer) }
    }

    private static func show(_ answer: Answer) {
      Terminal.say("Settings of \(answer.file)")
      func line(_ number: Int?) -> String { number.map { "\($0)" } ?? "" }
      func table(_ title: String, _ headings: [String], _ rows: [[String]]?, empty: String) {
        guard let rows else { return }
        Terminal.say()
        Terminal.say(title)
        Terminal.say(rows.isEmpty ? empty : Terminal.table(headings, rows))
      }
      func settings(_ title: String, _ rows: [SettingRow]?, empty: String = "Nothing is set.") {
        table(
          title, ["setting", "value", "line", "meaning"],
          rows.map { rows in
            rows.map { row in
              let name = row.location.map { "\($0): \(row.setting)" } ?? row.setting
              return [name, row.value ?? "not set", line(row.line), row.meaning]
            }
          }, empty: empty)
      }
      settings("Shop", answer.shop)
      table(
        "Reasons", ["reason", "name", "loss", "direction", "account", "line"],
        answer.reasons.map { rows in
          rows.map { row in
            let name = row.isRetired ? "\(row.name) (retired)" : row.name
            return [row.reason, name, row.loss, row.direction, row.account, line(row.line)]
          }
        }, empty: "")
      table(
        "Guards", ["guard", "limit", "usual", "line", "meaning"],
        answer.guards.map { rows in rows.map { [$0.guard, $0.limit, $0.usual, line($0.line), $0.meaning] } }, empty: "")
      settings("Counts", answer.counts)
      settings("Accounts", answer.accounts)
      settings("Identification", answer.identification, empty: "No number is set by which partners know the shop.")
      table(
        "Profiles", ["profile", "for", "records"],
        answer.profiles.map { rows in
          rows.map { [$0.profile, $0.problem ?? $0.summary, $0.records.map(\.kind).joined(separator: ", ")] }
        }, empty: "There are no profiles.")
    }
  }
}
