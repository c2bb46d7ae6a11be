internal import FormatKit
internal import Foundation
internal import RetailValues

/// The steps of a run after it has published or failed.
extension JobAttempt {
  // MARK: - Deliveries and retention

  /// Determines the state of the targets, and makes the next number greater than every number that they ever had.
  mutating func standings(of job: JobDefinition, _ delivery: JobDelivery) -> [JobDelivery.Standing] {
    job.targets.map { target in
      let standing = delivery.standing(of: target, record.delivered[target.key])
      for name in standing.removed { log.write(.init(event: "removed", target: target.name, message: name)) }
      record.number = max(record.number, standing.highest)
      return standing
    }
  }

  /// The targets that the available sets cannot bring up to date.
  func beyondReach(_ standings: [JobDelivery.Standing], _ delivery: JobDelivery, newest: SetMark) throws -> [String] {
    try standings.filter { standing in
      try standing.error == nil
        && !delivery.isWithinReach(standing, record.delivered[standing.target.key], newest: newest)
    }.map(\.target.name)
  }

  /// Brings every target what it lacks.
  ///
  /// - Returns: those that have not the newest set then, although all that they could take was delivered.
  mutating func deliver(
    _ standings: inout [JobDelivery.Standing], _ delivery: JobDelivery, newest: SetMark, _ outcome: inout JobOutcome
  ) -> [Int] {
    var lacking: [Int] = []
    for place in standings.indices {
      let target = standings[place].target
      do {
        if try !deliver(to: &standings[place], delivery, newest: newest, &outcome) { lacking.append(place) }
      } catch {
        refuse(target, error, &outcome)
        // The error was already reported.
        standings[place].error = standings[place].error ?? error
      }
    }
    return lacking
  }

  mutating func refuse(_ target: JobTarget, _ error: any Error, _ outcome: inout JobOutcome) {
    fail(&outcome, error, target: target.name)
    record.refused[target.key] = services.explain(error).all.last?.headline ?? "not delivered"
  }

  private mutating func deliver(
    to standing: inout JobDelivery.Standing, _ delivery: JobDelivery, newest: SetMark, _ outcome: inout JobOutcome
  ) throws -> Bool {
    let target = standing.target
    let given = record.delivered[target.key]
    if let error = standing.error, given != nil { throw error }
    let start = try delivery.start(standing.mark, given, newest: newest.number)
    record.delivered[target.key] = standing.mark.map { .init($0) } ?? .init(upTo: start)
    if let error = standing.error { throw error }
    guard standing.highest <= newest.number else { return false }
    return try delivery.walk(from: standing.mark, after: start, through: newest) { set in
      // The newest has just been written or read through.
      guard try set.mark == newest ? delivery.sets.seemsWhole(set) : delivery.sets.whole(set.number) != nil else {
        return false
      }
      if let mark = standing.mark, set.previous != mark {
        note(
          "\(target.name) goes on with the full set \(SetNumber.text(set.number)), "
            + "as nothing leads there from its set \(SetNumber.text(mark.number))")
      }
      let began = ContinuousClock.now
      let delivered = try delivery.deliver(set, to: standing)
      standing.mark = set.mark
      record.delivered[target.key] = .init(set.mark)
      // At once, so that a run that is cut short later does not deliver it twice.
      try record.write(in: state)
      outcome.delivered[target.name, default: []].append(set.number)
      for number in delivered.removed {
        log.write(.init(run: number, event: "removed", target: target.name, message: SetNumber.text(number)))
      }
      log.write(
        .init(
          run: set.number, event: "delivered", target: target.name,
          message: delivered.said.isEmpty ? nil : delivered.said,
          durationMs: OutsideCommand.milliseconds(since: began)))
      for number in delivered.retired { log.write(.init(run: number, event: "retired", target: target.name)) }
      return true
    }
  }

  mutating func retire(
    _ job: JobDefinition, _ sets: SetFolder, _ newest: JobManifest, _ outcome: inout JobOutcome
  ) throws {
    let needed = job.targets.compactMap { record.delivered[$0.key]?.number }.min().map { $0 + 1 }
    let (retired, held) = try sets.retire(job.retention, newest: newest, needed: needed)
    outcome.retired = retired
    for number in retired { log.write(.init(run: number, event: "retired")) }
    if !held.isEmpty {
      note("\(held.count == 1 ? "1 set is" : "\(held.count) sets are") kept beyond retention, as a target lacks it")
    }
  }

  // MARK: - The end

  func fail(_ outcome: inout JobOutcome, _ error: any Error, target: String? = nil) {
    let found = services.explain(error)
    let status = found.first.outcome.rawValue
    outcome.status = JobStatus.worst([outcome.status, status])
    let problems = found.all.map { problem in
      target.map { Problem(problem.code, "\($0): \(problem.headline)", remedy: problem.remedy) } ?? problem
    }
    outcome.problems += problems
    for problem in problems {
      log.write(
        .init(
          event: target == nil ? "failed" : "delivery-failed", target: target, status: status,
          message: problem.headline))
    }
  }

  mutating func finish(_ outcome: inout JobOutcome) {
    let milliseconds = OutsideCommand.milliseconds(since: began)
    record.lastRun?.finishedAt = Timestamp.now.iso8601
    record.lastRun?.status = outcome.status
    record.lastRun?.outcome = outcome.result.rawValue
    record.lastRun?.message = outcome.problems.first.map { String($0.headline.prefix(2000)) }
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

  /// The input of the command of `on_failure`.
  private struct FailureReport: Encodable {
    var job: String
    var run: Int?
    var status: Int32
    var message: String
    var remedy: String
    var problems: [JobProblemOutput]
    var newestSet: Int?
    var log: String
  }

  func tellFailure(_ job: JobDefinition, _ outcome: JobOutcome) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let report = FailureReport(
      job: name, run: record.lastRun?.number, status: outcome.status, message: outcome.problems.first?.headline ?? "",
      remedy: outcome.problems.first?.remedy ?? "", problems: outcome.problems.map(JobProblemOutput.init),
      newestSet: outcome.manifest?.number,
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
    if ending.status != 0 { note("the failure was not reported to anyone: \(ending.failure)") }
  }

  /// How long the command of `on_failure` may take.
  static let failureSeconds = 60
}
