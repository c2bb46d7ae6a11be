internal import ArgumentParser
internal import Exchange
internal import FormatKit
internal import Foundation
internal import RetailValues
internal import StandardFormats
internal import Stock
internal import Unpacking

/// Carries out a plan that was kept.
struct ApplyCommand: ShopCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply", abstract: "Apply a plan that `stockroom import --plan` saved.",
    discussion: """
      Either exactly what the plan says is done, or nothing: when the file, the profile or the catalog has changed since, the \
      plan is refused, and the differences are shown. A plan that was already applied changes nothing.

      Examples:
        stockroom import acme-price-list.csv --profile acme --plan acme.plan
        stockroom apply acme.plan --dry-run
        stockroom apply acme.plan
      """)
  static let acts = Acts(.importFiles)
  static let worksInOneStore = true

  @Argument(help: "The plan.")
  var plan: String

  @Option(help: ArgumentHelp("Where the imported file is now, if it was moved.", valueName: "file"))
  var source: String?

  @Option(
    help: ArgumentHelp("Where refused records go, for a plan that leaves them out.", valueName: "file"))
  var rejects: String?

  // What the log and the reports call the file, for the pages: their files have other paths.
  @Option(help: .hidden)
  var name: String?

  @OptionGroup var answer: AcknowledgeOption

  @OptionGroup var dryRunOption: DryRunOption

  @Option(help: ArgumentHelp("Write the plan as a web page to look at, and change nothing.", valueName: "file"))
  var html: String?

  @OptionGroup var guardOptions: GuardOptions

  @OptionGroup var newRecords: NewRecordFlags

  @OptionGroup var shopOptions: ShopOptions

  /// Here and not while parsing, where an error would lose its remedy.
  private func requireSense() throws {
    if answer.acknowledge != nil, dryRunOption.isDryRun || html != nil {
      throw Problems(
        .usage, "--acknowledge answers what is taken or refused, and here nothing would be",
        remedy: "See the answer with `stockroom inspect FILE --acknowledge OUT`.")
    }
  }

  func run(in shop: OpenShop) throws -> ValueOutput {
    try requireSense()
    let database = try shop.books
    let saved = try SavedPlan(path: plan)
    let path = source ?? saved.header.source.pathFromHere
    if (path as NSString).lastPathComponent == "standard input" {
      throw Problems(
        .usage, "the plan was made from standard input, which cannot be read again",
        remedy: "Keep the data in a file and name it with --source FILE.")
    }
    guard FileManager.default.fileExists(atPath: path) || Unpacking.split(path) != nil else {
      throw Problems(
        .usage, "the file that the plan was made from is not at \(path)",
        remedy: "Say where it lies now with --source FILE.")
    }
    var request = ImportRequest(
      saved.header, source: try ReadingOptions.source(path),
      profile: try saved.header.profile.reference.map { try shop.folder.profile($0) },
      rejects: rejects ?? path)
    request.recordedName = name
    if rejects == nil, case .skip = request.onError {
      let isTable = request.rejectsAreTable(standardFormats)
      request.onError = .skip(
        rejects: ImportCommand.rejectPath(
          beside: Unpacking.plainPath(of: path, openedAs: request.source), isTable: isTable))
    }
    if let acknowledge = answer.acknowledge { try AtomicOutput.refuse(acknowledge, inPlaceOf: path) }
    request.answerPath = answer.acknowledge
    request.accepted.formUnion(try guardOptions.accepted())
    request.accepted.formUnion(newRecords.accepted)
    try shop.folder.apply(to: &request)
    if let html { try PlanPage.write(saved, to: html) }
    let actor = html != nil ? nil : dryRunOption.actor(in: shop)
    let summary = try ImportCommand.perform(request, in: database, actor: actor, plan: saved)
    return ValueOutput(summary, to: request)
  }
}
