/// A format whose senders expect to be told what became of what they sent: by a 997, by a CONTRL.
///
/// The answer is about the standard that the file is written by, and about nothing else: what people are told of segments,
/// elements and envelopes is told to the sender. That a shop does not know an item, or has another order of the same number,
/// is no fault of the message, and is not in it.
public protocol AcknowledgingFormat: ReadableFormat {
  /// What the answer is called: `CONTRL`.
  static var acknowledgementName: String { get }

  /// Reads a source to its end and writes the answer to everything in it, an interchange for each that is answered.
  ///
  /// Implementers guarantee: a message is rejected exactly when people are told an error of it by the standard; a source that
  /// cannot be read to its end is answered as far as it goes, and rejected; acknowledgements are not answered, so that a
  /// source of nothing else writes nothing; memory does not grow with the number of segments.
  ///
  /// - Throws: what reading throws where there is nobody to be answered, ``DiagnosticCode/invalidOption`` for a moment that
  ///   is none, what the control numbers throw, ``DiagnosticCode/sinkFailed``.
  func acknowledge(
    _ source: ByteSource, with request: AcknowledgementRequest, to sink: ByteSink
  ) throws(FormatError) -> Acknowledgement
}

/// How an answer is to be made.
public struct AcknowledgementRequest {
  /// When it is made, by the sender's clock, to the minute: `2026-10-31T18:30`.
  public var prepared: String
  /// What became of the source.
  public var verdict: Verdict
  /// Where its control numbers come from.
  public var numbers: ControlNumbers

  /// What became of a source.
  public enum Verdict: Hashable, Sendable {
    /// What was right in it was taken.
    case byContent
    /// Nothing of it was taken: what is right in it is rejected with the rest, and is to be sent again.
    case allRejected
  }

  public init(prepared: String, verdict: Verdict = .byContent, numbers: ControlNumbers = ControlNumbers()) {
    self.prepared = prepared
    self.verdict = verdict
    self.numbers = numbers
  }
}

/// The numbers by which partners tell our interchanges apart: for each partner one after the other.
public final class ControlNumbers {
  /// The greatest number, of nine digits; after it they begin anew.
  public static let greatest = 999_999_999

  private let draw: (_ receiver: String) throws(FormatError) -> Int

  /// - Parameter draw: gives the next number, from 1 to ``greatest``, for interchanges to a partner.
  public init(_ draw: @escaping (_ receiver: String) throws(FormatError) -> Int) { self.draw = draw }

  /// Numbers that are not kept.
  public convenience init(startingAt first: Int = 1) {
    var next = min(Self.greatest, max(1, first))
    self.init { (_) throws(FormatError) in
      defer { next = Self.number(after: next) }
      return next
    }
  }

  /// The next number of interchanges to a partner.
  public func next(for receiver: String) throws(FormatError) -> Int { try draw(receiver) }

  /// The number behind another.
  public static func number(after number: Int) -> Int { number < greatest ? number + 1 : 1 }
}

/// What an answer says.
public struct Acknowledgement: Hashable, Sendable {
  /// How many interchanges were answered; none where there are only acknowledgements.
  public var interchanges = 0
  /// Those that were rejected as a whole.
  public var rejectedInterchanges = 0
  /// How many messages were answered.
  public var messages = 0
  /// Those that were rejected, by themselves or with their group or interchange.
  public var rejectedMessages = 0

  public init() {}

  /// Whether all was accepted.
  public var acceptsAll: Bool { rejectedInterchanges == 0 && rejectedMessages == 0 }
}
