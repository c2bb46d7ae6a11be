internal import FormatKit
internal import JSONReading
internal import RetailValues

/// Makes a food and its durations of a row of the sheet Product.
struct ProductMapper {
  private let contents: SheetContents
  private var hasToldSheets = false
  /// Columns that are not imported; each is reported once.
  private var toldColumns: Set<String> = []
  private static let columnLimit = 100

  init(contents: SheetContents) { self.contents = contents }

  /// One duration as it is gathered.
  private struct Duration {
    var minimum: String?
    var maximum: String?
    var unit: String?
    var tips: String?
    var problems: [Problem] = []
    var position: SourcePosition
  }

  mutating func records(of row: SheetWalk.SheetRow, further: [Problem]) -> [TableRow] {
    var food = TableRow("foods", at: row.position)
    food.problems = further + newlyUnkept(row.position)
    var durations: [Int: Duration] = [:]
    var seen: Set<String> = []
    for member in row.columns {
      let (name, value) = (member.key.lowercased(), member.value)
      if !seen.insert(name).inserted {
        food.problems.append(
          Problem(
            .foodKeeperRepeatedColumn, at: value.position, value: value.text,
            "the column '\(member.key.prefix(100))' is in the row twice"))
      }
      if let (number, part) = StorageColumns.part(of: name) {
        guard !value.isNull else { continue }
        var duration = durations[number] ?? Duration(position: value.position)
        Self.take(value, as: part, into: &duration)
        durations[number] = duration
        continue
      }
      switch name {
      case "id": food["food"] = text(value)
      case "name": food["title"] = text(value)
      case "name_subtitle": food["subtitle"] = text(value)
      case "keywords": food["keywords"] = text(value)
      case "category_id": takeCategory(value, into: &food)
      default: tellUnused(member, in: &food)
      }
    }
    for (column, name) in [("food", "ID"), ("title", "Name")] where food[column] == nil {
      food.problems.append(
        Problem(.foodKeeperMissingID, at: row.position, "the product has no \(name)"))
    }
    guard let code = food["food"] else { return [food] }
    return [food] + durations.sorted { $0.key < $1.key }.compactMap { record(of: $1, $0, code, at: row.position) }
  }

  private func text(_ value: JSONValue) -> String? {
    value.scalar ?? (value.isNull ? nil : value.text)
  }

  private func takeCategory(_ value: JSONValue, into food: inout TableRow) {
    guard let number = value.scalar else { return }
    if let category = contents.categories[number] {
      food["food_category"] = category
    } else {
      food.problems.append(
        Problem(
          .foodKeeperUnknownCategory, at: value.position, value: number,
          "the table has no category '\(number.prefix(100))'"))
    }
  }

  // MARK: - Data that are not imported

  private mutating func newlyUnkept(_ position: SourcePosition) -> [Problem] {
    guard !hasToldSheets else { return [] }
    hasToldSheets = true
    guard !contents.unkept.isEmpty else { return [] }
    let names = contents.unkept.prefix(20).map { "'\($0.prefix(100))'" }.joined(separator: ", ")
    return [
      Problem(
        .foodKeeperNotKept, at: position,
        "\(contents.unkept.count == 1 ? "the sheet \(names) is" : "the sheets \(names) are") not kept")
    ]
  }

  private mutating func tellUnused(_ member: JSONMember, in food: inout TableRow) {
    guard toldColumns.count < Self.columnLimit, toldColumns.insert(member.key).inserted else { return }
    food.problems.append(
      Problem(
        .foodKeeperNotKept, at: member.value.position, value: member.value.text,
        "the column '\(member.key.prefix(100))' is not kept"))
  }

  // MARK: - Durations

  private static func take(_ value: JSONValue, as part: StorageColumns.Part, into duration: inout Duration) {
    switch part {
    case .minimum: takeNumber(value, "shortest time", \.minimum, into: &duration)
    case .maximum: takeNumber(value, "longest time", \.maximum, into: &duration)
    case .tips:
      let text = value.scalar ?? value.text
      // Words in the place of a number may have come first.
      duration.tips = duration.tips.map { "\($0) \(text)" } ?? text
    case .metric:
      let text = value.scalar ?? value.text
      guard !text.isEmpty else { return }
      if let unit = StorageMetric.unit(of: text) {
        duration.unit = unit
      } else {
        let near = nearestName(to: text, among: StorageMetric.known)
        duration.problems.append(
          Problem(
            .foodKeeperUnknownMetric, at: value.position, value: text, "the unit '\(text.prefix(100))' is not known",
            remedy: near.map { "Did you mean '\($0)'? " + Problem.Code.foodKeeperUnknownMetric.remedy }))
      }
    }
  }

