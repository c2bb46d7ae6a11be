internal import FormatKit

/// Words for whom or from when on something holds: shops, groups of customers, quantities; tills; and the states of goods.
extension ColumnWords {
  /// Shops, and ways by which goods are sold.
  private static let shops: Set<String> = [
    "store", "shop", "branch", "outlet", "channel", "marketplace", "filiale", "markt", "kanal", "verkaufskanal",
    "tienda",
    "sucursal", "canal", "magasin", "boutique", "succursale", "butik", "butikk", "filial", "negozio", "winkel",
    "vestiging", "loja", "sklep",
  ]
  private static let shopNumbers: Set<String> = [
    "id", "no", "nr", "code", "number", "nummer", "sales", "nº", "n", "numéro", "número",
  ]
  /// Whether a column is called by a shop, or by the code of one.
  static func isShop(_ name: String) -> Bool {
    let words = Vocabulary.normalized(name).split(separator: " ").map(String.init)
    return words.contains(where: shops.contains) && words.allSatisfy { shops.contains($0) || shopNumbers.contains($0) }
  }

  /// Groups of customers.
  static let customerGroupNames: Set<String> = [
    "customer group", "customer type", "customer class", "customer tier", "customer category", "client group",
    "client type",
    "member group", "member level", "membership", "membership level", "kundengruppe", "kundentyp", "kundenklasse",
    "mitgliedsgruppe", "groupe client", "groupe de clients", "type de client", "type client", "grupo de clientes",
    "grupo cliente", "tipo de cliente", "tipo cliente", "kundgrupp", "kundtyp", "klantgroep", "klantengroep",
    "gruppo clienti",
    "gruppo cliente", "kundegruppe", "grupa klientów",
  ]
  /// Lists and levels of prices.
  static let priceLevelNames: Set<String> = [
    "price level", "price list", "price tier", "pricing level", "pricing tier", "price book", "pricelist", "preisliste",
    "preisstufe", "preisebene", "niveau de prix", "liste de prix", "nivel de precio", "lista de precios", "prisnivå",
    "prislista", "prisliste", "prijslijst", "prijsniveau", "listino", "lista de preços", "cennik",
  ]
  /// The quantity from which on a price is valid.
  static let fromQuantityNames: Set<String> = [
    "min qty", "minimum qty", "min quantity", "minimum quantity", "from qty", "qty from", "from quantity",
    "quantity from",
    "break qty", "qty break", "quantity break", "break quantity", "price break", "tier qty", "tier quantity",
    "ab menge",
    "menge ab", "ab stück", "ab stk", "stück ab", "mindestmenge", "staffelmenge", "staffel", "staffel ab",
    "quantité min",
    "quantité minimum", "quantité minimale", "qté min", "à partir de", "cantidad mínima", "cantidad desde",
    "desde cantidad", "från antal", "antal från", "min antal", "minsta antal", "quantità minima", "quantità min",
    "vanaf aantal", "minimum aantal", "staffelaantal", "quantidade mínima", "fra antal", "ilość minimalna", "od ilości",
  ]
  /// Numbers of single pieces.
  static let serial = ColumnWords(
    ["imei", "vin", "chassis", "frame"], parts: ["serial", "serien", "série", "fahrgestell", "rahmen"])
  /// Pictures of goods, and their order.
  static let picture = ColumnWords(
    [
      "image", "images", "picture", "photo", "foto", "bild", "bilder", "imagen", "img", "media", "position", "url",
      "link",
    ])

  /// What an item may be in several of: a row for each says nothing about the item.
  static let collections = ColumnWords([
    "catalog", "catalogue", "katalog", "collection", "kollektion", "list", "liste", "menu", "page", "seite", "tag",
    "category", "kategorie", "catégorie", "categoría",
  ])

  // MARK: Tills

  private static let tills: Set<String> = [
    "till", "terminal", "register", "pos", "kasse", "kassen", "kassa", "caisse", "caja", "cassa", "caixa", "kasa",
    "kassennummer", "kassennr", "kassanummer", "kassanr", "kassenummer", "kassenr", "kassenplatz", "workstation",
  ]
  private static let tillNumbers: Set<String> = [
    "id", "no", "nr", "code", "number", "nummer", "name", "cash", "de", "n", "nº", "numéro", "número", "numero", "pos",
  ]
  /// Whether a column is called by a till, or by the number of one.
  static func isTill(_ name: String) -> Bool {
    let words = Vocabulary.normalized(name).split(separator: " ").map(String.init)
    return words.contains(where: tills.contains) && words.allSatisfy { tills.contains($0) || tillNumbers.contains($0) }
  }

  // MARK: States

  /// Names of columns in which any mark says that the list takes an item away.
  static let deletedNames: Set<String> = [
    "deleted", "is deleted", "removed", "is removed", "gelöscht", "löschkennzeichen", "entfernt", "supprimé",
    "eliminado",
    "borrado", "borttagen", "raderad", "verwijderd", "eliminato", "slettet", "usunięty", "excluído",
  ]
  /// What a column says of a piece that is no longer there, and what the column may be called.
  static let soldStates: Set<String> = [
    "sold", "sold out", "is sold", "verkauft", "ausverkauft", "vendu", "vendue", "vendido", "vendida", "såld", "sålt",
    "venduto",
    "venduta", "verkocht", "uitverkocht", "solgt", "sprzedany", "sprzedane",
  ]
  /// What a till says that is used for practice.
  static let practice: Set<String> = [
    "training", "training mode", "trainingsmodus", "trainingsbon", "schulung", "übung", "formation", "entraînement",
    "formación", "práctica", "övning", "utbildning", "test", "test mode", "testmodus", "testbon", "demo", "practice",
    "addestramento", "prova", "oefening", "opplæring", "treinamento",
  ]
  /// What a column is called that says in which state or way a till was.
  static let mode = ColumnWords(
    ["mode", "modus", "modo", "läge", "modalità", "tryb", "status", "state", "estado", "statut", "stato"]
  ).union(rowSort)
  /// What a column of directions says of goods that came in, and that went out.
  static let inward: Set<String> = [
    "in", "ein", "inward", "inbound", "incoming", "eingang", "zugang", "entrada", "entrée", "entree", "ingresso",
    "entrata",
    "inn", "ind", "inkommande",
  ]
  static let outward: Set<String> = [
    "out", "aus", "outward", "outbound", "outgoing", "ausgang", "abgang", "salida", "sortie", "uscita", "uit", "ut",
    "ud",
    "utgående", "saída",
  ]
  static let directionNames: Set<String> = [
    "direction", "richtung", "sens", "sentido", "dirección", "riktning", "richting", "direzione", "retning", "kierunek",
    "in out", "in/out", "direção",
  ]
}
