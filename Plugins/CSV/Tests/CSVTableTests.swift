import CSVFormat
import FormatKit
import Testing

/// The result of reading a text, as one line: names, then the records, then codes.
private func shown(_ text: String, _ options: [String: String] = [:]) -> String {
  var parts: [String] = []
  var codes: [String] = []
  var table = ""
  do throws(Problems) {
    let format = CSVFormat(options: try CSVOptions(parsing: options, of: "csv"))
    var reader = try format.reader(for: .text(text))
    var batch = RecordBatch()
    while try reader.read(into: &batch) {
      let names = batch.schema.columns.map(\.name).joined(separator: ",")
      if batch.schema.table != table {
        parts.append(batch.schema.table == "records" ? names : "\(batch.schema.table): \(names)")
      }
      table = batch.schema.table
      for row in 0..<batch.rowCount {
        parts.append(
          batch.schema.columns.indices.map { column in
            switch batch.kind(row: row, column: column) {
            case .absent: "-"
            case .null: "~"
            default: batch.string(row: row, column: column) ?? ""
            }
          }.joined(separator: "·"))
      }
      codes += batch.problems.map(\.problem.code.id)
    }
  } catch {
    codes.append(error.code.id)
  }
  return (parts + codes).joined(separator: " / ")
}

@Suite struct CSVTableTests {
  @Test(arguments: [
    ("a,b\n1,2\n", "a,b / 1·2"),
    ("a,b\r\n1,2\r\n", "a,b / 1·2"),
    ("a,b\r1,2\r", "a,b / 1·2"),
    ("a,b\n1,2", "a,b / 1·2"),
    ("a,b\n1,", "a,b / 1·"),
    ("a,b\n,\n", "a,b / ·"),
    ("a,b\n\"\",\"\"\n", "a,b / ·"),
    ("a,b\n\"\"\"\",\"x\"\"\"\n", "a,b / \"·x\""),
    ("a,b\n\"x\ny\",\"p,q\"\n", "a,b / x\ny·p,q"),
    ("a,b\nx\"y,\"\"z\n", "a,b / x\"y·z / csv-stray-quote"),
    ("a,b\nx\"\"y,z\n", "a,b / x\"\"y·z / csv-stray-quote"),
    ("a,b\nTube 5\" wide,24\"\n", "a,b / Tube 5\" wide·24\""),
    ("a,b\nthe \"large\" one,\"x\"\n", "a,b / the \"large\" one·x"),
    ("a,b\nMug\",z\n", "a,b / Mug\"·z / csv-stray-quote"),
    ("a,b\n1,2\na,b\n3,4\na,b\n", "a,b / 1·2 / 3·4 / csv-repeated-header / csv-repeated-header"),
    ("a\",\"b\"\n1,2\n", "csv-stray-quote"),
    ("a,b\n\"x\"y,z\n1,2\n", "a,b / xy·z / 1·2 / csv-stray-quote"),
    ("a,b\n\"x\" y \"z\",w\n1,2\n", "a,b / x y \"z\"·w / 1·2 / csv-stray-quote"),
    ("a,b\n\"x\"  ,\"y\"  \n", "a,b / x·y"),
    ("a,b\n  \"x,1\",  \"y\"\n", "a,b / x,1·y"),
    ("a,b\n  \"x,y\n", "a,b /   \"x·y / csv-stray-quote"),
    ("a,b\n\"x,1\ny,2\n", "a,b / \"x·1 / y·2 / csv-stray-quote"),
    ("a,b\n\"x,1\ny,24\"\n", "a,b / \"x·1 / y·24\" / csv-stray-quote"),
    // A quote that is never closed, in the last line, before empty lines and notes, and in the header.
    ("a,b\nx,1\n\"y,2\n", "a,b / x·1 / \"y·2 / csv-stray-quote"),
    ("a,b\nx,1\n\"y,2", "a,b / x·1 / \"y·2 / csv-stray-quote"),
    ("a,b\nx,1\n2,\"y", "a,b / x·1 / csv-unclosed-quote"),
    ("a,b\nx,1\n\"y,2\n\n", "a,b / x·1 / \"y·2 / csv-stray-quote"),
    ("a,b\nx,1\n\"y,2\n\nNote\n", "a,b / x·1 / \"y·2 / Note·- / csv-stray-quote / csv-short-row"),
    ("a,\"b\n1,2\n3,4\n", "csv-stray-quote"),
    ("a\n \"\"\n", "a / "),
    ("a,b\n\"x", "csv-unclosed-quote"),
    ("\"a", "csv-unclosed-quote"),
    ("a,b\n1\n", "a,b / 1·- / csv-short-row"),
    ("a,b\n1,2,3\n", "a,b / 1·2 / csv-long-row"),
    ("a,b\n1,2,,\n", "a,b / 1·2 / csv-long-row"),
    ("a,b\n1,2,,\n3,4,,\n", "a,b / 1·2 / 3·4 / csv-extra-empty-fields"),
    ("a,b\n1,2,\n3,4,\n5,6,\n7,,8\n", "a,b / 1·2 / 3·4 / 5·6 / 7· / csv-extra-empty-fields / csv-long-row"),
    ("a,b\n1,2,\n3,4,\n5,6,\n78,\n", "a,b / 1·2 / 3·4 / 5·6 / 78· / csv-extra-empty-fields / csv-short-row"),
    ("a,b,\n1,2\n3,4\n", "a,b / 1·2 / 3·4"),
    ("a,b,,\n1,,,\n,2,,\n3,4,,\n", "a,b,column 3,column 4 / 1··· / ·2·· / 3·4··"),
    ("a,,b,\n1,2,,\n3,4,,\n5,6,,\n", "csv-header-width"),
    ("a,b,b\n1,2,\n3,4,\n5,6,\n", "csv-header-width"),
    ("1,2,\n3,4,\n", "column 1,column 2 / 1·2 / 3·4 / csv-extra-empty-fields"),
    ("1,2,\n3,,5\n", "column 1,column 2,column 3 / 1·2· / 3··5"),
    ("a,,b\n1,2\n3,4\n5,6\n", "csv-header-width"),
    ("a,b,c\n1,2\n3,4\n5,6\n", "csv-header-width"),
    ("ab,c\n1,x,2\n3,y,4\n5,z,6\n", "csv-header-width"),
    ("\"b\",\"c\"\n\"p\",1,2\n\"q\",3,4\n", "column 1,b,c / p·1·2 / q·3·4 / csv-row-names"),
    ("\"b\",\"c\"\n\"p\",\"1\",\"2\"\n\"q\",\"3\",\"4\"\n\"r\",\"5\",\"6\"\n", "csv-header-width"),
    ("a\n\n1\n   \n2\n", "a / 1 / 2"),
    ("a\n\"\"\n1\n", "a /  / 1"),
    ("sep=;\na;b\n1;2\n", "a,b / 1·2"),
    ("SEP=,\r\na;x,b\r\n1,2\r\n", "a;x,b / 1·2"),
    ("a;b;c\n1,5;2,5;3,5\n", "a,b,c / 1,5·2,5·3,5"),
    ("1,5;2,5;3,5\n4,5;5,5;6,5\n", "column 1,column 2,column 3 / 1,5·2,5·3,5 / 4,5·5,5·6,5"),
    ("price\n4,50\n12,00\n8,25\n", "price / 4,50 / 12,00 / 8,25"),
    ("name\nSmith, John\nDoe, Jane\n", "name / Smith, John / Doe, Jane"),
    ("a,,b\n1,2,3\n", "a,column 2,b / 1·2·3"),
    (" a , b \n1,2\n", "a,b / 1·2"),
    ("a,a\n1,2\n", "a,a (2) / 1·2 / duplicate-column"),
    ("id,2023,2024\nx,1,2\n", "id,2023,2024 / x·1·2"),
    ("2024-01-02,5\n2024-01-03,6\n", "column 1,column 2 / 2024-01-02·5 / 2024-01-03·6"),
    ("\u{FEFF}a,b\n1,2\n", "a,b / 1·2"),
    ("a,b\n", "a,b"),
    (" \n\n", "source-empty"),
    ("sep=;\n", "source-empty"),
    ("a,b\n\u{1F600},é\n", "a,b / \u{1F600}·é"),
  ])
  func cutsText(_ text: String, _ expected: String) {
    #expect(shown(text) == expected)
  }

