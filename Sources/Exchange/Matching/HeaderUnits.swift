internal import FormatKit
internal import RetailValues

/// What a header says about the unit of its numbers: a currency, its hundredth part, packs or thousands, or how many items
/// a price is for.
///
/// `Preis in €` is a price in euros, `price_cents` one in cents, `EK netto pro 100 Stück` a cost of 100 pieces.
struct HeaderUnits: Hashable {
  /// The sign or code of the currency, as ``CurrencySigns`` knows it.
  private(set) var currency: String?
  /// Whether two different currencies are named, amounts are for a weight or volume, or numbers count packs or thousands:
  /// nothing can be taken for a price or a quantity.
  private(set) var isUnclear = false
  /// Whether amounts are in cents or the like.
  private(set) var isMinor = false
  /// Whether an amount is for a pack of which the name does not say how many it has: `Price per case`.
  private(set) var isPerPack = false
  /// How many items the price is for: 10, 100, 1000.
  private(set) var items: Int?
  /// The words without what they say of the unit, as a form of the name; nil when they say nothing.
  private(set) var bare: String?

  /// The unit of amounts in cents or the like, for any name of their column.
  static let inMinorUnits: HeaderUnits = {
    var units = HeaderUnits("")
    units.isMinor = true
    return units
  }()

  private struct Word {
    var text: String
    var isInBrackets: Bool
    /// Whether a slash is before it: `Preis/100`.
    var followsSlash: Bool
    var isUsed = false
  }

  init(_ header: String) {
    var words = Self.words(header)
    let isCapitals = header.contains(where: \.isUppercase) && !header.contains(where: \.isLowercase)
    takeItems(&words)
    if Self.isMoneyObject(header) { isMinor = true }
    for index in words.indices where !words[index].isUsed {
      let word = words[index]
      let isFirstInBrackets = word.isInBrackets && (index == 0 || !words[index - 1].isInBrackets)
      if Self.minorWords.contains(word.text.lowercased()) || word.isInBrackets && word.text == "p" {
        isMinor = true
      } else if Self.thousands.contains(word.text.lowercased())
        || isFirstInBrackets && UnitWords.isPackName(word.text)
      {
        isUnclear = true
      } else if let whole = CurrencySigns.currency(ofHundredth: word.text) {
        (currency, isMinor) = (currency ?? whole, true)
      } else if let sign = Self.currency(word, isCapitals: isCapitals) {
        if let known = currency, known != sign { settle(known, sign) } else { currency = sign }
      } else {
        continue
      }
      words[index].isUsed = true
      if index > 0, Self.prepositions.contains(words[index - 1].text.lowercased()) { words[index - 1].isUsed = true }
    }
    guard words.contains(where: \.isUsed) else { return }
    bare = words.filter { !$0.isUsed }.map { $0.text.lowercased() }.joined(separator: " ")
  }

  /// Of a sign and a code that fit each other, the code counts.
  private mutating func settle(_ known: String, _ sign: String) {
    if let code = Currency(sign), CurrencySigns.fits(known, code) {
      currency = sign
    } else if Currency(known).map({ CurrencySigns.fits(sign, $0) }) != true {
      isUnclear = true
    }
  }

  // MARK: Words

  /// Letters and digits as words, signs of currencies as words of their own: `US$`, `kr`, `€`.
  private static func words(_ header: String) -> [Word] {
    var words: [Word] = []
    var word = ""
    var (depth, followsSlash) = (0, false)
    var previous: Character = " "
    func end() {
      guard !word.isEmpty else { return }
      words.append(Word(text: word, isInBrackets: depth > 0, followsSlash: followsSlash))
      (word, followsSlash) = ("", false)
    }
    for character in header.prefix(200) {
      if character.isCurrencySymbol {
        if !CurrencySigns.isKnown(word + String(character)) { end() }
        word.append(character)
        end()
      } else if character.isLetter || character.isNumber {
        if character.isUppercase && previous.isLowercase || character.isNumber != previous.isNumber { end() }
        word.append(character)
      } else {
        end()
        if "([".contains(character) { depth += 1 }
        if ")]".contains(character) { depth = max(0, depth - 1) }
        followsSlash = character == "/"
      }
      previous = character
    }
    end()
    return words
  }

