public import FormatKit

extension FormatConformance {
  /// Writes some, all and none of the records of each sample as refused, reads them back with the same options, and demands
  /// the same fields in the same tables and the two columns of ``RejectColumns``, for any chunks of the source; and
  /// that a file of refused records, refused again, has its two fields replaced.
  ///
  /// A sample that cannot be read to its end is also written, and must not crash; one at least must be readable.
  public static func rejectViolations<F: RejectingFormat>(
    of format: F.Type, samples: [ConformanceSample], seed: UInt64 = 1
  ) -> [String] {
    var found: [String] = []
    var generator = SeededGenerator(seed: seed)
    var tried = 0
    for sample in samples {
      let whole = CollectedReading(of: format, source: sample.source(), options: sample.options)
      if whole.error == nil, whole.recordCount > 0 { tried += 1 }
      for (part, share) in [("no", 0), ("some", 0.3), ("half of the", 0.5), ("one of the", -1), ("all", 1)] {
        var chosen = RejectChoice(of: whole)
        chosen.choose(share, using: &generator)
        let context = "\(sample.name) with \(part) records refused"
        guard let trial = RejectTrial(format, sample, chosen, word: "m") else { continue }
        found += trial.violations.map { "\(context): \($0)" }
        if let small = RejectTrial(format, sample, chosen, word: "m", chunk: 5), small.bytes != trial.bytes {
          found.append("\(context): chunks of 5 bytes give another file")
        }
        guard !trial.bytes.isEmpty, trial.violations.isEmpty else { continue }
        // Refused again, the records carry the new notes and no others.
        let second = sample.replacing(trial.bytes)
        var again = RejectChoice(of: CollectedReading(of: format, source: second.source(), options: sample.options))
        again.choose(1, using: &generator)
        if let repeated = RejectTrial(format, second, again, word: "n") {
          found += repeated.violations.map { "\(context), all refused again: \($0)" }
        }
      }
    }
    if tried == 0 { found.append("no sample gave records, so nothing was tried") }
    return shortened(found)
  }

  /// Writes the rows of a sample whose records have errors back as refused, and reads them again: as many rows, in a file
  /// that the format recognises as surely as its own.
  ///
  /// For formats whose refused rows are written unchanged, such as the exports of shop systems.
  ///
  /// - Parameter table: the table that has a record for each row.
  public static func refusedRowViolations<F: RejectingFormat>(
    of format: F.Type, sample: ConformanceSample, table: String
  ) -> [String] {
    let reading = CollectedReading(of: format, source: sample.source(), options: sample.options)
    var refused: [RejectedRecord] = []
    for table in reading.tables {
      for record in table.records where record.problems.contains(where: { $0.severity == .error }) {
        let position = record.position
        refused.append(
          RejectedRecord(
            record: position.record, table: table.name, line: position.line, byteOffset: position.byteOffset,
            mark: "m", reasons: record.problems.map(\.message)))
      }
    }
    guard !refused.isEmpty else { return ["no record of \(sample.name) has an error, so nothing was tried"] }
    refused.sort { ($0.byteOffset, $0.record, $0.table) < ($1.byteOffset, $1.record, $1.table) }
    let sink = ByteSink.memory()
    var found: [String] = []
    do {
      try F(options: F.Options()).writeRejects(of: sample.source(), RejectedRecords(refused), to: sink)
      let header = RejectColumns.all.joined(separator: ",") + ","
      if !sink.collectedText.hasPrefix(header) { found.append("the file does not begin with \(header)") }
      let back = ByteSource.memory(sink.collectedBytes, name: sample.name)
      let score = F.sniff(try back.preview()).score
      if score <= 90 { found.append("the file is recognised with a score of only \(score)") }
      let again = CollectedReading(of: format, source: back, options: sample.options)
      if let error = again.error { found.append("reading it again ends with: \(error)") }
      found += again.contractViolations
      let (rows, expected) = (again.table(table)?.records.count ?? 0, Set(refused.map(\.line)).count)
      if rows != expected { found.append("\(rows) rows are read again, not \(expected)") }
    } catch {
      found.append("writing the rows ends with: \(error)")
    }
    return shortened(found.map { "\(sample.name): \($0)" })
  }

