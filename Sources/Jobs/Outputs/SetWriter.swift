public import FormatKit
public import Reporting
internal import RetailValues
public import Stock
public import Wording

/// Writes the files of sets: exports of records and reports, all of one snapshot of the books.
public struct SetWriter: SetWriting {
  private let shop: ShopDatabase
  private let registry: FormatRegistry
  private let reports: ReportLibrary
  private let language: Language
  private let watcher: SetWatcher?

  /// - Parameters:
  ///   - language: the language of reports that do not name one.
  ///   - watcher: receives the progress of the files.
  public init(
    shop: ShopDatabase, registry: FormatRegistry, reports: ReportLibrary, language: Language = .english,
    watcher: SetWatcher? = nil
  ) {
    self.shop = shop
    self.registry = registry
    self.reports = reports
    self.language = language
    self.watcher = watcher
  }

  public func write(
    _ run: JobRun, into folder: any StagedFolder, tell: (OutputProgress) -> Void
  ) throws -> WrittenSet {
    // Reports keep rows in temporary tables, which a connection that may write the shop does not allow them.
    let reading = try ShopDatabase.open(at: shop.path, readOnly: true)
    return try reading.withSnapshot(asOf: run.cutOff) { snapshot in
      var work = try SetWork(run, snapshot: snapshot, registry: registry, reports: reports, folder: folder)
      work.language = language
      work.watcher = watcher
      for output in run.job.outputs { try work.write(output, tell: tell) }
      return try work.finish()
    }
  }
}

/// Receives progress while the files of a set are written.
public struct SetWatcher {
  /// Called with the name of an output when it begins, and with each query of a report.
  public var begins: (_ output: String, _ query: String?) -> Void
  /// Called with the number of rows that were read, once per batch.
  public var advances: (_ rows: Int) -> Void

  public init(begins: @escaping (String, String?) -> Void, advances: @escaping (Int) -> Void) {
    self.begins = begins
    self.advances = advances
  }
}

/// One set while it is written.
struct SetWork {
  let run: JobRun
  let snapshot: ShopSnapshot
  let registry: FormatRegistry
  let reports: ReportLibrary
  let folder: any StagedFolder
  /// The language of reports that do not name one.
  var language = Language.english
  var watcher: SetWatcher?
  /// Whether outputs that may be deltas are.
  let isDelta: Bool
  private let published: PublishedState?
  private var notes: [String] = []
  private var files: [ManifestFile] = []
  private var skipped: [String] = []
  /// The outputs that have no rows although they must.
  private var empty: [String] = []
  private var hasNews: Bool
  /// Reports that are other than in the set before, perhaps only by the moment of their making.
  private var otherReports: [(output: OutputDefinition, before: FileSeal)] = []

  init(
    _ run: JobRun, snapshot: ShopSnapshot, registry: FormatRegistry, reports: ReportLibrary, folder: any StagedFolder
  ) throws {
    self.run = run
    self.snapshot = snapshot
    self.registry = registry
    self.reports = reports
    self.folder = folder
    let wantsDelta = run.job.outputs.contains { $0.mode == .delta }
    var reason: String?
    if wantsDelta { reason = Self.reasonForFullSet(run) }
    isDelta = wantsDelta && reason == nil
    if let reason, !run.isFull, run.previous != nil { notes.append("a full set instead of a delta: \(reason)") }
    // The first set, a full set instead of a delta, and a set of a changed definition are published even if no data
    // changed.
    hasNews = run.previous == nil || wantsDelta && !isDelta || run.previous?.definitionSHA256 != run.job.sha256
    let state = isDelta ? run.state : nil
    published =
      wantsDelta
      ? try PublishedState.naming(run.nextState) {
        PublishedState(
          rows: try PublishedRows(makingFileAt: run.nextState, number: run.number, after: state), path: run.nextState)
      } : nil
    try checkNames()
  }

  /// The reason why the job cannot write a delta; nil if it can.
  private static func reasonForFullSet(_ run: JobRun) -> String? {
    if run.isFull { return "it was asked for" }
    guard let previous = run.previous else { return "nothing was published before" }
    if previous.definitionSHA256 != run.job.sha256 { return "the definition of the job has changed" }
    guard let state = run.state, PublishedRows.isWhole(fileAt: state, number: previous.number) else {
      return "the record of what was published is lost or damaged"
    }
    return nil
  }

  private func fileName(of output: OutputDefinition) -> String {
    output.file.name(
      .init(
        job: run.job.name, output: output.name, number: run.number, cutOff: run.cutOff, clock: snapshot.settings.clock))
  }

  private func checkNames() throws {
    var taken: [String: String] = [JobManifest.fileName: "the manifest"]
    for output in run.job.outputs {
      let name = fileName(of: output)
      for name in [name] + (output.mode == .delta ? [TombstoneName.of(name)] : []) {
        guard let other = taken.updateValue(output.name, forKey: name.lowercased()) else { continue }
        throw Problems(
          .sameFileName, source: output.name, "the file would have the name of that of \(other): '\(name)'",
          remedy: "Give one of them another `file:` in the definition.")
      }
    }
  }

