internal import FormatKit
internal import RetailValues
internal import Stock
internal import Wording

/// The sheet of a count as a page to print: a barcode on each line, boxes to write in, a new page for each section.
///
/// Everything is in the one file; nothing is fetched when it is shown.
struct CountSheetPage {
  let database: ShopDatabase
  let session: CountSession
  let part: CountSheetPart
  /// Whether what is expected is left out.
  let isBlind: Bool
  let texts: CountSheetTexts

  func write(to sink: ByteSink) throws {
    let showsExpected = !isBlind
    let title = texts.text(
      part.isRecount ? "Recount {{1}}, {{2}}" : "Count {{1}}, {{2}}", session.code, session.location)
    var section: String?
    try sink.write(head(title))
    try database.countSheet(session.code, part: part) { row in
      if section != row.section {
        if section != nil { try sink.write(Self.tableEnd) }
        try sink.write(
          heading(title, section: row.section, level: section == nil ? "h1" : "h2", showsExpected: showsExpected))
        section = row.section
      }
      try sink.write(line(row, showsExpected: showsExpected))
    }
    let empty = "<h1>\(HTMLText.line(title))</h1>\n<p>\(texts.html("There is nothing to count."))</p>\n"
    try sink.write(section == nil ? empty : Self.tableEnd)
    try sink.write("</main></body></html>\n")
  }

  private static let tableEnd = "</tbody></table></div>\n"

  private func heading(_ title: String, section: String, level: String, showsExpected: Bool) -> String {
    let name = HTMLText.line(section.isEmpty ? title : texts.text("{{1}}, section {{2}}", title, section))
    let columns = ["Barcode", "SKU", "Item"] + (showsExpected ? ["Expected"] : []) + ["Counted", "Remark"]
    let headings = columns.map { "<th>\(texts.html($0))</th>" }.joined()
    let hint = texts.html("Leave the box blank for what was not counted; write 0 for what is not there.")
    // On a phone the table scrolls, and its heading stays.
    return """
      <div class="sheet" role="region" aria-label="\(name)" tabindex="0">
      <table><thead><tr><td colspan="\(columns.count)" class="title"><div><\(level)>\(name)</\(level)>
      <p>\(texts.html("Counter")) <span class="blank"></span> \(texts.html("Time")) <span class="blank"></span></p>
      <p class="hint">\(hint)</p></div></td></tr>
      <tr>\(headings)</tr>
      </thead><tbody>

      """
  }

  private func line(_ row: CountSheetRow, showsExpected: Bool) -> String {
    let kind = [row.colour, row.size].compactMap { $0 }.joined(separator: ", ")
    let symbol = BarcodeSymbol(printing: row.barcode, else: row.sku)
    let code = symbol.map { symbol in
      let drawing = BarcodeDrawing.svg(symbol, label: texts.text("Barcode {{1}}", symbol.text))
      return "\(drawing)<br>\(HTMLText.line(symbol.text))"
    }
    let number = texts.conventions.number(row.expected?.description ?? "")
    let expected = showsExpected ? "<td class=\"number\">\(number)</td>" : ""
    return """
      <tr><td class="code">\(code ?? "")</td><td>\(HTMLText.line(row.sku))</td><td>\(HTMLText.line(row.title))\
      \(kind.isEmpty ? "" : "<br><small>\(HTMLText.line(kind))</small>")</td>\(expected)\
      <td class="box"></td><td class="box wide"></td></tr>

      """
  }

  private func head(_ title: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="\(texts.conventions.language.rawValue)"><head><meta charset="utf-8">\
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(HTMLText.line(title))</title>
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
    <style>
    @page { size: A4; margin: 12mm; }
    body { font: 10pt sans-serif; color: #000; background: #fff; margin: 0; }
    table { border-collapse: collapse; width: 100%; }
    .sheet + .sheet { break-before: page; margin-top: 10mm; }
    thead { display: table-header-group; }
    tr { break-inside: avoid; }
    th { text-align: left; font-size: 9pt; }
    td.title { border: 0; font-weight: normal; }
    td, th { border: 0.3mm solid #000; padding: 1.2mm 2mm; vertical-align: middle; overflow-wrap: anywhere; }
    h1, h2 { font-size: 14pt; margin: 0 0 2mm; }
    p { margin: 0 0 2mm; }
    .hint, small { font-size: 8pt; }
    .blank { display: inline-block; width: 45mm; border-bottom: 0.3mm solid #000; margin-right: 6mm; }
    .code { text-align: center; font-size: 8pt; white-space: nowrap; width: 1%; overflow-wrap: normal; }
    .number { text-align: right; }
    .box { min-width: 22mm; height: 9mm; }
    .wide { min-width: 32mm; }
    @media screen and (max-width: 40em) { .blank { width: 22mm; margin-right: 2mm; } }
    @media screen {
      body { margin: 4mm; }
      .sheet { overflow-x: auto; } .sheet table { min-width: 46em; }
      .title div { position: sticky; left: 2mm; width: max-content; max-width: calc(100vw - 14mm); }
    }
    </style></head><body><main>

    """
  }
}

/// A barcode as an inline drawing.
enum BarcodeDrawing {
  /// The width of the narrowest bar, in millimetres: that of a retail symbol at its usual size (GS1 General
  /// Specifications, section 5.12: 0.330 mm).
  private static let module = 0.33

  /// Dark bars as one path; the quiet zones that scanners need are part of the drawing.
  ///
  /// - Parameter label: what a screen reader says.
  static func svg(_ symbol: BarcodeSymbol, label: String) -> String {
    var path = ""
    var start: Int?
    let quiet = symbol.quietZone
    for (index, isDark) in (symbol.modules + [false]).enumerated() {
      if isDark, start == nil { start = index }
      if !isDark, let begin = start {
        path += "M\(begin + quiet) 0h\(index - begin)v30h-\(index - begin)z"
        start = nil
      }
    }
    let width = symbol.modules.count + 2 * quiet
    let millimetres = "\((Double(width) * module * 100).rounded() / 100)"
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(millimetres)mm" height="10mm" viewBox="0 0 \(width) 30" \
      preserveAspectRatio="none" shape-rendering="crispEdges" role="img" \
      aria-label="\(HTMLText.line(label))"><path d="\(path)"/></svg>
      """
  }
}
