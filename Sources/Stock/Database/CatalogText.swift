package import GRDB
internal import RetailValues

/// SQL functions of text as people compare it.
package enum CatalogText {
  /// `title_order(text)`, by which lists for people are sorted; every connection has it. Texts that differ in case and accents
  /// alone are equal by it, so the text itself or a code comes after it. See ``DictionaryOrder``.
  package static let ordering = DatabaseFunction("title_order", argumentCount: 1, pure: true) { values in
    guard let text = String.fromDatabaseValue(values[0]) else { return nil }
    return DictionaryOrder.key(text)
  }

  /// An SQL function of one text: whether it holds another one. What is looked for is folded once, not for every row.
  package static func search(_ name: String, for wanted: String) -> DatabaseFunction {
    let wanted = Array(DictionaryOrder.folded(wanted).utf8)
    return DatabaseFunction(name, argumentCount: 1, pure: true) { values in
      guard var text = String.fromDatabaseValue(values[0]).map(DictionaryOrder.folded) else { return false }
      return text.withUTF8 { text in
        wanted.withUnsafeBufferPointer { text.holds($0) }
      }
    }
  }
}
