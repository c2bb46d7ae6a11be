internal import FormatKit
internal import RetailValues

/// Receipts whose numbers begin again each day, so that the day is a part of their number.
extension MatchedColumns {
  /// The names of the numbers of receipts.
  static let receiptNumbers = Vocabulary.headerNames(of: "document", in: "sales")
  private static let timeNames = Vocabulary.headerNames(of: "effective_at", in: "sales")

  /// The column of days that was given as the number of receipts next to one with their numbers; nil without one.
  static func dayOfNumbers(_ given: [String: String], among names: [String], _ look: TableLook?) -> String? {
    let days = names.first { name in
      given[name] == "document" && !timeNames.isDisjoint(with: forms(name))
        && look?.columns[name].map { $0.filled > 0 && $0.dates == $0.filled } == true
    }
    let hasNumbers = names.contains { name in
      name != days && (given[name].map { $0 == "document" } ?? !receiptNumbers.isDisjoint(with: forms(name)))
    }
    return hasNumbers ? days : nil
  }
}

extension HeaderMatching {
  /// Takes the day that was given as the number of receipts together with that number.
  static func addDay(_ columns: MatchedColumns, to match: inout Match) {
    guard let day = columns.dayOfNumbers, !day.contains("{"), !day.contains("}"),
      let record = match.records.indices.first,
      let place = match.records[record].fields.firstIndex(where: { $0.field == "document" })
    else { return }
    let number: String
    switch match.records[record].fields[place].value.source {
    case .columns(let names) where names.count == 1 && !names[0].contains("{") && !names[0].contains("}"):
      number = "{\(names[0])}"
    case .template(let template): number = template
    default: return
    }
    // What follows the day is the time.
    match.records[record].fields[place].value = ValueExpression(
      .template("{\(day)} # \(number)"),
      steps: [.regex(pattern: #"^([^\sT]+)(?:[\sT].*?)? # (.*)$"#, with: "$1-$2")])
    match.used.insert(day)
    match.meanings.append((day, "document"))
  }
}

extension UnusedColumns {
  /// Numbers of receipts that occur on several days, as tills give them which begin again each day.
  var restartedNumbers: Found {
    guard !haveProfile, kinds.contains(where: { $0.movement?.isOutgoing == true && !$0.statesMovementKind }),
      columns.dayOfNumbers == nil, let number = taken("document").first, !columns.isGiven(number), number.fitsOption,
      let day = taken("effective_at").first, day.fitsOption, let numbers = columns.look(of: number),
      let days = columns.look(of: day), days.isDate, days.longest <= 10
    else { return [] }
    var first: [Int: Int] = [:]
    let isRestarted = zip(numbers.rows, days.rows).contains { number, day in
      guard let number, let day else { return false }
      guard let known = first[number] else {
        first[number] = day
        return false
      }
      return known != day
    }
    guard isRestarted else { return [] }
    func map(_ name: String) -> String { "--map \(ShellText.word("\(name)=document"))" }
    var found = text(
      number, numbers,
      "has the same numbers on several days, whose receipts would be one; \(map(day)) keeps the days apart, and "
        + "\(map(number)) takes the numbers as they are")
    found.isUsed = true
    return [found]
  }
}
