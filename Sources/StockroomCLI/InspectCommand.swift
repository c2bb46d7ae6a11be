internal import ArgumentParser
internal import Exchange
internal import FormatKit
internal import Foundation
internal import StandardFormats

/// Says what a file is.
struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect", abstract: "Say what a file is and why: format, tables, columns and what they mean.",
    discussion: """
      Examples:
        stockroom inspect acme-price-list.csv
        stockroom inspect acme-price-list.csv --save-profile acme
      """)

  @Argument(help: "The file; - for standard input.")
  var file: String

  @OptionGroup var reading: ReadingOptions

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp("What the records are, where the columns do not tell.", valueName: "kind"))
  var kind: String?

  @Option(help: ArgumentHelp("Supplier whose list it is.", valueName: "code"))
  var supplier: String?

  @Option(help: ArgumentHelp("How many of the first records to show.", valueName: "number"))
  var records = 3

  @Option(help: ArgumentHelp("Write a mapping profile of that name, to be edited.", valueName: "name"))
  var saveProfile: String?

  @Option(
    help: ArgumentHelp(
      "The shop's folder, for --save-profile; found upwards from here when not given.", valueName: "dir"))
  var shop: String?

  @Flag(help: "Answer in JSON with stable keys.")
  var json = false

  private struct Answer: Encodable {
    struct Finding: Encodable {
      let name: String
      let value: String
      let evidence: String
    }
    struct Column: Encodable {
      let name: String
      let meaning: [String]
      let examples: [String]
    }
    struct Table: Encodable {
      let name: String
      let recordsSeen: Int
      let columns: [Column]
      let records: [[String?]]
    }
    let file: String
    let format: String
    let why: String
    let otherClaims: [String]
    let findings: [Finding]
    let tables: [Table]
    let recordKinds: [String]
    let problems: [String]
  }

  func run() throws {
    guard records >= 0 else { throw UsageError("--records must not be negative", remedy: "Write --records 3.") }
    let source = try ReadingOptions.source(file)
    var request = ImportRequest(source: source)
    request.format = reading.format
    request.options = try reading.pairs()
    request.kind = try ReadingOptions.kind(kind)
    request.supplier = supplier
    let folder = try? ShopFolder.find(shop)
    request.profile = try reading.profile.map { try ShopFolder.profile($0, folder: folder?.profilesPath) }
    let inspection = try Inspection(request, registry: standardFormats, shownRecords: records)
    if let saveProfile { try save(inspection, as: saveProfile) }
    let answer = Answer(
      file: source.name, format: inspection.format, why: inspection.reason, otherClaims: inspection.otherClaims,
      findings: inspection.findings.map { .init(name: $0.name, value: $0.value, evidence: $0.evidence) },
      tables: inspection.tables.map { table in
        .init(
          name: table.schema.table, recordsSeen: table.recordsSeen,
          columns: table.schema.columns.enumerated().map { index, column in
            .init(
              name: column.name, meaning: inspection.meanings[column.name] ?? [], examples: table.examples[index])
          },
          records: table.records)
      },
      recordKinds: inspection.recordKinds, problems: inspection.problems.map(\.headline))
    if json { return try Terminal.sayJSON(answer) }
    show(answer, inspection)
  }

  private func show(_ answer: Answer, _ inspection: Inspection) {
    Terminal.say("\(answer.file): \(answer.format) (\(answer.why))")
    for claim in answer.otherClaims { Terminal.say("  could also be \(claim)") }
    for finding in answer.findings { Terminal.say("  \(finding.name): \(finding.value) (\(finding.evidence))") }
    for table in answer.tables {
      Terminal.say()
      Terminal.say(
        "Table \(table.name)\(inspection.isWhole ? "" : ", its first records"): \(table.recordsSeen) records, \(table.columns.count) columns"
      )
      let shown = table.columns.prefix(60)
      Terminal.say(
        Terminal.table(
          ["column", "means", "examples"],
          shown.map { column in
            [
              Self.short(column.name, 40), column.meaning.isEmpty ? "–" : column.meaning.joined(separator: ", "),
              Self.short(column.examples.joined(separator: " | "), 60),
            ]
          }))
      if table.columns.count > 60 { Terminal.say("… and \(table.columns.count - 60) more columns") }
      for (index, record) in table.records.enumerated() {
        let cells = zip(table.columns, record).compactMap { column, value in value.map { "\(column.name)=\($0)" } }
        Terminal.say("  \(index + 1): " + Self.short(cells.joined(separator: "  "), 200))
      }
    }
    Terminal.say()
    if answer.recordKinds.isEmpty {
      Terminal.say("No record kind fits these columns. Say what it is with --as KIND, or write a mapping profile.")
    } else {
      Terminal.say("Each row becomes: \(answer.recordKinds.joined(separator: ", ")).")
    }
    for problem in inspection.problems { Terminal.show(problem) }
  }

  private static func short(_ text: String, _ length: Int) -> String {
    let line = text.replacing("\n", with: "⏎").replacing("\r", with: "").replacing("\t", with: " ")
    return line.count > length ? line.prefix(length - 1) + "…" : line
  }

  private func save(_ inspection: Inspection, as name: String) throws {
    let title = name.hasSuffix(".yml") ? String(name.dropLast(4)) : name
    guard title.allSatisfy({ $0.isLetter || $0.isNumber || "-_.".contains($0) }), title.first?.isLetter == true else {
      throw UsageError("'\(name)' cannot be the name of a profile", remedy: "Use letters, digits, - and _.")
    }
    let path = try ShopFolder.find(shop).profilesPath + "/\(title).yml"
    guard !FileManager.default.fileExists(atPath: path) else {
      throw UsageError("the profile \(path) exists already", remedy: "Choose another name, or delete it first.")
    }
    guard let yaml = inspection.profileText(named: title) else {
      throw FormatError(
        .nothingMapped, source: file, "no record kind fits the columns, so there is nothing to write down",
        remedy: "Say what the file is with --as KIND.")
    }
    try AtomicOutput.write(to: path) { try $0.write(yaml) }
    Terminal.note("Wrote the profile \(path); edit it, then import with --profile \(title).")
  }
}
