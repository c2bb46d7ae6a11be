/// Words for the units of quantities: pieces, packs and units of measure, in the languages that headers are read in.
public enum UnitWords {
  /// What people write for pieces, next to a number too: `12 Stück`.
  public static let pieces: Set<String> = [
    "ea", "each", "pc", "pc.", "pcs", "pcs.", "piece", "pieces", "unit", "units", "st", "st.", "stk", "stk.", "stck",
    "stück", "stücke", "stueck", "einheit", "einheiten", "pièce", "pièces", "unité", "unités", "pza", "pzas", "pieza",
    "piezas", "uds", "uds.", "unidad", "unidades", "styck", "stycken", "stykke", "stykker", "stuk", "stuks", "pz",
    "pz.", "pezzo", "pezzi", "peça", "peças", "unidade", "szt", "szt.", "sztuka", "sztuki", "sztuk", "ks", "kus",
    "kusy", "kusů", "db", "darab", "adet", "kpl", "kappale", "kappaletta", "buc", "buc.", "bucată", "bucăți", "шт",
    "шт.", "штука", "штук", "τεμ", "τεμ.", "τμχ", "τεμάχιο", "τεμάχια", "個", "コ", "点",
  ]

  /// What only a column of units has: codes of UN/ECE Recommendation 20 and of X12 element 355, and short words.
  private static let pieceCodes: Set<String> = [
    "pce", "pces", "c62", "h87", "nar", "nmb", "xpp", "un", "und", "unid", "u", "ud", "nos", "item", "items", "unite",
    "unites", "pç", "pçs", "pzs", "ad", "kom", "kos", "τεμαχιο", "τεμαχια", "本", "枚", "台", "冊", "件",
  ]

  /// Names of packs that are also found in the names of columns.
  public static let packs: Set<String> = [
    "case", "cases", "carton", "cartons", "ctn", "cs", "box", "boxes", "bx", "pack", "packs", "pk", "pallet", "pallets",
    "dozen", "doz", "dz", "ve", "vpe", "karton", "kartons", "kar", "krt", "palette", "pal", "kiste", "gebinde", "colis",
    "caja", "cajas", "kartong", "låda",
  ]

  /// What only a column of units has for packs of which the supplier's list says how many pieces they have.
  private static let packCodes: Set<String> = [
    "ca", "ct", "cr", "pf", "pl", "px", "pa", "ip", "xcs", "xct", "xcr", "xbx", "xpk", "xpa", "xpx", "nmp", "dzp",
    "packet", "packets", "crate", "crates", "tray", "trays", "outer", "outers", "inner", "inner pack", "bundle", "bale",
    "display", "shelf package", "mixed pallet", "unit load", "skid", "dozens", "dozen packs", "ten-pack",
    "kartonage", "ktn", "kisten", "paletten", "packung", "packungen", "paket", "pakete", "päckchen", "schachtel",
    "umkarton", "dutzend", "caisse", "caisses", "boîte", "boîtes", "boite", "boites", "paquet", "paquets", "palettes",
    "douzaine", "conditionnement", "paquete", "paquetes", "bulto", "bultos", "docena", "docenas", "cj", "cjs",
    "kartonger", "lådor", "förpackning", "förp", "frp", "pall", "pallar", "kolli", "kasse", "kasser", "pakke",
    "pakker", "doos", "omdoos", "omdozen", "krat", "pak", "pakken", "verpakking", "confezione", "confezioni",
    "conf", "cartone", "cartoni", "scatola", "scatole", "collo", "colli", "bancale", "caixa", "caixas", "cx", "pacote",
    "pacotes", "opakowanie", "opak", "op", "kartony", "zgrzewka", "paleta", "balení", "bal", "krabice",
    "doboz", "csomag", "csom", "rekesz", "raklap", "koli", "kutu", "pakkaus", "pkt", "laatikko", "ltk", "lava", "cutie",
    "bax", "упаковка", "упак", "уп", "коробка", "кор", "ящик", "κιβώτιο", "κιβ", "κουτί", "συσκευασία", "συσκ",
    "πακέτο", "ケース", "箱", "パック",
  ]

  /// Names of units of measure in small letters, with the sign of each.
  public static let measures: [String: String] = [
    "gr": "g", "gram": "g", "grams": "g", "gramm": "g", "gramme": "g", "grammes": "g", "gramos": "g",
    "kgs": "kg", "kgm": "kg", "kilo": "kg", "kilos": "kg", "kilogram": "kg", "kilograms": "kg", "kilogramm": "kg",
    "liter": "l", "litre": "l", "liters": "l", "litres": "l", "ltr": "l", "lt": "l", "litro": "l", "litros": "l",
    "milliliter": "ml", "millilitre": "ml", "milliliters": "ml", "millilitres": "ml",
    "meter": "m", "metre": "m", "meters": "m", "metres": "m", "mtr": "m", "metro": "m", "metros": "m",
    "lbs": "lb", "pound": "lb", "pounds": "lb", "ounce": "oz", "ounces": "oz",
  ]

  /// All words for pieces, as SQL compares them; see ``inSQLite(_:)``.
  public static let piecesInSQLite = inSQLite(pieces.union(pieceCodes))

  /// All words for packs, as SQL compares them.
  public static let packsInSQLite = inSQLite(packs.union(packCodes))

  /// The names of a unit of measure, such as `kg`, as SQL compares them.
  public static func measuresInSQLite(_ unit: String) -> [String] {
    inSQLite(Set(measures.filter { $0.value == unit }.keys).union([unit]))
  }

  /// Words without the point of an abbreviation, as `LOWER` of SQLite gives them when they are in small letters, in
  /// capitals or have a capital at the beginning. It changes letters of ASCII alone: it makes `stÜck` of `STÜCK`.
  private static func inSQLite(_ words: Set<String>) -> [String] {
    let bare = Set(words.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 })
    let written = bare.flatMap { word in
      [word, word.uppercased(), word.prefix(1).uppercased() + String(word.dropFirst())]
    }
    return Set(written.map(lowercasedInSQLite)).sorted()
  }

  private static func lowercasedInSQLite(_ word: String) -> String {
    word.map { $0.isASCII ? $0.lowercased() : String($0) }.joined()
  }
}
