internal import Exchange
internal import FormatKit
internal import Foundation
internal import RetailValues
internal import StandardFormats
internal import Stock

/// Tries a profile on the file for which it was written. Nothing is changed.
struct ProfileTrial {
  let folder: ShopFolder
  let request: ImportRequest

  /// How many of the file's records a profile reads, and what is in the way of the others.
  func outcome(of yaml: String) -> String {
    do {
      var request = request
      request.profile = try MappingProfile(yaml: yaml, source: "profile")
      request.knownProfiles = []
      request.values = []
      request.again = true
      request.location = request.location ?? folder.settings.location
      try folder.apply(to: &request)
      var importer = Importer(shop: try folder.open(readOnly: true), registry: standardFormats)
      importer.shownProblems = 2000
      return Self.text(of: try importer.plan(request))
    } catch let error as Problems where !Problem.Code.stock.contains(error.code) {
      return "one thing is missing: \(error.message). \(error.remedy)"
    } catch {
      return "it could not be tried: \(error)"
    }
  }

  private static func text(of summary: ImportSummary) -> String {
    let all = summary.sourceRecords
    let errors = summary.problemGroups.filter { $0.problems.first?.severity == .error }
    guard let first = errors.first, let problem = first.problems.first else {
      let asked = summary.guards.first { $0.code == .columnsNotUsed }
      let columns = (asked?.examples ?? []).compactMap(\.value).map { "'\($0.prefix(40))'" }
      let more = (asked?.count ?? 0) > columns.count ? ", …" : ""
      let asks =
        columns.isEmpty
        ? "" : " An import asks about columns that it leaves out: \(columns.joined(separator: ", "))\(more)."
      return "this profile reads \(all) of \(all) records.\(asks)"
    }
    let refused = min(all, Set(errors.flatMap(\.problems).map(\.position.record)).count)
    let isWhole = errors.allSatisfy { $0.count == $0.problems.count }
    let read = isWhole ? "\(all - refused) of \(all)" : "some of \(all)"
    let rest = errors.count > 1 ? ", and \(Terminal.number(errors.count - 1, "more cause")) of errors" : ""
    return
      "this profile reads \(read) records; in the way is: \(problem.message) (\(Terminal.number(first.count, "time")))\(rest). \(problem.remedy)"
  }
}
