public import ProblemKit

/// A format whose senders expect an acknowledgement of what they sent, for example a 997 or a CONTRL.
///
/// The acknowledgement covers the standard of the file only: every problem with segments, elements or envelopes that is
/// reported to the user is also reported to the sender. A problem of the shop is not an error in the message and is not
/// reported to the sender, for example an item that the shop does not know or an order number that it already has.
public protocol AcknowledgingFormat: ReadableFormat {
  /// The name of the acknowledgement: `CONTRL`.
  static var acknowledgementName: String { get }

  /// Reads a source to its end and writes the acknowledgement of everything in it, one interchange for each interchange
  /// that expects an acknowledgement.
  ///
  /// Implementers guarantee: a message is rejected exactly if an error by the standard is reported to the user; a
  /// source that cannot be read to its end is acknowledged as far as it was read, and rejected; acknowledgements are
  /// not acknowledged, so a source that contains nothing else produces no output; memory does not grow with the number
  /// of segments.
  ///
  /// ```swift
  /// func acknowledge(
  ///   _ source: ByteSource, with request: AcknowledgementRequest, to sink: ByteSink
  /// ) throws(Problems) -> Acknowledgement {
  ///   var scanner = try InterchangeScanner(source)
  ///   var answer = AcknowledgementWriter(request, to: sink)
  ///   while let step = try scanner.next() { try answer.take(step) }
  ///   return answer.summary
  /// }
  /// ```
  ///
  /// - Throws: the errors of reading if there is nobody to send an acknowledgement to, ``Problem/Code/invalidOption``
  ///   for an invalid date and time, the errors of the control numbers, ``Problem/Code/sinkFailed``.
  func acknowledge(
    _ source: ByteSource, with request: AcknowledgementRequest, to sink: ByteSink
  ) throws(Problems) -> Acknowledgement
}

/// How an answer is to be made.
public struct AcknowledgementRequest {
  /// When it is made, by the sender's clock, to the minute: `2026-10-31T18:30`.
  public var prepared: String
  /// The outcome for the source.
  public var verdict: Verdict
  /// The source of its control numbers.
  public var numbers: ControlNumbers

  /// The outcome for a source.
  public enum Verdict: Hashable, Sendable {
    /// Its valid content was imported.
    case byContent
    /// Nothing of it was taken: what is right in it is rejected with the rest, and is to be sent again.
    case allRejected
  }

  /// A request whose acknowledgement has a date, a verdict and numbers of its own.
  ///
  /// ```swift
  /// AcknowledgementRequest(prepared: "2026-10-31T18:30", numbers: ControlNumbers(startingAt: 12))
  /// ```
  public init(prepared: String, verdict: Verdict = .byContent, numbers: ControlNumbers = ControlNumbers()) {
    self.prepared = prepared
    self.verdict = verdict
    self.numbers = numbers
  }
}

/// The interchange numbers by which partners identify our interchanges: each partner has its own sequence.
public final class ControlNumbers {
  /// The greatest number, which has nine digits; the sequence then starts again.
  public static let greatest = 999_999_999

  private let draw: (_ receiver: String) throws(Problems) -> Int

  /// Numbers that are kept elsewhere, such as in the shop.
  ///
  /// ```swift
  /// var last = ["ACME": 41]
  /// let numbers = ControlNumbers { receiver in
  ///   last[receiver] = ControlNumbers.number(after: last[receiver] ?? 0)
  ///   return last[receiver] ?? 1
  /// }
  /// try numbers.next(for: "ACME")  // 42
  /// ```
  ///
  /// - Parameter draw: gives the next number, from 1 to ``greatest``, for interchanges to a partner.
  public init(_ draw: @escaping (_ receiver: String) throws(Problems) -> Int) { self.draw = draw }

  /// Numbers that are not kept.
  ///
  /// ```swift
  /// let numbers = ControlNumbers(startingAt: 12)
  /// try numbers.next(for: "ACME")  // 12
  /// try numbers.next(for: "ACME")  // 13
  /// ```
  public convenience init(startingAt first: Int = 1) {
    var next = min(Self.greatest, max(1, first))
    self.init { (_) throws(Problems) in
      defer { next = Self.number(after: next) }
      return next
    }
  }

  /// The next number of interchanges to a partner.
  ///
  /// ```swift
  /// let number = try ControlNumbers().next(for: "ACME")  // 1
  /// ```
  public func next(for receiver: String) throws(Problems) -> Int { try draw(receiver) }

  /// The number that follows another.
  ///
  /// ```swift
  /// ControlNumbers.number(after: 12)                       // 13
  /// ControlNumbers.number(after: ControlNumbers.greatest)  // 1
  /// ```
  public static func number(after number: Int) -> Int { number < greatest ? number + 1 : 1 }
}

/// The content of an acknowledgement.
public struct Acknowledgement: Hashable, Sendable {
  /// How many interchanges were acknowledged; zero if the source contains only acknowledgements.
  public var interchanges = 0
  /// Those that were rejected as a whole.
  public var rejectedInterchanges = 0
  /// How many messages were answered.
  public var messages = 0
  /// Those that were rejected, by themselves or with their group or interchange.
  public var rejectedMessages = 0

  /// An acknowledgement of nothing, to be filled in.
  ///
  /// ```swift
  /// var answer = Acknowledgement()
  /// answer.messages += 1
  /// answer.acceptsAll  // true
  /// ```
  public init() {}

  /// Whether all was accepted.
  public var acceptsAll: Bool { rejectedInterchanges == 0 && rejectedMessages == 0 }
}
