internal import Foundation
internal import Hummingbird
internal import HummingbirdCore
internal import RetailValues
internal import Serving

/// Entering a filled-in sheet or a scanner's list: what it lacks is asked for, and all its errors are listed.
enum CountFilePages {
  private static let shownErrors = 100
  private static let shownItems = 5

  static func add(to routes: PageRoutes) {
    routes.post("/counts/:count/file", takesFiles: true, for: .enterCounts) { visit in
      guard let sent = visit.files.first else {
        throw PageFailure(
          status: .unprocessableContent, title: LocalizedText("No file was chosen"),
          remedy: LocalizedText("Choose a filled-in sheet or a scanner's list."))
      }
      for further in visit.files.dropFirst() { visit.site.uploads.remove(fileAt: further.path) }
      let file = WaitingCountFile(
        id: Uploads.id(ofFileAt: sent.path), name: sent.name, file: (sent.path as NSString).lastPathComponent,
        count: try visit.parameter("count"), login: visit.person.login, section: visit.form["section"] ?? "",
        counter: visit.form["counter"] ?? "", accepted: visit.form.all("accept"))
      return try await enter(file, visit)
    }
    routes.get("/counts/:count/files/:id") { visit in
      guard let file = try WaitingCountFile.find(visit) else {
        return visit.redirect(to: CountPages.address(try visit.parameter("count")))
      }
      return try page(of: file, isKept: true, visit)
    }
    routes.post("/counts/:count/files/:id", for: .enterCounts) { visit in
      guard var file = try WaitingCountFile.find(visit) else { throw PageFailure.notFound }
      guard visit.form["discard"] == nil else {
        visit.site.uploads.remove(file.id)
        return visit.redirect(
          to: CountPages.address(file.count),
          saying: LocalizedText("\(file.name) is deleted. Nothing of it was entered."))
      }
      guard file.take(visit.form) else { return try page(of: file, isKept: true, visit, status: .unprocessableContent) }
      return try await enter(file, visit)
    }
  }

  /// Enters the file, or shows what stops that. A file that nothing can be answered about is not kept.
  private static func enter(_ file: WaitingCountFile, _ visit: Visit) async throws -> Response {
    let answer = await visit.answer(try file.words(visit))
    let name = file.name
    guard answer.status != 0 else {
      let summary = JSONValue(answer.output) ?? .null
      visit.site.uploads.remove(file.id)
      let entries = summary["counts"].elements.filter { $0["action"].text != "unchanged" }
        .reduce(0) { $0 + ($1["records"].integer ?? 0) }
      let number = summary["import_number"].text
      return visit.redirect(
        to: CountPages.address(file.count),
        saying: number == nil
          ? LocalizedText("\(name) was entered before. Nothing was changed.")
          : message(entries, of: name, summary),
        undo: visit.may(.undoImports) ? number.map { "/imports/\($0)/undo" } : nil)
    }
    var stopped = file
    stopped.answer = answer.output
    let stop = stopped.stop
    let failure = stop.isAboutFile ? nil : PageFailure(answer)
    // Where the shop is only busy, the file is kept.
    let isPassing = failure.map { $0.status != .unprocessableContent && $0.status != .forbidden } ?? false
    let isKept = stop.canBeAnswered || isPassing
    if isKept { try stopped.save(visit) } else { visit.site.uploads.remove(file.id) }
    if let failure { throw failure }
    return try page(of: stopped, isKept: isKept, visit, status: .unprocessableContent)
  }

  /// What is said of a file that is entered, and of its numbers that were counted before the recounts that they are taken as.
  private static func message(_ entries: Int, of name: String, _ summary: JSONValue) -> LocalizedText {
    let entered = LocalizedText(
      count: entries, one: "1 entry of \(name) is in the count.",
      other: "\(entries) entries of \(name) are in the count.")
    let early = summary["problem_groups"].elements.first { $0["code"].text == "counted-before-recount" }
    guard let early, let number = early["records"].integer else { return entered }
    let examples = early["examples"].elements.compactMap { $0["value"].text }
    let items = examples.indices.filter { !examples[..<$0].contains(examples[$0]) }.map { examples[$0] }
    let isWhole = items.count <= shownItems && number <= examples.count
    let list = items.prefix(shownItems).joined(separator: ", ") + (isWhole ? "" : ", …")
    let taken = LocalizedText(
      count: number, one: "1 number (\(list)) from before its recount was asked for is taken as the recount.",
      other: "\(number) numbers (\(list)) from before their recounts were asked for are taken as the recounts.")
    return LocalizedText([entered, taken, early.shownRemedy], separator: " ")
  }

