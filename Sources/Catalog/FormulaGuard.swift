/// Texts that a spreadsheet would take for formulas, and the apostrophe ahead of them that keeps it from doing so.
///
/// Putting it there and taking it off are exact opposites: a text that itself has apostrophes ahead of a sign gets one more.
///
/// ```swift
/// FormulaGuard.spreadsheet.guarded("=1+1")  // '=1+1
/// FormulaGuard.spreadsheet.guarded("'=1+1") // ''=1+1
/// FormulaGuard.spreadsheet.guarded("-5")    // -5, a number
/// ```
public struct FormulaGuard: Hashable, Sendable {
  /// Whether signs are found behind spaces, and in their full-width forms, too.
  private let looksClosely: Bool

  /// What spreadsheet programs may run, in any country: `=`, `+`, `-` and `@`, also in full width and behind spaces, a tab or
  /// the end of a line.
  public static let spreadsheet = FormulaGuard(looksClosely: true)
  /// What shop systems guard by the first character alone: the four signs, a tab and the end of a line.
  public static let firstCharacter = FormulaGuard(looksClosely: false)

  /// Whether a text with this first byte may have to be guarded at all; most need no closer look.
  @inlinable
  public static func mayConcern(_ first: UInt8) -> Bool {
    // Spaces, controls and signs; the first bytes of wide spaces and full-width signs.
    first <= 0x2D || first == 0x3D || first == 0x40 || first >= 0xC2
  }

  /// Whether a text begins a formula, after any number of apostrophes, and is not just a negative number.
  public func needsGuard(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var start = 0
    while start < text.count, text[start] == UInt8(ascii: "'") { start += 1 }
    guard start < text.count else { return false }
    if (9...13).contains(text[start]) { return true }
    var place = start
    if looksClosely { while let width = Self.space(in: text, at: place) { place += width } }
    guard place < text.count else { return false }
    switch text[place] {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "@"): return true
    // A number is what it is; after an apostrophe it must not become one that had none.
    case UInt8(ascii: "-"): return start > 0 || !Self.isNumber(text[(place + 1)...])
    default: return looksClosely && Self.isWideSign(in: text, at: place)
    }
  }

  /// Whether the first character is an apostrophe that guards.
  public func isGuarded(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.first == UInt8(ascii: "'") && needsGuard(text)
  }

  /// Whether the first character is an apostrophe that guards.
  public func isGuarded(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { isGuarded($0) }
  }

  /// The text with an apostrophe ahead of it if it needs one.
  public func guarded(_ text: String) -> String {
    var text = text
    return text.withUTF8 { needsGuard($0) } ? "'" + text : text
  }

  /// How many bytes a character takes that is seen as nothing or as a space; nil for others.
  private static func space(in text: UnsafeBufferPointer<UInt8>, at place: Int) -> Int? {
    guard place < text.count else { return nil }
    if text[place] <= 32 { return 1 }
    // Unbreakable and ideographic space; without width: space, joiners, byte-order mark.
    let wide: [StaticString] = ["\u{A0}", "\u{3000}", "\u{200B}", "\u{200C}", "\u{200D}", "\u{2060}", "\u{FEFF}"]
    guard text[place] >= 0xC2 else { return nil }
    return wide.first { begins($0, in: text, at: place) }?.utf8CodeUnitCount
  }

  private static func isWideSign(in text: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
    guard text[place] == 0xEF else { return false }
    let signs: [StaticString] = ["\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}"]
    return signs.contains { begins($0, in: text, at: place) }
  }

  private static func begins(_ word: StaticString, in text: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
    text[place...].starts(with: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }

  private static func isNumber(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    text.contains { (48...57).contains($0) }
      && text.allSatisfy { (48...57).contains($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }
  }
}
