internal import Foundation

/// A plan as it was made: what the command answered, and how the file was read for it.
///
/// The page of a file shows one of these, and its form carries the digest of it. So what is applied is what the person saw,
/// although somebody else may have the plan made again, or change the shop, at the same time.
@dynamicMemberLookup
struct MadePlan: Sendable {
  /// The field of the form that leaves out the records with errors; the questions have their number under this name.
  static let leavingOut = "on-error"

  /// The field of the form of its page that carries its digest.
  static let field = "shown"

  /// What its file has; the rest is made of it.
  struct Stored: Codable, Sendable {
    let reading: WaitingPlan.Reading
    /// What the command answered, as JSON.
    let output: String
    /// The name of the file that the command saved the plan in, in the folder of the file that was sent.
    let file: String
    /// Who had it made.
    let login: String
    /// The digest of the plan that it was made in place of, when that one was to be applied and no longer held.
    let replaced: String?
    /// How it differs from that one, record by record.
    let differences: [String]
    /// The file of the plan that was the present one before, which pages may still read that began with it.
    var fileBefore: String?
  }

  /// What lists of files show of a plan, in a file of its own, because the answer may be long.
  struct Outline: Codable, Sendable {
    /// That of the plan.
    let digest: String
    /// Whether the command answered an error in place of a plan.
    let hasFailed: Bool
    /// The code of that error; nil without one.
    let error: String?
    /// How many errors the plan has.
    let errors: Int
    /// How many records it would add or change.
    let changes: Int
    let needsNothing: Bool
    /// The kinds of the records in the file.
    let kinds: [String]
    /// The first moment of its movements, as ISO 8601; nil without dates, and where an earlier version made the plan.
    var firstAt: String?
  }

  private let stored: Stored
  /// The answer for the file, or an error.
  let answer: JSONValue
  /// What a person agrees to by applying the plan: how the file is read, what becomes of each record, the figures, and the
  /// questions. It is the same for each plan that says the same of these, whenever it was made.
  let digest: String

  init(
    reading: WaitingPlan.Reading, output: String, file: String, login: String, replaced: String? = nil,
    differences: [String] = []
  ) {
    stored = Stored(
      reading: reading, output: output, file: file, login: login, replaced: replaced, differences: differences)
    answer = Self.answer(in: output)
    digest = Self.digest(of: answer, reading)
  }

  /// - Parameter digest: what pages know it by, although an earlier version may have made it.
  private init(_ stored: Stored, digest: String) {
    self.stored = stored
    self.digest = digest
    answer = Self.answer(in: stored.output)
  }

  subscript<Value>(dynamicMember member: KeyPath<Stored, Value>) -> Value { stored[keyPath: member] }

  private static func answer(in output: String) -> JSONValue {
    let value = JSONValue(output) ?? .null
    return value.elements.first ?? value
  }

  /// The answer where no plan was made yet.
  static let notMade = JSONValue.object([
    "error": .object([
      "message": .text("The file was not looked at to its end"),
      "remedy": .text("Wait a moment and load the page again, or look at its columns and then at the plan."),
    ])
  ])

  /// Whether it can be carried out as it is: without errors, and with nothing to be confirmed.
  var needsNothing: Bool {
    answer["outcome"].text == "planned" && answer["errors"].integer == 0
      && answer["guards"].elements.allSatisfy { $0["accepted"].isTrue } && !asksForProfile
  }

  // MARK: What is confirmed

  private static func digest(of answer: JSONValue, _ reading: WaitingPlan.Reading) -> String {
    let guards = answer["guards"].elements.map { found in
      [found["code"].text ?? "", "\(found["accepted"].isTrue)", found["cases"].text ?? "", found["limit"].text ?? ""]
        .joined(separator: " ")
    }
    let counts = answer["counts"].elements.map { found in
      ["kind", "action", "records"].map { found[$0].text ?? "" }.joined(separator: " ")
    }
    let words = ["sha256", "format", "profile", "records_sha256", "outcome", "errors"].map { answer[$0].text ?? "" }
    let questions = Self.questions(answer).sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    let cells = (reading.cells ?? []).flatMap { ["\($0.line)", $0.column, $0.value] }
    let profiles = fittingProfiles(answer, reading).map(\.value)
    return Self.digest(
      of: [reading.importing.words, words, counts, guards, questions] + [cells, profiles].filter { !$0.isEmpty })
  }

