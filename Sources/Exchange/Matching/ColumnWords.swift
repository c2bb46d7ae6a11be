/// Words in the names of columns that say what the values are, in the five languages of the vocabulary; those of questions
/// also in Dutch, Italian, Portuguese, Danish, Norwegian and Polish, so that no list is read without its prices.
struct ColumnWords {
  /// Whole words.
  private let words: Set<String>
  /// Parts of words, such as the last one of a compound.
  private let parts: [String]

  init(_ words: Set<String>, parts: [String] = []) {
    self.words = words
    self.parts = parts
  }

  /// The words of both.
  func union(_ other: ColumnWords) -> ColumnWords {
    ColumnWords(words.union(other.words), parts: parts + other.parts)
  }

  /// Whether one of the words of a name says so.
  func areIn(_ name: Set<String>) -> Bool {
    !words.isDisjoint(with: name) || name.contains { word in parts.contains { word.contains($0) } }
  }

  /// The words of a name that say nothing of the kind.
  func removed(from name: Set<String>) -> Set<String> { name.filter { !areIn([$0]) } }

  /// The words of a column's name in all its forms.
  static func words(of column: String) -> Set<String> {
    let words = MatchedColumns.forms(String(column.prefix(200))).flatMap { $0.split(separator: " ").map(String.init) }
    // `VK1` is a price as `VK` is.
    let numbered = words.compactMap { word in
      word.last?.isNumber == true ? String(word.reversed().drop(while: \.isNumber).reversed()) : nil
    }
    return Set(words).union(numbered.filter { !$0.isEmpty })
  }

  /// A form of a price's name without the words that say whether it contains the tax: `price` of `price inc vat`; nil for any
  /// other name. A price without the tax is one that goods are sold at only if its name says so.
  static func withoutTax(_ form: String) -> String? {
    let words = form.split(separator: " ").map(String.init)
    let rest = withoutTax(words)
    guard rest.count < words.count, money.areIn(Set(rest)) else { return nil }
    let all = Set(words)
    let isMeant = isGross(all) ? !isNet(all) : isNet(all) && retail.areIn(Set(rest))
    return isMeant ? rest.joined(separator: " ") : nil
  }

  /// A form of a price's name without the word that says that it is the new one: `vk` of `neuer vk`; nil for any other name.
  static func withoutNewer(_ form: String) -> String? {
    let words = form.split(separator: " ").map(String.init)
    let rest = words.filter { !newer.areIn([$0]) }
    return rest.count < words.count && money.areIn(Set(rest)) ? rest.joined(separator: " ") : nil
  }

  /// Whether a price's name says that it does not contain the tax.
  static func isWithoutTax(_ column: String) -> Bool {
    let words = words(of: column)
    return isNet(words) && !isGross(words)
  }

  /// Whether a cost's name says that it contains the tax.
  static func isWithTax(_ column: String) -> Bool {
    let words = words(of: column)
    return isGross(words) && !isNet(words)
  }

  // MARK: Money

