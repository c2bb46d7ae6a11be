internal import FormatKit
internal import RetailValues
internal import Stock

/// A failure on our side, which is not reported to the sender of the file.
struct OwnFailure: Error {
  let error: any Error
}

/// Answering the sender of what is imported. See `docs/guides/answering-senders.md`.
extension Importer {
  /// Imports a file. If it cannot be read, the sender is still answered, if the sender is known.
  func answering(
    _ request: ImportRequest, _ actor: Actor?, _ now: Timestamp, _ work: () throws -> ImportSummary
  ) throws -> ImportSummary {
    // Before anything is changed: that there is something to be answered.
    let writer = request.answerPath == nil ? nil : try AcknowledgementWriter(request, registry: registry)
    do {
      return try work()
    } catch let failure as OwnFailure {
      throw failure.error
    } catch let error as Problems where !([.sinkFailed] + Problem.Code.stock).contains(error.code) {
      guard let path = request.answerPath, let writer, let actor else { throw error }
      let numbers = AcknowledgementWriter.numbers { try shop.nextControlNumber(format: writer.format, receiver: $0) }
      if let answer = try? writer.write(to: path, .allRejected, prepared: prepared(now), numbers: numbers) {
        if answer.path != nil {
          try shop.recordAct(details(answer, request, importID: nil), actor: actor, at: now)
        }
        answered?(answer)
      }
      throw error
    }
  }

  /// Prepares the answer within the transaction of the import: it is in its place only after that, because the transaction can
  /// still fail.
  ///
  /// - Returns: the file; nil where no answer is wanted, or none is due.
  func answer(
    _ request: ImportRequest, _ opened: OpenedSource, _ area: StagingArea, _ actor: Actor, _ now: Timestamp,
    _ summary: inout ImportSummary
  ) throws -> PreparedOutput? {
    guard let path = request.answerPath else { return nil }
    let writer = try AcknowledgementWriter(opened.source, opened.format, options: opened.options)
    var verdict = AcknowledgementRequest.Verdict.byContent
    var number: Int64?
    switch summary.outcome {
    case .applied(let importID): number = importID
    case .refused where request.onError == .abort && summary.errorCount > 0: verdict = .allRejected
    default:
      // It may still be imported, after a person has checked it.
      summary.answer = WrittenAcknowledgement(writer.name, reason: WrittenAcknowledgement.undecided)
      return nil
    }
    let numbers = AcknowledgementWriter.numbers { try area.nextControlNumber(format: writer.format, receiver: $0) }
    let (answer, file) = try writer.prepare(for: path, verdict, prepared: prepared(now), numbers: numbers)
    summary.answer = answer
    if answer.path != nil {
      try area.recordAct(details(answer, request, importID: number), actor: actor, at: now)
    }
    return file
  }

  /// Puts a prepared answer in its place, after the transaction.
  ///
  /// - Throws: ``Problem/Code/sinkFailed`` when that fails; what was imported stays imported, which the message says.
  func place(_ file: PreparedOutput?, _ request: ImportRequest, after summary: ImportSummary) throws {
    guard let file else { return }
    do { try file.place() } catch let error as Problems {
      let (done, remedy) =
        if case .applied(let number) = summary.outcome {
          ("import \(number) was made", "Write the answer with `stockroom inspect FILE --acknowledge OUT`.")
        } else { ("nothing was imported", "Name another file for the answer, and import the file again.") }
      throw Problems(
        .sinkFailed, source: request.answerPath ?? "", "\(error.message); \(done)", remedy: remedy)
    }
  }

  /// The name of the answer; nil when no answer is wanted.
  func answerName(_ request: ImportRequest, _ opened: OpenedSource) -> String? {
    request.answerPath == nil ? nil : opened.format.acknowledging?.name
  }

  /// The moment of an answer, by the shop's clock.
  private func prepared(_ now: Timestamp) -> String { String(shop.settings.clock.iso8601(now).prefix(16)) }

  private func details(_ answer: WrittenAcknowledgement, _ request: ImportRequest, importID: Int64?) -> String {
    let said = answer.acknowledgement
    return "wrote the \(answer.name) for the sender of \(request.source.name)"
      + (importID.map { ", import \($0)" } ?? ", which was refused")
      + ": \(said.messages - said.rejectedMessages) messages accepted, \(said.rejectedMessages) rejected"
  }
}
