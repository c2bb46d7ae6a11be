internal import FormatKit
package import RetailValues
package import Stock

/// What the shop has names for, as far as the person may see it: for the values of a file that match none of them.
package struct ShopNames: Sendable {
  private let shop: ShopDatabase
  private let shown: Set<DataClass>
  private let isForOneStore: Bool

  /// - Parameters:
  ///   - shown: the classes of data that the person sees.
  ///   - isForOneStore: whether the person belongs to one store, and does not see which others there are.
  package init(of shop: ShopDatabase, shown: Set<DataClass>, isForOneStore: Bool) {
    (self.shop, self.shown, self.isForOneStore) = (shop, shown, isForOneStore)
  }

  /// Whether the names may be shown to the person.
  func shows(_ names: ValueNames) -> Bool {
    switch names {
    case .words: true
    case .sizes: shown.contains(.catalog)
    case .reasons: shown.contains(.expected)
    case .records(let name):
      Vocabulary.kind(name).map { shown.contains($0.dataClass) && !(isForOneStore && $0.owner == .itself) } ?? false
    }
  }

  func names(_ names: ValueNames, most: Int) throws -> [(code: String, title: String?)] {
    try shop.names(names, most: most)
  }

  func count(_ names: ValueNames) throws -> Int { try shop.nameCount(names) }

  func known(_ values: [String], as names: ValueNames) throws -> Set<String> { try shop.known(values, as: names) }
}
