/// Words above the names of several columns: `Artikel` above `Nummer` and `Bezeichnung`, `Preise` above `EK` and `VK`.
package enum HeaderGroups {
  /// Words for goods, in the form of ``Vocabulary/normalized(_:)``.
  package static let items: Set<String> = [
    "artikel", "item", "items", "article", "articles", "product", "products", "produkt", "produkte", "produit",
    "produits", "producto", "productos", "artículo", "artículos", "articolo", "articoli", "produkter", "varer",
    "goods", "ware", "waren",
  ]
  /// Words for what a product comes in.
  package static let variants: Set<String> = [
    "variants", "variant", "variations", "variation", "varianten", "variante", "variantes", "varianti", "varianter",
    "skus", "sizes", "options", "children", "ausprägungen", "déclinaisons", "variaciones", "storlekar", "größen",
  ]
  /// Words for amounts.
  package static let prices: Set<String> = [
    "preis", "preise", "price", "prices", "pricing", "prix", "precio", "precios", "pris", "priser", "prezzo",
    "prezzi", "prijs", "prijzen", "cena", "ceny", "preço", "preços",
  ]
  /// Words for what is on hand.
  package static let stock: Set<String> = [
    "lager", "bestand", "bestände", "stock", "inventory", "existencias", "voorraad", "giacenza", "magazzino",
  ]

  private static func isGroup(_ cell: String) -> Bool {
    let word = Vocabulary.normalized(cell)
    return items.contains(word) || prices.contains(word) || stock.contains(word)
      || !Vocabulary.fieldNames(of: cell).isEmpty
  }

  /// Whether the cells of a line are words above those of the line below, which are the names of the columns.
  ///
  /// Each must be such a word or the name of a field, and one at least must be above several names, so that the cell next to
  /// it is empty. Half of the names must be known. A title is nothing of the kind: it says what no column is called.
  package static func areIn(_ cells: [String], above names: [String]) -> Bool {
    let filled = cells.indices.filter { !cells[$0].isEmpty }
    let named = names.filter { !$0.isEmpty }
    guard cells.count <= names.count, filled.count > 1 || filled.count == 1 && cells[0].isEmpty, named.count > 2,
      filled.count < named.count, filled.allSatisfy({ isGroup(cells[$0]) && !names[$0].isEmpty }),
      filled.contains(where: { isAlone($0, cells, names) })
    else { return false }
    let known = named.count { !Vocabulary.fieldNames(of: $0).isEmpty }
    return known > 1 && known * 2 >= named.count
  }

  /// Whether no word is above the name to the right of a place.
  private static func isAlone(_ place: Int, _ cells: [String], _ names: [String]) -> Bool {
    let next = place + 1
    return next < names.count && !names[next].isEmpty && (next >= cells.count || cells[next].isEmpty)
  }

  /// The words of a line for each name below it: a word is for the names to its right too, up to the next one or to a name
  /// that is known and of another sort, as `Bestand` is next to `Preise`.
  package static func spread(_ cells: [String], above names: [String]) -> [String] {
    var above = ""
    return names.indices.map { place in
      if place < cells.count, !cells[place].isEmpty {
        above = cells[place]
      } else if isOfAnotherSort(names[place], than: above) {
        above = ""
      }
      return names[place].isEmpty ? "" : above
    }
  }

  private static func isOfAnotherSort(_ name: String, than group: String) -> Bool {
    let fields = Vocabulary.fieldNames(of: name)
    guard !fields.isEmpty, let expected = fieldNames(below: Vocabulary.normalized(group)) else { return false }
    return fields.isDisjoint(with: expected)
  }

  /// The fields that the names below a word are of; nil for a word that says more, such as `Lieferant`.
  package static func fieldNames(below group: String) -> Set<String>? {
    if items.contains(group) { return itemFields }
    if prices.contains(group) { return amountFields }
    return stock.contains(group) ? stockFields : nil
  }

  private static let itemFields: Set<String> = [
    "sku", "barcode", "title", "description", "category", "brand", "size", "colour", "supplier_code", "unit",
  ]
  private static let amountFields: Set<String> = ["price", "unit_cost", "standard_cost", "unit_price", "currency"]
  private static let stockFields: Set<String> = ["quantity", "location"]
}
