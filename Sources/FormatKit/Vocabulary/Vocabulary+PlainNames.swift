extension Vocabulary {
  /// Headers that mean a field in a list that is known to be of its kind, by field name, in the form of ``synonyms``.
  ///
  /// A confirmation and a despatch advice have `Menge` and `Datum` as every other list has. Without a column such as
  /// `Auftragsbestätigung` or `Lieferavis`, a title or a person that says what the list is, such names say nothing.
  static let plainNames: [String: [String]] = [
    "confirmed_quantity": ["confirmed", "bestätigt", "confirmé", "confirmée", "confirmada", "bekräftat"] + quantities,
    "despatched_quantity": [
      "shipped", "shipped qty", "shipped quantity", "qty shipped", "quantity shipped", "ship qty", "delivered",
      "delivered qty", "versendet", "versendete menge", "versandt", "versandte menge", "versandmenge", "geliefert",
      "gelieferte menge", "liefermenge", "qté expédiée", "quantité expédiée", "expédié", "qté livrée",
      "quantité livrée", "cantidad enviada", "enviado", "enviada", "cantidad expedida", "skickat antal", "skickat",
      "avsänt antal", "levererat antal", "verzonden aantal", "quantità spedita", "ilość wysłana",
    ] + quantities,
    "responded_on": days,
    "promised_on": [
      "delivery date", "delivery", "expected delivery", "expected date", "expected delivery date", "ship date", "eta",
      "liefertermin", "lieferdatum", "termin", "date de livraison", "date livraison", "livraison prévue",
      "date de livraison prévue", "fecha de entrega", "fecha entrega", "fecha prevista", "leveransdatum",
      "leveransdag", "leverdatum", "leveringsdato", "data consegna",
    ],
    "despatched_on": [
      "ship date", "date shipped", "shipped on", "shipping date", "delivered on", "versanddatum", "versendet am",
      "versandt am", "versandtag", "geliefert am", "date d expédition", "expédié le", "livré le", "fecha de envío",
      "fecha envío", "enviado el", "fecha de expedición", "skickad den", "avsänd den", "verzenddatum",
      "data di spedizione", "data spedizione", "data wysyłki", "data de envio",
    ] + days,
  ]

  /// What a list of counted goods calls the part of the shop in which they are. In a list of goods, such as prices, a department
  /// is a group of them.
  static let countedSections = [
    "department", "dept", "fixture", "gondola", "location in store", "abteilung", "abt", "fach", "fach nr",
    "fachnummer",
    "regalfach", "lagerfach", "schrank", "platz", "stellplatz", "rayon", "rayons", "linéaire", "travée", "tablette",
    "departamento", "balda", "góndola", "avd", "fack", "hyllplan", "reparto", "corsia", "scaffale", "ripiano",
    "afdeling", "schap", "stelling", "gangpad", "reol", "hylle", "dział", "regał", "półka", "secção", "seção",
    "corredor",
    "prateleira", "oddělení", "osasto", "τμήμα", "osztály", "reyon", "bölüm", "売場", "部門",
  ]

  private static let quantities = [
    "quantity", "qty", "menge", "anzahl", "quantité", "qté", "cantidad", "antal", "aantal", "quantità", "antall",
    "ilość", "quantidade",
  ]

  private static let days = ["date", "datum", "fecha", "dato", "data"]
}
