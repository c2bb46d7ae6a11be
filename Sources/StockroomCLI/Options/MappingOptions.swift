internal import ArgumentParser
internal import Exchange
internal import FormatKit

/// Options that say what the columns of a file mean, and which of its rows count, where no profile says so. `--map`
/// also adds columns to those of a profile.
struct MappingOptions: ParsableArguments {
  @Option(
    name: .customLong("map"),
    help: ArgumentHelp(
      "Import a column as this field; COLUMN= leaves the column out. May be repeated.",
      valueName: "column=field"))
  var columns: [String] = []

  @Option(
    help: ArgumentHelp(
      "Rows with this value in this column are left out, such as 'Status=cancelled'. Repeat it.",
      valueName: "column=value"))
  var leaveOut: [String] = []

  @Option(
    help: ArgumentHelp(
      "In a list of sales: rows with this value in this column are goods that came back. Repeat it.",
      valueName: "column=value"))
  var returned: [String] = []

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("A field that every record gets unless it has its own.", valueName: "field=value"))
  var constants: [String] = []

  /// Puts them into a request whose profile is set already.
  ///
  /// - Throws: `usage` for a field that does not exist, and for an option that goes without a profile only.
  func apply(to request: inout ImportRequest) throws {
    request.constants = try ReadingOptions.pairs(constants, flag: "--set")
    request.columns = try ReadingOptions.pairs(columns, flag: "--map")
    request.rowRules.leftOut = try ReadingOptions.values(leaveOut, flag: "--leave-out")
    request.rowRules.returned = try ReadingOptions.values(returned, flag: "--returned")
    for (option, isGiven, remedy) in [
      ("--leave-out", !leaveOut.isEmpty, "say in the profile which rows are taken"),
      ("--returned", !returned.isEmpty, "say in the profile which rows came back"),
    ] where request.profile != nil && isGiven {
      throw Problems(.usage, "\(option) goes without a profile", remedy: "Leave --profile out, or \(remedy).")
    }
    for field in request.constants.keys.sorted()
      + request.columns.values.filter({ !$0.isEmpty && !CalculatedFields.include($0) }).sorted()
    where !Vocabulary.kinds.contains(where: { $0.field(field) != nil }) {
      let near = nearestName(to: field, among: Set(Vocabulary.kinds.flatMap { $0.fields.map(\.name) }).sorted())
      throw Problems(
        .usage, "there is no field '\(field)'",
        remedy: near.map { "Did you mean '\($0)'?" } ?? "See docs/reference/record-kinds.md.")
    }
  }
}
