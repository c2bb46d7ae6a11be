/// Headers of counts and of what tills write.
extension RealHeaderTests {
  static let counts = [
    Case(
      name: "count, English", kinds: ["count_lines"], given: ["count"],
      columns: """
        Location = location
        Bin = section
        Item No = sku
        Barcode = barcode
        Description = –
        Size = –
        System Qty = –
        Counted Qty = counted_quantity
        Variance = –
        Batch No = lot
        Counted By = counter
        Count Date = counted_at
        Notes = note
        """),
    Case(
      name: "count, German", kinds: ["count_lines"], given: ["count"],
      columns: """
        Filiale = location
        Regal = section
        Artikelnummer = sku
        EAN = barcode
        Bezeichnung = –
        Einheit = –
        Sollmenge = –
        Istmenge = counted_quantity
        Differenz = –
        Charge = lot
        Zähler = counter
        Gezählt am = counted_at
        Bemerkung = note
        """),
    Case(
      name: "count, French", kinds: ["count_lines"], given: ["count"],
      columns: """
        Magasin = location
        Zone = section
        Référence = sku
        Code-barres = barcode
        Désignation = –
        Unité = –
        Stock théorique = –
        Quantité comptée = counted_quantity
        Écart = –
        N° de lot = lot
        Compté par = counter
        Date de comptage = counted_at
        Remarque = note
        """),
    Case(
      name: "count, Spanish", kinds: ["count_lines"], given: ["count"],
      columns: """
        Tienda = location
        Estante = section
        Referencia = sku
        Código de barras = barcode
        Descripción = –
        Unidad = –
        Stock teórico = –
        Cantidad contada = counted_quantity
        Diferencia = –
        Lote = lot
        Contado por = counter
        Fecha de recuento = counted_at
        Comentario = note
        """),
    Case(
      name: "count, Swedish", kinds: ["count_lines"], given: ["count"],
      columns: """
        Butik = location
        Hylla = section
        Artikelnummer = sku
        Streckkod = barcode
        Benämning = –
        Enhet = –
        Lagersaldo = –
        Inventerat antal = counted_quantity
        Differens = –
        Batchnummer = lot
        Räknat av = counter
        Inventeringsdatum = counted_at
        Anteckning = note
        """),
  ]

  static let tills = [
    Case(
      name: "till, English", kinds: ["sales"],
      columns: """
        Receipt No = document
        Line = line
        Date = effective_at
        Store = location
        Till = –
        Cashier = –
        SKU = sku
        Barcode = barcode
        Description = –
        Category = –
        Qty = quantity
        Unit Price = unit_price
        Discount = –
        VAT = –
        Total = –
        """),
    Case(
      name: "till, German", kinds: ["sales"],
      columns: """
        Bonnummer = document
        Position = line
        Datum = effective_at
        Filiale = location
        Kasse = –
        Kassierer = –
        Artikelnummer = sku
        EAN = barcode
        Bezeichnung = title
        Warengruppe = –
        Menge = quantity
        Einzelpreis = unit_price
        Rabatt = –
        MwSt = –
        Gesamt = –
        """),
    Case(
      name: "till, French", kinds: ["sales"],
      columns: """
        N° ticket = document
        Ligne = line
        Date de vente = effective_at
        Magasin = location
        Caisse = –
        Vendeur = –
        Référence = sku
        Code-barres = barcode
        Libellé = title
        Famille = –
        Quantité = quantity
        Prix unitaire TTC = unit_price
        Remise = –
        TVA = –
        Total TTC = –
        """),
    Case(
      name: "till, Spanish", kinds: ["sales"],
      columns: """
        Nº ticket = document
        Línea = line
        Fecha = effective_at
        Tienda = location
        Caja = –
        Vendedor = –
        Referencia = sku
        Código de barras = barcode
        Descripción = –
        Familia = –
        Cantidad = quantity
        Precio unitario = unit_price
        Descuento = –
        IVA = –
        Total = –
        """),
    Case(
      name: "till, Swedish", kinds: ["sales"],
      columns: """
        Kvittonummer = document
        Rad = line
        Datum = effective_at
        Butik = location
        Kassa = –
        Säljare = –
        Artikelnummer = sku
        Streckkod = barcode
        Benämning = title
        Varugrupp = –
        Antal = quantity
        Styckpris = unit_price
        Rabatt = –
        Moms = –
        Summa = –
        """),
  ]
}
