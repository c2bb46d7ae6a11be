/// What names say of the tax: `Price incl. VAT`, `PVP con IVA`, `IVA non inclusa`.
extension ColumnWords {
  /// Whether a name says that the tax is contained.
  static func isGross(_ words: Set<String>) -> Bool {
    (gross.areIn(words) || tax.areIn(words) && with.areIn(words)) && !negation.areIn(words)
  }

  /// Whether a name says that the tax is not contained.
  static func isNet(_ words: Set<String>) -> Bool {
    net.areIn(words) || tax.areIn(words) && without.areIn(words) || gross.areIn(words) && negation.areIn(words)
      || isFinnishNet(words)
  }

  /// `alv 0 %` is how Finnish lists say that an amount does not contain the tax; `alv 14,0 %` names a rate.
  private static func isFinnishNet(_ words: Set<String>) -> Bool {
    words.contains("alv") && words.filter { Int($0) != nil } == ["0"]
  }

  /// The words of a name that say nothing of the tax.
  static func withoutTax(_ words: [String]) -> [String] {
    let ofTax = isFinnishNet(Set(words)) ? words.filter { $0 != "0" } : words
    let rest = ofTax.filter { !gross.areIn([$0]) && !net.areIn([$0]) && !tax.areIn([$0]) }
    guard rest.count < words.count else { return words }
    return rest.filter { !with.areIn([$0]) && !without.areIn([$0]) && !negation.areIn([$0]) }
  }

  /// Says that tax is contained, or that it is not; alone it may be the name of a price as well.
  static let gross = ColumnWords(
    [
      "brutto", "gross", "ttc", "incl", "inkl", "inc", "including", "bruttopris", "included", "includes", "inclusive",
      "inklusive", "inklusiv", "enthalten", "compris", "comprise", "incluse", "inclus", "incluido", "incluida",
      "inclusa",
      "incluso", "incluído", "incluída", "inkluderad", "inbegrepen", "inclusief", "ivato", "ivata", "bruttó", "dahil",
      "sis", "sisältää", "verollinen", "verolliset", "včetně", "vč", "áfával",
    ], parts: ["bruttopreis", "税込", "内税"])
  static let net = ColumnWords(
    [
      "netto", "net", "ht", "excl", "exkl", "ex", "exc", "excluding", "excluded", "exclusive", "exklusive", "ohne",
      "zzgl", "hors", "sin", "utan", "nettopris", "senza", "zonder", "exclusief", "nettó", "hariç", "veroton",
      "verottomat",
    ],
    parts: ["nettopreis", "税抜", "税別", "外税"])
  static let tax = ColumnWords([
    "tax", "taxes", "vat", "mwst", "ust", "tva", "iva", "moms", "btw", "mva", "gst", "steuer", "mehrwertsteuer",
    "umsatzsteuer", "taxe", "impuesto", "impuestos", "dph", "alv", "áfa", "kdv", "φπα", "arvonlisävero", "消費税",
  ])
  /// Says of the tax next to it that it is contained.
  private static let with = ColumnWords(["with", "mit", "con", "avec", "com", "med", "met", "s", "z", "με"])
  private static let without = ColumnWords(["without", "sans", "sem", "uden", "uten", "bez", "χωρίς", "nélkül", "άνευ"])
  private static let negation = ColumnWords(["not", "non", "nicht", "no", "ej", "inte", "niet", "ikke", "nie", "não"])
}
