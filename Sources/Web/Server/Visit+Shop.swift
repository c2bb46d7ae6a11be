internal import RetailValues
internal import Serving

extension Visit {
  /// Whether the person may do something that concerns the whole shop: some people belong to one store.
  func mayInWholeShop(_ act: Act) -> Bool { may(act) && person.store == nil }

  /// Goes on where the person may do something that concerns the whole shop.
  func requireInWholeShop(_ act: Act) throws(PageFailure) {
    guard may(act) else { throw .forbidden(act) }
    if let store = person.store { throw .ofOneStore(store) }
  }

  /// Whether the list of imports can be shown.
  var seesImports: Bool { mayInWholeShop(.readImports) }

  /// Whether the page of an import can be shown.
  var seesChangeSets: Bool { mayInWholeShop(.readChangeSets) }

  /// Whether an import can be undone and redone.
  var undoesImports: Bool { mayInWholeShop(.undoImports) }
}