  /// The page of a file that was not entered: what stops it, with the questions to answer.
  ///
  /// - Parameter isKept: whether the file can still be entered.
  private static func page(
    of file: WaitingCountFile, isKept: Bool, _ visit: Visit, status: HTTPResponse.Status = .ok
  ) throws -> Response {
    let stop = file.stop
    return try visit.page(
      "count-file",
      title: isKept
        ? LocalizedText("\(file.name) is not entered yet") : LocalizedText("\(file.name) was not entered"),
      [
        "name": file.name, "count": file.count, "count_address": CountPages.address(file.count),
        "act": file.address, "is_kept": isKept, "questions": stop.questions,
        "guards": stop.guards, "can_be_answered": stop.canBeAnswered, "errors": Array(stop.errors.prefix(shownErrors)),
        "has_errors": !stop.errors.isEmpty, "number_of_errors": PageNumber.of(stop.errorCount, .error),
        "more": max(0, stop.errorCount - min(shownErrors, stop.errors.count)),
        "has_more": stop.errorCount > min(shownErrors, stop.errors.count), "has_failed": status != .ok,
      ], status: status)
  }
}

/// A file of a count that waits for an answer: what was said of it so far, and what stops it. It is kept next to the file, in
/// `.count.json`.
struct WaitingCountFile: Codable, Sendable {
  /// The name of its folder.
  let id: String
  /// As the sender calls it.
  let name: String
  /// The name under which it is kept.
  let file: String
  let count: String
  /// Who sent it.
  let login: String
  let section: String
  /// The login or the name of the person who counted; empty where the file says it.
  let counter: String
  var accepted: [String]
  var decimal: String?
  var dates: String?
  /// What the command that enters it answered last.
  var answer: String?

  /// The address of its page.
  var address: String { "\(CountPages.address(count))/files/\(id)" }

  /// What stops it.
  var stop: CountFileStop { CountFileStop(answer.flatMap { JSONValue($0) } ?? .null) }

  /// The files of a count that the person sent and that wait.
  static func all(of count: String, _ visit: Visit) -> [WaitingCountFile] {
    visit.site.uploads.ids.compactMap { file($0, of: count, visit) }.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
  }

  /// The file of the address, for the person who sent it; nil when it does not wait any longer.
  static func find(_ visit: Visit) throws(PageFailure) -> WaitingCountFile? {
    let (id, count) = (try visit.parameter("id"), try visit.parameter("count"))
    return file(id, of: count, visit)
  }

  private static func file(_ id: String, of count: String, _ visit: Visit) -> WaitingCountFile? {
    guard let folder = visit.site.uploads.folder(of: id),
      let data = FileManager.default.contents(atPath: folder + "/.count.json"),
      let file = try? JSONDecoder().decode(WaitingCountFile.self, from: data), file.id == id,
      file.file == Uploads.safe(file.file), file.count == count, file.login == visit.person.login
    else { return nil }
    return file
  }

  func save(_ visit: Visit) throws(PageFailure) {
    guard let folder = visit.site.uploads.folder(of: id), let data = try? JSONEncoder().encode(self),
      FileManager.default.createFile(
        atPath: folder + "/.count.json", contents: data, attributes: [.posixPermissions: 0o600])
    else {
      throw PageFailure(
        status: .insufficientStorage, title: LocalizedText("The file cannot be kept"),
        remedy: LocalizedText("Make room."))
    }
  }

  /// The answers to the questions about how it is written.
  private static let choices = ["decimal": ["point", "comma"], "dates": ["dmy", "mdy", "ymd"]]

  /// Takes what a form answers.
  ///
  /// - Returns: whether each answer is one to what was asked; nothing is taken otherwise.
  mutating func take(_ form: FormValues) -> Bool {
    let asked = Set(stop.guards.compactMap { $0["code"] as? String }).union(accepted)
    guard Self.choices.allSatisfy({ name, choices in form[name].map { choices.contains($0) } ?? true }),
      asked.isSuperset(of: form.all("accept"))
    else { return false }
    decimal = form["decimal"] ?? decimal
    dates = form["dates"] ?? dates
    accepted += form.all("accept").filter { !accepted.contains($0) }
    return true
  }

  /// The command that enters it.
  func words(_ visit: Visit) throws(PageFailure) -> CommandWords {
    guard let folder = visit.site.uploads.use(id) else { throw .notFound }
    return CommandWords("count", "enter").option("name", name).option("section", section)
      .option("counter", CountProgressPages.name(of: counter, visit)).option("decimal", decimal)
      .option("dates", dates).options("accept", accepted).argument(count).argument("\(folder)/\(file)").writing
  }
}

