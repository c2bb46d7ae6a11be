import FormatKit
import Foundation
import Testing

@testable import Exchange

/// Headers as shops and their suppliers write them, whole, in five languages.
@Suite struct RealHeaderTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    /// The kinds that a row becomes.
    let kinds: [String]
    var given: Set<String> = []
    var kind: String?
    /// `header = field`, a line each; `–` for a column that is not used.
    let columns: String

    var testDescription: String { name }
  }

  private static let itemKinds = ["products", "variants", "barcodes", "prices"]

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
        Bezeichnung = –
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
        Désignation = –
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
        Benämning = –
        Beställt antal = order_quantity
        Beställningsenhet = order_unit
        Förpackning = pack_size
        Inköpspris = unit_cost
        Leveransdatum = expected_on
        """),
  ]

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
        Bezeichnung = –
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
        Libellé = –
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
        Benämning = –
        Varugrupp = –
        Antal = quantity
        Styckpris = unit_price
        Rabatt = –
        Moms = –
        Summa = –
        """),
  ]

  @Test(arguments: priceLists + orders + counts + tills) func everyColumnMeansWhatPeopleMean(_ sample: Case) throws {
    let lines = sample.columns.split(separator: "\n").map { $0.components(separatedBy: " = ") }
    #expect(lines.count >= 12)
    let names = lines.map { $0[0] }
    let matching = try HeaderMatching(
      [Schema(columnNames: names)], source: "x.csv",
      hints: .init(kind: sample.kind, fileName: "x.csv", given: sample.given))
    #expect(matching.profile.records.map(\.kind) == sample.kinds)
    for line in lines {
      let fields = Set(matching.meanings.filter { $0.column == line[0] }.map(\.field))
      let expected = line[1] == "–" ? [] : Set(line[1].split(separator: " ").map(String.init))
      #expect(fields == expected, "\(line[0]) means \(fields.sorted())")
      #expect(matching.unusedColumns.contains(line[0]) == expected.isEmpty)
    }
  }

  /// With the supplier named, costs and packs are the supplier's.
  @Test(arguments: priceLists) func aSuppliersListIsTakenWhole(_ sample: Case) throws {
    let names = sample.columns.split(separator: "\n").map { $0.components(separatedBy: " = ")[0] }
    let plain = try HeaderMatching([Schema(columnNames: names)], source: "x.csv", hints: .init())
    let offer = try #require(plain.findings.first { $0.name == "with --supplier CODE" })
    let columns = (names[8], names[9], names[13])
    #expect(
      offer.value == "\(columns.1) → unit_cost, \(columns.0) → pack_size, \(columns.2) → minimum_order",
      "\(offer.value)")
    #expect(offer.evidence.contains("'\(columns.1)' is taken for the item's standard cost"))
    let supplied = try HeaderMatching([Schema(columnNames: names)], source: "x.csv", hints: .init(given: ["supplier"]))
    #expect(supplied.unusedColumns.isEmpty)
    #expect(supplied.profile.records.map(\.kind).contains("supplier_items"))
    #expect(!supplied.findings.contains { $0.name.hasPrefix("with ") })
  }
}
