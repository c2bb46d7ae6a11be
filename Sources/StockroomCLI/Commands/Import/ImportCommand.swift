internal import ArgumentParser
internal import Exchange
internal import FormatKit
internal import Foundation
internal import RetailValues
internal import Serving
internal import StandardFormats
internal import Stock
internal import Unpacking

/// Plans and applies an import.
struct ImportCommand: ShopCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Import a file: check it, show what would change, and change it.",
    discussion: """
      A file is imported completely or not at all: if it has errors, all of them are listed and nothing changes. With \
      --on-error skip, the good records are imported and the others are written to a file next to it, in the same format, each \
      with its reason: correct them there and import that file. What is probably a mistake stops the import until you confirm it with --accept. \
      The same file twice changes nothing.

      A plan that is kept with --plan can be looked at, sent to somebody with --html, and carried out later with \
      `stockroom apply`.

      Several files are imported one after the other, in the order given, and a table at the end shows the outcome of each. The exit status is that of the worst: 0 done, 3 records refused, 4 stopped by a guard, 5 errors in a file, \
      2 a mistake in the command, 6 the output failed, 75 the shop is in use. With --stop, the files after a refused one are not read.

      Examples:
        stockroom import acme-price-list.csv --profile acme --dry-run
        stockroom import acme-price-list.csv --profile acme
        stockroom import acme-price-list.csv --profile acme --plan acme.plan --html acme.html
        stockroom import receipts.csv sales.csv --location shop --on-error skip
        stockroom import acme-price-list.csv --profile acme --correct 17:Price=4.50
        stockroom import order-850.edi --acknowledge answer-997.edi
      """)
  static let acts = Acts(.importFiles)
  static let worksInOneStore = true
  static let hasKind = true

  @Argument(help: "Files to import, in order; - for standard input.")
  var files: [String]

  @OptionGroup var reading: ReadingOptions

  @Option(
    help: ArgumentHelp("What the records are, where the columns do not show it: a record kind.", valueName: "kind"),
    completion: ReadingOptions.kinds)
  var kind: String?

  @Option(help: ArgumentHelp("Location for records that name none.", valueName: "code"))
  var location: String?

  @Option(help: ArgumentHelp("Supplier for records that name none.", valueName: "code"))
  var supplier: String?

  @OptionGroup var mapping: MappingOptions

  @OptionGroup var notation: NotationOptions

  @OptionGroup var correctionOptions: CorrectionOptions

  @OptionGroup var dryRunOption: DryRunOption

  @Option(help: ArgumentHelp("Save the plan in a file for `stockroom apply`, and change nothing.", valueName: "file"))
  var plan: String?

  @Option(help: ArgumentHelp("Write the plan as a web page to look at, and change nothing.", valueName: "file"))
  var html: String?

  @OptionGroup var errorOptions: ErrorOptions

  @OptionGroup var answer: AcknowledgeOption

  @Flag(help: "Apply a file again that was applied before.")
  var again = false

  @Flag(help: "With several files, stop after the first that is refused.")
  var stop = false

  @Flag(help: "The file lists everything of its kind: report what is missing from it. Nothing is changed.")
  var full = false

  @OptionGroup var guardOptions: GuardOptions

  @OptionGroup var newRecordOptions: NewRecordOptions

  @OptionGroup var shopOptions: ShopOptions

  /// Here and not while parsing, where an error would lose its remedy.
  private func requireSense() throws {
    if files.count > 1, plan != nil || html != nil || errorOptions.rejects != nil || answer.acknowledge != nil {
      throw Problems(
        .usage, "--plan, --html, --rejects and --acknowledge go with one file", remedy: "Give one file at a time.")
    }
    if files.count > 1, correctionOptions.isGiven {
      throw Problems(.usage, "--correct and --corrections go with one file", remedy: "Give one file at a time.")
    }
    if isOnlyPlanned, answer.acknowledge != nil {
      throw Problems(
        .usage, "--acknowledge answers what is taken or refused, and here nothing would be",
        remedy: "`stockroom inspect FILE --acknowledge OUT` shows it; `stockroom apply` takes --acknowledge as well.")
    }
  }

  private var isOnlyPlanned: Bool { dryRunOption.isDryRun || plan != nil || html != nil }

  func run(in shop: OpenShop) throws -> ValueOutput {
    try requireSense()
    if files.count > 1 { return try takeAll(shop) }
    let (summary, source) = try take(files[0], shop)
    return ValueOutput([ImportOutput(summary, from: source)], status: Self.status(of: summary)) {
      ImportView(summary, canSkip: true).show(source)
      guard isOnlyPlanned, summary.outcome == .planned else { return }
      if let html { Terminal.say("Wrote the page \(html).") }
      if let plan { Terminal.say("Wrote the plan \(plan); `stockroom apply \(plan)` carries it out.") }
    }
  }

  /// Takes the files one after the other, each by itself, and shows what came of each.
  private func takeAll(_ shop: OpenShop) throws -> ValueOutput {
    var outcomes = ImportOutcomes()
    for (place, file) in files.enumerated() {
      do {
        let (summary, source) = try take(file, shop)
        // Each file is reported when it is done; the table of all of them comes at the end.
        shop.showMeanwhile { ImportView(summary, canSkip: true).show(source) }
        outcomes.add(summary, named: file, status: Self.status(of: summary))
      } catch let error as Problems where error.code == .usage || error.isReaderGone {
        // An error in the command is the same for every file.
        throw error
      } catch {
        outcomes.add(error, named: file)
      }
      if stop, let last = outcomes.files.last, ImportOutcomes.isFailure(last.status) {
        let rest = files[(place + 1)...]
        if !rest.isEmpty { Terminal.note("not read because of that: \(rest.joined(separator: ", "))") }
        outcomes.addUntried(rest)
        break
      }
    }
    return outcomes.output
  }

  /// Plans or applies one file.
  private func take(_ file: String, _ shop: OpenShop) throws -> (summary: ImportSummary, source: ByteSource) {
    let database = try shop.books
    let request = try request(file, folder: shop.folder, in: database)
    for output in [plan, html, errorOptions.rejects, answer.acknowledge].compactMap({ $0 }) {
      try AtomicOutput.refuse(output, inPlaceOf: file)
    }
    do {
      var summary =
        isOnlyPlanned
        ? try plan(request, in: database)
        : try Self.perform(request, in: database, actor: shop.actor)
      summary.complete(with: given)
      return (summary, request.source)
    } catch let problems as Problems {
      throw problems.map { given.completing($0) }
    }
  }

  /// What the user gave, in the order of the help.
  private var given: GivenOptions {
    var given = GivenOptions()
    given.add("--format", reading.format)
    given.add("--profile", reading.profile)
    given.add("--option", each: reading.options)
    given.add("--kind", kind ?? shopOptions.former.kind)
    given.add("--location", location)
    given.add("--supplier", supplier)
    given.add("--map", each: mapping.columns)
    given.add("--value", each: mapping.values)
    given.add("--leave-out", each: mapping.leaveOut)
    given.add("--returned", each: mapping.returned)
    given.add("--set", each: mapping.constants)
    given.add(flag: "--without-profile", mapping.withoutProfile)
    given.add("--decimal", notation.decimal?.rawValue)
    given.add("--dates", notation.dates?.rawValue)
    given.add("--corrections", correctionOptions.corrections)
    given.add("--correct", each: correctionOptions.correct)
    given.add(flag: "--dry-run", dryRunOption.isDryRun)
    given.add("--plan", plan)
    given.add("--html", html)
    if errorOptions.onError != .abort { given.add("--on-error", errorOptions.onError.rawValue) }
    given.add("--rejects", errorOptions.rejects)
    given.add("--acknowledge", answer.acknowledge)
    given.add(flag: "--again", again)
    given.add(flag: "--full", full)
    given.add("--accept", each: guardOptions.accept)
    given.add(flag: "--new-suppliers", newRecordOptions.flags.newSuppliers)
    given.add(flag: "--new-locations", newRecordOptions.flags.newLocations)
    given.add(flag: "--new-items", newRecordOptions.flags.newItems)
    given.add("--location-is", each: newRecordOptions.locationIs)
    given.add("--supplier-is", each: newRecordOptions.supplierIs)
    given.add(flag: "--ask-for-new", newRecordOptions.askForNew)
    given.add("--shop", shopOptions.shop)
    given.add("--user", shopOptions.user)
    given.add("--role", shopOptions.role?.rawValue)
    return given
  }

  /// Makes the plan, keeps it where that was asked for, and draws it as a page.
  private func plan(_ request: ImportRequest, in database: ShopDatabase) throws -> ImportSummary {
    guard let html else { return try Self.perform(request, in: database, actor: nil, savingTo: plan) }
    if let plan {
      let summary = try Self.perform(request, in: database, actor: nil, savingTo: plan)
      if summary.outcome == .planned { try PlanPage.write(SavedPlan(path: plan), to: html) }
      return summary
    }
    let folder = try FileManager.default.url(
      for: .itemReplacementDirectory, in: .userDomainMask, appropriateFor: URL(fileURLWithPath: html), create: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let passing = folder.appendingPathComponent("plan").path
    let summary = try Self.perform(request, in: database, actor: nil, savingTo: passing)
    if summary.outcome == .planned { try PlanPage.write(SavedPlan(path: passing), to: html) }
    return summary
  }

  /// The exit status that an import ends with.
  static func status(of summary: ImportSummary) -> Int32 {
    switch summary.outcome {
    case .stale: return ExitStatus.refused
    case .alreadyApplied: return summary.refusedRecords > 0 ? ExitStatus.doneWithRejects : ExitStatus.done
    case .empty: return ExitStatus.done
    case .refused where summary.stoppingGuards.isEmpty || summary.refusedRecords == 0 && summary.errorCount > 0:
      return ExitStatus.inputInvalid
    case .refused: return ExitStatus.refused
    case .planned, .applied:
      let isLeftOut = summary.refusedRecords > 0
      if summary.errorCount > 0, !isLeftOut { return ExitStatus.inputInvalid }
      if !summary.stoppingGuards.isEmpty { return ExitStatus.refused }
      if summary.refusedRecords > 0 { return ExitStatus.doneWithRejects }
      return summary.errorCount > 0 ? ExitStatus.inputInvalid : ExitStatus.done
    }
  }

  /// The path for the refused records of a file: next to it, under a name that is not in use.
  ///
  /// - Parameter isTable: whether they are written as a table, because the file's own format cannot have single records.
  static func rejectPath(beside file: String, isTable: Bool) -> String {
    let name = (file == "-" ? "standard-input" : file) as NSString
    let ending = isTable ? "xlsx" : name.pathExtension
    let base = name.deletingPathExtension + ".rejects"
    func path(_ number: Int) -> String {
      base + (number > 1 ? "-\(number)" : "") + (ending.isEmpty ? "" : ".\(ending)")
    }
    return path((1...).first { !FileManager.default.fileExists(atPath: path($0)) } ?? 1)
  }

  private func request(_ file: String, folder: ShopFolder, in database: ShopDatabase) throws -> ImportRequest {
    var request = ImportRequest(source: try ReadingOptions.source(file))
    request.format = reading.format
    request.options = try reading.pairs()
    request.kind = try ReadingOptions.kind(kind ?? shopOptions.former.kind)
    let rejects = try RejectReading(of: request, in: database, standardFormats)
    request.profileReference = reading.profile ?? rejects?.profile(for: request)
    request.profile = try request.profileReference.map { try folder.profile($0) }
    if request.profile == nil {
      request.knownProfiles = folder.knownProfiles
      ShippedProfiles.noteIfMissing()
    }
    request.location = try database.code(location, among: .locations) ?? folder.settings.location
    request.isLocationGiven = location != nil
    request.supplier = try database.code(supplier, among: .suppliers)
    try mapping.apply(to: &request)
    notation.apply(to: &request)
    if let rejects { request.read(as: rejects) }
    try correctionOptions.apply(to: &request)
    request.again = again
    request.onError = errorOptions.policy(for: request, file: file)
    request.answerPath = answer.acknowledge
    request.isFull = full
    request.accepted = try guardOptions.accepted()
    try newRecordOptions.apply(to: &request, in: database)
    try folder.apply(to: &request)
    if !mapping.withoutProfile, rejects == nil {
      request.takeSavedProfile(standardFormats, in: database) { try folder.profile($0) }
    }
    return request
  }

  /// Plans, or plans and applies when there is an actor.
  ///
  /// - Parameters:
  ///   - plan: a saved plan that is to be carried out.
  ///   - file: where the plan is kept when there is no actor.
  static func perform(
    _ request: ImportRequest, in database: ShopDatabase, actor: Actor?, plan: SavedPlan? = nil,
    savingTo file: String? = nil
  ) throws -> ImportSummary {
    var importer = Importer(shop: database, registry: standardFormats)
    importer.answered = { Terminal.note($0.text) }
    importer.toolVersion = Stockroom.version
    return try Progress.run((request.source.name as NSString).lastPathComponent) { progress in
      importer.progress = { progress.advance(to: $0) }
      importer.counted = { progress.count(records: $0, errors: $1) }
      importer.isStopped = progress.isStopped
      importer.changed = { progress.finish(steps: $0, of: $1) }
      importer.phase = { phase in
        if case .reading(let total) = phase {
          progress.begin(phase.word, counting: .bytes, total: total, as: phase.shown)
        } else {
          progress.begin(phase.word, as: phase.shown)
        }
      }
      if let plan { return try importer.apply(plan, request: request, actor: actor) }
      guard let actor else { return try importer.plan(request, savingTo: file) }
      return try importer.apply(request, actor: actor)
    }
  }
}

