/// Words in lists of sales and orders for amounts that are not goods: postage, fees, discounts, corrections.
///
/// A shop may sell such things as items, so that the words alone prove nothing: they are a reason to ask.
public enum ChargeWords {
  /// Words for what customers give the people who serve them.
  private static let tips: Set<String> = [
    "tip", "tips", "gratuity", "gratuities", "trinkgeld", "trinkgelder", "pourboire", "pourboires", "propina",
    "propinas",
    "dricks", "mancia", "mance", "fooi", "fooien", "drikkepenge", "gorjeta", "napiwek", "spropitné", "borravaló",
  ]
  /// Words that do not make another thing of a tip next to them.
  private static let tipCompanions: Set<String> = [
    "card", "cash", "bar", "karte", "kartenzahlung", "ec", "team", "staff", "service", "carte", "espèces", "tarjeta",
    "efectivo", "kort", "kontant",
  ]
  /// Words that name a charge by themselves.
  private static let names: Set<String> = [
    "postage", "shipping", "carriage", "freight", "delivery", "handling", "discount", "discounts", "rebate",
    "surcharge", "manual", "adjustment", "correction", "rounding", "tip", "tips", "gratuity", "commission",
    "fee", "fees", "voucher", "versand", "versandkosten", "versandkostenpauschale", "porto", "portokosten",
    "fracht", "frachtkosten", "lieferkosten", "rabatt", "nachlass", "skonto", "gutschein", "trinkgeld",
    "rundung", "korrektur", "gebühr", "gebühren", "mindermengenzuschlag", "verpackungskosten",
    "geschenkverpackung", "livraison", "remise", "frais", "envío", "envio", "descuento", "propina", "frakt",
    "fraktkostnad", "spedizione", "sconto", "verzendkosten", "verzending", "korting", "fragt", "pfand",
    "leergut", "mindestbestellwert", "consigne", "statiegeld",
  ]
  /// Words that do not make another thing of a charge next to them.
  private static let companions: Set<String> = [
    "and", "und", "et", "&", "the", "a", "of", "for", "de", "der", "die", "des", "du", "port", "cost", "costs",
    "charge", "charges", "service", "standard", "express", "next", "day", "free", "domestic", "international",
    "dotcom", "amazon", "ebay", "paypal", "bank", "payment", "credit", "card", "transaction", "order",
    "customer", "line", "item", "total", "packing", "packaging", "p", "uk", "eu", "us", "dhl", "ups", "dpd",
    "gls", "hermes", "fedex", "usps", "kosten", "pauschale", "amount", "price",
  ]
  /// Whole texts, where no word of them says it alone.
  private static let phrases: Set<String> = [
    "amazonfee", "bank charges", "bank charge", "gift wrap", "gift wrapping", "p&p", "p & p", "post", "dot",
    "dotcom", "m", "c2", "bad debt", "adjust bad debt", "frais de port", "gastos de envío",
    "gift card redeemed", "store credit", "service charge",
  ]

  /// Whether the code or the title of an item is nothing but words for a charge.
  ///
  /// ```swift
  /// ChargeWords.areIn(code: "DOT", title: "DOTCOM POSTAGE")     // true
  /// ChargeWords.areIn(code: "V-1", title: "Versandkosten DHL")  // true
  /// ChargeWords.areIn(code: "22423", title: "POSTAGE SCALE")    // false
  /// ```
  public static func areIn(code: String, title: String?) -> Bool {
    if isCharge(code) { return true }
    return title.map(isCharge) ?? false
  }

  /// Whether a code or a title is nothing but a word for tips: `Trinkgeld`, `Tip (card)`.
  ///
  /// ```swift
  /// ChargeWords.isTip("Trinkgeld Karte")  // true
  /// ChargeWords.isTip("Tip box")          // false
  /// ```
  public static func isTip(_ text: String) -> Bool {
    guard text.utf8.count <= 40 else { return false }
    let words = text.lowercased().split { !$0.isLetter }.map(String.init)
    return words.contains(where: tips.contains) && words.allSatisfy { tips.contains($0) || tipCompanions.contains($0) }
  }

  private static func isCharge(_ text: String) -> Bool {
    guard text.utf8.count <= 80 else { return false }
    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "&" }.map(String.init)
    if phrases.contains(words.joined(separator: " ")) { return true }
    return words.contains(where: names.contains) && words.allSatisfy { names.contains($0) || companions.contains($0) }
  }
}
