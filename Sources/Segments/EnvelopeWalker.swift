/// A part of the envelope of messages, from the outermost one.
public enum EnvelopePart: Int, CaseIterable, Sendable {
  case interchange, group, message
}

/// The segments that begin and end the parts of an envelope.
public struct EnvelopeTags: Sendable {
  let begins: [String]
  let ends: [String]
  /// Whether the end of a part that is not open still ends the parts that would be within it.
  let endsInnerFirst: Bool

  /// - Parameters:
  ///   - begins: the tags that begin an interchange, a group and a message.
  ///   - ends: the tags that end them.
  public init(begins: [String], ends: [String], endsInnerFirst: Bool) {
    precondition(begins.count == EnvelopePart.allCases.count && ends.count == begins.count)
    self.begins = begins
    self.ends = ends
    self.endsInnerFirst = endsInnerFirst
  }

  public func begin(_ part: EnvelopePart) -> String { begins[part.rawValue] }
  public func end(_ part: EnvelopePart) -> String { ends[part.rawValue] }
}

/// Follows the envelope of messages: which parts are open, and how much they have.
public struct EnvelopeWalker: Sendable {
  /// The role of a segment.
  public enum Step: Hashable, Sendable {
    case begins(EnvelopePart)
    case ends(EnvelopePart)
    /// An open part has no end before this segment, which must be taken again.
    case abandons(EnvelopePart)
    /// A segment of a message.
    case inside
    /// A segment outside the part that it belongs to.
    case stray
  }

  private let tags: EnvelopeTags
  private var open = [false, false, false]
  /// The number of groups in the interchange.
  public private(set) var groupCount = 0
  /// The number of messages in the interchange.
  public private(set) var messageCount = 0
  /// The number of messages since the last group began.
  public private(set) var groupMessageCount = 0

  public init(_ tags: EnvelopeTags) { self.tags = tags }

  public func isOpen(_ part: EnvelopePart) -> Bool { open[part.rawValue] }

  public mutating func take(_ tag: String) -> Step {
    let (begun, ended) = (tags.begins.firstIndex(of: tag), tags.ends.firstIndex(of: tag))
    guard let level = begun ?? ended, let part = EnvelopePart(rawValue: level) else {
      return isOpen(.message) ? .inside : .stray
    }
    guard part == .interchange || isOpen(.interchange) else { return .stray }
    guard begun != nil || open[level] || tags.endsInnerFirst else { return .stray }
    // The innermost part goes first; the segment comes again for the next one.
    let outermost = begun == nil ? level + 1 : level
    if let inner = EnvelopePart.allCases.last(where: isOpen), inner.rawValue >= outermost {
      open[inner.rawValue] = false
      return .abandons(inner)
    }
    guard begun == nil else {
      begin(part)
      return .begins(part)
    }
    guard open[level] else { return .stray }
    open[level] = false
    return .ends(part)
  }

  private mutating func begin(_ part: EnvelopePart) {
    open[part.rawValue] = true
    switch part {
    case .interchange: (groupCount, messageCount, groupMessageCount) = (0, 0, 0)
    case .group: (groupCount, groupMessageCount) = (groupCount + 1, 0)
    case .message: (messageCount, groupMessageCount) = (messageCount + 1, groupMessageCount + 1)
    }
  }
}
