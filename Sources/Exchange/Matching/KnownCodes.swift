internal import RetailValues
internal import Stock

/// What the shop knows of the codes of a list, where a list is read for a shop.
///
/// A column whose codes the shop has is that of its items under any name.
package struct KnownCodes: Sendable {
  /// Whether the shop has no items, so that it knows no code of any list.
  let isEmpty: Bool
  /// The locations of the shop with their names.
  let locations: [(code: String, name: String?)]
  /// The reasons for which goods may be written off.
  let reasons: [String]
  /// The words by which lists name them.
  let reasonWords: Set<String>
  private let known: @Sendable ([String]) -> Set<String>
  private let isItem: @Sendable ([String]) -> Bool
  private let havePrice: @Sendable ([String]) -> Bool
  private let itemCodes:
    @Sendable (_ codes: [String], _ suppliers: [String], _ orders: [String]) -> (
      ofSupplier: Int, ofShop: Int
    )

  /// - Parameter retired: the codes of reasons that are not offered any more.
  init(of shop: ShopDatabase, withoutReasons retired: Set<String> = []) throws {
    isEmpty = try shop.hasNoItems()
    locations = try shop.namedLocations()
    let losses = try shop.reasons().filter {
      $0.direction != .gain && $0.lossClass != .unknown && !retired.contains($0.code)
    }
    (reasons, reasonWords) = (losses.map(\.code), Set(losses.flatMap(\.words)))
    // A code that cannot be looked up proves nothing; the import reports why when it compares the records.
    known = { (try? shop.knownCodes(among: $0)) ?? [] }
    isItem = { (try? shop.hasItem(called: $0)) ?? true }
    havePrice = { (try? shop.haveRegularPrice($0)) ?? false }
    itemCodes = { (try? shop.itemCodes(among: $0, suppliers: $1, orders: $2)) ?? (ofSupplier: 0, ofShop: 0) }
  }

  /// Whether the shop has all of the first codes of a column, none of them, or some; nil for a column without values.
  func share(of look: ColumnLook?) -> Share? {
    guard let look, !look.samples.isEmpty else { return nil }
    guard !isEmpty else { return Share.none }
    let count = known(look.samples).count
    return count == 0 ? Share.none : count == look.samples.count ? .all : .some
  }

  enum Share { case none, some, all }

  /// Whether at least half of the first codes of a column are a supplier's numbers of items, and more than are codes of the shop.
  ///
  /// - Parameters:
  ///   - suppliers: the suppliers that the list names; without any, those of the orders are meant.
  ///   - orders: the numbers of the orders that the list is about, whose items alone count.
  func areSuppliers(_ look: ColumnLook?, suppliers: [String], orders: [String]) -> Bool {
    guard let look, !isEmpty else { return false }
    let count = itemCodes(look.samples, suppliers, orders)
    return count.ofSupplier > count.ofShop && count.ofSupplier * 2 >= look.samples.count
  }

  /// Whether the shop has an item with one of some names for its code or its title.
  func hasItem(called names: [String]) -> Bool { !isEmpty && isItem(names) }

  /// Whether one of the first codes is of an item that has a regular price.
  func havePrice(_ look: ColumnLook?) -> Bool { look.map { !isEmpty && havePrice($0.samples) } ?? false }
}
