internal import ArgumentParser
internal import Exchange
internal import FormatKit
internal import Foundation
internal import RetailValues
internal import StandardFormats
internal import Stock

/// The destination of a result: a file that appears whole or not at all, or standard output.
enum Output {
  /// Writes to a path, or to standard output for nil and `-`.
  static func write<Result>(to path: String?, _ work: (ByteSink) throws -> Result) throws -> Result {
    guard let path, path != "-" else {
      if let captured = CapturedOutput.current {
        let text = ByteSink.memory()
        let result = try work(text)
        captured.append(text.collectedText)
        return result
      }
      let sink = ByteSink(descriptor: 1, name: "standard output")
      return try Progress.held {
        if Terminal.outputIsTerminal {
          // A terminal obeys characters that a file or a pipe only holds.
          let text = ByteSink.memory()
          let result = try work(text)
          let written = text.collectedText
          let shown = Terminal.safe(file: written)
          try sink.write(shown)
          try sink.flush()
          if shown != written {
            Terminal.note("A dot stands for each control character; write to a file to have the characters themselves.")
          }
          return result
        }
        let result = try work(sink)
        try sink.flush()
        return result
      }
    }
    return try AtomicOutput.write(to: path, work)
  }

  /// The format for an output: the one named, else the one of the file's ending, else CSV.
  ///
  /// - Parameter option: the option that names the format.
  static func format(_ id: String?, path: String?, option: String = "--format") throws -> RegisteredFormat {
    if let id { return try standardFormats.format(id) }
    if let path, path != "-" {
      if let format = standardFormats.writableFormat(forFileName: path) { return format }
      throw Problems(
        .usage, "the ending of \(path) does not say which format to write",
        remedy: Self.packed(path) ?? "Name it with \(option); see `stockroom formats`.")
    }
    return try standardFormats.format("csv")
  }
}

extension Output {
  /// What to do about an ending of compressed files, which are not written; nil for any other ending.
  private static func packed(_ path: String) -> String? {
    guard let ending = [".gz", ".zst", ".zip"].first(where: { path.lowercased().hasSuffix($0) }) else { return nil }
    return "Files are not written compressed: write \(path.dropLast(ending.count)), and compress it afterwards."
  }
}

/// Whether what is written can be opened with a spreadsheet program without harm.
struct FormulaOptions: ParsableArguments {
  @Flag(help: "Leave texts that a spreadsheet would take for formulas as they are.")
  var keepFormulas = false

  /// The options of a format that people will open, unless they ask for unchanged cells.
  func options(of format: RegisteredFormat, _ given: [String: String] = [:]) -> [String: String] {
    keepFormulas ? given : format.harmless(given)
  }
}

