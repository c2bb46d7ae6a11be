/// Reasons in the words of a shop's files.
extension Reason {
  /// Words that mean one of the reasons that every shop starts with, by its code, in small letters; no word that may mean two
  /// of them.
  public static let otherWords: [String: [String]] = [
    "damage": [
      "damaged", "broken", "breakage", "bruch", "beschädigt", "beschädigung", "defekt", "kaputt", "casse", "cassé",
      "endommagé", "rotura", "roto", "dañado", "skadad", "skada", "trasig", "beschadigd", "breuk", "danneggiato",
      "rotto", "skadet", "ødelagt",
    ],
    "expiry": [
      "expired", "out of date", "spoiled", "spoilage", "verderb", "verdorben", "abgelaufen", "mhd", "mhd abgelaufen",
      "périmé", "péremption", "caducado", "caducidad", "vencido", "utgången", "utgånget", "bedorven", "verlopen",
      "scaduto", "scadenza", "utløpt", "udløbet",
    ],
    "known-theft": [
      "theft", "stolen", "diebstahl", "gestohlen", "vol", "volé", "robo", "robado", "hurto", "stöld", "stulen",
      "diefstal", "gestolen", "furto", "rubato", "tyveri",
    ],
    "sample": ["samples", "muster", "échantillon", "muestra", "varuprov", "monster", "campione"],
    "internal-use": [
      "own use", "eigenverbrauch", "eigenbedarf", "usage interne", "consommation interne", "uso interno",
      "autoconsumo", "egen förbrukning", "eigen gebruik",
    ],
  ]

  /// The words by which lists name the reason, in small letters: its code, its name and other words.
  public var words: [String] { [code, name.lowercased()] + (Self.otherWords[code] ?? []) }
}
