internal import RetailValues

/// Words in the names of columns that say what the values are, in the five languages of the vocabulary; those of questions
/// also in Dutch, Italian, Portuguese, Danish, Norwegian and Polish, so that no list is read without its prices.
struct ColumnWords {
  /// Whole words.
  private let words: Set<String>
  /// Parts of words, such as the last one of a compound.
  private let parts: [[UInt8]]

  init(_ words: Set<String>, parts: [String] = []) {
    self.init(words, parts.map { Array($0.utf8) })
  }

  private init(_ words: Set<String>, _ parts: [[UInt8]]) {
    self.words = words
    self.parts = parts
  }

  /// The words of both.
  func union(_ other: ColumnWords) -> ColumnWords {
    ColumnWords(words.union(other.words), parts + other.parts)
  }

  /// Whether one of the words of a name says so.
  func areIn(_ name: Set<String>) -> Bool {
    !words.isDisjoint(with: name)
      || !parts.isEmpty
        && name.contains { word in
          var word = word
          return word.withUTF8 { bytes in parts.contains { $0.withUnsafeBufferPointer { bytes.holds($0) } } }
        }
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
      "ek", "vk", "uvp", "rrp", "msrp", "srp", "pvp", "cost", "costs", "kosten", "coût", "coste", "costo", "kostnad",
      "tarif",
      "tarifa", "pris", "apris", "inpris", "utpris", "nettopris", "bruttopris", "pu", "pv", "cena", "costi", "ár",
      "ára", "árak", "fiyat", "fiyatı", "maliyet", "τιμή", "τιμές", "κόστος", "náklady", "ovh", "pvc",
    ],
    parts: [
      "preis", "price", "prix", "precio", "prijs", "prezz", "preço", "kjøpspris", "købspris", "salgspris", "kostpris",
      "hinta", "hinnat", "価格", "単価", "売価", "原価", "卸値", "仕入値", "定価", "上代", "下代", "egységár",
    ])
  /// What goods cost the shop.
  static let cost = ColumnWords(
    [
      "ek", "cost", "costs", "kosten", "coût", "coste", "costo", "kostnad", "achat", "compra", "purchase", "buying",
      "wholesale",
      "inpris", "supplier", "vendor", "trade", "dealer", "acquisto", "zakupu", "costo", "hurtowa", "custo", "koszt",
      "nákupní", "nákup", "nákupka", "pořizovací", "velkoobchodní", "náklady", "beszerzési", "bekerülési", "nagyker",
      "nagykereskedelmi", "alış", "maliyet", "toptan", "geliş", "αγοράς", "κόστος", "κόστους", "χονδρική", "χονδρικής",
    ],
    parts: [
      "einkauf", "einstand", "inköp", "inkoop", "indkøb", "innkjøp", "kostpris", "kostprijs", "ostohin", "hankintahin",
      "sisäänosto", "tukkuhin", "仕入", "原価", "卸", "下代", "原単価",
    ])
  /// What goods are sold at.
  static let retail = ColumnWords(
    [
      "vk", "uvp", "rrp", "msrp", "srp", "pvp", "retail", "selling", "vente", "venta", "utpris", "vendita", "venda",
      "sprzedaży", "detaliczna", "prodejní", "maloobchodní", "eladási", "fogyasztói", "kisker", "kiskereskedelmi",
      "satış", "perakende", "πώλησης", "λιανικής", "λιανική", "ovh", "pvc",
    ],
    parts: [
      "verkauf", "verkoop", "salgspris", "försäljningspris", "myyntihin", "vähittäis", "ohjehin", "販売", "売価", "小売",
      "定価", "上代",
    ])
  /// The amount of a whole line.
  static let lineAmount = ColumnWords(
    [
      "amount", "betrag", "total", "final", "gesamt", "gesamtpreis", "summe", "umsatz", "turnover", "revenue",
      "montant",
      "importe", "belopp", "summa", "celkem", "összesen", "összeg", "toplam", "tutar", "tutarı", "yhteensä", "σύνολο",
      "ποσό", "αξία",
    ], parts: ["金額", "合計"])
  /// What was taken for goods that were sold.
  static let turnover = ColumnWords(
    [
      "turnover", "revenue", "ventas", "omsättning", "erlös", "erlöse", "ca", "tržba", "tržby", "árbevétel", "forgalom",
      "ciro", "hasılat", "liikevaihto", "τζίρος",
    ], parts: ["umsatz", "売上高", "売上金額"])
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
      "doprava", "poštovné", "marže", "sleva", "záloha", "szállítási", "árrés", "kedvezmény", "kargo", "indirim",
      "iskonto", "rahti", "kate", "alennus", "pantti", "μεταφορικά", "περιθώριο", "έκπτωση", "hmotnost", "šířka",
      "výška", "súly", "ağırlık", "paino", "βάρος",
    ], parts: ["grundpreis", "versandk", "kostenst", "送料", "値引", "割引", "粗利", "重量", "手数料"]
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
    [
      "neu", "neue", "neuer", "neues", "new", "nouveau", "nouvel", "nouvelle", "nuevo", "nueva", "ny", "nya", "nytt",
      "nová", "nový", "nové", "új", "yeni", "uusi", "νέα", "νέος",
    ],
    parts: ["neupreis", "新価格", "新定価", "新売価"])

  /// Says of a price that it is neither what goods cost nor what they are sold at now.
  static let otherPrice = retail.union(offer).union(
    ColumnWords(
      [
        "list", "old", "previous", "was", "before", "compare", "original", "regular", "recommended", "suggested", "min",
        "max", "minimum", "maximum", "map", "street", "market", "competitor", "average", "public", "consumer", "alt",
        "alte",
        "alter", "altes", "bisher", "bisherig", "bisheriger", "ancien", "ancienne", "conseillé", "anterior", "antiguo",
        "recomendado", "gammal", "gammalt", "tidigare", "vecchio", "oud", "oude", "base", "basis", "unit", "původní",
        "stará", "běžná", "doporučená", "minimální", "régi", "eredeti", "ajánlott", "eski", "önceki", "liste", "vanha",
        "entinen", "παλιά", "αρχική",
      ],
      parts: ["listenpreis", "altpreis", "vorher", "mindestpreis", "streichpreis", "statt", "empfohlen", "旧", "通常価格"]))

  /// What is taken off a price.
  static let discount = ColumnWords(
    [
      "discount", "remise", "descuento", "desconto", "sconto", "korting", "less", "sleva", "kedvezmény", "indirim",
      "iskonto", "alennus", "έκπτωση",
    ], parts: ["rabat", "nachlass", "値引", "割引"])

  /// Says that a column has the code of a group, and not an amount.
  static let group = ColumnWords(
    [
      "group", "gruppe", "groupe", "grupo", "code", "id", "type", "class", "skupina", "kód", "csoport", "grubu", "kodu",
      "ryhmä", "koodi", "ομάδα", "κωδικός",
    ], parts: ["gruppe", "コード", "分類"])

  // MARK: Quantities

  static let quantity = ColumnWords(
    [
      "qty", "quantity", "quantité", "qté", "qte", "cantidad", "antal", "anzahl", "stück", "stk", "stock", "onhand",
      "inventory", "existencias", "existencia", "saldo", "lagersaldo", "menge", "voorraad", "aantal", "giacenza",
      "quantità", "qta",
      "quantidade", "estoque", "beholdning", "antall", "ilość", "stan", "szt", "qtd", "qtde", "množství", "ks", "kusů",
      "množstvo", "bstd",
      "kusy", "počet", "zásoba", "zásoby", "skladem", "mennyiség", "készlet", "készleten", "darab", "darabszám",
      "raktáron", "miktar", "miktarı", "adet", "adedi", "stok", "määrä", "kpl", "varastosaldo", "varastossa",
      "ποσότητα", "ποσ", "απόθεμα", "τεμάχια", "τεμ", "υπόλοιπο",
    ], parts: ["bestand", "menge", "数量", "在庫", "個数", "készlet", "saldo", "入数", "販売数", "売上数", "納品数", "入荷数", "入庫数"])
  /// Quantities that are not what is on hand: limits, packs, and what was ordered or sold.
  static let otherQuantity = ColumnWords(
    [
      "min", "max", "minimum", "maximum", "minimal", "mini", "reorder", "order", "ordered", "target", "safety", "alert",
      "threshold", "low", "pack", "packs", "per", "pro", "je", "par", "por", "multiple", "case", "carton", "box",
      "inner", "outer", "status", "unit", "code", "id", "type", "price", "cost", "value", "wert", "valeur", "valor",
      "sold", "sales", "committed", "reserved", "allocated", "incoming", "days", "keeping", "number", "no", "manage",
      "ve", "commande", "vendu", "vendue", "pedido", "pedida", "sålda", "sålt", "difference", "differenz", "policy",
      "tracker", "tracked", "date", "location", "ean", "gtin", "barcode", "backorder", "backorders", "break",
      "minimální", "maximální", "objednáno", "objednané", "prodáno", "prodané", "rezervováno", "balení", "kód",
      "minimális", "maximális", "rendelt", "eladott", "foglalt", "csomag", "kodu", "adı", "sipariş", "satış", "satılan",
      "rezerve", "koli", "paket", "asgari", "azami", "minimi", "tilattu", "myyty", "varattu", "pakkaus", "tilauspiste",
      "ελάχιστο", "ελάχιστη", "μέγιστο", "παραγγελία", "παραγγελίας", "πωλήσεις", "πώλησης", "δεσμευμένο", "συσκευασία",
    ],
    parts: [
      "mindest", "melde", "bestell", "sicherheits", "höchst", "verpack", "verkauf", "absatz", "reserv", "staffel",
      "einheit", "ordered", "最低", "最小", "最大", "発注", "注文", "引当", "販売数", "売上", "入数", "安全在庫",
    ]
  ).union(notOnHand)
  /// What goods were counted or are known to be there, next to what should be.
  static let actual = ColumnWords(
    [
      "ist", "actual", "counted", "physical", "gezählt", "réel", "compté", "contado", "físico", "verkligt", "skutečný",
      "skutečné", "napočítáno", "spočítáno", "fyzický", "tényleges", "számolt", "leltározott", "fizikai", "fiili",
      "sayılan", "sayım", "fiziki", "laskettu", "inventoitu", "todellinen", "fyysinen", "πραγματικό", "πραγματική",
      "φυσικό", "μετρηθείσα",
    ],
    parts: ["istbestand", "istmenge", "zählmenge", "実棚", "実在庫", "棚卸"])
  /// What should be there, next to what is counted.
  static let expected = ColumnWords(
    ["expected", "soll", "attendu", "théorique", "esperado", "teórico", "förväntat", "atteso"], parts: ["sollbestand"])

  /// What may still be sold of what is on hand.
  static let available = ColumnWords(
    [
      "available", "disponible", "disponibile", "tillgängligt", "tillgänglig", "beschikbaar", "tilgængelig", "dostępne",
      "dostupné", "dostupný", "elérhető", "szabad", "mevcut", "saatavilla", "vapaa", "διαθέσιμο", "διαθέσιμη",
    ],
    parts: ["verfügbar", "利用可能", "販売可能"])

  /// What was sold or received, and is not on hand for that.
  static let moved = ColumnWords(
    [
      "sold", "received", "delivered", "verkauft", "verkaufte", "geliefert", "gelieferte", "liefermenge", "vendu",
      "vendue", "livrée", "reçue", "vendida", "recibida", "sålt", "sålda", "mottaget", "geleverd", "ontvangen",
      "levererat", "levererad", "leveret", "levert", "mottatt", "modtaget", "solgt", "consegnato", "consegnata",
      "ricevuto", "ricevuta", "venduto", "venduta", "verkocht",
      "verkochte", "venduti", "vendute", "vendidos", "vendidas", "vendido", "sprzedano", "sprzedana", "sprzedane",
      "recebida", "recebido", "otrzymana", "przyjęto", "przyjęta", "erhalten", "erhaltene", "empfangen", "empfangene",
      "eingangsmenge", "zugangsmenge", "prodáno", "prodané", "prodaných", "dodáno", "dodané", "přijato", "přijaté",
      "eladott", "eladva", "értékesített", "szállított", "beérkezett", "átvett", "bevételezett", "satılan", "satış",
      "teslim", "gelen", "alınan", "giriş", "myyty", "myydyt", "toimitettu", "vastaanotettu", "saapunut", "πώλησης",
      "πωληθείσα", "πωληθέντα", "πουλήθηκε", "παράδοσης", "παραδοθείσα", "παραλαβής", "παραληφθείσα", "παραλήφθηκε",
    ], parts: ["販売数", "販売個数", "売上数", "売上個数", "納品数", "入荷数", "入庫数", "受領数"])
  /// What was sold, as opposed to received.
  static let sold = ColumnWords(
    [
      "sold", "sale", "sales", "vendu", "vendue", "vendus", "vente", "ventes", "venta", "ventas", "vendida", "sålt",
      "sålda",
      "försäljning", "venduto", "vendite",
      "venduta", "venduti", "vendute", "vendido", "vendidos", "vendidas", "venda", "vendas", "solgt", "sprzedano",
      "sprzedana", "sprzedane", "sprzedaż", "sprzedaży", "prodáno", "prodané", "prodaných", "prodej", "prodeje",
      "eladott", "eladva", "értékesített", "eladás", "eladások", "értékesítés", "satılan", "satış", "satışlar", "myyty",
      "myydyt", "myynti", "myynnit", "πώλησης", "πωλήσεις", "πωληθείσα", "πωληθέντα", "πουλήθηκε",
    ], parts: ["verkauf", "verkocht", "販売", "売上"])
  /// What has come, as opposed to ordered; the day of a delivery may be one to come.
  static let received = arrived.union(delivered)
  /// What somebody says who has got it.
  static let arrived = ColumnWords(
    [
      "received", "receipt", "receipts", "grn", "arrived", "arrival", "reçu", "reçue", "reçus", "réception", "recibido",
      "recibida", "recepción", "entrada", "mottaget", "mottagna", "inleverans", "ontvangen", "ontvangst", "ricevuto",
      "ricevuta", "modtaget", "mottatt", "recebida", "recebido", "otrzymana", "przyjęto", "przyjęta", "przyjęcia",
      "erhalten", "erhaltene", "empfangen", "empfangene", "zugang", "zugänge", "zugangsmenge", "přijato", "přijaté",
      "příjem", "příjemka", "příjemky", "přijetí", "beérkezett", "beérkezés", "átvett", "átvétel", "bevételezett",
      "bevételezés", "gelen", "alınan", "giriş", "vastaanotettu", "vastaanotto", "saapunut", "saapuminen", "παραλαβής",
      "παραλαβή", "παραληφθείσα", "παραλήφθηκε",
    ], parts: ["eingang", "入荷", "入庫", "受領"])
  /// What somebody says who brings it.
  private static let delivered = ColumnWords(
    [
      "delivered", "livré", "livrée", "livraison", "albarán", "levererat", "geleverd", "consegnato", "dodáno", "dodané",
      "dodací", "dodacího", "szállított", "szállítólevél", "teslim", "irsaliye", "toimitettu", "lähete", "lähetteen",
      "παράδοσης", "παραδοθείσα", "αποστολής",
    ], parts: ["geliefert", "liefermenge", "lieferschein", "anlieferung", "納品", "納入"])
  /// What says that a word is a currency.
  static let currency = ColumnWords(
    [
      "currency", "curr", "währung", "devise", "monnaie", "moneda", "divisa", "valuta", "moeda", "waluta", "měna",
      "měny", "pénznem", "devizanem", "döviz", "valuutta", "νόμισμα", "νομίσματος",
    ], parts: ["通貨"])
  /// The title of a list of prices.
  static let priceList = ColumnWords(
    [
      "tarif", "tarifa", "listino", "pricelist", "prijslijst", "prislista", "cennik", "prisliste", "ceník", "árlista",
      "hinnasto", "τιμοκατάλογος",
    ], parts: ["preis", "価格表", "価格一覧", "hinnasto"])
  /// The unit that quantities are in.
  static let unitNames: Set<String> = [
    "uom", "unit of measure", "unit", "einheit", "mengeneinheit", "me", "unité", "unidad", "enhet", "eenheid", "unità",
    "um",
    "qty unit", "quantity unit", "jednotka", "měrná jednotka", "mj", "mértékegység", "mennyiségi egység", "birim",
    "ölçü birimi", "yksikkö", "mittayksikkö", "μονάδα μέτρησης", "μονάδα", "単位",
  ]
  /// What is on hand, and nothing else.
  static let onHand = ColumnWords(
    [
      "stock", "hand", "onhand", "qoh", "soh", "inventory", "available", "existencias", "saldo", "lagersaldo",
      "disponible",
      "giacenza", "giacenze", "voorraad", "beholdning", "estoque", "inventario", "stan", "existência", "skladem",
      "zásoba", "zásoby", "zásob", "skladová", "készlet", "készleten", "raktárkészlet", "raktáron", "stok", "mevcut",
      "varastosaldo", "varastossa", "varastosaldot", "απόθεμα", "αποθέματα", "υπόλοιπο",
    ],
    parts: ["bestand", "lager", "verfügbar", "készlet", "在庫", "varastosaldo"])

  /// The day as of which a quantity is on hand, the last day of its use, and its lot.
  static let stockDay = ColumnWords(
    ["stand", "stichtag", "stocktake", "counted"],
    parts: ["bestandsdatum", "zähldatum", "inventurdatum", "stav ke", "棚卸日", "在庫日"])
  /// The day of a list, in the name of a column.
  static let listDay = ColumnWords(["snapshot", "inventory", "report", "reporting", "export", "extract"])
  static let lastDay = ColumnWords(
    [
      "exp", "expiry", "expires", "expiration", "mhd", "bbd", "bbe", "before", "dlc", "ddm", "dluo", "caducidad",
      "utgång",
      "tht", "tgt", "scadenza", "vencimiento", "holdbarhed", "ważności", "validade", "expirace", "trvanlivost",
      "trvanlivosti", "spotřeby", "lejárat", "lejárati", "szavatosság", "szavatossági", "skt", "tett", "parasta",
      "λήξης", "λήξη",
    ],
    parts: [
      "haltbar", "verfall", "péremption", "utgångsdat", "utløp", "udløb", "houdbaar", "holdbar", "期限", "vanhenemis",
      "käyttöpäiv", "kullanma",
    ])
  static let lot = ColumnWords(
    [
      "batch", "lot", "charge", "chargennummer", "chargennr", "lote", "parti", "lotto", "partij", "partia", "šarže",
      "sarzs", "tételszám", "erä", "eränumero", "παρτίδα", "παρτίδας",
    ], parts: ["ロット"])

  // MARK: Times and states

  static let validity = ColumnWords(
    [
      "gültig", "valid", "effective", "valable", "válido", "giltig", "ab", "from", "desde", "från", "platí", "platnost",
      "érvényes", "geçerli", "geçerlilik", "voimassa", "alkaen", "ισχύει", "ισχύς",
    ], parts: ["gültig", "適用", "有効"])
  static let timeOfDay = ColumnWords(
    [
      "time", "uhrzeit", "zeit", "heure", "hora", "tid", "klockslag", "uhr", "čas", "hodina", "idő", "időpont", "saat",
      "aika", "kello", "ώρα",
    ], parts: ["uhrzeit", "時刻", "時間"])
  /// Names that mean a time of the day for values of any look.
  static let timeOfDayNames: Set<String> = [
    "time", "time of day", "sale time", "time of sale", "uhrzeit", "zeit", "bonzeit", "verkaufszeit", "heure",
    "heure de vente", "hora", "hora de venta", "klockslag", "čas", "čas prodeje", "saat", "satış saati", "kellonaika",
    "ώρα", "ώρα πώλησης", "時刻", "販売時刻",
  ]

  /// What a column of states says of a record that did not happen.
  static let void: Set<String> = [
    "cancelled", "canceled", "cancelado", "cancelada", "void", "voided", "storno", "storniert", "annulliert", "annulé",
    "annulée", "anulado", "anulada", "annullerad", "makulerad", "abgebrochen", "stornováno", "zrušeno", "zrušená",
    "sztornó", "sztornózott", "törölt", "iptal", "iptal edildi", "peruttu", "mitätöity", "ακυρώθηκε", "ακυρωμένο", "取消",
    "取消済", "キャンセル",
  ]
  /// What it says of items that the list takes away.
  static let deleted: Set<String> = [
    "delete", "deleted", "remove", "removed", "löschen", "gelöscht", "entfernt", "entfernen", "supprimer", "supprimé",
    "eliminar", "eliminado", "borrar", "borrado", "ta bort", "borttagen", "cancella", "verwijderd", "smazáno",
    "vymazáno", "smazat", "törölve", "törlés", "silindi", "sil", "poistettu", "διαγραφή", "διαγράφηκε", "削除",
  ]
  /// Names of columns in which any mark says that a record did not happen.
  static let voidNames: Set<String> = [
    "storno", "storniert", "cancelled", "canceled", "void", "voided", "annulé", "annulée", "anulado", "annullerad",
    "annullato", "deleted", "removed", "gelöscht", "supprimé", "eliminado", "borrado", "borttagen", "verwijderd",
    "training", "training mode", "training receipt", "trainingsmodus", "trainingsbon", "schulung", "übung", "formation",
    "test", "test mode", "testmodus", "testbon", "demo", "stornováno", "zrušeno", "sztornó", "iptal", "iptal edildi",
    "peruttu", "mitätöity", "ακύρωση", "ακυρώθηκε", "取消", "キャンセル",
  ]
  /// Marks that say yes.
  static let marks: Set<String> = [
    "x", "1", "y", "yes", "j", "ja", "o", "oui", "s", "sí", "si", "true", "wahr", "vrai", "ano", "igen", "evet",
    "kyllä", "ναι", "はい", "有",
  ]
  /// What it says of goods that came back.
  static let returned: Set<String> = [
    "return", "returned", "refund", "refunded", "retoure", "rückgabe", "rücksendung", "erstattung", "rückerstattung",
    "gutschrift", "credit note", "retour", "remboursement", "remboursé", "avoir", "devolución", "devuelto",
    "reembolso", "reso", "rimborso", "retur", "återbetalning", "återköp", "vráceno", "vratka", "vrácení", "reklamace",
    "dobropis", "visszáru", "visszavét", "visszatérítés", "iade", "palautus", "hyvitys", "επιστροφή", "πιστωτικό", "返品",
    "返金",
  ]
}
