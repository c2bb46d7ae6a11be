import FormatKit
import RetailValues
import Testing

@testable import Exchange
@testable import Stock

@Suite struct FieldReaderTests {
  /// Reads a text as a type; returns the value, and the codes of a note or of the problem.
  private func read(
    _ text: String, _ type: ValueType, decimal: ExactDecimal.Mark = .point, dates: DateOrder = .yearMonthDay,
    kind: FieldKind = .text, percentages: PercentageReading = .whole, currency: String? = nil, shop: String = "EUR",
    keptDigits: Int? = nil
  ) -> String {
    let settings = ShopSettings(name: "x", currency: Currency(shop) ?? testCurrency, timeZone: "Europe/Berlin")
    let reader = FieldReader(
      name: "quantity", column: "Qty", numbers: ColumnReading(notation: decimal), dates: ColumnReading(notation: dates),
      settings: settings,
      clock: settings.clock, percentages: percentages, use: type == .percent ? .taxRate : .plain, keptDigits: keptDigits
    )
    var text = text
    var note: FieldReader.ValueProblem?
    return text.withUTF8 { bytes in
      do throws(FieldReader.ValueProblem) {
        let staged = try reader.read(
          bytes, as: type, kind: kind, currency: currency.flatMap { Currency($0) }, note: &note)
        let shown =
          switch staged {
          case .absent: "absent"
          case .clear: "clear"
          case .integer(let number): "\(number)"
          case .bytes(let run): String(decoding: run, as: UTF8.self)
          case .text(let text): text
          }
        return note.map { "\(shown) \($0.code.id)" } ?? shown
      } catch {
        return error.code.id
      }
    }
  }

  /// A workbook keeps fifteen digits of a number; the others of a longer code are lost.
  @Test(
    arguments: [
      ("123456789012345000", FieldKind.number, 15, "number-damaged"),
      ("1234567890123456", .number, 15, "number-damaged"),
      ("123456789012345", .number, 15, "123456789012345"), ("123456789012345678", .text, 15, "123456789012345678"),
      ("123456789012345678", .number, nil, "123456789012345678"),
    ] as [(String, FieldKind, Int?, String)])
  func longNumbersAreNoCodes(_ text: String, _ kind: FieldKind, _ digits: Int?, _ expected: String) {
    #expect(read(text, .code, kind: kind, keptDigits: digits) == expected)
  }