  static let money = ColumnWords(
    [
      "ek", "vk", "uvp", "rrp", "msrp", "srp", "pvp", "cost", "costs", "coût", "coste", "costo", "kostnad", "tarif",
      "tarifa", "pris", "apris", "inpris", "utpris", "nettopris", "bruttopris", "pu", "pv", "cena", "costi",
    ],
    parts: [
      "preis", "price", "prix", "precio", "prijs", "prezz", "preço", "kjøpspris", "købspris", "salgspris", "kostpris",
    ])
  /// What goods cost the shop.
  static let cost = ColumnWords(
    [
      "ek", "cost", "costs", "kosten", "coût", "coste", "costo", "kostnad", "achat", "compra", "purchase", "buying",
      "wholesale",
      "inpris", "supplier", "vendor", "trade", "dealer", "acquisto", "zakupu", "costo", "hurtowa", "custo", "koszt",
    ], parts: ["einkauf", "einstand", "inköp", "inkoop", "indkøb", "innkjøp", "kostpris", "kostprijs"])
  /// What goods are sold at.
  static let retail = ColumnWords(
    [
      "vk", "uvp", "rrp", "msrp", "srp", "pvp", "retail", "selling", "vente", "venta", "utpris", "vendita", "venda",
      "sprzedaży", "detaliczna",
    ],
    parts: ["verkauf", "verkoop"])
  /// The amount of a whole line.
  static let lineAmount = ColumnWords(
    [
      "amount", "betrag", "total", "final", "gesamt", "gesamtpreis", "summe", "umsatz", "turnover", "revenue",
      "montant",
      "importe", "belopp", "summa",
    ])
  /// What was taken for goods that were sold.
  static let turnover = ColumnWords(
    ["turnover", "revenue", "ventas", "omsättning", "erlös", "erlöse", "ca"], parts: ["umsatz"])
  /// Amounts that are not what an item costs or is sold at.
  static let otherMoney = ColumnWords(
    [
      "shipping", "freight", "delivery", "versand", "porto", "margin", "marge", "spanne", "margen", "marginal",
      "markup", "width", "height", "length", "depth",
      "breite",
      "höhe", "länge", "tiefe", "largeur", "hauteur", "longueur", "ancho", "alto", "largo", "bredd", "höjd", "längd",
      "volume",
      "volumen", "rating", "bewertung", "score", "size", "latitude", "longitude", "lat", "lon", "lng",
      "deposit", "pfand", "discount", "rabatt", "remise", "descuento", "compare", "weight", "gewicht", "poids", "peso",
      "vikt", "centre", "center", "kg", "handling", "fee", "duty", "level", "group", "gruppe", "id", "code", "type",
    ], parts: ["grundpreis", "versandk", "kostenst"]
  ).union(tax)
  /// Says that an amount is not of one unit, or not in the currency's own unit.
  static let otherUnit = ColumnWords([
    "cent", "cents", "ct", "cts", "pence", "pennies", "øre", "öre", "centimes", "céntimos", "hundert", "tausend",
    "hundred", "thousand", "karton", "carton", "case", "box", "pack",
  ])
  /// Says, next to a number, for how many units a price is.
  static let per = ColumnWords(["per", "pro", "je", "par", "por", "för"])
  /// For how many units a price is.
  static let priceUnit = ColumnWords(["preiseinheit", "preisbasis", "preismenge"])
  static let newer = ColumnWords(
    ["neu", "neue", "neuer", "neues", "new", "nouveau", "nouvel", "nouvelle", "nuevo", "nueva", "ny", "nya", "nytt"],
    parts: ["neupreis"])

  /// Says of a price that it is neither what goods cost nor what they are sold at now.
  static let otherPrice = retail.union(offer).union(
    ColumnWords(
      [
        "list", "old", "previous", "was", "before", "compare", "original", "regular", "recommended", "suggested", "min",
        "max", "minimum", "maximum", "map", "street", "market", "competitor", "average", "public", "consumer", "alt",
        "alte",
        "alter", "altes", "bisher", "bisherig", "bisheriger", "ancien", "ancienne", "conseillé", "anterior", "antiguo",
        "recomendado", "gammal", "gammalt", "tidigare", "vecchio", "oud", "oude", "base", "basis", "unit",
      ],
      parts: ["listenpreis", "altpreis", "vorher", "mindestpreis", "streichpreis", "statt", "empfohlen"]))

  /// What is taken off a price.
  static let discount = ColumnWords(
    ["discount", "remise", "descuento", "desconto", "sconto", "korting", "less"], parts: ["rabat", "nachlass"])

  /// Says that a column has the code of a group, and not an amount.
  static let group = ColumnWords(
    ["group", "gruppe", "groupe", "grupo", "code", "id", "type", "class"], parts: ["gruppe"])

  // MARK: Quantities

