/// The parts of names that all columns of a table are made of in the same way: in two languages (`Preis / Price`), or with the
/// element that all of them are in (`node.price`).
struct HeaderParts {
  private let isBilingual: Bool
  private let prefix: String?

  init(_ names: [String]) {
    let names = names.filter { !$0.hasPrefix("_") }
    isBilingual = names.count > 1 && names.allSatisfy { $0.contains(" / ") || $0.contains(" | ") }
    let first = names.first?.firstIndex(of: ".").flatMap { end in names.first.map { String($0[...end]) } }
    prefix = names.count > 1 ? first.flatMap { first in names.allSatisfy { $0.hasPrefix(first) } ? first : nil } : nil
  }

  /// A form of a name with its single letters as the abbreviation that they are: `pvp` of `P.V.P.`, `pa ht` of `P.A. HT`; nil
  /// where no two of them follow each other.
  static func joined(_ form: String) -> String? {
    var words: [String] = []
    var (count, followsLetter) = (0, false)
    for word in form.split(separator: " ") {
      let isLetter = word.count == 1 && word.allSatisfy(\.isLetter)
      if isLetter, followsLetter, let letters = words.popLast() {
        words.append(letters + String(word))
      } else {
        words.append(String(word))
      }
      count += 1
      followsLetter = isLetter
    }
    return words.count < count ? words.joined(separator: " ") : nil
  }

  /// What a name may be read as besides itself.
  func of(_ name: String) -> [String] {
    if let prefix, name.hasPrefix(prefix) { return [String(name.dropFirst(prefix.count))] }
    return isBilingual ? name.replacing(" | ", with: " / ").split(separator: " / ").map(String.init) : []
  }
}
