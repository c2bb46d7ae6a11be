internal import FormatKit
internal import Foundation
internal import HTTPTypes
internal import Serving
internal import Synchronization

/// A file that was sent, with how it is to be read and what would come of it.
///
/// Its folder has the file itself, `.sent.json` with what is said here, `.plan` as `stockroom import --plan` writes it,
/// `.answer.json` with the answer of that command, and for each person who ticked something on its page a file of that.
struct WaitingPlan: Codable, Sendable {
  /// The name of its folder.
  let id: String
  /// As the sender calls the file.
  let name: String
  /// The name under which it is kept.
  let file: String
  /// Who sent it.
  let login: String
  let sentAt: Date
  var reading = Reading()
  /// The number of the import, once it was applied.
  var importNumber: Int64?

  init(id: String, name: String, file: String, login: String, sentAt: Date) {
    (self.id, self.name, self.file, self.login, self.sentAt) = (id, name, file, login, sentAt)
  }

  /// How the file is to be read: the options of `stockroom import` that answer what it asks.
  struct Reading: Codable, Sendable, Equatable {
    var kind: String?
    var profile: String?
    var supplier: String?
    var location: String?
    /// By column: the field that it is taken for; empty for a column that is left out.
    var columns: [String: String] = [:]
    var constants: [String: String] = [:]
    var decimal: String?
    var dates: String?
    var newSuppliers = false
    var newLocations = false
    var newItems = false

    /// - Throws: that the profile is a path: a page reads no other files of this machine.
    func requireProfileName() throws(PageFailure) {
      guard let profile, profile.contains("/") || profile.hasSuffix(".yml") || profile.hasSuffix(".yaml") else {
        return
      }
      throw PageFailure(
        status: .unprocessableContent, title: "'\(profile)' cannot be the name of a profile",
        remedy: "Write the name of one of the shop's profiles.")
    }

