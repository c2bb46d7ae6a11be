internal import Foundation
package import GRDB
internal import RetailValues

/// Text as people compare it: without regard to case, in every script, and however its accents are encoded.
package enum CatalogText {
  /// Converts to upper case first, which makes different lower-case forms such as `ß` and `ss` equal. The dot of a
  /// Turkish `İ` is ignored: in lower case it is an `i` with a second dot, which users do not type.
  package static func folded(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    let folded = text.lowercased().uppercased().lowercased().precomposedStringWithCanonicalMapping
    guard folded.unicodeScalars.contains("\u{307}") else { return folded }
    var scalars = String.UnicodeScalarView()
    for scalar in folded.unicodeScalars where scalar != "\u{307}" || scalars.last != "i" { scalars.append(scalar) }
    return String(scalars)
  }

  /// `title_order(text)`, which sorts titles: accents do not matter, as in a dictionary.
  package static let ordering = DatabaseFunction("title_order", argumentCount: 1, pure: true) { values in
    guard let text = String.fromDatabaseValue(values[0]).map(folded) else { return nil }
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    let letters = text.decomposedStringWithCanonicalMapping.unicodeScalars
    return String(String.UnicodeScalarView(letters.filter { $0.properties.canonicalCombiningClass == .notReordered }))
  }

  /// An SQL function of one text: whether it holds another one. What is looked for is folded once, not for every row.
  package static func search(_ name: String, for wanted: String) -> DatabaseFunction {
    let wanted = Array(folded(wanted).utf8)
    return DatabaseFunction(name, argumentCount: 1, pure: true) { values in
      guard var text = String.fromDatabaseValue(values[0]).map(folded) else { return false }
      return text.withUTF8 { text in
        wanted.withUnsafeBufferPointer { text.holds($0) }
      }
    }
  }
}
