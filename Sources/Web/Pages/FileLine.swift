internal import Foundation
internal import Serving

/// One line of an imported file on the page of its import: its cells, and what became of it.
enum FileLine {
  /// The part of the page of an import to which the addresses of lines lead.
  private static let anchor = "line"

  /// The address of a line of an imported file; empty where there is none, and for people who may not see what an
  /// import changed.
  static func address(ofLine line: String?, inImport number: String?, _ visit: Visit) -> String {
    guard visit.seesChangeSets, let line, let number else { return "" }
    return "/imports/\(number)?line=\(line)#\(anchor)"
  }

  /// The values for the template `import-line`; nil where the address asks for no line.
  ///
  /// - Parameter entry: the import, as a command lists it.
  static func values(ofImport entry: JSONValue, _ visit: Visit) async throws(PageFailure) -> [String: Any]? {
    let line = visit.query.number("line")
    guard line > 0, visit.seesChangeSets else { return nil }
    let words = CommandWords("imports", "line").argument(entry["number"].text ?? "").argument("\(line)")
    var answer = JSONValue.null
    if let kept = WaitingPlan.find(ofImport: entry, visit), let folder = visit.site.uploads.folder(of: kept.id) {
      let path = "\(folder)/\(kept.file)"
      let found = await visit.answer(words.option("file", path))
      if found.status == 0 { answer = JSONValue(found.output) ?? .null }
    }
    // A file that is gone, or that cannot be read any more, is no reason not to show what was recorded.
    if answer["line"].integer == nil { answer = try await visit.run(words) }
    return values(answer)
  }

  /// - Parameter answer: what the command answered.
  static func values(_ answer: JSONValue) -> [String: Any] {
    let file = ((answer["entry"]["source"].text ?? "") as NSString).lastPathComponent
    let records = answer["records"].elements.map { ChangeList.row($0, in: answer["entry"]) }
    let corrections = answer["corrections"].elements
    let cells = answer["cells"].elements.map { cell -> [String: Any] in
      let column = cell["column"].text ?? ""
      let value = corrections.first { $0["column"].text == column }?["value"].text ?? ""
      return ["column": column, "value": cell["value"].text ?? "", "corrected": value]
    }
    return [
      "heading": LocalizedText("Line \(PageNumber.text(answer["line"].text)) of \(LocalizedText(said: file))"),
      "cells": cells, "has_cells": !cells.isEmpty, "line_records": records, "has_records": !records.isEmpty,
    ]
  }
}

extension WaitingPlan {
  /// The plan that became an import, while its file is kept; nil for a file that was not sent through the pages.
  ///
  /// - Parameter entry: the import, as a command lists it: only the plans of files with the name of its source are read.
  static func find(ofImport entry: JSONValue, _ visit: Visit) -> WaitingPlan? {
    guard let number = entry["number"].integer, let source = entry["source"].text, !source.isEmpty else {
      return nil
    }
    // The source has the name that the sender gave, and the file one that was made of it.
    return visit.site.uploads.ids(ofFile: Uploads.safe(source)).lazy
      .compactMap { try? find($0, visit) }.first { $0.importNumber == Int64(number) }
  }

  /// The same where only the number is known.
  static func find(ofImport number: Int64, _ visit: Visit) -> WaitingPlan? {
    visit.site.uploads.ids.lazy.compactMap { try? find($0, visit) }.first { $0.importNumber == number }
  }
}