/// Writes stored records.
struct ExportCommand: ShopCommand, FileWritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write records of one kind, or the file that another system imports.",
    discussion: """
      What is written can be imported again. In CSV and workbooks an apostrophe is put before texts that a spreadsheet would \
      run as formulas, and importing takes it off; for other programs leave it out with --keep-formulas. A variant's \
      export may have fields of its product, its barcodes and the prices that are valid now in addition to its own, when they are asked for.

      The formats shopify, woocommerce, square and google-merchant write the whole catalogue as that system imports it: \
      without a kind or with variants or products, and without --fields. What the system needs and the shop lacks is an error \
      that lists every item; --set gives such a value for all of them, with fields of the item in braces.

      Examples:
        stockroom export products --to products.csv
        stockroom export stock_levels --location shop --format json
        stockroom export prices --fields sku,price --to prices.xml
        stockroom export variants --fields sku,product_code,title,brand,barcode,price,currency --to list.csv
        stockroom export --format store-inventory --to boutique.json
        stockroom export --format shopify --location shop --to shopify.csv
        stockroom export --format google-merchant --set link='https://shop.example/p/{sku}' \\
          --set image_link='https://shop.example/i/{sku}.jpg' --to feed.xml
      """)
  static let acts = Acts(.readCatalog)
  static let worksInOneStore = true

  @Argument(
    help: ArgumentHelp(
      "The record kind, such as products, variants, prices, stock_levels, movements; not given for a format that holds "
        + "several kinds together, or a whole catalogue."))
  var kind: String?

  @OptionGroup var target: OutputFileOption

  @Option(help: ArgumentHelp("The format; by the file's ending when not given, else csv.", valueName: "format"))
  var format: String?

  @Option(name: .customLong("option"), help: ArgumentHelp("An option of the format.", valueName: "name=value"))
  var options: [String] = []

  @Option(help: ArgumentHelp("Only these fields, in the kind's order, separated by commas.", valueName: "fields"))
  var fields: String?

  @Option(help: ArgumentHelp("Only this location.", valueName: "code or name"))
  var location: String?

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "A value for records that have none of their own; fields of the record in braces.", valueName: "field=value"))
  var constants: [String] = []

  @OptionGroup var formulas: FormulaOptions

  @Flag(
    help: "Include all users' private records; only allowed when `people:` is not set.")
  var allUsers = false

  @OptionGroup var shopOptions: ShopOptions

  func run(in shop: OpenShop) throws -> ValueOutput {
    let database = try shop.books
    if let catalogue = try catalogue() { return try write(catalogue, of: shop) }
    guard let kind else { return try writeAll(of: shop) }
    guard let recordKind = Vocabulary.kind(kind) else {
      let near = nearestName(to: kind, among: ShopDatabase.exportableKinds)
      throw Problems(
        .usage, "there is no record kind '\(kind)'",
        remedy: near.map { "Did you mean '\($0)'?" }
          ?? "Kinds: \(ShopDatabase.exportableKinds.joined(separator: ", ")).")
    }
    let wanted = fields?.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    let joined = JoinedField.names(of: recordKind)
    for field in wanted ?? [] where recordKind.field(field) == nil && !joined.contains(field) {
      let near = nearestName(to: field, among: recordKind.fields.map(\.name) + joined)
      throw Problems(
        .usage, "\(kind) have no field '\(field)'",
        remedy: near.map { "Did you mean '\($0)'?" }
          ?? "Fields: \((recordKind.fields.map(\.name) + joined).joined(separator: ", ")).")
    }
    let person = shop.person
    let location = try database.code(self.location, among: .locations)
    let shown = try self.shown(of: recordKind, wanted: wanted, to: person)
    let templates = try self.templates(of: recordKind, for: person, anyColumn: false)
    let scope = try scope(of: recordKind, for: person)
    let target = try Output.format(format, path: to)
    let pairs = formulas.options(of: target, try ReadingOptions.pairs(options, flag: "--option"))
    let count = try Progress.run(kind) { progress in
      let total = Progress.isWelcome ? try database.recordCount(of: kind, location: location, scope: scope) : nil
      progress.begin("writing", counting: .things("records"), total: total)
      return try Output.write(to: to) { sink in
        var export = RecordExport(shop: database)
        export.progress = { progress.advance(to: $0) }
        export.templates = templates
        return try export.write(
          recordKind, fields: shown, location: location, scope: scope, format: target, options: pairs, to: sink)
      }
    }
    if recordKind.dataClass == .personal || recordKind.namesUsers && allUsers {
      try database.noteExport(of: kind, records: count, owner: scope.owner, actor: shop.actor)
    }
    guard let to, to != "-" else { return .nothing }
    return ValueOutput(
      ["kind": kind, "records": "\(count)", "file": to],
      "Wrote \(count) \(kind.replacing("_", with: " ")) to \(to).")
  }

  /// Writes all that the files of a format hold.
  private func writeAll(of shop: OpenShop) throws -> ValueOutput {
    let database = try shop.books
    let target = try Output.format(format, path: to)
    guard let gathering = target.gathering else {
      throw Problems(
        .usage, "\(target.descriptor.id) holds one kind of records at a time, and none is named",
        remedy: "Name a kind: \(ShopDatabase.exportableKinds.joined(separator: ", ")).")
    }
    if fields != nil {
      throw Problems(
        .usage, "--fields needs a kind whose fields they are", remedy: "Name the kind, or leave --fields out.")
    }
    let pairs = formulas.options(of: target, try ReadingOptions.pairs(options, flag: "--option"))
    let tables = try gathering.demands(options: pairs).flatMap(\.tables)
    let kinds = Set(tables.map(\.kind))
    let person = shop.person
    let location = try database.code(self.location, among: .locations)
    var scope = RecordScope.all
    // The person who reported an item is exported with everything that belongs to users, or not at all.
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
      try database.noteExport(of: kind, records: counts[kind] ?? 0, owner: scope.owner, actor: shop.actor)
    }
    guard let to, to != "-" else { return .nothing }
    return ValueOutput(AllWritten(file: to, records: counts)) {
      let parts = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key.replacing("_", with: " "))" }
      Terminal.say("Wrote \(Terminal.list(parts)) to \(to).")
      if scope.owner != nil, kinds.contains(where: { Vocabulary.kind($0)?.dataClass == .personal }) {
        Terminal.note("Of users' private records, only your own were written.")
      }
      if !hidden.isEmpty {
        let names = hidden.sorted().map { $0.replacing("_", with: " ") }
        Terminal.note("Not written, because each says which user it is from: \(Terminal.list(names)).")
      }
    }
  }

  private struct AllWritten: Encodable {
    let file: String
    let records: [String: Int]
  }

  // MARK: Catalogues

  /// The format whose whole catalogue is wanted; nil where records of a kind are.
  private func catalogue() throws -> RegisteredFormat? {
    guard fields == nil, kind == nil || kind == CatalogueExport.kind || kind.flatMap(Vocabulary.kind)?.part == .product,
      format != nil || to != nil && to != "-"
    else { return nil }
    let target = try Output.format(format, path: to)
    return target.catalogue == nil ? nil : target
  }

  /// The option for the form that the ending of the file says, where the format has several: text with tabs for `.tsv`.
  private func form(of target: RegisteredFormat) -> [String: String] {
    guard let to, let ending = to.lowercased().split(separator: ".").last, ["tsv", "txt"].contains(ending),
      target.options.contains(where: { $0.name == "form" && $0.values.contains("tsv") })
    else { return [:] }
    return ["form": "tsv"]
  }

  /// Writes all that can be sold, as a shop system imports it.
  private func write(_ target: RegisteredFormat, of shop: OpenShop) throws -> ValueOutput {
    guard let catalogue = target.catalogue, let kind = Vocabulary.kind(CatalogueExport.kind) else { return .nothing }
    let database = try shop.books
    let person = shop.person
    let location = try database.code(self.location, among: .locations)
    try person.requireSight(of: [kind.dataClass], kind.name)
    // Fields that the person may not see are left out of the file.
    let shown = catalogue.fields.filter { field in
      (JoinedField(field, of: kind)?.dataClass ?? kind.dataClass(of: field)).map { person.sees.contains($0) } ?? true
    }
    let templates = try self.templates(of: kind, for: person, anyColumn: true)
    let given = try ReadingOptions.pairs(options, flag: "--option")
    let pairs = formulas.options(of: target, form(of: target).merging(given) { $1 })
    var notices: [Problem] = []
    let count = try Progress.run(target.descriptor.id) { progress in
      let total = Progress.isWelcome ? try database.recordCount(of: kind.name, location: nil, scope: .all) : nil
      progress.begin("writing", counting: .things("records"), total: total)
      return try Output.write(to: to) { sink in
        var export = RecordExport(shop: database)
        export.progress = { progress.advance(to: $0) }
        export.noted = { notices.append($0) }
        export.templates = templates
        return try export.writeCatalogue(format: target, fields: shown, location: location, options: pairs, to: sink)
      }
    }
    for notice in notices { Terminal.show(notice) }
    guard let to, to != "-" else { return .nothing }
    return ValueOutput(
      ["kind": kind.name, "records": "\(count)", "file": to],
      "Wrote the catalogue with \(Terminal.number(count, "variant")) to \(to).")
  }

  /// The values of `--set`.
  ///
  /// - Parameter anyColumn: whether a column may have a name of the format's own.
  /// - Throws: `not-permitted` for a field that the person who asks may not see.
  private func templates(of kind: RecordKind, for person: ActingPerson, anyColumn: Bool) throws -> [FieldTemplate] {
    let names = kind.fields.map(\.name) + JoinedField.names(of: kind)
    return try ReadingOptions.pairs(constants, flag: "--set").sorted { $0.key < $1.key }.map { name, text in
      let template = try FieldTemplate(name, text)
      for field in (anyColumn ? [] : [name]) + template.fieldNames where !names.contains(field) {
        let near = nearestName(to: field, among: names)
        throw Problems(
          .usage, "\(kind.name) have no field '\(field)'",
          remedy: near.map { "Did you mean '\($0)'?" } ?? "Fields: \(names.joined(separator: ", ")).")
      }
      for field in template.fieldNames {
        let dataClass = JoinedField(field, of: kind)?.dataClass ?? kind.dataClass(of: field)
        try person.requireSight(of: Set(dataClass.map { [$0] } ?? []), "\(field) of \(kind.name)")
      }
      return template
    }
  }

  /// The owner of the exported records: of data that belongs to users, only the records of the person who asks.
  private func scope(of kind: RecordKind, for person: ActingPerson) throws -> RecordScope {
    guard allUsers else { return RecordScope(owner: person.code, store: person.store) }
    guard person.isAlone else {
      throw Problems(
        .notPermitted, "what belongs to users is given to nobody but them, and this shop lists its people",
        remedy: "Leave --all-users out: it then writes what is yours.")
    }
    return .all
  }

  /// The exported fields: those wanted, else all that the person who asks may see.
  ///
  /// - Throws: `not-permitted` for a kind, or a field that was asked for, that they may not see.
  private func shown(of kind: RecordKind, wanted: [String]?, to person: ActingPerson) throws -> [String]? {
    // People's own data is shown to them in any role; --all-users shows the data of everybody.
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