  /// Refuses every record of damaged samples: an error or a file, never a crash, each time in seconds.
  public static func rejectMutationViolations<F: RejectingFormat>(
    of format: F.Type, samples: [ConformanceSample], rounds: Int = 1000, seed: UInt64 = 1
  ) -> [String] {
    guard !samples.isEmpty else { return ["there is no sample to damage"] }
    var found: [String] = []
    var damages = DamagedSamples(of: samples, seed: seed)
    for round in 0..<Seeds.rounds(rounds) where found.count < maximumViolations {
      let damaged = damages.next()
      let start = ContinuousClock.now
      let reading = CollectedReading(
        of: format, source: damaged.source(), options: damaged.options, recordLimit: max(16, damaged.bytes.count))
      var chosen = RejectChoice(of: reading)
      chosen.choose(round % 2 == 0 ? 1 : 0.3, using: &damages.generator)
      let context = "\(damaged.name) damaged in round \(round) of seed \(seed), its records refused"
      if let trial = RejectTrial(format, damaged, chosen, word: "m") {
        found += trial.violations.map { "\(context): \($0)" }
      }
      let time = ContinuousClock.now - start
      if time > .seconds(10) { found.append("\(context): \(damaged.bytes.count) bytes took \(time)") }
    }
    return shortened(found)
  }
}

/// Some records of a reading, as refused ones.
private struct RejectChoice {
  struct Key: Hashable {
    var table: String
    var record: Int
  }

  let reading: CollectedReading
  private(set) var records: [RejectedRecord] = []
  /// The rows that must come back: those of the main table that hold a refused row, and all rows within them.
  private(set) var kept: [Key: Key] = [:]
  /// The table of the records, which the others belong to.
  private(set) var mainTable = ""
  /// The marks that each row of the main table must carry.
  private(set) var marks: [Int: [Int]] = [:]

  init(of reading: CollectedReading) { self.reading = reading }

  /// - Parameter share: how many of the records, 0 to 1; one at random when it is negative.
  mutating func choose(_ share: Double, using generator: inout SeededGenerator) {
    guard let main = reading.tables.first(where: { Self.parent(of: $0.name, in: reading.tables) == nil }) else {
      return
    }
    mainTable = main.name
    var owners: [Key: Key] = [:]
    for table in reading.tables.sorted(by: { $0.name.utf8.count < $1.name.utf8.count }) {
      for record in table.flattened {
        let key = Key(table: table.name, record: record.record.position.record)
        owners[key] = key
        guard table.name != main.name, let parent = Self.parent(of: table.name, in: reading.tables),
          let number = record.values["_parent"].flatMap({ Int($0.text) })
        else { continue }
        owners[key] = owners[Key(table: parent, record: number)]
      }
    }
    let places = reading.tables.flatMap { table in table.records.map { (table.name, $0.position) } }
    let single = places.indices.randomElement(using: &generator)
    for (index, (table, position)) in places.enumerated() {
      let isChosen = share < 0 ? index == single : Double.random(in: 0..<1, using: &generator) < share
      guard isChosen, let owner = owners[Key(table: table, record: position.record)], owner.table == main.name else {
        continue
      }
      records.append(
        RejectedRecord(
          record: position.record, table: table, line: position.line, byteOffset: position.byteOffset,
          mark: "", reasons: []))
      marks[owner.record, default: []].append(0)
    }
    records.sort { ($0.byteOffset, $0.record, $0.table) < ($1.byteOffset, $1.record, $1.table) }
    marks = marks.mapValues { _ in [] }
    for index in records.indices {
      guard let owner = owners[Key(table: records[index].table, record: records[index].record)] else { continue }
      marks[owner.record]?.append(index)
    }
    renumber(owners, main.name)
  }

  /// The table that the rows of a table belong to: the longest name that its own begins with.
  private static func parent(of name: String, in tables: [CollectedReading.Table]) -> String? {
    tables.map(\.name).filter { name.hasPrefix($0 + ".") }.max { $0.count < $1.count }
  }

  private mutating func renumber(_ owners: [Key: Key], _ main: String) {
    for table in reading.tables {
      var count = 0
      for record in table.records {
        let key = Key(table: table.name, record: record.position.record)
        guard let owner = owners[key], marks[owner.record] != nil, owner.table == main else { continue }
        count += 1
        kept[key] = Key(table: table.name, record: count)
      }
    }
  }

  /// The parent's number after the others have gone.
  func number(ofParent number: Int, of table: String) -> Int? {
    Self.parent(of: table, in: reading.tables).flatMap { kept[Key(table: $0, record: number)]?.record }
  }
}

/// One writing of refused records, and what is wrong with it.
private struct RejectTrial {
  var bytes: [UInt8] = []
  var violations: [String] = []

