public import Exchange
internal import Foundation
public import Reporting
internal import Stock
public import Wording

/// One file of a set: which records or which report, and how they are written.
public struct OutputDefinition: Hashable, Sendable {
  /// The name in the definition, unique within the job: letters, digits, `-` and `_`.
  public var name: String
  public var content: Content
  public var layout: Layout
  /// How the file is called, such as `products-{date}.csv`.
  public var file: FileNamePattern
  public var mode = JobMode.full
  public var zeroRows = ZeroRows.allow
  /// The columns wanted, in order; empty for a layout that has no columns to choose.
  public var columns: [OutputColumn] = []
  /// The fields, among those of the columns, that identify a row; empty if no such fields are known.
  public var key: [String] = []
  /// The rows wanted; all when nil.
  public var condition: RowCondition?
  /// Whether texts that a spreadsheet would take for formulas get an apostrophe before them.
  public var guardsFormulas = false

  public init(name: String, content: Content, layout: Layout, file: FileNamePattern) {
    self.name = name
    self.content = content
    self.layout = layout
    self.file = file
  }

  public enum Content: Hashable, Sendable {
    case records(RecordOutput)
    case report(ReportOutput)
  }

  /// How the file is made.
  public enum Layout: Hashable, Sendable {
    /// A table of the columns and rows wanted, in a format of the registry.
    case table(format: String, options: [String: String])
    /// Everything that the files of a format of the registry hold of several kinds of records.
    case catalogue(format: String, options: [String: String])
    /// As the report itself has it.
    case report(ReportFormat)

    /// Whether it has words of its own, in a language.
    var hasLanguage: Bool {
      switch self {
      case .report(.html), .report(.xlsx), .report(.pdf): true
      case .report(.csv), .report(.json), .table, .catalogue: false
      }
    }
  }

  /// How to treat an output that has no rows.
  public enum ZeroRows: String, Hashable, Sendable, CaseIterable {
    /// Writes the file even if it has no rows.
    case allow
    /// Publishes nothing of the whole set.
    case fail
    /// Leaves the file out of the set.
    case skip
  }

  /// SHA-256 of all that is asked of the output: where it differs, rows cannot be compared with those of before.
  public var sha256: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let bytes = (try? encoder.encode(Meaning(self))) ?? Data(name.utf8)
    return SHA256Hash.hexadecimal(of: String(decoding: bytes, as: UTF8.self))
  }
}

/// The records of an output.
public struct RecordOutput: Hashable, Sendable, Codable {
  /// The record kind; nil for a format that is given all that it holds.
  public var kind: String?
  /// Code of the only location wanted.
  public var location: String?

  public init(kind: String?, location: String? = nil) {
    self.kind = kind
    self.location = location
  }
}

/// The report of an output.
public struct ReportOutput: Hashable, Sendable, Codable {
  public var report: String
  /// The query whose rows are meant where rows are.
  public var query: String?
  /// As written: days may be `today` or `yesterday`, periods `last-month`, seen from the cut-off.
  public var parameters: [String: String] = [:]
  /// The language of its page or workbook; the shop's when nil.
  public var language: Language?
  /// Seconds that its queries may take.
  public var timeLimit: Int = 600

  public init(report: String, query: String? = nil) {
    self.report = report
    self.query = query
  }
}

/// A column of an output, under the name that the file gives it.
public struct OutputColumn: Hashable, Sendable, Codable {
  /// The field or the report's column.
  public var field: String
  public var name: String

  public init(field: String, name: String? = nil) {
    self.field = field
    self.name = name ?? field
  }
}

/// The properties of an output that are hashed.
private struct Meaning: Encodable {
  let name: String
  var records: RecordOutput?
  var report: ReportOutput?
  let layout: [String]
  var options: [String: String] = [:]
  let file: String
  let mode: JobMode
  let zeroRows: String
  let columns: [OutputColumn]
  let key: [String]
  let condition: RowCondition?
  let guardsFormulas: Bool

  init(_ output: OutputDefinition) {
    name = output.name
    switch output.content {
    case .records(let wanted): records = wanted
    case .report(let wanted): report = wanted
    }
    switch output.layout {
    case .table(let format, let given):
      layout = ["table", format]
      options = given
    case .catalogue(let format, let given):
      layout = ["catalogue", format]
      options = given
    case .report(let format): layout = ["report", format.rawValue]
    }
    file = output.file.text
    mode = output.mode
    zeroRows = output.zeroRows.rawValue
    columns = output.columns
    key = output.key
    condition = output.condition
    guardsFormulas = output.guardsFormulas
  }
}
