/// The description of a parameter for people: in the terminal and in the catalogue of reports.
extension ReportParameter {
  /// Its type, its default and its limits, each in a few words.
  public var rules: [String] {
    var rules = [type.meaning]
    if !choices.isEmpty { rules.append(choices.joined(separator: ", ")) }
    if let pattern { rules.append("written as \(pattern)") }
    if let minimum { rules.append("from \(minimum)") }
    if let maximum { rules.append("up to \(maximum)") }
    if type == .dateTime, dateMeans == .end { rules.append("a day alone means its end") }
    if let defaultValue {
      rules.append("\(defaultValue) unless given")
    } else if defaultQuery != nil {
      rules.append("taken from the shop unless given")
    } else if isRequired {
      rules.append("required")
    }
    return rules
  }
}

extension ReportParameterType {
  /// The meaning of its values, in a few words.
  var meaning: String {
    switch self {
    case .text: "a text"
    case .location: "the code or name of a location"
    case .store: "the code or name of a store"
    case .session: "the code of a count"
    case .category: "the code or name of a category"
    case .supplier: "the code or name of a supplier"
    case .reason: "the code or name of a reason"
    case .ownList: "the code or title of a list of one's own"
    case .webAddress: "an address of the web"
    case .order: "the number of an order"
    case .invoice: "the number of an invoice"
    case .date: "a day"
    case .dateTime: "a day or moment"
    case .period: "a period"
    case .wholeNumber: "a whole number"
    case .percent: "a percentage"
    case .money: "an amount"
    case .choice: "a choice"
    }
  }
}

extension ReportDefinition {
  /// How days, moments and periods may be written; nil for a report that asks for none.
  public var datesUnderstood: String? {
    parameters.contains { $0.type.isDay || $0.type == .period }
      ? "Days and periods may be written as \(Period.understood)." : nil
  }

  /// The parameters that exclude each other, a sentence each.
  public var exclusions: [String] { atMostOneOf.map { "At most one of \($0.joined(separator: ", "))." } }
}