  /// A digest of texts, which can be a part of an address and of a file's name.
  static func digest(of parts: [[String]]) -> String {
    // As JSON, so that no text can pass for two.
    let text = (try? JSONEncoder().encode(parts)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return TextHash.base64(of: text).replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// Whether a text from outside can be a digest, and so a part of a file's name.
  static func isDigest(_ text: String) -> Bool {
    text.utf8.count == 43 && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
  }

  /// What an answer asks, by the codes of its questions, and which records would be left out.
  static func questions(_ answer: JSONValue) -> [String: String] {
    var questions: [String: String] = [:]
    if let refused = answer["refused_records"].text {
      let errors = answer["problem_groups"].elements.filter { $0["severity"].text == "error" }
      questions[leavingOut] = ([refused] + errors.map { text(of: $0, cases: "records", in: answer) })
        .joined(separator: "\n")
    }
    for found in answer["guards"].elements {
      guard let code = found["code"].text else { continue }
      questions[code] = text(of: found, cases: "cases", in: answer)
    }
    return questions
  }

  /// What a question is about. Where the examples do not show all of it, the digest of all records stands for the others.
  ///
  /// - Parameter cases: the member with the number of cases.
  private static func text(of found: JSONValue, cases: String, in answer: JSONValue) -> String {
    let examples = found["examples"].elements
    let isShown = (found[cases].integer ?? 0) <= examples.count
    let whole = ["code", "field", "cases", "limit", "records"].map { found[$0].text }
    let records = isShown ? nil : answer["records_sha256"].text
    let shown = examples.flatMap { example in
      ["line", "record", "path", "field", "value", "message"].map { example[$0].text }
    }
    return (whole + [records] + shown).compactMap { $0 }.joined(separator: "\n")
  }

  // MARK: Files

  /// How many plans of a file are kept, so that one that somebody still looks at can be compared with the present one.
  private static let mostKept = 20

  /// The file in which the digest of the present plan is.
  private static func present(in folder: String) -> String { folder + "/.made" }

  /// The file with the outline of the present plan.
  private static func presentOutline(in folder: String) -> String { folder + "/.outline.json" }

  private static func path(of digest: String, in folder: String) -> String { "\(folder)/.made-\(digest).json" }

  /// A name for the file that a command is going to save a plan in.
  static func newPlanFile() -> String { ".plan-\(Secret.name())" }

  /// The digest of the plan that was made last; nil before the first one.
  private static func presentDigest(_ folder: String) -> String? {
    FileManager.default.contents(atPath: present(in: folder)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The plan that was made last; nil before the first one.
  static func present(_ folder: String) -> MadePlan? { presentDigest(folder).flatMap { find($0, in: folder) } }

  /// The outline of the plan that was made last; nil before the first one.
  static func presentOutline(_ folder: String) -> Outline? {
    guard let digest = presentDigest(folder) else { return nil }
    if let data = FileManager.default.contents(atPath: presentOutline(in: folder)),
      let outline = try? JSONDecoder().decode(Outline.self, from: data), outline.digest == digest
    {
      return outline
    }
    // An earlier version kept none, and one of another plan may be there while a new plan is being kept.
    return find(digest, in: folder)?.outline
  }

  private var outline: Outline {
    Outline(
      digest: digest, hasFailed: answer["error"]["message"].text != nil, error: answer["error"]["code"].text,
      errors: answer["errors"].integer ?? 0, changes: PlanPages.Totals(answer).changes, needsNothing: needsNothing,
      kinds: answer["counts"].elements.compactMap { $0["kind"].text }, firstAt: answer["first_at"].text)
  }

  /// The plan of a digest; nil where it is no longer kept.
  static func find(_ digest: String, in folder: String) -> MadePlan? {
    guard isDigest(digest), let data = FileManager.default.contents(atPath: path(of: digest, in: folder)),
      let stored = try? JSONDecoder().decode(Stored.self, from: data)
    else { return nil }
    return MadePlan(stored, digest: digest)
  }

  /// Keeps it as the present plan of the file. Called by one at a time.
  func keep(in folder: String) throws(PageFailure) {
    let before = Self.present(folder)
    var stored = self.stored
    stored.fileBefore = before?.file
    try WaitingPlan.write(try? JSONEncoder().encode(stored), to: Self.path(of: digest, in: folder))
    try WaitingPlan.write(try? JSONEncoder().encode(outline), to: Self.presentOutline(in: folder))
    try WaitingPlan.write(Data(digest.utf8), to: Self.present(in: folder))
    if let oldest = before?.fileBefore { Self.remove(oldest, in: folder) }
    WaitingPlan.removeOldest(".made-", in: folder, keeping: Self.path(of: digest, in: folder), most: Self.mostKept)
  }

  /// Removes the file with the plan, which is then only looked at.
  func removeFile(in folder: String) { Self.remove(stored.file, in: folder) }

  private static func remove(_ file: String, in folder: String) {
    try? FileManager.default.removeItem(atPath: "\(folder)/\(file)")
  }
}
