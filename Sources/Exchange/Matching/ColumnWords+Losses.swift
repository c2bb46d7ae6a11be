internal import FormatKit

/// Words by which a column that nothing is taken from is missed: where goods are, what came back, what was ordered.
extension ColumnWords {
  /// Where goods are.
  static let place = ColumnWords(
    Vocabulary.headerNames(of: ["location"]).filter { !$0.contains(" ") }.union(["lokal", "sede"]),
    parts: ["filial", "lagerort", "magazijn", "magazzin", "almacén"])
  /// Where goods are within a place: these are not places of their own.
  static let shelf = ColumnWords(
    Vocabulary.headerNames(of: ["section"]).filter { !$0.contains(" ") }.union(["bin", "fach", "platz"]),
    parts: ["lagerplatz", "regal"])
  /// What came back, was broken or was refused of what a row is about.
  static let lost = cameBack.union(broken).union(
    ColumnWords(
      [
        "rejected", "endommagé", "cassé", "refusé", "dañado", "rechazado", "skadad", "skadat", "beschadigd",
        "geweigerd",
        "danneggiato", "bruch",
      ], parts: ["abgelehnt"]))
  /// What cannot be sold, because it is damaged.
  static let broken = ColumnWords(
    ["damaged", "broken", "defective", "defekt", "defekte", "kaputt"], parts: ["beschädigt"])
  /// Why goods are gone, as a list of losses says it.
  static let loss = ColumnWords(
    [
      "theft", "stolen", "shrinkage", "waste", "spoiled", "spoilage", "expired", "breakage", "tasting", "sampling",
      "vol",
      "volé", "perte", "casse", "périmé", "robo", "robado", "pérdida", "caducado", "rotura", "stöld", "svinn",
      "rottura",
      "furto", "diefstal", "verlies", "tyveri",
    ], parts: ["diebstahl", "gestohlen", "schwund", "verderb", "abgelaufen", "verdorben", "zerbroch"])
  /// What the rows of a list of movements say of goods that came.
  static let cameIn = ColumnWords(
    ["in", "ein", "purchase", "received", "receipt", "entrada", "entrée", "inleverans", "carico", "ontvangst"],
    parts: ["zugang", "eingang", "einkauf"])
  /// What they say of goods that went out.
  static let wentOut = ColumnWords(
    [
      "out", "aus", "sale", "sold", "issue", "issued", "salida", "venta", "sortie", "vente", "utleverans",
      "försäljning",
      "scarico", "vendita", "verkoop",
    ], parts: ["abgang", "ausgang", "verkauf"])
  /// What came back from customers, as the name of a column of marks.
  static let cameBack = ColumnWords(
    [
      "return", "returned", "returns", "refund", "refunded", "refunds", "retour", "retours", "avoir", "devuelto",
      "devolución", "retur", "returnerad", "reso", "resi", "rimborso",
    ],
    parts: [
      "rücksend", "retoure", "rückgabe", "zurückge", "erstatt", "gutschrift", "rembours", "återbetal", "terugbetaal",
    ])
  /// Words by which such a column says what is allowed, why, or until when.
  static let aboutReturns = ColumnWords(
    ["policy", "allowed", "reason", "grund", "period", "days", "until", "possible", "möglich", "motif", "motivo"],
    parts: ["frist", "rückgabegrund", "returnable"])
  /// What a column is called that says of which sort the rows of a till are.
  static let rowSort = ColumnWords(
    ["typ", "type", "tipo", "art", "kind", "transaction", "vorgang", "sale", "verkauf"],
    parts: ["buchungs", "belegart", "belegtyp", "vorgangs", "transaktion"])
  /// The letters by which tills say in such a column that goods came back.
  static let returnedCodes: Set<String> = ["r", "rt", "rtn", "ret", "ref", "rfd", "gs", "cn"]
  /// Signs of quantities in a column of their own, and what it is called.
  static let minusSigns: Set<String> = ["-", "−", "–", "minus", "neg", "negative", "negativ"]
  static let signNames: Set<String> = ["vorzeichen", "sign", "signe", "signo", "segno", "tecken", "fortegn"]
  /// Quantities of goods that have left, are on their way, or cannot be sold.
  static let notOnHand = shipped.union(broken).union(ColumnWords(["transit", "unterwegs"]))
  /// Those of goods that have left.
  static let shipped = ColumnWords(
    [
      "shipped", "despatched", "dispatched", "expédié", "expédiée", "enviado", "enviada", "spedito", "spedita",
      "verzonden",
    ], parts: ["versandt", "versendet"])
  /// What only a list of the shop's own sales has: a customer, a till, who sold it, how it was paid.
  static let ownSale = ColumnWords(
    [
      "kund", "klant", "buyer", "clerk", "cashier", "till", "register", "kasse", "kassierer", "payment", "salesperson",
      "channel", "zahlart", "store", "shop", "filiale",
    ], parts: ["customer", "kunde", "client", "käufer", "zahlungs"])
  /// Goods that go back to the supplier.
  static let sentBack = ColumnWords(
    ["rma", "return", "returns", "returned", "retour", "devolución", "retur", "reso"],
    parts: ["rücksend", "retoure", "rückgabe", "rücklieferung"])
  /// A price that is valid for some time only.
  static let offer = ColumnWords(
    ["sale", "offer", "promo", "promotion", "promotional", "special", "discounted", "discount", "oferta", "angebot"],
    parts: ["aktion", "sonder", "angebots", "kampanj", "tilbud", "aanbieding", "promotion"])
  /// The end of a time.
  static let end = ColumnWords([
    "bis", "to", "end", "ends", "until", "fin", "hasta", "till", "slut", "fine", "tot", "til",
  ])
  /// The value of all that is on hand.
  static let stockValue = ColumnWords(
    ["wert", "value", "valeur", "valor", "värde", "værdi", "verdi", "waarde", "valore"],
    parts: ["bestandswert", "lagerwert", "inventurwert", "lagervärde", "lagerværdi", "lagerverdi", "voorraadwaarde"])
  /// Words by which a column has codes or numbers of something.
  static let codeWords: Set<String> = [
    "plu", "id", "nr", "no", "number", "code", "kod", "cod", "key", "pzn", "ref", "réf", "matchcode", "clave", "taste",
  ]
  /// Numbers that say nothing of how many or how much: years, pages, ranks, votes, and numbers of a database.
  static let harmlessNumber = ColumnWords(
    [
      "id", "ids", "nr", "no", "num", "number", "nummer", "numéro", "número", "numero", "key", "index", "pos",
      "position",
      "line", "row", "zeile", "page", "pages", "seite", "seiten", "páginas", "pagina", "rank", "rang", "sort", "order",
      "year", "years", "jahr", "jahrgang", "année", "año", "anno", "år", "jaar", "vintage", "millésime", "month",
      "monat",
      "week", "age", "alter", "points", "punkte", "votes", "reviews", "ratings", "review", "views", "likes", "days",
      "tage",
      "jours", "hours", "minutes", "plu", "tariff", "zolltarif", "hs", "customs", "zip", "plz", "phone", "tel",
      "edition",
      "books", "sales", "sold", "colour", "color", "farbe", "layer", "palette", "pallet", "season", "calories", "watt",
      "watts",
      "voltage", "batteries", "players", "pieces", "teile", "count", "parent", "root", "store", "shop", "image",
      "images", "tax",
      "duration", "runtime", "length", "capacity", "warranty", "garantie", "hsn", "nutrition", "energy", "kcal",
    ], parts: ["jahr", "seiten", "nummer", "_id", "rating", "zoll"])
  /// The unit that something is sold, kept or bought in.
  static let unit = ColumnWords(
    [
      "unit", "uom", "um", "me", "unité", "unidad", "enhet", "eenheid", "unità", "packaging", "conditionnement",
      "embalaje", "emballage", "confezione", "förpackning", "verpakking", "emballasje",
    ], parts: ["einheit", "verpackung", "gebinde"])
  /// What is the supplier's own, such as his stock.
  static let ofSupplier = ColumnWords(
    ["supplier", "vendor", "fournisseur", "proveedor", "fornitore", "leverancier", "leverantör"],
    parts: ["lieferant", "leverandør", "leverantörs"])
  /// What was taken in of what came.
  static let accepted = ColumnWords([
    "accepted", "angenommen", "angenommene", "akzeptiert", "accepté", "acceptée", "aceptado", "aceptada", "accettato",
    "accettata", "geaccepteerd", "godkänd", "godkänt", "godkendt",
  ])
  /// By how much what was counted differs from what should be there.
  static let difference = ColumnWords(
    ["difference", "diff", "variance", "écart", "ecart", "diferencia", "differenza", "verschil", "avvikelse"],
    parts: ["differenz", "abweichung"])
  /// By how much prices change.
  static let raise = ColumnWords(
    ["increase", "change", "hausse", "augmentation", "aumento", "incremento", "verhoging", "ökning", "höjning"],
    parts: ["erhöhung", "änderung", "anpassung"])
  /// Quantities that are to be ordered, and nothing else.
  static let toOrder = ColumnWords(
    [
      "order", "ordered", "pedido", "pedida", "pedir", "commande", "commandé", "commandée", "ordinato", "ordine",
      "besteld",
    ],
    parts: ["bestell", "beställ", "bestil", "zamówi"])
  /// Words by which a quantity to order is a limit, or a number is not a quantity.
  static let orderRule = ColumnWords(
    [
      "reorder", "min", "max", "minimum", "maximum", "point", "level", "multiple", "unit", "no", "nr", "number", "num",
      "date", "id", "code", "n", "nº", "last", "open", "status", "on", "back", "mini", "minimo", "mínimo", "mínima",
      "sort", "display", "menu", "position", "rank", "priority", "preorder",
    ],
    parts: ["mindest", "melde", "höchst", "einheit", "nummer", "datum", "punkt", "mbm", "numéro", "número", "rhythmus"])
  /// Several packs, as opposed to one, of which a number says how many pieces it has.
  static let packs: Set<String> = [
    "cases", "cartons", "boxes", "packs", "pallets", "crates", "outers", "dozens", "kartons", "kisten", "paletten",
    "gebinde", "packungen", "colis", "cajas", "palettes", "cartoni", "dozen", "dozijn", "kartonger", "lådor", "kasser",
  ]
  /// Goods that cost nothing.
  static let free = ColumnWords(
    ["free", "gratis", "bonus", "gratuit", "gratuits"], parts: ["naturalrabatt", "gratis"])
  /// Numbers with decimals that are not money: strengths, contents, ratings.
  static let measured = ColumnWords(
    [
      "alcohol", "alkohol", "alc", "abv", "vol", "alcool", "percent", "prozent", "inhalt", "content", "contents",
      "contenu", "contenido", "inhoud", "stars", "factor", "faktor", "coefficient", "share", "ratio", "version",
      "score",
    ])
  /// The sum of columns of quantities.
  static let sum = ColumnWords([
    "total", "gesamt", "summe", "sum", "totale", "totaal", "suma", "summa", "totalt", "alle",
  ])
  /// Sizes of clothes and shoes.
  static let sizes: Set<String> = [
    "xxs", "xs", "s", "m", "l", "xl", "xxl", "xxxl", "2xl", "3xl", "4xl", "uni", "onesize",
  ]
  /// Words for sizes, which stand before the size in a column's name.
  static let sizeNames: Set<String> = [
    "size", "sz", "gr", "grösse", "größe", "groesse", "taille", "talla", "tamanho", "taglia", "maat", "mt", "storlek",
    "størrelse", "str", "koko", "rozmiar", "rozm", "us", "uk", "eu",
  ]
  /// Whether a column is called by a size: `M`, `Size M`, `Gr. 38`, `S stock`.
  static func isSize(_ name: String) -> Bool {
    guard !name.contains(where: { "+%@=".contains($0) }) else { return false }
    let words = Vocabulary.normalized(name).split(separator: " ").map(String.init)
    let rest = words.filter { !sizeNames.contains($0) && !quantity.areIn([$0]) }
    guard rest.count == 1, let size = rest.first else { return false }
    if sizes.contains(size) { return true }
    // A number alone may be anything; sizes of children are in centimetres.
    return words.count > 1 && !sizeNames.isDisjoint(with: words) && Int(size).map { (16...188).contains($0) } == true
  }
  /// Names of the day that a list is of.
  static let dayNames: Set<String> = [
    "date", "datum", "fecha", "data", "dato", "day", "tag", "jour", "día", "dag", "giorno", "dzień", "buchungsdatum",
    "belegdatum", "transaction date", "stock date", "as of",
  ]
  /// Names of the number of a receipt, without which and without quantities each row may be one item sold.
  static let receiptNames: Set<String> = Set(
    (Vocabulary.kind("sales")?.field("document")?.synonyms ?? []).filter { name in
      !["invoice", "facture", "factura", "faktura", "rechnung", "delivery", "lieferschein", "albarán", "följesedel"]
        .contains { name.contains($0) }
    })
  /// Names of quantities that are ordered, and of nothing else.
  static let orderedNames = Vocabulary.headerNames(of: ["order_quantity"]).subtracting(
    Vocabulary.headerNames(of: ["quantity"]))
  static let currencyNames = Vocabulary.headerNames(of: ["currency"])
  static let packNames = Vocabulary.headerNames(of: ["pack_size"])
  static let supplierNames = Vocabulary.headerNames(of: ["supplier"])
  static let priceNames = Vocabulary.headerNames(of: ["price"])
  static let costNames = Vocabulary.headerNames(of: ["unit_cost", "standard_cost"])
}
