internal import FormatKit
internal import Foundation
internal import HTTPTypes
internal import Serving
internal import Synchronization

/// A file that was sent, with how it is to be read and what would come of it.
///
/// Its folder has the file itself, `.sent.json` with what is said here, the plans that were made of it (``MadePlan``),
/// what was chosen for its columns (``ColumnChoice``), and for each person who ticked something on its page a file of
/// that.
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

  static func place(of id: String, _ visit: Visit) throws(PageFailure) -> String {
    guard let folder = visit.site.uploads.folder(of: id) else { throw .notFound }
    return folder
  }

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

  /// All that were not applied yet, in the order in which they are best imported; see ``ImportOrder``.
  static func all(of visit: Visit) -> [WaitingPlan] {
    let plans = visit.site.uploads.ids.compactMap { try? find($0, visit) }.filter { $0.importNumber == nil }
    return plans.map { (order: ImportOrder($0, $0.outline(visit)), plan: $0) }.sorted { $0.order < $1.order }
      .map(\.plan)
  }

  /// Whether the plan can be carried out as it is: without errors, and with nothing to be confirmed.
  func needsNothing(_ visit: Visit) throws(PageFailure) -> Bool { try present(visit)?.needsNothing ?? false }

  // MARK: Applying it

  /// What came of applying a plan.
  enum Outcome {
    /// It was applied, as the import of this number.
    case applied(Int64)
    /// The same file was applied before, as the import of this number; nothing was done.
    case appliedBefore(Int64)
    /// There are errors, or something was not confirmed: the plan's page says what. Nothing was done.
    case refused
    /// What the person saw is not what would be done now; nothing was done.
    case changed
  }

  private static let mostAttempts = 3

  /// Applies a plan that the person saw.
  ///
  /// Where the plan no longer holds, it is made again. When that one says the same, what the person saw still holds, and it is
  /// applied.
  ///
  /// - Parameter accepted: the codes of the questions that the person confirmed. Of these, only those that the plan asks count.
  /// - Throws: that the shop changes faster than plans are made.
  mutating func apply(
    _ seen: MadePlan, accepting accepted: [String], _ visit: Visit
  ) async throws(PageFailure) -> Outcome {
    let digest = seen.digest
    var made = seen
    for _ in 1...Self.mostAttempts {
      if let outcome = try await applyOnce(made, accepting: accepted, visit) { return outcome }
      guard let present = try self.present(visit), present.digest == digest else { return .changed }
      made = present
    }
    throw PageFailure(
      status: .conflict, title: LocalizedText("The shop is being changed at the moment, so nothing was done"),
      remedy: LocalizedText("Wait until the other work is done, then apply the plan again."))
  }

  /// - Returns: nil when the plan no longer holds: there is another one by now.
  private mutating func applyOnce(
    _ made: MadePlan, accepting accepted: [String], _ visit: Visit
  ) async throws(PageFailure) -> Outcome? {
    guard let folder = visit.site.uploads.use(id) else { throw .notFound }
    let asked = MadePlan.questions(made.answer)
    let accepted = accepted.filter { asked[$0] != nil && $0 != MadePlan.leavingOut }
    let questions = ["new-suppliers", "new-locations", "new-items"]
    let codes = accepted.filter { !questions.contains($0) }
    var words = CommandWords("apply").option("name", name).options("accept", codes)
    for question in questions { words = words.flag(question, accepted.contains(question)) }
    let answer = await visit.answer(words.argument("\(folder)/\(made.file)").writing)
    try RunningWork.requireGoingOn()
    let value = JSONValue(answer.output) ?? .null
    if answer.status == 0 || answer.status == 3, let number = value["import_number"].integer {
      importNumber = Int64(number)
      // It is imported, although that may not be noted: then the command says it when it is asked again.
      try? save(visit)
      let wasBefore = value["outcome"].text == "already-applied"
      return wasBefore ? Outcome.appliedBefore(Int64(number)) : Outcome.applied(Int64(number))
    }
    if value["outcome"].text == "stale" {
      // Somebody may have said something else of its columns since.
      let plan = try Self.find(id, visit)
      try await plan.make(visit, inPlaceOf: made, since: value["changed_since"].elements.compactMap(\.text))
      return nil
    }
    guard value["error"]["message"].text == nil else {
      // The file with the plan goes when others are made.
      guard try present(visit)?.file == made.file else { return nil }
      throw PageFailure(answer)
    }
    return .refused
  }

  private static let saving = Mutex(())

  /// Keeps how the file is to be read, and the number of the import, which somebody else may have saved since this was read.
  func save(_ visit: Visit) throws(PageFailure) {
    try Self.saving.withLock { _ throws(PageFailure) -> Void in try store(over: try? Self.find(id, visit), visit) }
  }

  /// Saves what is chosen on the page of its columns, unless something else has been chosen since.
  ///
  /// - Parameter digest: that of the choice which this one is to replace; see ``ColumnChoice``.
  /// - Returns: the plan as it was saved, with the cells that somebody may have corrected; nil where it was not saved.
  func saved(over digest: String, _ visit: Visit) throws(PageFailure) -> WaitingPlan? {
    try Self.saving.withLock { _ throws(PageFailure) -> WaitingPlan? in
      let present = try Self.find(id, visit)
      let fields = present.reading.fields
      guard ColumnChoice.digest(of: fields) == digest || fields == reading.fields else { return nil }
      var plan = self
      plan.reading.cells = present.reading.cells
      try plan.store(over: present, visit)
      return plan
    }
  }

  /// Writes its file, and who chose something else for its columns. Called by one at a time.
  ///
  /// - Parameter present: what the file has now; nil for a new one.
  private func store(over present: WaitingPlan?, _ visit: Visit) throws(PageFailure) {
    let folder = try Self.place(of: id, visit)
    var plan = self
    plan.importNumber = importNumber ?? present?.importNumber
    if present?.reading.fields != reading.fields {
      try ColumnChoice(fields: reading.fields, login: visit.person.login).keep(in: folder)
    }
    try Self.write(try? JSONEncoder().encode(plan), to: folder + "/.sent.json")
  }

  /// Writes a file in place of the one that was there, whole or not at all.
  static func write(_ data: Data?, to path: String) throws(PageFailure) {
    let failure = PageFailure(
      status: .insufficientStorage, title: LocalizedText("The file cannot be kept"), remedy: LocalizedText("Make room.")
    )
    guard let data else { throw failure }
    do { try DurableFile.write(data, to: path) } catch {
      throw MachineFailure(error.first.message).map { PageFailure($0) } ?? failure
    }
  }

  /// Removes the oldest of the files whose names begin alike.
  ///
  /// - Parameters:
  ///   - own: the path of the file that stays, whatever its age.
  ///   - most: how many stay with it.
  static func removeOldest(_ prefix: String, in folder: String, keeping own: String, most: Int) {
    let files = FileManager.default
    let names = (try? files.contentsOfDirectory(atPath: folder)) ?? []
    let others = names.filter { $0.hasPrefix(prefix) && $0.hasSuffix(".json") }.map { "\(folder)/\($0)" }
      .filter { $0 != own }
    func age(_ path: String) -> Date {
      ((try? files.attributesOfItem(atPath: path))?[.modificationDate] as? Date) ?? .distantPast
    }
    let dated = others.map { (path: $0, at: age($0)) }.sorted { $0.at > $1.at }
    for old in dated.dropFirst(most - 1) { try? files.removeItem(atPath: old.path) }
  }

  /// The address of its page.
  var address: String { "/plans/\(id)" }

  // MARK: What was ticked

  /// What a person ticked on its page.
  struct Ticks: Codable, Sendable {
    /// The digest of the plan that the page showed.
    let digest: String
    /// By the code of a question: what that plan asks.
    let questions: [String: String]
  }

  /// Notes what a form of its page has ticked, for who sent it.
  func keepTicks(of visit: Visit) throws(PageFailure) {
    let digest = visit.form[MadePlan.field] ?? ""
    let seen = try made(digest, visit)
    let ticked = Self.ticked(in: visit.form)
    let asked = seen.map { MadePlan.questions($0.answer).filter { ticked.contains($0.key) } } ?? [:]
    try Self.write(try? JSONEncoder().encode(Ticks(digest: digest, questions: asked)), to: try ticksFile(visit))
  }

  /// What is ticked on the page of a plan: what the form that is shown again says, else what the person noted. Ticks hold for the
  /// plan that they were given for, and for no other.
  func ticked(for made: MadePlan, in visit: Visit) throws(PageFailure) -> Set<String> {
    if let shown = visit.form[MadePlan.field] { return shown == made.digest ? Self.ticked(in: visit.form) : [] }
    return Set(try notedTicks(visit, for: made.digest).keys)
  }

  /// What the person noted for the plan of a digest: by the code of a question, what it asked.
  func notedTicks(_ visit: Visit, for digest: String) throws(PageFailure) -> [String: String] {
    let data = FileManager.default.contents(atPath: try ticksFile(visit)) ?? Data()
    let noted = try? JSONDecoder().decode(Ticks.self, from: data)
    return noted?.digest == digest ? noted?.questions ?? [:] : [:]
  }

  private static func ticked(in form: FormValues) -> Set<String> {
    Set(form.all("accept")).union(form[MadePlan.leavingOut] == "skip" ? [MadePlan.leavingOut] : [])
  }

  /// The path of what the person ticked.
  private func ticksFile(_ visit: Visit) throws(PageFailure) -> String {
    let person = TextHash.base64(of: visit.person.login).replacing("/", with: "_")
    return try Self.place(of: id, visit) + "/.ticks-\(person).json"
  }

  // MARK: Making it

  /// The words of the command that plans the file, or takes it.
  func command(in folder: String) -> CommandWords { reading.importing.planning.argument("\(folder)/\(file)") }

  /// Makes the plan again, and keeps it as the present one, unless somebody has said since how else the file is to be read.
  ///
  /// Where records have errors, the plan is that of the others, so that the page shows all that would be asked. It is carried out
  /// only when somebody says that those records are to be left out.
  ///
  /// - Parameters:
  ///   - replaced: the plan that no longer held when it was to be applied.
  ///   - reasons: what has changed since that one, as the command says it.
  func make(
    _ visit: Visit, inPlaceOf replaced: MadePlan? = nil, since reasons: [String] = []
  ) async throws(PageFailure) {
    guard let folder = visit.site.uploads.use(id) else { throw .notFound }
    let planFile = MadePlan.newPlanFile()
    let corrections = try keepCorrections(in: folder)
    // The plan has them from now on.
    defer { if let corrections { unlink(corrections) } }
    let words = command(in: folder).option("plan", "\(folder)/\(planFile)").option("corrections", corrections)
    var answer = await visit.answer(words)
    if let errors = JSONValue(answer.output)?.elements.first?["errors"].integer, errors > 0 {
      answer = await visit.answer(words.option("on-error", "skip").flag("ask-for-new"))
    }
    if RunningWork.isStopped { unlink("\(folder)/\(planFile)") }
    try RunningWork.requireGoingOn()
    // Where the shop keeps the file, and its corrections, says nothing to those who sent it.
    let output = answer.output.replacing(folder + "/", with: "").replacing(Self.correctionsName, with: "")
    let made = MadePlan(
      reading: reading, output: output, file: planFile,
      login: visit.person.login, replaced: replaced?.digest,
      differences: reasons.flatMap(PlanDifference.lines(of:)))
    try Self.saving.withLock { _ throws(PageFailure) -> Void in
      guard try Self.find(id, visit).reading == reading else { return made.removeFile(in: folder) }
      try made.keep(in: folder)
    }
  }

  /// The name of a file of corrected cells at the beginning of a message, with its line.
  private static var correctionsName: Regex<Substring> { #/\.corrections-[0-9a-f]+\.csv(?::[0-9]+)?: /# }

  /// Writes the corrected cells next to the file, for the command that plans it.
  ///
  /// - Returns: the path; nil without any.
  func keepCorrections(in folder: String) throws(PageFailure) -> String? {
    guard let cells = reading.cells, !cells.isEmpty else { return nil }
    let path = "\(folder)/.corrections-\(Secret.name()).csv"
    try Self.write(Data(CellChange.file(cells).utf8), to: path)
    return path
  }

  /// The plan that was made last; nil before the first one.
  func present(_ visit: Visit) throws(PageFailure) -> MadePlan? { MadePlan.present(try Self.place(of: id, visit)) }

  /// What lists of files show of the plan that was made last; nil before the first one.
  func outline(_ visit: Visit) -> MadePlan.Outline? {
    (try? Self.place(of: id, visit)).flatMap { MadePlan.presentOutline($0) }
  }

  /// The plan of a digest; nil where it is no longer kept.
  func made(_ digest: String, _ visit: Visit) throws(PageFailure) -> MadePlan? {
    MadePlan.find(digest, in: try Self.place(of: id, visit))
  }

  /// What the command answered last: the answer for the file, or an error.
  func answer(_ visit: Visit) throws(PageFailure) -> JSONValue { try present(visit)?.answer ?? MadePlan.notMade }
}
