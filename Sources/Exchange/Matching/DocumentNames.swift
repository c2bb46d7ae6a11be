internal import FormatKit

/// What columns are called by which a list shows which document its rows are of, in the form of the vocabulary's synonyms.
enum DocumentNames {
  static let quotation: Set<String> = [
    "quotation", "quotation no", "quotation number", "quote no", "quote number", "quote id", "angebotsnummer",
    "angebotsnr", "angebots nr", "angebot nr", "devis", "n devis", "n de devis", "numéro de devis", "presupuesto",
    "nº presupuesto", "número de presupuesto", "offertnummer", "offertnr", "offert nr", "číslo nabídky", "nabídka č",
    "ajánlat száma", "árajánlat száma", "teklif no", "teklif numarası", "tarjousnumero", "tarjous nro",
    "αριθμός προσφοράς", "αρ προσφοράς", "見積番号", "見積書番号",
  ]
  static let creditNote: Set<String> = [
    "credit note", "credit note no", "credit note number", "gutschrift", "gutschriftsnummer", "gutschriftnummer",
    "gutschrift nr", "gutschriftsnr", "gutschrifts nr", "avoir", "n avoir", "numéro d avoir", "abono",
    "nota de crédito", "kreditnota", "dobropis", "číslo dobropisu", "jóváíró számla száma", "iade faturası no",
    "hyvityslasku", "hyvityslaskun numero", "πιστωτικό τιμολόγιο", "αρ πιστωτικού",
  ]
  static let customer: Set<String> = [
    "customer", "customer name", "customer id", "customer no", "customer number", "client", "kunde", "kundenname",
    "kundennummer", "kundennr", "kunden nr", "cliente", "kund", "kundnummer", "zákazník", "jméno zákazníka",
    "číslo zákazníka", "odběratel", "vevő", "vevő neve", "vevőkód", "vásárló", "müşteri", "müşteri adı", "müşteri no",
    "asiakas", "asiakkaan nimi", "asiakasnumero", "πελάτης", "όνομα πελάτη", "κωδικός πελάτη", "顧客", "顧客名", "顧客番号",
    "得意先", "得意先名",
  ]
  static let order = Vocabulary.headerNames(of: "order_number", in: "order_lines")
  static let invoice = Vocabulary.headerNames(of: "invoice_number", in: "invoice_lines")
  static let supplier = Vocabulary.headerNames(of: "supplier", in: "invoice_lines")
  static let reason = Vocabulary.headerNames(of: "reason", in: "movements")
  /// Days of delivery, which an order may have as well as a receipt.
  static let delivery = Vocabulary.headerNames(of: "expected_on", in: "orders")
  /// Numbers that a till gives its sales, as opposed to the orders of customers.
  static let tillSale: Set<String> = ["sale id", "sales id", "sale no", "sale number", "sale"]
  static let lineAmount: Set<String> = [
    "line total", "line amount", "line value", "gesamtpreis", "zeilensumme", "positionspreis", "positionswert",
    "total ligne", "montant ligne", "importe línea", "total línea", "radsumma", "celkem za položku", "cena celkem",
    "tétel összesen", "tételérték", "satır toplamı", "satır tutarı", "rivisumma", "rivi yhteensä", "σύνολο γραμμής",
    "αξία γραμμής", "明細金額",
  ]
}
