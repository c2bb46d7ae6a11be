internal import ArgumentParser
internal import Exchange
internal import FormatKit
internal import Foundation
internal import RetailValues
internal import StandardFormats
internal import Stock

/// Turns one file into another.
struct ConvertCommand: ShoplessCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert", abstract: "Convert a file to another format; no shop is needed.",
    discussion: """
      The table is copied column by column; memory does not grow with the file. Records with errors are left out and reported, \
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

  @Flag(help: "Put an apostrophe before texts that a spreadsheet would run as formulas; importing takes it off.")
  var harmlessFormulas = false

  @Flag(help: "Answer in JSON with stable keys; only when the output is a file.")
  var json = false

  private struct JSONOutput: Encodable {
    let table: String
    let records: Int
    let rejected: Int
    let otherTables: [String]
  }

  func result() throws -> ValueOutput {
    let source = try ReadingOptions.source(input)
    let reading = try from.map { try standardFormats.format($0) } ?? standardFormats.identify(source.preview()).format
    let writing = try Output.format(to, path: output, option: "--to")
    let summary = try Progress.run((source.name as NSString).lastPathComponent) { progress in
      progress.begin("converting", counting: .bytes, total: source.byteCount)
      return try convert(source.observed { progress.advance(to: $0) }, from: reading, to: writing)
    }
    for problem in summary.problems { Terminal.show(problem) }
    if !summary.otherTables.isEmpty {
      Terminal.note(
        "The file also has the tables \(summary.otherTables.joined(separator: ", ")); take one with --table.")
    }
    let status = summary.rejected > 0 ? ExitStatus.doneWithRejects : ExitStatus.done
    if output == "-" { return .nothing(status: status) }
    let left = summary.rejected == 0 ? "" : "; \(summary.rejected) left out"
    return ValueOutput(
      JSONOutput(
        table: summary.table, records: summary.records, rejected: summary.rejected, otherTables: summary.otherTables),
      status: status, "Wrote \(Terminal.number(summary.records, "record")) of \(summary.table) to \(output)\(left).")
  }

  private func convert(
    _ source: ByteSource, from reading: RegisteredFormat, to writing: RegisteredFormat
  ) throws -> Conversion.Summary {
    if let profile { return try convert(source, from: reading, by: profile, to: writing) }
    let conversion = Conversion(
      source, from: reading, options: try ReadingOptions.pairs(options, flag: "--option"), to: writing,
      options: try outputPairs(of: writing), table: table,
      keepsDelimiter: keepsDelimiter(of: source, from: reading, to: writing))
    if output == "-" { return try Output.write(to: nil) { try conversion.run(onceTo: $0) } }
    return try AtomicOutput.writeRestartably(to: output) { try conversion.run($0) }
  }

  /// Whether a text table keeps its delimiter: neither a format of another name nor a file with another ending is asked for.
  private func keepsDelimiter(
    of source: ByteSource, from reading: RegisteredFormat, to writing: RegisteredFormat
  ) -> Bool {
    guard reading.descriptor.id == writing.descriptor.id, writing.options.contains(where: { $0.name == "delimiter" })
    else { return false }
    if to == nil, output == "-" { return true }
    let ending = standardFormats.writableFormat(forFileName: source.name)
    let name = from == nil && ending?.descriptor.id == reading.descriptor.id ? ending?.name : reading.name
    return name ?? reading.name == writing.name
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
      throw Problems(.usage, "the shop's currency is not in ISO 4217", remedy: "Correct stockroom.yml.")
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
