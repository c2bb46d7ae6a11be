internal import ArgumentParser
internal import Catalog
internal import Exchange
internal import FormatKit
internal import Foundation
internal import StandardFormats
internal import Stock

/// Where a result goes: a file that appears whole or not at all, or standard output.
enum Output {
  /// Writes to a path, or to standard output for nil and `-`.
  static func write<Result>(to path: String?, _ work: (ByteSink) throws -> Result) throws -> Result {
    guard let path, path != "-" else {
      let sink = ByteSink(descriptor: 1, name: "standard output")
      return try Progress.held {
        let result = try work(sink)
        try sink.flush()
        return result
      }
    }
    return try AtomicOutput.write(to: path, work)
  }

  /// The format for an output: the one named, else the one of the file's ending, else CSV.
  static func format(_ id: String?, path: String?) throws -> RegisteredFormat {
    if let id { return try standardFormats.format(id) }
    if let path, path != "-" {
      if let format = standardFormats.writableFormat(forFileName: path) { return format }
      throw UsageError(
        "the ending of \(path) does not say which format to write",
        remedy: "Name it with --format; see `stockroom formats`.")
    }
    return try standardFormats.format("csv")
  }
}

/// Whether what is written can be opened with a spreadsheet program without harm.
struct FormulaOptions: ParsableArguments {
  @Flag(help: "Leave texts that a spreadsheet would take for formulas as they are.")
  var keepFormulas = false

  /// The options of a format that people will open, unless they want it as it is.
  func options(of format: RegisteredFormat, _ given: [String: String] = [:]) -> [String: String] {
    keepFormulas ? given : format.harmless(given)
  }
}

