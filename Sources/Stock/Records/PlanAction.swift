/// What an import does with a record. The raw values are stored, shown to people, and written to plans and JSON.
public enum PlanAction: String, Codable, Hashable, Sendable, CaseIterable, CustomStringConvertible {
  /// The record is new.
  case create
  /// The record exists, and values of it change.
  case update
  /// The record exists and has the same values already.
  case unchanged
  /// The record has an error and is left out.
  case reject
  /// Records of one key contradict each other, or what is recorded.
  case conflict
  /// The record is taken, and there is a warning or a notice about it.
  case reported = "told"
  /// The record is removed by an undo; only in change sets.
  case delete
  /// An undo had to leave the record in the shop, and a later import contains it; only in change sets.
  case adopt

  public var description: String { rawValue }

  /// The action as people call it: a new record with a value from before changes that one, as a price does that follows another.
  ///
  /// - Parameter before: the values from before of its fields.
  public func shown(before: some Sequence<String?>) -> PlanAction {
    self == .create && before.contains { $0 != nil } ? .update : self
  }

  /// Whether values of the record are written.
  public var isWritten: Bool { self == .create || self == .update }

  /// The action as a text of SQL, in quotes.
  package var sql: String { "'\(rawValue)'" }

  /// SQL for whether the action in a column writes values: `action \(PlanAction.isWrittenSQL)`.
  package static let isWrittenSQL = "IN (\(PlanAction.create.sql), \(PlanAction.update.sql))"
}
