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
        "danneggiato", "bruch", "poškozeno", "rozbito", "odmítnuto", "törött", "kırık",
        "vaurioitunut", "rikki", "κατεστραμμένο", "κατεστραμμένα",
      ], parts: ["abgelehnt"]))
  /// What cannot be sold, because it is damaged.
  static let broken = ColumnWords(
    [
      "damaged", "broken", "defective", "defekt", "defekte", "kaputt", "vadné", "poškozené", "hibás", "sérült",
      "kusurlu", "hasarlı", "viallinen", "ελαττωματικό", "ελαττωματικά",
    ], parts: ["beschädigt", "破損", "不良"])
  /// Why goods are gone, as a list of losses says it.
  static let loss = ColumnWords(
    [
      "theft", "stolen", "shrinkage", "waste", "spoiled", "spoilage", "expired", "breakage", "tasting", "sampling",
      "vol",
      "volé", "perte", "casse", "périmé", "robo", "robado", "pérdida", "caducado", "rotura", "stöld", "svinn",
      "rottura",
      "furto", "diefstal", "verlies", "tyveri", "krádež", "odpis", "zkažené", "ztráta", "lopás", "selejt", "veszteség",
      "çalıntı", "hırsızlık", "zayi", "varkaus", "hävikki", "pilaantunut", "κλοπή", "φθορά", "απώλεια", "φύρα",
    ], parts: ["diebstahl", "gestohlen", "schwund", "verderb", "abgelaufen", "verdorben", "zerbroch", "廃棄", "盗難", "紛失"])
  /// What the rows of a list of movements say of goods that came.
  static let cameIn = ColumnWords(
    [
      "in", "ein", "purchase", "received", "receipt", "entrada", "entrée", "inleverans", "carico", "ontvangst",
      "příjem", "nákup", "bevétel", "beszerzés", "giriş", "saapuminen", "εισαγωγή", "παραλαβή", "αγορά",
    ],
    parts: ["zugang", "eingang", "einkauf", "入庫", "入荷", "仕入"])
  /// What they say of goods that went out.
  static let wentOut = ColumnWords(
    [
      "out", "aus", "sale", "sold", "issue", "issued", "salida", "venta", "sortie", "vente", "utleverans",
      "försäljning",
      "scarico", "vendita", "verkoop", "výdej", "prodej", "kiadás", "eladás", "çıkış", "satış", "myynti", "εξαγωγή",
      "πώληση",
    ], parts: ["abgang", "ausgang", "verkauf", "出庫", "出荷", "販売"])
  /// What came back from customers, as the name of a column of marks.
  static let cameBack = ColumnWords(
    [
      "return", "returned", "returns", "refund", "refunded", "refunds", "retour", "retours", "retourné", "retournée",
      "retournés", "retournées", "avoir", "devuelto", "devuelta", "devueltos", "devueltas", "devolución",
      "devoluciones", "retur", "returer", "returnerad", "returnerat", "returnerade", "reso", "resi", "rimborso",
      "vráceno", "vratka", "vrácené", "visszáru",
      "visszavett", "iade", "palautus", "palautettu", "επιστροφή", "επιστροφές",
    ],
    parts: [
      "rücksend", "retoure", "retournier", "rückgabe", "zurückge", "erstatt", "gutschrift", "rembours", "återbetal",
      "terugbetaal",
      "返品", "返金",
    ])
  /// What was written off, as the name of a quantity.
  static let writtenOff = ColumnWords(["written", "writeoff"], parts: ["abschreib", "abgeschrieb", "ausgebucht"])
  /// Words by which such a column says what is allowed, why, or until when.
  static let aboutReturns = ColumnWords(
    ["policy", "allowed", "reason", "grund", "period", "days", "until", "possible", "möglich", "motif", "motivo"],
    parts: ["frist", "rückgabegrund", "returnable"])
  /// What a column is called that says of which sort the rows of a till are.
  static let rowSort = ColumnWords(
    [
      "typ", "type", "tipo", "art", "kind", "transaction", "vorgang", "sale", "verkauf", "druh", "pohyb", "típus",
      "típusa", "mozgás", "tür", "türü", "hareket", "işlem", "tyyppi", "tapahtuma", "τύπος", "είδος",
    ],
    parts: ["buchungs", "belegart", "belegtyp", "vorgangs", "transaktion", "種別", "区分"])
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
      "verzonden", "expedováno", "odesláno", "kiszállított", "feladott", "sevk", "gönderilen", "lähetetty",
      "απεσταλμένη", "αποσταλείσα",
    ], parts: ["versandt", "versendet", "出荷"])
  /// How much of what was ordered a supplier will deliver.
  static let confirmed = ColumnWords(
    [
      "confirmed", "acknowledged", "confirmé", "confirmée", "confirmado", "confirmada", "confirmadas", "bekräftat",
      "bekräftad", "bevestigd", "bekræftet", "bekreftet", "confermato", "confermata", "potwierdzona", "potwierdzono",
      "potvrzeno", "potvrzené", "visszaigazolt", "onaylanan", "vahvistettu", "επιβεβαιωμένη",
    ], parts: ["bestätigte", "bestaetigte", "回答数"])
  /// What only a list of the shop's own sales has: a customer, a till, who sold it, how it was paid.
  static let ownSale = ColumnWords(
    [
      "kund", "klant", "buyer", "clerk", "cashier", "till", "register", "kasse", "kassierer", "payment", "salesperson",
      "channel", "zahlart", "store", "shop", "filiale", "zákazník", "pokladna", "pokladní", "platba", "vevő", "vásárló",
      "pénztár", "pénztáros", "fizetés", "müşteri", "kasa", "kasiyer", "ödeme", "asiakas", "kassa", "myyjä",
      "maksutapa", "πελάτης", "ταμείο", "ταμίας", "πληρωμή",
    ], parts: ["customer", "kunde", "client", "käufer", "zahlungs", "顧客", "客", "レジ", "支払"])
  /// Goods that go back to the supplier.
  static let sentBack = ColumnWords(
    [
      "rma", "return", "returns", "returned", "retour", "devolución", "retur", "reso", "vratka", "vráceno", "visszáru",
      "iade", "palautus", "επιστροφή",
    ],
    parts: ["rücksend", "retoure", "rückgabe", "rücklieferung", "返品"])
  /// A price that is valid for some time only.
  static let offer = ColumnWords(
    [
      "sale", "offer", "promo", "promotion", "promotional", "special", "discounted", "discount", "oferta", "angebot",
      "akce", "akční", "výprodej", "akciós", "akció", "kiárusítás", "kampanya", "indirimli", "tarjous", "kampanja",
      "προσφορά", "προσφοράς",
    ],
    parts: ["aktion", "sonder", "angebots", "kampanj", "tilbud", "aanbieding", "promotion", "tarjoushin", "特価", "セール"])
  /// The end of a time.
  static let end = ColumnWords([
    "bis", "to", "end", "ends", "until", "fin", "hasta", "till", "slut", "fine", "tot", "til", "eddig", "bitiş", "asti",
    "saakka", "έως",
  ])
  /// The value of all that is on hand.
  static let stockValue = ColumnWords(
    [
      "wert", "value", "valeur", "valor", "värde", "værdi", "verdi", "waarde", "valore", "hodnota", "érték", "értéke",
      "értéken", "değer", "değeri", "arvo", "αξία",
    ],
    parts: [
      "bestandswert", "lagerwert", "inventurwert", "lagervärde", "lagerværdi", "lagerverdi", "voorraadwaarde",
      "készletérték", "varastoarvo", "在庫金額",
    ])
  /// Words by which a column has codes or numbers of something.
  static let codeWords: Set<String> = [
    "plu", "id", "nr", "no", "number", "code", "kod", "cod", "key", "pzn", "ref", "réf", "matchcode", "clave", "taste",
    "kód", "číslo", "kodu", "koodi", "nro", "numero", "κωδικός", "κωδ", "αριθμός", "コード", "番号",
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
      "číslo", "rok", "ročník", "strana", "stran", "pořadí", "měsíc", "týden", "sorszám", "év", "évjárat", "oldal",
      "hónap", "hét", "sıra", "yıl", "sayfa", "ay", "hafta", "järjestys", "vuosi", "vuosikerta", "sivu", "sivut",
      "kuukausi", "viikko", "αριθμός", "έτος", "σελίδα", "σελίδες", "μήνας", "εβδομάδα",
    ], parts: ["jahr", "seiten", "nummer", "_id", "rating", "zoll", "番号", "年", "順"])
  /// The unit that something is sold, kept or bought in.
  static let unit = ColumnWords(
    [
      "unit", "uom", "um", "me", "unité", "unidad", "enhet", "eenheid", "unità", "packaging", "conditionnement",
      "embalaje", "emballage", "confezione", "förpackning", "verpakking", "emballasje", "jednotka", "mj", "balení",
      "egység", "mértékegység", "kiszerelés", "csomagolás", "birim", "birimi", "ambalaj", "yksikkö", "pakkaus",
      "μονάδα", "συσκευασία",
    ], parts: ["einheit", "verpackung", "gebinde", "mittayksik", "単位"])
  /// What is the supplier's own, such as his stock.
  static let ofSupplier = ColumnWords(
    [
      "supplier", "vendor", "fournisseur", "proveedor", "fornitore", "leverancier", "leverantör", "dodavatel",
      "dodavatele", "szállító", "szállítói", "beszállító", "beszállítói", "tedarikçi", "toimittaja", "toimittajan",
      "προμηθευτής", "προμηθευτή",
    ],
    parts: ["lieferant", "leverandør", "leverantörs", "仕入先"])
  /// What was taken in of what came.
  static let accepted = ColumnWords(
    [
      "accepted", "angenommen", "angenommene", "akzeptiert", "accepté", "acceptée", "aceptado", "aceptada", "accettato",
      "accettata", "geaccepteerd", "godkänd", "godkänt", "godkendt", "přijato", "přijaté", "elfogadott", "kabul",
      "hyväksytty", "αποδεκτή",
    ], parts: ["合格"])
  /// By how much what was counted differs from what should be there.
  static let difference = ColumnWords(
    [
      "difference", "diff", "variance", "écart", "ecart", "diferencia", "differenza", "verschil", "avvikelse", "rozdíl",
      "odchylka", "manko", "eltérés", "különbség", "különbözet", "fark", "ero", "erotus", "διαφορά", "απόκλιση",
    ],
    parts: ["differenz", "abweichung", "差異", "差数"])
  /// By how much prices change.
  static let raise = ColumnWords(
    [
      "increase", "change", "hausse", "augmentation", "aumento", "incremento", "verhoging", "ökning", "höjning",
      "zvýšení", "změna", "emelés", "változás", "artış", "korotus", "muutos", "αύξηση", "μεταβολή",
    ],
    parts: ["erhöhung", "änderung", "anpassung", "値上"])
  /// Quantities that are to be ordered, and nothing else.
  static let toOrder = ColumnWords(
    [
      "order", "ordered", "pedido", "pedida", "pedir", "commande", "commandé", "commandée", "ordinato", "ordine",
      "besteld",
    ],
    parts: [
      "bestell", "beställ", "bestil", "zamówi", "objedn", "rendel", "sipariş", "tilaus", "tilattu", "παραγγελ", "発注",
      "注文",
    ])
  /// Words by which a quantity to order is a limit, or a number is not a quantity.
  static let orderRule = ColumnWords(
    [
      "reorder", "min", "max", "minimum", "maximum", "point", "level", "multiple", "unit", "no", "nr", "number", "num",
      "date", "id", "code", "n", "nº", "last", "open", "status", "on", "back", "mini", "minimo", "mínimo", "mínima",
      "sort", "display", "menu", "position", "rank", "priority", "preorder", "minimální", "maximální", "číslo", "kód",
      "datum", "jednotka", "minimális", "maximális", "száma", "szám", "dátuma", "egység", "kodu", "tarihi", "birimi",
      "numarası", "minimi", "numero", "nro", "pvm", "päivä", "yksikkö", "ελάχιστη", "αριθμός", "αρ", "ημερομηνία",
      "μονάδα",
    ],
    parts: [
      "mindest", "melde", "höchst", "einheit", "nummer", "datum", "punkt", "mbm", "numéro", "número", "rhythmus", "最低",
      "最小", "最大", "番号", "日", "単位", "点", "numero", "yksik",
    ])
  /// Several packs, as opposed to one, of which a number says how many pieces it has.
  static let packs: Set<String> = [
    "cases", "cartons", "boxes", "packs", "pallets", "crates", "outers", "dozens", "kartons", "kisten", "paletten",
    "gebinde", "packungen", "colis", "cajas", "palettes", "cartoni", "dozen", "dozijn", "kartonger", "lådor", "kasser",
    "kartony", "krabice", "kartonok", "doboz", "dobozok", "koli", "koliler", "kutu", "laatikot", "laatikkoa",
    "kolli", "colli", "caisses", "cartones", "scatole", "kartongit", "κιβώτια", "κούτες", "ケース", "箱",
  ]
  /// Goods that cost nothing.
  static let free = ColumnWords(
    [
      "free", "gratis", "bonus", "gratuit", "gratuits", "zdarma", "ingyenes", "bedava", "ücretsiz", "ilmainen",
      "δωρεάν",
    ], parts: ["naturalrabatt", "gratis", "無料"])
  /// Numbers with decimals that are not money: strengths, contents, ratings.
  static let measured = ColumnWords(
    [
      "alcohol", "alkohol", "alc", "abv", "vol", "alcool", "percent", "prozent", "inhalt", "content", "contents",
      "contenu", "contenido", "inhoud", "stars", "factor", "faktor", "coefficient", "share", "ratio", "version",
      "score",
    ])
  /// The sum of columns of quantities.
  static let sum = ColumnWords([
    "total", "gesamt", "summe", "sum", "totale", "totaal", "suma", "summa", "totalt", "alle", "celkem", "součet",
    "összesen", "összes", "toplam", "yhteensä", "σύνολο", "合計", "総計", "計",
  ])
  /// Sizes of clothes and shoes.
  static let sizes: Set<String> = [
    "xxs", "xs", "s", "m", "l", "xl", "xxl", "xxxl", "2xl", "3xl", "4xl", "uni", "onesize",
  ]
  /// Words for sizes, which stand before the size in a column's name.
  static let sizeNames: Set<String> = [
    "size", "sz", "gr", "grösse", "größe", "groesse", "taille", "talla", "tamanho", "taglia", "maat", "mt", "storlek",
    "størrelse", "str", "koko", "rozmiar", "rozm", "us", "uk", "eu", "velikost", "vel", "méret", "beden", "μέγεθος",
    "サイズ",
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
    "belegdatum", "transaction date", "stock date", "as of", "dátum", "kelt", "tarih", "tarihi", "päivämäärä", "pvm",
    "päiväys", "ημερομηνία", "ημ νία", "日付", "日",
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
  static let reorderPointNames = Vocabulary.headerNames(of: ["reorder_point"])
  static let packNames = Vocabulary.headerNames(of: ["pack_size"])
  static let supplierNames = Vocabulary.headerNames(of: ["supplier"])
  static let priceNames = Vocabulary.headerNames(of: ["price"])
  static let costNames = Vocabulary.headerNames(of: ["unit_cost", "standard_cost"])
}
