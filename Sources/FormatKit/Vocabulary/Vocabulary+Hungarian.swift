extension Vocabulary {
  /// Headers in Hungarian that mean a field, as in ``synonyms``.
  static let hungarianSynonyms: [String: [String]] = [
    "sku": [
      "cikkszám", "cikkkód", "cikk kód", "cikk kódja", "termékkód", "termék kód", "termék kódja", "termék cikkszám",
      "árukód", "áru kód", "árucikkszám", "belső cikkszám",
    ],
    "barcode": ["vonalkód", "vonalkód ean", "ean kód", "ean vonalkód", "termék vonalkód"],
    "supplier_code": [
      "szállítói cikkszám", "beszállítói cikkszám", "szállító cikkszáma", "beszállító cikkszáma", "gyártói cikkszám",
      "szállítói kód",
    ],
    "title": [
      "megnevezés", "terméknév", "termék neve", "termék megnevezése", "cikknév", "cikk neve", "cikk megnevezése",
      "cikkmegnevezés", "áru megnevezése", "árumegnevezés", "név",
    ],
    "description": ["leírás", "termékleírás", "termék leírása", "hosszú leírás", "részletes leírás"],
    "category": ["kategória", "termékkategória", "termékcsoport", "cikkcsoport", "árucsoport"],
    "brand": ["márka", "márkanév", "gyártó"],
    "colour": ["szín"],
    "size": ["méret"],
    "unit_cost": [
      "beszerzési ár", "nettó beszerzési ár", "beszerzési ár nettó", "beszerzési egységár", "bekerülési ár",
      "nettó bekerülési ár", "nagykereskedelmi ár", "nagyker ár", "nettó nagyker ár", "nettó nagykereskedelmi ár",
    ],
    "price": [
      "eladási ár", "bruttó eladási ár", "eladási ár bruttó", "kiskereskedelmi ár", "kisker ár", "fogyasztói ár",
      "bruttó fogyasztói ár", "bruttó kisker ár", "bolti ár", "bruttó ár", "ár", "ajánlott fogyasztói ár",
    ],
    "unit_price": [
      "egységár", "bruttó egységár", "egységár bruttó", "eladási ár", "bruttó eladási ár", "eladási egységár", "ár",
      "bruttó ár",
    ],
    "currency": ["pénznem", "deviza", "devizanem"],
    "tax_rate": ["áfa", "áfa kulcs", "áfakulcs", "áfa kulcsa", "áfa mértéke", "áfa százalék"],
    "pack_size": [
      "csomagolási egység", "darab csomag", "darab karton", "db csomag", "db karton", "karton mennyiség",
    ],
    "order_unit": ["rendelési egység"],
    "minimum_order": [
      "minimális rendelés", "minimum rendelés", "minimális rendelési mennyiség", "min rendelési mennyiség",
    ],
    "lead_time_days": ["szállítási idő", "szállítási határidő napokban"],
    "stock_unit": ["mértékegység", "egység", "mennyiségi egység"],
    "valid_from": ["érvényes ettől", "érvényesség kezdete"],
    "valid_to": ["érvényes eddig", "érvényesség vége"],
    "supplier": ["szállító", "beszállító", "szállító kódja", "beszállító kódja", "szállítókód", "beszállítókód"],
    "supplier_name": ["szállító neve", "beszállító neve", "név", "cégnév"],
    "location": ["raktár", "üzlet", "bolt", "telephely", "raktárkód", "üzletkód", "raktár kódja"],
    "location_name": ["raktár neve", "üzlet neve", "bolt neve", "név"],
    "to_location": ["célraktár", "cél raktár", "fogadó raktár", "raktárba"],
    "section": ["polc", "polchely", "tárhely", "raktárhely"],
    "quantity": [
      "mennyiség", "darab", "darabszám", "készlet", "raktárkészlet", "raktárkészlet db", "készlet db",
      "aktuális készlet", "készleten", "raktáron", "eladott mennyiség", "eladott darab", "eladott db",
      "értékesített mennyiség", "eladva", "szállított mennyiség", "beérkezett mennyiség", "beérkezett",
      "átvett mennyiség", "bevételezett mennyiség",
    ],
    "counted_quantity": [
      "számolt mennyiség", "megszámolt mennyiség", "leltározott mennyiség", "leltári mennyiség", "leltározott készlet",
      "tényleges készlet", "tényleges mennyiség", "tényleges", "fizikai készlet",
    ],
    "order_quantity": [
      "rendelt mennyiség", "megrendelt mennyiség", "rendelési mennyiség", "rendelt darab", "mennyiség", "darab",
      "darabszám",
    ],
    "order_number": [
      "rendelésszám", "rendelés száma", "rendelési szám", "megrendelésszám", "megrendelés száma", "rendelés azonosító",
      "megrendelés", "rendelés",
    ],
    "ordered_on": ["rendelés dátuma", "megrendelés dátuma", "dátum", "kelt"],
    "expected_on": [
      "szállítás dátuma", "szállítási dátum", "szállítási határidő", "várható szállítás", "várható beérkezés",
    ],
    "invoice_number": ["számlaszám", "számla száma", "számla sorszáma", "számla", "bizonylatszám"],
    "invoiced_on": ["számla kelte", "számla dátuma", "kiállítás dátuma", "dátum", "kelt"],
    "invoiced_quantity": ["számlázott mennyiség", "mennyiség", "darab", "darabszám"],
    "document": [
      "bizonylatszám", "bizonylat száma", "bizonylat", "bizonylatszáma", "nyugtaszám", "nyugta száma",
      "nyugta sorszáma", "blokkszám", "blokk száma", "szállítólevél", "szállítólevélszám", "szállítólevél száma",
      "szállítólevél szám", "számlaszám", "számla száma", "számla sorszáma",
    ],
    "line": ["sor", "tételsorszám"],
    "reason": ["indok", "indoklás"],
    "effective_at": [
      "dátum", "eladás dátuma", "értékesítés dátuma", "eladás napja", "bizonylat dátuma", "bizonylat kelte", "kelt",
      "szállítás dátuma", "szállítási dátum", "beérkezés dátuma", "átvétel dátuma", "bevételezés dátuma",
      "dátum és idő", "időpont",
    ],
    "counted_at": ["leltár dátuma", "leltározás dátuma", "számlálás dátuma", "dátum"],
    "lot": ["tételszám", "gyártási szám", "sarzs", "sarzsszám", "lot szám"],
    "expires_on": [
      "lejárat", "lejárati dátum", "lejárati idő", "szavatossági idő", "szavatosság", "minőségét megőrzi",
    ],
    "note": ["megjegyzés", "megjegyzések"],
    "net_amount": ["nettó összeg", "nettó érték", "nettó végösszeg"],
    "tax_amount": ["áfa összeg", "áfa összege", "áfa"],
    "total_amount": ["bruttó összeg", "bruttó érték", "összesen", "végösszeg", "fizetendő"],
  ]
}
