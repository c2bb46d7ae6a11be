internal import FormatKit
internal import RetailValues
internal import Stock

/// A profile as text that people can continue to edit.
extension Inspection {
  /// A mapping profile for this file as YAML with comments. It does what an import does without it; where nothing was
  /// recognised, it has drafts of which one is to be chosen, and takes no row until then.
  ///
  /// - Parameters:
  ///   - constants: fields that were given for every record, such as the supplier.
  ///   - chosen: the draft that is in use; nil to leave that to people.
  public func profileText(
    named name: String, constants: [String: String] = [:], choosing chosen: ProfileDraft? = nil
  ) -> String {
    var lines = [
      "# What the columns of this file mean. Text after a # is a comment. docs/guides/mapping-profiles.md has all that a",
      "# profile can say.", "profile: \(YAMLText.quoted(name))", "format: \(format)",
    ]
    lines += formatLines + columnLines + markLines
    let fixed = constants.merging(profile?.constants ?? [:]) { given, _ in given }
    if fixed.isEmpty {
      lines.append("# constants: { currency: EUR, supplier: ACME }   # fields that every record gets")
    } else {
      lines.append("constants: \(YAMLText.mapping(fixed))   # fields that every record gets")
    }
    lines += ruleLines
    lines.append("records:")
    if let records = chosen?.records ?? (isDraft ? nil : profile?.records) {
      lines += choices(records)
    } else {
      lines += draftLines
    }
    let unasked = chosen == nil ? leftOutWithoutQuestion : []
    let former = profile?.ignored ?? []
    let ofOneTill = chosen == nil ? valuesOfOneTill(without: former) : [:]
    let ignored = (former + leftOutByRequest + unasked).reduce(into: [String]()) { names, name in
      if !names.contains(name), ofOneTill[name] == nil { names.append(name) }
    }
    lines += [
      "# Columns that are left out on purpose: an import asks about others that may have prices, quantities or the like.",
      "ignored: \(YAMLText.list(quoting: ignored))",
    ]
    if !ofOneTill.isEmpty {
      lines += [
        "# Columns that are left out while each row has this value: an import asks about sales of other tills.",
        "ignored-while: \(YAMLText.mapping(ofOneTill, key: YAMLText.quoted))",
      ]
    }
    for table in tables { lines += unusedLines(table) }
    for finding in advice where finding.name.hasPrefix("with ") {
      lines.append("# \(Self.comment(finding.name)): \(Self.comment(finding.value, limit: 200))")
    }
    lines.append("# The columns as they were when this was written: an import reports what has changed since.")
    lines += headerLines
    return lines.joined(separator: "\n") + "\n"
  }

  /// The columns of tills that are left out and have one value in all rows, with that value.
  ///
  /// - Parameter former: the columns that the profile in use leaves out with any value.
  private func valuesOfOneTill(without former: [String]) -> [String: String] {
    var values = profile?.ignoredWhile ?? [:]
    guard recordKinds.contains(where: { Vocabulary.kind($0)?.isMovement == true }) else { return values }
    for table in tables {
      let look = looks[table.schema.table]
      let register = TillExport.match(table.schema, look)?.register
      for name in unusedColumns(of: table) where !former.contains(name) {
        guard name == register || leftOutByRequest.contains(name) && ColumnWords.isTill(name),
          let own = look?.columns[name], own.distinct == 1, let value = own.samples.first
        else { continue }
        values[name] = value
      }
    }
    return values
  }

  /// What the profile in use says of all rows.
  private var ruleLines: [String] {
    guard let profile else { return [] }
    var lines: [String] = []
    if !profile.noValue.isEmpty { lines.append("no-value: \(YAMLText.list(quoting: profile.noValue))") }
    if let fill = profile.fillDown {
      lines.append(
        "fill-down: { group: \(YAMLText.quoted(fill.group)), columns: \(YAMLText.list(quoting: fill.columns)) }")
    }
    if let match = profile.match { lines.append("match: \(YAMLText.list(match.map(\.rawValue)))") }
    if let isFull = profile.isFull { lines.append("full: \(isFull)") }
    return lines
  }

