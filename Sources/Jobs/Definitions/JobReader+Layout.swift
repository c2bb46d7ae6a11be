internal import Exchange
internal import FormatKit
internal import Reporting
internal import Yams

/// How the files of a job are made.
extension JobReader {
  func layout(
    _ draft: Draft, of content: OutputDefinition.Content, columns: [SourceColumn]?
  ) throws(Problems) -> OutputDefinition.Layout {
    var options: [String: String] = [:]
    if let node = draft["options"] { options = try yaml.dictionary(node, what: "options") }
    let ending = try text("file", draft)
    let named = try text("format", draft)
    let node = draft["format"] ?? draft["file"] ?? draft.node
    switch content {
    case .report(let wanted):
      let id = named ?? ending.flatMap(nameOfReportFormat) ?? ReportFormat.csv.rawValue
      let report = try report(named: wanted.report, draft["report"] ?? draft.node)
      let wantsRows = ["columns", "where", "key", "query", "options"].contains { draft[$0] != nil }
      let own = ReportFormat(rawValue: id)
      // Rows go through the writers that records go through, so that they may be chosen and compared.
      if let own, !(wantsRows || own == .csv && columns != nil) {
        guard report.formats.contains(own) else {
          throw yaml.error(
            node, "the report '\(report.name)' has no \(id) output",
            remedy: "It offers \(report.formats.map(\.rawValue).joined(separator: ", ")).")
        }
        return .report(own)
      }
      let format = try writable(id, node, orOf: report)
      guard format.descriptor.shape == .tabular, format.writing != nil, columns != nil else {
        throw yaml.error(
          node,
          columns == nil
            ? "the report '\(report.name)' does not say which rows are meant"
            : "the rows of a report cannot be written as \(id)",
          remedy: columns == nil
            ? "Name one of its queries with `query:`: \(report.definition.queries.map(\.name).joined(separator: ", "))."
            : "Choose csv, json-lines, json or xlsx.")
      }
      return .table(format: format.descriptor.id, options: format.completed(options))
    case .records(let wanted):
      let id = named ?? ending.flatMap { registry.writableFormat(forFileName: $0)?.name } ?? JobFormats.tombstones
      let format = try writable(id, node)
      guard let kind = wanted.kind else {
        guard format.gathering != nil else {
          throw yaml.error(
            draft.node, "the output '\(draft.name)' does not say of what it is",
            remedy: "Add a line `records: KIND` or `report: NAME`.")
        }
        return .catalogue(format: format.descriptor.id, options: format.completed(options))
      }
      guard format.writing != nil else {
        throw yaml.error(
          node, "\(id) holds several kinds of records together", remedy: "Take the line `records: \(kind)` out.")
      }
      return .table(format: format.descriptor.id, options: format.completed(options))
    }
  }

  /// The format of a report's output by the name of its file.
  private func nameOfReportFormat(_ file: String) -> String? {
    JobFormats.reportFormat(forFileName: file)?.rawValue ?? registry.writableFormat(forFileName: file)?.name
  }

  /// A format that records can be written in, and the rows of a report where one is given.
  private func writable(
    _ id: String, _ node: Node, orOf report: Report? = nil
  ) throws(Problems) -> RegisteredFormat {
    let written = registry.formats.filter(\.isWritten)
    let rows = written.filter { $0.descriptor.shape == .tabular && $0.writing != nil }.map(\.descriptor.id)
    let known =
      report.map { $0.formats.map(\.rawValue) + rows.filter { ReportFormat(rawValue: $0) == nil } }
      ?? written.map(\.descriptor.id)
    guard let format = try? registry.format(id), format.isWritten else {
      throw yaml.error(
        node, "there is no format '\(id)' to write",
        remedy: nearestName(to: id, among: known).map { "Did you mean '\($0)'?" }
          ?? "There are \(known.joined(separator: ", ")).")
    }
    return format
  }

  /// Tries the columns and the options on a writer whose output is discarded.
  func tryWriter(of output: OutputDefinition, from known: [SourceColumn], in draft: Draft) {
    guard case .table(let id, let options) = output.layout,
      let format = registry.formats.first(where: { $0.descriptor.id == id })
    else { return }
    let columns = output.columns.compactMap { column in
      known.first { $0.name == column.field }.map { Column(name: column.name, type: $0.type) }
    }
    let table = if case .records(let records) = output.content { records.kind } else { String?.none }
    do throws(Problems) {
      _ = try format.writing?.writer(
        for: Schema(table: table ?? Schema.defaultTable, columns: columns), to: .memory(), options: options)
    } catch {
      let isOption = [.unknownOption, .invalidOption].contains(error.code)
      let node = (isOption ? draft["options"] : draft["columns"] ?? draft["format"]) ?? draft.node
      yaml.note(yaml.error(node, error.message, remedy: error.remedy))
    }
  }

  func file(_ draft: Draft, _ layout: OutputDefinition.Layout) throws(Problems) -> FileNamePattern? {
    let node = draft["file"] ?? draft.node
    let text = try text("file", draft) ?? "{output}.\(JobFormats.ending(of: layout, registry))"
    do throws(FileNamePattern.InvalidPattern) {
      return try FileNamePattern(text)
    } catch {
      throw yaml.error(node, error.message, remedy: error.remedy)
    }
  }
}
