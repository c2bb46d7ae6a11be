internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import RetailValues
internal import Serving

/// The last sets of each job, and their files for people who may run jobs.
enum JobSetPages {
  /// How many sets of a job are listed.
  private static let mostSets = 10
  /// How many files of a set are listed that is not the newest.
  private static let mostFiles = 20

  static func add(to routes: PageRoutes) {
    routes.get("/jobs/:name/sets/:set/:file") { visit in try await file(visit) }
  }

  // MARK: Lists

  /// The last sets of all jobs; null where they cannot be read, which the status of the job says.
  static func all(_ visit: Visit) async -> JSONValue {
    let answer = await visit.answer(CommandWords("job", "sets").option("limit", "\(mostSets)"))
    return JSONValue(answer.output) ?? .null
  }

  /// The sets of one job for a template.
  static func rows(of job: String, in all: JSONValue, _ visit: Visit) -> [[String: Any]] {
    JobPages.report(of: job, in: all)["sets"].elements.map { set -> [String: Any] in
      let files = set["files"].elements
      let shown = set["is_newest"].isTrue ? files[...] : files.prefix(mostFiles)
      return [
        "number": set["number"].text ?? "", "of": set["cut_off"].shownMoment, "by": set["by"].text ?? "",
        "records": set["rows"].integer.map { PageNumber.text($0) } ?? "" as Any,
        "is_delta": set["mode"].text == "delta", "is_newest": set["is_newest"].isTrue,
        "is_damaged": !set["is_whole"].isTrue,
        "files": shown.map { row($0, of: set, job: job, visit) },
        "hidden": files.count > shown.count ? PageNumber.text(files.count - shown.count) : "" as Any,
      ]
    }
  }

  private static func row(_ file: JSONValue, of set: JSONValue, job: String, _ visit: Visit) -> [String: Any] {
    let name = file["name"].text ?? ""
    let address =
      "/jobs/\(FormValues.encoded(job))/sets/\(set["number"].text ?? "")/\(FormValues.encoded(name))"
    return ["name": name, "size": JobPages.size(file), "address": visit.mayInWholeShop(.runJobs) ? address : ""]
  }

  // MARK: Files

  /// A file that the manifest of a set lists. The path is made of what the command answers: nothing of the address
  /// reaches the disk.
  private static func file(_ visit: Visit) async throws -> Response {
    try visit.requireInWholeShop(.runJobs)
    let job = try visit.parameter("name")
    let number = try visit.number("set")
    let name = try visit.parameter("file")
    // A set that was listed may have a newer one since.
    let words = CommandWords("job", "sets").option("limit", "\(2 * mostSets)").argument(job)
    let answer = await visit.answer(words)
    let sets = JobPages.report(of: job, in: JSONValue(answer.output) ?? .null)["sets"].elements
    guard let set = sets.first(where: { $0["number"].integer.map { Int64($0) } == number }),
      let file = set["files"].elements.first(where: { $0["name"].text == name }),
      let folder = set["folder"].text, let listed = file["name"].text, isName(listed),
      let bytes = file["bytes"].integer, let digest = file["sha256"].text
    else { throw PageFailure.notFound }
    let response = try await visit.site.commands.outside {
      Response.stream(fileAt: "\(folder)/\(listed)", bytes: bytes, sha256: digest, named: listed)
    }
    guard let response else {
      throw PageFailure(
        status: .notFound, title: LocalizedText("The file is not as it was published"),
        remedy: LocalizedText("It was changed or removed. Run the job again for a new set."))
    }
    return response
  }

  /// Whether a manifest, which people may have written by hand, names a file in its own folder.
  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && name != "." && name != ".." && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
  }
}