/// Writes stored records.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write records of one kind, or all that a system's own file holds, to a file.",
    discussion: """
      What is written can be imported again. In CSV and workbooks an apostrophe stands ahead of texts that a spreadsheet would \
      run as formulas, and importing takes it off; for other programs leave it out with --keep-formulas. A variant's \
      export may have fields of its product, its barcodes and the prices that are valid now beside its own, when they are asked for.

      Examples:
        stockroom export products --to products.csv
        stockroom export stock_levels --location shop --format json
        stockroom export prices --fields sku,price --to prices.xml
        stockroom export variants --fields sku,product_code,title,brand,barcode,price,currency --to list.csv
        stockroom export --format store-inventory --to boutique.json
      """)

  @Argument(
    help: ArgumentHelp(
      "The record kind, such as products, variants, prices, stock_levels, movements; not given for a format that holds "
        + "several kinds together."))
  var kind: String?

  @Option(help: ArgumentHelp("The file to write; standard output when not given or -.", valueName: "file"))
  var to: String?

  @Option(help: ArgumentHelp("The format; by the file's ending when not given, else csv.", valueName: "format"))
  var format: String?

  @Option(name: .customLong("option"), help: ArgumentHelp("An option of the format.", valueName: "name=value"))
  var options: [String] = []

  @Option(help: ArgumentHelp("Only these fields, in the kind's order, separated by commas.", valueName: "fields"))
  var fields: String?

  @Option(help: ArgumentHelp("Only this location.", valueName: "code or name"))
  var location: String?

  @OptionGroup var formulas: FormulaOptions

  @Flag(
    help: "Of what belongs to users, everybody's; only in a shop that lists no people, by whoever runs it all alone.")
  var allUsers = false

  @OptionGroup var shopOptions: ShopOptions

  func run() throws {
    let folder = try shopOptions.folder()
    let database = try folder.open()
    guard let kind else { return try writeAll(of: folder, database) }
    guard let recordKind = Vocabulary.kind(kind) else {
      let near = nearestName(to: kind, among: ShopDatabase.exportableKinds)
      throw UsageError(
        "there is no record kind '\(kind)'",
        remedy: near.map { "Did you mean '\($0)'?" }
          ?? "Kinds: \(ShopDatabase.exportableKinds.joined(separator: ", ")).")
    }
    let wanted = fields?.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    let joined = JoinedField.names(of: recordKind)
    for field in wanted ?? [] where recordKind.field(field) == nil && !joined.contains(field) {
      let near = nearestName(to: field, among: recordKind.fields.map(\.name) + joined)
      throw UsageError(
        "\(kind) have no field '\(field)'",
        remedy: near.map { "Did you mean '\($0)'?" }
          ?? "Fields: \((recordKind.fields.map(\.name) + joined).joined(separator: ", ")).")
    }
    let person = try folder.acting()
    let location = try database.code(self.location, among: .locations)
    let shown = try self.shown(of: recordKind, wanted: wanted, to: person)
    let scope = try scope(of: recordKind, for: person)
    let target = try Output.format(format, path: to)
    let pairs = formulas.options(of: target, try ReadingOptions.pairs(options, flag: "--option"))
    let count = try Progress.run(kind) { progress in
      let total = Progress.isWelcome ? try database.recordCount(of: kind, location: location, scope: scope) : nil
      progress.begin("writing", counting: .things("records"), total: total)
      return try Output.write(to: to) { sink in
        var export = RecordExport(shop: database)
        export.progress = { progress.advance(to: $0) }
        return try export.write(
          recordKind, fields: shown, location: location, scope: scope, format: target, options: pairs, to: sink)
      }
    }
    if recordKind.dataClass == .personal || recordKind.namesUsers && allUsers {
      let actor = try folder.actor(shopOptions.user, command: "export")
      try database.noteExport(of: kind, records: count, owner: scope.owner, actor: actor)
    }
    guard let to, to != "-" else { return }
    if shopOptions.json {
      try Terminal.sayJSON(["kind": kind, "records": "\(count)", "file": to])
    } else {
      Terminal.say("Wrote \(count) \(kind.replacing("_", with: " ")) to \(to).")
    }
  }

  /// Writes all that the files of a format hold.
  private func writeAll(of folder: ShopFolder, _ database: ShopDatabase) throws {
    let target = try Output.format(format, path: to)
    guard let gathering = target.gathering else {
      throw UsageError(
        "\(target.descriptor.id) holds one kind of records at a time, and none is named",
        remedy: "Name a kind: \(ShopDatabase.exportableKinds.joined(separator: ", ")).")
    }
    if fields != nil {
      throw UsageError("--fields needs a kind whose fields they are", remedy: "Name the kind, or leave --fields out.")
    }
    let pairs = formulas.options(of: target, try ReadingOptions.pairs(options, flag: "--option"))
    let tables = try gathering.demands(options: pairs).flatMap(\.tables)
    let kinds = Set(tables.map(\.kind))
    let person = try folder.acting()
    let location = try database.code(self.location, among: .locations)
    var scope = RecordScope.all
    // Who reported an item goes out with everything that belongs to users, or not at all.
    let hidden: Set<String> = allUsers ? [] : kinds.filter { Vocabulary.kind($0)?.namesUsers == true }
    for table in tables where !hidden.contains(table.kind) {
      guard let kind = Vocabulary.kind(table.kind) else { continue }
      _ = try shown(of: kind, wanted: table.fields, to: person)
      scope = try self.scope(of: kind, for: person)
    }
    let counts = try Progress.run(target.descriptor.id) { progress in
      progress.begin("writing", counting: .things("records"))
      return try Output.write(to: to) { sink in
        var export = RecordExport(shop: database)
        export.progress = { progress.advance(to: $0) }
        return try export.writeAll(
          format: target, options: pairs, without: hidden, location: location, scope: scope, to: sink)
      }
    }
    for kind in kinds.sorted() where Vocabulary.kind(kind)?.dataClass == .personal {
      let actor = try folder.actor(shopOptions.user, command: "export")
      try database.noteExport(of: kind, records: counts[kind] ?? 0, owner: scope.owner, actor: actor)
    }
    guard let to, to != "-" else { return }
    if shopOptions.json { return try Terminal.sayJSON(AllWritten(file: to, records: counts)) }
    let parts = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key.replacing("_", with: " "))" }
    Terminal.say("Wrote \(Terminal.list(parts)) to \(to).")
    if scope.owner != nil, kinds.contains(where: { Vocabulary.kind($0)?.dataClass == .personal }) {
      Terminal.note("Of what belongs to users, only what is yours was written.")
    }
    if !hidden.isEmpty {
      let names = hidden.sorted().map { $0.replacing("_", with: " ") }
      Terminal.note("Not written, because each says which user it is from: \(Terminal.list(names)).")
    }
  }

  private struct AllWritten: Encodable {
    let file: String
    let records: [String: Int]
  }

  /// Whose records go out: of what belongs to users, those of whoever asks.
  private func scope(of kind: RecordKind, for person: ActingPerson) throws -> RecordScope {
    guard allUsers else { return RecordScope(owner: person.code, store: person.store) }
    guard person.isAlone else {
      throw StockError(
        .notPermitted, "what belongs to users is given to nobody but them, and this shop lists its people",
        remedy: "Leave --all-users out: it then writes what is yours.")
    }
    return .all
  }

  /// The fields that go out: those wanted, else all that whoever asks may see.
  ///
  /// - Throws: `not-permitted` for a kind, or a field that was asked for, that they may not see.
  private func shown(of kind: RecordKind, wanted: [String]?, to person: ActingPerson) throws -> [String]? {
    // What is the reader's own is shown to them, whatever their role; --all-users shows what is everybody's.
    let isOwn = kind.dataClass == .personal || kind.namesUsers && allUsers
    if kind.dataClass != .personal { try person.requireSight(of: [kind.dataClass], kind.name) }
    for field in wanted ?? [] {
      let tells = isOwn ? nil : JoinedField(field, of: kind)?.dataClass ?? kind.dataClass(of: field)
      try person.requireSight(of: Set(tells.map { [$0] } ?? []), "\(field) of \(kind.name)")
    }
    let seen = (isOwn ? kind.fields : kind.fields(seenBy: person.sees)).map(\.name)
    if wanted == nil, seen.count < kind.fields.count {
      return RecordExport.keptFields(of: kind).filter { seen.contains($0) }
    }
    return wanted
  }
}

