extension Vocabulary {
  /// Headers that mean a field, by field name. Lower case, white space and punctuation reduced to one space;
  /// in English, German, French, Spanish and Swedish, and the most common ones in Italian and Dutch.
  ///
  /// No synonym belongs to two fields of one kind. A synonym may be another field's name (`supplier code`, `count`); the
  /// name goes first.
  static let synonyms: [String: [String]] = [
    "sku": [
      "item", "item no", "item number", "item code", "article", "article no", "article number", "stock code",
      "stockcode", "variant sku", "product sku", "item sku", "artikel", "artikelnummer", "artikel nr", "artikelnr",
      "art nr", "référence", "reference", "réf", "ref", "code article", "código", "codigo", "código de artículo",
      "referencia", "artikelkod", "artnr", "productnumber", "product number", "stock item id", "upc sku", "item id",
      "item sku code", "stock item", "stock number", "stock no", "part number", "part no", "material",
      "material number", "materialnummer", "art no", "artikel no", "artikelcode", "artikel code", "bestellartikel",
      "sachnummer", "réf article", "ref article", "référence article", "reference article", "code art",
      "référence produit", "réf produit", "cód artículo", "cod articulo", "código artículo", "codigo articulo",
      "ref artículo", "artikel id", "art nummer", "varunummer", "varunr", "artikelid",
      "codice articolo", "codice", "cod articolo", "cod art", "cod prodotto", "codice art",
    ],
    "barcode": [
      "ean", "ean13", "ean 13", "gtin", "gtin13", "gtin 13", "upc", "upc a", "upca", "isbn", "isbn13", "isbn 13",
      "isbn10", "bar code", "variant barcode", "strichcode", "barcode ean", "code barres", "código ean", "codigo ean",
      "code à barres", "código de barras", "codigo de barras", "streckkod", "ean kod", "ean code", "gtin ean",
      "ean gtin", "ean upc", "upc ean", "gtin 14", "gtin14", "gtin 8", "gtin 12", "upc code", "barcode number",
      "barcode no", "ean no", "ean number", "ean nummer", "ean nr", "strichcode ean", "gencod", "gencode",
      "code gencod", "code ean", "ean article", "código barras", "codigo barras", "cód barras", "cod barras",
      "ean artículo", "streckkod ean", "ean13 kod", "eankod",
      "codice a barre", "codice ean", "codice barre", "streepjescode",
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
    ],
    "variant_title": ["variant", "variant name", "variante", "variantname", "variantnamn"],
    "description": [
      "body", "body html", "long description", "details", "beschreibung", "langtext", "descriptif",
      "description longue", "descripción", "descripcion", "beskrivning", "long text", "full description",
      "langbeschreibung", "produktbeschreibung", "artikelbeschreibung", "beschreibung lang", "description détaillée",
      "descripción larga", "descripcion larga", "descripción detallada", "lång beskrivning", "produktbeskrivning",
    ],
    "category": [
      "categories", "group", "product group", "department", "kategorie", "warengruppe", "produktgruppe", "catégorie",
      "famille", "rayon", "categoría", "categoria", "familia", "kategori", "varugrupp", "product category",
      "category path", "product categories", "sub department", "sortiment", "hauptgruppe", "artikelgruppe", "familie",
      "gamme", "sous famille", "rubrique", "subfamilia", "sección", "artikelgrupp", "produktgrupp", "stock group",
      "kategorinamn", "product type", "type",
      "categoria merceologica", "reparto", "artikelgroep", "productgroep",
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
    ],
    "colour": [
      "color", "farbe", "couleur", "coloris", "color name", "colour name", "färg", "colourway", "farbname",
      "farbbezeichnung", "colour description", "couleur article", "color del artículo", "färgnamn", "kulör",
      "colore", "kleur",
    ],
    "colour_family": [
      "color family", "colour type", "color type", "basic colour", "farbfamilie", "famille de couleur",
    ],
    "size": [
      "größe", "groesse", "grösse", "taille", "talla", "tamaño", "storlek", "size name", "konfektionsgröße",
      "größenbezeichnung", "pointure", "talla europea", "strl",
      "taglia", "misura", "maat",
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
      "prix net", "prix net ht", "prix d achat net", "prix achat net", "pa ht", "paht", "prix de revient", "tarif ht",
      "prix unitaire ht", "pu ht", "p u ht", "precio neto", "precio compra", "precio de coste neto", "coste unitario",
      "precio tarifa neto", "coste neto", "nettopris", "inpris", "inköpspris exkl moms", "inköpspris netto",
      "anskaffningspris", "självkostnad",
      "prezzo di acquisto", "prezzo acquisto", "prezzo d acquisto", "costo unitario", "inkoopprijs", "kostprijs",
      "inkoop",
    ],
    "despatch_number": [
      "despatch no", "despatch note", "despatch note no", "despatch note number", "despatch advice",
      "despatch advice no",
      "dispatch no", "dispatch number", "dispatch note", "dispatch note no", "dispatch note number", "asn", "asn no",
      "asn number", "lieferavis", "lieferavis nr", "avisnummer",
    ],
    "despatched_on": ["despatch date", "dispatch date", "date despatched", "date dispatched"],
    "despatched_quantity": [
      "despatched", "despatched qty", "qty despatched", "quantity despatched", "dispatched", "dispatched qty",
      "dispatched quantity", "qty dispatched", "quantity dispatched", "avisierte menge",
    ],
    "outstanding_quantity": [
      "back ordered", "backordered", "qty back ordered", "back ordered qty", "qty outstanding", "outstanding",
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
    ],
    "unit_price": [
      "price", "unitprice", "selling price", "price each", "einzelpreis", "preis", "prix unitaire", "precio unitario",
      "à pris", "styckpris", "unit price inc vat", "price per unit", "sold price", "stückpreis", "verkaufspreis",
      "vk preis", "vk", "preis je stück", "prix unitaire ttc", "pu ttc", "prix de vente", "prix de vente ttc",
      "prix ttc", "prix", "precio", "precio de venta", "precio unidad", "pvp", "apris", "pris", "enhetspris",
      "pris per styck",
      "prezzo unitario", "stukprijs", "verkoopprijs", "prezzo di vendita", "prezzo", "prijs",
    ],
    "currency": [
      "currency code", "währung", "waehrung", "devise", "monnaie", "moneda", "divisa", "valuta", "ccy", "curr",
      "währungscode", "code devise", "divisa iso", "valutakod",
    ],
    "tax_rate": [
      "vat", "vat rate", "tax", "mwst", "mwst satz", "ust", "tva", "taux tva", "iva", "tipo de iva", "moms",
      "momssats", "vat percent", "vat code rate", "tax rate percent", "steuersatz", "mehrwertsteuer", "umsatzsteuer",
      "ust satz", "mwst prozent", "taux de tva", "tva taux", "tipo iva", "porcentaje iva", "momsats", "moms procent",
      "aliquota iva", "aliquota", "btw", "btw tarief", "btw percentage",
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
    ],
    "lead_time_days": [
      "lead time", "leadtime", "lieferzeit", "délai", "plazo de entrega", "ledtid", "delivery time",
      "lieferzeit tage", "lieferfrist", "lieferzeit in tagen", "délai de livraison", "délai jours", "plazo entrega",
      "plazo de entrega días", "leveranstid", "leveranstid dagar",
    ],
    "stock_unit": [
      "unit", "uom", "unit of measure", "einheit", "mengeneinheit", "unité", "unidad", "enhet", "units of measure",
      "base unit", "basiseinheit", "verkaufseinheit", "unité de vente", "unidad de medida", "unidad de venta",
      "försäljningsenhet",
    ],
    "supplier": [
      "supplier code", "supplier id", "vendor id", "lieferant", "fournisseur", "proveedor", "leverantör",
      "vendor", "supplier no", "supplier number", "lieferantennummer", "lieferanten nr",
      "lieferantennr", "code fournisseur", "código proveedor", "código de proveedor", "leverantörsnummer",
      "leverantörsnr",
      "fornitore", "leverancier",
    ],
    "supplier_name": [
      "lieferantenname", "nom du fournisseur", "nombre del proveedor", "leverantörsnamn", "name", "vendor name",
      "name des lieferanten",
    ],
    "location": [
      "store", "shop", "warehouse", "site", "branch", "stock location", "lager", "lagerort", "filiale", "standort",
      "magasin", "entrepôt", "emplacement", "tienda", "almacén", "almacen", "ubicación", "butik", "lagerplats",
      "location code", "location number", "location id", "store code", "store no", "shop code", "store id", "outlet",
      "lagerort nr", "markt", "filialnummer", "filial nr", "filialnr", "point de vente", "code magasin", "dépôt",
      "punto de venta", "local", "butiksnummer", "butiksnr", "lagerställe",
    ],
    "location_name": [
      "store name", "shop name", "filialname", "nom du magasin", "nombre de la tienda", "butiksnamn", "name",
      "location title",
    ],
    "location_kind": ["location type", "store type"],
    "to_location": ["to", "destination", "to store", "nach", "vers", "destino", "till"],
    "section": [
      "area", "zone", "bin", "bin location", "shelf", "aisle", "bereich", "regal", "zona", "estante", "avdelning",
      "hylla", "bay", "rack", "storage bin", "regalplatz", "lagerplatz", "gang", "rayonnage", "étagère", "allée",
      "allee", "pasillo", "sección", "hyllplats", "gång",
    ],
    "quantity": [
      "qty", "quantity on hand", "on hand", "stock", "stock on hand", "current quantity", "current stock", "stock qty",
      "stock level", "units", "amount", "units in stock", "unités en stock", "unidades en stock", "in stock",
      "inventory", "variant inventory qty", "inventory quantity", "menge", "anzahl", "stück", "bestand",
      "lagerbestand", "quantité", "qté", "qte", "en stock", "cantidad", "existencias", "unidades", "antal",
      "kvantitet", "saldo", "lagersaldo", "available", "available qty", "available stock", "qty on hand", "free stock",
      "quantity sold", "qty sold", "units sold", "sold", "received", "qty received", "quantity received",
      "ist bestand", "bestand stück", "verfügbar", "verkaufte menge", "liefermenge", "stückzahl", "disponible",
      "stock disponible", "quantité en stock", "qté en stock", "stock réel", "quantité vendue", "qté vendue",
      "quantité livrée", "quantité reçue", "stock actual", "cantidad vendida", "cantidad recibida", "uds",
      "disponibles", "lagerantal", "disponibelt", "sålt antal", "sålda", "mottaget antal", "i lager",
      "istbestand", "delivered", "qty delivered", "quantity delivered", "delivered qty", "geliefert",
      "gelieferte menge", "qté livrée", "qté reçue", "cantidad entregada", "levererat antal",
      "quantità", "qtà", "q tà", "giacenza", "esistenza", "disponibilità", "voorraad", "aantal", "hoeveelheid",
    ],
    "counted_quantity": [
      "counted", "count", "count qty", "physical", "physical qoh", "physical count", "quantity", "qty", "gezählt",
      "ist", "istmenge", "zählmenge", "compté", "quantité comptée", "contado", "cantidad contada", "räknat",
      "inventerat", "counted qty", "counted units", "actual qty", "actual count", "actual quantity", "physical qty",
      "physical quantity", "physical stock", "gezählte menge", "zählbestand", "ist menge", "ist bestand",
      "inventurmenge", "quantité physique", "qté comptée", "stock physique", "stock compté", "cantidad física",
      "conteo", "recuento", "unidades contadas", "stock físico", "inventerat antal", "räknat antal",
      "räknad kvantitet", "verkligt antal", "istbestand",
    ],
    "order_quantity": [
      "qty ordered", "quantity ordered", "ordered", "order qty", "quantity", "qty", "bestellmenge", "menge",
      "quantité commandée", "quantité", "cantidad pedida", "cantidad", "beställt antal", "antal", "ordered qty",
      "ordered quantity", "qty order", "po qty", "bestellte menge", "bestellt", "anzahl", "qté commandée", "qté",
      "unidades pedidas", "uds pedidas", "beställd kvantitet", "beställd mängd", "orderantal",
    ],
    "order_number": [
      "order", "order no", "order id", "po", "po number", "purchase order", "bestellnummer", "bestellung",
      "bestell nr", "commande", "numéro de commande", "pedido", "número de pedido", "ordernummer",
      "beställningsnummer", "purchase order id", "purchase order no", "purchase order number", "order nr", "po no",
      "po id", "auftragsnummer", "bestellnr", "bestell no", "n commande", "no commande", "numéro commande",
      "n de commande", "commande n", "nº pedido", "n pedido", "núm pedido", "num pedido", "número pedido", "ordernr",
      "order nummer", "inköpsorder", "inköpsordernummer", "beställningsnr",
    ],
    "ordered_on": [
      "order date", "date", "po date", "bestelldatum", "date de commande", "fecha de pedido", "orderdatum",
      "purchase date", "date ordered", "date commande", "fecha pedido", "beställningsdatum", "datum", "fecha",
    ],
    "expected_on": [
      "delivery date", "expected delivery", "expected date", "due date", "lieferdatum", "date de livraison",
      "fecha de entrega", "leveransdatum", "expected delivery date", "delivery due", "due", "eta", "required date",
      "liefertermin", "wunschtermin", "date livraison", "date de livraison prévue", "date prévue", "fecha entrega",
      "fecha prevista", "leveransdag", "önskat leveransdatum",
    ],
    "invoice_number": [
      "invoice", "invoice no", "invoice id", "rechnung", "rechnungsnummer", "rechnungsnr", "rechnungs nr",
      "rechnung nr", "facture", "n facture", "n de facture", "numéro facture", "numéro de facture", "factura",
      "nº factura", "núm factura", "número factura", "número de factura", "faktura", "fakturanummer", "fakturanr",
    ],
    "invoiced_on": [
      "invoice date", "rechnungsdatum", "date facture", "date de facture", "fecha factura", "fecha de factura",
      "fakturadatum", "date", "datum", "fecha",
    ],
    "invoiced_quantity": [
      "qty invoiced", "quantity invoiced", "invoiced qty", "invoice quantity", "berechnete menge",
      "quantité facturée", "qté facturée", "cantidad facturada", "fakturerat antal", "quantity", "qty", "menge",
      "anzahl", "quantité", "qté", "cantidad", "antal",
    ],
    "document": [
      "document no", "document number", "receipt", "receipt no", "invoice", "invoice no", "invoiceno",
      "invoice number", "transaction", "transaction id", "ticket", "slip", "delivery note", "beleg", "belegnummer",
      "lieferschein", "rechnung", "bon", "facture", "bon de livraison", "documento", "factura", "albarán", "kvitto",
      "faktura", "följesedel", "sale id", "sale no", "sales id", "order reference", "transaction no",
      "transaction number", "till receipt", "receipt number", "receipt id", "ticket no", "ticket number", "bon nr",
      "bonnr", "bonnummer", "kassenbon", "kassenbonnummer", "belegnr", "beleg nr", "rechnungsnummer", "rechnungsnr",
      "lieferscheinnummer", "lieferschein nr", "n ticket", "n de ticket", "numéro de ticket", "ticket de caisse",
      "n facture", "n bl", "numéro de facture", "numéro de bl", "nº ticket", "nº de ticket", "número de ticket",
      "nº factura", "núm factura", "número de factura", "nº albarán", "número de albarán", "kvittonummer", "kvittonr",
      "kvitto nr", "fakturanummer", "fakturanr", "följesedelsnummer", "följesedelsnr",
    ],
    "line": [
      "line no", "line number", "pos", "position", "zeile", "ligne", "línea", "linea", "rad", "radnummer", "row",
      "row no", "line item", "pos nr", "posnr", "positionsnummer", "zeilennummer", "n ligne", "n de ligne",
      "numéro de ligne", "nº línea", "número de línea", "posición", "radnr",
    ],
    "movement_kind": [
      "movement type", "transaction type", "kind", "bewegungsart", "type de mouvement", "tipo de movimiento",
      "rörelsetyp",
    ],
    "reason": ["reason code", "grund", "raison", "motif", "motivo", "razón", "orsak"],
    "effective_at": [
      "date time", "datetime", "timestamp", "sold at", "received at", "sale date time", "date and time", "date",
      "sale date", "sales date", "date of sale", "date sold", "sold on", "day of sale", "invoice date", "invoicedate",
      "transaction date", "received on", "receipt date",
      "delivery date", "posting date", "zeitpunkt", "datum", "verkaufsdatum", "belegdatum", "bondatum",
      "buchungsdatum", "wareneingangsdatum", "lieferdatum", "date de vente", "date vente", "date ticket",
      "date facture", "date de réception", "date de livraison", "fecha de venta", "fecha venta", "fecha",
      "fecha factura", "fecha de recepción", "fecha y hora", "försäljningsdatum", "kvittodatum", "transaktionsdatum",
      "mottagningsdatum", "tidpunkt", "time", "zeit", "heure", "hora", "tid",
      "data vendita", "data di vendita", "verkoopdatum", "data e ora",
    ],
    "counted_at": [
      "count time", "counted on", "date", "time", "gezählt am", "compté le", "contado el", "räknat den", "count date",
      "date counted", "zähldatum", "zählzeit", "inventurdatum", "date de comptage", "date comptage",
      "date d inventaire", "fecha de recuento", "fecha recuento", "fecha de conteo", "fecha", "inventeringsdatum",
      "räknedatum", "datum",
    ],
    "counter": [
      "counted by", "user", "employee", "zähler", "gezählt von", "compté par", "contado por", "räknat av",
      "counted by name", "counter name", "erfasst von", "comptage par", "agent", "operador", "räknare",
    ],
    "count": [
      "count no", "count id", "session", "stocktake", "inventur", "inventaire", "inventario", "inventering",
      "stocktake id", "stock take", "inventurnummer", "numéro d inventaire", "inventarienummer", "inventeringsnummer",
    ],
    "cut_off_at": ["cut off", "cutoff", "stichtag", "date d arrêté", "fecha de corte"],
    "lot": [
      "lot number", "lot no", "batch", "batch number", "charge", "chargennummer", "numéro de lot", "lote",
      "número de lote", "parti", "batchnummer", "lot code", "batch no", "batch code", "los", "losnummer", "chargen nr",
      "chargennr", "n lot", "n de lot", "nº lote", "nº de lote", "número lote", "partinummer", "batchnr",
    ],
    "expires_on": [
      "expiry", "expiry date", "expiration date", "expires", "best before", "use by", "mhd", "verfallsdatum",
      "ablaufdatum", "date d expiration", "dlc", "ddm", "fecha de caducidad", "caducidad", "bäst före", "utgångsdatum",
      "exp date", "use by date", "best before date", "bbd", "bbe", "mindesthaltbarkeitsdatum", "haltbar bis",
      "mhd datum", "ablauf", "date de péremption", "péremption", "date limite", "fecha caducidad", "vencimiento",
      "fecha de vencimiento", "utgång", "bäst före datum",
    ],
    "valid_from": ["price from", "gültig ab", "valable du", "válido desde", "giltig från", "from date"],
    "valid_to": ["price to", "gültig bis", "valable au", "válido hasta", "giltig till", "to date"],
    "price_type": ["pricelist", "price list", "preisart", "type de prix", "tipo de precio", "pristyp"],
    "status": ["state", "zustand", "statut", "estado"],
    "note": [
      "comment", "comments", "remark", "notes", "bemerkung", "kommentar", "commentaire", "remarque", "comentario",
      "nota", "anteckning", "reason note", "anmerkung", "hinweis", "observation", "observations", "observaciones",
      "notering", "kommentarer",
    ],
    "email": ["e mail", "mail", "courriel", "correo", "e post"],
    "gln": ["global location number", "iln"],
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
    "prisenhet", "prisenhet antal",
  ]

  /// The names of the location that goods are taken from, next to the one that they go to.
  static let originNames = [
    "from", "from location", "from store", "from warehouse", "von", "von lager", "von filiale", "de", "depuis",
    "origine", "origen", "desde", "från",
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
      "write-off",
      ["write off", "write off no", "write off number", "abschreibung", "abschreibung nr", "mise au rebut", "baja"]
    ),
    ("adjustment", ["adjustment", "adjustment no", "adjustment number", "adjustment id", "ajuste", "justering"]),
  ]
}