  /// The records, with alternatives joined to one choice.
  private func choices(_ records: [MappingProfile.RecordMapping]) -> [String] {
    var lines: [String] = []
    var open: Int?
    for record in records {
      if let alternative = record.alternative {
        if alternative != open { lines.append("  - one-of:") }
        lines += recordLines(record).map { "    " + $0 }
      } else {
        lines += recordLines(record)
      }
      open = record.alternative
    }
    return lines
  }

  /// The drafts as comments, so that a person only has to remove the comment signs in front of one.
  private var draftLines: [String] {
    var lines = [
      "  # Nothing says for sure what a row is, so none is taken yet. Take the # in front of one draft away:"
    ]
    let drafts = drafts
    for draft in drafts {
      lines.append("  # Draft: \(draft.summary)")
      lines += choices(draft.records).map { "#" + $0 }
    }
    if drafts.isEmpty {
      let column = tables.first?.schema.columns.first.map { YAMLText.quoted($0.name) } ?? "COLUMN"
      lines += [
        "  # Draft: items; write the column that identifies an item in place of "
          + Self.comment(column, limit: 60),
        "#  - kind: variants", "#    fields:", "#      sku: \(Self.comment(column, limit: 400))",
      ]
    }
    return lines + ["  - one-of: [{ ignore: true }]   # every record kind: docs/reference/record-kinds.md"]
  }

  /// The names of the columns in order, for a file that has none.
  private var columnLines: [String] {
    guard let table = tables.first, tables.count == 1 else { return [] }
    let names = table.schema.columns.map(\.name).filter { !RejectColumns.contains($0) }
    if options["columns"] != nil {
      return [
        "# The header does not have a name for each column: these are the columns in order, to be given other names.",
        "columns: \(YAMLText.list(quoting: names))",
      ]
        + names.compactMap { name in
          let examples = Self.examples(name, in: table)
          return examples.isEmpty ? nil : "#   \(Self.comment(YAMLText.quoted(name), limit: 400)): \(examples)"
        }
    }
    if let own = profile?.columns, !own.isEmpty {
      return ["columns: \(YAMLText.list(quoting: own))   # the file has no header"]
    }
    let isNameless = names.enumerated().allSatisfy { $1 == "column \($0 + 1)" }
    guard isNameless, !names.isEmpty else { return [] }
    let remark =
      "# The file has no header: these are its columns in order. Other names may be given here, and used below."
    return [remark] + YAMLText.lines("columns", quoting: names, indent: "  ")
  }

  /// The format's options, as given or as detected; the character set is detected again in each file.
  private var formatLines: [String] {
    // The names of the columns are lines of their own.
    var pairs = options.filter { $0.key != "columns" && ($0.key, $0.value) != ("ragged", "no") }
    var remarks: [String] = []
    for finding in findings where optionNames.contains(finding.name) && options[finding.name] == nil {
      switch (finding.name, finding.value) {
      case ("charset", _), ("skip-lines", _):
        remarks.append(
          "# options: { \(finding.name): \(finding.value) }   # \(finding.evidence); detected again in each file")
      case ("delimiter", "none"), ("quote", "\""): break
      default: pairs[finding.name] = finding.value
      }
    }
    return pairs.isEmpty ? remarks : ["options: \(YAMLText.mapping(pairs))"] + remarks
  }

  /// The decimal mark and the order of dates where all columns agree; otherwise as comments.
  private var markLines: [String] {
    func lines<Mark: RawRepresentable<String> & Hashable>(
      _ key: String, _ given: Mark?, _ readings: [String: ColumnReading<Mark>], otherwise: String
    ) -> [String] {
      if let given { return ["\(key): \(given.rawValue)"] }
      let found = readings.mapValues(\.notation)
      let all = Set(found.values)
      // What is ambiguous here is detected again in each file, as it would be without the profile.
      let isSure = marksAreSettled && !readings.values.contains(where: \.isDisputed)
      if all.count == 1, !isSure {
        return ["# \(key) is not certain and is found in each file"]
      }
      if all.count == 1, let mark = all.first {
        return [
          "\(key): \(mark.rawValue)   # found in \(Self.comment(found.keys.sorted().joined(separator: ", "), limit: 80))"
        ]
      }
      if all.isEmpty { return ["# \(otherwise)"] }
      return ["# \(key) differs from column to column and is found in each file:"]
        + found.sorted { $0.key < $1.key }.map { "#   \(Self.comment($0.key)): \($0.value.rawValue)" }
    }
    return lines(
      "decimal", profile?.decimal, marks.decimal,
      otherwise: "decimal: comma          # when numbers are written 1.234,56")
      + lines(
        "dates", profile?.dates, marks.dates, otherwise: "dates: dmy              # when dates are written 31.10.2026")
  }

