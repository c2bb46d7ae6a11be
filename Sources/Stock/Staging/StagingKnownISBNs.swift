internal import FormatKit
internal import GRDB
internal import ProblemKit
internal import RetailValues

/// ISBNs that lost the zeros in front of them, where the shop knows the book.
extension StagingArea {
  /// Reads a number as the ISBN that the catalog has, where nothing in the source said that the column has ISBNs: the
  /// check digit proves the zeros, and the catalog knows the book, so that no second barcode is made of what is left of it.
  func restoreKnownISBNs() throws {
    guard try !isEmpty("barcodes") else { return }
    for kind in staged.names where staged[kind]?.fields.contains("barcode") == true {
      // GTINs and ISBNs have fourteen digits here; what is shorter is a code of the shop's own.
      let written = try String.fetchAll(
        database,
        sql: """
          SELECT DISTINCT f_barcode FROM temp.stage_\(kind) s
          WHERE length(f_barcode) BETWEEN 7 AND 9 AND f_barcode NOT GLOB '*[^0-9X]*'
            AND NOT EXISTS (SELECT 1 FROM barcodes b WHERE b.canonical = s.f_barcode)
          """)
      for code in written {
        guard let isbn = Barcode(isbnWithoutZeros: code),
          try Bool.fetchOne(
            database, sql: "SELECT EXISTS (SELECT 1 FROM barcodes WHERE canonical = ?)", arguments: [isbn.canonical])
            == true
        else { continue }
        try restore(code, as: isbn, in: kind)
      }
    }
  }

  private func restore(_ code: String, as isbn: Barcode, in kind: String) throws {
    try database.execute(
      sql: """
        INSERT INTO temp.problems (seq, kind, code, severity, field, value, message, remedy, tbl, line, record, offset)
        SELECT seq, ?, \(Problem.Code.isbnRestored.sqlColumns), 'barcode', f_barcode, ?, ?, tbl, line, record, offset
        FROM temp.stage_\(kind) WHERE f_barcode = ? AND implied = 0
        """,
      arguments: [
        kind, "barcode '\(code)' is read as the ISBN \(isbn.code), which the catalog knows",
        "Format the column as text in the spreadsheet before saving, so that nothing is lost.", code,
      ])
    let parts = Barcode.shortest(isbn.canonical)
    let isRecord = part(of: kind) == .barcode && staged[kind]?.fields.contains("barcode_text") == true
    try database.execute(
      sql: """
        UPDATE temp.stage_\(kind) SET f_barcode = :canonical\(
          isRecord ? ", f_barcode_text = :text, f_symbology = :symbology" : "") WHERE f_barcode = :code
        """,
      arguments: isRecord
        ? [
          "canonical": isbn.canonical, "text": parts?.code, "symbology": parts?.symbology.rawValue, "code": code,
        ] : ["canonical": isbn.canonical, "code": code])
  }
}
