internal import Catalog
internal import FormatKit
internal import Foundation
internal import Stock

/// One run of a job that has the job's lock.
struct JobAttempt {
  let name: String
  let options: JobRunner.Options
  let shop: OpenFolder
  let state: OpenFolder
  let services: JobServices
  let log: JobLog
  var record: JobRecord
  let began = ContinuousClock.now

  /// Why nothing can be remembered of the run; nil where all is well.
  private var trouble: (any Error)?

  init(_ name: String, _ options: JobRunner.Options, shop: OpenFolder, state: OpenFolder, services: JobServices) {
    self.name = name
    self.options = options
    self.shop = shop
    self.state = state
    self.services = services
    log = JobLog(in: state)
    log.rotate()
    record = JobRecord()
    do {
      record = try JobRecord.read(in: state)
      if let last = record.lastRun, last.finishedAt == nil {
        note("the run of \(last.startedAt) was cut short; what it left is mended")
      }
      record.lastRun = JobRecord.Run(startedAt: Timestamp.now.iso8601)
      try record.write(in: state)
    } catch {
      trouble = error
    }
    log.write(.init(event: "started"))
  }

  func note(_ text: String) {
    services.tell("\(name): \(text)")
    log.write(.init(event: "note", message: text))
  }

  // MARK: - From beginning to end

  mutating func run(_ outcome: inout JobOutcome) {
    var job: JobDefinition?
    do {
      let definition = try services.definition(name)
      job = definition
      if let trouble { throw trouble }
      try perform(definition, &outcome)
    } catch {
      fail(&outcome, error)
    }
    finish(&outcome)
    guard outcome.status != 0 else { return }
    var told = job ?? JobDefinition(name: name, outputs: [])
    // Whatever else is wrong with a definition, somebody is told of it.
    if job == nil { told.onFailure = services.failureCommand(name) }
    if !told.onFailure.isEmpty { tellFailure(told, outcome) }
  }

  private mutating func perform(_ job: JobDefinition, _ outcome: inout JobOutcome) throws {
    let sets = SetFolder(folder: try folder(of: job), job: name)
    outcome.folder = sets.folder.path
    guard JobLock.hold(sets.folder) else {
      throw StockError(
        .busy, "another run is publishing into \(sets.folder.path)", remedy: "Try again in a moment.")
    }
    let previous = try mend(sets, &outcome)
    var books: JobServices.Books?
    do {
      let opened = try services.books()
      books = opened
      if let previous { enter(previous.manifest, previous.sha256, opened, once: true) }
      try publish(job, sets, previous, opened, &outcome)
    } catch {
      fail(&outcome, error)
      if let books, outcome.status != JobStatus.busy { enterFailure(outcome, books) }
    }
    // What was published before is delivered also by a run that itself came to nothing.
    guard let newest = outcome.manifest else { return }
    if let why = sets.link(to: newest.number) { note("\(SetFolder.linkName) does not lead to the newest set: \(why)") }
    try deliver(job, sets, newest, &outcome)
  }

  /// The job's own folder. In the shop it is made; elsewhere it must be there, as the disk may not be mounted.
  private func folder(of job: JobDefinition) throws -> OpenFolder {
    try shop.descendant(job.folderPath, making: job.isWithinShop ? nil : 0)
  }

  /// Brings in order what a run before has left.
  ///
  /// - Returns: the newest set, where it is whole.
  private mutating func mend(_ sets: SetFolder, _ outcome: inout JobOutcome) throws -> SetFolder.Published? {
    let mended = try sets.mend()
    for name in mended.removed { log.write(.init(event: "removed", message: name)) }
    record.number = max(record.number, mended.highest)
    if let damaged = mended.damaged {
      note("the newest set, \(SetNumber.text(damaged)), is no longer as it was published; a full one takes its place")
    }
    if let number = mended.completed {
      outcome.completed = number
      log.write(.init(run: number, event: "completed"))
      note("set \(SetNumber.text(number)) of the run that was cut short is whole, and is published now")
    }
    outcome.manifest = mended.newest?.manifest ?? (try? sets.newest())
    outcome.manifestSHA256 = mended.newest?.sha256
    return mended.newest
  }

  // MARK: - Publishing

  private mutating func publish(
    _ job: JobDefinition, _ sets: SetFolder, _ previous: SetFolder.Published?, _ books: JobServices.Books,
    _ outcome: inout JobOutcome
  ) throws {
    let states = DeltaStates(in: state)
    try states.keep(only: previous?.manifest.number)
    let number = record.number + 1
    log.run = number
    record.lastRun?.number = number
    let run = JobRun(
      job: job, number: number, cutOff: options.at ?? .now, previous: previous?.manifest,
      previousManifestSHA256: previous?.sha256, state: states.path(previous?.manifest.number),
      nextState: states.nextPath(number), isFull: options.isFull)
    let set = try BuiltSet(in: sets.folder)
    defer { set.discard() }
    let log = log
    let written: WrittenSet
    do {
      written = try books.writer.write(run, into: set) { progress in
        log.write(
          .init(
            event: "output", output: progress.output, rows: progress.rows, bytes: progress.seal?.bytes,
            sha256: progress.seal?.sha256, message: progress.file ?? "left out: no rows",
            durationMs: progress.milliseconds))
      }
    } catch {
      try? states.keep(only: previous?.manifest.number)
      throw error
    }
    for text in written.notes { note(text) }
    guard written.hasNews || job.whenUnchanged == .publish || previous == nil else {
      try states.keep(only: previous?.manifest.number)
      outcome.result = .unchanged
      log.write(.init(event: "unchanged"))
      if let previous {
        tryToEnter("nothing new since set \(SetNumber.text(previous.manifest.number))", previous.sha256, books)
      }
      return
    }
    try state.sync()
    try sets.publish(set, written.manifest)
    let sha256 = SHA256Hash.hexadecimal(of: try written.manifest.json())
    record.number = number
    outcome.result = .published
    outcome.manifest = written.manifest
    outcome.manifestSHA256 = sha256
    log.write(.init(event: "published", sha256: sha256, message: sets.folder.place(SetNumber.text(number))))
    enter(written.manifest, sha256, books)
    try states.keep(only: number)
  }

  // MARK: - The audit log

  /// Enters a set that was published, unless the log has it: a run may have been cut short before that, or right after.
  ///
  /// - Parameter once: whether the log is looked through for the same words.
  private mutating func enter(
    _ manifest: JobManifest, _ sha256: String, _ books: JobServices.Books, once: Bool = false
  ) {
    guard record.audited < manifest.number else { return }
    let what = "published set \(SetNumber.text(manifest.number)) (\(manifest.mode.rawValue))"
    if tryToEnter(what, sha256, books, once: once) { record.audited = manifest.number }
  }

  /// What was published stays published, whether the log can be written or not.
  ///
  /// - Parameter once: whether the same words are not entered again.
  @discardableResult
  private func tryToEnter(_ what: String, _ sha256: String?, _ books: JobServices.Books, once: Bool = false) -> Bool {
    let details = "job \(name): \(what)" + (sha256.map { "; manifest \($0)" } ?? "")
    do {
      if try !once || !books.has(details) { try books.enter(details) }
      return true
    } catch {
      let why = services.explain(error).problems.first?.message ?? "\(error)"
      note("the audit log could not be written, which does not touch what was published: \(why)")
      return false
    }
  }

  private func enterFailure(_ outcome: JobOutcome, _ books: JobServices.Books) {
    let why = outcome.problems.first?.message.prefix(300) ?? ""
    tryToEnter("failed with status \(outcome.status): \(why)", nil, books)
  }
}
