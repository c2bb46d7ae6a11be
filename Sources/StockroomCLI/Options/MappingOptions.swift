internal import ArgumentParser
internal import Exchange
internal import FormatKit

/// Options that say what the columns of a file mean, and which of its rows count, where no profile says so. `--map` and
/// `--value` also add to what a profile says.
struct MappingOptions: ParsableArguments {
  @Option(
    name: .customLong("map"),
    help: ArgumentHelp(
      "Import a column as this field; COLUMN= leaves the column out. May be repeated.",
      valueName: "column=field"))
  var columns: [String] = []

  @Option(
    name: .customLong("value"),
    help: ArgumentHelp(
      "Read a value of a column as a name of the shop, such as 'Category:Klothing=Clothing'. Repeat it.",
      valueName: "column:theirs=ours"))
  var values: [String] = []

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

  @Flag(help: "Read the file by its columns alone, although a profile that was saved for the same columns fits.")
  var withoutProfile = false

  /// Puts them into a request whose profile is set already.
  ///
  /// - Throws: `usage` for a field that does not exist, and for an option that goes without a profile only.
  func apply(to request: inout ImportRequest) throws {
    request.constants = try ReadingOptions.pairs(constants, flag: "--set")
    request.columns = try ReadingOptions.columns(columns, flag: "--map")
    request.values = try translations()
    request.rowRules.leftOut = try ReadingOptions.values(leaveOut, flag: "--leave-out")
    request.rowRules.returned = try ReadingOptions.values(returned, flag: "--returned")
    for (option, isGiven, remedy) in [
      ("--leave-out", !leaveOut.isEmpty, "say in the profile which rows are taken"),
      ("--returned", !returned.isEmpty, "say in the profile which rows came back"),
    ] where request.profile != nil && isGiven {
      throw Problems(.usage, "\(option) goes without a profile", remedy: "Leave --profile out, or \(remedy).")
    }
    if let profile = request.profile { try Self.refuse(request.constants, in: profile) }
    for field in request.constants.keys.sorted()
      + request.columns.values.filter({ !$0.isEmpty && !CalculatedFields.include($0) }).sorted()
    where !Vocabulary.kinds.contains(where: { $0.field(field) != nil }) {
      let near = nearestName(to: field, among: Set(Vocabulary.kinds.flatMap { $0.fields.map(\.name) }).sorted())
      throw Problems(
        .usage, "there is no field '\(field)'",
        remedy: near.map { "Did you mean '\($0)'?" } ?? "See docs/reference/record-kinds.md.")
    }
  }

  /// - Throws: `usage` for a field that all records of the profile have another value of their own for.
  private static func refuse(_ constants: [String: String], in profile: MappingProfile) throws {
    for (field, value) in constants.sorted(by: { $0.key < $1.key }) {
      guard let own = profile.constants(inPlaceOf: field).first(where: { $0 != value }) else { continue }
      throw Problems(
        .usage,
        "the profile '\(profile.name)' has '\(own)' for \(field), and --set \(field)=\(value) would change nothing",
        remedy: "In the profile, take the field out of the records, or make it of what is given (`given` in "
          + "docs/guides/mapping-profiles.md).")
    }
  }

  /// - Throws: `usage` where two of them read the same value as different ones.
  private func translations() throws -> [ValueTranslation] {
    var found: [ValueTranslation] = []
    var numbers: [[String]: Int] = [:]
    for text in values {
      let translation = try Self.translation(text)
      found.append(translation)
      let number = numbers[[translation.column, translation.theirs]] ?? found.count
      numbers[[translation.column, translation.theirs]] = number
      let earlier = found[number - 1]
      guard earlier.ours == translation.ours else {
        throw Problems(
          .usage,
          "--value number \(found.count) reads '\(translation.theirs)' of the column '\(translation.column)' as "
            + "'\(translation.ours)', and number \(number) as '\(earlier.ours)'",
          remedy: "Leave one of them out.")
      }
    }
    return found
  }

  private static func translation(_ text: String) throws -> ValueTranslation {
    guard let translation = ValueTranslation(option: text) else {
      throw Problems(
        .usage, "--value \(text.prefix(200)) is not column:theirs=ours",
        remedy: "Write it as --value Category:Klothing=Clothing; a column with a colon, and a value with an equals "
          + "sign, in double quotation marks.")
    }
    if let value = translation.tooLong {
      throw Problems(
        .usage, "--value: '\(value.prefix(60))…' is longer than \(ValueTranslation.longestValue) bytes",
        remedy: "Shorten the value in the file.")
    }
    return translation
  }
}
