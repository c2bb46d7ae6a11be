internal import ArgumentParser
internal import RetailValues
internal import Stock

extension SettingsCommand {
  struct ProfileGroup: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "profile", abstract: "Rename and delete mapping profiles of the shop.",
      discussion: """
        `stockroom settings profiles` lists them, and `stockroom inspect FILE --save-profile NAME` makes one. Profiles \
        that come with Stockroom stay as they are.

        Examples:
          stockroom settings profile rename acme acme-prices
          stockroom settings profile delete acme
        """,
      subcommands: [Rename.self, Delete.self])
  }
}

extension SettingsCommand.ProfileGroup {
  /// A profile after a change; without a name where it was deleted.
  private struct Answer: Encodable {
    let profile: String?
    let formerName: String
  }

  struct Rename: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "rename", abstract: "Give a mapping profile another name.",
      discussion: """
        Imports that were made with the profile keep its old name. Commands that name it with --profile need the new \
        one.

        Example:
          stockroom settings profile rename acme acme-prices
        """)
    static let acts = Acts(.defineOptions)

    @Argument(help: "The profile.")
    var name: String

    @Argument(help: "Its new name: letters, digits, - and _.")
    var newName: String

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      let file = try ProfileFile(named: name, in: shop.folder)
      try ProfileFile.requireName(newName, given: newName)
      try ProfileFile.requireFree(newName, at: "\(shop.folder.profilesPath)/\(newName).yml")
      try shop.books.recordAct("renamed the mapping profile \(name) to \(newName)", actor: shop.actor) {
        try file.rename(to: newName, in: shop.folder)
      }
      return ValueOutput(Answer(profile: newName, formerName: name), "The profile \(name) is now called \(newName).")
    }
  }

  struct Delete: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "delete", abstract: "Delete a mapping profile.",
      discussion: """
        What was imported with it stays. The next file of its sender is read by the names of its columns.

        Example:
          stockroom settings profile delete acme
        """)
    static let acts = Acts(.defineOptions)

    @Argument(help: "The profile.")
    var name: String

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      let file = try ProfileFile(named: name, in: shop.folder)
      try shop.books.recordAct("deleted the mapping profile \(name)", actor: shop.actor) { try file.delete() }
      return ValueOutput(Answer(profile: nil, formerName: name), "The profile \(name) is deleted.")
    }
  }
}
