internal import Exchange
internal import FormatKit
internal import Foundation

/// Delivers published sets to a target, in order, each set once.
///
/// A delta is delivered only to a target that has the set before it: the delta's manifest contains the mark of that
/// set. If a target's sequence of sets is broken, a full set begins a new sequence.
struct JobDelivery {
  let sets: SetFolder
  let job: JobDefinition
  /// The shop's folder. Relative paths of targets start from it, and commands run in it.
  let shop: OpenFolder

  /// The state of a target at the beginning of a run.
  struct Standing {
    let target: JobTarget
    /// The target's folder, if the target is a folder.
    var there: SetFolder?
    /// The newest set that it has; nil if it has no set.
    var mark: SetMark?
    /// The highest number of a set that it ever had, as far as that can be seen.
    var highest = 0
    /// The remains of an interrupted delivery that were removed there.
    var removed: [String] = []
    /// Why nothing can be brought to it.
    var error: (any Error)?
  }

  // MARK: - What is to be delivered

  /// Determines the state of a target: from its content if the target is a folder, otherwise from the record of earlier
  /// deliveries.
  ///
  /// Repairs a target folder at the same time.
  func standing(of target: JobTarget, _ given: JobRecord.Given?) -> Standing {
    var standing = Standing(target: target)
    do {
      switch target.delivery {
      case .command:
        standing.mark = given?.mark
        standing.highest = given?.mark?.number ?? 0
      case .folder(let path):
        // Never made: where a disk is not mounted, its sets would fill the one below.
        let there = SetFolder(
          folder: try shop.descendant(path, making: 0), owner: sets.owner, readers: sets.readers)
        guard JobLock.hold(there.folder) else {
          throw Problems(
            .sinkFailed, source: there.folder.path, "another run is publishing there", remedy: "Try again in a moment.")
        }
        standing.there = there
        let repaired = try there.repair()
        standing.removed = repaired.removed
        standing.mark = repaired.announced?.mark
        standing.highest = repaired.highest
        if let number = standing.mark?.number { _ = there.link(to: number) }
      }
    } catch {
      standing.error = error
    }
    return standing
  }

  /// The number after which a target is to be given sets.
  ///
  /// - Parameters:
  ///   - mark: the newest set that it has.
  ///   - given: what is remembered of it.
  func start(_ mark: SetMark?, _ given: JobRecord.Given?, newest: Int) throws -> Int {
    if let mark { return mark.number }
    // An empty target begins with the newest full set, unless older sets are still to be delivered to it.
    let beginning = try beginning(newest: newest)
    return given.map { min($0.number, beginning) } ?? beginning
  }

  private func beginning(newest: Int) throws -> Int {
    let numbers = try sets.numbers().filter { $0 <= newest }
    for number in numbers.reversed() {
      if try sets.published(number)?.manifest.mode == .full { return number - 1 }
    }
    return (numbers.first ?? 1) - 1
  }

  /// Visits the sets that a target can be given, in order.
  ///
  /// - Parameters:
  ///   - mark: the set that the target has.
  ///   - take: returns whether the target has taken the set; if not, sets that depend on it are left out.
  /// - Returns: whether the target then has the newest set. If not, only a full set can bring it up to date.
  func walk(
    from mark: SetMark?, after start: Int, through newest: SetMark, _ take: (KnownSet) throws -> Bool
  ) throws -> Bool {
    var mark = mark
    for set in try sets.sets(after: start, through: newest.number) where set.follows(mark) {
      if try take(set) { mark = set.mark }
    }
    return mark == newest
  }

  /// Whether the available sets can bring a target up to date.
  func isWithinReach(_ standing: Standing, _ given: JobRecord.Given?, newest: SetMark) throws -> Bool {
    // A later number is of a history that the job has lost, as when the shop was restored from a backup.
    guard standing.highest <= newest.number else { return false }
    let start = try start(standing.mark, given, newest: newest.number)
    return try walk(from: standing.mark, after: start, through: newest) { try sets.seemsWhole($0) }
  }

  // MARK: - Delivering