  private func recordLines(_ record: MappingProfile.RecordMapping) -> [String] {
    var lines = [record.kind.isEmpty ? "  - ignore: true" : "  - kind: \(record.kind)"]
    if let table = record.table, tables.map(\.schema.table) != [table] {
      lines.append("    from: \(YAMLText.quoted(table))")
    }
    if let condition = record.condition { lines.append("    when: \(condition.yaml)") }
    if let duplicates = record.duplicates { lines.append("    duplicates: \(duplicates.rawValue)") }
    if record.kind.isEmpty { return lines }
    lines.append("    fields:")
    let table = tables.first { $0.schema.table == record.table } ?? tables.first
    for mapping in record.fields {
      let line = "      \(mapping.field): \(mapping.value.yaml)"
      var columns: [String] = []
      if case .columns(let names) = mapping.value.source { columns = names }
      let example = columns.lazy.compactMap { column in table.flatMap { Self.example(column, in: $0) } }.first
      lines.append(line + (example.map { Self.gap(after: line) + "# \($0)" } ?? ""))
    }
    let known = Set(record.fields.map(\.field))
    let open = (Vocabulary.kind(record.kind)?.fields ?? []).map(\.name).filter { !known.contains($0) }
    if !open.isEmpty { lines.append("      # also: \(open.joined(separator: ", "))") }
    return lines
  }

  private func unusedLines(_ table: Table) -> [String] {
    let unused = unusedColumns(of: table)
    guard !unused.isEmpty else { return [] }
    let place = tables.count > 1 ? " of \(Self.comment(table.schema.table))" : ""
    var lines = ["# Columns\(place) that are not used:"]
    for column in unused.prefix(200) {
      let line = "#   \(Self.comment(YAMLText.quoted(column), limit: 400))"
      let remark = [Self.examples(column, in: table), guess(column, in: table)].filter { !$0.isEmpty }
      lines.append(line + (remark.isEmpty ? "" : Self.gap(after: line) + remark.joined(separator: "; ")))
    }
    if unused.count > 200 { lines.append("#   and \(unused.count - 200) more") }
    return lines
  }

  private var headerLines: [String] {
    guard tables.count > 1 else {
      let columns = (tables.first?.schema.columns ?? []).filter { !RejectColumns.contains($0.name) }
      return columns.isEmpty ? [] : YAMLText.lines("header", quoting: columns.map(\.name), indent: "  ")
    }
    return ["header:"]
      + tables.flatMap { table in
        YAMLText.lines(
          YAMLText.quoted(table.schema.table), quoting: table.schema.columns.map(\.name), indent: "    ")
      }
  }

  private static func gap(after line: String) -> String { String(repeating: " ", count: max(2, 44 - line.count)) }

  private static func example(_ column: String, in table: Table) -> String? {
    guard let index = table.schema.index(of: column), index < table.examples.count,
      let example = table.examples[index].first
    else { return nil }
    return comment(example)
  }

  /// The values of a column that were kept as examples.
  private static func examples(_ column: String, in table: Table) -> String {
    guard let index = table.schema.index(of: column), index < table.examples.count else { return "" }
    return table.examples[index].map { comment($0, limit: 30) }.joined(separator: " | ")
  }

  /// A text as it may be in a comment: one line without line breaks of YAML or control characters.
  private static func comment(_ text: String, limit: Int = 40) -> String {
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(limit * 4) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .surrogate, .privateUse:
        shown.append(" ")
      default: shown.append(scalar)
      }
    }
    let line = String(shown)
    return line.count > limit ? line.prefix(limit - 1) + "…" : line
  }
}
