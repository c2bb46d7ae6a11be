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
  static let pieceCodes: Set<String> = [
    "pce", "pces", "c62", "h87", "nar", "nmb", "xpp", "un", "und", "unid", "u", "ud", "nos", "item", "items", "unite",
    "unites", "pç", "pçs", "pzs", "ad", "kom", "kos", "τεμαχιο", "τεμαχια", "本", "枚", "台", "冊", "件",
  ]

  /// Names of packs that are also found in the names of columns.
  public static let packs: Set<String> = [
    "case", "cases", "carton", "cartons", "ctn", "cs", "box", "boxes", "bx", "pack", "packs", "pk", "pallet", "pallets",
    "dozen", "doz", "dz", "ve", "vpe", "karton", "kartons", "kar", "krt", "palette", "pal", "kiste", "gebinde", "colis",
    "caja", "cajas", "kartong", "låda",
  ]

  /// What is a pack only behind the number of pieces in it: `6er`, `12-pack`, `24/case`. Names such as carton are not
  /// among these words, because the number may be that of the packs there: `2 cartons`.
  public static let packsAfterPieces: Set<String> = [
    "er", "er-pack", "er pack", "er-packung", "er packung", "-pack", "pack", "pk", "-pk", "per pack", "per case",
    "/pack", "/case",
  ]

  /// What only a column of units has for packs of which the supplier's list says how many pieces they have.
  static let packCodes: Set<String> = [
    "ca", "ct", "cr", "pf", "pl", "px", "pa", "ip", "xcs", "xct", "xcr", "xbx", "xpk", "xpa", "xpx", "nmp", "dzp",
    "packet", "packets", "crate", "crates", "tray", "trays", "outer", "outers", "inner", "inner pack", "bundle", "bale",
    "display", "shelf package", "mixed pallet", "unit load", "skid", "dozens", "dozen packs", "ten-pack",
    "kartonage", "ktn", "kisten", "paletten", "douzaines", "dussin", "packung", "packungen", "paket", "pakete",
    "päckchen", "schachtel",
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

  /// The units of orders by their English names, as documents of supply have them whose standards write codes in their
  /// place, and the units that stock is kept in.
  public static let names: [String] = [
    "each", "piece", "unit", "pair", "dozen", "half dozen", "gross", "hundred", "thousand", "kit", "case", "carton",
    "box", "pack", "packet", "inner pack", "ten-pack", "dozen packs", "shelf package", "pallet", "mixed pallet",
    "unit load", "skid", "crate", "tray", "bag", "bottle", "can", "jar", "tube", "roll", "sheet", "sleeve", "bundle",
    "bale", "bucket", "barrel", "drum", "keg",
    "display", "dispenser", "container", "envelope", "kg", "g", "t", "l", "ml", "m", "cm", "mm",
  ]

  /// What ``meaning(of:)`` returns for a piece.
  public static let piece = "piece"
  /// What it returns for a pack of which the supplier's list says how many pieces it has.
  public static let pack = "pack"

  /// What the unit of a quantity means, in small letters or capitals, with the point of an abbreviation or without it.
  ///
  /// ```swift
  /// UnitWords.meaning(of: "Stk.")   // "piece"
  /// UnitWords.meaning(of: "KGM")   // "kg"
  /// ```
  ///
  /// - Returns: ``piece``, ``pack``, or the sign of a unit of measure; nil for any other word.
  public static func meaning(of unit: String) -> String? {
    var word = unit.lowercased()
    while word.last == "." { word.removeLast() }
    return meanings[word]
  }

  /// Whether a word in the name of a column is that of a pack: `Stock (cases)`, `Preis je Kiste`. Short codes, such as `CT`, are
  /// packs in a column of units only.
  ///
  /// ```swift
  /// UnitWords.isPackName("Kisten")  // true
  /// UnitWords.isPackName("CT")      // false
  /// ```
  public static func isPackName(_ word: String) -> Bool {
    let word = word.lowercased()
    return packs.contains(word) || word.count > 3 && meaning(of: word) == pack
  }

  private static let meanings: [String: String] = {
    var meanings: [String: String] = [:]
    for (words, meaning) in [(pieces.union(pieceCodes), piece), (packs.union(packCodes), pack)] {
      for word in words { meanings[word.hasSuffix(".") ? String(word.dropLast()) : word] = meaning }
    }
    for (word, sign) in measures { (meanings[word], meanings[sign]) = (sign, sign) }
    return meanings
  }()
}
