internal import FormatKit
internal import RetailValues
internal import Stock

/// Suggestions for a file without a header, whose columns are known by their values only.
extension OpenedSource {
  /// The profiles for files without a header that read the first records of this one without an error; nil when none does.
  func profilesForNameless(
    _ schemas: [Schema], _ known: [KnownProfile], _ request: ImportRequest, _ registry: FormatRegistry
  ) -> String? {
    guard schemas.count == 1, let schema = schemas.first, MatchedColumns(schema, look: nil).haveNoNames else {
      return nil
    }
    let names = known.filter { known in
      guard let profile = known.nameless, profile.columns.count == schema.columns.count,
        schema.columns.count >= Self.leastTellingWidth
      else { return false }
      var tried = request
      tried.profile = profile
      tried.kind = nil
      tried.options = [:]
      return Self.problem(of: tried, registry) == nil
    }.map(\.name)
    guard !names.isEmpty else { return nil }
    return HeaderMatching.instruction(
      "The file has no header. Its columns and their values fit \(names.count == 1 ? "a profile" : "profiles") for such "
        + "files:",
      names.prefix(3).map { "\(HeaderMatching.importCommand(source.name)) --profile \($0)" })
  }

  /// The suggestions for a person; nil where the columns have names, or the format does not accept any.
  ///
  /// An import with names for the columns is suggested only if it was tried and accepted every record that was
  /// examined. It never takes place without confirmation.
  func adviceForNameless(
    _ schemas: [Schema], _ looks: [String: TableLook], _ request: ImportRequest, _ registry: FormatRegistry
  ) -> String? {
    guard schemas.count == 1, let schema = schemas.first, let look = looks[schema.table],
      MatchedColumns(schema, look: nil).haveNoNames, format.options.contains(where: { $0.name == "columns" }),
      request.options["columns"] == nil
    else { return nil }
    let columns = NamelessColumns(schema, look)
    guard !columns.namings.isEmpty || !columns.choices.isEmpty else { return nil }
    let profile = "`stockroom inspect FILE --save-profile NAME` writes a profile with its columns in order."
    var named = request
    named.options["header"] = "no"
    named.options["columns"] = columns.names.joined(separator: ",")
    let command = Self.command(named)
    if columns.isScannerList {
      var counted = named
      counted.options["columns"] = columns.names.map {
        ["quantity": "counted_quantity", "effective_at": "counted_at"][$0] ?? $0
      }
      .joined(separator: ",")
      let day = columns.names.contains("effective_at") ? "" : " --set effective_at=DATE"
      return "The file has no header. By the values, the columns are \(columns.explanation). Say what was scanned: "
        + "`\(Self.command(counted)) --kind count_lines --set count=NAME` for a count, "
        + "`\(command) --kind stock_levels` for all that is on hand, `\(command) --kind sales\(day)` for goods sold, or "
        + "`\(command) --kind receipts\(day)` for goods received."
    }
    if columns.isClear {
      guard let problem = Self.problem(of: named, registry) else {
        return "The file has no header. Say what the columns mean. By the values, `\(command)` takes "
          + "\(columns.explanation); if that is right, run it, else correct the names (a cost is unit_cost). " + profile
      }
      return "The file has no header. By the values, the columns are \(columns.explanation); with these names one "
        + "thing is in the way: \(problem) " + profile
    }
    let found = columns.namings.isEmpty ? "" : " By the values, the columns are \(columns.explanation)."
    let open = columns.question.isEmpty ? "" : " Choose: \(columns.question)."
    return "The file has no header.\(found)\(open) Name the columns in order with --option header=no --option "
      + "columns=NAME,NAME,… (sku, barcode, title, price, unit_cost, quantity; any other name for one that is not "
      + "used), or: " + profile
  }

  private static func command(_ request: ImportRequest) -> String {
    var words = [HeaderMatching.importCommand(request.source.name)]
    if let format = request.format { words.append("--format \(format)") }
    if let location = request.location { words.append("--location \(ShellText.word(location))") }
    if let supplier = request.supplier { words.append("--supplier \(ShellText.word(supplier))") }
    // The names come last, because they are what the user has to check.
    let options = request.options.sorted { $0.key < $1.key }
    for (name, value) in options.filter({ $0.key != "columns" }) + options.filter({ $0.key == "columns" }) {
      words.append("--option \(ShellText.word("\(name)=\(value)"))")
    }
    return words.joined(separator: " ")
  }

  /// The first obstacle to an import, from the first records; nil when all of them are accepted.
  private static func problem(of request: ImportRequest, _ registry: FormatRegistry) -> String? {
    guard let euro = Currency("EUR") else { return "it cannot be tried." }
    do {
      let opened = try OpenedSource(request, registry: registry, isGlance: true)
      if let doubt = opened.doubt { return "\(doubt.message). \(doubt.remedy)" }
      let trial = MappingTrial()
      var mapper = RowMapper(
        profile: opened.profile, marks: opened.marks,
        settings: ShopSettings(name: "trial", currency: euro, timeZone: "UTC"), receiver: trial,
        sourceName: request.source.name)
      var reader = try opened.reader(progress: nil)
      var batch = RecordBatch()
      while trial.problem == nil, mapper.recordCount < trialRows, try reader.read(into: &batch) {
        try mapper.map(batch)
      }
      if let problem = trial.problem { return "line \(problem.position.line): \(problem.message). \(problem.remedy)" }
      return mapper.hasTaken ? nil : "no record is taken."
    } catch let error as Problems {
      return "\(error.message). \(error.remedy)"
    } catch {
      return "\(error)"
    }
  }

  private static let trialRows = 5000
  /// How many columns make it likely that a file is one of those that a profile is for; codes with a price are of any system.
  private static let leastTellingWidth = 6
}

/// Accepts records without keeping them, and keeps the first error among them.
private final class MappingTrial: MappedRecordReceiver, MappedRecordInserter {
  private(set) var problem: StagedProblem?

  func receiver(for kind: String, fields: [String]) -> any MappedRecordInserter { self }

  func add(_ problem: StagedProblem) {
    if self.problem == nil, problem.severity == Problem.Severity.error.rawValue { self.problem = problem }
  }

  func insert(_ values: [StagedValue], at position: StagedPosition, isBroken: Bool) {}
}
