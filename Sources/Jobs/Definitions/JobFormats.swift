internal import FormatKit
internal import Reporting

/// Properties of formats for jobs beyond the formats' own descriptors: how a reader of data packages opens their files.
enum JobFormats {
  /// The format of files with the keys of removed rows, and of tables without a format of their own.
  static let tombstones = "csv"

  /// The report format for a file's ending; nil for an ending that is not a report's.
  static func reportFormat(forFileName name: String) -> ReportFormat? {
    guard let dot = name.lastIndex(of: ".") else { return nil }
    return ReportFormat(rawValue: name[name.index(after: dot)...].lowercased())
  }

  /// The ending of files of a layout, without the point.
  static func ending(of layout: OutputDefinition.Layout, _ registry: FormatRegistry) -> String {
    switch layout {
    case .report(let format): format.rawValue
    case .table(let id, _), .catalogue(let id, _):
      registry.formats.first { $0.descriptor.id == id }?.descriptor.extensions.first ?? id
    }
  }

  /// How a file is described, its columns aside.
  static func description(of layout: OutputDefinition.Layout, _ registry: FormatRegistry) -> ResourceDescription {
    let ending = ending(of: layout, registry)
    guard case .table(let id, let options) = layout else {
      return ResourceDescription(
        isTabular: false, format: ending, mediaType: mediaTypes[ending] ?? otherMediaType,
        encoding: binary.contains(ending) ? nil : "utf-8")
    }
    // The one format of tables that every such reader opens; other formats need parts of it that need not be installed.
    let isCSV = id == "csv"
    var description = ResourceDescription(
      isTabular: isCSV && options["header"] != "no" && options["quote"] != "none", format: ending,
      mediaType: mediaTypes[ending] ?? otherMediaType,
      encoding: binary.contains(ending) ? nil : "utf-8")
    if isCSV { description.dialect = csvDialect(options) }
    if isCSV, let null = options["null"] { description.missingValues = ["", null] }
    return description
  }

  private static func csvDialect(_ options: [String: String]) -> [String: DialectValue] {
    let named = ["tab": "\t", "\\t": "\t", "space": " ", "comma": ",", "semicolon": ";", "pipe": "|", "none": ","]
    let delimiter = options["delimiter"] ?? ","
    let quote = options["quote"] ?? "\""
    var dialect: [String: DialectValue] = [
      "delimiter": .text(named[delimiter] ?? delimiter), "header": .flag(options["header"] != "no"),
      "lineTerminator": .text(options["line-ends"] == "crlf" ? "\r\n" : "\n"),
    ]
    dialect["quoteChar"] = quote == "none" ? nil : .text(quote)
    if options["escape"] == "backslash" {
      dialect["escapeChar"] = .text("\\")
      dialect["doubleQuote"] = .flag(false)
    } else {
      dialect["doubleQuote"] = .flag(true)
    }
    return dialect
  }

  private static let otherMediaType = "application/octet-stream"
  private static let binary: Set<String> = ["xlsx", "zip", "pdf"]
  private static let mediaTypes = [
    "csv": "text/csv", "tsv": "text/tab-separated-values", "txt": "text/plain", "json": "application/json",
    "jsonl": "application/x-ndjson", "geojson": "application/geo+json", "html": "text/html", "xml": "application/xml",
    "pdf": "application/pdf", "zip": "application/zip",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ]
}
