/// A phase of an import, in the order in which they come; not every import has all of them.
public enum ImportPhase: Hashable, Sendable {
  /// Finding out what the source is.
  case looking
  /// Reading records.
  ///
  /// - Parameter bytes: how many bytes there are; nil when that is not known.
  case reading(bytes: Int?)
  /// Setting the records against the shop.
  case comparing
  /// Writing the plan.
  case planning
  /// Changing the shop.
  case changing
  /// Writing the refused records.
  case rejecting

  /// The phase in one word, as shown to people.
  public var word: String {
    switch self {
    case .looking: "looking"
    case .reading: "reading"
    case .comparing: "comparing"
    case .planning: "writing the plan"
    case .changing: "changing"
    case .rejecting: "writing refused records"
    }
  }
}
