internal import Foundation

/// A message in which somebody asks for a book or offers one: `Asking for: Solaris by Stanislaw Lem`, `For trade: Emma`.
///
/// The words that ask or offer are at the beginning; the last " by " divides the title from the author. Text after a
/// full stop, an exclamation or question mark, or the end of the line, is part of neither.
public struct BookPost: Hashable, Sendable {
  /// The purpose of the message; the words of the field `post_kind`.
  public enum Kind: String, Hashable, Sendable {
    case askingFor = "asking-for"
    case forTrade = "for-trade"
  }

  public let kind: Kind
  public let title: String
  public let author: String?

  private static let openings: [(words: String, kind: Kind)] = [
    ("asking for", .askingFor), ("looking for", .askingFor), ("suche", .askingFor), ("for trade", .forTrade),
    ("offering", .forTrade), ("biete", .forTrade),
  ]

  /// Reads a message; nil where it neither asks nor offers, or names nothing.
  public init?(_ message: String) {
    let text = message.prefix(1000).drop { $0.isWhitespace }
    guard
      let opening = Self.openings.first(where: {
        text.range(of: $0.words, options: [.caseInsensitive, .anchored]) != nil
      })
    else { return nil }
    kind = opening.kind
    let rest = text.dropFirst(opening.words.count).drop { $0.isWhitespace || ":-–—".contains($0) }
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

/// The title and author in what people write when they ask for a book.
public struct WishText: Hashable, Sendable {
  public let title: String
  public let author: String?

  /// Reads a message; nil where it does not begin with asking, or asks for nothing.
  public init?(_ message: String) {
    guard let post = BookPost(message), post.kind == .askingFor else { return nil }
    (title, author) = (post.title, post.author)
  }
}
