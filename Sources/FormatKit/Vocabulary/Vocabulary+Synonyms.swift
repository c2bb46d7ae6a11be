extension Vocabulary {
  /// Headers that mean a field, by field name. Lower case, white space and punctuation reduced to one space;
  /// in English, German, French, Spanish and Swedish, and the most common ones in Italian, Dutch, Danish, Norwegian,
  /// Polish and Portuguese, and of ``translations``.
  ///
  /// No synonym belongs to two fields of one kind. A synonym may be another field's name (`supplier code`, `count`); the
  /// name goes first.
  static let synonyms: [String: [String]] = {
    var all = goodsSynonyms.merging(documentSynonyms) { goods, _ in goods }
    for (field, names) in conditions { all[field, default: []] += names.keys.sorted() }
    for field in Set(translations.flatMap(\.keys)) {
      var names = all[field] ?? []
      var known = Set(names)
      for name in translations.flatMap({ $0[field] ?? [] }) where known.insert(name).inserted { names.append(name) }
      all[field] = names
    }
    return all
  }()

  /// Synonyms whose columns may have something else, by field name, with what the values must be.
  static let conditions: [String: [String: RecordField.Condition]] = [
    // How goods are wrapped, what that costs, the barcode of the box, or the condition that goods are in.
    "pack_size": called(
      "cond", "condt", "confezione", "confezionamento", "förp", "frp", "imballo", "omdoos", "unidad de embalaje",
      "unité de conditionnement", "verp eenheid", "verp einh", "verpackungseinh", "verpakkingseenheid",
      where: .smallWholeNumbers)
  ]

  /// Synonyms with the same condition.
  private static func called(
    _ names: String..., where condition: RecordField.Condition
  ) -> [String: RecordField.Condition] {
    Dictionary(uniqueKeysWithValues: names.map { ($0, condition) })
  }

  /// Those of goods: their codes, names, prices and units.
  private static let goodsSynonyms: [String: [String]] = [
    "sku": [
      "item", "item no", "item number", "item code", "custom label", "internal reference", "interne referenz",
      "référence interne", "referencia interna", "intern referens", "interne referentie", "riferimento interno",
      "article", "article no", "article number",
      "stock code",
      "stockcode", "custom sku", "variant sku", "product sku", "item sku", "artikel", "artikelnummer", "artikel nr",
      "artikelnr",
      "art nr", "référence", "reference", "réf", "ref", "code article", "código", "codigo", "código de artículo",
      "referencia", "artikelkod", "artnr", "productnumber", "product number", "stock item id", "upc sku", "item id",
      "item sku code", "stock item", "stock number", "stock no", "part number", "part no", "material",
      "material number", "materialnummer", "art no", "artikel no", "artikelcode", "artikel code", "bestellartikel",
      "sachnummer", "réf article", "ref article", "référence article", "reference article", "code art",
      "référence produit", "réf produit", "cód artículo", "cod articulo", "código artículo", "codigo articulo",
      "ref artículo", "artikel id", "art nummer", "varunummer", "varunr", "artikelid",
      "codice articolo", "codice", "cod articolo", "cod art", "cod prodotto", "codice art",
      "varenr", "varenummer", "vare nr", "artikkelnr", "artikkelnummer", "artikkel nr", "vareid",
      "kod", "kod towaru", "kod produktu", "kod artykułu", "symbol", "indeks", "indeks towaru", "nr katalogowy",
      "numer katalogowy", "numer artykułu", "código do produto", "código produto", "código do artigo", "cód",
      "cód produto", "referência",
    ],
    "barcode": [
      "ean", "ean13", "ean 13", "gtin", "gtin13", "gtin 13", "upc", "upc a", "upca", "isbn", "isbn13", "isbn 13",
      "isbn10", "bar code", "variant barcode", "strichcode", "barcode ean", "code barres", "code barre",
      "código ean", "codigo ean",
      "code à barres", "código de barras", "codigo de barras", "streckkod", "ean kod", "ean code", "gtin ean",
      "ean gtin", "ean upc", "upc ean", "gtin 14", "gtin14", "gtin 8", "gtin 12", "upc code", "barcode number",
      "barcode no", "ean no", "ean number", "ean nummer", "ean nr", "strichcode ean", "gencod", "gencode",
      "code gencod", "code ean", "ean article", "código barras", "codigo barras", "cód barras", "cod barras",
      "ean artículo", "streckkod ean", "ean13 kod", "eankod",
      "codice a barre", "codice ean", "codice barre", "streepjescode",
      "cod a barre", "cod barre", "ean kode", "stregkode", "strekkode", "stregkode ean", "strekkode ean", "eankode",
      "kod kreskowy", "kod ean",
    ],
    "supplier_code": [
      "supplier sku", "supplier item code", "supplier item no", "supplier item number", "supplier article",
      "supplier article number", "vendor code", "vendor sku", "vendor item", "vendor part number",
      "lieferanten artikelnummer", "lieferantenartikelnummer", "référence fournisseur", "ref fournisseur",
      "referencia proveedor", "leverantörens artikelnummer", "supplier item", "supplier part number", "supplier ref",
      "supplier reference", "vendor item no", "manufacturer part number", "mpn", "lieferantenartikel",
      "lieferanten art nr", "lief art nr", "lieferantenartikelnr", "réf fournisseur", "code fournisseur article",
      "référence frs", "ref proveedor", "código proveedor artículo", "referencia del proveedor", "lev artikelnr",
      "lev art nr", "leverantörsartikel", "leverantörens artnr", "leverantörsartikelnummer",
      "leverandørens varenr", "leverandørens varenummer", "leverandør varenr", "lev varenr",
      "leverandørens artikkelnr",
      "kod dostawcy towaru", "indeks dostawcy", "referência fornecedor", "referência do fornecedor",
    ],
    "product_code": [
      "product", "product id", "productid", "product no", "style", "style code", "style no", "model", "parent",
      "parent sku", "handle", "url handle", "product handle", "produkt", "produktnummer", "modell", "produit",
      "code produit", "modèle", "producto", "código de producto", "modelo", "produktkod", "productcode",
      "product number code", "style number", "parent code product", "model no", "model number", "modellnummer",
      "modell nr", "modellnr", "réf modèle", "référence modèle", "modelnummer", "código modelo",
    ],
    "title": [
      "name", "product name", "productname", "product title", "item name", "article name", "bezeichnung",
      "artikelbezeichnung", "titel", "produktname", "nom", "désignation", "designation", "libellé", "titre", "nombre",
      "título", "titulo", "denominación", "benämning", "namn", "produktnamn", "product description short",
      "short description name", "item title", "item description", "product description", "article description",
      "artikelname", "artikel bezeichnung", "produktbezeichnung", "kurztext", "bezeichnung 1", "artikeltext",
      "libellé article", "libellé produit", "désignation article", "désignation produit", "nom du produit",
      "nom produit", "intitulé", "nombre del producto", "nombre producto", "nombre del artículo", "denominacion",
      "descripción corta", "artikelnamn", "artikelbenämning", "varubenämning", "produktbenämning",
      "descrizione", "descrizione articolo", "nome prodotto", "nome articolo", "naam", "omschrijving",
      "artikelomschrijving", "productnaam", "artikelnaam",
      "varenavn", "varebetegnelse", "varetekst", "produktnavn", "navn", "betegnelse", "artikkelnavn",
      "nazwa", "nazwa towaru", "nazwa produktu", "nazwa artykułu", "nome", "nome do produto", "descrição", "designação",
    ],
    "variant_title": ["variant", "variant name", "variante", "variantname", "variantnamn"],
    "description": [
      "body", "body html", "long description", "details", "beschreibung", "langtext", "descriptif",
      "description longue", "descripción", "descripcion", "beskrivning", "long text", "full description",
      "langbeschreibung", "produktbeschreibung", "artikelbeschreibung", "beschreibung lang", "description détaillée",
      "descripción larga", "descripcion larga", "descripción detallada", "lång beskrivning", "produktbeskrivning",
      "beskrivelse", "varebeskrivelse", "produktbeskrivelse",
      "opis", "opis produktu", "opis towaru",
    ],
    "category": [
      "categories", "group", "product group", "department", "kategorie", "warengruppe", "produktgruppe", "catégorie",
      "famille", "rayon", "categoría", "categoria", "familia", "kategori", "varugrupp", "product category",
      "category path", "product categories", "sub department", "sortiment", "hauptgruppe", "artikelgruppe", "familie",
      "gamme", "sous famille", "rubrique", "univers", "subfamilia", "sección", "artikelgrupp", "produktgrupp",
      "stock group", "kategorinamn", "product type", "type",
      "categoria merceologica", "reparto", "artikelgroep", "productgroep",
      "varegruppe",
      "kategoria", "grupa", "grupa towarowa",
    ],
    "category_name": [
      "category title", "kategoriename", "nom de catégorie", "name", "category description", "stock group name",
    ],
    "parent_category": [
      "parent", "parent code", "parent path", "übergeordnete kategorie", "catégorie parente", "categoría superior",
      "parent category name", "parent category code", "parent name",
    ],
    "brand": [
      "manufacturer", "maker", "brand name", "manufacturer name", "marke", "markenname", "hersteller",
      "herstellername", "marque", "fabricant", "marca", "fabricante", "märke", "varumärke", "tillverkare", "vendor",
      "marchio", "merk",
      "mærke", "varemærke", "merke", "varemerke", "produsent", "producent",
    ],
    "colour": [
      "color", "farbe", "couleur", "coloris", "color name", "colour name", "färg", "colourway", "farbname",
      "farbbezeichnung", "colour description", "couleur article", "color del artículo", "färgnamn", "kulör",
      "colore", "kleur",
      "farve", "farge",
      "kolor", "cor",
    ],
    "colour_family": [
      "color family", "colour type", "color type", "basic colour", "farbfamilie", "famille de couleur",
    ],
    "size": [
      "größe", "groesse", "grösse", "taille", "talla", "tamaño", "storlek", "size name", "konfektionsgröße",
      "größenbezeichnung", "pointure", "talla europea", "strl",
      "taglia", "misura", "maat",
      "størrelse",
      "rozmiar", "tamanho",
    ],
    "standard_cost": [
      "std cost", "standardcost", "standard kosten", "coût standard", "coste estándar", "standardkostnad",
      "standard unit cost", "verrechnungspreis", "coste standard",
    ],
    "unit_cost": [
      "cost", "cost price", "cost per item", "purchase price", "buying price", "net price", "wholesale price",
      "wholesale", "last cost", "last cost price", "einkaufspreis", "ek", "ek preis", "netto ek", "prix d achat",
      "prix achat", "coût", "coste", "costo", "precio coste", "precio de coste", "prix d achat ht", "prix achat ht",
      "precio de compra", "inköpspris", "kostnad", "trade price", "dealer price", "net cost", "cost excl vat",
      "cost ex vat", "cost each", "unit cost price", "invoice price", "purchase cost", "buy price", "your price",
      "nettopreis", "ek netto", "netto einkaufspreis", "netto ek preis", "einkaufspreis netto", "ekp", "händlerpreis",
      "prix net", "prix net ht", "prix d achat net", "prix achat net", "prix d achat net ht", "prix achat net ht",
      "pa net ht", "pa net", "pa ht", "paht", "prix de revient", "tarif ht",
      "prix unitaire ht", "pu ht", "p u ht", "precio neto", "precio compra", "precio de coste neto", "coste unitario",
      "precio tarifa neto", "coste neto", "nettopris", "inpris", "inköpspris exkl moms", "inköpspris netto",
      "anskaffningspris", "självkostnad",
      "prezzo di acquisto", "prezzo acquisto", "prezzo d acquisto", "costo unitario", "inkoopprijs", "kostprijs",
      "inkoop",
      "indkøbspris", "købspris", "kostpris", "kostpris ekskl moms", "nettokostpris", "innkjøpspris", "innpris",
      "inntakskost",
      "indkøbspris ekskl moms", "innkjøpspris eks mva",
      "cena zakupu", "cena zakupu netto", "cena hurtowa", "cena hurtowa netto", "koszt", "koszt jednostkowy", "custo",
      "custo unitário", "preço de custo", "preço de compra", "preço custo", "preço compra",
      "costs", "kosten", "kosten netto", "stückkosten", "kosten pro stück", "kosten je stück", "coûts", "coût d achat",
      "coût d achat ht", "coût unitaire", "coût unitaire ht", "costes", "coste de compra", "kostnader",
    ],
    "price": [
      "retail price", "selling price", "sales price", "sell price", "regular price", "variant price", "retail",
      "recommended retail price", "rrp", "srp", "msrp", "rrp inc vat", "rrp incl vat", "suggested retail price",
      "consumer price", "list price", "verkaufspreis", "vk", "vk preis", "vk brutto", "ladenpreis", "endpreis", "uvp",
      "uvp brutto", "unverbindliche preisempfehlung", "empfohlener verkaufspreis", "listenpreis", "prix de vente",
      "prix de vente ttc", "prix de vente ht", "prix vente", "prix ttc", "pv ttc", "pvc", "prix public",
      "prix public ttc", "prix public conseillé", "prix de vente conseillé", "prix conseillé", "precio de venta",
      "precio venta", "pvp", "pvp recomendado", "pvp iva incluido", "precio venta público",
      "precio de venta al público", "försäljningspris", "utpris", "rek utpris", "rekommenderat utpris", "cirkapris",
      "butikspris", "preis", "prix", "precio", "pris", "price gross", "unit price",
      "prezzo di vendita", "prezzo vendita", "prezzo al pubblico", "prezzo", "verkoopprijs", "prijs", "adviesprijs",
      "consumentenprijs",
      "salgspris", "udsalgspris", "utsalgspris", "butikspris inkl moms", "salgspris inkl moms", "salgspris inkl mva",
      "vejledende pris", "veiledende pris", "vejl udsalgspris",
      "cena", "cena brutto", "cena sprzedaży", "cena sprzedaży brutto", "cena detaliczna", "cena detaliczna brutto",
      "preço", "preço de venda", "preço venda", "preço de venda ao público", "preço unitário",
    ],
    "unit_price": [
      "price", "unitprice", "selling price", "price each", "einzelpreis", "preis", "prix unitaire", "precio unitario",
      "à pris", "styckpris", "unit price inc vat", "price per unit", "sold price", "stückpreis", "verkaufspreis",
      "vk preis", "vk", "preis je stück", "prix unitaire ttc", "pu ttc", "prix de vente", "prix de vente ttc",
      "prix ttc", "prix", "precio", "precio de venta", "precio unidad", "pvp", "apris", "pris", "enhetspris",
      "pris per styck",
      "prezzo unitario", "stukprijs", "verkoopprijs", "prezzo di vendita", "prezzo", "prijs",
      "stykpris", "stykkpris", "enhedspris", "salgspris",
      "cena", "cena jednostkowa", "cena sprzedaży", "cena brutto", "preço unitário", "preço de venda", "preço",
    ],
    "currency": [
      "currency code", "währung", "waehrung", "devise", "monnaie", "moneda", "divisa", "valuta", "ccy", "curr",
      "währungscode", "code devise", "divisa iso", "valutakod",
      "valutakode",
      "waluta", "moeda",
    ],
    "tax_rate": [
      "vat", "vat rate", "tax", "mwst", "mwst satz", "ust", "tva", "taux tva", "iva", "tipo de iva", "moms",
      "momssats", "vat percent", "vat code rate", "tax rate percent", "steuersatz", "mehrwertsteuer", "umsatzsteuer",
      "ust satz", "mwst prozent", "taux de tva", "tva taux", "tipo iva", "porcentaje iva", "momsats",
      "moms procent", "aliquota iva", "aliquota", "btw", "btw tarief", "btw percentage",
      "momsprocent", "mva", "mva sats",
      "stawka vat",
    ],
    "tax_included": [
      "tax incl", "incl vat", "inkl mwst", "ttc", "iva incluido", "inkl moms", "vat included", "vat incl",
      "vat inclusive", "tax inclusive", "incl tax", "including vat", "includes vat", "mwst enthalten", "mwst inkl",
      "mwst inklusive", "inklusive mwst", "inkl ust", "steuer enthalten", "tva comprise", "tva incluse", "iva incluida",
      "iva inclusa", "moms inkluderad", "btw inbegrepen",
    ],
    "pack_size": [
      "pack", "pack qty", "case size", "case pack", "case qty", "units per case", "units per pack",
      "quantity per package", "quantity per outer", "inner", "ve", "verpackungseinheit", "vpe", "colisage",
      "conditionnement", "pcb", "uds por caja", "unidades por caja", "förpackning", "förpackningsstorlek", "packsize",
      "pack quantity units", "case quantity", "outer", "outer qty", "outer quantity", "order multiple",
      "units per outer", "qty per case", "qty per pack", "carton qty", "pieces per case", "package size", "inhalt ve",
      "ve menge", "gebinde", "gebindegröße", "stück pro karton", "stück je ve", "menge je ve", "par combien",
      "unités par carton", "pièces par carton", "uvc", "qté par colis", "unidades caja", "uds caja", "ud caja",
      "unidades por paquete", "unidades embalaje", "embalaje", "antal per förpackning", "antal per kartong", "kartong",
      "kolli", "st per förpackning",
      "kollistørrelse", "antal pr kolli", "antall per kolli", "pakningsstørrelse", "pakkestørrelse", "dpak", "fpak",
      "szt w opakowaniu", "ilość w opakowaniu", "sztuk w opakowaniu",
      "unités par colis", "quantité par colis", "quantité par carton", "qté par carton", "stück pro ve",
      "stück pro vpe", "stück je vpe", "inhalt vpe", "uds x caja", "ud x caja", "ud por caja", "unidades x caja",
      "unid caja", "unid por caja", "unid x caja", "u caja", "uds por paquete", "uds por embalaje",
      "pezzi per confezione", "pezzi per cartone", "pezzi per collo", "pz per confezione", "pz per conf", "pz conf",
      "pz x conf", "pz per cartone", "pz cartone", "quantità per confezione", "unità per confezione", "antal per förp",
      "antal förp", "st per förp", "st förp", "st kartong", "aantal per verpakking", "aantal per doos",
      "stuks per verpakking", "stuks per doos", "stuks per omdoos", "inhoud doos",
    ],
    "pack_quantity": ["units per scan", "barcode quantity"],
    "order_unit": [
      "unit of order", "order uom", "bestelleinheit", "unité de commande", "unidad de pedido", "beställningsenhet",
      "purchase unit", "buying unit", "verpackungsart", "gebindeart", "unité d achat", "conditionnement d achat",
      "unidad de compra", "inköpsenhet", "package uom",
    ],
    "minimum_order": [
      "min order", "moq", "min order qty", "minimum order quantity", "mindestbestellmenge", "minimum de commande",
      "pedido mínimo", "minsta order", "min qty", "minimum qty", "mindestmenge", "mindestabnahme",
      "mbm", "min de commande", "quantité minimum", "quantité minimale", "qté mini", "cantidad mínima",
      "cantidad minima", "minsta orderantal", "minsta kvantitet", "min antal",
      "minimumsordre", "min bestilling",
    ],
    "lead_time_days": [
      "lead time", "leadtime", "lieferzeit", "délai", "plazo de entrega", "ledtid", "delivery time",
      "lieferzeit tage", "lieferfrist", "lieferzeit in tagen", "délai de livraison", "délai jours", "plazo entrega",
      "plazo de entrega días", "leveranstid", "leveranstid dagar",
      "leveringstid",
    ],
    "stock_unit": [
      "unit", "uom", "unit of measure", "einheit", "mengeneinheit", "unité", "unidad", "enhet", "units of measure",
      "base unit", "basiseinheit", "verkaufseinheit", "unité de vente", "unidad de medida", "unidad de venta",
      "försäljningsenhet",
      "enhed",
      "jednostka", "jednostka miary", "j m", "jm", "unidade",
    ],
    "valid_from": ["price from", "gültig ab", "valable du", "válido desde", "giltig från", "from date"],
    "valid_to": ["price to", "gültig bis", "valable au", "válido hasta", "giltig till", "to date"],
    "price_type": ["pricelist", "price list", "preisart", "type de prix", "tipo de precio", "pristyp"],
    "status": ["state", "zustand", "statut", "estado"],
    "red": ["r", "rot", "rouge", "rojo", "röd"],
    "green": ["g", "grün", "vert", "verde", "grön"],
    "blue": ["b", "blau", "bleu", "azul", "blå"],
    "attributes": ["properties"],
  ]

  /// The names of a column with the number of items that a price is for, in the form of ``synonyms``.
  public static let priceUnitNames: Set<String> = [
    "preiseinheit", "preis einheit", "preismenge", "preisbasis", "preis pro", "preis je", "pro", "je", "per",
    "price unit", "price per", "pricing unit", "price basis", "price quantity", "price base quantity", "base quantity",
    "unité de prix", "unité prix", "prix par", "base de prix", "unidad de precio", "unidad precio", "precio por",
    "prisenhet", "prisenhet antal", "pe", "preinh", "preiseinh", "pr einh", "prijs per", "prijseenheid", "prezzo per",
    "pricing quantity", "price qty",
  ]

  /// The names of the location that goods are taken from, next to the one that they go to.
  static let originNames = [
    "from", "from location", "from store", "from warehouse", "from shop", "from branch", "source location",
    "source store", "source warehouse", "sending store", "von", "von lager", "von filiale", "von lagerort",
    "von standort", "quelle", "quelllager", "quellfiliale", "quelllagerort", "quellort", "ausgangslager",
    "abgangslager", "de", "depuis", "du magasin", "magasin origine", "dépôt origine", "magasin expéditeur", "origine",
    "origen", "de tienda", "de almacén", "almacén origen", "almacén de origen", "tienda origen", "tienda de origen",
    "desde", "från", "från butik", "från lager", "van", "van filiaal", "van magazijn", "da magazzino",
    "magazzino origine", "fra", "fra butik", "fra lager", "z magazynu", "do armazém", "da loja",
  ]

  /// The names of a document's number whose lines are movements of one kind, other than receipts and sales, in the form
  /// of ``synonyms``.
  public static let movementDocuments: [(movementKind: String, names: [String])] = [
    (
      "transfer",
      [
        "transfer", "transfer no", "transfer number", "transfer id", "transfer order", "umlagerung",
        "umlagerungsnummer", "umlagerung nr", "bon de transfert", "n transfert", "numéro de transfert", "traspaso",
        "número de traspaso", "nº traspaso", "överföring", "överföringsnummer",
      ]
    ),
    (
      "customer-return",
      [
        "return", "return no", "return number", "return id", "rma", "rma no", "rma number", "credit note",
        "credit note no", "credit note number", "retoure", "retourennummer", "retoure nr", "rücksendung",
        "rücksendenummer", "gutschrift", "gutschriftsnummer", "retour", "bon de retour", "n retour",
        "numéro de retour", "avoir", "n avoir", "numéro d avoir", "devolución", "número de devolución",
        "nº devolución", "abono", "nota de crédito", "retur", "returnummer", "kreditnota",
      ]
    ),
    (
      "supplier-return",
      [
        "return to supplier", "supplier return", "supplier return no", "return to vendor", "rtv", "rtv no",
        "rücksendung an lieferant", "rücksendung lieferant", "lieferantenretoure", "lieferantenrücksendung",
        "retour fournisseur", "devolución a proveedor", "devolución proveedor", "leverantörsretur",
        "retour leverancier", "reso a fornitore", "reso fornitore", "leverandørretur",
      ]
    ),
    (
      "write-off",
      ["write off", "write off no", "write off number", "abschreibung", "abschreibung nr", "mise au rebut", "baja"]
    ),
    ("adjustment", ["adjustment", "adjustment no", "adjustment number", "adjustment id", "ajuste", "justering"]),
  ]
}
