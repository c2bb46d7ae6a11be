internal import GRDB
internal import ProblemKit

/// Titles that were damaged before the file came: each lost letter is a replacement character (U+FFFD).
extension StagingArea {
  /// Refuses damaged titles of products whose title in the shop has letters in their place, and warns of the others that would
  /// be written.
  func judgeLostLetters() throws {
    let stage = "products"
    guard staged[stage]?.fields.contains("title") == true else { return }
    let sign = "char(65533)"
    let isDamaged = "instr(f_title, \(sign)) > 0"
    // Several replacement characters may be one letter.
    let pattern = [#"\"#, "%", "_"].reduce("f_title") { #"replace(\#($0), '\#($1)', '\\#($1)')"# }
    let known = "SELECT p.title FROM products p WHERE p.code = f_product_code"
    if try !isEmpty("products") {
      try refuse(
        in: stage, code: .lettersToLose, field: "title", value: "f_title",
        message: "'title ''' || f_title || ''' has lost letters, which the shop has: ''' || (\(known)) || ''''",
        remedy: Problem.Code.lettersToLose.remedy,
        where:
          "\(isDamaged) AND EXISTS (\(known) AND p.title <> f_title AND p.title LIKE replace(\(pattern), \(sign), '%') "
          + #"ESCAPE '\')"#)
    }
    try database.execute(
      sql: """
        INSERT INTO temp.problems (seq, kind, code, severity, field, value, message, remedy, tbl, line, record, offset)
        SELECT seq, ?, \(Problem.Code.lettersLost.sqlColumns), 'title', f_title,
          'title ''' || f_title || ''' has replacement characters, where letters were lost before the file came', ?,
          tbl, line, record, offset
        FROM temp.stage_\(stage) WHERE broken = 0 AND \(isDamaged) AND NOT EXISTS (\(known) AND p.title = f_title)
        """, arguments: [stage, Problem.Code.lettersLost.remedy])
  }
}