/// Turns one file into another.
struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert", abstract: "Turn a file of one format into a file of another; no shop is needed.",
    discussion: """
      The table is copied column by column; memory does not grow with the file. Records in trouble are left out and told, \
      with exit status 3. Texts stay as they are, for other programs; people who open the file with a spreadsheet program are \
      safe with --harmless-formulas. With a mapping profile, the records are written in Stockroom's own words, each kind on its own.

      Examples:
        stockroom convert products.csv products.jsonl
        stockroom convert acme.csv prices.csv --profile acme --table prices
        stockroom convert feed.xml - --to csv --table item
      """)

  @Argument(help: "The file to read; - for standard input.")
  var input: String

  @Argument(help: "The file to write; - for standard output.")
  var output: String

  @Option(help: ArgumentHelp("Format of the input; found when not given.", valueName: "format"))
  var from: String?

  @Option(help: ArgumentHelp("Format of the output; by the file's ending when not given.", valueName: "format"))
  var to: String?

  @Option(name: .customLong("option"), help: ArgumentHelp("An option of the input's format.", valueName: "name=value"))
  var options: [String] = []

  @Option(
    name: .customLong("output-option"), help: ArgumentHelp("An option of the output's format.", valueName: "name=value")
  )
  var outputOptions: [String] = []

  @Option(
    help: ArgumentHelp(
      "The table to take, or with a profile the record kind; the first when not given.", valueName: "name"))
  var table: String?

  @Option(
    help: ArgumentHelp("A mapping profile of the shop's profiles/ folder, or the path of one.", valueName: "name"))
  var profile: String?

  @Flag(help: "Put an apostrophe ahead of texts that a spreadsheet would run as formulas; importing takes it off.")
  var harmlessFormulas = false

  @Flag(help: "Answer in JSON with stable keys; only when the output is a file.")
  var json = false

  private struct Answer: Encodable {
    let table: String
    let records: Int
    let rejected: Int
    let otherTables: [String]
  }

  func run() throws {
    let source = try ReadingOptions.source(input)
    let reading = try from.map { try standardFormats.format($0) } ?? standardFormats.identify(source.preview()).format
    let writing = try Output.format(to, path: output)
    let summary = try Progress.run((source.name as NSString).lastPathComponent) { progress in
      progress.begin("converting", counting: .bytes, total: source.byteCount)
      return try convert(source.observed { progress.advance(to: $0) }, from: reading, to: writing)
    }
    try show(summary)
    if summary.rejected > 0 { throw Finished(status: ExitStatus.doneWithRejects) }
  }

  private func convert(
    _ source: ByteSource, from reading: RegisteredFormat, to writing: RegisteredFormat
  ) throws -> Conversion.Summary {
    if let profile { return try convert(source, from: reading, by: profile, to: writing) }
    let conversion = Conversion(
      source, from: reading, options: try ReadingOptions.pairs(options, flag: "--option"), to: writing,
      options: try outputPairs(of: writing), table: table)
    if output == "-" { return try Output.write(to: nil) { try conversion.run(onceTo: $0) } }
    return try AtomicOutput.writeRestartably(to: output) { try conversion.run($0) }
  }

  private func show(_ summary: Conversion.Summary) throws {
    for diagnostic in summary.diagnostics { Terminal.show(diagnostic) }
    if !summary.otherTables.isEmpty {
      Terminal.note(
        "The file also has the tables \(summary.otherTables.joined(separator: ", ")); take one with --table.")
    }
    if output != "-" {
      if json {
        try Terminal.sayJSON(
          Answer(
            table: summary.table, records: summary.records, rejected: summary.rejected, otherTables: summary.otherTables
          ))
      } else {
        let left = summary.rejected == 0 ? "" : "; \(summary.rejected) left out"
        Terminal.say("Wrote \(Terminal.number(summary.records, "record")) of \(summary.table) to \(output)\(left).")
      }
    }
  }

  /// Maps the rows by a profile; amounts and times that name no currency and no offset are those of the shop, if there is one.
  private func convert(
    _ source: ByteSource, from reading: RegisteredFormat, by name: String, to writing: RegisteredFormat
  ) throws -> Conversion.Summary {
    let folder = try? ShopFolder.find(nil)
    var request = ImportRequest(source: source)
    request.format = from
    request.options = reading.repairing(try ReadingOptions.pairs(options, flag: "--option"))
    request.profile = try ShopFolder.profile(name, folder: folder?.profilesPath)
    guard let currency = Currency(folder?.settings.currency ?? "EUR") else {
      throw UsageError("the shop's currency is not in ISO 4217", remedy: "Mend stockroom.yml.")
    }
    let settings = ShopSettings(name: "", currency: currency, timeZone: folder?.settings.timeZone ?? "UTC")
    let conversion = MappedConversion(request, registry: standardFormats, settings: settings)
    return try Output.write(to: output) { sink in
      try conversion.write(
        table, format: writing, options: try outputPairs(of: writing), to: sink)
    }
  }

  private func outputPairs(of format: RegisteredFormat) throws -> [String: String] {
    let pairs = try ReadingOptions.pairs(outputOptions, flag: "--output-option")
    return harmlessFormulas ? format.harmless(pairs) : pairs
  }
}
