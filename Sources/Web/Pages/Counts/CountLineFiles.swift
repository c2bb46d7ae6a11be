internal import Foundation
internal import Hummingbird
internal import HummingbirdCore
internal import Serving

/// The lists of a count as files for a spreadsheet: its differences, and what nobody has counted.
///
/// The command writes them, and makes formulas in them harmless.
enum CountLineFiles {
  static func add(to routes: PageRoutes) {
    for (path, lines, title) in [
      ("/counts/:count/review.csv", "differences", "differences"),
      ("/counts/:count/left.csv", "uncounted", "not counted"),
    ] {
      routes.get(path) { visit in
        let count = try visit.parameter("count")
        let uploads = visit.site.uploads
        let file = try uploads.placeOutput("lines.csv")
        defer { uploads.removeOutput(at: file) }
        let answer = await visit.answer(
          CommandWords("reconcile").flag("titles").option("lines", lines).option("format", "csv").option("to", file)
            .argument(count))
        guard answer.status == 0, let data = FileManager.default.contents(atPath: file) else {
          throw PageFailure(answer)
        }
        return .download(data, named: Uploads.safe("count \(count) \(title).csv"), type: "text/csv; charset=utf-8")
      }
    }
  }
}
