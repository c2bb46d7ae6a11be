/// The losses of one reason in a closed entry, kept with the entry when its period is closed.
///
/// So a reason that is changed later can be found, although the accounts of reasons may be set differently by then.
package struct ClosedLoss: Hashable, Codable {
  /// The code of the reason; empty for opening stock.
  package var reason: String
  /// The class of the reason; empty for opening stock.
  package var lossClass: String
  /// Minor units: a loss is positive.
  package var amount: Int64

  package init(reason: String, lossClass: String, amount: Int64) {
    self.reason = reason
    self.lossClass = lossClass
    self.amount = amount
  }

  package var name: String { "\(reason.isEmpty ? "no reason" : reason)\(lossClass.isEmpty ? "" : " (\(lossClass))")" }
}

/// An entry of the journal as a closed period holds it.
package struct ClosedEntry: Codable {
  package var entry: JournalEntry
  /// nil in periods that an earlier version closed.
  package var losses: [ClosedLoss]?

  package init(_ entry: JournalEntry, losses: [ClosedLoss]) {
    self.entry = entry
    self.losses = losses
  }

  private enum CodingKeys: String, CodingKey { case losses }

  /// The keys of the entry itself, with one more: an earlier version reads the same object.
  package init(from decoder: any Decoder) throws {
    entry = try JournalEntry(from: decoder)
    losses = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent([ClosedLoss].self, forKey: .losses)
  }

  package func encode(to encoder: any Encoder) throws {
    try entry.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(losses, forKey: .losses)
  }
}