extension ImportPhase {
  /// The phase as pages show it.
  fileprivate var shown: WorkWatch.Phase {
    switch self {
    case .looking, .reading: .reading
    case .comparing: .comparing
    case .planning, .changing, .rejecting: .writing
    }
  }
}

extension ImportSummary {
  /// Leaves out every record: how many there are, what they say, and where a problem is; which problems there are stays.
  mutating func hideRecords() {
    (counts, changes, byteCount) = ([], [], 0)
    for index in guards.indices { (guards[index].examples, guards[index].newRecords) = ([], nil) }
    for index in problemGroups.indices {
      problemGroups[index].problems = problemGroups[index].problems.prefix(1).map { problem in
        Problem(problem.code, source: source, problem.code.summary, remedy: problem.remedy)
      }
      problemGroups[index].count = problemGroups[index].problems.count
    }
  }

  /// Leaves out earlier values for people who may not see what others counted.
  mutating func hideEarlierValues(from person: ActingPerson) {
    if !person.sees.isSuperset(of: DataClass.ofRoles) { changes = [] }
    // A guard says what goods cost, what was ordered and what is on hand.
    for index in guards.indices {
      let isHidden =
        switch guards[index].code {
        case .unitCostChanged, .priceBelowCost: !person.sees.contains(.cost)
        case .overDelivery, .packSizeChanged: !person.sees.contains(.supplier)
        case .stockChanged: !person.sees.contains(.expected)
        default: false
        }
      if isHidden { (guards[index].examples, guards[index].newRecords) = ([], nil) }
    }
  }
}
