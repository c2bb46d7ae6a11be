internal import ArgumentParser
internal import RetailValues
internal import Stock

/// A command that works on a shop: it declares who may run it, and returns its output.
///
/// Everything else happens here, once for all commands: the shop is found, the permission is required, the actor of the audit
/// log is named, progress is shown, and the output is written as text or as JSON.
///
/// ```swift
/// struct List: ShopCommand {
///   static let configuration = CommandConfiguration(commandName: "list", abstract: "List the periods.")
///   static let acts = Acts(.readJournal)
///   @OptionGroup var shopOptions: ShopOptions
///
///   func run(in shop: OpenShop) throws -> Listing<ClosedPeriod> {
///     Listing(try shop.books.periods(), columns: …)
///   }
/// }
/// ```
protocol ShopCommand: ParsableCommand {
  associatedtype Result: CommandOutput
  /// All acts that the command can perform, for the table of permissions.
  static var acts: Acts { get }
  /// The act that it performs with these options; one of ``acts``.
  var act: Act { get }
  /// Whether a person who belongs to one store may run it: it shows and changes only data of that store.
  static var worksInOneStore: Bool { get }
  /// Whether it has `--kind` for the kind of a file's records.
  static var hasKind: Bool { get }
  var shopOptions: ShopOptions { get }
  /// Checks that the options can be used, and used together, before the shop is looked for. What the parser's `validate`
  /// throws would end the command with the status of an unexpected failure.
  ///
  /// - Throws: `usage`.
  func checkOptions() throws
  /// Runs the command. Its output is written afterwards, so that progress is shown until then.
  func run(in shop: OpenShop) throws -> Result
}

extension ShopCommand {
  var act: Act { Self.acts.first }
  static var worksInOneStore: Bool { false }
  static var hasKind: Bool { false }
  func checkOptions() throws {}

  mutating func run() throws { try runInShop() }

  /// Runs the command in its shop.
  func runInShop() throws {
    shopOptions.former.noteRoles(orKind: Self.hasKind)
    try checkOptions()
    let path = Stockroom.path(of: Self.self)
    let output = try Progress.run(path) { progress in
      try run(in: OpenShop(shopOptions, for: self, path: path, progress: progress))
    }
    try output.write(as: shopOptions.json ? .json : .text)
    if output.status != ExitStatus.done { throw Finished(status: output.status) }
  }
}

/// A command that does not work on a shop, so that anybody may run it. It returns its output as a ``ShopCommand`` does.
protocol ShoplessCommand: ParsableCommand {
  associatedtype Result: CommandOutput
  /// The help of the command for options that do need a shop; nil when no option does.
  static var acts: Acts? { get }
  /// Whether output and errors are written in JSON.
  var json: Bool { get }
  /// Runs the command. Its output is written afterwards.
  func result() throws -> Result
}

extension ShoplessCommand {
  static var acts: Acts? { nil }
  var json: Bool { false }

  mutating func run() throws {
    let output = try result()
    try output.write(as: json ? .json : .text)
    if output.status != ExitStatus.done { throw Finished(status: output.status) }
  }
}

/// The acts that a command can perform; there is at least one.
struct Acts {
  let first: Act
  let others: [Act]
  /// The options for which it is each act; empty when it is always the same.
  let remark: String

  init(_ first: Act, _ others: Act..., when remark: String = "") {
    (self.first, self.others, self.remark) = (first, others, remark)
  }

  var all: [Act] { [first] + others }
}

/// The shop while a command runs.
final class OpenShop {
  let folder: ShopFolder
  /// The person who runs the command.
  let person: ActingPerson
  /// The person or process that acts, for the audit log.
  let actor: Actor
  /// Shows the progress of the command; only on a terminal, and only when the command takes over a second.
  let progress: Progress
  private let style: OutputStyle
  private var opened: ShopDatabase?

  /// Finds the shop.
  ///
  /// - Throws: `not-permitted` when the person may not run the command, and the problems of the shop's settings.
  init<Command: ShopCommand>(
    _ options: ShopOptions, for command: Command, path: String, progress: Progress
  ) throws {
    folder = try options.folder(hasKind: Command.hasKind)
    person = try folder.acting()
    try person.require(command.act, command: path)
    if !Command.worksInOneStore { try person.requireAllStores(for: path) }
    actor = person.actor(for: command.act, command: path)
    self.progress = progress
    style = options.json ? .json : .text
  }

  /// Shows people a part of the output while the command still runs; JSON comes whole, at the end.
  func showMeanwhile(_ show: () -> Void) {
    if style == .text { show() }
  }

  /// The shop's database. It is opened when it is first used, because not every command needs it.
  var books: ShopDatabase {
    get throws {
      if let opened { return opened }
      let database = try folder.open()
      opened = database
      return database
    }
  }

  /// The shop's database for reading only: no settings are applied to it.
  var booksForReading: ShopDatabase {
    get throws { try folder.open(readOnly: true) }
  }
}