  static let quantity = ColumnWords(
    [
      "qty", "quantity", "quantité", "qté", "qte", "cantidad", "antal", "anzahl", "stück", "stk", "stock", "onhand",
      "inventory", "existencias", "existencia", "saldo", "lagersaldo", "menge", "voorraad", "aantal", "giacenza",
      "quantità", "qta",
      "quantidade", "estoque", "beholdning", "antall", "ilość", "stan", "szt", "qtd", "qtde",
    ], parts: ["bestand", "menge"])
  /// Quantities that are not what is on hand: limits, packs, and what was ordered or sold.
  static let otherQuantity = ColumnWords(
    [
      "min", "max", "minimum", "maximum", "minimal", "mini", "reorder", "order", "ordered", "target", "safety", "alert",
      "threshold", "low", "pack", "packs", "per", "pro", "je", "par", "por", "multiple", "case", "carton", "box",
      "inner", "outer", "status", "unit", "code", "id", "type", "price", "cost", "value", "wert", "valeur", "valor",
      "sold", "sales", "committed", "reserved", "allocated", "incoming", "days", "keeping", "number", "no", "manage",
      "ve", "commande", "vendu", "vendue", "pedido", "pedida", "sålda", "sålt", "difference", "differenz", "policy",
      "tracker", "tracked", "date", "location", "ean", "gtin", "barcode", "backorder", "backorders", "break",
    ],
    parts: [
      "mindest", "melde", "bestell", "sicherheits", "höchst", "verpack", "verkauf", "absatz", "reserv", "staffel",
      "einheit", "ordered",
    ]
  ).union(notOnHand)
  /// What goods were counted or are known to be there, next to what should be.
  static let actual = ColumnWords(
    ["ist", "actual", "counted", "physical", "gezählt", "réel", "compté", "contado", "físico", "verkligt"],
    parts: ["istbestand", "istmenge", "zählmenge"])

  /// What may still be sold of what is on hand.
  static let available = ColumnWords(
    [
      "available", "disponible", "disponibile", "tillgängligt", "tillgänglig", "beschikbaar", "tilgængelig", "dostępne",
    ],
    parts: ["verfügbar"])

  /// What was sold or received, and is not on hand for that.
  static let moved = ColumnWords(
    [
      "sold", "received", "delivered", "verkauft", "verkaufte", "geliefert", "gelieferte", "liefermenge", "vendu",
      "vendue", "livrée", "reçue", "vendida", "recibida", "sålt", "sålda", "mottaget", "geleverd", "ontvangen",
      "levererat", "levererad", "leveret", "levert", "mottatt", "modtaget", "solgt", "consegnato", "consegnata",
      "ricevuto", "ricevuta", "venduto", "venduta", "verkocht",
      "verkochte", "venduti", "vendute", "vendidos", "vendidas", "vendido", "sprzedano", "sprzedana", "sprzedane",
      "recebida", "recebido", "otrzymana", "przyjęto", "przyjęta", "erhalten", "erhaltene", "empfangen", "empfangene",
      "eingangsmenge", "zugangsmenge",
    ])
  /// What was sold, as opposed to received.
  static let sold = ColumnWords(
    [
      "sold", "sale", "sales", "vendu", "vendue", "vendus", "vente", "ventes", "venta", "ventas", "vendida", "sålt",
      "sålda",
      "försäljning", "venduto", "vendite",
      "venduta", "venduti", "vendute", "vendido", "vendidos", "vendidas", "venda", "vendas", "solgt", "sprzedano",
      "sprzedana", "sprzedane", "sprzedaż", "sprzedaży",
    ], parts: ["verkauf", "verkocht"])
  /// What has come, as opposed to ordered; the day of a delivery may be one to come.
  static let received = arrived.union(delivered)
  /// What somebody says who has got it.
  static let arrived = ColumnWords(
    [
      "received", "receipt", "receipts", "grn", "arrived", "arrival", "reçu", "reçue", "reçus", "réception", "recibido",
      "recibida", "recepción", "entrada", "mottaget", "mottagna", "inleverans", "ontvangen", "ontvangst", "ricevuto",
      "ricevuta", "modtaget", "mottatt", "recebida", "recebido", "otrzymana", "przyjęto", "przyjęta", "przyjęcia",
      "erhalten", "erhaltene", "empfangen", "empfangene", "zugang", "zugänge", "zugangsmenge",
    ], parts: ["eingang"])
  /// What somebody says who brings it.
  private static let delivered = ColumnWords(
    [
      "delivered", "livré", "livrée", "livraison", "albarán", "levererat", "geleverd", "consegnato",
    ], parts: ["geliefert", "liefermenge", "lieferschein", "anlieferung"])
  /// What says that a word is a currency.
  static let currency = ColumnWords([
    "currency", "curr", "währung", "devise", "monnaie", "moneda", "divisa", "valuta", "moeda", "waluta",
  ])
  /// The title of a list of prices.
  static let priceList = ColumnWords(
    ["tarif", "tarifa", "listino", "pricelist", "prijslijst", "prislista", "cennik", "prisliste"], parts: ["preis"])
  /// The unit that quantities are in.
  static let unitNames: Set<String> = [
    "uom", "unit of measure", "unit", "einheit", "mengeneinheit", "me", "unité", "unidad", "enhet", "eenheid", "unità",
    "um",
    "qty unit", "quantity unit",
  ]
  /// What is on hand, and nothing else.
  static let onHand = ColumnWords(
    [
      "stock", "hand", "onhand", "qoh", "soh", "inventory", "available", "existencias", "saldo", "lagersaldo",
      "disponible",
      "giacenza", "giacenze", "voorraad", "beholdning", "estoque", "inventario", "stan", "existência",
    ],
    parts: ["bestand", "lager", "verfügbar"])