  /// Nil when the source cannot be read to its end and so cannot be written either.
  init?<F: RejectingFormat>(
    _ format: F.Type, _ sample: ConformanceSample, _ chosen: RejectChoice, word: String, chunk: Int = .max
  ) {
    var numbered = chosen.records
    for index in numbered.indices {
      numbered[index].mark = "\(word)-\(index)"
      numbered[index].reasons = [
        "\(word) reason", "=price '1,\"5\u{20AC}<' is; not | a\tnumber\n[\(word)-code-\(index)]",
      ]
    }
    let sink = ByteSink.memory()
    do {
      let options = try F.Options(parsing: sample.options, of: F.descriptor.id)
      try F(options: options).writeRejects(
        of: sample.source(chunk: chunk), RejectedRecords(numbered), to: sink)
    } catch {
      guard chosen.reading.error == nil else { return nil }
      violations.append("writing them ends with \(error.code.id): \(error.headline)")
      return
    }
    bytes = sink.collectedBytes
    guard chosen.reading.error == nil else { return }
    let again = CollectedReading(of: format, source: sample.replacing(bytes).source(), options: sample.options)
    violations += again.contractViolations
    // A document without its only record may not be a document at all.
    if let error = again.error, !numbered.isEmpty {
      violations.append("reading them ends with \(error.code.id): \(error.headline)")
    }
    if numbered.isEmpty {
      if again.recordCount > 0 { violations.append("\(again.recordCount) records come back though none was refused") }
      return
    }
    compare(again, chosen, word)
  }

  private mutating func compare(_ again: CollectedReading, _ chosen: RejectChoice, _ word: String) {
    for table in chosen.reading.tables {
      let expected = table.flattened.filter {
        chosen.kept[RejectChoice.Key(table: table.name, record: $0.record.position.record)] != nil
      }
      let returned = again.table(table.name)?.flattened ?? []
      guard expected.count == returned.count else {
        violations.append(
          "the table '\(table.name)' has \(returned.count) records instead of \(expected.count); the tables are "
            + "\(again.tables.map(\.name))")
        continue
      }
      let columns = Set(again.table(table.name)?.segments.flatMap(\.schema.columns).map(\.name) ?? [])
      for (index, (ours, theirs)) in zip(expected, returned).enumerated() {
        var ours = ours
        // Problems of a header are attached to the first record.
        if index == 0 { ours.record.problems = theirs.record.problems }
        // An empty text may be all that there is of a column, and then it is not a column.
        for (place, name) in ours.columns.enumerated()
        where !columns.contains(name) && ours.record.fields[place].text.isEmpty {
          ours.record.fields[place].kind = .absent
        }
        compare(ours, theirs, isMain: table.name == chosen.mainTable, in: table.name, chosen, word)
      }
    }
  }

  private mutating func compare(
    _ ours: CollectedReading.FlatRecord, _ theirs: CollectedReading.FlatRecord, isMain: Bool, in table: String,
    _ chosen: RejectChoice, _ word: String
  ) {
    let number = ours.record.position.record
    var (right, found) = (ours.values, theirs.values)
    for name in RejectColumns.all { right[name] = nil }
    if !isMain, let parent = right["_parent"].flatMap({ Int($0.text) }) {
      right["_parent"]?.text = chosen.number(ofParent: parent, of: table).map(String.init) ?? "?"
    }
    if isMain {
      let marks = (chosen.marks[number] ?? []).map { "\(word)-\($0)" }
      if found[RejectColumns.mark]?.text != marks.joined(separator: " ") {
        violations.append("record \(number) carries the mark '\(found[RejectColumns.mark]?.text ?? "")', not \(marks)")
      }
      let reason = found[RejectColumns.reason]?.text ?? ""
      let codes = marks.map { "[\(word)-code-\($0.dropFirst(2))]" }
      // The reasons of very many rows are cut off.
      let isCut = reason.utf8.count > 30_000
      if !isCut && codes.contains(where: { !reason.contains($0) }) || reason.hasPrefix("=") {
        violations.append("record \(number) carries the reason '\(reason)' without all of \(codes)")
      }
      for name in RejectColumns.all { found[name] = nil }
    }
    // For a record that the reader could not read, the other reading may have more fields, which are not compared.
    if !ours.errorCodes.isEmpty, !theirs.errorCodes.isEmpty { found = found.filter { right[$0.key] != nil } }
    if right != found {
      let shown = { (fields: [String: CollectedReading.Field]) in
        fields.sorted { $0.key < $1.key }.map { "\($0.key): \(BatchDump.text(of: $0.value))" }
      }
      violations.append("record \(number) of '\(table)' has \(shown(found)) instead of \(shown(right))")
    }
    // An element may be a level deeper now, and meet another limit first.
    let (codes, foundCodes) = (ours.errorCodes, theirs.errorCodes)
    if codes.isEmpty != foundCodes.isEmpty {
      violations.append("record \(number) of '\(table)' has the errors \(foundCodes) instead of \(codes)")
    }
  }
}

extension CollectedReading.FlatRecord {
  fileprivate var errorCodes: [String] {
    record.problems.filter { $0.severity == .error }.map(\.code.id)
  }
}
