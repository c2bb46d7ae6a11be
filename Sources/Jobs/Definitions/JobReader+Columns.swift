internal import Exchange
internal import FormatKit
internal import RetailValues
internal import Stock
internal import Yams

/// Reads which columns and rows of a table are wanted, and which fields identify a row.
extension JobReader {
  /// - Parameter kind: the record kind; nil for the rows of a report.
  func choose(
    from known: [SourceColumn], of kind: String?, in draft: Draft, for output: inout OutputDefinition
  ) throws(Problems) {
    let names = known.map(\.name)
    if let node = draft["columns"] {
      output.columns = try columns(node, among: names, of: output)
    } else {
      output.columns = defaultColumns(of: kind, known).map { OutputColumn(field: $0) }
    }
    tryWriter(of: output, from: known, in: draft)
    if let node = draft["where"] {
      let condition = try yaml.condition(node, what: "where", columns: names)
      output.condition = condition.readingFlags(of: known)
    }
    let fields = output.columns.map(\.field)
    guard let node = draft["key"] else {
      let natural = kind.flatMap { ShopDatabase.identifyingFields(of: $0) } ?? []
      if natural.allSatisfy(fields.contains) { output.key = natural }
      return
    }
    for name in try yaml.texts(node, what: "key") {
      // A column may be meant by the name that the file gives it.
      guard let column = output.columns.first(where: { $0.field == name || $0.name == name }) else {
        yaml.note(
          yaml.error(
            node, "the key '\(name)' is not among the columns of '\(output.name)'",
            remedy: nearestName(to: name, among: fields).map { "Did you mean '\($0)'?" }
              ?? "Its columns are \(fields.joined(separator: ", "))."))
        continue
      }
      if !output.key.contains(column.field) { output.key.append(column.field) }
    }
  }

  /// All fields that an export has by default. Fields that are exported only on request are not included.
  private func defaultColumns(of kind: String?, _ known: [SourceColumn]) -> [String] {
    guard let kind = kind.flatMap({ Vocabulary.kind($0) }) else { return known.map(\.name) }
    return RecordExport.keptFields(of: kind).filter { kind.dataClass(of: $0) != .personal }
  }

  private func columns(
    _ node: Node, among known: [String], of output: OutputDefinition
  ) throws(Problems) -> [OutputColumn] {
    guard case .sequence(let sequence) = node, !sequence.isEmpty, sequence.count <= RecordBatch.maximumColumns else {
      throw yaml.error(
        node, "columns must be a list of fields", remedy: "Write [sku, price], or `- {field: price, as: price_eur}`.")
    }
    var columns: [OutputColumn] = []
    for item in sequence {
      yaml.attempt { () throws(Problems) in
        let column = try self.column(item)
        guard known.contains(column.field) else {
          throw yaml.error(
            item, "there is no field '\(column.field)'",
            remedy: nearestName(to: column.field, among: known).map { "Did you mean '\($0)'?" }
              ?? "There are \(known.joined(separator: ", ")).")
        }
        if case .records(let records) = output.content, let kind = records.kind.flatMap({ Vocabulary.kind($0) }),
          kind.dataClass(of: column.field) == .personal
        {
          throw yaml.error(
            item, "\(column.field) of \(kind.name) says which user a record is from, and no job gives that away",
            remedy: "Take the column out.")
        }
        guard !columns.contains(where: { $0.name == column.name }) else {
          throw yaml.error(item, "two columns are called '\(column.name)'", remedy: "Give one another name with `as`.")
        }
        columns.append(column)
      }
    }
    if let renamed = columns.first(where: { $0.name != $0.field }), isSemantic(output.layout) {
      throw yaml.error(
        node, "'\(renamed.field)' cannot be called '\(renamed.name)': the format has names of its own",
        remedy: "Take the `as` out, or choose a table such as csv.")
    }
    return columns
  }

  private func isSemantic(_ layout: OutputDefinition.Layout) -> Bool {
    guard case .table(let format, _) = layout else { return true }
    return registry.formats.first { $0.descriptor.id == format }?.descriptor.shape == .semantic
  }

  private func column(_ node: Node) throws(Problems) -> OutputColumn {
    if case .scalar = node { return OutputColumn(field: try yaml.text(node, what: "a column")) }
    var field: String?
    var name: String?
    for (key, _, value) in try yaml.pairs(node, known: ["field", "as"], what: "a column") {
      if key == "field" { field = try yaml.text(value, what: key) } else { name = try yaml.text(value, what: key) }
    }
    guard let field else { throw yaml.error(node, "a column names no field", remedy: "Write {field: price, as: eur}.") }
    if let name, name.isEmpty || name.utf8.count > 200 || name.unicodeScalars.contains(where: { $0.value < 0x20 }) {
      throw yaml.error(node, "'\(name)' cannot be the name of a column", remedy: "Use up to 200 printable characters.")
    }
    return OutputColumn(field: field, name: name)
  }

  /// Whether the output is a delta, and what it needs then.
  func settle(mode: JobMode, in draft: Draft, for output: inout OutputDefinition) throws(Problems) {
    let own = try draft["mode"].map { node throws(Problems) in try yaml.choice(node, of: JobMode.self, what: "mode")
    }
    let isTable = if case .table = output.layout { !isSemantic(output.layout) } else { false }
    output.mode = own ?? (isTable ? mode : .full)
    if output.zeroRows != .allow, case .report(let report) = output.content, report.query == nil {
      throw yaml.error(
        draft["zero_rows"] ?? draft.node, "nothing says how many rows the report '\(report.report)' has",
        remedy: "Say `zero_rows: allow` for this output.")
    }
    guard output.mode == .delta else { return }
    guard isTable else {
      throw yaml.error(
        draft["mode"] ?? draft.node, "a file that is made as a whole cannot show what has changed",
        remedy: "Say `mode: full` for this output, or choose a table such as csv.")
    }
    if output.key.isEmpty {
      let ofKind: [String] =
        if case .records(let records) = output.content {
          records.kind.flatMap { ShopDatabase.identifyingFields(of: $0) } ?? []
        } else { [] }
      throw yaml.error(
        draft["columns"] ?? draft.node, "nothing among the columns of '\(output.name)' identifies its rows",
        remedy: ofKind.isEmpty
          ? "Name the columns that do with `key: [...]`, or say `mode: full` for this output."
          : "Add \(ofKind.joined(separator: ", ")) to the columns, or say `mode: full` for this output.")
    }
  }
}

extension RowCondition {
  /// The same condition, where yes and no are accepted for columns with the values true and false.
  func readingFlags(of columns: [SourceColumn]) -> RowCondition {
    switch self {
    case .all(let parts): .all(parts.map { $0.readingFlags(of: columns) })
    case .any(let parts): .any(parts.map { $0.readingFlags(of: columns) })
    case .not(let part): .not(part.readingFlags(of: columns))
    case .column(let name, .oneOf(let texts)) where columns.first { $0.name == name }?.type == .boolean:
      .column(name, .oneOf(texts.map { text in Bool(yesOrNo: text).map { "\($0)" } ?? text }))
    case .column: self
    }
  }
}
