internal import Foundation
internal import Hummingbird
internal import RetailValues
internal import Serving

/// Jobs: what came of them, and a button that runs one.
enum JobPages {
  static func add(to routes: PageRoutes) {
    routes.get("/jobs") { visit in
      let reports = try await status(visit)
      let list = await visit.answer(CommandWords("job", "list"))
      let jobs = (JSONValue(list.output) ?? .null)["jobs"].elements
      let rows = jobs.map { job in
        row(job, reports["jobs"].elements.first { $0["job"].text == job["job"].text } ?? .null, visit)
      }
      let problems = reports["problems"].elements.map { problem in
        ["message": problem.shownMessage, "remedy": problem.shownRemedy]
      }
      return try visit.page(
        "jobs", title: LocalizedText("Jobs"),
        ["jobs": rows, "has_jobs": !rows.isEmpty, "problems": problems, "has_problems": !problems.isEmpty])
    }
    routes.post("/jobs/:name/run") { visit in
      guard visit.may(.runJobs) else { throw PageFailure.forbidden(.runJobs) }
      let name = try visit.parameter("name")
      let address = try await visit.site.running.begin(LocalizedText("Job \(name)"), for: visit.person.login) {
        let answer = await visit.answer(CommandWords("job", "run").argument(name).writing)
        // What went wrong in the job is shown with it; only a run that was not begun is an error here.
        guard let result = JSONValue(answer.output), !result["jobs"].elements.isEmpty else { throw PageFailure(answer) }
        return "/jobs?ran=\(FormValues.encoded(name))#\(FormValues.encoded("job-\(name)"))"
      }
      return visit.redirect(to: address)
    }
  }

  /// The last run of each job; a job that failed gives the command its status.
  private static func status(_ visit: Visit) async throws -> JSONValue {
    let answer = await visit.answer(CommandWords("job", "status"))
    guard let status = JSONValue(answer.output), status["error"]["code"].text == nil else { throw PageFailure(answer) }
    return status
  }

  private static func row(_ job: JSONValue, _ report: JSONValue, _ visit: Visit) -> [String: Any] {
    let name = job["job"].text ?? ""
    let run = report["last_run"]
    let (state, kind) = state(report)
    let set = report["newest_set"]
    return [
      "name": name, "id": "job-\(name)", "title": job["title"].text ?? "", "schedule": job["schedule"].text ?? "",
      "act": "/jobs/\(FormValues.encoded(name))/run", "state": state, "kind": kind,
      "just_ran": visit.query["ran"] == name,
      "ended": (run["finished_at"].text == nil ? run["started_at"] : run["finished_at"]).shownMoment,
      "message": run.shownMessage, "remedy": run.shownRemedy, "is_running": report["is_running"].isTrue,
      "set": set["number"].text ?? "", "set_of": set["cut_off"].shownMoment,
      "files": set["files"].elements.map { file -> [String: Any] in
        ["name": file["name"].text ?? "", "size": size(file)]
      },
    ]
  }

  /// How much a file has: its rows where it has such, and its bytes.
  private static func size(_ file: JSONValue) -> LocalizedText {
    let size = PageNumber.size(file["bytes"].integer ?? 0)
    guard let rows = file["rows"].integer else { return size }
    return LocalizedText([PageNumber.of(rows, .row), size], separator: ", ")
  }

  /// What the last run came to, and the look of its tag.
  private static func state(_ report: JSONValue) -> (LocalizedText, String) {
    if report["is_running"].isTrue { return (LocalizedText("running"), "info") }
    if report["was_cut_short"].isTrue { return (LocalizedText("interrupted"), "error") }
    guard report["last_run"]["result"].text != nil else { return (LocalizedText("has never run"), "") }
    return (report["last_run"]["result"].word, (report["status"].integer ?? 0) == 0 ? "done" : "error")
  }

  /// The lines of the home page for jobs that failed.
  static func failed(_ visit: Visit) async throws -> [[String: Any]] {
    let status = try await status(visit)
    let jobs = status["jobs"].elements.filter { ($0["status"].integer ?? 0) != 0 && !$0["is_running"].isTrue }
    let wrong = status["problems"].elements
    var lines = jobs.map { job -> [String: Any] in
      let name = job["job"].text ?? ""
      return [
        "what": LocalizedText("Job \(name) failed"), "address": "/jobs#job-\(name)",
        "fact": job["last_run"]["message"].text.map { _ in job["last_run"].shownMessage }
          ?? job["last_run"]["started_at"].shownMoment,
        "tag": LocalizedText("failed"), "kind": "error",
      ]
    }
    if let first = wrong.first {
      lines.append([
        "what": LocalizedText("A job cannot be read"), "address": "/jobs", "fact": first.shownMessage,
        "tag": LocalizedText("failed"),
        "kind": "error",
      ])
    }
    return lines
  }
}