  private static let prepositions: Set<String> = ["in", "en", "i", "em"]
  private static let minorWords: Set<String> = [
    "cent", "cents", "ct", "cts", "pence", "penny", "rappen", "centimes", "céntimos", "centimos", "öre", "øre",
  ]
  private static let thousands: Set<String> = [
    "tsd", "tausend", "thousand", "thousands", "milliers", "miles", "tusen", "mio", "million", "millions", "teur",
    "keur",
  ]

  /// Whether a column is the amount of a money object of a web interface, which is in the smallest unit: `price_money.amount`.
  private static func isMoneyObject(_ header: String) -> Bool {
    let path = header.lowercased().split(separator: ".")
    return path.count > 1 && path.last == "amount" && path[path.count - 2].hasSuffix("money")
  }

  private static let names = ["euro": "EUR", "euros": "EUR", "dollar": "$", "dollars": "$", "kr": "kr", "zł": "zł"]
  /// Codes that people write in small letters as well.
  private static let commonCodes: Set<String> = [
    "eur", "usd", "gbp", "chf", "sek", "nok", "dkk", "pln", "czk", "huf", "jpy", "cny", "cad", "aud", "nzd", "inr",
    "brl", "zar", "mxn", "sgd", "hkd",
  ]
  /// Codes that are words too; in capitals they are taken only where the other words are not in capitals.
  private static let wordCodes: Set<String> = [
    "ALL", "ANG", "BAM", "BOB", "CAD", "COP", "CUP", "GEL", "LAK", "MAD", "MOP", "PEN", "RON", "SOS", "TOP", "TRY",
    "ERN",
  ]

  private static func currency(_ word: Word, isCapitals: Bool) -> String? {
    let lower = word.text.lowercased()
    if let name = names[lower] { return name }
    if word.text.contains(where: \.isCurrencySymbol) { return CurrencySigns.isKnown(word.text) ? word.text : nil }
    let code = word.text.uppercased()
    guard word.text.utf8.count == 3, Currency(code) != nil else { return nil }
    if commonCodes.contains(lower), !isCapitals || !wordCodes.contains(code) { return code }
    guard word.text == code else { return nil }
    return wordCodes.contains(code) && isCapitals && !word.isInBrackets ? nil : code
  }

  // MARK: Items

  private static let perWords: Set<String> = ["per", "pro", "je", "par", "por", "à"]
  private static let powers: [String: Int] = ["1": 1, "10": 10, "100": 100, "1000": 1000]

  /// Takes `pro 100 Stück`, `per 1000` and `/100`.
  private mutating func takeItems(_ words: inout [Word]) {
    for index in words.indices {
      let isPer = Self.perWords.contains(words[index].text.lowercased())
      let place = isPer ? index + 1 : index
      if place < words.count, isPer || words[place].followsSlash, UnitWords.isPackName(words[place].text) {
        isPerPack = true
      }
      guard place < words.count, isPer || words[index].followsSlash, words[place].text.allSatisfy(\.isNumber) else {
        continue
      }
      let unit = place + 1 < words.count ? words[place + 1].text.lowercased() : nil
      // A price for 100 g is there to compare goods by; and of 12 pieces the cent is not certain.
      guard let count = Self.powers[words[place].text], unit.map(QuantityWords.isMeasure) != true else {
        isUnclear = true
        return
      }
      items = count == 1 ? nil : count
      words[index].isUsed = true
      words[place].isUsed = true
      if let unit, QuantityWords.isPieces(unit) { words[place + 1].isUsed = true }
      return
    }
  }
}
