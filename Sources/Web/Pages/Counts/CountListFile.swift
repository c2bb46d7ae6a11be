internal import Foundation
internal import Hummingbird
internal import HummingbirdCore
internal import RetailValues
internal import Serving

/// The list of counts as a file, for people who review counts.
enum CountListFile {
  static func add(to routes: PageRoutes) {
    routes.get("/counts.csv") { visit in
      guard visit.may(.reviewCounts) else { throw PageFailure.forbidden(.reviewCounts) }
      let counts = try await visit.run(CommandWords("count", "list")).elements
      let rows = ChangeList.rows(counts) { count in
        [
          [
            count["count"].text ?? "", count["kind"].text ?? "", count["location"].text ?? "",
            count["opened_at"].moment, count["state"].text ?? "", count["posted_at"].moment,
            count["posted_by"].text ?? "",
          ]
        ]
      }
      return .csv(["Count", "Kind", "Location", "Opened", "State", "Posted", "By"], rows, named: "counts.csv")
    }
  }
}
