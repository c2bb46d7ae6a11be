internal import Foundation

/// The title and author in what people write when they ask for a book: `Asking for: Solaris by Stanislaw Lem`.
///
/// The words that ask stand at the beginning; the last " by " divides the title from the author, and what follows a full stop,
/// an exclamation or question mark, or the end of the line, is no part of either.
public struct WishText: Hashable, Sendable {
  public let title: String
  public let author: String?

  private static let openings = ["asking for", "looking for", "suche"]

  /// Reads a message; nil where it does not begin with asking, or asks for nothing.
  public init?(_ message: String) {
    let text = message.prefix(1000)
    guard
      let opening = Self.openings.first(where: {
        text.range(of: $0, options: [.caseInsensitive, .anchored]) != nil
      })
    else { return nil }
    let rest = text.dropFirst(opening.count).drop { $0.isWhitespace || ":-–—".contains($0) }
    let wanted = rest.prefix { !$0.isNewline && !"!?".contains($0) }
    let sentence = wanted[..<(Self.endOfSentence(wanted) ?? wanted.endIndex)]
    let by = sentence.range(of: " by ", options: [.caseInsensitive, .backwards])
    let quotes = CharacterSet(charactersIn: " \t\"'“”‘’„«».,;")
    func trimmed(_ part: Substring) -> String { part.trimmingCharacters(in: quotes) }
    title = trimmed(by.map { sentence[..<$0.lowerBound] } ?? sentence)
    let name = by.map { trimmed(sentence[$0.upperBound...]) }
    author = name.flatMap { $0.isEmpty ? nil : $0 }
    if title.isEmpty { return nil }
  }

  /// The first full stop before a space that does not belong to an initial or a short form: `H. G. Wells`, `St. Petersburg`.
  private static func endOfSentence(_ text: Substring) -> Substring.Index? {
    var word = 0
    for index in text.indices {
      let character = text[index]
      if character == ".", word > 2, text[text.index(after: index)...].first?.isWhitespace ?? false { return index }
      word = character.isLetter || character.isNumber ? word + 1 : 0
    }
    return nil
  }
}