/// What stops a file from being entered, for the page that says it.
struct CountFileStop {
  /// The questions about how the file is written, each with its choices.
  private(set) var questions: [[String: Any]] = []
  /// What has to be confirmed.
  private(set) var guards: [[String: Any]] = []
  private(set) var errors: [[String: Any]] = []
  /// How many errors there are; more than are listed where there are many of one cause.
  private(set) var errorCount = 0

  var canBeAnswered: Bool { !questions.isEmpty || !guards.isEmpty }
  /// Whether it is about what the file says, which the page shows with its rows.
  var isAboutFile: Bool { canBeAnswered || !errors.isEmpty }

  /// The codes of problems that the choice of a decimal mark, or of an order of dates, would solve.
  private static let markCodes = ["decimal-mark-unclear", "decimal-mark-differs"]
  private static let dateCodes = ["date-order-unclear", "date-order-differs"]
  /// What to do, by the codes of problems of which the command line says nothing that helps on a page.
  private static let remedies = [
    "recount-without-counter": LocalizedText(
      "Name who counted it in the file's column counter, or where you send the file.")
  ]

  /// - Parameter summary: what `count enter` answered: a summary of the import, or one error that stopped it before.
  init(_ summary: JSONValue) {
    let error = summary["error"]
    let isStopped = error["message"].text != nil
    let problems = isStopped ? [error] : summary["problems"].elements.filter { $0["severity"].text == "error" }
    func first(of codes: [String]) -> JSONValue? {
      codes.compactMap { code in problems.first { $0["code"].text == code } }.first
    }
    if let problem = first(of: Self.markCodes) { questions.append(Self.mark(problem)) }
    if first(of: Self.dateCodes) != nil { questions.append(Self.dates) }
    // The error that stopped it is that question, or does not concern the file.
    guard !isStopped else { return }
    errors = problems.map(Self.row)
    errorCount = max(summary["errors"].integer ?? 0, errors.count)
    guards = summary["guards"].elements.filter { !$0["accepted"].isTrue }.map { stop in
      [
        "code": stop["code"].text ?? "", "remedy": stop.shownRemedy,
        "examples": stop["examples"].elements.map { ["message": $0.shownMessage] },
      ]
    }
  }

  private static func row(_ problem: JSONValue) -> [String: Any] {
    [
      "line": problem["line"].integer.flatMap { $0 > 0 ? "\($0)" : nil } ?? "",
      "message": problem.shownMessage,
      "remedy": remedies[problem["code"].text ?? ""] ?? problem.shownRemedy,
    ]
  }

  // MARK: Questions

  /// The question of what the mark in a number is, with what an example from the file would be.
  private static func mark(_ problem: JSONValue) -> [String: Any] {
    let named = problem["message"].text?.firstMatch(of: #/'([0-9.,]+)'/#)
    let example = problem["value"].text ?? named.map { String($0.output.1) } ?? ""
    func choice(_ value: String, _ title: LocalizedText) -> [String: Any] {
      let number = Self.number(example, decimal: value == "comma" ? "," : ".")
      return ["value": value, "title": number.isEmpty ? title : LocalizedText("\(title): \(example) is \(number)")]
    }
    return [
      "name": "decimal", "title": LocalizedText("Which mark comes before the decimals in this file?"),
      "choices": [
        choice("point", LocalizedText("The point, and a comma separates thousands")),
        choice("comma", LocalizedText("The comma, and a point separates thousands")),
      ],
    ]
  }

  /// A number as we write it: without marks between thousands, and with a point before its decimals; empty for another text.
  static func number(_ text: String, decimal: Character) -> String {
    let group: Character = decimal == "," ? "." : ","
    let digits = text.filter { !$0.isWhitespace && $0 != group }
    guard !digits.isEmpty, digits.count(where: { $0 == decimal }) < 2,
      digits.allSatisfy({ $0 == decimal || ($0.isASCII && $0.isNumber) })
    else { return "" }
    return digits.replacing(String(decimal), with: ".")
  }

  private static var dates: [String: Any] {
    [
      "name": "dates", "title": LocalizedText("How are dates written in this file?"),
      "choices": [
        ["value": "dmy", "title": LocalizedText("Day, month, year")],
        ["value": "mdy", "title": LocalizedText("Month, day, year")],
        ["value": "ymd", "title": LocalizedText("Year, month, day")],
      ],
    ]
  }
}
