/// Headers of price lists and of orders.
extension RealHeaderTests {
  static let itemKinds = ["products", "variants", "barcodes", "prices"]

  static let priceLists = [
    Case(
      name: "price list, English", kinds: itemKinds,
      columns: """
        Item No = product_code sku
        Description = title
        Long Description = description
        Brand = brand
        Category = category
        Colour = colour
        Size = size
        Barcode = barcode
        Case Qty = –
        Trade Price = standard_cost
        RRP = price
        VAT Rate = tax_rate
        Currency = currency
        MOQ = –
        """),
    Case(
      name: "price list, German", kinds: itemKinds,
      columns: """
        Artikel-Nr. = product_code sku
        Artikelbezeichnung = title
        Langtext = description
        Hersteller = brand
        Warengruppe = category
        Farbe = colour
        Größe = size
        EAN = barcode
        VPE = –
        EK netto = standard_cost
        UVP = price
        MwSt-Satz = tax_rate
        Währung = currency
        Mindestbestellmenge = –
        """),
    Case(
      name: "price list, French", kinds: itemKinds,
      columns: """
        Réf. article = product_code sku
        Désignation = title
        Descriptif = description
        Marque = brand
        Famille = category
        Couleur = colour
        Taille = size
        Gencod = barcode
        Colisage = –
        Prix d'achat HT = standard_cost
        Prix public conseillé = price
        Taux TVA = tax_rate
        Devise = currency
        Minimum de commande = –
        """),
    Case(
      name: "price list, French, abbreviated", kinds: itemKinds,
      columns: """
        Réf. = product_code sku
        Libellé = title
        Descriptif = description
        Marque = brand
        Univers = category
        Coloris = colour
        Taille = size
        Code barre = barcode
        Cond. = –
        PA net HT = standard_cost
        PVC TTC = price
        Taux TVA = tax_rate
        Devise = currency
        Qté mini = –
        """),
    Case(
      name: "price list, Spanish", kinds: itemKinds,
      columns: """
        Referencia = product_code sku
        Descripción = title
        Descripción larga = description
        Marca = brand
        Familia = category
        Color = colour
        Talla = size
        Código EAN = barcode
        Unidades por caja = –
        Precio de coste = standard_cost
        PVP recomendado = price
        IVA = tax_rate
        Moneda = currency
        Pedido mínimo = –
        """),
    Case(
      name: "price list, Swedish", kinds: itemKinds,
      columns: """
        Artikelnr = product_code sku
        Benämning = title
        Beskrivning = description
        Varumärke = brand
        Varugrupp = category
        Färg = colour
        Storlek = size
        EAN-kod = barcode
        Förpackning = –
        Inköpspris = standard_cost
        Rek. utpris = price
        Momssats = tax_rate
        Valuta = currency
        Minsta order = –
        """),
  ]

  static let orders = [
    Case(
      name: "order, English", kinds: ["orders", "order_lines"],
      columns: """
        PO Number = order_number
        PO Date = ordered_on
        Line No = line
        Supplier ID = supplier
        Supplier Item No = supplier_code
        Item No = sku
        EAN = barcode
        Description = –
        Qty Ordered = order_quantity
        Unit of Order = order_unit
        Pack Qty = pack_size
        Unit Cost = unit_cost
        Delivery Date = expected_on
        """),
    Case(
      name: "order, German", kinds: ["orders", "order_lines"],
      columns: """
        Bestellnummer = order_number
        Bestelldatum = ordered_on
        Pos. = line
        Lieferant = supplier
        Lieferanten-Artikelnummer = supplier_code
        Artikelnummer = sku
        EAN = barcode
        Bezeichnung = title
        Bestellmenge = order_quantity
        Bestelleinheit = order_unit
        VPE = pack_size
        EK-Preis = unit_cost
        Liefertermin = expected_on
        """),
    Case(
      name: "order, French", kinds: ["orders", "order_lines"],
      columns: """
        N° commande = order_number
        Date de commande = ordered_on
        Ligne = line
        Fournisseur = supplier
        Réf. fournisseur = supplier_code
        Référence = sku
        Code EAN = barcode
        Désignation = title
        Qté commandée = order_quantity
        Unité de commande = order_unit
        Colisage = pack_size
        Prix d'achat = unit_cost
        Date de livraison = expected_on
        """),
    Case(
      name: "order, Spanish", kinds: ["orders", "order_lines"],
      columns: """
        Nº pedido = order_number
        Fecha de pedido = ordered_on
        Línea = line
        Proveedor = supplier
        Ref. proveedor = supplier_code
        Referencia = sku
        Código EAN = barcode
        Descripción = –
        Cantidad pedida = order_quantity
        Unidad de pedido = order_unit
        Unidades por caja = pack_size
        Precio de compra = unit_cost
        Fecha de entrega = expected_on
        """),
    Case(
      name: "order, Swedish", kinds: ["orders", "order_lines"],
      columns: """
        Ordernr = order_number
        Orderdatum = ordered_on
        Rad = line
        Leverantör = supplier
        Lev. artikelnr = supplier_code
        Artikelnummer = sku
        Streckkod = barcode
        Benämning = title
        Beställt antal = order_quantity
        Beställningsenhet = order_unit
        Förpackning = pack_size
        Inköpspris = unit_cost
        Leveransdatum = expected_on
        """),
  ]
}
