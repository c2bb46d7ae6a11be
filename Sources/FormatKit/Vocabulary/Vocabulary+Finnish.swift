extension Vocabulary {
  /// Headers in Finnish that mean a field, as in ``synonyms``.
  static let finnishSynonyms: [String: [String]] = [
    "sku": [
      "tuotekoodi", "tuotenumero", "tuotenro", "tuote nro", "tuotteen koodi", "tuotteen numero", "nimikekoodi",
      "nimikenumero", "nimiketunnus", "tuotetunnus", "artikkelinumero",
    ],
    "barcode": ["viivakoodi", "ean koodi", "viivakoodi ean", "tuotteen viivakoodi"],
    "supplier_code": [
      "toimittajan tuotekoodi", "toimittajan tuotenumero", "toimittajan koodi", "toimittajan tuotetunnus",
      "valmistajan tuotekoodi",
    ],
    "title": ["nimi", "tuotenimi", "tuotteen nimi", "nimitys", "tuotenimike", "nimikkeen nimi"],
    "description": ["kuvaus", "tuotekuvaus", "tuotteen kuvaus", "pitkä kuvaus"],
    "category": ["tuoteryhmä", "tuotekategoria", "kategoria", "ryhmä"],
    "brand": ["merkki", "tuotemerkki", "brändi", "valmistaja"],
    "colour": ["väri"],
    "size": ["koko"],
    "unit_cost": [
      "ostohinta", "ostohinta alv 0", "ostohinta veroton", "veroton ostohinta", "hankintahinta", "hankintahinta alv 0",
      "sisäänostohinta", "sisäänostohinta alv 0", "tukkuhinta", "tukkuhinta alv 0", "nettohinta",
    ],
    "price": [
      "myyntihinta", "myyntihinta sis alv", "verollinen myyntihinta", "myyntihinta verollinen", "vähittäishinta",
      "vähittäismyyntihinta", "hinta", "hinta sis alv", "verollinen hinta", "ohjehinta", "suositushinta", "ovh",
      "kuluttajahinta",
    ],
    "unit_price": [
      "yksikköhinta", "yksikköhinta sis alv", "kappalehinta", "kpl hinta", "à hinta", "a hinta", "myyntihinta",
      "myyntihinta sis alv", "hinta", "hinta sis alv", "verollinen hinta",
    ],
    "currency": ["valuutta", "valuuttakoodi"],
    "tax_rate": ["alv", "alv kanta", "alv prosentti", "arvonlisävero", "verokanta", "veroprosentti"],
    "pack_size": [
      "pakkauskoko", "kpl pakkaus", "kpl pkt", "kpl per pakkaus", "kpl laatikko", "kpl ltk", "kpl pakkauksessa",
    ],
    "order_unit": ["tilausyksikkö", "ostoyksikkö"],
    "minimum_order": ["minimitilaus", "minimitilausmäärä", "vähimmäistilaus"],
    "lead_time_days": ["toimitusaika", "toimitusaika päivää"],
    "stock_unit": ["yksikkö", "mittayksikkö", "varastoyksikkö"],
    "valid_from": ["voimassa alkaen"],
    "valid_to": ["voimassa asti", "voimassa saakka"],
    "supplier": ["toimittaja", "toimittajakoodi", "toimittajan numero", "toimittajanumero", "tavarantoimittaja"],
    "supplier_name": ["toimittajan nimi", "nimi", "yritys", "yrityksen nimi"],
    "location": [
      "varasto", "myymälä", "toimipiste", "kauppa", "varastokoodi", "myymäläkoodi", "varaston numero", "myymälänumero",
    ],
    "location_name": ["varaston nimi", "myymälän nimi", "nimi"],
    "to_location": ["kohdevarasto", "varastoon", "vastaanottava varasto", "kohdemyymälä"],
    "section": ["hylly", "hyllypaikka", "varastopaikka"],
    "quantity": [
      "määrä", "kpl", "kappaletta", "kappalemäärä", "varastosaldo", "varastossa", "varastomäärä", "saldo kpl",
      "myyty määrä", "myyty", "myyty kpl", "myydyt", "myydyt kpl", "myytyjen määrä", "toimitettu määrä", "toimitettu",
      "toimitettu kpl", "vastaanotettu määrä", "vastaanotettu", "vastaanotettu kpl", "saapunut määrä", "saapunut",
    ],
    "counted_quantity": [
      "laskettu määrä", "laskettu", "inventoitu määrä", "inventoitu", "inventaariomäärä", "inventaariosaldo",
      "todellinen saldo", "todellinen määrä", "fyysinen saldo",
    ],
    "order_quantity": ["tilattu määrä", "tilattu", "tilattu kpl", "tilausmäärä", "määrä", "kpl"],
    "order_number": [
      "tilausnumero", "tilaus nro", "tilausnro", "tilauksen numero", "tilaus", "ostotilaus", "ostotilausnumero",
    ],
    "ordered_on": ["tilauspäivä", "tilauspvm", "tilauksen päivämäärä", "päivämäärä", "pvm"],
    "expected_on": ["toimituspäivä", "toimituspvm", "arvioitu toimituspäivä", "toivottu toimituspäivä"],
    "invoice_number": ["laskun numero", "laskunumero", "laskunro", "lasku nro", "lasku"],
    "invoiced_on": ["laskun päivä", "laskupäivä", "laskun päivämäärä", "laskun pvm", "päivämäärä", "pvm"],
    "invoiced_quantity": ["laskutettu määrä", "laskutettu", "määrä", "kpl"],
    "document": [
      "kuittinumero", "kuitin numero", "kuittinro", "kuitti nro", "kuitti", "tositenumero", "tosite",
      "lähetteen numero", "lähetenumero", "lähete nro", "lähetenro", "lähete", "laskun numero", "laskunumero",
      "laskunro", "lasku nro",
    ],
    "line": ["rivi", "rivinumero", "rivinro"],
    "reason": ["syy"],
    "effective_at": [
      "päivämäärä", "pvm", "päiväys", "myyntipäivä", "myyntipvm", "kuitin päivämäärä", "tapahtumapäivä",
      "toimituspäivä", "toimituspvm", "vastaanottopäivä", "vastaanottopvm", "saapumispäivä", "saapunut pvm",
      "päivämäärä ja aika", "aika",
    ],
    "counted_at": ["laskentapäivä", "inventointipäivä", "inventaariopäivä", "päivämäärä", "pvm"],
    "lot": ["erä", "eränumero", "eränro", "erä nro"],
    "expires_on": ["parasta ennen", "viimeinen käyttöpäivä", "viimeinen käyttöpvm", "vanhenemispäivä"],
    "note": ["huomautus", "huom", "huomio", "lisätiedot", "kommentti"],
    "net_amount": ["veroton summa", "yhteensä alv 0", "summa alv 0", "veroton yhteensä"],
    "tax_amount": ["alv summa", "veron määrä", "alv yhteensä", "alv"],
    "total_amount": ["yhteensä", "verollinen summa", "loppusumma", "yhteensä sis alv", "maksettavaa"],
  ]
}
