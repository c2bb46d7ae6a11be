internal import FormatKit
internal import Foundation

/// Brings published sets to a target, in order, each once.
struct JobDelivery {
  let sets: SetFolder
  let job: JobDefinition
  /// The shop's folder, which targets that are no absolute paths start from and commands run in.
  let shop: OpenFolder

  /// What a target lacks.
  struct Outstanding {
    /// In the order in which they are delivered.
    var numbers: [Int]
    /// The sets that retention took before the target had them.
    var missed: ClosedRange<Int>?
  }

  // MARK: - What is to be delivered

  /// The sets that a target lacks.
  ///
  /// - Parameter after: the newest set that it has.
  static func outstanding(in sets: SetFolder, newest: Int, after: Int) throws -> Outstanding {
    let lacking = try sets.numbers().filter { $0 > after && $0 <= newest }
    guard let first = lacking.first, first > after + 1 else { return Outstanding(numbers: lacking) }
    return Outstanding(numbers: lacking, missed: (after + 1)...(first - 1))
  }

  /// What a target that has nothing yet is taken to have: all before the newest set that tells everything.
  static func beginning(in sets: SetFolder, newest: Int) throws -> Int {
    let numbers = try sets.numbers().filter { $0 <= newest }
    for number in numbers.reversed() {
      guard let published = try sets.published(number) else { continue }
      if published.manifest.mode == .full { return number - 1 }
    }
    return (numbers.first ?? 1) - 1
  }

  /// A target that is ready to be given sets.
  struct Ready {
    /// Where it is a folder.
    var there: SetFolder?
    /// The newest set that it has.
    var after: Int
  }

  /// Looks where a target stands: by what lies in it where that can be seen, else by what is remembered.
  ///
  /// A folder is brought into order on the way.
  func ready(_ target: JobTarget, remembered: Int, newest: Int) throws -> Ready {
    guard case .folder(let path) = target.means else { return Ready(there: nil, after: remembered) }
    // Never made: where a disk is not mounted, its sets would fill the one below.
    let there = SetFolder(folder: try shop.descendant(path, making: 0), job: job.name)
    guard JobLock.hold(there.folder) else {
      throw FormatError(
        .sinkFailed, source: there.folder.path, "another run is publishing there", remedy: "Try again in a moment.")
    }
    let mended = try there.mend()
    guard let number = mended.announced else {
      // An empty folder, such as a new disk, begins anew.
      return Ready(there: there, after: min(remembered, try Self.beginning(in: sets, newest: newest)))
    }
    guard number <= newest else {
      throw FormatError(
        .sinkFailed, source: there.folder.path, value: "\(number)",
        "already holds set \(SetNumber.text(number)), later than any that this job has published",
        remedy: "Check whether another shop publishes there; otherwise move its sets away.")
    }
    _ = there.link(to: number)
    return Ready(there: there, after: number)
  }

  // MARK: - Delivering

  /// Brings one set to a target.
  ///
  /// - Returns: what the command said; empty for a folder.
  /// - Throws: ``DiagnosticCode/sinkFailed``.
  func deliver(_ number: Int, to target: JobTarget, _ ready: Ready) throws -> String {
    switch (target.means, ready.there) {
    case (.command(let words), _): return try run(words, for: number, target)
    case (.folder, let there?):
      try copy(number, to: there)
      return ""
    case (.folder, nil): return ""
    }
  }

  private func copy(_ number: Int, to there: SetFolder) throws {
    guard let published = try sets.published(number) else { throw changed(number) }
    // What is left of a set that was found damaged.
    if there.folder.entry(SetNumber.text(number)) != nil { try there.remove(number) }
    let source = try sets.folder.folder(named: SetNumber.text(number))
    let set = try BuiltSet(in: there.folder)
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
    try there.publish(set, published.manifest)
    _ = there.link(to: number)
    _ = try there.retire(job.retention, newest: published.manifest, needed: nil)
  }

  private func changed(_ number: Int) -> FormatError {
    FormatError(
      .sinkFailed, source: sets.folder.place(SetNumber.text(number)), "is not as it was published",
      remedy: "Run the job with --full; it publishes a new set.")
  }

  private func run(_ words: [String], for number: Int, _ target: JobTarget) throws -> String {
    let set = sets.folder.place(SetNumber.text(number))
    let values = [
      "{set}": set, "{folder}": sets.folder.path, "{number}": SetNumber.text(number), "{job}": job.name,
      "{manifest}": set + "/" + JobManifest.fileName,
    ]
    let ending = OutsideCommand(
      words: words.map { Self.filled($0, values) }, folder: shop.path, timeoutSeconds: target.timeoutSeconds,
      variables: ["STOCKROOM_JOB": job.name, "STOCKROOM_SET": SetNumber.text(number)]
    ).run()
    guard ending.status != 0 else { return ending.said }
    throw FormatError(
      .sinkFailed, "set \(SetNumber.text(number)) was not delivered: \(ending.trouble)",
      remedy: "Mend it, and run the job again: what is outstanding is delivered then.")
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
  /// Why it is no success, in a line.
  var trouble: String {
    // The last line is where programs say what went wrong.
    let line = said.split(whereSeparator: \.isNewline).last.map { ": " + $0.prefix(200) } ?? ""
    guard let status else { return "it cannot be started\(line)" }
    if timedOut { return "it took too long and was ended\(line)" }
    return status > 128 ? "signal \(status - 128) ended it\(line)" : "it ended with status \(status)\(line)"
  }
}