  @Test(arguments: [
    ("a,b\n1,2\n", ["header": "no"], "column 1,column 2 / a·b / 1·2"),
    ("a|b,c\n1|2,3\n", ["delimiter": "comma"], "a|b,c / 1|2·3"),
    ("a~b\n1~'2~3'\n", ["delimiter": "~", "quote": "'"], "a,b / 1·2~3"),
    ("a,b\n\"1\",'2'\n", ["quote": "none"], "a,b / \"1\"·'2'"),
    ("a,b\n\"x \\\"y\\\"\",\\\"z\n", ["escape": "backslash"], "a,b / x \"y\"·\"z"),
    ("a,b\nx\\,y,z\\\\\n", ["escape": "backslash"], "a,b / x,y·z\\"),
    ("a,b\n\"x\\\\\",\\n\n", ["escape": "backslash"], "a,b / x\\·\\n"),
    ("a,b\nx,y\\", ["escape": "backslash"], "a,b / x·y\\"),
    ("a,b\n \"x \\\" y\",1\n", ["escape": "backslash"], "a,b / x \" y·1"),
    ("a,b\nNULL,\"NULL\"\n", ["null": "NULL"], "a,b / ~·NULL"),
    ("a,b\n \"NULL\",NULLS\n", ["null": "NULL"], "a,b / NULL·NULLS"),
    ("x\ny\na,b\n1,2\n", ["skip-lines": "2"], "a,b / 1·2"),
    ("a,b\n1,2\n", ["skip-lines": "5"], "source-empty"),
    ("a b\n1 2\n3  4\n1 2 \n", ["delimiter": "space"], "a,b / 1·2 / 3·4 / 1·2"),
    // Spaces in a row, alone or where single ones are text, and those that are not.
    ("a   b\n1  \"2 3\"\n", ["delimiter": "space"], "a,b / 1·2 3"),
    (" a   b\n  1  2 3 \n 4     5 6\n", ["delimiter": "space"], "a,b / 1·2 3 / 4·5 6"),
    ("a   b  c\nA1  Tea mug  5\n\nA2  \"Bowl  \"  6\n", ["delimiter": "space"], "a,b,c / A1·Tea mug·5 / A2·Bowl  ·6"),
    ("a b c\n1  2\n3  4\n5 6 7\n8 9 0\n6 6 6\n", ["delimiter": "space"], "a,b,c / 1··2 / 3··4 / 5·6·7 / 8·9·0 / 6·6·6"),
    // A comma without a space after it is text where the records show it.
    ("a, b, c\nx, y, 1,50\nz, \"p, q\", 2,50\n", [:], "a,b,c / x·y·1,50 / z·p, q·2,50"),
    ("a, b, c\nx, y, 1,50\nz,, 2,50\n", ["delimiter": ", "], "a,b,c / x·y·1,50 / z··2,50"),
    ("a, b, c\nx, y, 1\nz, w,2\nu, v,w, 3\n", [:], "a,b,c / x· y· 1 / z· w·2 / u· v·w / csv-long-row"),
    // A second line of names.
    ("sku,title\nArtikelnr,Bezeichnung\nA1,x\nA2,y\n", [:], "csv-header-lines"),
    ("sku,title\nArtikelnr,Bezeichnung\nA1,x\nA2,y\n", ["header-lines": "2"], "sku,title / A1·x / A2·y"),
    ("sku,title\nArtikelnr,Bezeichnung\nA1,x\n", ["header-lines": "1"], "sku,title / Artikelnr·Bezeichnung / A1·x"),
    ("location,name\nshop,shop\ndepot,Depot North\n", [:], "location,name / shop·shop / depot·Depot North"),
    ("Item,Item,Price\ncode,title,EUR\nA1,x 1,2\nA2,x 2,3\n", [:], "csv-header-lines"),
    ("sku,title,price\n,,EUR\nA1,x,2\nA2,y,3\n", [:], "csv-header-lines"),
    ("sku,title,price\nSET,Lamp,ask\nA1,x,2\nA2,y,3\n", [:], "sku,title,price / SET·Lamp·ask / A1·x·2 / A2·y·3"),
    ("ours,theirs\nsku,title\nprice,cost\nbrand,colour\n", [:], "ours,theirs / sku·title / price·cost / brand·colour"),
    // A line of words above several names each.
    (
      "Artikel,,Preise,\nNummer,Bezeichnung,EK,VK\nA1,x,1,2\nA2,y,3,4\n", [:],
      "Artikel Nummer,Artikel Bezeichnung,Preise EK,Preise VK / A1·x·1·2 / A2·y·3·4"
    ),
    (
      "Preisliste 2026,,,,\nArtikel,,Preise,,\nNummer,Bezeichnung,EK,VK,Bestand\nA1,x,1,2,5\nA2,y,3,4,6\n", [:],
      "Artikel Nummer,Artikel Bezeichnung,Preise EK,Preise VK,Bestand / A1·x·1·2·5 / A2·y·3·4·6 / csv-titles"
    ),
    (
      ",,EK,,VK,\nNummer,Name,netto,brutto,netto,brutto\nA1,x,1,2,3,4\nA2,y,3,4,5,6\n",
      ["header-lines": "1", "skip-lines": "1"],
      "Nummer,Name,netto,brutto,netto (2),brutto (2) / A1·x·1·2·3·4 / A2·y·3·4·5·6 / duplicate-column"
    ),
    (
      "Lieferant,,Artikel,\nNummer,Name,Bezeichnung,VK\n7,Acme,x,2\n8,Bolt,y,4\n", [:],
      "Lieferant Nummer,Lieferant Name,Artikel Bezeichnung,VK / 7·Acme·x·2 / 8·Bolt·y·4"
    ),
    (
      "Acme,,Mai,\nNummer,Bezeichnung,EK,VK\nA1,x,1,2\nA2,y,3,4\n", [:],
      "Nummer,Bezeichnung,EK,VK / A1·x·1·2 / A2·y·3·4 / csv-titles"
    ),
    // Columns without a name and without a value, and such a value further down.
    ("a;;b;;c;;\nx;;1;;2;;\ny;;3;;4;;\n", [:], "a,column 2,b,column 4,c,column 6,column 7 / x··1··2·· / y··3··4··"),
    ("a;;b;;c;;\nx;;1;5;2;;\ny;;3;;4;;\n", [:], "csv-header-width"),
    ("a;;b;a;;\nx;;1;2;;\ny;;3;4;;\n", [:], "csv-header-width"),
    ("a,b\n\"x,1\ny,2\n", ["quotes": "repair"], "a,b / \"x·1 / y·2 / csv-repaired-quote"),
    (
      "a,b\n\"x \"y\" z\",1\n\"5\" wide\",2\n", ["quotes": "repair"],
      "a,b / x y\" z\"·1 / 5\" wide·2 / csv-stray-quote / csv-repaired-quote"
    ),
    ("a,b\n\"p\",\"q\"\n\"x,\"y\"\n", ["quotes": "repair"], "a,b / p·q / x·y / csv-repaired-quote"),
    ("a,\"b\n1,2\n3,4\n", ["quotes": "repair"], "a,b / 1·2 / 3·4 / csv-repaired-quote"),
    ("a,\"b\n\"1\",2\n3,4\n", ["quotes": "repair"], "a,b / 1·2 / 3·4 / csv-repaired-quote"),
    ("\"a\",b\"\n1,2\n3,4\n", ["quotes": "repair"], "a,b / 1·2 / 3·4 / csv-repaired-quote"),
    ("\"a\",\"b,\"c\"\n1,2,5\n3,4,6\n", ["quotes": "repair"], "a,b,c / 1·2·5 / 3·4·6 / csv-repaired-quote"),
    ("a,b\nx,1\n\"y,2\n", ["quotes": "repair"], "a,b / x·1 / \"y·2 / csv-repaired-quote"),
    // A delimiter is missing before the quotes.
    (
      "a,b,c\nx,\"p, q\",1\ny24\"p, q\",2\n", ["quotes": "repair"],
      "a,b,c / x·p, q·1 / y24\"p· q\"·2 / csv-stray-quote"
    ),
    ("a, b\n1, 2\n3,\n", [:], "a,b / 1·2 / 3·"),
    ("a, b\n1, \"2, x\"\n3, \n", [:], "a,b / 1·2, x / 3·"),
    ("'a','b'\n'5\" pipe',1\n'x, y',2\n", [:], "a,b / 5\" pipe·1 / x, y·2"),
    ("a,b,c\nA,'5\", big',1\nB,'7\"',2\n", [:], "a,b,c / A·5\", big·1 / B·7\"·2"),
    ("a,b\n'1,x',2\n'3,y',4\n", [:], "a,b / 1,x·2 / 3,y·4"),
    ("a,b\n'n' roll,2\n'x,y',4\n", [:], "a,b / 'n' roll·2 / 'x·y' / csv-long-row"),
    ("code\nA1 1\nB2 2\nC3 3\n", [:], "code / A1 1 / B2 2 / C3 3 / csv-single-column"),
    // Names of rows that R writes without quotes.
    ("a,b\n1,x,p\n2,y,q\n", [:], "column 1,a,b / 1·x·p / 2·y·q / csv-row-names"),
    ("a,b\n1,x,p\n3,y,q\n4,z,r\n", [:], "csv-header-width"),
    // A quote in the middle of a word is no mark of inches.
    ("a,b\nx\"1,y\n", [:], "a,b / x\"1·y / csv-stray-quote"),
    ("a,b\nx\"1,y\n19\"LCD,z\n", ["quotes": "repair"], "a,b / x\"1·y / 19\"LCD·z / csv-repaired-quote"),
    ("a,b\n\"x \\\"y\\\", z\",1\n\"p\",2\n", [:], "a,b / x \"y\", z·1 / p·2"),
    ("a,b\n\"C:\\\",1\n\"p\",2\n", [:], "a,b / C:\\·1 / p·2"),
    ("Stock\nsku,qty\nA,1\nB,2\nC,3\n", [:], "sku,qty / A·1 / B·2 / C·3 / csv-titles"),
    ("skuname\nA,x\nB,y\nC,z\n", [:], "csv-header-width"),
    ("skuqty\nA,1\nB,2\nC,3\n", [:], "csv-header-width"),
    (
      "Our books\n\ntitle,author,shelf\nA,x,p\nB,y,q\nC,z,r\n", [:],
      "title,author,shelf / A·x·p / B·y·q / C·z·r / csv-titles"
    ),
    ("# it's a list\nid,name\n1,x\n2,y\n", [:], "id,name / 1·x / 2·y / csv-titles"),
    ("Our books\n\ntitle,author,shelf\nA,x,p\nB,y,q\n", [:], "title,author,shelf / A·x·p / B·y·q / csv-titles"),
    ("Stock\nsku,qty\nA,1\nB,2\nC,3\n", ["skip-lines": "0"], "csv-header-width"),
    // A line break within quotes is part of the line.
    ("\"Stock\nof March\"\n\na,b\n1,2\n", ["skip-lines": "2"], "a,b / 1·2"),
    ("\"Stock\r\nof \"\"March\"\"\" ,x\r\na,b\r\n1,2\r\n", ["skip-lines": "1"], "a,b / 1·2"),
    ("\"Stock\nof March\"\na,b\n1,2\n", ["skip-lines": "2", "quote": "none"], "a,b / 1·2"),
    // Quotes that are never closed, or not before a delimiter, are text.
    ("\"Stock\na,b\n1,2\n", ["skip-lines": "1"], "a,b / 1·2"),
    ("5\" pipes\na,b\n\"1\",2\n", ["skip-lines": "1"], "a,b / 1·2"),
    (" a ,,a\n1,2,3\n", ["names": "as-is"], " a ,,a / 1·2·3"),
    (
      "a,b,c\n1,2\n3,4\n5,6\n", ["ragged": "yes"],
      "a,b,c / 1·2·- / 3·4·- / 5·6·- / csv-ragged-row"
    ),
    // A number of fields that only two records have is reported for each of them.
    (
      "a,b,c\n1,2\n3,4\n5,6,7\n8,9,0\n", ["ragged": "yes"],
      "a,b,c / 1·2·- / 3·4·- / 5·6·7 / 8·9·0 / csv-ragged-row / csv-ragged-row"
    ),
    ("a,b\n1,2,\n3,4,\n5,6,\n7,8\n", ["ragged": "yes"], "a,b / 1·2 / 3·4 / 5·6 / 7·8 / csv-extra-empty-fields"),
    ("a,b\n1,2,\n", ["ragged": "yes"], "a,b / 1·2 / csv-extra-empty-fields"),
    ("a,b\n1,2,\n3,4,5\n", ["ragged": "yes"], "a,b / 1·2 / 3·4 / csv-extra-empty-fields / csv-long-row"),
    ("ab\nx,2\ny,3\n", ["columns": "a, b"], "a,b / x·2 / y·3"),
    ("1,2\n3,4\n", ["columns": "a,b"], "a,b / 1·2 / 3·4"),
    ("a,b\nx,2\n", ["columns": "p,q", "header": "no"], "p,q / a·b / x·2"),
    ("x,2\ny,2\nz,3\n", ["columns": "a,b,c", "header": "no"], "csv-header-width"),
    ("a,b\n1,2\n", ["columns": "a,,b"], "invalid-option"),
    ("a,,b\nc,d,\n1,2,3\n", ["header-lines": "2"], "a c,a d,b / 1·2·3"),
    ("a,b\n1,2\n", ["delimiter": ",", "quote": ","], "invalid-option"),
    ("a,b\n1,2\n", ["delimiter": ",,"], "invalid-option"),
    // A delimiter with spaces.
    ("a, b\n1,2\n3,\"  4\"\n", ["delimiter": ", "], "a,b / 1·2 / 3·  4"),
    (" a| b \n 1 |\"2 \" \n", ["delimiter": " | "], "a,b / 1·2 "),
    ("a tab b\n", ["delimiter": " ,"], "invalid-option"),
    ("a;  b\n1;  2\n", ["delimiter": "semicolon "], "a,b / 1·2"),
    ("a b\n1 2\n", ["delimiter": "space", "spaces": "after"], "invalid-option"),
    ("a,  b\n x,  y\nz, u \n", [:], "a,b /  x·y / z·u "),
    ("a,  b\n x,  y\nz, u \n", ["spaces": "kept"], "a,b /  x·  y / z· u "),
    ("a | b\nx  | 1\ny | 2\n", [:], "a,b / x·1 / y·2"),
    ("a, b\nx, NULL\n y, \"NULL\"\n", ["null": "NULL"], "a,b / x·~ /  y·NULL"),
    ("x, 1\ny, \" 2\"\n", ["header": "no", "spaces": "after"], "column 1,column 2 / x·1 / y· 2"),
    // Words that look like fields.
    ("sku name qty\nA x 1\nB y 2\n", [:], "sku name qty / A x 1 / B y 2 / csv-single-column"),
    ("sku name qty\nA x 1\nB y 2\n", ["delimiter": "space"], "sku,name,qty / A·x·1 / B·y·2"),
    ("sku qty\nA 1\nB 2\n", [:], "sku qty / A 1 / B 2 / csv-single-column"),
    ("full name\nAnn Lee\nBob Roe\n", [:], "full name / Ann Lee / Bob Roe"),
    ("title\nThe old shop\nA new town\n", [:], "title / The old shop / A new town"),
    ("a,b\n1,2\n", ["delimitor": ","], "unknown-option"),
  ])
  func followsOptions(_ text: String, _ options: [String: String], _ expected: String) {
    #expect(shown(text, options) == expected)
  }

