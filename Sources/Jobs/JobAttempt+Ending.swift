internal import Catalog
internal import FormatKit
internal import Foundation

/// What a run does once it has published, or has come to nothing.
extension JobAttempt {
  // MARK: - Deliveries and retention

  mutating func deliver(
    _ job: JobDefinition, _ sets: SetFolder, _ newest: JobManifest, _ outcome: inout JobOutcome
  ) throws {
    let delivery = JobDelivery(sets: sets, job: job, shop: shop)
    let keys = Set(job.targets.map(\.key))
    record.delivered = record.delivered.filter { keys.contains($0.key) }
    record.refused = [:]
    for target in job.targets {
      if record.delivered[target.key] == nil {
        record.delivered[target.key] = try JobDelivery.beginning(in: sets, newest: newest.number)
      }
      do {
        try deliver(to: target, delivery, newest, &outcome)
      } catch {
        fail(&outcome, error, target: target.name)
        record.refused[target.key] = services.explain(error).problems.last?.message ?? "not delivered"
      }
    }
    let needed = job.targets.compactMap { record.delivered[$0.key] }.min().map { $0 + 1 }
    let (retired, held) = try sets.retire(job.retention, newest: newest, needed: needed)
    outcome.retired = retired
    for number in retired { log.write(.init(run: number, event: "retired")) }
    if !held.isEmpty {
      note("\(held.count) sets are kept beyond retention, as a target lacks them")
    }
  }

  private mutating func deliver(
    to target: JobTarget, _ delivery: JobDelivery, _ newest: JobManifest, _ outcome: inout JobOutcome
  ) throws {
    let ready = try delivery.ready(
      target, remembered: record.delivered[target.key] ?? 0, newest: newest.number)
    record.delivered[target.key] = ready.after
    let outstanding = try JobDelivery.outstanding(in: delivery.sets, newest: newest.number, after: ready.after)
    if let missed = outstanding.missed {
      note("\(target.name) never had sets \(SetNumber.text(missed.lowerBound)) to \(SetNumber.text(missed.upperBound))")
    }
    for number in outstanding.numbers {
      let began = ContinuousClock.now
      let said = try delivery.deliver(number, to: target, ready)
      record.delivered[target.key] = number
      // At once, so that a run that is cut short later does not deliver it twice.
      try record.write(in: state)
      outcome.delivered[target.name, default: []].append(number)
      log.write(
        .init(
          run: number, event: "delivered", target: target.name, message: said.isEmpty ? nil : said,
          durationMs: OutsideCommand.milliseconds(since: began)))
    }
  }

  // MARK: - The end

  func fail(_ outcome: inout JobOutcome, _ error: any Error, target: String? = nil) {
    let trouble = services.explain(error)
    outcome.status = JobStatus.worst([outcome.status, trouble.status])
    let problems = trouble.problems.map { problem in
      target.map { JobTrouble.Problem("\($0): \(problem.message)", remedy: problem.remedy) } ?? problem
    }
    outcome.problems += problems
    for problem in problems {
      log.write(
        .init(
          event: target == nil ? "failed" : "delivery-failed", target: target, status: trouble.status,
          message: problem.message))
    }
  }

  mutating func finish(_ outcome: inout JobOutcome) {
    let milliseconds = OutsideCommand.milliseconds(since: began)
    record.lastRun?.finishedAt = Timestamp.now.iso8601
    record.lastRun?.status = outcome.status
    record.lastRun?.outcome = outcome.result.rawValue
    record.lastRun?.message = outcome.problems.first.map { String($0.message.prefix(2000)) }
    record.lastRun?.remedy = outcome.problems.first.map { String($0.remedy.prefix(2000)) }
    record.lastRun?.milliseconds = milliseconds
    log.write(
      .init(event: "finished", status: outcome.status, message: outcome.result.rawValue, durationMs: milliseconds))
    do {
      try record.write(in: state)
    } catch {
      fail(&outcome, error)
    }
  }

  /// What the command of `on_failure` reads.
  private struct FailureReport: Encodable {
    var job: String
    var run: Int?
    var status: Int32
    var message: String
    var remedy: String
    var problems: [JobTrouble.Problem]
    var newestSet: Int?
    var log: String
  }

  func tellFailure(_ job: JobDefinition, _ outcome: JobOutcome) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let report = FailureReport(
      job: name, run: record.lastRun?.number, status: outcome.status, message: outcome.problems.first?.message ?? "",
      remedy: outcome.problems.first?.remedy ?? "", problems: outcome.problems, newestSet: outcome.manifest?.number,
      log: state.place(JobLog.name))
    let input: [UInt8] = (try? encoder.encode(report)).map { data in Array(data) + [0x0A] } ?? []
    let ending = OutsideCommand(
      words: job.onFailure, folder: shop.path, timeoutSeconds: Self.failureSeconds,
      variables: ["STOCKROOM_JOB": name, "STOCKROOM_STATUS": "\(outcome.status)"], input: input
    ).run()
    log.write(
      .init(
        event: "told", status: ending.status, message: ending.said.isEmpty ? nil : ending.said,
        durationMs: ending.milliseconds))
    if ending.status != 0 { note("nobody was told of the failure: \(ending.trouble)") }
  }

  /// How long the command of `on_failure` may take.
  static let failureSeconds = 60
}