  private static let cases: [(String, ValueType, String)] = [
    ("6 Stück", ValueType.quantity, "6000 unit-read"), ("12 pcs", .quantity, "12000 unit-read"),
    ("1 1/2", .quantity, "1500"), ("-2 3/4", .quantity, "-2750"), ("1 1/3", .quantity, "not-a-number"),
    ("1/2", .quantity, "not-a-number"), ("3 5/4", .quantity, "not-a-number"), ("6er", .quantity, "not-a-number"),
    ("1.5 kg", .quantity, "not-a-number"), ("11.90 €", .money, "1190"), ("1’204.50", .money, "120450"),
    ("1\u{202F}204.50", .money, "120450"), ("1\u{A0}204.50", .money, "120450"), ("1,204.50", .money, "120450"),
    ("1 204.50", .money, "120450"), ("2030-01-01 0:00:00", .date, "2030-01-01"),
    ("2030-01-01 0:00:00", .dateTime, "1893452400000"),
    ("12", ValueType.quantity, "12000"), ("0", .quantity, "0"), ("-1.5", .quantity, "-1500"),
    ("1.2345", .quantity, "1235 value-rounded"), ("abc", .quantity, "not-a-number"),
    ("1,23", .quantity, "not-a-number"),
    ("1,234", .quantity, "1234000"), ("9999999999999999999", .quantity, "number-too-large"),
    ("99999999999999999", .quantity, "number-too-large"), ("NaN", .quantity, "not-a-number"),
    ("0.123456", .unitCost, "123456"), ("0.1234565", .unitCost, "123457 value-rounded"),
    ("12.345", .money, "1235 value-rounded"), ("12.3", .money, "1230"), ("19 %", .percent, "190000"),
    ("7%", .percent, "70000"),
    ("%", .percent, "not-a-number"), ("5", .wholeNumber, "5"), ("5.0", .wholeNumber, "5"),
    ("5.5", .wholeNumber, "not-a-number"),
    ("EUR", .currency, "EUR"), ("EURO", .currency, "unknown-currency"), ("yes", .boolean, "1"), ("Nein", .boolean, "0"),
    ("perhaps", .boolean, "not-yes-or-no"), ("2026-10-31", .date, "2026-10-31"), ("2026-02-30", .date, "not-a-date"),
    ("31.10.2026", .date, "not-a-date"), ("2026-10-31T18:00:00Z", .dateTime, "1793469600000"),
    ("2026-10-31 18:00", .dateTime, "1793466000000"), ("tomorrow", .dateTime, "not-a-date"),
    ("Active", .choice(["active", "discontinued"]), "active"), ("aktive", .choice(["active"]), "not-a-choice"),
    ("4006381333931", .barcode, "04006381333931"), ("12345678905", .barcode, "00012345678905 leading-zeros-restored"),
    ("4006381333931.0", .barcode, "04006381333931 barcode-restored"),
    ("=\"4006381333931\"", .barcode, "04006381333931 barcode-restored"),
    ("'4006381333931", .barcode, "04006381333931 barcode-restored"), ("=1+1", .barcode, "barcode-invalid"),
    ("12345.0", .barcode, "barcode-invalid"), ("4006381333932", .barcode, "barcode-invalid"),
    ("4.00638E+12", .barcode, "number-damaged"), ("4006381333931, 4006381333948", .barcode, "barcode-invalid"),
    ("4006381333931/4006381333948", .barcode, "barcode-invalid"),
    ("4006381333931;4006381333940", .barcode, "barcode-invalid"),
    ("4006381333931\n4006381333948", .barcode, "barcode-invalid"),
    ("4006381333931 40063812", .barcode, "barcode-invalid"),
    ("4006381333931-4006381333948", .barcode, "barcode-invalid"), ("12345, 67890", .barcode, "12345, 67890"),
    ("978-3-16-148410-0", .barcode, "09783161484100"), ("978 3 16 148410 0", .barcode, "09783161484100"),
    ("A1\u{0}B", .code, "invalid-text"), ("A1\nB", .code, "invalid-text"), ("Größe", .code, "Größe"),
    (String(repeating: "x", count: 201), .code, "value-too-long"),
    (String(repeating: "x", count: 200), .code, String(repeating: "x", count: 200)),
    ("line\nbreak", .text, "line\nbreak"), (String(repeating: "x", count: (1 << 20) + 1), .text, "value-too-long"),
  ]

  @Test(arguments: cases) func reads(text: String, type: ValueType, expected: String) {
    #expect(read(text, type) == expected)
  }

  /// What may be a percentage or a fraction of one is read only where it is certain.
  @Test(arguments: [
    ("0.19", FieldKind.text, PercentageReading.whole, "percentage-unclear"),
    ("0.19", .number, .whole, "percentage-unclear"), ("-0.5", .text, .whole, "percentage-unclear"),
    ("0.00001", .text, .whole, "percentage-unclear"), ("0.5 %", .text, .whole, "5000"), ("0%", .text, .whole, "0"),
    ("0", .text, .whole, "0"), ("0.00", .text, .fractions, "0"), ("1", .text, .whole, "10000"),
    ("0.19", .text, .fractions, "190000 fraction-read"), ("0.055", .number, .fractions, "55000 fraction-read"),
    ("0.19 %", .text, .fractions, "1900"), ("19", .text, .fractions, "percentage-unclear"),
    ("0.6", .text, .fractions, "percentage-unclear"), ("0.19", .percentage, .whole, "190000"),
    ("0.07", .percentage, .fractions, "70000"), ("19", .percentage, .whole, "19000000"),
    ("0.0825", .percentage, .whole, "82500"), ("0.00000019", .percentage, .whole, "0 value-rounded"),
    ("0.5", .text, .calculated, "5000"),
  ])
  func percentagesAreNotGuessed(text: String, kind: FieldKind, percentages: PercentageReading, expected: String) {
    #expect(read(text, .percent, kind: kind, percentages: percentages) == expected)
  }

