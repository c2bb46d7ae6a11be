extension Vocabulary {
  /// Headers that mean a field, by field name. Lower case, white space and punctuation reduced to one space.
  ///
  /// No synonym belongs to two fields of one kind. A synonym may be another field's name (`supplier code`, `count`); the
  /// name goes first.
  static let synonyms: [String: [String]] = [
    "sku": [
      "item", "item no", "item number", "item code", "article", "article no", "article number", "stock code",
      "stockcode",
      "variant sku", "product sku", "item sku", "artikel", "artikelnummer", "artikel nr", "artikelnr", "art nr",
      "référence", "reference", "réf", "ref", "code article", "código", "codigo", "código de artículo", "referencia",
      "artikelkod", "artnr", "productnumber", "product number", "stock item id", "upc sku",
    ],
    "barcode": [
      "ean", "ean13", "ean 13", "gtin", "gtin13", "gtin 13", "upc", "upc a", "upca", "isbn", "isbn13", "isbn 13",
      "isbn10",
      "bar code", "variant barcode", "strichcode", "barcode ean", "code barres", "código ean", "codigo ean",
      "code à barres", "código de barras",
      "codigo de barras", "streckkod", "ean kod", "ean code",
    ],
    "supplier_code": [
      "supplier sku", "supplier item code", "supplier item no", "supplier item number", "supplier article",
      "supplier article number", "vendor code", "vendor sku", "vendor item", "vendor part number",
      "lieferanten artikelnummer",
      "lieferantenartikelnummer", "référence fournisseur", "ref fournisseur", "referencia proveedor",
      "leverantörens artikelnummer",
    ],
    "product_code": [
      "product", "product id", "productid", "product no", "style", "style code", "style no", "model", "parent",
      "parent sku",
      "handle", "url handle", "product handle", "produkt", "produktnummer", "modell", "produit", "code produit",
      "modèle",
      "producto", "código de producto", "modelo", "produktkod", "productcode",
    ],
    "title": [
      "name", "product name", "productname", "product title", "item name", "article name", "bezeichnung",
      "artikelbezeichnung",
      "titel", "produktname", "nom", "désignation", "designation", "libellé", "titre", "nombre", "título", "titulo",
      "denominación", "benämning", "namn", "produktnamn",
    ],
    "variant_title": ["variant", "variant name", "variante", "variantname", "variantnamn"],
    "description": [
      "body", "body html", "long description", "details", "beschreibung", "langtext", "descriptif",
      "description longue",
      "descripción", "descripcion", "beskrivning",
    ],
    "category": [
      "categories", "group", "product group", "product type", "type", "department", "kategorie", "warengruppe",
      "produktgruppe",
      "catégorie", "famille", "rayon", "categoría", "categoria", "familia", "kategori", "varugrupp", "product category",
    ],
    "category_name": ["category title", "kategoriename", "nom de catégorie"],
    "parent_category": [
      "parent", "parent code", "parent path", "übergeordnete kategorie", "catégorie parente", "categoría superior",
    ],
    "brand": [
      "vendor", "manufacturer", "maker", "brand name", "marke", "hersteller", "marque", "fabricant", "marca",
      "fabricante",
      "märke", "varumärke", "tillverkare",
    ],
    "colour": ["color", "farbe", "couleur", "coloris", "color name", "colour name", "färg"],
    "colour_family": [
      "color family", "colour type", "color type", "basic colour", "farbfamilie", "famille de couleur",
    ],
    "size": ["größe", "groesse", "grösse", "taille", "talla", "tamaño", "storlek"],
    "standard_cost": [
      "std cost", "standardcost", "standard kosten", "coût standard", "coste estándar", "standardkostnad",
    ],
    "unit_cost": [
      "cost", "cost price", "cost per item", "purchase price", "buying price", "net price", "wholesale price",
      "wholesale",
      "last cost", "last cost price", "einkaufspreis", "ek", "ek preis", "netto ek", "prix d achat", "prix achat",
      "coût",
      "coste", "costo", "precio coste", "precio de coste", "prix d achat ht", "prix achat ht", "precio de compra",
      "inköpspris", "kostnad",
    ],
    "price": [
      "retail price", "retail", "rrp", "srp", "msrp", "selling price", "sales price", "sell price", "unit price",
      "regular price", "variant price", "list price", "recommended retail price", "verkaufspreis", "vk", "vk preis",
      "uvp",
      "preis", "prix", "prix de vente", "prix de vente ttc", "prix de vente ht", "prix ttc", "prix public", "precio",
      "precio de venta", "pvp", "pris", "försäljningspris",
      "utpris", "price gross",
    ],
    "unit_price": [
      "price", "unitprice", "selling price", "price each", "einzelpreis", "preis", "prix unitaire",
      "precio unitario", "à pris", "styckpris",
    ],
    "currency": ["currency code", "währung", "waehrung", "devise", "monnaie", "moneda", "divisa", "valuta"],
    "tax_rate": [
      "vat", "vat rate", "tax", "mwst", "mwst satz", "ust", "tva", "taux tva", "iva", "tipo de iva", "moms", "momssats",
    ],
    "tax_included": ["tax incl", "incl vat", "inkl mwst", "ttc", "iva incluido", "inkl moms"],
    "pack_size": [
      "pack", "pack qty", "case size", "case pack", "case qty", "units per case", "units per pack",
      "quantity per package",
      "quantity per outer", "inner", "ve", "verpackungseinheit", "vpe", "colisage", "conditionnement", "pcb",
      "uds por caja",
      "unidades por caja", "förpackning", "förpackningsstorlek",
    ],
    "pack_quantity": ["units per scan", "barcode quantity"],
    "order_unit": [
      "unit of order", "order uom", "bestelleinheit", "unité de commande", "unidad de pedido", "beställningsenhet",
    ],
    "minimum_order": [
      "min order", "moq", "min order qty", "minimum order quantity", "mindestbestellmenge", "minimum de commande",
      "pedido mínimo", "minsta order",
    ],
    "lead_time_days": ["lead time", "leadtime", "lieferzeit", "délai", "plazo de entrega", "ledtid"],
    "stock_unit": ["unit", "uom", "unit of measure", "einheit", "mengeneinheit", "unité", "unidad", "enhet"],
    "supplier": ["supplier code", "supplier id", "vendor id", "lieferant", "fournisseur", "proveedor", "leverantör"],
    "supplier_name": ["lieferantenname", "nom du fournisseur", "nombre del proveedor", "leverantörsnamn"],
    "location": [
      "store", "shop", "warehouse", "site", "branch", "stock location", "lager", "lagerort", "filiale", "standort",
      "magasin",
      "entrepôt", "emplacement", "tienda", "almacén", "almacen", "ubicación", "butik", "lagerplats",
    ],
    "location_name": ["store name", "shop name", "filialname", "nom du magasin", "nombre de la tienda", "butiksnamn"],
    "location_kind": ["location type", "store type"],
    "to_location": ["to", "destination", "to store", "nach", "vers", "destino", "till"],
    "section": [
      "area", "zone", "bin", "bin location", "shelf", "aisle", "bereich", "regal", "zona", "estante", "avdelning",
      "hylla",
    ],
    "quantity": [
      "qty", "units", "amount", "on hand", "units in stock", "unités en stock", "unidades en stock", "quantity on hand",
      "stock", "in stock", "stock qty", "stock level",
      "inventory",
      "variant inventory qty", "inventory quantity", "menge", "anzahl", "stück", "bestand", "lagerbestand", "quantité",
      "qté",
      "qte", "en stock", "cantidad", "existencias", "unidades", "antal", "kvantitet", "saldo", "lagersaldo",
    ],
    "counted_quantity": [
      "counted", "count", "count qty", "physical", "physical qoh", "physical count", "quantity", "qty", "gezählt",
      "ist",
      "istmenge", "zählmenge", "compté", "quantité comptée", "contado", "cantidad contada", "räknat", "inventerat",
    ],
    "order_quantity": [
      "qty ordered", "quantity ordered", "ordered", "order qty", "quantity", "qty", "bestellmenge", "menge",
      "quantité commandée",
      "quantité", "cantidad pedida", "cantidad", "beställt antal", "antal",
    ],
    "order_number": [
      "order", "order no", "order id", "po", "po number", "purchase order", "bestellnummer", "bestellung", "bestell nr",
      "commande", "numéro de commande", "pedido", "número de pedido", "ordernummer", "beställningsnummer",
    ],
    "ordered_on": [
      "order date", "date", "po date", "bestelldatum", "date de commande", "fecha de pedido", "orderdatum",
    ],
    "expected_on": [
      "delivery date", "expected delivery", "expected date", "due date", "lieferdatum", "date de livraison",
      "fecha de entrega", "leveransdatum",
    ],
    "document": [
      "document no", "document number", "receipt", "receipt no", "invoice", "invoice no", "invoiceno", "invoice number",
      "transaction", "transaction id", "ticket", "slip", "delivery note", "beleg", "belegnummer", "lieferschein",
      "rechnung",
      "bon", "facture", "bon de livraison", "documento", "factura", "albarán", "kvitto", "faktura", "följesedel",
    ],
    "line": ["line no", "line number", "pos", "position", "zeile", "ligne", "línea", "linea", "rad", "radnummer"],
    "movement_kind": [
      "movement type", "transaction type", "kind", "bewegungsart", "type de mouvement", "tipo de movimiento",
      "rörelsetyp",
    ],
    "reason": ["reason code", "grund", "raison", "motif", "motivo", "razón", "orsak"],
    "effective_at": [
      "date", "time", "datetime", "date time", "timestamp", "sold at", "received at", "received on", "invoice date",
      "invoicedate",
      "sale date", "datum", "zeit", "zeitpunkt", "verkaufsdatum", "date de vente", "heure", "fecha", "hora",
      "fecha de venta",
      "tid", "tidpunkt",
    ],
    "counted_at": ["count time", "counted on", "date", "time", "gezählt am", "compté le", "contado el", "räknat den"],
    "counter": ["counted by", "user", "employee", "zähler", "gezählt von", "compté par", "contado por", "räknat av"],
    "count": ["count no", "count id", "session", "stocktake", "inventur", "inventaire", "inventario", "inventering"],
    "cut_off_at": ["cut off", "cutoff", "stichtag", "date d arrêté", "fecha de corte"],
    "lot": [
      "lot number", "lot no", "batch", "batch number", "charge", "chargennummer", "numéro de lot", "lote",
      "número de lote", "parti", "batchnummer",
    ],
    "expires_on": [
      "expiry", "expiry date", "expiration date", "expires", "best before", "use by", "mhd", "verfallsdatum",
      "ablaufdatum", "date d expiration", "dlc", "ddm", "fecha de caducidad", "caducidad", "bäst före", "utgångsdatum",
    ],
    "valid_from": ["price from", "gültig ab", "valable du", "válido desde", "giltig från", "from date"],
    "valid_to": ["price to", "gültig bis", "valable au", "válido hasta", "giltig till", "to date"],
    "price_type": ["pricelist", "price list", "preisart", "type de prix", "tipo de precio", "pristyp"],
    "status": ["state", "zustand", "statut", "estado"],
    "note": [
      "comment", "comments", "remark", "notes", "bemerkung", "kommentar", "commentaire", "remarque", "comentario",
      "nota", "anteckning",
    ],
    "email": ["e mail", "mail", "courriel", "correo", "e post"],
    "gln": ["global location number", "iln"],
    "red": ["r", "rot", "rouge", "rojo", "röd"],
    "green": ["g", "grün", "vert", "verde", "grön"],
    "blue": ["b", "blau", "bleu", "azul", "blå"],
    "attributes": ["properties"],
  ]
}
