internal import Exchange
internal import FormatKit
internal import Reporting
internal import RetailValues
internal import Stock
internal import Yams

/// Tries the parts of a definition that need the shop's books, so that an error is reported when the definition is
/// checked and not when the job runs at night.
extension JobReader {
  /// Reads the parameters of a report, and prepares its statements.
  func tryReport(_ wanted: ReportOutput, in draft: Draft) {
    guard let trial, let node = draft["report"], let report = try? reports.report(named: wanted.report) else { return }
    let parameters = draft["parameters"]
    do {
      try report.prepare(in: trial, wanted.options(for: report, at: .now, trial.settings.clock))
    } catch let error as Problems {
      for problem in error.all {
        // At the line of the parameter, whose name is the first word.
        let name = wanted.parameters.keys.first { problem.message.hasPrefix("\($0) ") }
        let place = name.flatMap { parameters?.mapping?[$0] } ?? node
        yaml.note(yaml.error(place, problem.headline, remedy: problem.remedy))
      }
    } catch {
      yaml.note(yaml.error(node, "the report '\(report.name)' cannot be made: \(error)"))
    }
  }

  /// Looks whether the shop has the locations that an output is of.
  func tryLocations(of output: OutputDefinition, in draft: Draft) {
    guard let trial, case .records(let records) = output.content else { return }
    var wanted = output.condition?.values(of: "location").map { ($0, draft["where"]) } ?? []
    if let code = records.location { wanted.append((code, draft["location"])) }
    for (code, node) in wanted where !code.isEmpty {
      let node = node ?? draft.node
      do {
        guard try !trial.hasLocation(code) else { continue }
        let error = Problems.unknownLocation(code)
        yaml.note(yaml.error(node, error.message, remedy: error.remedy))
      } catch { yaml.note(yaml.error(node, "the locations of the shop cannot be read: \(error)")) }
    }
  }
}

extension Problems {
  /// Without this error, a job for an unknown location would write nothing and report nothing.
  static func unknownLocation(_ code: String, source: String = "") -> Problems {
    Problems(
      .unknownLocation, source: source, "the shop has no location '\(code)'",
      remedy: "Correct it in the definition; `stockroom export locations` lists them.")
  }
}

extension ShopSnapshot {
  /// Whether one of the shop's locations has that code.
  func hasLocation(_ code: String) throws -> Bool {
    var isThere = false
    try forEachRecord(of: RecordSelection(kind: "locations", fields: ["location"])) { row in
      isThere = isThere || row.text(0)?.elementsEqual(code.utf8) == true
    }
    return isThere
  }
}

extension ReportOutput {
  /// How the report is made at a moment, from which its days and periods in words are seen.
  func options(for report: Report, at moment: Timestamp, _ clock: ShopClock) -> ReportOptions {
    var parameters = parameters
    for parameter in report.parameters {
      guard let text = parameters[parameter.name] else { continue }
      parameters[parameter.name] = RelativeDay.resolve(text, for: parameter.type, at: moment, clock)
    }
    return ReportOptions(parameters: parameters, generatedAt: moment, timeLimit: Double(timeLimit))
  }
}

extension RowCondition {
  /// The values of a column that rows are wanted with.
  fileprivate func values(of column: String) -> [String] {
    switch self {
    case .all(let parts), .any(let parts): parts.flatMap { $0.values(of: column) }
    case .column(column, .oneOf(let values)): values
    case .not, .column: []
    }
  }
}
