public import Exchange
public import Reporting

/// One file of a set: which records or which report, and how they are written.
public struct OutputDefinition: Hashable, Sendable {
  /// What the definition calls it, unique within the job: letters, digits, `-` and `_`.
  public var name: String
  public var content: Content
  /// How the file is called, such as `products-{date}.csv`.
  public var file: FileNamePattern
  public var mode: JobMode
  public var zeroRows = ZeroRows.allow
  /// The columns wanted, in order; all of them when empty.
  public var columns: [OutputColumn] = []
  /// The columns that tell one row from every other. Empty for a file that is never a delta and whose rows have no key.
  public var key: [String] = []
  /// SHA-256 of all that the definition says of this output.
  public var sha256: String

  public init(name: String, content: Content, file: FileNamePattern, mode: JobMode = .full, sha256: String) {
    self.name = name
    self.content = content
    self.file = file
    self.mode = mode
    self.sha256 = sha256
  }

  public enum Content: Hashable, Sendable {
    case records(RecordOutput)
    case report(ReportOutput)
  }

  /// What a run does about an output that has no rows.
  public enum ZeroRows: String, Hashable, Sendable, CaseIterable {
    /// Writes the file all the same.
    case allow
    /// Publishes nothing of the whole set.
    case fail
    /// Leaves the file out of the set.
    case skip
  }
}

/// Records in a format of the registry.
public struct RecordOutput: Hashable, Sendable {
  /// The record kind; nil for a format that holds several kinds together, which is given all that it holds.
  public var kind: String?
  /// Id of the format.
  public var format: String
  public var options: [String: String] = [:]
  /// Code of the only location wanted.
  public var location: String?
  /// The rows wanted; all when nil.
  public var condition: RowCondition?
  /// Whether texts that a spreadsheet would take for formulas get an apostrophe before them.
  public var guardsFormulas = false

  public init(kind: String?, format: String) {
    self.kind = kind
    self.format = format
  }
}

/// A report with its parameters.
public struct ReportOutput: Hashable, Sendable {
  public var report: String
  public var format: ReportFormat
  public var parameters: [String: String] = [:]
  public var condition: RowCondition?
  /// Seconds that its queries may take.
  public var timeLimit: Double = 600
  public var guardsFormulas = false

  public init(report: String, format: ReportFormat) {
    self.report = report
    self.format = format
  }
}

/// A column of an output, under the name that the file gives it.
public struct OutputColumn: Hashable, Sendable {
  /// The field or the report's column.
  public var field: String
  public var name: String

  public init(field: String, name: String? = nil) {
    self.field = field
    self.name = name ?? field
  }
}
