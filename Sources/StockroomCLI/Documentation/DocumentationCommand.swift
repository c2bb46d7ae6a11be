internal import ArgumentParser
internal import Exchange
internal import FormatKit
internal import Foundation
internal import Jobs
internal import Pictures
internal import Reporting
internal import StandardFormats
internal import Stock
internal import Unpacking

/// Writes the pages of `docs/reference`, which follow from declarations; for those who work on Stockroom, so not among the
/// commands that `--help` lists.
struct DocumentationCommand: ShoplessCommand {
  static let configuration = CommandConfiguration(
    commandName: "docs", abstract: "Write the generated documentation into a folder.", shouldDisplay: false)

  @Argument(help: "The folder; made when it does not exist.")
  var folder: String

  func result() throws -> ValueOutput {
    let pages = [
      Page("commands.md", "Commands", about: "The help text of every command.", Self.commands),
      Page(
        "formats.md", "Formats", about: "Every format that ships, with its options, as `stockroom formats` lists them.",
        Self.formats),
      Page(
        "record-kinds.md", "Record kinds", about: "What a row of a file can be: every kind of record with its fields.",
        Self.recordKinds),
      Page(
        "guards.md", "Guards", about: "What stops an import though the file can be read, and what to do then.",
        Self.guards),
      Page("errors.md", "Errors", about: "Every error, warning and notice by its stable code.", Self.errors),
      Page(
        "reporting-views.md", "Reporting views", about: "What the SQL of a report may read. The views are a contract.",
        try Self.reportingViews()),
      Page(
        "report-catalogue.md", "Reports",
        about: "The reports that ship. [reports.md](../guides/reports.md) says how to write one.",
        try ReportDocumentation.text()),
      Page(
        "permissions.md", "Permissions",
        about: "Who may do what, and who is shown what. [roles.md](../guides/roles.md) says how to set roles up.",
        try Self.permissions()),
    ]
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for page in pages {
        try Data(page.text.utf8).write(to: URL(fileURLWithPath: folder + "/" + page.file), options: .atomic)
        Terminal.say("\(folder)/\(page.file)")
      }
      return .nothing
    } catch let error as CocoaError {
      throw Problems(.sinkFailed, source: folder, "cannot be written: \(error.localizedDescription)")
    }
  }

  /// One file with its heading and the note that it is generated.
  private struct Page {
    let file: String
    let text: String

    init(_ file: String, _ title: String, about: String, _ body: String) {
      self.file = file
      text = "<!-- Written by `make docs`; changes belong into the declarations. -->\n# \(title)\n\n\(about)\n\n\(body)"
    }
  }

  // MARK: - The pages

  /// The help texts in the order of `--help`, those of nested commands after their parent's.
  private static var commands: String {
    func section(_ command: any ParsableCommand.Type, path: [String]) -> String {
      let path = path + [Stockroom.name(of: command)]
      let help = Stockroom.helpMessage(for: command, columns: 100)
      var text = "\(path.count > 2 ? "###" : "##") \(path.joined(separator: " "))\n\n```text\n\(help)\n```\n\n"
      for child in command.configuration.subcommands where child.configuration.shouldDisplay {
        text += section(child, path: path)
      }
      return text
    }
    return tidy(section(Stockroom.self, path: []))
  }

  private static var formats: String {
    let text = standardFormats.formats.map { format in
      let descriptor = format.descriptor
      let plugin = format.module.replacing(/Format$/, with: "")
      let abilities = [format.reading == nil ? nil : "read", format.isWritten ? "written" : nil].compactMap { $0 }
      let together =
        format.gathering == nil ? "" : " One file holds several kinds of records, and `export` writes them together."
      let columns =
        switch descriptor.shape {
        case .tabular: "its columns are the file's own and are mapped"
        case .semantic: "it yields the record kinds itself"
        }
      let endings = descriptor.readExtensions.map { "`.\($0)`" }.joined(separator: ", ")
      let more = endings.isEmpty ? "" : "; read also \(endings)"
      let aliases = descriptor.aliases.map { "`\($0.name)`" }.joined(separator: ", ")
      var lines = [
        "## \(descriptor.id)", "",
        "\(descriptor.name). \(descriptor.summary)\(aliases.isEmpty ? "" : " Also called \(aliases).")", "",
        "Files: \(descriptor.extensions.map { "`.\($0)`" }.joined(separator: ", "))\(more). "
          + "Can be \(abilities.joined(separator: " and ")); \(columns).\(together)", "",
        "More: [Plugins/\(plugin)](../../Plugins/\(plugin)/README.md)", "",
      ]
      if format.options.isEmpty {
        lines.append("It has no options.")
      } else {
        lines += ["| option | values | meaning |", "| --- | --- | --- |"]
        lines += format.options.map { MarkdownTable.row(["`\($0.name)`", $0.values, $0.summary]) }
      }
      return lines.joined(separator: "\n") + "\n"
    }
    return text.joined(separator: "\n")
  }

  private static var recordKinds: String {
    """
    A `set` field replaces what is there, a `delta` is a movement of stock, a `key` says which record is meant.
    A column with a field's name, or with one of the names in the last column, is found without a profile.


    """ + Vocabulary.markdown()
  }

  private static var errors: String {
    Problem.Code.sections.map { "## \($0.title)\n\n" + Problem.Code.markdown(of: $0.codes) }.joined(separator: "\n")
  }

  private static func reportingViews() throws -> String {
    let units = """
      Units are part of a column's name: `…_milli` thousandths of the stock unit, `…_micro` millionths of the currency,
      `…_minor` minor units of the shop's currency, `…_at` milliseconds since 1970 in UTC.

      """
    let views = try ReportingViewDescription.all().map { view in
      """
      ## \(view.name)

      \(MarkdownTable.cell(view.summary))

      \(view.columns.map { "`\($0)`" }.joined(separator: ", "))

      """
    }
    return units + "\n" + views.joined(separator: "\n")
  }

  /// Without white space at the ends of lines, and with one newline at the end.
  private static func tidy(_ text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.replacing(/[ \t]+$/, with: "")
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n") + "\n"
  }
}
