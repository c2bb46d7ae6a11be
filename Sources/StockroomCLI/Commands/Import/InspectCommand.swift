internal import ArgumentParser
internal import Exchange
internal import FormatKit
internal import Foundation
internal import RetailValues
internal import StandardFormats
internal import Stock

/// Says what a file is.
struct InspectCommand: ShoplessCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Show what a file contains: its format, tables and columns, what they mean, and why.",
    discussion: """
      The exit status is 5 when the file has errors, and 3 when a profile was written all the same.

      Examples:
        stockroom inspect acme-price-list.csv
        stockroom inspect acme-price-list.csv --save-profile acme
        stockroom inspect order-850.edi --acknowledge answer-997.edi --control-number 42
      """)
  static let acts: Acts? = Acts(.defineOptions, when: "with --save-profile; else anybody")

  @Argument(help: "The file; - for standard input.")
  var file: String

  @OptionGroup var reading: ReadingOptions

  @Option(
    help: ArgumentHelp("What the records are, where the columns do not show it: a record kind.", valueName: "kind"),
    completion: ReadingOptions.kinds)
  var kind: String?

  @Option(help: ArgumentHelp("Supplier whose list it is.", valueName: "code"))
  var supplier: String?

  @Option(help: ArgumentHelp("Location whose stock it is.", valueName: "code"))
  var location: String?

  @OptionGroup var mapping: MappingOptions

  @OptionGroup var notation: NotationOptions

  @OptionGroup var correctionOptions: CorrectionOptions

  @Option(help: ArgumentHelp("How many of the first records to show.", valueName: "number"))
  var records = 3

  @Option(
    help: ArgumentHelp(
      "Write a mapping profile of that name, to be edited. With --profile it says what that one does, and what is given "
        + "besides.", valueName: "name"))
  var saveProfile: String?

  @Option(
    help: ArgumentHelp(
      "Write the acknowledgement that the sender would get, such as a 997 or CONTRL; nothing is imported.",
      valueName: "file"))
  var acknowledge: String?

  @Option(
    help: ArgumentHelp(
      "Number of the answer's first interchange, for --acknowledge; those of imports are counted by the shop.",
      valueName: "number"))
  var controlNumber = 1

  @Option(
    help: ArgumentHelp(
      "The shop's folder, for --save-profile; found upwards from here when not given. Without a shop, the profile is "
        + "written next to the file.", valueName: "dir"))
  var shop: String?

  @Flag(help: "Answer in JSON with stable keys.")
  var json = false

  @OptionGroup var former: FormerOptions

  private struct JSONOutput: Encodable {
    struct Finding: Encodable {
      let name: String
      let value: String
      let evidence: String
      let code: String?
    }
    struct Column: Encodable {
      let name: String
      let meaning: [String]
      let evidence: String?
      let examples: [String]
      /// Values that match nothing in the shop; nil without any.
      let values: NamedValuesOutput?
    }
    struct Table: Encodable {
      let name: String
      let recordsSeen: Int
      let columns: [Column]
      let records: [[String?]]
      /// The same rows as the records that an import would make of them; nil where it makes none, and for further tables.
      let preview: [PreviewedRowOutput]?
    }
    let file: String
    let format: String
    let why: String
    let otherClaims: [String]
    let findings: [Finding]
    let tables: [Table]
    let recordKinds: [String]
    let problems: [String]
    let answer: ImportOutput.Acknowledgement?
  }

  func result() throws -> ValueOutput {
    former.noteKinds()
    let folder = try saveProfile == nil ? try? ShopFolder.find(shop) : ShopFolder.findAny(shop)
    if saveProfile != nil, let folder {
      let person = try folder.acting()
      try person.require(.defineOptions, command: "inspect")
      try person.requireAllStores(for: "inspect")
    }
    guard records >= 0 else { throw Problems(.usage, "--records must not be negative", remedy: "Write --records 3.") }
    let source = try ReadingOptions.source(file)
    var request = ImportRequest(source: source)
    request.format = reading.format
    request.options = try reading.pairs()
    request.kind = try ReadingOptions.kind(kind ?? former.words.last)
    request.supplier = supplier
    // The names of profiles reveal whose files the shop imports.
    let isShownProfiles = try folder.map { try $0.acting().sees.contains(.supplier) } ?? false
    let shopOfRejects = isShownProfiles && saveProfile == nil ? folder : nil
    let rejects = shopOfRejects.flatMap { folder in
      try? RejectReading(of: request, in: folder.open(readOnly: true), standardFormats)
    }
    request.profileReference = reading.profile ?? rejects?.profile(for: request)
    request.profile = try request.profileReference.map { try ShopFolder.profile($0, folder: folder?.profilesPath) }
    try mapping.apply(to: &request)
    notation.apply(to: &request)
    if let rejects { request.read(as: rejects) }
    request.location = location ?? request.location
    try correctionOptions.apply(to: &request)
    request.knownProfiles = isShownProfiles ? folder?.knownProfiles ?? ShippedProfiles.known : ShippedProfiles.known
    if saveProfile == nil, !mapping.withoutProfile, rejects == nil, isShownProfiles, let folder {
      request.takeSavedProfile(standardFormats, in: try? folder.open(readOnly: true)) { try folder.profile($0) }
    }
    request.currency = folder.flatMap { Currency($0.settings.currency) }
    request.shopNames = folder.flatMap { try? NamedValuesOutput.names(of: $0) }
    // A profile that is written must read a list as an import does.
    request.knownLocations = folder.flatMap { try? NamedValuesOutput.locations(of: $0) }
    let inspection = try Inspection(
      request, registry: standardFormats, shownRecords: records, isForDraft: saveProfile != nil)
    if saveProfile != nil, request.profile != nil, inspection.isDraft,
      let errors = Problems(collected: inspection.problems)
    {
      throw errors
    }
    if let saveProfile { try save(inspection, of: request, as: saveProfile, in: folder) }
    let sent = try acknowledge.map { try writeAnswer(request, to: $0, clock: folder?.settings.timeZone) }
    let preview = json ? PreviewedRowOutput.preview(records, of: request, in: folder) : nil
    let answer = JSONOutput(
      file: source.name, format: inspection.format, why: inspection.reason, otherClaims: inspection.otherClaims,
      findings: (inspection.findings + inspection.advice)
        .map { .init(name: $0.name, value: $0.value, evidence: $0.evidence, code: $0.code) },
      tables: inspection.tables.map { table in
        .init(
          name: table.schema.table, recordsSeen: table.recordsSeen,
          columns: table.schema.columns.enumerated().map { index, column in
            .init(
              name: column.name, meaning: inspection.fields(of: column.name, in: table.schema.table),
              evidence: inspection.evidence(of: column.name, in: table.schema.table), examples: table.examples[index],
              values: NamedValuesOutput(inspection, of: column.name, in: table.schema.table))
          },
          records: table.records,
          preview: preview?.table == table.schema.table ? preview?.rows.map { PreviewedRowOutput($0) } : nil)
      },
      recordKinds: inspection.recordKinds, problems: inspection.problems.map(\.headline),
      answer: sent.map(ImportOutput.Acknowledgement.init))
    let hasErrors = inspection.problems.contains { $0.severity == .error }
    // A profile was written although the file has errors; else nothing was.
    let failed = saveProfile == nil ? ExitStatus.inputInvalid : ExitStatus.doneWithRejects
    return ValueOutput(answer, status: hasErrors ? failed : ExitStatus.done) {
      show(answer, inspection)
      if let sent { Terminal.say(sent.text) }
    }
  }

  /// Writes the answer that the sender would get.
  private func writeAnswer(
    _ request: ImportRequest, to path: String, clock timeZone: String?
  ) throws -> WrittenAcknowledgement {
    guard (1...ControlNumbers.greatest).contains(controlNumber) else {
      throw Problems(
        .usage, "--control-number \(controlNumber) is not a number from 1 to \(ControlNumbers.greatest)",
        remedy: "Write --control-number 1.")
    }
    try AtomicOutput.refuse(path, inPlaceOf: file)
    let clock = timeZone.flatMap { ShopClock(timeZone: $0) } ?? .utc
    return try AcknowledgementWriter(request, registry: standardFormats).write(
      to: path, prepared: String(clock.iso8601(.now).prefix(16)), numbers: ControlNumbers(startingAt: controlNumber))
  }

  /// How wide a line of the answer is at most.
  private static let width = 100

  private func show(_ answer: JSONOutput, _ inspection: Inspection) {
    Terminal.say("\(answer.file): \(answer.format) (\(answer.why))")
    for claim in answer.otherClaims { Terminal.say("  could also be \(claim)") }
    for finding in inspection.findings { Terminal.say("  \(finding.name): \(finding.value) (\(finding.evidence))") }
    for table in answer.tables { show(table, isWhole: inspection.isWhole) }
    Terminal.say()
    if answer.recordKinds.isEmpty {
      Terminal.say("No record kind fits these columns. Say what it is with --kind KIND, or write a mapping profile.")
    } else {
      let kinds = answer.recordKinds.map { $0.replacing("_", with: " ") }
      Terminal.say("Each row becomes: \(kinds.joined(separator: ", ")).")
    }
    for finding in inspection.advice { Self.sayWrapped("\(finding.name): \(finding.value) (\(finding.evidence))") }
    for need in needs(answer) { Self.sayWrapped(need) }
    for problem in inspection.problems { Terminal.show(answered(problem)) }
  }

  /// The problem with what is to be done now: nobody is sent to write the profile that was just written.
  private func answered(_ problem: Problem) -> Problem {
    guard let saveProfile, problem.code == .nothingMapped, problem.remedy.contains("--save-profile") else {
      return problem
    }
    var problem = problem
    problem.remedy =
      "Choose one of the drafts in the profile '\(saveProfile)' in a text editor; then import the file with "
      + "--profile \(ShellText.word(saveProfile))."
    return problem
  }

  private func show(_ table: JSONOutput.Table, isWhole: Bool) {
    Terminal.say()
    let records = Terminal.number(table.recordsSeen, "record")
    let columns = Terminal.number(table.columns.count, "column")
    Terminal.say("Table \(table.name)\(isWhole ? "" : ", its first records"): \(records), \(columns)")
    let shown = table.columns.prefix(60)
    var rows = shown.map { column in
      [
        Self.short(column.name, 30), column.meaning.isEmpty ? "–" : column.meaning.joined(separator: ", "),
        column.examples.joined(separator: " | "),
      ]
    }
    let taken = (0...1).map { place in rows.map { $0[place].count }.max() ?? 0 }.reduce(4) { $0 + max(6, $1) }
    for index in rows.indices { rows[index][2] = Self.short(rows[index][2], max(20, Self.width - taken)) }
    Terminal.say(Terminal.table(["column", "means", "examples"], rows))
    if table.columns.count > 60 { Terminal.say("… and \(table.columns.count - 60) more columns") }
    for column in shown {
      guard let evidence = column.evidence, evidence != "by its name", evidence != "by the profile" else { continue }
      Self.sayWrapped("\(Self.short(column.name, 30)) → \(column.meaning.joined(separator: ", ")): \(evidence)")
    }
    let unused = table.columns.filter { $0.meaning.isEmpty }.map { Self.short($0.name, 40) }
    if !unused.isEmpty, unused.count < table.columns.count {
      let list = unused.prefix(30).joined(separator: ", ") + (unused.count > 30 ? ", …" : "")
      Self.sayWrapped("Not used: \(list).", indent: "")
    }
    for column in shown {
      for (index, line) in (column.values?.lines(of: column.name) ?? []).enumerated() {
        Self.sayWrapped(line, indent: index == 0 ? "" : "  ")
      }
    }
    if !table.records.isEmpty { Terminal.say("First records:") }
    for (index, record) in table.records.enumerated() {
      // Columns with a meaning come first, and blank cells are left out.
      let pairs = zip(table.columns, record).compactMap { column, value in value.map { (column, $0) } }
        .filter { !$0.1.isEmpty }
      let ordered = pairs.filter { !$0.0.meaning.isEmpty } + pairs.filter { $0.0.meaning.isEmpty }
      let cells = ordered.map { "\($0.0.name)=\(Self.short($0.1, 40))" }
      Terminal.say("  \(index + 1): " + Self.short(cells.joined(separator: "  "), Self.width - 5))
    }
  }

  /// Says a sentence in lines of the usual width, those after the first further in.
  private static func sayWrapped(_ text: String, indent: String = "  ") {
    var line = indent
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if line.count + 1 + word.count > width, line.count > indent.count + 4 {
        Terminal.say(line)
        line = indent + "  "
      }
      line += (line.allSatisfy { $0 == " " } ? "" : " ") + word
    }
    Terminal.say(line)
  }

  /// The options that an import of the file would still need.
  private func needs(_ answer: JSONOutput) -> [String] {
    let fields = Set(answer.tables.flatMap { $0.columns.flatMap(\.meaning) })
    let kinds = answer.recordKinds.compactMap { Vocabulary.kind($0) }
    var needs: [String] = []
    if kinds.contains(where: \.isLedger), !fields.contains("location"), location == nil {
      needs.append("no column says where: in a shop of several locations add --location CODE")
    }
    if kinds.contains(where: \.isMovement), !fields.contains("effective_at") {
      needs.append("no column says when: add --set effective_at=2026-10-31T18:00, or map a column in a profile")
    }
    return needs
  }

  private static func path(ofProfile title: String, for file: String, in folder: ShopFolder?) -> String {
    if let folder { return folder.profilesPath + "/\(title).yml" }
    let next = file == "-" ? "" : (file as NSString).deletingLastPathComponent
    return (next.isEmpty ? "." : next) + "/\(title).yml"
  }

  private static func short(_ text: String, _ length: Int) -> String {
    let line = text.replacing("\n", with: "⏎").replacing("\r", with: "").replacing("\t", with: " ")
    return line.count > length ? line.prefix(length - 1) + "…" : line
  }

  /// Writes the profile into the shop, or next to the file where there is no shop.
  private func save(
    _ inspection: Inspection, of request: ImportRequest, as name: String, in folder: ShopFolder?
  ) throws {
    let title = name.hasSuffix(".yml") ? String(name.dropLast(4)) : name
    try ProfileFile.requireName(title, given: name)
    let path = Self.path(ofProfile: title, for: file, in: folder)
    try ProfileFile.requireFree(title, at: path)
    let constants = [("supplier", supplier), ("location", location)].compactMap { field, value in
      value.map { (field, $0) }
    }
    let fixed = Dictionary(constants, uniquingKeysWith: { first, _ in first }).merging(request.constants) { $1 }
    let yaml = inspection.profileText(named: title, constants: fixed)
    try AtomicOutput.write(to: path) { try $0.write(yaml) }
    guard let folder else {
      Terminal.note("Wrote the profile \(path): there is no shop here.")
      Terminal.note(
        (inspection.isDraft ? "Choose one of its drafts in a text editor" : "Edit it where it should say more")
          + ", then import with --profile \(ShellText.word(path)).")
      return
    }
    try folder.open().recordAct(
      "saved the mapping profile \(title), SHA-256 \(SHA256Hash.hexadecimal(of: yaml))",
      actor: try folder.actor(nil, command: "inspect", for: .defineOptions))
    let trial = ProfileTrial(folder: folder, request: request)
    Terminal.note("Wrote the profile \(path).")
    if inspection.isDraft {
      Terminal.note("It takes no row yet: choose one of its drafts in a text editor.")
      for draft in inspection.drafts {
        let yaml = inspection.profileText(named: title, constants: fixed, choosing: draft)
        Terminal.note("  Draft \(draft.summary): \(trial.outcome(of: yaml))")
      }
      if inspection.drafts.isEmpty {
        Terminal.note("  One thing is missing: which column identifies an item, or what else a row is.")
      }
      return
    }
    Terminal.note("  Tried: \(trial.outcome(of: yaml))")
    Terminal.note("Edit it where it should say more, then import with --profile \(title).")
  }
}