  @Test func aPercentageIsNotAnotherNumber() {
    #expect(read("0.19", .money, kind: .percentage) == "not-a-number")
    #expect(read("0.19", .quantity, kind: .percentage) == "not-a-number")
    #expect(read("0.19", .text, kind: .percentage) == "0.19")
  }

  /// Texts around a number, grouping of other countries, and texts that are not numbers.
  @Test(arguments: [
    ("12,50-", ExactDecimal.Mark.comma, "-1250"), ("12.50-", .point, "-1250"), ("(12.50)", .point, "-1250"),
    ("\u{2212}12.50", .point, "-1250"), ("-12.50-", .point, "not-a-number"), ("(-5)", .point, "not-a-number"),
    ("€ 12,50", .comma, "1250"), ("12,50 €", .comma, "1250"), ("-€12.50", .point, "-1250"),
    ("€-12.50", .point, "-1250"),
    ("EUR 1.234,56", .comma, "123456"), ("12.50EUR", .point, "1250"), ("12,50\u{A0}€", .comma, "1250"),
    ("$12.50", .point, "currency-differs"), ("12.50 USD", .point, "currency-differs"),
    ("12.50 XYZ", .point, "not-a-number"),
    ("€ 12.50 €", .point, "not-a-number"), ("12,-", .comma, "1200"), ("12.-", .point, "1200"),
    ("12,---", .comma, "not-a-number"), ("1.299,-", .comma, "129900"),
    ("1'234.50", .point, "123450"), ("1 234,56", .comma, "123456"), ("1\u{A0}234,56", .comma, "123456"),
    ("1\u{202F}234,56", .comma, "123456"), ("1,23,456.78", .point, "12345678"), ("0,123", .point, "not-a-number"),
    ("0.123", .comma, "not-a-number"), ("12 %", .point, "not-a-number"), ("-", .point, "not-a-number"),
    ("n/a", .point, "not-a-number"), ("()", .point, "not-a-number"), ("€", .point, "not-a-number"),
    ("12.50 per kg", .point, "not-a-number"), ("9999999999999999999 €", .point, "number-too-large"),
    ("12 3", .point, "not-a-number"), ("12\u{A0}3", .point, "not-a-number"), ("€ 12 3", .point, "not-a-number"),
    ("12'3", .comma, "not-a-number"), ("1234 567", .comma, "not-a-number"), ("1 234'567", .point, "not-a-number"),
    ("12 3,5", .comma, "not-a-number"), ("12 3,5", .point, "not-a-number"),
    ("1\u{2009}234.50", .point, "123450"), ("1\u{2009}234,50", .comma, "123450"),
    ("1,00,000", .point, "10000000"), ("1,00,000", .comma, "not-a-number"), ("1,00,00", .point, "not-a-number"),
  ]) func readsWhatStandsAround(text: String, mark: ExactDecimal.Mark, expected: String) {
    #expect(read(text, .money, decimal: mark) == expected)
  }

  @Test func currenciesAndQuantities() {
    #expect(read("$12.50", .money, currency: "CAD") == "1250")
    #expect(read("CHF 1'234.50", .unitCost, currency: "CHF") == "1234500000")
    #expect(read("Fr. 12.50", .money, currency: "CHF") == "1250" && read("Fr.12.50", .money, currency: "CHF") == "1250")
    #expect(read("5 €", .quantity) == "not-a-number" && read("5-", .quantity) == "-5000")
  }

