internal import ArgumentParser
internal import FormatKit
internal import ProblemKit
internal import RetailValues
internal import Stock

/// Copies of a shop to restore it from.
struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Copy the shop to a folder from which it can be restored, and check such copies.",
    discussion: """
      A backup is a folder with the database as it is at one moment, stockroom.yml, the passphrases, profiles, reports, jobs, \
      pictures and photos of counts. People can go on working while it is made. The sets of jobs are not in it: jobs write them again.

      Backups are in the folder backups of the shop, or in the one that you name with --folder. A copy on the same disk does not \
      help when the disk breaks: keep one on another machine.

      To restore a shop, stop `stockroom serve` and the jobs, move the shop's files away, copy those of the backup in their place, \
      and run `stockroom check`.

      Examples:
        stockroom backup
        stockroom backup list
        stockroom backup check 2026-11-27T18-00-00
      """,
    subcommands: [Make.self, List.self, Check.self], defaultSubcommand: Make.self)

  /// The folder of the backups.
  struct FolderOption: ParsableArguments {
    @Option(
      help: ArgumentHelp("The folder of the backups; backups in the shop's folder unless given.", valueName: "dir"))
    var folder: String?

    func path(in shop: ShopFolder) -> String { folder ?? shop.path + "/backups" }
  }

  /// A backup as its columns show it.
  private static var columns: [OutputColumn<Backup>] {
    [
      OutputColumn("backup") { $0.name }, .json("made_at") { $0.facts.madeAt }, OutputColumn("by") { $0.facts.by },
      OutputColumn("bytes", number: true) { $0.facts.bytes }, .json("sha256") { $0.facts.sha256 },
      OutputColumn("folder") { $0.path },
    ]
  }

  struct Make: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "make", abstract: "Make a backup.",
      discussion: """
        Examples:
          stockroom backup make
          stockroom backup make --folder /media/stick
        """)
    static let acts = Acts(.makeBackups)

    @OptionGroup var folderOption: FolderOption
    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      // What keeps the log from being written is found before the copying, except another writer, who ends meanwhile.
      do { _ = try shop.books } catch let error as Problems where error.code == .busy {}
      shop.progress.begin("copying")
      let backup = try Backup.make(
        of: shop.folder, shop.booksForReading, in: folderOption.path(in: shop.folder), by: shop.person.name)
      do {
        try Self.patiently {
          try shop.books.recordAct(
            "made the backup \(backup.name), database SHA-256 \(backup.facts.sha256)", actor: shop.actor)
        }
      } catch {
        var problems = Failure.explanation(of: error)
        let cause = problems.headline
        problems.first.source = backup.path
        problems.first.message = "the backup \(backup.name) was made, but cannot be entered in the log: \(cause)"
        problems.first.remedy = "The backup can be used. \(problems.remedy)"
        throw problems
      }
      return ValueOutput(
        EncodedRow(backup, BackupCommand.columns), "Made the backup \(backup.name) in \(backup.path).",
        remarks: { Terminal.note("Keep a copy of it on another disk or machine.") })
    }

    /// Tries it again while another process writes, for at least ten minutes: the backup is there, and an import may take its time.
    private static func patiently(_ work: () throws -> Void) throws {
      for _ in 1..<60 {
        do { return try work() } catch let error as Problems where error.code == .busy { continue }
      }
      try work()
    }
  }

  struct List: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the backups, the latest first.",
      discussion: """
        Example:
          stockroom backup list
        """)
    static let acts = Acts(.makeBackups)

    @OptionGroup var folderOption: FolderOption
    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> Listing<Backup> {
      Listing(
        Backup.all(in: folderOption.path(in: shop.folder)),
        empty: "There are no backups. Make one: stockroom backup", columns: BackupCommand.columns)
    }
  }

  struct Check: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "check", abstract: "Check whether the shop could be restored from a backup.",
      discussion: """
        The database of the backup must be the one that was copied, and pass all checks of `stockroom check`. It is copied for \
        that, so there must be room for it on the disk.

        Example:
          stockroom backup check 2026-11-27T18-00-00
        """)
    static let acts = Acts(.makeBackups)

    @Argument(help: "The name of the backup, as `stockroom backup list` has it.")
    var backup: String

    @OptionGroup var folderOption: FolderOption
    @OptionGroup var shopOptions: ShopOptions

    private struct Answer: Encodable {
      struct Finding: Encodable {
        let code: String
        let message: String
        let remedy: String
      }
      let backup: String
      let madeAt: String
      let isSound: Bool
      let findings: [Finding]
    }

    func run(in shop: OpenShop) throws -> ValueOutput {
      let folder = folderOption.path(in: shop.folder)
      guard let found = Backup(backup, in: folder) else {
        let names = Backup.all(in: folder).map(\.name)
        throw Problems(
          .notFound, "there is no backup '\(backup)' in \(folder)",
          remedy: nearestName(to: backup, among: names).map { "Did you mean '\($0)'?" }
            ?? "`stockroom backup list` lists them.")
      }
      let findings = try found.findings(shop.progress)
      return ValueOutput(
        Answer(
          backup: found.name, madeAt: found.facts.madeAt, isSound: findings.isEmpty,
          findings: findings.map { .init(code: $0.code.id, message: $0.message, remedy: $0.remedy) }),
        status: findings.isEmpty ? ExitStatus.done : ExitStatus.unexpected
      ) {
        if findings.isEmpty { Terminal.say("The shop can be restored from \(found.name): all checks passed.") }
        for problem in findings { Terminal.showError(problem.headline, remedy: problem.remedy) }
      }
    }
  }
}