  /// The result of delivering one set to a target.
  struct Delivered {
    /// The output of the command.
    var said = ""
    /// The sets that were removed from a folder: one that was damaged, and those that retention took.
    var removed: [Int] = []
    var retired: [Int] = []
  }

  /// Brings one set to a target.
  ///
  /// - Throws: ``Problem/Code/sinkFailed``.
  func deliver(_ set: KnownSet, to standing: Standing) throws -> Delivered {
    switch (standing.target.delivery, standing.there) {
    case (.command(let words), _): return Delivered(said: try run(words, for: set, standing.target))
    case (.folder, let there?): return try copy(set.number, to: there)
    case (.folder, nil): return Delivered()
    }
  }

  private func copy(_ number: Int, to there: SetFolder) throws -> Delivered {
    var delivered = Delivered()
    guard let published = try sets.published(number) else { throw changed(number) }
    // The remains of a set that was found damaged.
    if try there.published(number) != nil {
      try there.remove(number)
      delivered.removed = [number]
    }
    try there.checkRoom(for: number)
    let source = try sets.folder.folder(named: SetNumber.text(number))
    let set = try BuiltSet(in: there)
    defer { set.discard() }
    for file in published.manifest.files {
      guard let descriptor = try source.openFile(file.name) else { throw changed(number) }
      defer { close(descriptor) }
      let copy = try set.file(named: file.name)
      _ = try source.read(descriptor, of: file.name) { part in
        try copy.sink.write(part.assumingMemoryBound(to: UInt8.self))
        return true
      }
      guard try copy.finish() == file.seal else { throw changed(number) }
    }
    // The very bytes: the set after it names their SHA-256.
    try there.publish(set, published.manifest, bytes: published.bytes)
    _ = there.link(to: number)
    delivered.retired = try there.retire(job.retention, newest: published.manifest, needed: nil).removed
    return delivered
  }

  private func changed(_ number: Int) -> Problems {
    Problems(
      .sinkFailed, source: sets.folder.place(SetNumber.text(number)), "is not as it was published",
      remedy: "Run the job again: what cannot be used any more is made up for by a full set.")
  }

  private func run(_ words: [String], for set: KnownSet, _ target: JobTarget) throws -> String {
    let number = SetNumber.text(set.number)
    let place = sets.folder.place(number)
    let values = [
      "{set}": place, "{folder}": sets.folder.path, "{number}": number, "{job}": job.name,
      "{manifest}": place + "/" + JobManifest.fileName,
    ]
    let ending = OutsideCommand(
      words: words.map { Self.filled($0, values) }, folder: shop.path, timeoutSeconds: target.timeoutSeconds,
      variables: ["STOCKROOM_JOB": job.name, "STOCKROOM_SET": number]
    ).run()
    guard try sets.seemsWhole(set) else {
      throw Problems(
        .sinkFailed, source: place, "the command has removed or changed the set that it was given",
        remedy: "Have it copy what it is given: others still need the set. The next run publishes a full one.")
    }
    guard ending.status != 0 else { return ending.said }
    throw Problems(
      .sinkFailed, "set \(number) was not delivered: \(ending.failure)",
      remedy: "Correct it, and run the job again: what is outstanding is delivered then.")
  }

  /// A word with its placeholders filled in, once: what is put in is not looked through again.
  static func filled(_ word: String, _ values: [String: String]) -> String {
    var filled = ""
    var rest = word[...]
    while let brace = rest.firstIndex(of: "{") {
      filled += rest[..<brace]
      rest = rest[brace...]
      if let (name, value) = values.first(where: { rest.hasPrefix($0.key) }) {
        filled += value
        rest = rest.dropFirst(name.count)
      } else {
        filled += "{"
        rest = rest.dropFirst()
      }
    }
    return filled + rest
  }
}

extension OutsideCommand.Ending {
  /// The reason for the failure, in one line.
  var failure: String {
    // The last line is where programs say what went wrong.
    let line = said.split(whereSeparator: \.isNewline).last.map { ": " + $0.prefix(200) } ?? ""
    guard let status else { return "it cannot be started\(line)" }
    if timedOut { return "it took too long and was ended\(line)" }
    return status > 128 ? "signal \(status - 128) ended it\(line)" : "it ended with status \(status)\(line)"
  }
}
