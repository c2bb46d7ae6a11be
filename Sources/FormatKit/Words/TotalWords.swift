/// The words that begin a row of totals in a list for people, in several languages.
///
/// A format that can add up its columns proves a total by its sum; elsewhere the word alone says that a row is not a record.
public enum TotalWords {
  private static let words: Set<String> = [
    "total", "totals", "grand total", "sum", "sums", "subtotal", "sub-total", "sub total", "summe", "gesamt",
    "gesamtsumme", "zwischensumme", "insgesamt", "endsumme", "total général", "total general", "sous-total", "totaal",
    "subtotaal", "totale", "totali", "subtotale", "suma", "summa", "delsumma", "totalt", "übertrag", "carried forward",
    "brought forward", "à reporter",
    "report à nouveau", "suma y sigue", "a riportare", "riporto", "transport", "итого", "всего",
    "合计", "总计", "合計", "小計", "総計", "celkem", "součet", "mezisoučet", "celkový součet", "összesen", "végösszeg",
    "részösszeg", "mindösszesen", "toplam", "genel toplam", "ara toplam", "yhteensä", "välisumma", "loppusumma",
    "σύνολο",
    "γενικό σύνολο", "μερικό σύνολο",
  ]
  /// Words that may also be the code of an item.
  private static let shortWords: Set<String> = ["sum", "sums", "suma", "summa", "totals", "transport", "riporto"]

  /// How a label names a total.
  public enum Mention: Sendable {
    /// The label is one of the words: `Summe`, `TOTAL:`.
    case whole
    /// The label begins or ends with one of the words: `total drinks`.
    case part
  }

  /// How the label of a row names a total, or nil where it does not.
  ///
  /// ```swift
  /// TotalWords.mention(in: "Grand  Total:")  // .whole
  /// TotalWords.mention(in: "Total drinks")   // .part
  /// TotalWords.mention(in: "Total Gym XLS")  // .part: only a sum proves that this is not a record
  /// TotalWords.mention(in: "Lamp")           // nil
  /// ```
  public static func mention(in label: String) -> Mention? {
    let text = normalized(label)
    if words.contains(text) { return .whole }
    guard text.utf8.contains(UInt8(ascii: " ")) else { return nil }
    return words.contains { text.hasPrefix($0 + " ") || text.hasSuffix(" " + $0) } ? .part : nil
  }

  /// Whether a text in the column of an item's codes is a total: `Summe`, `TOTAL:`, `Zwischensumme Getränke`.
  ///
  /// ```swift
  /// TotalWords.isTotal("Summe Getränke")  // true
  /// TotalWords.isTotal("SUM-100")         // false
  /// ```
  public static func isTotal(_ code: String) -> Bool {
    let text = normalized(code)
    if words.contains(text), !shortWords.contains(text) { return true }
    return ["summe ", "zwischensumme ", "subtotal ", "sous-total ", "gesamtsumme "].contains { text.hasPrefix($0) }
  }

  /// A text in lower case, its words separated by single spaces, without colons.
  private static func normalized(_ text: String) -> String {
    // Most codes are one word, which is as it is.
    if text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x80 && $0 != UInt8(ascii: ":") }) { return text.lowercased() }
    return text.lowercased().split { $0.isWhitespace || $0 == ":" }.joined(separator: " ")
  }
}
