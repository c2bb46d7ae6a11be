internal import RetailValues

/// A CSV that is made of the columns of several queries: a header, and the rows of each query below one another.
public struct ReportCSVTable: Hashable, Sendable {
  struct Column: Hashable, Sendable {
    let name: String
    /// What its cells hold where the rows of a query neither say it nor have a column of its name.
    let otherwise: String
  }

  /// What there is for each row of a query.
  struct Rows: Hashable, Sendable {
    let query: String
    /// For each of the rows that are made of it, its cells by column, as a part of a template: `category`, `{{category_name}}`
    /// or `{{category_name}} of {{session}}`.
    let cells: [[String: String]]
  }

  let columns: [Column]
  let rows: [Rows]

  /// The template that makes it.
  func template(over queries: [ReportQuery]) -> String {
    let header = columns.map { CSVText.field($0.name) }.joined(separator: ",") + "\n"
    return rows.reduce(into: header) { text, rows in
      let query = queries.first { $0.name == rows.query }
      let lines = rows.cells.map { cells in
        columns.map { column in
          let own = query?.columns.contains { $0.name == column.name } == true ? "{{\(column.name)}}" : column.otherwise
          return Self.quoted(cells[column.name] ?? own)
        }.joined(separator: ",") + "\n"
      }
      text += "{{#\(rows.query)}}\n\(lines.joined()){{/\(rows.query)}}\n"
    }
  }

  /// A cell whose text is quoted where it must be; values are quoted when they are known.
  private static func quoted(_ cell: String) -> String {
    var text = ""
    var rest = cell[...]
    while let tag = rest.firstMatch(of: #/\{\{[^{}]*\}\}/#) {
      text +=
        (tag.range.lowerBound > rest.startIndex ? CSVText.field(String(rest[..<tag.range.lowerBound])) : "")
        + tag.output
      rest = rest[tag.range.upperBound...]
    }
    return text + (rest.isEmpty ? "" : CSVText.field(String(rest)))
  }
}

extension TableTemplates {
  /// The template of a CSV that is made of columns.
  static let csv = "csv-of-columns"
}
