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
      guard var text = String.fromDatabaseValue(values[0]) else { return false }
      return text.withUTF8 { bytes in
        wanted.withUnsafeBufferPointer { wanted -> Bool in
          // Most texts are in ASCII: no folded copy of them is made.
          if bytes.allSatisfy({ $0 < 0x80 }) { return bytes.holds(wanted, case: .ignored) }
          var folded = DictionaryOrder.folded(String(decoding: bytes, as: UTF8.self))
          return folded.withUTF8 { $0.holds(wanted) }
        }
      }
    }
  }
}
