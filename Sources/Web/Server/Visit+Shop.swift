internal import RetailValues
internal import Serving

extension Visit {
  /// Whether the list of imports can be shown: it is about the whole shop, and some people belong to one store.
  var seesImports: Bool { may(.readImports) && person.store == nil }

  /// Whether the page of an import can be shown.
  var seesChangeSets: Bool { may(.readChangeSets) && person.store == nil }

  /// Whether an import can be undone and redone.
  var undoesImports: Bool { may(.undoImports) && person.store == nil }
}
