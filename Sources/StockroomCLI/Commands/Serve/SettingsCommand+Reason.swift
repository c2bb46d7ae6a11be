internal import ArgumentParser
internal import FormatKit
internal import ProblemKit
internal import RetailValues
internal import Stock

extension SettingsCommand {
  struct ReasonGroup: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "reason", abstract: "Add and change the reasons why stock was lost, found or taken out.",
      discussion: """
        `stockroom settings reasons` lists them. A reason is not deleted, because the books may name it. One of the shop's \
        own can be retired.

        Examples:
          stockroom settings reason add spoiled --loss known --direction loss
          stockroom settings reason change damage --account Expenses:Damage
          stockroom settings reason change spoiled --retired yes
        """,
      subcommands: [Add.self, Change.self])
  }
}

extension SettingsCommand.ReasonGroup {
  /// What is said of a reason besides its loss.
  struct ReasonOptions: ParsableArguments {
    @Option(help: "Its name, for people.")
    var name: String?

    @Option(help: "What it explains: that something is missing, that there is too much, or both.")
    var direction: ReasonDirection?

    @Option(help: ArgumentHelp("The account of the journal on which it is booked.", valueName: "account"))
    var account: String?

    func change(_ loss: LossClass?, isRetired: Bool? = nil) -> SettingsEdit.ReasonChange {
      .init(
        name: name?.trimmingSpaces(), loss: loss, direction: direction, account: account?.trimmingSpaces(),
        isRetired: isRetired)
    }
  }

  struct Add: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Add a reason to those that every shop has.",
      discussion: """
        It adds a line to stockroom.yml; everything else in the file stays as it is. The code is what files name; it \
        stays, and so does the loss once something was booked.

        Examples:
          stockroom settings reason add broken-by-customer --loss known
          stockroom settings reason add spoiled --loss known --direction loss --name "Spoiled in the cold store"
        """)
    static let acts = Acts(.servePages)

    @Argument(help: "Its code: small letters, digits and hyphens.")
    var code: String

    @Option(help: "Whether it is a loss that is known when it happens, unknown until a count, or none.")
    var loss: LossClass

    @OptionGroup var reason: ReasonOptions

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      try shop.folder.changingSettings {
        let change = try SettingsEdit(of: shop.folder).adding(code, reason.change(loss))
        return try Self.output(of: change, code, "added the reason", in: shop)
      }
    }
  }

  struct Change: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "change", abstract: "Change a reason; what is not given stays.",
      discussion: """
        It changes the lines of the reason in stockroom.yml, and nothing else in the file. Of a reason that every shop \
        has, only the account can be changed. The loss cannot be changed once the books name the reason. A reason that is \
        retired is no longer offered; entries that name it stay as they are.

        Examples:
          stockroom settings reason change spoiled --name "Spoiled in the cellar"
          stockroom settings reason change damage --account Expenses:Damage
          stockroom settings reason change spoiled --retired yes
        """)
    static let acts = Acts(.servePages)

    @Argument(help: "Its code.")
    var code: String

    @Option(help: "Whether it is a loss that is known when it happens, unknown until a count, or none.")
    var loss: LossClass?

    @OptionGroup var reason: ReasonOptions

    @Option(help: "Whether it is no longer offered.")
    var retired: YesOrNo?

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      guard
        loss != nil || reason.name != nil || reason.direction != nil || reason.account != nil || retired != nil
      else {
        throw Problems(.usage, "nothing is to be changed", remedy: "Say what, such as --name \"Spoiled\".")
      }
      return try shop.folder.changingSettings {
        let wanted = reason.change(loss, isRetired: retired.map { $0 == .yes })
        let change = try SettingsEdit(of: shop.folder).changing(code, to: wanted)
        return try Add.output(of: change, code, "changed the reason", in: shop)
      }
    }
  }
}

/// A reason after a change.
private struct ChangedReason: Encodable {
  let reason: String
  let name: String
  let loss: String
  let direction: String
  let account: String
  let isRetired: Bool
  /// The line of the reason's own entry; nil for one that every shop has.
  let line: Int?
}

extension SettingsCommand.ReasonGroup.Add {
  /// Makes the change, and says what the reason is now.
  fileprivate static func output(
    of change: SettingsText.Prepared, _ code: String, _ words: String, in shop: OpenShop
  ) throws -> ValueOutput {
    func row(_ folder: ShopFolder) -> ReasonRow? { SettingRows(folder).reasons.first { $0.reason == code } }
    let (old, new) = (row(shop.folder), row(shop.folder.with(change.settings)))
    let before = old.map { "\($0.words) → " } ?? ""
    try change.apply(recording: "\(words) \(code): \(before)\(new?.words ?? "")", in: shop)
    let lines = SettingLines(of: shop.folder)
    let answer = ChangedReason(
      reason: code, name: new?.name ?? "", loss: new?.loss ?? "", direction: new?.direction ?? "",
      account: new?.account ?? "", isRetired: new?.isRetired ?? false,
      line: lines.line("reasons", code) ?? lines.line("accounts", "reasons", code))
    return ValueOutput(answer, "The reason \(code) is from now on: \(new?.words ?? "").")
  }
}

extension ReasonRow {
  fileprivate var words: String {
    "\(name), loss \(loss), explains \(direction), account \(account)\(isRetired ? ", retired" : "")"
  }
}
