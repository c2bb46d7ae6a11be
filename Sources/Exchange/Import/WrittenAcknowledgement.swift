public import FormatKit
internal import RetailValues
internal import Stock

/// The answer to the sender of an imported file: what it is called, where it was written, what it says.
public struct WrittenAcknowledgement: Sendable, Hashable {
  /// The partners' name for it, such as CONTRL.
  public var name: String
  /// The file; nil when no answer was written.
  public var path: String?
  public var acknowledgement: Acknowledgement
  /// Why no answer was written; nil when one was.
  public var reason: String?

  /// Why no answer is written to a file that was refused, and is right by its own standard.
  static let ownProblem =
    "nothing was taken, and nothing is wrong with the file by its standard; import it when that is corrected"
  static let nobodyAsks = "nothing in the file is to be answered"
  static let undecided = "nothing was taken yet"
  static let answeredBefore =
    "the file was taken before; `stockroom inspect FILE --acknowledge` writes its answer again"

  init(_ name: String, reason: String, _ acknowledgement: Acknowledgement = Acknowledgement()) {
    self.name = name
    self.reason = reason
    self.acknowledgement = acknowledgement
  }

  init(_ name: String, path: String, _ acknowledgement: Acknowledgement) {
    self.name = name
    self.path = path
    self.acknowledgement = acknowledgement
  }

  /// The answer in a sentence.
  public var text: String {
    guard let path else { return "No \(name) was written: \(reason ?? "")." }
    let rejected = acknowledgement.rejectedMessages
    let messages = "\(acknowledgement.messages) \(acknowledgement.messages == 1 ? "message" : "messages")"
    let interchanges = acknowledgement.rejectedInterchanges
    let verdict =
      acknowledgement.acceptsAll
      ? "\(messages) accepted"
      : "\(rejected) of \(messages) rejected"
        + (interchanges > 0 ? ", and \(interchanges) of \(acknowledgement.interchanges) interchanges as a whole" : "")
    return "Wrote the \(name) for the sender to \(path): \(verdict)."
  }
}

/// Writes the answers to files and describes them.
public struct AcknowledgementWriter {
  private let source: ByteSource
  private let options: [String: String]
  private let acknowledging: RegisteredFormat.Acknowledging
  /// Id of the format.
  public let format: String
  public var name: String { acknowledging.name }

  /// - Throws: `answer-unwritable` for a file of a format whose senders expect none; what finding the format throws.
  public init(_ request: ImportRequest, registry: FormatRegistry) throws {
    let known = try (request.format ?? request.profile?.format).map { try registry.format($0) }
    try self.init(
      request.source, known ?? registry.identify(request.source.preview()).format,
      options: (request.profile?.options ?? [:]).merging(request.options) { _, new in new })
  }

  init(_ source: ByteSource, _ format: RegisteredFormat, options: [String: String]) throws {
    guard let acknowledging = format.acknowledging else {
      throw Problems(
        .unanswerable, source: source.name, value: format.descriptor.id,
        "nobody expects an answer to files of the format \(format.descriptor.id)")
    }
    self.source = source
    self.options = options
    self.acknowledging = acknowledging
    self.format = format.descriptor.id
  }

  /// Thrown to leave an existing file unchanged.
  private struct NothingToSay: Error {
    let answer: WrittenAcknowledgement
  }

  /// Writes the answer.
  ///
  /// - Parameters:
  ///   - verdict: what became of the file. Where nothing of it was taken, it is answered only if the file itself has errors.
  ///   - prepared: when the answer is made, as `2026-10-31T18:30`.
  public func write(
    to path: String, _ verdict: AcknowledgementRequest.Verdict = .byContent, prepared: String, numbers: ControlNumbers
  ) throws -> WrittenAcknowledgement {
    let (answer, file) = try prepare(for: path, verdict, prepared: prepared, numbers: numbers)
    try file?.place()
    return answer
  }

  /// The same for an answer that holds only once something else is done: the file, which has no place yet, comes with it.
  func prepare(
    for path: String, _ verdict: AcknowledgementRequest.Verdict, prepared: String, numbers: ControlNumbers
  ) throws -> (answer: WrittenAcknowledgement, file: PreparedOutput?) {
    do {
      let (answer, file) = try AtomicOutput.prepare(for: path) { makeSink -> WrittenAcknowledgement in
        if verdict == .allRejected {
          let looked = try acknowledging.acknowledge(
            source, options: options, with: AcknowledgementRequest(prepared: prepared), to: try makeSink())
          if looked.acceptsAll {
            let reason =
              looked.interchanges == 0 ? WrittenAcknowledgement.nobodyAsks : WrittenAcknowledgement.ownProblem
            throw NothingToSay(answer: WrittenAcknowledgement(name, reason: reason, looked))
          }
        }
        let request = AcknowledgementRequest(prepared: prepared, verdict: verdict, numbers: numbers)
        let said = try acknowledging.acknowledge(source, options: options, with: request, to: try makeSink())
        guard said.interchanges > 0 else {
          throw NothingToSay(answer: WrittenAcknowledgement(name, reason: WrittenAcknowledgement.nobodyAsks, said))
        }
        return WrittenAcknowledgement(name, path: path, said)
      }
      return (answer, file)
    } catch let nothing as NothingToSay {
      return (nothing.answer, nil)
    }
  }
}

extension AcknowledgementWriter {
  /// Control numbers of the shop, drawn by `draw`.
  static func numbers(_ draw: @escaping (_ receiver: String) throws -> Int) -> ControlNumbers {
    ControlNumbers { (receiver) throws(Problems) in
      do {
        return try draw(receiver)
      } catch {
        throw Problems(.sinkFailed, value: receiver, "no control number can be drawn for '\(receiver)': \(error)")
      }
    }
  }
}
