import FormatKit
import Stock
import Testing

@testable import Exchange

/// Lists in Czech, Hungarian, Turkish, Finnish, Greek and Japanese.
@Suite struct TranslatedHeaderTests {
  private func shop(_ list: String, kind: String? = nil, currency: String = "EUR") throws -> (TestShop, ImportSummary) {
    let shop = try TestShop(currency: currency)
    if kind == "sales" || kind == "receipts" {
      try shop.take("sku,title,stock\nA,Tea,20\nB,Cup,30\n") {
        ($0.location, $0.accepted) = ("shop", ["new-locations"])
      }
    }
    return (shop, try shop.takeList(list))
  }

  /// A price list: the header, of which the columns are a code, a title, a barcode, what it costs and what it is sold at.
  @Test(arguments: [
    "Kód zboží;Název;Čárový kód;Nákupní cena bez DPH;Prodejní cena s DPH",
    "KÓD ZBOŽÍ;NÁZEV;ČÁROVÝ KÓD;NÁKUPNÍ CENA;PRODEJNÍ CENA",
    "Kod zbozi;Nazev;Carovy kod;Nakupni cena;Prodejni cena",
    "Cikkszám;Megnevezés;Vonalkód;Nettó beszerzési ár;Bruttó eladási ár",
    "Stok Kodu;Stok Adı;Barkod;Alış Fiyatı (KDV hariç);Satış Fiyatı (KDV dahil)",
    "STOK KODU;ÜRÜN ADI;BARKOD;ALIŞ FİYATI;SATIŞ FİYATI",
    "Tuotekoodi;Tuotenimi;EAN-koodi;Ostohinta (alv 0 %);Myyntihinta (sis. alv)",
    "Κωδικός;Ονομασία;Barcode;Τιμή αγοράς χωρίς ΦΠΑ;Τιμή πώλησης με ΦΠΑ",
    "ΚΩΔΙΚΟΣ;ΠΕΡΙΓΡΑΦΗ;BARCODE;ΤΙΜΗ ΑΓΟΡΑΣ;ΤΙΜΗ ΠΩΛΗΣΗΣ",
    "商品コード;商品名;ＪＡＮコード;仕入価格（税抜）;販売価格（税込）",
  ]) func priceLists(header: String) throws {
    let (shop, summary) = try shop(
      header + "|A;Tea;4006381333931;2,50;4,95|B;Cup;4006381333948;1,10;2,20")
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("variants", "sku", "standard_cost") == ["A,2.5", "B,1.1"])
    #expect(try shop.lines("products", "title") == ["Tea", "Cup"])
    #expect(try shop.lines("prices", "sku", "price", "tax_included") == ["A,4.95,true", "B,2.20,true"])
    #expect(try shop.lines("barcodes", "barcode").count == 2)
  }

  /// A price that does not contain the tax is kept as such.
  @Test(arguments: [
    "Kód zboží;Název;Prodejní cena bez DPH", "Cikkszám;Megnevezés;Nettó eladási ár",
    "Stok Kodu;Stok Adı;Satış Fiyatı (KDV hariç)", "Tuotekoodi;Nimi;Myyntihinta alv 0 %",
    "Κωδικός;Ονομασία;Τιμή πώλησης χωρίς ΦΠΑ", "商品コード;商品名;販売価格（税抜）",
  ]) func netPrices(header: String) throws {
    let (shop, summary) = try shop(header + "|A;Tea;4,95|B;Cup;2,20")
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("prices", "sku", "price", "tax_included") == ["A,4.95,false", "B,2.20,false"])
  }

  @Test(arguments: [
    "Kód;Název;Skladem", "Kód;Název;Sklad", "Cikkszám;Megnevezés;Készlet", "Stok Kodu;Stok Adı;Stok Miktarı",
    "Tuotekoodi;Nimi;Varastosaldo", "Tuotekoodi;Nimi;Varasto", "Κωδικός;Ονομασία;Απόθεμα", "商品コード;商品名;在庫数",
  ]) func stockLists(header: String) throws {
    let (shop, summary) = try shop(header + "|A;Tea;2|B;Cup;3")
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.int("SELECT SUM(quantity) / 1000 FROM balances") == 5)
  }

  @Test(arguments: [
    "Číslo účtenky;Datum;Kód;Název;Prodáno ks;Jednotková cena;Celkem",
    "Bizonylatszám;Dátum;Cikkszám;Megnevezés;Eladott mennyiség;Egységár;Összesen",
    "Fiş No;Tarih;Stok Kodu;Stok Adı;Satış Miktarı;Birim Fiyat;Tutar",
    "Kuittinumero;Päivämäärä;Tuotekoodi;Nimi;Myyty määrä;Yksikköhinta;Yhteensä",
    "Αρ. απόδειξης;Ημερομηνία;Κωδικός;Περιγραφή;Ποσότητα πώλησης;Τιμή μονάδας;Σύνολο",
    "伝票番号;売上日;商品コード;商品名;販売数;単価;金額",
  ]) func sales(header: String) throws {
    let (shop, summary) = try shop(
      header + "|71;2026-05-14;A;Tea;2;1,50;3,00|72;2026-05-15;B;Cup;1;4,00;4,00", kind: "sales")
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(
      try shop.lines("sales", "document", "sku", "quantity", "unit_price") == ["71,A,2,1.50", "72,B,1,4.00"])
  }

  /// Quantities of a delivery note or an order are never taken for what is on hand.
  @Test(arguments: [
    ("Číslo dodacího listu;Datum dodání;Kód;Název;Dodané množství", "--kind receipts"),
    ("Szállítólevél száma;Szállítás dátuma;Cikkszám;Megnevezés;Szállított mennyiség", "--kind receipts"),
    ("İrsaliye No;Teslim Tarihi;Stok Kodu;Stok Adı;Teslim Miktarı", "--kind receipts"),
    ("Lähetteen numero;Toimituspäivä;Tuotekoodi;Nimi;Toimitettu määrä", "--kind receipts"),
    ("Αρ. δελτίου αποστολής;Ημερομηνία παράδοσης;Κωδικός;Περιγραφή;Ποσότητα παράδοσης", "--kind receipts"),
    ("納品書番号;納品日;商品コード;商品名;納品数", "--kind receipts"),
  ]) func deliveryNotes(header: String, command: String) throws {
    let error = #expect(throws: Problems.self) {
      try shop(header + "|71;2026-05-14;A;Tea;2|71;2026-05-14;B;Cup;1", kind: "receipts")
    }
    #expect(error?.first.remedy.contains(command) == true, "\(error?.first.remedy ?? "")")
  }

  /// Titles that say that a list is not one of stock.
  @Test(arguments: [
    ("Dodací list č. 4711|Kód;Název;Množství", "--kind receipts"),
    ("Objednávka|Kód;Název;Množství", "--kind order_lines"),
    ("Szállítólevél|Cikkszám;Megnevezés;Mennyiség", "--kind receipts"),
    ("Fatura|Stok Kodu;Stok Adı;Miktar", "--kind invoice_lines"),
    ("Myynti|Tuotekoodi;Nimi;Määrä", "--kind sales"), ("Δελτίο αποστολής|Κωδικός;Ονομασία;Ποσότητα", "--kind receipts"),
    ("納品書|商品コード;商品名;数量", "--kind receipts"),
  ]) func titles(list: String, command: String) throws {
    let error = #expect(throws: Problems.self) { try shop(list + "|A;Tea;2|B;Cup;1", kind: "receipts") }
    #expect(error?.first.remedy.contains(command) == true, "\(error?.first.remedy ?? "")")
  }

  @Test func namesAreFoundWithoutMarks() {
    for (header, name) in [
      ("nakupni cena", "nákupní cena"), ("ποσοτητα", "ποσότητα"), ("fiş no", nil), ("price", nil), ("preis", nil),
    ] as [(String, String?)] {
      #expect(Vocabulary.spelling(of: header) == name)
    }
  }
}
