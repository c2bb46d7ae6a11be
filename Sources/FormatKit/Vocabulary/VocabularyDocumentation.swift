public import ProblemKit

extension Vocabulary {
  /// The catalogue of record kinds in Markdown: a section for each kind with a table of its fields.
  ///
  /// The same declarations always produce the same text, so a test can compare the documentation with them. The order
  /// of kinds is that of ``kinds``; the order of fields is that of their columns.
  ///
  /// ```swift
  /// Vocabulary.markdown().contains("## variants")  // true
  /// ```
  public static func markdown() -> String {
    kinds.map(\.markdown).joined(separator: "\n")
  }
}

extension RecordKind {
  /// The section of this kind in Markdown, its heading at the second level.
  public var markdown: String {
    let keyNames = key.map { "`\($0.name)`" }.joined(separator: ", ")
    var lines = [
      "## \(name)", "", MarkdownTable.cell(summary), "", "Key: \(keyNames.isEmpty ? "none" : keyNames).", "",
      "| field | type | effect | required | refers to | meaning | also called |",
      "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for field in fields {
      let cells = [
        "`\(field.name)`", field.type.name, field.effect.rawValue, field.isRequired ? "yes" : "",
        field.references.map { "[\($0)](#\($0))" } ?? "",
        field.summary + (field.constantFillsBlanks ? " A value for the whole file fills its blank cells." : ""),
        field.namesForPeople,
      ]
      lines.append(MarkdownTable.row(cells))
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension RecordField {
  /// What a column may be called, as the documentation has it.
  fileprivate var namesForPeople: String {
    let everywhere = synonyms.joined(separator: ", ")
    let plain = plainNames.joined(separator: ", ")
    let texts = [everywhere, plain.isEmpty ? "" : "in a list that is known to be of this kind: \(plain)"]
    return texts.filter { !$0.isEmpty }.joined(separator: "; ")
  }
}

extension Problem.Code {
  /// A catalogue of codes in Markdown: one table, sorted by id, each code once.
  ///
  /// ```swift
  /// Problem.Code.markdown(of: [.sourceEmpty]).contains("| `source-empty` | error |")  // true
  /// ```
  public static func markdown(of codes: [Problem.Code]) -> String {
    var lines = ["| code | severity | what is wrong | what to do |", "| --- | --- | --- | --- |"]
    for code in Set(codes).sorted(by: { ($0.id, $0.summary) < ($1.id, $1.summary) }) {
      lines.append(MarkdownTable.row(["`\(code.id)`", code.severity.rawValue, code.summary, code.remedy]))
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// Rows of a table in GitHub Flavored Markdown, section 4.10.
package enum MarkdownTable {
  package static func row(_ cells: [String]) -> String { "| " + cells.map(cell).joined(separator: " | ") + " |" }

  /// The text of a cell: a bar would end it, a line break the row, and a bracket would begin a tag.
  package static func cell(_ text: String) -> String {
    var result = ""
    var isCode = false
    for character in text {
      if character == "`" { isCode.toggle() }
      switch character {
      case "|": result += "\\|"
      case _ where character.isNewline: result += " "
      case "<" where !isCode: result += "&lt;"
      default: result.append(character)
      }
    }
    return result
  }
}
