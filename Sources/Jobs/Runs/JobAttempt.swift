internal import Exchange
internal import FormatKit
internal import Foundation
internal import RetailValues
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
  /// The announced set, after this run has checked that it is complete or has written it.
  private var trusted: SetMark?
  let began = ContinuousClock.now

  /// Why nothing can be remembered of the run; nil where all is well.
  private var recordError: (any Error)?

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
        note("the run of \(last.startedAt) was cut short; what it left is repaired")
      }
      record.lastRun = JobRecord.Run(startedAt: Timestamp.now.iso8601)
      try record.write(in: state)
    } catch {
      recordError = error
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
      if let recordError { throw recordError }
      try perform(definition, &outcome)
    } catch {
      fail(&outcome, error)
    }
    finish(&outcome)
    guard outcome.status != 0 else { return }
    var told = job ?? JobDefinition(name: name, outputs: [])
    // A failure is reported even if the definition itself is invalid.
    if job == nil { told.onFailure = services.failureCommand(name) }
    if !told.onFailure.isEmpty { tellFailure(told, outcome) }
  }

  private mutating func perform(_ job: JobDefinition, _ outcome: inout JobOutcome) throws {
    var books: JobServices.Books?
    do {
      let opened = try services.books()
      books = opened
      if let shop = opened.shop { record.shop = shop }
    } catch {
      // Without the shop's identity we do not know which sets are ours. If it is known, older sets are still delivered.
      guard record.shop != nil else { throw error }
      fail(&outcome, error)
    }
    let sets = try ownFolder(of: job, &outcome)
    let previous = try repair(job, sets, &outcome)
    try checkPresence(of: job, sets, outcome)
    let keys = Set(job.targets.map(\.key))
    record.delivered = record.delivered.filter { keys.contains($0.key) }
    record.refused = [:]
    let delivery = JobDelivery(sets: sets, job: job, shop: shop)
    var standings = standings(of: job, delivery)
    if let books {
      if let previous { enter(previous.manifest, previous.sha256, books, once: true) }
      let beyond = try previous.map { try beyondReach(standings, delivery, newest: $0.mark) } ?? []
      tryToPublish(job, sets, previous, books, &outcome, for: beyond)
    }
    // A run that failed also delivers sets that were published before.
    guard let newest = try newestMark(sets, &outcome) else { return }
    let lacking = deliver(&standings, delivery, newest: newest, &outcome)
    try makeUp(for: lacking, &standings, delivery, books, &outcome)
    if let newest = outcome.manifest { try retire(job, sets, newest, &outcome) }
  }

  /// A set that a target still needs was found damaged only when it was read: a full set takes the place of all such.
  private mutating func makeUp(
    for lacking: [Int], _ standings: inout [JobDelivery.Standing], _ delivery: JobDelivery,
    _ books: JobServices.Books?, _ outcome: inout JobOutcome
  ) throws {
    guard !lacking.isEmpty else { return }
    var needy = lacking.map { standings[$0] }
    if let books, outcome.result != .failed, let number = outcome.manifest?.number,
      let current = try delivery.sets.whole(number)
    {
      tryToPublish(delivery.job, delivery.sets, current, books, &outcome, for: needy.map(\.target.name))
      if let newest = try newestMark(delivery.sets, &outcome), newest != current.mark {
        let places = deliver(&needy, delivery, newest: newest, &outcome)
        needy = places.map { needy[$0] }
      }
    }
    for standing in needy {
      refuse(
        standing.target,
        Problems(
          .sinkFailed,
          "needs a full set, as sets that it lacks are gone or damaged, or it holds others than this job's",
          remedy: "The next run publishes one."), &outcome)
    }
  }

  /// The announced set, which `latest` must point to.
  private func newestMark(_ sets: SetFolder, _ outcome: inout JobOutcome) throws -> SetMark? {
    guard let newest = outcome.manifest, let trusted, trusted.number == newest.number else { return nil }
    if let why = sets.link(to: newest.number) { note("\(SetFolder.linkName) does not lead to the newest set: \(why)") }
    return trusted
  }

  /// The job's own folder, kept from others. In the shop it is made; elsewhere it must be there, as the disk may not be mounted.
  private mutating func ownFolder(of job: JobDefinition, _ outcome: inout JobOutcome) throws -> SetFolder {
    let wasThere = (try? shop.descendant(job.folderPath, making: 0)) != nil
    let folder = try shop.descendant(job.folderPath, making: job.isWithinShop ? nil : 0)
    // A missing folder was removed by a user: an unmounted disk leaves an empty folder.
    if !wasThere { record.folder = nil }
    outcome.folder = folder.path
    guard JobLock.hold(folder) else {
      throw Problems(.busy, "another run is publishing into \(folder.path)", remedy: "Try again in a moment.")
    }
    return SetFolder(folder: folder, owner: SetOwner(job: name, shop: record.shop), readers: job.readers)
  }

  /// Prevents publishing into the mount point of a disk that is not mounted.
  private func checkPresence(of job: JobDefinition, _ sets: SetFolder, _ outcome: JobOutcome) throws {
    guard outcome.manifest == nil, record.folder == job.folderKey, !options.isFull else { return }
    throw Problems(
      .sinkFailed, source: sets.folder.path,
      "holds none of the sets that were published there, up to \(SetNumber.text(record.number))",
      remedy: "Mount its disk, or bring the sets back; if they were removed on purpose, begin again with --full.")
  }

  /// Repairs the folder after an earlier run.
  ///
  /// - Returns: the newest set, if it is complete.
  private mutating func repair(
    _ job: JobDefinition, _ sets: SetFolder, _ outcome: inout JobOutcome
  ) throws -> SetFolder.Published? {
    let repaired = try sets.repair()
    for name in repaired.removed { log.write(.init(event: "removed", message: name)) }
    record.number = max(record.number, repaired.highest)
    if let damaged = repaired.damaged {
      note("the newest set, \(SetNumber.text(damaged)), is no longer as it was published; a full one takes its place")
    }
    if let number = repaired.completed {
      outcome.completed = number
      log.write(.init(run: number, event: "completed"))
      note("set \(SetNumber.text(number)) of the run that was cut short is whole, and is published now")
    }
    outcome.manifest = repaired.newest?.manifest ?? (try? sets.newest())
    outcome.manifestSHA256 = repaired.newest?.sha256
    trusted = repaired.announced?.mark
    if outcome.manifest != nil { record.folder = job.folderKey }
    return repaired.newest
  }

  // MARK: - Publishing

  /// - Parameter beyond: the targets that need a full set, even if nothing has changed.
  private mutating func tryToPublish(
    _ job: JobDefinition, _ sets: SetFolder, _ previous: SetFolder.Published?, _ books: JobServices.Books,
    _ outcome: inout JobOutcome, for beyond: [String]
  ) {
    if !beyond.isEmpty {
      note("a full set is made for \(beyond.joined(separator: ", ")): no set on hand leads on from what is there")
    }
    do {
      try publish(job, sets, previous, books, &outcome, isWanted: !beyond.isEmpty)
    } catch {
      fail(&outcome, error)
      if outcome.status != JobStatus.busy { enterFailure(outcome, books) }
    }
  }

  /// - Parameter isWanted: whether a full set is published though there be nothing new.
  private mutating func publish(
    _ job: JobDefinition, _ sets: SetFolder, _ previous: SetFolder.Published?, _ books: JobServices.Books,
    _ outcome: inout JobOutcome, isWanted: Bool
  ) throws {
    let states = DeltaStates(in: state)
    try states.keep(only: previous?.manifest.number)
    let number = record.number + 1
    log.run = number
    record.lastRun?.number = number
    try sets.checkRoom(for: number)
    let run = JobRun(
      job: job, shop: record.shop, number: number, cutOff: options.at ?? .now, previous: previous?.manifest,
      previousManifestSHA256: previous?.sha256, state: states.path(previous?.manifest.number),
      nextState: states.nextPath(number), isFull: options.isFull || isWanted)
    let set = try BuiltSet(in: sets)
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
    guard written.hasNews || isWanted || job.whenUnchanged == .publish || previous == nil else {
      try states.keep(only: previous?.manifest.number)
      outcome.result = .unchanged
      log.write(.init(event: "unchanged"))
      if let previous {
        let number = SetNumber.text(previous.manifest.number)
        tryToEnter("job \(name): nothing new since set \(number); manifest \(previous.sha256)", books)
      }
      return
    }
    try state.sync()
    try sets.publish(set, written.manifest)
    let sha256 = SHA256Hash.hexadecimal(of: try written.manifest.json())
    record.number = number
    record.folder = job.folderKey
    trusted = SetMark(number, sha256: sha256)
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
    if tryToEnter(manifest.act(sha256: sha256), books, once: once) { record.audited = manifest.number }
  }

  /// Writes to the log. A published set stays published even if the log cannot be written.
  ///
  /// - Parameter once: whether the same words are not entered again.
  @discardableResult
  private func tryToEnter(_ details: String, _ books: JobServices.Books, once: Bool = false) -> Bool {
    do {
      if try !once || !books.has(details) { try books.enter(details) }
      return true
    } catch {
      let why = services.explain(error).first.headline
      note("the audit log could not be written, which does not touch what was published: \(why)")
      return false
    }
  }

  private func enterFailure(_ outcome: JobOutcome, _ books: JobServices.Books) {
    let why = outcome.problems.first?.headline.prefix(300) ?? ""
    tryToEnter("job \(name): failed with status \(outcome.status): \(why)", books)
  }
}
