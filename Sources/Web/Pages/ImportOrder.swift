internal import FormatKit
internal import Foundation

/// The place of a file among those that wait, in the order in which they are best imported: what others refer to comes first, then
/// what happened first.
struct ImportOrder: Comparable, Sendable {
  /// The place of its last kind of records in the vocabulary, where a kind comes after those that it refers to.
  let place: Int
  /// The first moment of its movements, else the day that its name has; behind all others without either.
  let moment: String
  let sentAt: Date
  /// Its name, in which numbers are as long as each other, so that week 9 comes before week 10.
  let name: String

  init(_ plan: WaitingPlan, _ outline: MadePlan.Outline?) {
    self.init(kinds: outline?.kinds ?? [], firstAt: outline?.firstAt, sentAt: plan.sentAt, name: plan.name)
  }

  init(kinds: [String], firstAt: String?, sentAt: Date, name: String) {
    place =
      kinds.compactMap { kind in Vocabulary.kinds.firstIndex { $0.name == kind } }.max() ?? Vocabulary.kinds.count
    moment = firstAt ?? Self.day(in: name) ?? "~"
    self.sentAt = sentAt
    self.name = name.lowercased().replacing(#/[0-9]+/#) { match in
      String(repeating: "0", count: max(0, 20 - match.output.count)) + match.output
    }
  }

  static func < (left: ImportOrder, right: ImportOrder) -> Bool {
    (left.place, left.moment, left.sentAt, left.name) < (right.place, right.moment, right.sentAt, right.name)
  }

  /// The day in the name of a file as ISO 8601: `2026-10-05`, `20261005` or `05.10.2026`; nil without one.
  private static func day(in name: String) -> String? {
    if let match = name.firstMatch(of: #/(?:^|[^0-9])(20[0-9]{2})(-?)([01][0-9])\2([0-3][0-9])(?:[^0-9]|$)/#) {
      return "\(match.1)-\(match.3)-\(match.4)"
    }
    let match = name.firstMatch(of: #/(?:^|[^0-9])([0-3]?[0-9])\.([01]?[0-9])\.(20[0-9]{2})(?:[^0-9]|$)/#)
    return match.map { match in
      let (day, month) = ("0\(match.1)".suffix(2), "0\(match.2)".suffix(2))
      return "\(match.3)-\(month)-\(day)"
    }
  }
}
