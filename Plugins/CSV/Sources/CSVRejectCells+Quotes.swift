import FormatKit

/// Records whose quotes cannot be right. Written unchanged, they would take in the records after them.
extension CSVRejectCells {
  /// A record that can be read in only one way, as read: with proper quotes, and with a cell that says so unless such
  /// records are accepted.
  func repaired(_ record: [UInt8], _ fields: CSVLineReading.Fields) throws(Problems) -> [UInt8] {
    var cells: [String] = []
    for (column, (text, isQuoted)) in zip(fields.texts, fields.areQuoted).enumerated() {
      var text = String(decoding: text, as: UTF8.self)
      if !isQuoted {
        if spaces == .around || spaces == .after && column > 0 { text = String(text.drop { $0 == " " }) }
        if spaces == .around { text = String(text.reversed().drop { $0 == " " }.reversed()) }
        // Outside quotes, the word for no value means that there is no value.
        if text == options.null {
          cells.append(text)
          continue
        }
      }
      cells.append(try cell(text, needsQuotes: isQuoted))
    }
    if options.quotes == .strict { cells.append(try cell(QuoteProblem.repaired.rawValue)) }
    return Array(cells.joined(separator: String(Unicode.Scalar(marks.delimiter))).utf8) + Self.lineEnd(of: record)
  }

  /// A record that can be read in more than one way, with a cell that says so.
  func doubted(_ record: [UInt8]) throws(Problems) -> [UInt8] {
    let end = Self.lineEnd(of: record)
    return try record.dropLast(end.count) + [marks.delimiter] + cell(QuoteProblem.unsettled.rawValue).utf8 + end
  }
}
