/// Protects texts that a spreadsheet would read as formulas with an apostrophe in front.
///
/// Adding and removing the apostrophe are exact inverses: a text that itself has apostrophes before a sign gets one
/// more.
///
/// ```swift
/// FormulaGuard.spreadsheet.guarded("=1+1")  // '=1+1
/// FormulaGuard.spreadsheet.guarded("'=1+1") // ''=1+1
/// FormulaGuard.spreadsheet.guarded("-5")    // -5, a number
/// ```
public struct FormulaGuard: Hashable, Sendable {
  /// Whether signs after spaces and in full-width form are found too.
  private let looksClosely: Bool

  /// Signs that spreadsheet programs in any country may run: `=`, `+`, `-` and `@`, also in full width and after
  /// spaces, a tab or the end of a line.
  public static let spreadsheet = FormulaGuard(looksClosely: true)
  /// Texts that shop systems guard by the first character alone: the four signs, a tab and the end of a line.
  public static let firstCharacter = FormulaGuard(looksClosely: false)

  /// Whether a text with this first byte may need the guard; most texts need no closer check.
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
    // A number needs no guard. After an apostrophe it does, or removing the guard would remove its own apostrophe.
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

  /// The text, with an apostrophe in front if it needs one.
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
