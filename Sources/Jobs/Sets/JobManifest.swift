public import RetailValues
public import Stock

/// The content of a set: the `datapackage.json` in its folder, after Frictionless Data Package 1.
///
/// The order of the keys is fixed. Only the number, the cut-off and the previous set change from run to run, so the
/// same data produce the same bytes.
public struct JobManifest: Hashable, Sendable {
  public var job: String
  /// The identity of the shop, the same in all its copies; nil where its books have no log yet.
  public var shop: String?
  public var title: String?
  public var number: Int
  /// Whether the set contains all rows, or the changes since ``previous``.
  public var mode: JobMode
  /// The moment that the run names as that of its making, whose prices and sales events hold; records are as they were when
  /// it ran. ISO 8601 with the offset of the shop's clock.
  public var cutOff: String
  /// The catalog's revision in the previous set; nil if there is no previous set.
  public var revisionFrom: Int64?
  public var revisionTo: Int64
  public var previous: PreviousSet?
  public var definitionSHA256: String
  public var currency: String
  public var timeZone: String
  public var files: [ManifestFile]
  /// Outputs that had no rows and were left out, as the definition asks.
  public var skipped: [String]
  /// The end of the shop's audit log; nil in sets of earlier versions, and where the log was empty or broken.
  public var proof: AuditProof?

  public init(
    job: String, shop: String? = nil, title: String? = nil, number: Int, mode: JobMode, cutOff: String,
    revisionFrom: Int64? = nil,
    revisionTo: Int64, previous: PreviousSet? = nil, definitionSHA256: String, currency: String, timeZone: String,
    files: [ManifestFile], skipped: [String] = [], proof: AuditProof? = nil
  ) {
    self.job = job
    self.shop = shop
    self.title = title
    self.number = number
    self.mode = mode
    self.cutOff = cutOff
    self.revisionFrom = revisionFrom
    self.revisionTo = revisionTo
    self.previous = previous
    self.definitionSHA256 = definitionSHA256
    self.currency = currency
    self.timeZone = timeZone
    self.files = files
    self.skipped = skipped
    self.proof = proof
  }

  /// The set that was published before.
  public struct PreviousSet: Hashable, Sendable, Codable {
    public var number: Int
    /// SHA-256 of that set's own manifest, the file in the set's folder.
    public var manifestSHA256: String

    public init(number: Int, manifestSHA256: String) {
      self.number = number
      self.manifestSHA256 = manifestSHA256
    }
  }
}

/// One file of a set.
public struct ManifestFile: Hashable, Sendable {
  public enum Role: String, Hashable, Sendable, Codable {
    case data
    /// The keys of rows that are gone since the set before.
    case tombstones
  }
  /// The output that it is of.
  public var output: String
  /// The name within the set's folder.
  public var name: String
  public var role: Role
  public var mode: JobMode
  public var seal: FileSeal
  /// nil for files that are not made of rows, such as pages.
  public var rows: Int?
  public var description: ResourceDescription

  public init(
    output: String, name: String, role: Role = .data, mode: JobMode = .full, seal: FileSeal, rows: Int? = nil,
    description: ResourceDescription
  ) {
    self.output = output
    self.name = name
    self.role = role
    self.mode = mode
    self.seal = seal
    self.rows = rows
    self.description = description
  }
}

/// One run of a job: what it is asked for, and what was there before.
public struct JobRun: Sendable {
  public var job: JobDefinition
  /// The identity of the shop.
  public var shop: String?
  /// The number of the set that is made.
  public var number: Int
  /// The moment that reports show as that of their creation, from which file names take their dates, and for which
  /// prices and sales events apply. Records are unchanged.
  public var cutOff: Timestamp
  /// The newest published set; nil if there is no such set.
  public var previous: JobManifest?
  /// SHA-256 of that set's own manifest.
  public var previousManifestSHA256: String?
  /// The state that was written with that set; nil if there is no such state.
  public var state: String?
  /// The path for the state of this run; the file does not exist yet.
  public var nextState: String
  /// Whether a full set is requested, even if the job's mode is delta.
  public var isFull: Bool

  public init(
    job: JobDefinition, shop: String? = nil, number: Int, cutOff: Timestamp, previous: JobManifest? = nil,
    previousManifestSHA256: String? = nil, state: String? = nil, nextState: String, isFull: Bool = false
  ) {
    self.job = job
    self.shop = shop
    self.number = number
    self.cutOff = cutOff
    self.previous = previous
    self.previousManifestSHA256 = previousManifestSHA256
    self.state = state
    self.nextState = nextState
    self.isFull = isFull
  }
}

/// Writes the files of sets.
///
/// Implementers guarantee:
///
/// - All files are from one state of the books.
/// - Memory use does not grow with the number of rows.
/// - The same books, definition and cut-off produce the same bytes.
/// - The state of the run is on disk before the call returns.
/// - A call that throws leaves nothing to clean up except files in the folder and at ``JobRun/nextState``.
public protocol SetWriting {
  /// - Parameter tell: called after each output is written.
  func write(_ run: JobRun, into folder: any StagedFolder, tell: (OutputProgress) -> Void) throws -> WrittenSet
}

/// The result of writing a set.
public struct WrittenSet: Sendable {
  /// The manifest. It is not written yet: the caller that publishes the set writes it.
  public var manifest: JobManifest
  /// Whether anything has changed since the previous set. If not, the set need not be published.
  public var hasNews: Bool
  /// Notices to report although nothing failed, for example why a delta became a full set.
  public var notes: [String]

  public init(manifest: JobManifest, hasNews: Bool, notes: [String] = []) {
    self.manifest = manifest
    self.hasNews = hasNews
    self.notes = notes
  }
}

/// An output that is written.
public struct OutputProgress: Sendable {
  public var output: String
  /// nil when the output was left out.
  public var file: String?
  public var rows: Int?
  public var seal: FileSeal?
  public var milliseconds: Int

  public init(output: String, file: String?, rows: Int?, seal: FileSeal?, milliseconds: Int) {
    self.output = output
    self.file = file
    self.rows = rows
    self.seal = seal
    self.milliseconds = milliseconds
  }
}
