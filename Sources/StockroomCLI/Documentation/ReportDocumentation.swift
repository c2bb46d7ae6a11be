internal import FormatKit
internal import Reporting
internal import Wording

/// The catalogue of the reports that ship: what may be asked of each, and what it gives.
enum ReportDocumentation {
  static func text() throws -> String {
    let (reports, problems) = ReportLibrary(folders: ReportCommand.installedFolders).reports()
    if let problem = problems.first { throw Problems(.usage, problem.headline, remedy: problem.remedy) }
    return reports.map(section).joined(separator: "\n")
  }

  private static func section(_ report: Report) -> String {
    var lines = [
      "## \(report.name)", "", "\(report.title). \(report.summary)", "",
      "Formats: \(report.formats.map(\.rawValue).joined(separator: ", "))."
        + (translations(of: report).map { " Languages: \($0)." } ?? ""), "",
    ]
    if !report.parameters.isEmpty {
      lines += ["| parameter | takes | meaning |", "| --- | --- | --- |"]
      lines += report.parameters.map {
        MarkdownTable.row(["`\($0.name)`", $0.rules.joined(separator: "; "), $0.help])
      }
      lines += report.definition.exclusions.isEmpty ? [""] : [""] + report.definition.exclusions + [""]
    }
    lines += ["| query | rows | columns |", "| --- | --- | --- |"]
    lines += report.definition.queries.map { query in
      MarkdownTable.row([
        "`\(query.name)`", query.rows.rawValue,
        query.columns.map { "\($0.name) (\($0.type.rawValue))" }.joined(separator: ", "),
      ])
    }
    let drawings =
      report.definition.charts.map { "\($0.title) (\($0.kind.rawValue))" }
      + report.definition.maps.map { "\($0.title) (map)" }
    if !drawings.isEmpty { lines += ["", "Drawn: \(drawings.joined(separator: "; "))."] }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The languages in which all that the report says is translated; nil when it is English alone.
  private static func translations(of report: Report) -> String? {
    let whole = Language.allCases.filter { language in
      guard language != .english else { return true }
      guard let lacking = try? report.untranslated(into: language) else { return false }
      return lacking.own.isEmpty && lacking.shared.isEmpty
    }
    return whole.count > 1 ? whole.map(\.rawValue).joined(separator: ", ") : nil
  }
}
