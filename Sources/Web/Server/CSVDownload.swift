internal import Foundation
internal import HummingbirdCore
internal import RetailValues

extension Response {
  /// A list as a CSV file, in which no spreadsheet program finds a formula.
  static func csv(_ headings: [String], _ rows: some Sequence<[String]>, named name: String) -> Response {
    var text = ""
    func add(_ cells: [String]) {
      text += cells.map { CSVText.field(CSVText.harmless($0)) }.joined(separator: ",") + "\r\n"
    }
    add(headings)
    for row in rows { add(row) }
    return .download(Data(text.utf8), named: Uploads.safe(name), type: "text/csv; charset=utf-8")
  }
}
