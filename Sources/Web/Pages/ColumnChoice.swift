internal import FormatKit
internal import Foundation

/// What is chosen on the page of the columns of a file, and who chose it.
///
/// The form of that page has the digest of what it showed. So nobody replaces what somebody else has chosen since
/// without seeing it.
struct ColumnChoice: Codable, Sendable {
  /// The field of the form with the digest of what it showed.
  static let field = MadePlan.field
  /// How the names of the fields of columns begin, before the name of the column: `map.EAN`.
  static let mapped = "map."
  /// In place of a field of the vocabulary: what was recognised stays.
  static let asRecognised = "="
  /// In place of a field of the vocabulary: the column is not used.
  static let notUsed = "-"
  /// How many choices of a file are kept, so that one that somebody still looks at can be compared with the last one.
  private static let mostKept = 20

  /// The value of each field of the form by its name, such as `map.EAN`. A field that is as at the beginning is left
  /// out.
  let fields: [String: String]
  /// The login of the person.
  let login: String

  /// The digest of what a form shows.
  static func digest(of fields: [String: String]) -> String {
    MadePlan.digest(of: fields.sorted { $0.key < $1.key }.map { [$0.key, $0.value] })
  }

  /// The values of the fields after a choice that was made without having seen the present one: what the person changed
  /// is as they chose it, and everything else is as it is now.
  ///
  /// - Parameter seen: what the form of the person showed; nil where that is no longer known, so that all of it counts
  ///   as changed.
  static func merged(
    _ chosen: [String: String], into present: [String: String], seen: [String: String]?
  ) -> [String: String] {
    guard let seen else { return chosen }
    let names = Set(chosen.keys).union(present.keys)
    return Dictionary(
      uniqueKeysWithValues: names.compactMap { name -> (String, String)? in
        let value = chosen[name] == seen[name] ? present[name] : chosen[name]
        return value.map { (name, $0) }
      })
  }

  // MARK: Titles

  /// What the fields are called that are not of one column, in the order of the page. Those of columns come after the
  /// first four.
  static let titles: [(field: String, title: LocalizedText)] = [
    ("supplier", LocalizedText("Who sent it?")), ("kind", LocalizedText("What is it?")),
    ("location", LocalizedText("For which place?")), ("profile", LocalizedText("Profile")),
    ("decimal", LocalizedText("Decimal mark")), ("dates", LocalizedText("Order of dates")),
    ("day", LocalizedText("When it happened")), ("document", LocalizedText("Number of the document")),
    ("new-items", LocalizedText("Make items that the shop does not have")),
    ("new-suppliers", LocalizedText("Make suppliers that the shop does not have")),
    ("new-locations", LocalizedText("Make places that the shop does not have")),
  ]

  /// Whether a field is a tick: yes, or left out.
  static func isTick(_ field: String) -> Bool { field.hasPrefix("new-") }

  // MARK: Files

  private static func path(of digest: String, in folder: String) -> String { "\(folder)/.columns-\(digest).json" }

  /// The choice of a digest; nil where it is no longer kept.
  static func find(_ digest: String, in folder: String) -> ColumnChoice? {
    guard MadePlan.isDigest(digest), let data = FileManager.default.contents(atPath: path(of: digest, in: folder))
    else { return nil }
    return try? JSONDecoder().decode(ColumnChoice.self, from: data)
  }

  /// Keeps it in the folder of the file. Called by one at a time.
  func keep(in folder: String) throws(PageFailure) {
    let path = Self.path(of: Self.digest(of: fields), in: folder)
    try WaitingPlan.write(try? JSONEncoder().encode(self), to: path)
    WaitingPlan.removeOldest(".columns-", in: folder, keeping: path, most: Self.mostKept)
  }
}

extension WaitingPlan.Reading {
  /// What the form of the page of columns shows: the value of each field by its name, without those that are as at the
  /// beginning.
  var fields: [String: String] {
    let given: [String: String?] = [
      "kind": kind, "supplier": supplier, "location": location, "profile": profile, "decimal": decimal, "dates": dates,
      "day": constants["effective_at"], "document": constants["document"], "new-items": newItems ? "yes" : nil,
      "new-suppliers": newSuppliers ? "yes" : nil, "new-locations": newLocations ? "yes" : nil,
    ]
    let mapped = columns.map { (ColumnChoice.mapped + $0.key, $0.value.isEmpty ? ColumnChoice.notUsed : $0.value) }
    let translated = translations.map { (ColumnValues.field(for: $0.theirs, of: $0.column), $0.ours) }
    return given.compactMapValues { $0 }.merging(mapped) { $1 }.merging(translated) { $1 }
  }
}