  /// Writes one output.
  mutating func write(_ output: OutputDefinition, tell: (OutputProgress) -> Void) throws {
    let start = ContinuousClock.now
    let name = fileName(of: output)
    let file = try folder.file(named: name)
    watcher?.begins(output.name, nil)
    let result: OutputResult
    do {
      result = try OutputWriter(work: self, output: output, published: output.mode == .delta ? published : nil)
        .write(to: file.sink)
    } catch {
      try? file.discard()
      throw error
    }
    if output.zeroRows == .fail, result.wanted == 0 { empty.append(output.name) }
    var seal: FileSeal?
    if output.zeroRows == .skip, result.rows == 0 {
      try file.discard()
      skipped.append(output.name)
    } else {
      let sealed = try file.finish()
      seal = sealed
      let isDelta = isDelta && output.mode == .delta
      files.append(
        ManifestFile(
          output: output.name, name: name, mode: isDelta ? .delta : .full, seal: sealed, rows: result.rows,
          description: result.description))
      if isDelta {
        hasNews = hasNews || result.rows ?? 0 > 0
      } else if output.mode == .full {
        let before = run.previous?.files.first { $0.output == output.name && $0.role == .data }
        if let before, before.seal != sealed, case .report = output.layout {
          otherReports.append((output, before.seal))
        } else {
          hasNews = hasNews || before?.seal != sealed
        }
      }
    }
    if isDelta, output.mode == .delta, let published { try writeTombstones(of: output, result, published) }
    tell(
      OutputProgress(
        output: output.name, file: seal == nil ? nil : name, rows: result.rows, seal: seal,
        milliseconds: Int((ContinuousClock.now - start) / .milliseconds(1))))
  }

  /// Writes the keys of rows that are gone, in a file of its own.
  private mutating func writeTombstones(
    of output: OutputDefinition, _ result: OutputResult, _ published: PublishedState
  ) throws {
    let name = TombstoneName.of(fileName(of: output))
    let file = try folder.file(named: name)
    let writing = try registry.format(JobFormats.tombstones)
    let schema = Schema(table: output.name, columnNames: result.keyNames)
    guard var writer = try writing.writing?.writer(for: schema, to: file.sink) else { return try file.discard() }
    var batch = RecordBatch()
    batch.reset(schema: schema)
    var rows = 0
    try PublishedState.naming(published.path) {
      try published.rows.forEachGone { key in
        for text in RowKey.texts(key).prefix(result.keyNames.count) {
          guard let text else {
            batch.append(missing: .null)
            continue
          }
          text.withUnsafeBufferPointer { batch.append($0) }
        }
        rows += 1
        batch.endRow(at: RecordPosition(line: 0, byteOffset: 0, record: rows))
        guard batch.isFull else { return }
        try writer.write(batch)
        batch.removeAllRows()
      }
    }
    if batch.rowCount > 0 { try writer.write(batch) }
    try writer.finish()
    let sealed = try file.finish()
    var description = JobFormats.description(of: .table(format: JobFormats.tombstones, options: [:]), registry)
    description.fields = result.description.fields.filter { result.keyNames.contains($0.name) }
    description.fields.sort {
      (result.keyNames.firstIndex(of: $0.name) ?? 0) < (result.keyNames.firstIndex(of: $1.name) ?? 0)
    }
    description.primaryKey = result.keyNames
    hasNews = hasNews || rows > 0
    files.append(
      ManifestFile(
        output: output.name, name: name, role: .tombstones, mode: .delta, seal: sealed, rows: rows,
        description: description))
  }

  /// Makes reports again under the moment that the set before names, until one is other than it was there.
  private mutating func lookForNewsInReports() throws {
    guard run.job.whenUnchanged == .skip,
      let moment = run.previous.flatMap({ Timestamp($0.cutOff, clock: snapshot.settings.clock) })
    else {
      hasNews = hasNews || !otherReports.isEmpty
      return
    }
    for (output, before) in otherReports where !hasNews {
      watcher?.begins(output.name, "comparing")
      hasNews = try OutputWriter(work: self, output: output, published: nil).sha256(naming: moment) != before.sha256
    }
  }

  /// The end of the audit log. A log with errors does not prevent a set from being published, but is reported.
  private mutating func proof() throws -> AuditProof? {
    do {
      return try snapshot.auditProof(madeAt: snapshot.settings.clock.iso8601(run.cutOff))
    } catch let error as Problems where error.code == .damaged {
      notes.append("\(error.message): \(error.remedy)")
      return nil
    }
  }

  mutating func finish() throws -> WrittenSet {
    guard empty.isEmpty else {
      throw Problems(
        .zeroRows, source: empty.joined(separator: ", "),
        "there are no rows, and the definition says that there must be some",
        remedy: "Look at what is missing in the shop, or say `zero_rows: allow` for the output.")
    }
    if let published { try PublishedState.naming(published.path) { try published.rows.finish() } }
    let settings = snapshot.settings
    // In a delta, a file without rows does not count as a change.
    let whole = Set(run.job.outputs.filter { $0.mode == .full }.map(\.name))
    hasNews = hasNews || whole.intersection(run.previous?.skipped ?? []) != whole.intersection(skipped)
    try lookForNewsInReports()
    let proof = try proof()
    return WrittenSet(
      manifest: JobManifest(
        job: run.job.name, shop: run.shop, title: run.job.title, number: run.number, mode: isDelta ? .delta : .full,
        cutOff: settings.clock.iso8601(run.cutOff), revisionFrom: run.previous?.revisionTo,
        revisionTo: try snapshot.catalogRevision(),
        previous: run.previous.flatMap { previous in
          run.previousManifestSHA256.map { .init(number: previous.number, manifestSHA256: $0) }
        }, definitionSHA256: run.job.sha256, currency: settings.currency.code, timeZone: settings.timeZone,
        files: files,
        skipped: skipped, proof: proof), hasNews: hasNews, notes: notes)
  }
}