    /// The words of a command that reads the file like this: `import` or `inspect`.
    func words(_ command: String) -> CommandWords {
      CommandWords(command).option("kind", kind).option("profile", profile)
        .option("supplier", supplier).option("location", location)
        .options("map", columns.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
        .options("set", constants.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
        .option("decimal", decimal).option("dates", dates)
    }
  }

  static func place(of id: String, _ visit: Visit) throws(PageFailure) -> String {
    guard let folder = visit.site.uploads.folder(of: id) else { throw .notFound }
    return folder
  }

  /// The path of the plan that `stockroom import --plan` writes.
  static func planFile(in folder: String) -> String { folder + "/.plan" }

  /// The plan of that name.
  ///
  /// - Throws: that there is no such page.
  static func find(_ id: String, _ visit: Visit) throws(PageFailure) -> WaitingPlan {
    let folder = try place(of: id, visit)
    guard let data = FileManager.default.contents(atPath: folder + "/.sent.json"),
      let plan = try? JSONDecoder().decode(WaitingPlan.self, from: data), plan.id == id,
      plan.file == Uploads.safe(plan.file)
    else { throw .notFound }
    // A person of one store sees their own files alone: others may hold what belongs to other stores.
    guard visit.person.store == nil || plan.login == visit.person.login else { throw .notFound }
    return plan
  }

  /// All that were not applied yet, in the order in which they are best imported: what others refer to comes first.
  static func all(of visit: Visit) -> [WaitingPlan] {
    let plans = visit.site.uploads.ids.compactMap { try? find($0, visit) }.filter { $0.importNumber == nil }
    return plans.map { (place: $0.place(visit), plan: $0) }
      .sorted { ($0.place, $0.plan.sentAt) < ($1.place, $1.plan.sentAt) }.map(\.plan)
  }

  /// The place of its last kind of records in the vocabulary, where a kind comes after those that it refers to.
  private func place(_ visit: Visit) -> Int {
    let kinds = (try? answer(visit))?["counts"].elements.compactMap { $0["kind"].text } ?? []
    return kinds.compactMap { kind in Vocabulary.kinds.firstIndex { $0.name == kind } }.max() ?? Vocabulary.kinds.count
  }

  /// Its line in the list of imports.
  func row(_ visit: Visit) throws(PageFailure) -> [String: Any] {
    let answer = try answer(visit)
    let (word, kind) =
      if answer["error"]["message"].text != nil { ("Needs an answer", "look") } else if answer["errors"].integer != 0 {
        (PlanPages.number(answer["errors"].integer ?? 0, "error"), "error")
      } else if try !needsNothing(visit) { ("Needs a decision", "look") } else { ("Ready", "done") }
    return [
      "name": name, "address": address, "sender": CountProgressPages.name(of: login, visit), "tag": word, "kind": kind,
    ]
  }

  /// Whether the plan can be carried out as it is: without errors, and with nothing to be confirmed.
  func needsNothing(_ visit: Visit) throws(PageFailure) -> Bool {
    let answer = try answer(visit)
    return answer["outcome"].text == "planned" && answer["errors"].integer == 0
      && answer["guards"].elements.allSatisfy { $0["accepted"].isTrue }
  }

  /// The codes of the failures of a plan that no longer holds, and of one of which the shop changed nothing.
  static let stale = "plan-stale"
  private static let unconcerned = "plan-unconcerned"
  private static let mostAttempts = 3

  /// Carries the plan out.
  ///
  /// - Returns: the number of the import; nil when there are errors, or something that was not confirmed: the plan's page says what.
  /// - Throws: that the shop has changed since the plan was made; it was made again.
  mutating func apply(accepting accepted: [String], _ visit: Visit) async throws(PageFailure) -> Int64? {
    // What the shop did since need not concern the plan: what the person saw still holds then.
    for _ in 1..<Self.mostAttempts {
      do { return try await applyOnce(accepting: accepted, visit) } catch  where error.code == Self.unconcerned {}
    }
    return try await applyOnce(accepting: accepted, visit)
  }

  private mutating func applyOnce(accepting accepted: [String], _ visit: Visit) async throws(PageFailure) -> Int64? {
    guard let folder = visit.site.uploads.use(id) else { throw .notFound }
    let questions = ["new-suppliers", "new-locations", "new-items"]
    var words = CommandWords("apply").options("accept", accepted.filter { !questions.contains($0) })
    for question in questions { words = words.flag(question, accepted.contains(question)) }
    let answer = await visit.answer(words.argument(Self.planFile(in: folder)).writing)
    let value = JSONValue(answer.output) ?? .null
    if answer.status == 0 || answer.status == 3, let number = value["import_number"].integer {
      importNumber = Int64(number)
      try save(visit)
      return importNumber
    }
    if value["outcome"].text == "stale" {
      try await make(visit)
      throw PageFailure(
        status: .conflict, title: "The shop has changed since this plan was made, so nothing was changed",
        remedy: "The plan was made again. Look at it, then apply it.",
        code: value["records_alike"].isTrue ? Self.unconcerned : Self.stale)
    }
    guard value["error"]["message"].text == nil else { throw PageFailure(answer) }
    return nil
  }

  private static let saving = Mutex(())

  /// Keeps how the file is to be read, and the number of the import, which somebody else may have saved since this was read.
  func save(_ visit: Visit) throws(PageFailure) {
    try Self.saving.withLock { _ throws(PageFailure) in
      var plan = self
      plan.importNumber = importNumber ?? (try? Self.find(id, visit))?.importNumber
      try Self.write(try? JSONEncoder().encode(plan), to: try Self.place(of: id, visit) + "/.sent.json")
    }
  }

  private static func write(_ data: Data?, to path: String) throws(PageFailure) {
    guard let data,
      FileManager.default.createFile(atPath: path, contents: data, attributes: [.posixPermissions: 0o600])
    else { throw PageFailure(status: .insufficientStorage, title: "The file cannot be kept", remedy: "Make room.") }
  }

  /// The address of its page.
  var address: String { "/plans/\(id)" }

  /// Its line among what needs somebody.
  func task(_ visit: Visit) -> [String: Any] {
    [
      "what": "\(name) is waiting for a decision", "address": address,
      "fact": "sent by \(CountProgressPages.name(of: login, visit))", "tag": "Plan", "kind": "look",
    ]
  }

  // MARK: What was ticked

  /// The field that leaves out the records with errors; what is ticked has it next to the codes of questions.
  static let leavingOut = "on-error"

  /// Notes what a form of its page has ticked, for who sent it: by the code of a question, what it asks now.
  func keepTicks(of visit: Visit) throws(PageFailure) {
    let ticked = Self.ticked(in: visit.form)
    let asked = Self.questions(try answer(visit)).filter { ticked.contains($0.key) }
    try Self.write(try? JSONEncoder().encode(asked), to: try ticksFile(visit))
  }

  /// What is ticked on its page: what the form that is shown again says, else what the person noted, of questions that still ask
  /// the same.
  func ticked(in visit: Visit) throws(PageFailure) -> Set<String> {
    guard visit.form.fields.isEmpty else { return Self.ticked(in: visit.form) }
    guard let data = FileManager.default.contents(atPath: try ticksFile(visit)),
      let asked = try? JSONDecoder().decode([String: String].self, from: data)
    else { return [] }
    let questions = Self.questions(try answer(visit))
    return Set(asked.filter { questions[$0.key] == $0.value }.keys)
  }

  private static func ticked(in form: FormValues) -> Set<String> {
    Set(form.all("accept")).union(form[leavingOut] == "skip" ? [leavingOut] : [])
  }

  /// The path of what the person ticked.
  private func ticksFile(_ visit: Visit) throws(PageFailure) -> String {
    let person = StylePolicy.hash(of: visit.person.login).replacing("/", with: "_")
    return try Self.place(of: id, visit) + "/.ticks-\(person).json"
  }

  /// What an answer asks, by the codes of its questions, and how many records would be left out.
  private static func questions(_ answer: JSONValue) -> [String: String] {
    var questions: [String: String] = [:]
    questions[leavingOut] = answer["refused_records"].text
    for found in answer["guards"].elements {
      guard let code = found["code"].text else { continue }
      let texts = [found["cases"].text, found["records"].text] + found["examples"].elements.map { $0["message"].text }
      questions[code] = texts.compactMap { $0 }.joined(separator: "\n")
    }
    return questions
  }

  /// The words of the command that plans the file, or takes it.
  func command(in folder: String) -> CommandWords {
    reading.words("import").flag("new-suppliers", reading.newSuppliers).flag("new-locations", reading.newLocations)
      .flag("new-items", reading.newItems)
      .argument("\(folder)/\(file)")
  }

  /// Makes the plan again, and keeps what the command answered.
  ///
  /// Where records have errors, the plan is that of the others, so that the page shows all that would be asked. It is carried out
  /// only when somebody says that those records are to be left out.
  func make(_ visit: Visit) async throws(PageFailure) {
    guard let folder = visit.site.uploads.use(id) else { throw .notFound }
    try? FileManager.default.removeItem(atPath: Self.planFile(in: folder))
    let words = command(in: folder).option("plan", Self.planFile(in: folder))
    var answer = await visit.answer(words)
    if let errors = JSONValue(answer.output)?.elements.first?["errors"].integer, errors > 0 {
      answer = await visit.answer(words.option("on-error", "skip"))
    }
    // Where the shop keeps the file says nothing to those who sent it.
    let text = answer.output.replacing(folder + "/", with: "")
    try Self.write(Data(text.utf8), to: folder + "/.answer.json")
  }

  /// What the command answered last: the answer for the file, or an error.
  func answer(_ visit: Visit) throws(PageFailure) -> JSONValue {
    let folder = try Self.place(of: id, visit)
    let data = FileManager.default.contents(atPath: folder + "/.answer.json") ?? Data()
    let value = JSONValue(String(decoding: data, as: UTF8.self)) ?? .null
    return value.elements.first ?? value
  }
}
