public import FormatKit

/// Prints a reading as text that is read as a diff: one line per column, field, problem and finding.
///
/// ```text
/// finding delimiter = "semicolon" (by looking at the first lines)
/// table records
///   column sku: text
///   column quantity: text
/// record 1 at line 2, byte 13
///   sku: "A-1"
///   quantity: 12
///   warning csv-short-row at line 2: the row has 2 of 3 fields
///     Check the delimiter.
/// error source-truncated at line 9: …
/// ```
/// Text is in quotes with control characters escaped, numbers and booleans are without quotes, `null` is null; absent fields
/// are left out. A text of more than 200 bytes is shortened and identified by its length and a hash.
public enum BatchDump {
  /// Reads a sample and prints what came of it.
  public static func text<F: ReadableFormat>(of format: F.Type, _ sample: ConformanceSample) -> String {
    text(of: CollectedReading(of: format, source: sample.source(), options: sample.options))
  }

  /// Prints a reading.
  public static func text(of reading: CollectedReading) -> String {
    var lines: [String] = []
    for finding in reading.findings {
      lines.append("finding \(finding.name) = \(quoted(finding.value)) (\(finding.evidence))")
    }
    for table in reading.tables {
      for segment in table.segments {
        lines.append("table \(segment.schema.table)")
        for column in segment.schema.columns {
          let currency = column.currency.map { " in \($0)" } ?? ""
          lines.append("  column \(column.name): \(column.type.rawValue)\(currency)")
        }
        for record in segment.records { append(record, of: segment.schema, to: &lines) }
      }
    }
    if let error = reading.error { append(error.first, indent: "", to: &lines) }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func append(_ record: CollectedReading.Record, of schema: Schema, to lines: inout [String]) {
    let position = record.position
    lines.append("record \(position.record) at line \(position.line), byte \(position.byteOffset)")
    for (column, field) in zip(schema.columns, record.fields) where field.kind != .absent {
      lines.append("  \(column.name): \(text(of: field))")
    }
    for problem in record.problems { append(problem, indent: "  ", to: &lines) }
  }

  private static func append(_ problem: Problem, indent: String, to lines: inout [String]) {
    let position = problem.position
    var place: [String] = []
    if position.line > 0 { place.append("line \(position.line)") }
    if position.column > 0 { place.append("column \(position.column)") }
    if position.byteOffset >= 0 { place.append("byte \(position.byteOffset)") }
    if position.record > 0 { place.append("record \(position.record)") }
    if let field = position.field { place.append("field \(quoted(field))") }
    if let path = position.path { place.append(path) }
    var line = "\(indent)\(problem.severity.rawValue) \(problem.code.id)"
    if !place.isEmpty { line += " at " + place.joined(separator: ", ") }
    if let value = problem.value { line += ", value \(quoted(value))" }
    lines.append(line + ": " + escaped(problem.message))
    lines.append("\(indent)  \(escaped(problem.remedy))")
  }

  static func text(of field: CollectedReading.Field) -> String {
    switch field.kind {
    case .absent: "absent"
    case .null: "null"
    case .text: quoted(field.text)
    case .percentage: "\(escaped(field.text)) percentage"
    case .number, .boolean: field.text.utf8.count > 200 ? quoted(field.text) : escaped(field.text)
    }
  }

  private static func quoted(_ text: String) -> String {
    let count = text.utf8.count
    guard count > 200 else { return "\"\(escaped(text))\"" }
    // FNV-1a: enough to see that a long text changed.
    let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    let start = String(text.unicodeScalars.prefix(60).map(Character.init))
    return "\"\(escaped(start))…\" (\(count) bytes, hash \(String(hash, radix: 16)))"
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      default:
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse:
          result += "\\u{\(String(scalar.value, radix: 16))}"
        case .spaceSeparator where scalar != " ": result += "\\u{\(String(scalar.value, radix: 16))}"
        default: result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }
}
