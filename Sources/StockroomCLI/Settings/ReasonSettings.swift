internal import FormatKit
internal import RetailValues

/// The part `reasons:` of `stockroom.yml`: reasons of loss in addition to those that every shop has.
///
/// ```yaml
/// reasons:
///   broken-by-customer: known
///   spoiled: { name: Spoiled in the cold store, loss: known, direction: loss, account: Expenses:Shrinkage:Spoilage }
///   lent-out: { loss: none, retired: yes }
/// ```
enum ReasonSettings {
  private static let keys = ["name", "loss", "direction", "account", "retired"]

  /// - Parameter value: the value of `reasons:`; nil without one.
  static func reasons(_ value: Any?, file: String) throws -> [Reason] {
    guard let value, !"\(value)".isEmpty else { return [] }
    guard let pairs = value as? [String: Any] else {
      throw Problems(
        .usage, "\(file): reasons is not a list of reasons", remedy: "Write lines such as `broken-by-customer: known`.")
    }
    return try pairs.sorted { $0.key < $1.key }.map { try reason($0.key, $0.value, file: file) }
  }

  /// The codes of those that are no longer offered.
  static func retired(_ value: Any?, file: String) throws -> Set<String> {
    let pairs = value as? [String: Any] ?? [:]
    let retired = try pairs.filter { code, value in
      guard let text = (value as? [String: Any])?["retired"] else { return false }
      guard let isRetired = Bool(yesOrNo: "\(text)") else {
        throw Problems(
          .usage, "\(file): reasons: \(code): retired '\(text)' is neither yes nor no", remedy: "Write yes or no.")
      }
      return isRetired
    }
    return Set(retired.keys)
  }

  private static func reason(_ code: String, _ value: Any, file: String) throws -> Reason {
    let place = "\(file): reasons: \(code)"
    guard code.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil, code.utf8.count <= 64 else {
      throw Problems(
        .usage, "\(place) is not a code for a reason",
        remedy: "Use small letters, digits and single hyphens: `broken-by-customer`."
      )
    }
    guard !Reason.builtIn.contains(where: { $0.code == code }) else {
      throw Problems(
        .usage, "\(place) is a reason that every shop has",
        remedy: "Take it out; its account can be set under accounts, reasons. For another meaning use another code.")
    }
    var values = value as? [String: Any] ?? [:]
    if value is String { values["loss"] = value }
    for key in values.keys.sorted() where !keys.contains(key) {
      throw Problems(
        .usage, "\(place): there is no setting '\(key)'",
        remedy: nearestName(to: key, among: keys).map { "Did you mean '\($0)'?" }
          ?? "Known are \(keys.joined(separator: ", ")).")
    }
    let lossClass: LossClass = try choice(
      values["loss"], of: LossClass.allCases, place, "loss", "whether a loss is seen when it happens")
    let direction: ReasonDirection =
      values["direction"] == nil
      ? .both
      : try choice(values["direction"], of: ReasonDirection.allCases, place, "direction", "what it explains")
    let words = code.replacing("-", with: " ")
    let title = words.prefix(1).uppercased() + words.dropFirst()
    let name = values["name"].map { "\($0)" } ?? title
    guard name.contains(where: { !$0.isWhitespace }), name.unicodeScalars.count <= 100,
      !name.unicodeScalars.contains(where: {
        $0.properties.generalCategory == .control || $0.properties.isWhitespace && $0 != " "
      })
    else {
      throw Problems(
        .usage, "\(place): name '\(name)' is not a line of text",
        remedy: "Write one line of at most 100 letters, such as \(title).")
    }
    let account =
      try values["account"].map { try AccountSettings.account($0, "reasons, \(code), account", file) }
      ?? (lossClass == .none ? "Expenses:" : "Expenses:Shrinkage:") + title
    return Reason(code: code, name: name, lossClass: lossClass, direction: direction, account: account)
  }

  private static func choice<Choice: RawRepresentable<String>>(
    _ value: Any?, of choices: [Choice], _ place: String, _ key: String, _ meaning: String
  ) throws -> Choice {
    let names = choices.map(\.rawValue)
    let word = value.map { "\($0)" } ?? ""
    if let choice = Choice(rawValue: word) { return choice }
    throw Problems(
      .usage,
      word.isEmpty
        ? "\(place) does not say \(meaning)"
        : "\(place): \(key) '\(word)' is not one of \(names.joined(separator: ", "))",
      remedy: nearestName(to: word, among: names).map { "Did you mean '\($0)'?" }
        ?? "Write \(key): and one of \(names.joined(separator: ", ")).")
  }
}

extension ShopFolder.Settings {
  /// Refuses a reason that is no longer offered.
  func requireInUse(reason code: String) throws {
    guard retiredReasons.contains(code) else { return }
    throw Problems(
      .usage, "the reason '\(code)' is retired",
      remedy: "Choose another one, or use it again after `stockroom settings reason change \(code) --retired no`.")
  }
}