  @Test(arguments: [
    // Another width.
    ("a,b,c\n1,2,3\n4,5,6\n\nx,y\np,7\nq,8\n", "a,b,c / 1·2·3 / 4·5·6 / records (2): x,y / p·7 / q·8"),
    ("a,b\r\nu,2\r\nv,5\r\n\r\n \r\nx,y,z\r\np,q,r\r\n", "a,b / u·2 / v·5 / records (2): x,y,z / p·q·r"),
    // A title above the second, and a third.
    (
      "a,b,c\n1,2,3\n4,5,6\n\nShops\nx,y\np,7\n\nu,v,w\ni,j,k\n",
      "a,b,c / 1·2·3 / 4·5·6 / records (2): x,y / p·7 / records (3): u,v,w / i·j·k / csv-titles"
    ),
    // The same number of fields, but values elsewhere.
    ("a,b,c\nu,v,3\nw,x,6\n\nx,y,z\np,7,q\nr,8,s\n", "a,b,c / u·v·3 / w·x·6 / records (2): x,y,z / p·7·q / r·8·s"),
    ("a,b\n1,2\n3,4\n\nx,y\n5,6\n", "a,b / 1·2 / 3·4 / records (2): x,y / 5·6"),
    // Without an empty line.
    ("a,b,c\nu,v,3\nw,x,6\nx,y\np,7\nq,8\n", "a,b,c / u·v·3 / w·x·6 / records (2): x,y / p·7 / q·8"),
    ("a,b\nu,3\nw,6\n\"x\",y,z\np,7,i\nq,8,j\n", "a,b / u·3 / w·6 / records (2): x,y,z / p·7·i / q·8·j"),
    ("a,b,c\nu,v,3\nw,x,6\nx,y\np,7\n", "a,b,c / u·v·3 / w·x·6 / x·y·- / p·7·- / csv-short-row / csv-short-row"),
    (
      "a,b,c\nu,v,3\nw,x,6\nx,y\np,7\nq,r,8\n",
      "a,b,c / u·v·3 / w·x·6 / x·y·- / p·7·- / q·r·8 / csv-short-row / csv-short-row"
    ),
    // The same number of fields, and values in the same columns: a record or a header.
    ("a,b,c\nu,v,3\nw,x,6\n\nx,y,z\np,q,7\n", "a,b,c / u·v·3 / w·x·6 / csv-second-table"),
    ("a,b,c\nu,v,3\n\nx,y,z\np,q,7\n", "a,b,c / u·v·3 / csv-second-table"),
    // Records after an empty line, and the header again.
    ("a,b,c\nu,v,3\n\nw,x,6\n\na,b,c\ny,z,7\n", "a,b,c / u·v·3 / w·x·6 / y·z·7 / csv-repeated-header"),
    ("a,b\nu,v\n\nw,x\ny,z\n", "a,b / u·v / w·x / y·z"),
    // A line that lost a delimiter, and a total.
    ("a,b,c\nu,v,3\nw,x,6\n\ny,z\np,q,7\n", "a,b,c / u·v·3 / w·x·6 / y·z·- / p·q·7 / csv-short-row"),
    ("a,b,c\nu,v,3\nw,x,6\n\nTotal,9\n", "a,b,c / u·v·3 / w·x·6 / Total·9·- / csv-short-row"),
    // A header alone.
    ("a,b,c\nu,v,3\nw,x,6\n\nx,y\n\np,7\n", "a,b,c / u·v·3 / w·x·6 / x·y·- / p·7·- / csv-short-row / csv-short-row"),
    // Titles and notes are not a table.
    (
      "Acme, London\nList, spring, 2026\n\na,b,c,d\nu,v,3,w\nx,y,6,z\n",
      "a,b,c,d / u·v·3·w / x·y·6·z / csv-titles"
    ),
    ("Report,Stock\nFrom,To\n\na,b,c\nu,v,3\nw,x,6\n", "a,b,c / u·v·3 / w·x·6 / csv-titles"),
  ])
  func readsSeveralTables(_ text: String, _ expected: String) { #expect(shown(text) == expected) }

  /// Only some lines are examined as the header of another table, which takes long; a damaged file may have one in each line.
  @Test(arguments: [(10, true), (200, false)])
  func fewLinesAreExaminedForAnotherTable(damaged: Int, isFound: Bool) {
    let text = "a,b,c\nu,v,3\n" + String(repeating: "w,x,6\np,q\n", count: damaged) + "x,y\nr,7\ns,8\n"
    #expect(shown(text).contains("records (2): x,y") == isFound)
  }

  @Test(arguments: [
    (["a", "b"], [:], "x,y\na,b\n"),
    (["a,b", "c\"d"], [:], "x,y\n\"a,b\",\"c\"\"d\"\n"),
    (["a\nb", "c;d"], ["line-ends": "crlf"], "x,y\r\n\"a\nb\",c;d\r\n"),
    (["a", nil], ["delimiter": "tab", "header": "no"], "a\t\n"),
    (["", nil], ["null": "NULL"], "x,y\n,NULL\n"),
    (["NULL", ""], ["null": "NULL"], "x,y\n\"NULL\",\n"),
    (["", nil], ["null": ""], "x,y\n\"\",\n"),
    (["=1+1", "-5"], ["formulas": "harmless"], "x,y\n'=1+1,-5\n"),
    (["@x", "'-a"], ["formulas": "harmless", "quoting": "all"], "\"x\",\"y\"\n\"'@x\",\"''-a\"\n"),
    (["=1+1", "-5"], [:], "x,y\n=1+1,-5\n"),
    (["a\"b", "c\\d"], ["escape": "backslash"], "x,y\n\"a\\\"b\",\"c\\\\d\"\n"),
    (["a", "b"], ["bom": "yes"], "\u{FEFF}x,y\na,b\n"),
  ])
  func writes(_ fields: [String?], _ options: [String: String], _ expected: String) throws {
    let sink = ByteSink.memory()
    let format = CSVFormat(options: try CSVOptions(parsing: options, of: "csv"))
    let schema = Schema(columnNames: ["x", "y"])
    var writer = try format.writer(for: schema, to: sink)
    var batch = RecordBatch()
    batch.reset(schema: schema)
    for field in fields {
      if let field { batch.append(text: field) } else { batch.append(missing: .absent) }
    }
    batch.endRow(at: RecordPosition(line: 1, byteOffset: 0, record: 1))
    try writer.write(batch)
    try writer.finish()
    #expect(Array(sink.collectedText.unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test func refusesWhatNeedsQuotesWithoutThem() throws {
    let schema = Schema(columnNames: ["x"])
    var batch = RecordBatch()
    batch.reset(schema: schema)
    batch.append(text: "a,b")
    batch.endRow(at: RecordPosition(line: 1, byteOffset: 0, record: 1))
    let format = CSVFormat(options: try CSVOptions(parsing: ["quote": "none"], of: "csv"))
    var writer = try format.writer(for: schema, to: .memory())
    var code: Problem.Code?
    do { try writer.write(batch) } catch { code = error.code }
    #expect(code == .csvUnquotable)
    #expect(throws: Problems.self) {
      try CSVFormat(options: CSVOptions(parsing: ["charset": "utf-16le"], of: "csv")).writer(for: schema, to: .memory())
    }
  }

  @Test(arguments: [
    ("A-1,Mug,3", 1, "Mug"), ("A-1,\"Mug, blue\",3", 1, "Mug, blue"), ("A-1, \"Mug\" ,3", 1, "Mug"),
    ("A-1;4,50;x", 1, "4,50"), ("A-1,\"a \"\"b\"\"\",é", 2, "é"), ("A-1,,3", 1, ""), ("A-1", 0, "A-1"),
    ("\"a\nb\",c", 1, "c"),
  ])
  func locates(_ record: String, _ column: Int, _ expected: String) throws {
    let range = try #require(CSVFormat(options: CSVOptions()).locate(column: column, named: "x", in: record))
    #expect(record[range] == expected)
    #expect(CSVFormat(options: CSVOptions()).locate(column: 9, named: "x", in: record) == nil)
  }
}