  /// The largest duration, in any unit; no food keeps longer.
  private static let largest = 1_000_000

  private static func takeNumber(
    _ value: JSONValue, _ what: String, _ path: WritableKeyPath<Duration, String?>, into duration: inout Duration
  ) {
    func problem(_ code: Problem.Code, _ message: String) {
      duration.problems.append(Problem(code, at: value.position, value: value.scalar ?? value.text, message))
    }
    guard let written = value.scalar else {
      return problem(.foodKeeperInvalidNumber, "the \(what) is not a number")
    }
    guard !written.isEmpty else { return }
    guard let number = try? ExactDecimal(parsing: written.utf8) else {
      if value.number != nil {
        return problem(.foodKeeperInvalidNumber, "the \(what) '\(written.prefix(100))' is not a plain number")
      }
      problem(.foodKeeperTextForNumber, "the \(what) is the text '\(written.prefix(100))'")
      duration.tips = duration.tips.map { "\(written) \($0)" } ?? written
      return
    }
    guard let (scaled, isExact) = number.scaled(toFractionDigits: 3), isExact, scaled >= 0, scaled <= largest * 1000
    else {
      return problem(.foodKeeperInvalidNumber, "the \(what) '\(written.prefix(100))' is not from 0 to 1,000,000")
    }
    if value.number == nil { problem(.foodKeeperNumberAsText, "the \(what) '\(written.prefix(100))' is a text") }
    duration[keyPath: path] = Quantity(scaled: scaled).description
  }

  private func record(
    of duration: Duration, _ number: Int, _ food: String, at position: SourcePosition
  ) -> TableRow? {
    var duration = duration
    let columns = StorageColumns.all[number]
    func problem(_ code: Problem.Code, _ value: String?, _ message: String) {
      duration.problems.append(Problem(code, at: duration.position, value: value, message))
    }
    let (minimum, maximum) = (duration.minimum.flatMap { Quantity($0) }, duration.maximum.flatMap { Quantity($0) })
    let name = columns.prefix
    switch duration.unit {
    case nil where duration.problems.contains { $0.severity == .error }: break
    case nil where minimum != nil || maximum != nil:
      let value = duration.maximum ?? duration.minimum ?? ""
      problem(.foodKeeperNoMetric, value, "\(name) is \(value), and its unit is not given")
    case let unit? where !StorageMetric.measured.contains(unit) && (minimum != nil || maximum != nil):
      problem(.foodKeeperNeedlessNumber, duration.minimum ?? duration.maximum, "\(name) has a number next to \(unit)")
    case let unit? where StorageMetric.measured.contains(unit) && minimum == nil && maximum == nil:
      if !duration.problems.contains(where: { $0.severity == .error || $0.code == .foodKeeperTextForNumber }) {
        problem(.foodKeeperInvalidNumber, unit, "\(name) is given in \(unit), but not how many")
      }
    default: break
    }
    if let minimum, let maximum, minimum > maximum {
      problem(
        .foodKeeperReversedRange, duration.minimum,
        "the shortest time of \(name) is \(minimum) and the longest is \(maximum)")
    }
    if let shortest = duration.minimum, maximum == nil, duration.unit.map(StorageMetric.measured.contains) == true {
      problem(.foodKeeperOpenRange, shortest, "the shortest time of \(name) is \(shortest), and there is no longest")
    }
    let isEmpty = minimum == nil && maximum == nil && duration.unit == nil && (duration.tips ?? "").isEmpty
    if isEmpty, duration.problems.isEmpty { return nil }
    var row = TableRow("storage_durations", at: position)
    row["food"] = food
    row["storage_place"] = columns.place
    row["storage_condition"] = columns.condition
    row["minimum"] = duration.minimum
    row["maximum"] = duration.maximum
    row["duration_unit"] = duration.unit ?? StorageMetric.notStated
    row["tips"] = duration.tips
    row.problems = duration.problems
    return row
  }
}
