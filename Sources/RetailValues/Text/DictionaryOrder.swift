internal import Foundation

/// The order of texts in lists that people read: as in a dictionary, without regard to case and accents, so that `Äpfel`
/// comes before `Birnen`.
///
/// It is the same in every language, and no alphabet's own: Swedish has `ä` at the end.
///
/// ```swift
/// ["Zwiebeln", "Äpfel", "birnen"].sorted(by: DictionaryOrder.areInOrder)   // Äpfel, birnen, Zwiebeln
/// ```
public enum DictionaryOrder {
  /// Text as people compare it: without regard to case, in every script, and however its accents are encoded.
  ///
  /// Converts to upper case first, which makes different lower-case forms such as `ß` and `ss` equal. The dot of a
  /// Turkish `İ` is ignored: in lower case it is an `i` with a second dot, which users do not type.
  public static func folded(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    let folded = text.lowercased().uppercased().lowercased().precomposedStringWithCanonicalMapping
    guard folded.unicodeScalars.contains("\u{307}") else { return folded }
    var scalars = String.UnicodeScalarView()
    for scalar in folded.unicodeScalars where scalar != "\u{307}" || scalars.last != "i" { scalars.append(scalar) }
    return String(scalars)
  }

  /// What a text is compared by: folded, and without accents.
  public static func key(_ text: String) -> String {
    let text = folded(text)
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    let letters = text.decomposedStringWithCanonicalMapping.unicodeScalars
    return String(String.UnicodeScalarView(letters.filter { $0.properties.canonicalCombiningClass == .notReordered }))
  }

  /// Whether the first text comes before the second one. Texts with the same ``key(_:)`` are in the order of their bytes.
  public static func areInOrder(_ first: String, _ second: String) -> Bool {
    let (one, other) = (Array(key(first).utf8), Array(key(second).utf8))
    if one == other { return first.utf8.lexicographicallyPrecedes(second.utf8) }
    return one.lexicographicallyPrecedes(other)
  }
}