  @Test(arguments: [
    ("1.23E+05", "number-damaged"), ("4,00638E+12", "number-damaged"), ("12E4", "12E4"), ("A+B", "A+B"),
    ("3-Apr", "3-Apr code-looks-like-date"), ("Mär 04", "Mär 04 code-looks-like-date"),
    ("04. Mrz", "04. Mrz code-looks-like-date"), ("12-RED", "12-RED"), ("A-17", "A-17"), ("00123", "00123"),
    ("40-Mar", "40-Mar"), ("3-Apr-X", "3-Apr-X"),
  ]) func readsCodes(text: String, expected: String) { #expect(read(text, .code) == expected) }

  @Test(arguments: [
    ("4.006381333931E+12", "04006381333931 barcode-restored"),
    ("4,006381333931E+12", "04006381333931 barcode-restored"),
    ("4.006381333932E+12", "number-damaged"), ("4.0063813339E+12", "number-damaged"), ("4.00638E+5", "number-damaged"),
    ("4006381333931,0", "04006381333931 barcode-restored"), ("1E+99999999999999999999", "number-damaged"),
  ]) func readsDamagedBarcodes(text: String, expected: String) { #expect(read(text, .barcode) == expected) }

  @Test(arguments: [
    ("46325", ValueType.date, "date-is-serial"), ("46325.75", .dateTime, "date-is-serial"),
    ("12345", .date, "not-a-date"),
    ("31-Oct-26", .date, "2026-10-31"), ("31. Okt 2026", .date, "2026-10-31"), ("31 oct. 2026", .date, "2026-10-31"),
    ("2026-W44-6", .date, "2026-10-31"), ("2026-03-29T02:30", .dateTime, "1774747800000 time-skipped"),
    ("2026-10-25 02:30", .dateTime, "1792888200000 time-repeated"),
    ("2026-10-25T02:30+01:00", .dateTime, "1792891800000"),
    ("2026-10-31T23:30Z", .date, "2026-11-01 moment-as-day"),
  ]) func readsDatesAsTheyCome(text: String, type: ValueType, expected: String) {
    #expect(read(text, type) == expected)
  }

  @Test func marksOrdersAndCurrencies() {
    #expect(read("1.234,56", .money, decimal: .comma) == "123456")
    #expect(read("12.5", .money, decimal: .comma) == "not-a-number")
    #expect(read("12.5", .money, decimal: .comma, kind: .number) == "1250")
    #expect(read("31/10/2026", .date, dates: .dayMonthYear) == "2026-10-31")
    #expect(read("10/31/2026", .date, dates: .monthDayYear) == "2026-10-31")
    #expect(read("1234", .money, currency: "JPY") == "1234")
    #expect(read("1234.5", .money, currency: "JPY") == "1235 value-rounded")
    #expect(read("1.2345", .money, currency: "KWD") == "1235 value-rounded")
    #expect(read("1.234", .money, shop: "KWD") == "1234")
  }
}

private let testCurrency = Currency("USD").unsafelyUnwrapped

@Suite struct ColumnMarksTests {
  private func marks(_ columns: [String: [String]]) throws -> ColumnMarks {
    let fields = [
      "price": "price", "list": "unit_price", "cost": "unit_cost", "day": "expires_on", "when": "effective_at",
    ]
    let mapping = columns.keys.compactMap { name in
      fields[name].map { MappingProfile.FieldMapping(field: $0, value: .column(name)) }
    }
    var evidence = MarkEvidence(
      profile: MappingProfile(
        name: "x",
        records: [
          .init(kind: "prices", fields: mapping), .init(kind: "supplier_items", fields: mapping),
          .init(kind: "lots", fields: mapping), .init(kind: "sales", fields: mapping),
        ]))
    let names = columns.keys.sorted()
    var batch = RecordBatch()
    batch.reset(schema: Schema(columnNames: names))
    for row in 0..<(columns.values.map(\.count).max() ?? 0) {
      for name in names {
        let values = columns[name] ?? []
        if row < values.count { batch.append(text: values[row]) } else { batch.append(missing: .absent) }
      }
      batch.endRow(at: RecordPosition(line: row + 2, byteOffset: 0, record: row + 1))
    }
    evidence.look(at: batch)
    return try evidence.settled(source: "x.csv")
  }

  @Test(arguments: [
    (["1.234,56"], ExactDecimal.Mark.comma), (["1,234.56"], .point), (["12,5"], .comma), (["12.5"], .point),
    (["1.234", "5,50"], .comma), (["1,234", "5.50"], .point), (["1.234.567"], .comma), (["1,234,567"], .point),
    (["0,123"], .comma), (["0.123"], .point), (["1234,567"], .comma), (["1'234.50"], .point), (["1 234,5"], .comma),
    (["-1.234,5"], .comma), (["12,,5", "3,5"], .comma), (["", "7,25"], .comma), (["3,99 €"], .comma),
  ]) func findsTheMark(values: [String], expected: ExactDecimal.Mark) throws {
    #expect(try marks(["price": values]).decimal["price"]?.notation == expected)
  }

  @Test func refusesToGuess() throws {
    for values in [["1,234"], ["1,234", "12"], ["1.234"], ["1.234", "1.000"]] {
      let error = try #require(throws: Problems.self) { try marks(["price": values]) }
      #expect(error.code == .marksConflict && error.first.position.field == "price")
      #expect(error.first.position.line == 2)
    }
    #expect(try marks(["price": ["12", "7"]]).number(from: ["price"]) == ColumnReading(notation: .point))
  }

  @Test func columnsThatContradictThemselves() throws {
    let found = try marks(["price": ["12,5", "12.5", "7,25"]])
    let price = try #require(found.decimal["price"])
    #expect(price.notation == .comma && price.isDisputed)
    #expect(price.evidence == EvidencePlace(value: "12,5", line: 2, record: 1))
    #expect(found.findings.first?.evidence.contains("but point by 1, such as '12.5' in line 3") == true)
    // Of two with as many values the first counts; either way the others are errors.
    #expect(try marks(["price": ["12.5", "12,5"]]).decimal["price"]?.notation == .point)
  }

  @Test func columnsFollowTheFile() throws {
    let found = try marks(["price": ["1,234"], "cost": ["5,5"]])
    #expect(found.decimal.mapValues(\.notation) == ["price": .comma, "cost": .comma])
    #expect(found.fileMark?.notation == .comma)
    #expect(throws: Problems.self) { try marks(["price": ["1,234"], "cost": ["12"]]) }
    // Two marks in the file leave a third column open.
    #expect(throws: Problems.self) { try marks(["price": ["1,234"], "cost": ["5,5"], "list": ["7.5"]]) }
    let dates = try marks(["day": ["01/02/2026"], "when": ["25/02/2026"]])
    #expect(dates.date(from: ["day"]).notation == .dayMonthYear)
  }

  @Test(arguments: [
    (["31.10.2026"], DateOrder?.some(.dayMonthYear)), (["10/31/2026"], .monthDayYear), (["2026-10-31"], .yearMonthDay),
    (["01/02/2026", "25/02/2026"], .dayMonthYear), (["20261031"], .yearMonthDay), (["soon"], nil),
    (["31.10.2026 18:00"], .dayMonthYear), (["31.10.26"], .dayMonthYear), (["10/31/26"], .monthDayYear),
    (["31-Oct-26"], nil), (["01/01/2026", "10/31/2026"], .monthDayYear), (["26-10-31"], nil),
    (["46325"], .yearMonthDay),
    (["13/02/2026", "02/13/2026"], .dayMonthYear),
  ]) func findsTheOrder(values: [String], expected: DateOrder?) throws {
    #expect(try marks(["when": values]).dates["when"]?.notation == expected)
  }

  @Test func refusesToGuessDates() throws {
    for values in [["01/02/2026"], ["01/01/2026", "10/11/26"]] {
      let error = try #require(throws: Problems.self) { try marks(["day": values]) }
      #expect(error.code == .datesConflict)
    }
  }
}
