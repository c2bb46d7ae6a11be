internal import Foundation
internal import Hummingbird
internal import HummingbirdCore
internal import RetailValues
internal import Serving

/// Jobs: what came of them, and a button that runs one.
enum JobPages {
  static func add(to routes: PageRoutes) {
    routes.get("/jobs") { visit in
      let reports = try await status(visit)
      let list = await visit.answer(CommandWords("job", "list"))
      let jobs = (JSONValue(list.output) ?? .null)["jobs"].elements
      let sets = await JobSetPages.all(visit)
      let rows = jobs.map { job -> [String: Any] in
        var row = row(job, report(of: job["job"].text ?? "", in: reports), visit)
        let own = JobSetPages.rows(of: job["job"].text ?? "", in: sets, visit)
        row.merge(["sets": own, "has_sets": !own.isEmpty]) { $1 }
        return row
      }
      let problems = reports["problems"].elements.map { problem in
        ["message": problem.shownMessage, "remedy": problem.shownRemedy]
      }
      return try visit.page(
        "jobs", title: LocalizedText("Jobs"),
        [
          "jobs": rows, "has_jobs": !rows.isEmpty, "problems": problems, "has_problems": !problems.isEmpty,
        ])
    }
    JobSetPages.add(to: routes)
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
    routes.post("/jobs/:name/enable", for: .defineOptions) { visit in try await turn("enable", visit) }
    routes.post("/jobs/:name/disable", for: .defineOptions) { visit in try await turn("disable", visit) }
  }

  /// Switches a job on or off.
  private static func turn(_ command: String, _ visit: Visit) async throws -> Response {
    let name = try visit.parameter("name")
    let answer = try await visit.run(CommandWords("job", command).argument(name).writing)
    return visit.redirect(
      to: "/jobs#\(FormValues.encoded("job-\(name)"))",
      saying: answer["enabled"].isTrue
        ? LocalizedText("The job \(name) is switched on.") : LocalizedText("The job \(name) is switched off."))
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
    let isOff = isOff(job)
    let (state, kind) = state(job, report)
    let act = "/jobs/\(FormValues.encoded(name))"
    return [
      "name": name, "id": "job-\(name)", "title": job["title"].text ?? "", "schedule": job["schedule"].text ?? "",
      "act": "\(act)/run", "state": state, "kind": kind, "may_run": !isOff && !report["is_running"].isTrue,
      "turn": "\(act)/\(isOff ? "enable" : "disable")",
      "turn_title": isOff ? LocalizedText("Switch \(name) on") : LocalizedText("Switch \(name) off"),
      "just_ran": visit.query["ran"] == name,
      "ended": (run["finished_at"].text == nil ? run["started_at"] : run["finished_at"]).shownMoment,
      "message": run.shownMessage, "remedy": run.shownRemedy,
      "overdue": report["is_overdue"].isTrue ? report["due_at"].shownMoment : "" as Any,
    ]
  }

  /// How much a file has: its rows where it has such, and its bytes.
  static func size(_ file: JSONValue) -> LocalizedText {
    let size = PageNumber.size(file["bytes"].integer ?? 0)
    guard let rows = file["rows"].integer else { return size }
    return LocalizedText([PageNumber.of(rows, .row), size], separator: ", ")
  }

  /// What a command that lists jobs says of one of them; null where it says nothing.
  static func report(of job: String, in answer: JSONValue) -> JSONValue {
    answer["jobs"].elements.first { $0["job"].text == job } ?? .null
  }

  private static func isOff(_ job: JSONValue) -> Bool { if case .flag(false) = job["enabled"] { true } else { false } }

  /// What the last run of a job came to, and the look of its tag.
  static func state(_ job: JSONValue, _ report: JSONValue) -> (LocalizedText, String) {
    if isOff(job) { return (LocalizedText("switched off"), "look") }
    if report["is_running"].isTrue { return (LocalizedText("running"), "info") }
    if report["was_cut_short"].isTrue { return (LocalizedText("interrupted"), "error") }
    guard let result = report["last_run"]["result"].text else { return (LocalizedText("has never run"), "") }
    guard (report["status"].integer ?? 0) != 0 else { return (LocalizedText(word: result), "done") }
    // A set may be published and not be delivered.
    return (result == "busy" ? LocalizedText(word: result) : LocalizedText("failed"), "error")
  }

  /// The lines of the home page for jobs that failed, and for those that did not run.
  static func failed(_ visit: Visit) async throws -> [[String: Any]] {
    let status = try await status(visit)
    let jobs = status["jobs"].elements.filter { ($0["status"].integer ?? 0) != 0 && !$0["is_running"].isTrue }
    let wrong = status["problems"].elements
    var lines = jobs.map { job -> [String: Any] in
      let name = job["job"].text ?? ""
      let (tag, kind) = state(job, job)
      return [
        "what": LocalizedText("Job \(name) failed"), "address": "/jobs#job-\(name)",
        "fact": job["last_run"]["message"].text.map { _ in job["last_run"].shownMessage }
          ?? job["last_run"]["started_at"].shownMoment,
        "tag": tag, "kind": kind,
      ]
    }
    if let first = wrong.first {
      lines.append([
        "what": LocalizedText("A job cannot be read"), "address": "/jobs", "fact": first.shownMessage,
        "tag": LocalizedText("failed"),
        "kind": "error",
      ])
    }
    // What a job that failed lacks is said above.
    let overdue = status["jobs"].elements.filter { $0["is_overdue"].isTrue && ($0["status"].integer ?? 0) == 0 }
    return lines
      + overdue.map { job -> [String: Any] in
        let name = job["job"].text ?? ""
        return [
          "what": LocalizedText("Job \(name) did not run"), "address": "/jobs#job-\(name)",
          "fact": LocalizedText("It was to run on \(job["due_at"].shownMoment)"), "tag": LocalizedText("overdue"),
          "kind": "look",
        ]
      }
  }
}