  /// The day as of which a quantity is on hand, the last day of its use, and its lot.
  static let stockDay = ColumnWords(
    ["stand", "stichtag", "stocktake", "counted"], parts: ["bestandsdatum", "zähldatum", "inventurdatum"])
  /// The day of a list, in the name of a column.
  static let listDay = ColumnWords(["snapshot", "inventory", "report", "reporting", "export", "extract"])
  static let lastDay = ColumnWords(
    [
      "exp", "expiry", "expires", "expiration", "mhd", "bbd", "bbe", "before", "dlc", "ddm", "dluo", "caducidad",
      "utgång",
      "tht", "tgt", "scadenza", "vencimiento", "holdbarhed", "ważności", "validade",
    ], parts: ["haltbar", "verfall", "péremption", "utgångsdat", "utløp", "udløb", "houdbaar", "holdbar"])
  static let lot = ColumnWords([
    "batch", "lot", "charge", "chargennummer", "chargennr", "lote", "parti", "lotto", "partij", "partia",
  ])

  // MARK: Times and states

  static let validity = ColumnWords(
    ["gültig", "valid", "effective", "valable", "válido", "giltig", "ab", "from", "desde", "från"], parts: ["gültig"])
  static let timeOfDay = ColumnWords(
    ["time", "uhrzeit", "zeit", "heure", "hora", "tid", "klockslag", "uhr"], parts: ["uhrzeit"])
  /// Names that mean a time of the day whatever the values look like.
  static let timeOfDayNames: Set<String> = [
    "time", "time of day", "sale time", "time of sale", "uhrzeit", "zeit", "bonzeit", "verkaufszeit", "heure",
    "heure de vente", "hora", "hora de venta", "klockslag",
  ]

  /// What a column of states says of a record that did not happen.
  static let void: Set<String> = [
    "cancelled", "canceled", "cancelado", "cancelada", "void", "voided", "storno", "storniert", "annulliert", "annulé",
    "annulée", "anulado", "anulada", "annullerad", "makulerad", "abgebrochen",
  ]
  /// What it says of items that the list takes away.
  static let deleted: Set<String> = [
    "delete", "deleted", "remove", "removed", "löschen", "gelöscht", "entfernt", "entfernen", "supprimer", "supprimé",
    "eliminar", "eliminado", "borrar", "borrado", "ta bort", "borttagen", "cancella", "verwijderd",
  ]
  /// Names of columns in which any mark says that a record did not happen.
  static let voidNames: Set<String> = [
    "storno", "storniert", "cancelled", "canceled", "void", "voided", "annulé", "annulée", "anulado", "annullerad",
    "annullato", "deleted", "removed", "gelöscht", "supprimé", "eliminado", "borrado", "borttagen", "verwijderd",
    "training", "training mode", "training receipt", "trainingsmodus", "trainingsbon", "schulung", "übung", "formation",
    "test", "test mode", "testmodus", "testbon", "demo",
  ]
  /// Marks that say yes.
  static let marks: Set<String> = [
    "x", "1", "y", "yes", "j", "ja", "o", "oui", "s", "sí", "si", "true", "wahr", "vrai",
  ]
  /// What it says of goods that came back.
  static let returned: Set<String> = [
    "return", "returned", "refund", "refunded", "retoure", "rückgabe", "rücksendung", "erstattung", "rückerstattung",
    "gutschrift", "credit note", "retour", "remboursement", "remboursé", "avoir", "devolución", "devuelto",
    "reembolso", "reso", "rimborso", "retur", "återbetalning", "återköp",
  ]
}
