internal import FormatKit
package import Stock

/// The locations of the shop that a list is read for, by which columns and values are recognised.
package struct KnownLocations: Sendable {
  /// The locations with their names.
  let all: [(code: String, name: String?)]
  /// The location of all that a file has counted: that of the count, else the one that a person named for this file; nil where
  /// neither is known.
  private(set) var counted: String?
  private let exact: Set<String>
  /// The codes by codes and names as headers are compared; more than one where a name says too little.
  private let codes: [String: Set<String>]

  package init(of shop: ShopDatabase) throws {
    all = try shop.namedLocations()
    exact = Set(all.map(\.code))
    codes = all.reduce(into: [:]) { codes, location in
      for text in [location.code, location.name ?? location.code] {
        codes[Vocabulary.normalized(text), default: []].insert(location.code)
      }
    }
  }

  /// The locations for a file that is entered into a count.
  ///
  /// - Parameter session: the count; nil for one that is yet to be made.
  func counted(in session: CountSession?, _ request: ImportRequest) -> KnownLocations {
    var known = self
    let given = request.isLocationGiven ? request.location : request.constants["location"]
    known.counted = session?.location ?? given.map { location(meantBy: $0) ?? $0 }
    return known
  }

  /// The code of the location that a text means by its code, else by its name, in any case; nil where it means none or several.
  func location(meantBy text: String) -> String? {
    if exact.contains(text) { return text }
    let codes = codes[Vocabulary.normalized(text)] ?? []
    return codes.count == 1 ? codes.first : nil
  }
}
